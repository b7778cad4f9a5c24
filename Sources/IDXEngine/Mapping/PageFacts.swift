import FlowEngine
import FlowHTTP

/// The facts of a page, without its steps.
///
/// These are the rules for a new password, the links of the messages, and obstacles to the sign-in.
enum PageFacts {
  /// The facts of a page.
  static func facts(of page: Shared<IDXPage>, _ messages: [Message]) -> [Fact] {
    var facts: [Fact] = []
    if let settings = passwordSettings(on: page) {
      facts += passwordRules(settings).map { Fact("password." + $0.name, $0.value) }
    }
    let links = messages.flatMap(\.links)
    if !links.isEmpty { facts.append(Fact("message.links", .list(links.map { .text($0) }))) }
    let parameters = messages.flatMap(\.parameters)
    if !parameters.isEmpty {
      facts.append(Fact("message.params", .list(parameters.map { .text($0) })))
    }
    add(page.deviceEnrollment, as: "deviceEnrollment", to: &facts)
    if let captcha = page.captcha {
      for name in ["name", "type"] {
        if let text = captcha[name]?.string { facts.append(Fact("captcha." + name, .text(text))) }
      }
    }
    return facts
  }

  private static func add(_ object: JSONObject?, as name: String, to facts: inout [Fact]) {
    for member in object?.members ?? [] {
      if let value = Value(sending: member.value) {
        facts.append(Fact("\(name).\(member.name)", value))
      }
    }
  }

  /// The settings of the password that is used or set now, or else of the org's password
  /// authenticator.
  private static func passwordSettings(on page: Shared<IDXPage>) -> JSONObject? {
    let current = [
      page.currentEnrollment, page.currentAuthenticator, page.enrollmentAuthenticator,
      page.recoveryAuthenticator,
    ]
    for authenticator in current {
      if let settings = authenticator?.settings, isOfPassword(settings) { return settings }
    }
    for list in [page.authenticators, page.enrollments] {
      for authenticator in list {
        if let settings = authenticator.settings, isOfPassword(settings) { return settings }
      }
    }
    return nil
  }

  private static func isOfPassword(_ settings: JSONObject) -> Bool {
    settings["complexity"] != nil || settings["age"] != nil || settings["daysToExpiry"] != nil
  }

  /// The password rules in an authenticator's settings, with the server's names.
  static func passwordRules(_ settings: JSONObject) -> [Fact] {
    var facts: [Fact] = []
    for group in ["complexity", "age"] {
      for member in settings[group]?.object?.members ?? [] {
        if let value = value(member.value) { facts.append(Fact(member.name, value)) }
      }
    }
    if let days = settings["daysToExpiry"].flatMap({ Value(sending: $0) }) {
      facts.append(Fact("daysToExpiry", days))
    }
    return facts
  }

  /// Converts a JSON scalar, or a list of scalars, to a value.
  private static func value(_ json: JSON) -> Value? {
    guard case .array(let elements) = json else { return Value(sending: json) }
    return .list(elements.compactMap { Value(sending: $0) })
  }
}
