/// The operations on tokens after a sign-in.
public protocol TokenService: Sendable {
  /// Requests new tokens with a refresh token (RFC 6749, section 6).
  ///
  /// - Parameters:
  ///   - tokens: The tokens of the sign-in. They keep the values that the response omits.
  ///   - deadline: The deadline of the response; `nil` if only the limits of requests apply.
  /// - Returns: The new tokens.
  /// - Throws: `EngineFailure`; `refused` without a refresh token.
  func refresh(
    _ tokens: Tokens, by deadline: ContinuousClock.Instant?
  ) async throws(EngineFailure) -> Tokens

  /// Revokes the refresh token, then the access token (RFC 7009). The second is revoked even if the
  /// first fails.
  ///
  /// - Parameters:
  ///   - tokens: The tokens of the sign-in.
  ///   - deadline: The deadline of the responses; `nil` if only the limits of requests apply.
  /// - Throws: `EngineFailure` if the server didn't revoke both. It names the token that isn't
  ///   revoked.
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
