/// `idp "Google" { signs-in "jane@example.com" }`: where people can sign in elsewhere.
///
/// There is no such place: whoever is sent there comes back at once as the person it names.
struct IdentityProvider: Sendable, Hashable {
  var name: String
  /// Its type on the wire, such as `GOOGLE`.
  var kind: String
  /// Who comes back; `nil` where they turn back there.
  var login: String?
  /// The domains whose people are sent there; empty where it is offered to everybody.
  var domains: [String] = []

  /// Whether somebody is sent there by what they typed.
  func routes(_ identifier: String) -> Bool {
    guard !domains.isEmpty else { return false }
    let login = identifier.lowercased()
    return domains.contains { login.hasSuffix("@" + $0) }
  }

  /// The types that the real engine has for what is known by name.
  static func kind(of name: String) -> String {
    let word = name.uppercased()
    return ["GOOGLE", "FACEBOOK", "MICROSOFT", "LINKEDIN", "APPLE", "OKTA"].contains(word)
      ? word : "OIDC"
  }
}
