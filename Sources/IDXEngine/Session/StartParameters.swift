import FlowEngine

/// The parameters of `start … with`, as they are sent: a name may have hyphens or underscores.
struct StartParameters {
  /// The parameters for the form of `interact`, by the names of the protocol.
  private(set) var sent: [Answer] = []
  /// The token that identifies the device to the server; it isn't a parameter of the form.
  private(set) var deviceToken: Secret?
  /// The circumstances for a simulated org.
  private(set) var context = SignInContext()

  /// The maximum age of the user's sign-in, in seconds; `nil` if it is left open.
  var maxAge: Double? {
    sent.first { $0.field == "max_age" }.flatMap { Double($0.value.revealed) }
  }

  /// The secret parameters: tokens that represent a user or a device, from any source.
  var secrets: [Secret] {
    let tokens = sent.filter { $0.field.hasSuffix("_token") || $0.field.hasSuffix("_token_hint") }
    return tokens.map { Secret($0.value.revealed) } + [deviceToken].compactMap(\.self)
  }

  /// Reads them.
  ///
  /// - Throws: `EngineFailure.Kind.misused` if one is given twice, in either spelling.
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
