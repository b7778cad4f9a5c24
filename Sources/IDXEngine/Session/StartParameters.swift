import FlowEngine

/// The parameters of `start … with`; their names may have hyphens or underscores.
struct StartParameters {
  /// The parameters for the form of `interact`, by the protocol's names.
  private(set) var sent: [Answer] = []
  /// The token by which the server recognizes the device.
  ///
  /// It is sent as the cookie `DT`, not in the form of `interact`. A confidential client also sends
  /// it in the header `X-Device-Token`.
  private(set) var deviceToken: Secret?
  /// The sign-in context for a simulated org.
  private(set) var context = SignInContext()

  /// The maximum age of the user's sign-in in seconds; `nil` if the script doesn't set one.
  var maxAge: Double? {
    sent.first { $0.field == "max_age" }.flatMap { Double($0.value.revealed) }
  }

  /// The values of parameters that are secret, because they represent a user or a device.
  var secrets: [Secret] {
    let tokens = sent.filter { $0.field.hasSuffix("_token") || $0.field.hasSuffix("_token_hint") }
    return tokens.map { Secret($0.value.revealed) } + [deviceToken].compactMap(\.self)
  }

  /// Reads the parameters.
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
