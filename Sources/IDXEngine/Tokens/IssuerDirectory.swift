import FlowEngine
import FlowHTTP
import FlowLock

/// An issuer's endpoints and keys, which are each requested at most once per engine.
final class IssuerDirectory: Sendable {
  private let configuration: IDXConfiguration
  private let transport: any Transport
  private let clock: any RunClock
  private let cache: IssuerCache
  private let endpointsFound = Mutex<Shared<IssuerEndpoints>?>(nil)
  private let keysFound = Mutex<KeySet?>(nil)

  init(
    configuration: IDXConfiguration, transport: any Transport, clock: any RunClock,
    cache: IssuerCache
  ) {
    self.configuration = configuration
    self.transport = transport
    self.clock = clock
    self.cache = cache
  }

  /// The endpoints of the issuer.
  ///
  /// The issuer's description names them. Without a description, they follow from the address.
  /// An org in this process has fixed endpoints, so no description is requested.
  ///
  /// - Parameter deadline: The deadline for the answer.
  /// - Returns: The addresses.
  /// - Throws: `EngineFailure`.
  func endpoints(
    by deadline: ContinuousClock.Instant? = nil
  ) async throws(EngineFailure) -> Shared<IssuerEndpoints> {
    if let found = endpointsFound.withLock({ $0 }) { return found }
    let found: Shared<IssuerEndpoints>
    if configuration.isInProcess {
      found = Shared(IssuerEndpoints(ruleFor: configuration))
    } else if let kept = cache.endpoints.document(at: clock.now) {
      found = kept
    } else {
      let (endpoints, end) = try await discover(by: deadline)
      found = Shared(endpoints)
      cache.endpoints.keep(found, until: end)
    }
    endpointsFound.withLock { $0 = found }
    return found
  }

  private func discover(
    by deadline: ContinuousClock.Instant?
  ) async throws(EngineFailure) -> (IssuerEndpoints, end: Duration) {
    let reply = try await get(
      configuration.discovery, as: "the issuer's description", by: deadline)
    let end = clock.now + reply.freshness
    // An authorization server needs no description, so its absence isn't a fault.
    guard ![404, 405, 410].contains(reply.status) else {
      return (IssuerEndpoints(ruleFor: configuration), end)
    }
    return (try IssuerEndpoints(try reply.success(), of: configuration), end)
  }

  /// Validates an ID token: its claims, and its signature unless the issuer is in this process.
  ///
  /// - Parameters:
  ///   - text: The token.
  ///   - deadline: The deadline for the issuer's keys.
  ///   - claims: Makes the requirements for the claims from the issuer's name.
  /// - Returns: The kind of verification that was possible, and the claims.
  /// - Throws: `EngineFailure` of kind `untrusted` if the token must not be accepted.
  func check(
    _ text: Secret, by deadline: ContinuousClock.Instant? = nil,
    against claims: (String) -> IDTokenClaims
  ) async throws(EngineFailure) -> (Tokens.Verification, JSONObject) {
    let token = try SignedToken(text)
    let name = try await endpoints(by: deadline).issuer
    guard !configuration.isInProcess else {
      try claims(name).check(token.claims)
      return (.inProcess, token.claims)
    }
    try KeySet.checkAlgorithm(token.header)
    try claims(name).check(token.claims)
    let isChecked = try await keys(for: token, by: deadline).check(token)
    return (isChecked ? .signature : .claims, token.claims)
  }

  /// The issuer's keys, which are requested again if the issuer may have a new one.
  private func keys(
    for token: SignedToken, by deadline: ContinuousClock.Instant?
  ) async throws(EngineFailure) -> KeySet {
    if let found = keysFound.withLock({ $0 }) { return found }
    if let kept = cache.keys.document(at: clock.now), kept.hasKey(for: token.header) { return kept }
    let reply = try await get(
      try await endpoints(by: deadline).keys, as: "the issuer's keys", by: deadline)
    guard reply.size <= KeySet.bytesMax else {
      throw EngineFailure(
        .malformed, "the issuer's key set is larger than \(KeySet.bytesMax >> 10) KB")
    }
    let found = try KeySet(reply.success())
    keysFound.withLock { $0 = found }
    cache.keys.keep(found, until: clock.now + reply.freshness)
    return found
  }

  private func get(
    _ url: HTTPURL, as what: String, by deadline: ContinuousClock.Instant?
  ) async throws(EngineFailure) -> IDXReply {
    // A separate connection, because public documents are requested without the transaction's
    // cookies.
    var connection = IDXConnection(
      configuration: configuration, transport: transport, clock: clock)
    connection.deadline = deadline
    try connection.checkIssuer()
    return try await connection.get(url, as: what)
  }
}
