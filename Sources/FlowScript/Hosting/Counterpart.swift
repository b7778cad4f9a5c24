package import FlowEngine
package import FlowSimulator
package import FlowWire
package import IDXEngine

/// What a flow is run against: an org in this process, or a real issuer.
package enum Counterpart: Sendable {
  /// A simulated org; every flow begins with the org as it is written, and at a time, where one is
  /// named.
  case simulated(FlowSimulator.Org, seed: UInt64, at: OrgTime? = nil)
  /// A real issuer.
  case issuer(IDXConfiguration, any Transport)

  /// The client that flows against a simulated org sign in as, where the org names none.
  package static let simulatedClient = (id: "0oaflow", redirectURI: "com.example.flow:/callback")

  /// Where and as whom flows sign in at it.
  package var configuration: IDXConfiguration {
    switch self {
    case .simulated(let org, _, _):
      let client = org.client
      return IDXConfiguration(
        issuer: FlowSimulator.Org.inProcessIssuer,
        clientID: client.id ?? Counterpart.simulatedClient.id, clientSecret: client.secret,
        redirectURI: client.redirectURI ?? Counterpart.simulatedClient.redirectURI,
        isInProcess: true)
    case .issuer(let configuration, _): return configuration
    }
  }

  /// The engine and what a run needs of this counterpart.
  ///
  /// - Parameters:
  ///   - clock: the real clock.
  ///   - randomBytes: bytes fit for keys.
  ///   - notice: told for how long the engine is about to wait because a real server asks it to.
  /// - Returns: an engine, the clock of the run and the inbox.
  package func connect(
    clock: any RunClock, randomBytes: @escaping @Sendable (Int) -> [UInt8],
    notice: @escaping @Sendable (Duration) -> Void = { _ in }
  ) -> (
    engine: any Engine & TokenService, clock: any RunClock, inbox: (any Inbox)?,
    watchesRequests: Bool
  ) {
    switch self {
    case .simulated(let org, let seed, let time):
      // Nobody waits for an org that answers at once: its time passes when a run waits.
      let clock = SkippingClock(time.map { ShiftedClock(base: clock, from: $0) } ?? clock)
      let server = OrgServer(org, clock: clock, seed: seed)
      let engine = IDXEngine(
        configuration: configuration, transport: server, clock: clock, randomBytes: randomBytes)
      return (engine, clock, server, false)
    case .issuer(_, let transport):
      let engine = IDXEngine(
        configuration: configuration, transport: transport,
        clock: NoticedClock(base: clock, notice: notice), randomBytes: randomBytes)
      return (engine, clock, nil, true)
    }
  }
}

/// A clock that goes with another, and is so much before or after it.
private struct ShiftedClock: RunClock {
  private let base: any RunClock
  private let offset: Duration

  init(base: any RunClock, from time: OrgTime) {
    self.base = base
    offset = time.offset(at: base.now)
  }

  var now: Duration { base.now + offset }

  func sleep(for duration: Duration) async throws {
    try await base.sleep(for: duration)
  }
}

/// A clock that tells of every wait before it begins.
private struct NoticedClock: RunClock {
  let base: any RunClock
  let notice: @Sendable (Duration) -> Void

  var now: Duration { base.now }

  func sleep(for duration: Duration) async throws {
    notice(duration)
    try await base.sleep(for: duration)
  }
}
