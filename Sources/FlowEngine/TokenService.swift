/// What can be done with tokens after a sign-in.
public protocol TokenService: Sendable {
  /// Gets new tokens for a refresh token (RFC 6749, section 6).
  ///
  /// - Parameter tokens: Those of the sign-in; what the answer leaves out stays as it is in them.
  /// - Returns: The new tokens.
  /// - Throws: `EngineFailure`; `refused` where there is no refresh token.
  func refresh(_ tokens: Tokens) async throws(EngineFailure) -> Tokens

  /// Revokes the refresh token, then the access token (RFC 7009).
  ///
  /// - Throws: `EngineFailure`, where the server did not agree to both.
  func revoke(_ tokens: Tokens) async throws(EngineFailure)
}
