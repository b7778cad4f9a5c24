import FlowCrypto
import FlowEngine
import FlowHTTP
import SimulatorKit

/// The prefixes of token ids.
///
/// A prefix identifies the type of a token.
enum TokenID {
  static let idToken = "ID."
  static let accessToken = "AT."
}

/// Makes the tokens of a grant.
struct TokenMaker: TurnPart {
  let turn: Turn

  /// Returns the ID token of a grant (OpenID Connect Core 1.0, sections 2 and 3.1.3.3).
  func idToken(_ grant: Grant, nonce: String?) throws(HTTPRefusal) -> String {
    var claims = grant.personClaims
    claims += [
      .init("ver", 1), .init("iss", .string(org.site.issuer(of: grant.server))),
      .init("aud", .string(grant.clientID)),
      .init("iat", .whole(now.components.seconds)),
      .init("exp", .whole(grant.expires.components.seconds)),
      .init("jti", .string(TokenID.idToken + draw.text(32))),
      .init("amr", .array(grant.references.map { .string($0) })),
      .init("idp", .string(identityProvider(of: grant))),
      .init("auth_time", .whole(grant.authenticatedAt.components.seconds)),
    ]
    if let assurance = grant.assurance {
      claims.append(.init("acr", .string(assurance.rawValue)))
    }
    // The left half of the access token's hash (OpenID Connect Core 1.0, section 3.1.3.6).
    let hash = SHA256.hash(Array(grant.accessToken.reveal().utf8))
    claims.append(.init("at_hash", .string(Base64URL.encode(Array(hash[..<16])))))
    if let nonce { claims.append(.init("nonce", .string(nonce))) }
    return try org.signingKey.sign(.object(JSONObject(members: claims)))
  }

  /// Returns the id of the identity provider that vouched for the user, or the id of the org itself
  /// if none did.
  private func identityProvider(of grant: Grant) -> String {
    if let index = grant.provider, policy.providers.indices.contains(index) {
      return SimulatedID.made("0oa", of: policy.providers[index].name)
    }
    return org.site.ownProvider
  }

  /// Returns the access token of a grant.
  ///
  /// As in the real engine, the token is a signed JWT. Its id contains the number of the grant.
  ///
  /// - Parameters:
  ///   - grant: The grant. Its `accessToken` is ignored.
  ///   - number: The number of the grant.
  /// - Returns: The token.
  /// - Throws: `server_error` if this machine has no library to sign with.
  func accessToken(_ grant: Grant, number: Int) throws(HTTPRefusal) -> Secret {
    let scopes = grant.scope.split(separator: " ").map { JSON.string(String($0)) }
    var claims: [JSONObject.Member] = [
      .init("ver", 1),
      .init("jti", .string(TokenID.accessToken + draw.handle(of: number))),
      .init("iss", .string(org.site.issuer(of: grant.server))),
      .init("aud", .string(org.site.audience(of: grant.server))),
      .init("iat", .whole(now.components.seconds)),
      .init("exp", .whole(grant.expires.components.seconds)),
      .init("cid", .string(grant.clientID)), .init("uid", .string(grant.account.id)),
      .init("scp", .array(scopes)),
      .init("auth_time", .whole(grant.authenticatedAt.components.seconds)),
      .init("sub", .string(grant.account.login)),
    ]
    claims += grant.confirmation
    return Secret(
      try org.signingKey.sign(
        .object(JSONObject(members: claims)), for: grant.server == .org ? .orgAccess : .usual))
  }

  /// Returns the number of the grant that an access or refresh token names; `nil` if the text isn't
  /// such a token.
  ///
  /// The caller must check that the token really belongs to the grant.
  func grantNumber(of token: String) -> Int? {
    if let number = Handle.number(in: token) { return number }
    return accessTokenID(of: token).flatMap { Handle.number(in: $0, behind: TokenID.accessToken) }
  }

  /// Returns the id in an access token, without checking the signature; `nil` if the text isn't an
  /// access token.
  func accessTokenID(of token: String) -> String? {
    let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Base64URL.decode(String(Substring(parts[1]))) else {
      return nil
    }
    let limits = JSONLimits(depth: OrgLimits.bodyDepth, size: OrgLimits.bodyLength)
    return (try? JSON(parsing: bytes, limits: limits))?["jti"]?.string
  }
}

extension Grant {
  /// Whether the access token has a scope.
  func asks(for name: String) -> Bool { Grant.isScope(name, in: scope) }

  /// Whether a list of scopes, separated by spaces, contains a scope.
  static func isScope(_ name: String, in scopes: String) -> Bool {
    // Doesn't split the list, because making one token takes several searches.
    var rest = scopes.utf8[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: " ")) ?? rest.endIndex
      if rest[..<end].elementsEqual(name.utf8) { return true }
      rest = rest[end...].dropFirst()
    }
    return false
  }

  /// The claims about the user that the scopes request.
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
