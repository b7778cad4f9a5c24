import FlowEngine
import FlowWire

/// What a token endpoint answered (RFC 6749, section 5.1).
struct TokenAnswer {
  let tokens: Tokens
  /// `token.scope` and the like, and the ID token's claims.
  ///
  /// The claims are decoded and not verified: the token came straight from the issuer over a
  /// protected connection, which OpenID Connect Core (section 3.1.3.7, item 6) takes in place of
  /// the signature, and nothing is decided by them.
  let facts: [Fact]

  /// Reads an answer that succeeded.
  ///
  /// - Parameter object: the answer.
  /// - Throws: `EngineFailure.Kind.malformed` where there is no access token.
  init(_ object: JSONObject) throws(EngineFailure) {
    guard let accessToken = object["access_token"]?.string, !accessToken.isEmpty else {
      throw EngineFailure(.malformed, "the token answer holds no access token")
    }
    let idToken = object["id_token"]?.string
    tokens = Tokens(
      accessToken: Secret(accessToken), tokenType: object["token_type"]?.string ?? "Bearer",
      expiresIn: Self.seconds(object["expires_in"]), scope: object["scope"]?.string,
      idToken: idToken.map { Secret($0) },
      refreshToken: object["refresh_token"]?.string.map { Secret($0) })
    var facts = [Fact("token.type", .text(tokens.tokenType))]
    if let scope = tokens.scope { facts.append(Fact("token.scope", .text(scope))) }
    if let life = tokens.expiresIn { facts.append(Fact("token.expiresIn", .number(Double(life)))) }
    for member in idToken.flatMap({ Self.claims(of: $0) })?.members ?? [] {
      if Self.leftOut.contains(member.name) { continue }
      if let value = Self.value(member.value) {
        facts.append(Fact(Self.factName(ofClaim: member.name), value))
      }
    }
    self.facts = facts
  }

  /// The name of the fact that a claim is; that of a usual claim is not put together each time.
  private static func factName(ofClaim name: String) -> String {
    switch MemberName(name) {
    case "preferred_username": "token.preferred_username"
    case "email_verified": "token.email_verified"
    case "given_name": "token.given_name"
    case "family_name": "token.family_name"
    case "auth_time": "token.auth_time"
    default: "token." + name
    }
  }

  /// Claims that guard the exchange and say nothing about the person, and names that are taken.
  private static let leftOut: Set = [
    "nonce", "at_hash", "c_hash", "s_hash", "jti", "type", "scope", "expiresIn",
  ]

  /// A life in seconds; some servers write it as text.
  private static func seconds(_ json: JSON?) -> Int? {
    json?.integer ?? json?.string.flatMap { Int($0) }
  }

  /// The claims of a JSON Web Token (RFC 7519); `nil` where it isn't one.
  private static func claims(of token: String) -> JSONObject? {
    let text = Array(token.utf8)
    let dot = UInt8(ascii: ".")
    guard let first = text.firstIndex(of: dot), let last = text.lastIndex(of: dot), first < last,
      let bytes = Base64URL.decode(String(decoding: text[(first + 1)..<last], as: UTF8.self)),
      let json = try? JSON(parsing: bytes)
    else { return nil }
    return json.object
  }

  private static func value(_ json: JSON) -> Value? {
    guard case .array(let elements) = json else { return Value(sending: json) }
    return .list(elements.compactMap { Value(sending: $0) })
  }
}
