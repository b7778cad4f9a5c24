import FlowEngine
import FlowHTTP

/// Reads the claims of ID tokens for a cassette, and makes tokens from the claims for a replay.
enum CassetteToken {
  /// The claims that protect one sign-in and don't describe the user.
  private static let guards: Set = ["nonce", "at_hash", "c_hash", "s_hash", "jti"]

  /// The claims of a token that may be kept; `nil` if the text isn't a token.
  static func claims(of token: String) -> JSON? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Base64URL.decode(String(parts[1])),
      var claims = (try? JSON(parsing: bytes))?.object
    else { return nil }
    claims.members.removeAll { guards.contains($0.name) }
    return .object(claims)
  }

  /// Makes a token with recorded claims, as if it were issued now.
  ///
  /// The token isn't signed. Only an engine whose issuer is in this process accepts it.
  ///
  /// - Parameters:
  ///   - claims: The claims.
  ///   - issuer: The issuer whose tokens the engine accepts.
  ///   - nonce: The nonce of the sign-in.
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
