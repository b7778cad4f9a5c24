/// What somebody knows and has, as scripts write it: `"Correct-Horse-1"`, `secret JANE_PASSWORD`.
package struct PersonValues: Sendable, Hashable {
  package var login: String
  package var password: String?
  /// The key of an app for time-based codes.
  package var codeKey: String?
  /// The same of Okta Verify.
  package var appKey: String?
  package var answer: String?
  /// The names of the passkeys, in the order of the settings.
  package var passkeys: [String] = []
  /// What devices show, by the authenticator's name.
  package var devices: [String: String] = [:]
  package var activationToken: String?
  package var recoveryToken: String?

  package init(login: String) { self.login = login }

  /// The same with every literal hidden: what is looked up is named and not said.
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
