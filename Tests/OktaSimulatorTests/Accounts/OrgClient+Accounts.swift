import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing

extension OrgClient {
  /// Begins a sign-in, identifies the user and gives the password, if it is asked for.
  @discardableResult
  func enter(
    _ login: String, _ password: String = "Correct-Horse-1", _ context: HTTPHeaders = [:]
  ) async throws -> Self {
    try await identify(login, context)
    try await passcode(password)
    return self
  }

  /// Begins a sign-in and identifies the user.
  @discardableResult
  func identify(_ login: String, _ context: HTTPHeaders = [:]) async throws -> Self {
    always = context
    try await start()
    try await submit("identify", ["identifier": .string(login + "@example.com")])
    return self
  }

  /// The offered authenticators with a grace period, and the rest of it.
  var graces: [String] {
    (page["authenticators"]?["value"]?.array ?? []).compactMap { authenticator in
      guard let grace = authenticator["gracePeriod"] else { return nil }
      let left = grace["remainingSkips"]?.integer.map(String.init) ?? grace["expiry"]?.string ?? "?"
      return "\(authenticator["key"]?.string ?? "") \(grace["type"]?.string ?? "") \(left)"
    }
  }

  /// The names of a profile form's fields, with a `?` at optional ones.
  func fields(_ name: String) -> [String] {
    (remediation(name)?["value"]?.array ?? []).flatMap { group in
      (group["form"]?["value"]?.array ?? []).map { field in
        (field["name"]?.string ?? "") + (field["required"] == true ? "" : "?")
      }
    }
  }

  /// The password's rules on the page.
  var passwordSettings: JSON? { page["currentAuthenticator"]?["value"]?["settings"] }

  /// The text of the first message of the only field of a password page.
  var passcodeText: String? {
    let group = page["remediation"]?["value"]?.array?.first?["value"]?.array?.first {
      $0["name"] == "credentials"
    }
    let field = group?["form"]?["value"]?.array?.first { $0["name"] == "passcode" }
    return field?["messages"]?["value"]?.array?.first?["message"]?.string
  }
}
