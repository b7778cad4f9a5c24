/// The secrets and devices of a user, as scripts write them: `"Correct-Horse-1"` or `secret
/// JANE_PASSWORD`.
package struct PersonValues: Sendable, Hashable {
  package var login: String
  package var password: String?
  /// The key of an authenticator app for time-based codes.
  package var codeKey: String?
  /// The key of Okta Verify.
  package var appKey: String?
  package var answer: String?
  /// The names of the passkeys, in the order of the settings.
  package var passkeys: [String] = []
  /// The code that each device shows, by the name of its authenticator.
  package var devices: [String: String] = [:]
  package var activationToken: String?
  package var recoveryToken: String?

  package init(login: String) { self.login = login }

  /// The values with every literal masked.
  ///
  /// A value that scripts look up by name isn't masked.
  package var masked: PersonValues {
    var masked = self
    func hide(_ text: String?) -> String? {
      text.map { $0.hasPrefix("\"") ? "\"***\"" : $0 }
    }
    masked.password = hide(password)
    masked.codeKey = hide(codeKey)
    masked.appKey = hide(appKey)
    masked.answer = hide(answer)
    masked.devices = devices.mapValues { hide($0) ?? "" }
    masked.activationToken = hide(activationToken)
    masked.recoveryToken = hide(recoveryToken)
    return masked
  }
}
