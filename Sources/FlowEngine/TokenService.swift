/// What can be done with tokens after a sign-in.
public protocol TokenService: Sendable {
  /// Gets new tokens for a refresh token (RFC 6749, section 6).
  ///
  /// - Parameters:
  ///   - tokens: Those of the sign-in; what the answer leaves out stays as it is in them.
  ///   - deadline: When the answer must have come; `nil` for as long as requests may take.
  /// - Returns: The new tokens.
  /// - Throws: `EngineFailure`; `refused` where there is no refresh token.
  func refresh(
    _ tokens: Tokens, by deadline: ContinuousClock.Instant?
  ) async throws(EngineFailure) -> Tokens

  /// Revokes the refresh token, then the access token (RFC 7009), the second even if the first fails.
  ///
  /// - Parameters:
  ///   - tokens: Those of the sign-in.
  ///   - deadline: When the answers must have come; `nil` for as long as requests may take.
  /// - Throws: `EngineFailure` if the server did not agree to both; it says which token isn't revoked.
  func revoke(_ tokens: Tokens, by deadline: ContinuousClock.Instant?) async throws(EngineFailure)
}

extension TokenService {
  /// The same without a deadline.
  public func refresh(_ tokens: Tokens) async throws(EngineFailure) -> Tokens {
    try await refresh(tokens, by: nil)
  }

  /// The same without a deadline.
  public func revoke(_ tokens: Tokens) async throws(EngineFailure) {
    try await revoke(tokens, by: nil)
  }
}
