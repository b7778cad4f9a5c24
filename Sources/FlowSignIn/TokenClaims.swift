public import FlowEngine
public import FlowHTTP
import FlowJOSE
import FlowScript

/// The claims of an ID token (OpenID Connect Core 1.0, sections 2 and 5.1).
///
/// The tokens of a sign-in or a refresh were checked, as their `verification` says. Tokens that an
/// app has kept aren't checked again.
public struct TokenClaims: Sendable, Hashable {
  private let claims: JSONObject

  fileprivate init(_ claims: JSONObject) { self.claims = claims }

  /// The issuer, `iss`.
  public var issuer: String? { claims["iss"]?.string }
  /// The user's stable id at the issuer, `sub`.
  public var subject: String? { claims["sub"]?.string }
  /// The clients for which the token is, `aud`.
  public var audience: [String] { texts("aud") }
  /// The end of the token's life, `exp`, in time since the start of 1970, UTC.
  public var expiresAt: Duration? { time("exp") }
  /// The time of the issue, `iat`, since the start of 1970, UTC.
  public var issuedAt: Duration? { time("iat") }
  /// The time at which the user signed in, `auth_time`, since the start of 1970, UTC.
  public var authenticatedAt: Duration? { time("auth_time") }
  /// The methods with which the user signed in, `amr` (RFC 8176), such as `pwd` and `otp`.
  public var methods: [String] { texts("amr") }
  /// The level that the sign-in fulfills, `acr`.
  public var level: String? { claims["acr"]?.string }
  /// The user's full name, `name`.
  public var name: String? { claims["name"]?.string }
  /// The user's given name, `given_name`.
  public var givenName: String? { claims["given_name"]?.string }
  /// The user's family name, `family_name`.
  public var familyName: String? { claims["family_name"]?.string }
  /// The name with which the user signs in, `preferred_username`.
  public var username: String? { claims["preferred_username"]?.string }
  /// The user's email address, `email`.
  public var email: String? { claims["email"]?.string }
  /// Whether the issuer has verified the email address, `email_verified`.
  public var isEmailVerified: Bool? { claims["email_verified"]?.bool }
  /// The user's language and region, `locale`, such as `en-US`.
  public var locale: String? { claims["locale"]?.string }

  /// Returns a claim, such as `groups`.
  ///
  /// - Parameter name: The name of the claim in the token.
  /// - Returns: The claim; `nil` if the token doesn't have it.
  public subscript(name: String) -> JSON? { claims[name] }

  private func time(_ name: String) -> Duration? {
    claims[name]?.integer.map { .seconds($0) }
  }

  /// The texts of a claim that is a list, or a single text.
  private func texts(_ name: String) -> [String] {
    guard let claim = claims[name] else { return [] }
    return claim.string.map { [$0] } ?? claim.array?.compactMap(\.string) ?? []
  }
}

extension TokenClaims: CustomStringConvertible, CustomReflectable {
  /// The names of the claims, because their values describe a user.
  public var description: String {
    "TokenClaims(\(claims.members.map(\.name).joined(separator: ", ")))"
  }
  /// A mirror without children, so that a dump shows nothing of the user.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Tokens {
  /// The claims of the ID token; `nil` if there is no ID token, or if it isn't a signed token.
  public var claims: TokenClaims? {
    idToken.flatMap { SignedToken($0.reveal(), bytesMax: Tokens.idTokenBytesMax) }
      .map { TokenClaims($0.claims) }
  }

  /// The maximum size of an ID token in bytes, which is also the engine's limit.
  private static let idTokenBytesMax = 64 << 10

  /// Whether the access token has ended, or ends soon.
  ///
  /// A token whose lifetime isn't known counts as valid.
  ///
  /// - Parameters:
  ///   - now: The current time since the start of 1970, UTC; `nil` for the time of the system.
  ///   - margin: The time that a request with the token needs.
  /// - Returns: Whether to refresh the tokens before the next request.
  public func isExpired(at now: Duration? = nil, margin: Duration = .seconds(30)) -> Bool {
    guard let expiresAt else { return false }
    return (now ?? ThisMachine.wallTime()) + margin >= expiresAt
  }
}
