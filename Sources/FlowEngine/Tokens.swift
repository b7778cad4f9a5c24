/// The tokens of a sign-in (RFC 6749, section 5.1; OpenID Connect Core, section 3.1.3.3).
public struct Tokens: Sendable, Hashable {
  /// The access token.
  public var accessToken: Secret
  /// The token type: `Bearer`, or `DPoP` if the token is bound to a key (RFC 9449).
  public var tokenType: String
  /// The lifetime of the access token in seconds, from its issue.
  public var expiresIn: Int?
  /// The end of the access token's life, in time since the start of 1970, UTC; `nil` if the server
  /// doesn't state it.
  public var expiresAt: Duration?
  /// The granted scopes, separated by spaces.
  public var scope: String?
  /// The ID token; `nil` if `openid` wasn't requested.
  public var idToken: Secret?
  /// The refresh token; `nil` if `offline_access` wasn't requested.
  public var refreshToken: Secret?
  /// How the ID token was checked.
  public var verification: Verification

  /// The access token, and the other tokens that exist.
  public var all: [Secret] { [accessToken] + [idToken, refreshToken].compactMap(\.self) }

  /// How an ID token was checked.
  public enum Verification: String, Sendable, Hashable, Codable {
    /// There is no ID token.
    case absent
    /// The claims were checked, and the signature with a key that the issuer publishes.
    case signature
    /// The claims were checked.
    ///
    /// The token comes from an org in this process, so no one could intercept it.
    case inProcess
    /// Only the claims were checked, because this machine has no library for signatures.
    case claims
  }

  /// The maximum lifetime that is accepted: a hundred years, in seconds.
  ///
  /// A server can send any number.
  private static let lifeMax = 36_500 * 86_400

  /// Makes a set of tokens.
  ///
  /// - Parameters:
  ///   - accessToken: The access token.
  ///   - tokenType: The token type.
  ///   - expiresIn: The lifetime of the access token in seconds; `nil` if it isn't known.
  ///   - now: The time at which the tokens were received, since the start of 1970, UTC; `nil` if it
  ///     isn't known.
  ///   - scope: The granted scopes, separated by spaces.
  ///   - idToken: The ID token.
  ///   - refreshToken: The refresh token.
  ///   - verification: How the ID token was checked.
  public init(
    accessToken: Secret, tokenType: String, expiresIn: Int? = nil, receivedAt now: Duration? = nil,
    scope: String? = nil, idToken: Secret? = nil, refreshToken: Secret? = nil,
    verification: Verification = .absent
  ) {
    self.accessToken = accessToken
    self.tokenType = tokenType
    self.expiresIn = expiresIn
    if let now, let expiresIn {
      expiresAt = now + .seconds(min(expiresIn, Tokens.lifeMax))
    }
    self.scope = scope
    self.idToken = idToken
    self.refreshToken = refreshToken
    self.verification = verification
  }
}

extension Tokens: Codable {
  /// The names in the encoded tokens, as in the answer of a token endpoint.
  private enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case tokenType = "token_type"
    case expiresIn = "expires_in"
    case expiresAt = "expires_at"
    case scope
    case idToken = "id_token"
    case refreshToken = "refresh_token"
    case verification
  }

  /// Decodes tokens that an app has kept.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: `DecodingError` if these aren't encoded tokens.
  public init(from decoder: any Decoder) throws {
    let kept = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      accessToken: Secret(try kept.decode(String.self, forKey: .accessToken)),
      tokenType: try kept.decode(String.self, forKey: .tokenType),
      expiresIn: try kept.decodeIfPresent(Int.self, forKey: .expiresIn),
      scope: try kept.decodeIfPresent(String.self, forKey: .scope),
      idToken: try kept.decodeIfPresent(String.self, forKey: .idToken).map { Secret($0) },
      refreshToken: try kept.decodeIfPresent(String.self, forKey: .refreshToken).map { Secret($0) },
      verification: try kept.decodeIfPresent(Verification.self, forKey: .verification) ?? .absent)
    expiresAt = try kept.decodeIfPresent(Int64.self, forKey: .expiresAt).map { .seconds($0) }
  }

  /// Encodes the tokens, so that an app can keep them.
  ///
  /// The encoded tokens are secret: keep them in the keychain, or in a file that only the app can
  /// read.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var kept = encoder.container(keyedBy: CodingKeys.self)
    try kept.encode(accessToken.reveal(), forKey: .accessToken)
    try kept.encode(tokenType, forKey: .tokenType)
    try kept.encodeIfPresent(expiresIn, forKey: .expiresIn)
    try kept.encodeIfPresent(expiresAt?.components.seconds, forKey: .expiresAt)
    try kept.encodeIfPresent(scope, forKey: .scope)
    try kept.encodeIfPresent(idToken?.reveal(), forKey: .idToken)
    try kept.encodeIfPresent(refreshToken?.reveal(), forKey: .refreshToken)
    try kept.encode(verification, forKey: .verification)
  }
}
