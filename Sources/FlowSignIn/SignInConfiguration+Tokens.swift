public import FlowEngine
import FlowInterpreter
import FlowHTTP
import FlowScript
import IDXEngine

extension SignInConfiguration {
  /// Gets new tokens for those that an app has kept.
  ///
  /// - Parameter tokens: The tokens, with their refresh token.
  /// - Returns: The new tokens; keep them in place of the old ones, refresh token and all.
  /// - Throws: `SignInFailure`: `server` where the server gives none, with its `code`, which is
  ///   `invalid_grant` where the refresh token is no longer good and the person has to sign in again,
  ///   and with `retryAfter` where it says when it may be asked again; `network` where no answer came
  ///   within the configuration's `timeout`; `configuration` where there is no refresh token, and for
  ///   a simulated org, which ends with its run: `SignInResult.refresh` is for those.
  public func refresh(_ tokens: Tokens) async throws(SignInFailure) -> Tokens {
    try await tokenHandle().refresh(tokens)
  }

  /// Signs out: revokes the refresh token and the access token (RFC 7009) that an app has kept.
  ///
  /// - Parameter tokens: The tokens.
  /// - Throws: `SignInFailure`, where the server did not agree; the tokens may still be good then.
  public func signOut(_ tokens: Tokens) async throws(SignInFailure) {
    try await tokenHandle().revoke(tokens)
  }

  private func tokenHandle() throws(SignInFailure) -> TokenHandle {
    let clock = self.clock ?? SystemClock(now: ThisMachine.wallTime())
    let masker = Masker()
    let service = try target.tokenService(clock: clock, masker: masker)
    return TokenHandle(service, masker: masker, limit: limit)
  }
}
