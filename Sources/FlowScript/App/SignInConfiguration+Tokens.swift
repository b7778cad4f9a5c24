public import FlowEngine
import FlowInterpreter
import FlowHTTP
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
    let configuration: IDXConfiguration
    let transport: any Transport
    switch target {
    case .issuer(let client, let carrier): (configuration, transport) = (client, carrier)
    case .simulated:
      throw SignInFailure(
        IssuerSettings.Fault(
          message: "a simulated org ends with its run",
          help: "use `refresh` and `signOut` of the `SignInResult`"))
    case .nextAuth:
      throw SignInFailure(
        IssuerSettings.Fault(
          message: "a session of nextAuth has no tokens",
          help: "end it with `stopSession` of the SDK"))
    case .apps:
      throw SignInFailure(
        IssuerSettings.Fault(
          message: "the client's tokens are refreshed by a run",
          help: "put them into the world as the client's `accounts`, and start a run"))
    }
    let clock = self.clock ?? SystemClock(now: ThisMachine.wallTime())
    let masker = Masker()
    if let secret = configuration.clientSecret { masker.add(secret) }
    return TokenHandle(
      IDXEngine(
        configuration: configuration, transport: transport, clock: clock,
        randomBytes: ThisMachine.randomBytes), masker: masker, limit: limit)
  }
}
