/// `idp "Google" { signs-in "jane@example.com" }`: an external identity provider.
///
/// The provider itself isn't simulated: the browser returns at once, and the user is signed in.
struct IdentityProvider: Sendable, Hashable {
  var name: String
  /// The provider's type on the wire, such as `GOOGLE`.
  var kind: String
  /// The users that the provider signs in: those for which all conditions of one list hold.
  ///
  /// Everyone else returns without signing in.
  var users: [[Condition]] = []
  /// Whether the provider creates a user for everyone who signs in there for the first time.
  ///
  /// Such users aren't simulated, except users in the settings that are examples of them. A
  /// comparison of two orgs reports a provider that begins to create users.
  var createsUsers = false
  /// Whether the first page offers the provider to every user.
  ///
  /// Otherwise only a routing rule leads there.
  var isOffered = true

  /// Whether the provider signs a user in.
  func signsIn(_ account: Account, in context: SignInContext) -> Bool {
    users.contains { $0.allSatisfy { $0.holds(for: account, in: context) } }
  }

  /// Returns the real engine's type for a provider with a name, such as `GOOGLE`; `OIDC` for other
  /// names.
  static func kind(of name: String) -> String {
    let word = name.uppercased()
    return ["GOOGLE", "FACEBOOK", "MICROSOFT", "LINKEDIN", "APPLE", "OKTA"].contains(word)
      ? word : "OIDC"
  }
}
