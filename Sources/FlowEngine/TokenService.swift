/// The operations on tokens after a sign-in.
public protocol TokenService: Sendable {
  /// Requests new tokens with a refresh token (RFC 6749, section 6).
  ///
  /// - Parameters:
  ///   - tokens: The tokens of the sign-in. Values that the response omits are taken from these.
  ///   - deadline: The time at which the request is aborted; `nil` if only the engine's limits
  ///     apply.
  /// - Returns: The new tokens.
  /// - Throws: `EngineFailure`. Its kind is `refused` if there is no refresh token.
  func refresh(
    _ tokens: Tokens, by deadline: ContinuousClock.Instant?
  ) async throws(EngineFailure) -> Tokens

  /// Revokes the refresh token, then the access token (RFC 7009).
  ///
  /// The access token is revoked even if revoking the refresh token fails.
  ///
  /// - Parameters:
  ///   - tokens: The tokens of the sign-in.
  ///   - deadline: The time at which requests are aborted; `nil` if only the engine's limits apply.
  /// - Throws: `EngineFailure` if a token wasn't revoked. The message names that token.
  func revoke(_ tokens: Tokens, by deadline: ContinuousClock.Instant?) async throws(EngineFailure)
}

extension TokenService {
  /// Requests new tokens without a deadline.
  public func refresh(_ tokens: Tokens) async throws(EngineFailure) -> Tokens {
    try await refresh(tokens, by: nil)
  }

  /// Revokes the tokens without a deadline.
  public func revoke(_ tokens: Tokens) async throws(EngineFailure) {
    try await revoke(tokens, by: nil)
  }
}
