import FlowEngine

/// What `start … with` gives, as it is sent: a name may have hyphens or underscores.
struct StartParameters {
  /// What goes into the form of `interact`, by the names of the protocol.
  private(set) var sent: [Answer] = []
  /// What tells the server the device; no parameter of the form.
  private(set) var deviceToken: Secret?
  /// The circumstances that a simulated org is told.
  private(set) var context = SignInContext()

  /// How long ago the person may have signed in, in seconds; `nil` where that is left open.
  var maxAge: Double? {
    sent.first { $0.field == "max_age" }.flatMap { Double($0.value.revealed) }
  }

  /// What is secret of them: tokens that stand for a person or a device, wherever a script has them
  /// from.
  var secrets: [Secret] {
    let tokens = sent.filter { $0.field.hasSuffix("_token") || $0.field.hasSuffix("_token_hint") }
    return tokens.map { Secret($0.value.revealed) } + [deviceToken].compactMap(\.self)
  }

  /// Reads them.
  ///
  /// - Throws: `EngineFailure.Kind.misused` where one is given twice, once with each spelling.
  init(_ parameters: [Answer]) throws(EngineFailure) {
    for parameter in parameters {
      if try context.take(Naming.normalized(parameter.field), parameter.value) { continue }
      let name = String(parameter.field.map { $0 == "-" ? "_" : $0 })
      guard !sent.contains(where: { $0.field == name }),
        name != "device_token" || deviceToken == nil
      else { throw EngineFailure(.misused, "the parameter `\(name)` is given twice") }
      if name == "device_token" {
        deviceToken = Secret(parameter.value.revealed)
      } else {
        sent.append(Answer(name, parameter.value))
      }
    }
  }
}
