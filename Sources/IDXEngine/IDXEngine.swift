public import FlowEngine
public import FlowHTTP

/// Runs sign-ins with Okta's Identity Engine ("IDX") without a browser, by the interaction code
/// grant.
public struct IDXEngine: Engine {
  /// The client and the issuer of the sign-ins.
  public let configuration: IDXConfiguration
  let transport: any Transport
  let clock: any RunClock
  let directory: IssuerDirectory
  /// How sessions continue earlier ones; `nil` if each begins a new transaction.
  package var continuity: IDXContinuity?
  private let randomBytes: @Sendable (Int) -> [UInt8]

  /// Makes an engine.
  ///
  /// - Parameters:
  ///   - configuration: The client and the issuer of the sign-ins.
  ///   - transport: Carries the requests.
  ///   - clock: The time, for the lifetime of cookies and for the waits that a server requests.
  ///   - randomBytes: Returns as many bytes as requested, from a cryptographic generator.
  public init(
    configuration: IDXConfiguration, transport: any Transport, clock: any RunClock,
    randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.init(
      configuration: configuration, transport: transport, clock: clock, cache: IssuerCache(),
      randomBytes: randomBytes)
  }

  /// Makes an engine that shares the issuer's description and keys with others.
  ///
  /// - Parameters:
  ///   - configuration: The client and the issuer of the sign-ins.
  ///   - transport: Carries the requests.
  ///   - clock: The time.
  ///   - cache: The description and the keys.
  ///   - randomBytes: Returns as many bytes as requested, from a cryptographic generator.
  package init(
    configuration: IDXConfiguration, transport: any Transport, clock: any RunClock,
    cache: IssuerCache, randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.configuration = configuration
    self.transport = transport
    self.clock = clock
    self.randomBytes = randomBytes
    directory = IssuerDirectory(
      configuration: configuration, transport: transport, clock: clock, cache: cache)
  }

  /// Makes a session that has sent nothing yet.
  ///
  /// - Parameter learn: Receives each secret of the transaction as soon as it exists.
  /// - Returns: The session.
  public func makeSession(learn: @escaping @Sendable (Secret) -> Void) -> any Session {
    IDXSession(
      connection: connection, directory: directory, randomBytes: randomBytes,
      continuity: continuity, learn: learn)
  }

  /// A connection that has sent nothing yet.
  private var connection: IDXConnection {
    var connection = IDXConnection(
      configuration: configuration, transport: transport, clock: clock)
    if let key = configuration.proof?.key {
      connection.signer = ProofSigner(key: key, clock: clock, randomBytes: randomBytes)
    }
    return connection
  }
}

extension IDXEngine: TokenService {
  /// Exchanges a refresh token for new tokens (RFC 6749, section 6), and validates the new ID
  /// token.
  public func refresh(
    _ tokens: Tokens, by deadline: ContinuousClock.Instant?
  ) async throws(EngineFailure) -> Tokens {
    guard let refreshToken = tokens.refreshToken else {
      throw EngineFailure(
        .refused, "there is no refresh token", help: "ask for the scope `offline_access`")
    }
    let reply = try await send(
      [FormPair("grant_type", "refresh_token"), FormPair("refresh_token", refreshToken.reveal())],
      to: try await directory.endpoints(by: deadline).token, by: deadline, as: "`token`",
      isProven: true)
    let answer = try TokenAnswer(reply.success(), receivedAt: clock.now)
    var proof = configuration.proof
    // Tokens that were bound must stay bound, even if the app accepts bearer tokens at first.
    if tokens.tokenType.lowercased() == "dpop" { proof?.acceptsBearer = false }
    try answer.checkType(proof)
    var new = answer.tokens
    if let idToken = new.idToken {
      let subject = tokens.idToken.flatMap { try? SignedToken($0) }?.claims["sub"]?.string
      let accessToken = new.accessToken
      let now = clock.now
      // A refreshed ID token doesn't repeat the nonce (OpenID Connect Core, section 12.2).
      (new.verification, _) = try await directory.check(idToken, by: deadline) { issuer in
        IDTokenClaims(
          issuer: issuer, clientID: configuration.clientID, nonce: nil, subject: subject,
          accessToken: accessToken, now: now)
      }
    } else {
      new.idToken = tokens.idToken
      new.verification = tokens.verification
    }
    // A server omits the refresh token and the scope if they stay the same (sections 5.1 and 6).
    new.refreshToken = new.refreshToken ?? refreshToken
    new.scope = new.scope ?? tokens.scope
    return new
  }

  /// Revokes the refresh token, then the access token (RFC 7009).
  ///
  /// The refresh token is first because it can get new tokens. An unknown token isn't a failure
  /// (section 2.2). If one revocation fails, the other token is revoked anyway.
  public func revoke(
    _ tokens: Tokens, by deadline: ContinuousClock.Instant?
  ) async throws(EngineFailure) {
    let endpoint = try await directory.endpoints(by: deadline).revocation
    guard let refreshToken = tokens.refreshToken else {
      return try await revoke(tokens.accessToken, "access_token", at: endpoint, by: deadline)
    }
    let first = await failure(of: refreshToken, "refresh_token", at: endpoint, by: deadline)
    if let first, first.kind == .cancelled { throw first }
    let second = await failure(of: tokens.accessToken, "access_token", at: endpoint, by: deadline)
    switch (first, second) {
    case (nil, nil): return
    case (let first?, nil):
      throw first.saying("the access token is revoked, the refresh token isn't: \(first.message)")
    case (nil, let second?):
      throw second.saying("the refresh token is revoked, the access token isn't: \(second.message)")
    case (let first?, let second?):
      throw first.saying(
        first.message == second.message
          ? "neither token is revoked: \(first.message)"
          : "the refresh token isn't revoked: \(first.message); nor is the access token: "
            + second.message)
    }
  }

  private func failure(
    of token: Secret, _ kind: String, at endpoint: HTTPURL, by deadline: ContinuousClock.Instant?
  ) async -> EngineFailure? {
    do throws(EngineFailure) {
      try await revoke(token, kind, at: endpoint, by: deadline)
      return nil
    } catch { return error }
  }

  private func revoke(
    _ token: Secret, _ kind: String, at endpoint: HTTPURL, by deadline: ContinuousClock.Instant?
  ) async throws(EngineFailure) {
    let reply = try await send(
      [FormPair("token", token.reveal()), FormPair("token_type_hint", kind)], to: endpoint,
      by: deadline, as: "`revoke`")
    try reply.done()
  }

  /// Sends a form of the client, and repeats the request after a failure if that can't do harm.
  private func send(
    _ pairs: [FormPair], to url: HTTPURL, by deadline: ContinuousClock.Instant?, as what: String,
    isProven: Bool = false
  ) async throws(EngineFailure) -> IDXReply {
    var connection = self.connection
    connection.deadline = deadline
    try connection.checkIssuer()
    var pairs = pairs + [FormPair("client_id", configuration.clientID)]
    if let secret = configuration.clientSecret {
      pairs.append(FormPair("client_secret", secret.reveal()))
    }
    return try await connection.sendPatiently(pairs, to: url, as: what, isProven: isProven)
  }
}

extension EngineFailure {
  /// Returns the same failure with another message.
  fileprivate func saying(_ message: String) -> EngineFailure {
    var failure = self
    failure.message = message
    return failure
  }
}
