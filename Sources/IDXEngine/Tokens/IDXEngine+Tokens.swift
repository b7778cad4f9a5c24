public import FlowEngine
import FlowWire

extension IDXEngine: TokenService {
  /// Gets new tokens for a refresh token (RFC 6749, section 6), and checks the new ID token.
  public func refresh(
    _ tokens: Tokens, by deadline: ContinuousClock.Instant?
  ) async throws(EngineFailure) -> Tokens {
    guard let refreshToken = tokens.refreshToken else {
      throw EngineFailure(
        .refused, "there is no refresh token", help: "ask for the scope `offline_access`")
    }
    let reply = try await send(
      [FormPair("grant_type", "refresh_token"), FormPair("refresh_token", refreshToken.reveal())],
      to: try await directory.endpoints(by: deadline).token, by: deadline, as: "`token`")
    let answer = try TokenAnswer(reply.success())
    try answer.checkType()
    var new = answer.tokens
    if let idToken = new.idToken {
      let subject = tokens.idToken.flatMap { try? SignedToken($0) }?.claims["sub"]?.string
      let accessToken = new.accessToken
      let now = clock.now
      // A refreshed ID token repeats no nonce (OpenID Connect Core, section 12.2).
      (new.verification, _) = try await directory.check(idToken, by: deadline) { issuer in
        IDTokenClaims(
          issuer: issuer, clientID: configuration.clientID, nonce: nil, subject: subject,
          accessToken: accessToken, now: now)
      }
    } else {
      new.idToken = tokens.idToken
      new.verification = tokens.verification
    }
    // A server that keeps the refresh token, or the scope, leaves it out (section 5.1 and 6).
    new.refreshToken = new.refreshToken ?? refreshToken
    new.scope = new.scope ?? tokens.scope
    return new
  }

  /// Revokes the refresh token, then the access token (RFC 7009).
  ///
  /// The one that could get new ones goes first. That a token is unknown is no failure (section 2.2).
  public func revoke(
    _ tokens: Tokens, by deadline: ContinuousClock.Instant?
  ) async throws(EngineFailure) {
    let endpoint = try await directory.endpoints(by: deadline).revocation
    let all = [("refresh_token", tokens.refreshToken), ("access_token", tokens.accessToken)]
    for case (let kind, let token?) in all {
      let reply = try await send(
        [FormPair("token", token.reveal()), FormPair("token_type_hint", kind)], to: endpoint,
        by: deadline, as: "`revoke`")
      try reply.done()
    }
  }

  /// Sends a form of the client's, again where that can do no harm.
  private func send(
    _ pairs: [FormPair], to url: HTTPURL, by deadline: ContinuousClock.Instant?, as what: String
  ) async throws(EngineFailure) -> IDXReply {
    var connection = IDXConnection(
      configuration: configuration, transport: transport, clock: clock)
    connection.deadline = deadline
    try connection.checkIssuer()
    var pairs = pairs + [FormPair("client_id", configuration.clientID)]
    if let secret = configuration.clientSecret {
      pairs.append(FormPair("client_secret", secret.reveal()))
    }
    return try await connection.sendPatiently(pairs, to: url, as: what)
  }
}
