/// `idp "Google" { signs-in "jane@example.com" }`: an external identity provider.
///
/// The provider itself isn't simulated: the browser returns at once, and the named user is signed
/// in.
struct IdentityProvider: Sendable, Hashable {
  var name: String
  /// The provider's type on the wire, such as `GOOGLE`.
  var kind: String
  /// The user that the provider signs in; `nil` if the user cancels at the provider.
  var login: String?
  /// The email domains whose users the org sends to the provider; empty if the org offers it to all
  /// users.
  var domains: [String] = []

  /// Whether the org sends the user with an identifier to the provider.
  func routes(_ identifier: String) -> Bool {
    guard !domains.isEmpty else { return false }
    let login = identifier.lowercased()
    return domains.contains { login.hasSuffix("@" + $0) }
  }

  /// Returns the real engine's type for a provider with a name, such as `GOOGLE`; `OIDC` for other
  /// names.
  static func kind(of name: String) -> String {
    let word = name.uppercased()
    return ["GOOGLE", "FACEBOOK", "MICROSOFT", "LINKEDIN", "APPLE", "OKTA"].contains(word)
      ? word : "OIDC"
  }
}
