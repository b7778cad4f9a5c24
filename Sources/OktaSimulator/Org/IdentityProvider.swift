/// `idp "Google" { signs-in "jane@example.com" }`: an external identity provider.
///
/// It isn't simulated: users who are sent there return at once as the named user.
struct IdentityProvider: Sendable, Hashable {
  var name: String
  /// Its type on the wire, such as `GOOGLE`.
  var kind: String
  /// The user who returns; `nil` if users return without signing in.
  var login: String?
  /// The domains whose users are sent there; empty if it is offered to all users.
  var domains: [String] = []

  /// Whether an identifier sends a user there.
  func routes(_ identifier: String) -> Bool {
    guard !domains.isEmpty else { return false }
    let login = identifier.lowercased()
    return domains.contains { login.hasSuffix("@" + $0) }
  }

  /// Returns the real engine's type of a provider by its name.
  static func kind(of name: String) -> String {
    let word = name.uppercased()
    return ["GOOGLE", "FACEBOOK", "MICROSOFT", "LINKEDIN", "APPLE", "OKTA"].contains(word)
      ? word : "OIDC"
  }
}
