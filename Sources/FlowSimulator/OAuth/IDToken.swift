import FlowEngine
import FlowWire

/// An ID token (OpenID Connect Core 1.0, section 2).
struct IDToken {
  /// What it is signed with (RFC 7518, section 3.2).
  static let algorithm = "HS256"

  private static let keyID = "flow-hs256"
  /// The encoded header: nothing but the algorithm and the key, for verifiers that take no more.
  private static let header = Base64URL.encode(
    (["alg": .string(algorithm), "kid": .string(keyID)] as JSON).bytes())

  /// Signs claims.
  ///
  /// - Parameters:
  ///   - claims: the claims, in the order in which they are written.
  ///   - key: the symmetric key.
  /// - Returns: the token in its compact form (RFC 7515, section 7.1).
  static func sign(_ claims: JSON, key: [UInt8]) -> String {
    let signed = header + "." + Base64URL.encode(claims.bytes())
    let signature = HMAC.authenticate(Array(signed.utf8), key: key, with: .sha256)
    return signed + "." + Base64URL.encode(signature)
  }
}

extension Grant {
  /// Whether a scope is among those of the grant.
  func asks(for name: String) -> Bool {
    scope.utf8.split(separator: UInt8(ascii: " ")).contains { $0.elementsEqual(name.utf8) }
  }

  /// What is said of the person, as far as the scope asks for it.
  var personClaims: [JSONObject.Member] {
    var claims: [JSONObject.Member] = [.init("sub", .string(account.id))]
    if asks(for: "profile") {
      let given = account.attribute("firstName")
      let family = account.attribute("lastName")
      let name = [given, family].compactMap { $0 }.joined(separator: " ")
      if !name.isEmpty { claims.append(.init("name", .string(name))) }
      claims.append(.init("preferred_username", .string(account.login)))
      if let given { claims.append(.init("given_name", .string(given))) }
      if let family { claims.append(.init("family_name", .string(family))) }
      claims.append(.init("locale", "en_US"))
    }
    if asks(for: "email"), let email = account.email {
      claims.append(.init("email", .string(email)))
      claims.append(.init("email_verified", .bool(account.isEmailVerified)))
    }
    return claims
  }
}
