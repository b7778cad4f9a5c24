import FlowEngine
import FlowHTTP

/// ID tokens in cassettes: their claims are kept, and a token of a replay is made of them.
enum CassetteToken {
  /// What guards one exchange, and says nothing about the person.
  private static let guards: Set = ["nonce", "at_hash", "c_hash", "s_hash", "jti"]

  /// The claims of a token that may be kept; `nil` if it is none.
  static func claims(of token: String) -> JSON? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Base64URL.decode(String(parts[1])),
      var claims = (try? JSON(parsing: bytes))?.object
    else { return nil }
    claims.members.removeAll { guards.contains($0.name) }
    return .object(claims)
  }

  /// A token of kept claims, as one that was made just now for the sign-in at hand.
  ///
  /// Nobody has signed it: it is taken by an engine alone whose issuer is in this process.
  ///
  /// - Parameters:
  ///   - claims: The claims.
  ///   - issuer: Who the engine takes tokens of.
  ///   - nonce: What the sign-in has sent.
  ///   - now: The time since 1970.
  /// - Returns: The token.
  static func token(of claims: JSONObject, issuer: String, nonce: String?, now: Duration) -> String
  {
    var claims = claims
    let seconds = now.components.seconds
    claims["iss"] = .string(issuer)
    claims["iat"] = .whole(seconds)
    claims["exp"] = .whole(seconds + 3600)
    if claims["auth_time"] != nil { claims["auth_time"] = .whole(seconds) }
    claims["nonce"] = nonce.map { .string($0) }
    for name in guards where name != "nonce" { claims[name] = nil }
    let parts: [JSON] = [["alg": "none"], .object(claims)]
    return (parts.map { Base64URL.encode($0.bytes()) } + [""]).joined(separator: ".")
  }
}
