import FlowEngine
import FlowHTTP

/// The answer of a token endpoint (RFC 6749, section 5.1).
struct TokenAnswer {
  private(set) var tokens: Tokens
  /// Facts such as `token.scope`, and the ID token's claims after their validation.
  private(set) var facts: [Fact]

  /// Reads a successful answer.
  ///
  /// - Parameters:
  ///   - object: The answer.
  ///   - now: The time of the answer, since the start of 1970; `nil` if it isn't known.
  /// - Throws: `EngineFailure.Kind.malformed` if there is no access token.
  init(_ object: JSONObject, receivedAt now: Duration?) throws(EngineFailure) {
    guard let accessToken = object["access_token"]?.string, !accessToken.isEmpty else {
      throw EngineFailure(.malformed, "the token answer has no access token")
    }
    tokens = Tokens(
      accessToken: Secret(accessToken), tokenType: object["token_type"]?.string ?? "Bearer",
      expiresIn: Self.seconds(object["expires_in"]), receivedAt: now,
      scope: object["scope"]?.string,
      idToken: object["id_token"]?.string.map { Secret($0) },
      refreshToken: object["refresh_token"]?.string.map { Secret($0) })
    facts = [Fact("token.type", .text(tokens.tokenType))]
    if let scope = tokens.scope {
      facts.append(Fact("token.scope", .text(scope)))
      facts.append(
        Fact("token.scopes", .list(scope.split(separator: " ").map { .text(String($0)) })))
    }
    if let life = tokens.expiresIn { facts.append(Fact("token.expiresIn", .number(Double(life)))) }
  }

  /// Validates the answer to a code against the request.
  ///
  /// - Parameters:
  ///   - scopes: The requested scopes, which count as granted if the answer doesn't list the scopes
  ///     (RFC 6749, section 5.1).
  ///   - proof: The key to which the tokens must be bound; `nil` for bearer tokens.
  /// - Throws: `EngineFailure.Kind.malformed` if `openid` was granted but the ID token is missing
  ///   (OpenID Connect Core, section 3.1.3.3), or if the type of the access token is unknown;
  ///   `untrusted` if the token isn't bound to the key.
  func check(asked scopes: [String], _ proof: IDXConfiguration.Proof?) throws(EngineFailure) {
    try checkType(proof)
    guard tokens.idToken == nil else { return }
    let granted = tokens.scope?.split(separator: " ").map { String($0) } ?? scopes
    guard !granted.contains("openid") else {
      throw EngineFailure(
        .malformed, "the token answer has no ID token, though `openid` was granted",
        help: "ask for it without the scope `openid`, or have the issuer send one")
    }
  }

  /// Throws if a client must not use the access token, because its type is unknown or weaker than
  /// the app requires.
  ///
  /// See RFC 6749, section 7.1, and RFC 9449, section 5.
  ///
  /// - Parameter proof: The key to which the token must be bound; `nil` for a bearer token.
  /// - Throws: `EngineFailure`: `malformed` if the type is unknown, `untrusted` if the token isn't
  ///   bound.
  func checkType(_ proof: IDXConfiguration.Proof?) throws(EngineFailure) {
    switch (tokens.tokenType.lowercased(), proof) {
    case ("bearer", nil), ("dpop", .some): return
    case ("bearer", let proof?):
      guard proof.acceptsBearer else {
        throw EngineFailure(
          untrusted: .tokenUnbound, "the issuer's access token isn't bound to the app's key",
          help: "require DPoP for the app at the issuer, or accept bearer tokens")
      }
    default:
      throw EngineFailure(
        .malformed,
        "the access token is of the type `\(tokens.tokenType)`, and only "
          + (proof == nil ? "Bearer is understood" : "DPoP and Bearer are understood"))
    }
  }

  /// Adds the ID token's claims as facts; the caller has validated them.
  mutating func accept(_ claims: JSONObject, _ verification: Tokens.Verification) {
    tokens.verification = verification
    facts.reserveCapacity(facts.count + claims.members.count + 1)
    for member in claims.members where !Self.isLeftOut(member.name) {
      add(Self.factName(ofClaim: member.name), member.value)
      if member.name == "amr" { add("amr", member.value) }
    }
  }

  /// Adds a claim as a fact; a claim with members, such as `address`, becomes one fact per member.
  private mutating func add(_ name: String, _ json: JSON) {
    if case .object(let object) = json {
      for member in object.members {
        if let value = Value(claim: member.value) {
          facts.append(Fact("\(name).\(member.name)", value))
        }
      }
    } else if let value = Value(claim: json) {
      facts.append(Fact(name, value))
    }
  }

  /// The name of the fact for a claim; frequent names are constants.
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

  /// Whether a claim doesn't become a fact.
  ///
  /// Such a claim protects the exchange and doesn't describe the user, or its name is already used.
  private static func isLeftOut(_ claim: String) -> Bool {
    switch MemberName(claim) {
    case "nonce", "at_hash", "c_hash", "s_hash", "jti", "type", "scope", "scopes", "expiresIn": true
    default: false
    }
  }

  /// Reads a lifetime in seconds, which some servers send as text.
  private static func seconds(_ json: JSON?) -> Int? {
    json?.integer ?? json?.string.flatMap { Int($0) }
  }
}
