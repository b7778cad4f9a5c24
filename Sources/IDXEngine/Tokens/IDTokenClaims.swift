import FlowDiagnostics
import FlowCrypto
import FlowEngine
import FlowHTTP

/// Validates an ID token's claims (OpenID Connect Core, section 3.1.3.7).
struct IDTokenClaims: Sendable {
  /// The issuer's name, as the issuer itself states it.
  var issuer: String
  /// The client for which the token must be.
  var clientID: String
  /// The nonce that the token must repeat; `nil` if the request sent none, as in a refresh.
  var nonce: String?
  /// The maximum age of the user's sign-in in seconds; `nil` if the request didn't set one.
  var maxAge: Double?
  /// The user that the token must be for; `nil` for any user, as in a sign-in.
  var subject: String?
  /// The access token that was issued with the ID token.
  var accessToken: Secret
  /// The time since 1970.
  var now: Duration

  /// The allowed difference of two clocks in seconds, as in Okta's own clients.
  static let leeway = 300.0

  /// Validates all claims, in an order that reports a cause before its consequences.
  ///
  /// - Throws: `EngineFailure.Kind.untrusted`.
  func check(_ claims: JSONObject) throws(EngineFailure) {
    try checkIssuer(claims["iss"]?.string)
    try checkAudience(claims)
    try checkTimes(claims)
    try checkAge(Self.number(claims["auth_time"]))
    try checkNonce(claims["nonce"]?.string)
    try checkHash(claims["at_hash"])
    guard let found = claims["sub"]?.string, !found.isEmpty else {
      throw EngineFailure(
        untrusted: .idTokenMalformed, "the ID token doesn't name its user (`sub`)")
    }
    guard subject == nil || subject == found else {
      throw EngineFailure(
        untrusted: .idTokenMalformed, "the new ID token is for another user (`sub`)")
    }
  }

  private func checkIssuer(_ found: String?) throws(EngineFailure) {
    guard let found else {
      throw EngineFailure(untrusted: .idTokenIssuer, "the ID token names no issuer (`iss`)")
    }
    guard IssuerName(found) == IssuerName(issuer) else {
      throw EngineFailure(
        untrusted: .idTokenIssuer, "the ID token is from the issuer \(found), not from \(issuer)",
        help: "write the issuer's own name for itself: \(found)")
    }
  }

  private func checkAudience(_ claims: JSONObject) throws(EngineFailure) {
    let audience = claims["aud"]
    let names = audience?.array?.compactMap(\.string) ?? [audience?.string].compactMap { $0 }
    guard names.contains(clientID) else {
      let found = names.isEmpty ? "no one" : names.prefix(3).joined(separator: ", ")
      throw EngineFailure(
        untrusted: .idTokenAudience, "the ID token is for \(found), not for the client \(clientID)")
    }
    // Items 4 and 5: `azp` names the client that requested a token with several audiences.
    if let party = claims["azp"]?.string, party != clientID {
      throw EngineFailure(
        untrusted: .idTokenAudience,
        "the ID token was made for the client \(party), not for \(clientID)")
    }
  }

  private func checkTimes(_ claims: JSONObject) throws(EngineFailure) {
    let help = "check this machine's clock"
    let now = self.now.seconds
    guard let expiry = Self.number(claims["exp"]) else {
      throw EngineFailure(
        untrusted: .idTokenExpired, "the ID token doesn't say when it expires (`exp`)")
    }
    guard now < expiry + Self.leeway else {
      throw EngineFailure(
        untrusted: .idTokenExpired, "the ID token expired \(Self.text(now - expiry)) ago",
        help: help)
    }
    guard let issued = Self.number(claims["iat"]) else {
      throw EngineFailure(
        untrusted: .idTokenTime, "the ID token doesn't say when it was made (`iat`)")
    }
    guard abs(now - issued) <= Self.leeway else {
      let distance = Self.text(abs(now - issued))
      throw EngineFailure(
        untrusted: .idTokenTime,
        issued > now
          ? "the ID token was made \(distance) from now" : "the ID token was made \(distance) ago",
        help: help)
    }
  }

  /// Validates `auth_time` (item 13), which section 2 requires if `max_age` was sent.
  private func checkAge(_ signedIn: Double?) throws(EngineFailure) {
    guard let maxAge else { return }
    guard let signedIn else {
      throw EngineFailure(
        untrusted: .idTokenSignInTime,
        "the ID token doesn't say when the user signed in (`auth_time`)")
    }
    let age = now.seconds - signedIn
    guard age <= maxAge + Self.leeway else {
      throw EngineFailure(
        untrusted: .idTokenSignInTime,
        "the user signed in \(Self.text(age)) ago, longer than `max-age` allows")
    }
  }

  private static func number(_ json: JSON?) -> Double? {
    switch json {
    case .integer(let whole): Double(whole)
    case .double(let number): number
    default: nil
    }
  }

  private static func text(_ seconds: Double) -> String {
    guard abs(seconds) < 1e9 else { return "many years" }
    return seconds < 7200 ? "\(Int(seconds)) s" : "\(Int(seconds / 3600)) h"
  }

  private func checkNonce(_ found: String?) throws(EngineFailure) {
    guard let nonce else { return }
    guard found == nonce else {
      throw EngineFailure(
        untrusted: .idTokenNonce,
        found == nil
          ? "the ID token doesn't repeat the `nonce` of this sign-in"
          : "the ID token was made for another sign-in (`nonce`)")
    }
  }

  /// Validates `at_hash` (section 3.1.3.6), the left half of the access token's SHA-256.
  private func checkHash(_ found: JSON?) throws(EngineFailure) {
    guard let found else { return }
    let hash = SHA256.hash(Array(accessToken.reveal().utf8))
    guard found.string == Base64URL.encode(Array(hash.prefix(16))) else {
      throw EngineFailure(
        untrusted: .idTokenHash, "the ID token belongs to another access token (`at_hash`)")
    }
  }
}

/// An issuer's name to compare; a trailing slash, which settings often have, is ignored.
struct IssuerName: Hashable {
  private let text: String

  init(_ name: String) {
    text = name.utf8.last == UInt8(ascii: "/") ? String(name.dropLast()) : name
  }
}

extension Duration {
  fileprivate var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
