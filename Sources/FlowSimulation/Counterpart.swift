package import FlowEngine
package import FlowHTTP
package import FlowInterpreter
package import FlowScript
package import IDXEngine

/// The target of a flow's sign-in: an org in this process, or a real issuer.
package enum Counterpart: Sendable {
  /// A simulated org; every flow begins with the org's initial state, at the given time or now.
  case simulated(any SimulatedOrg, seed: UInt64, at: OrgTime? = nil)
  /// A real issuer.
  case issuer(IDXConfiguration, any Transport)

  /// The issuer and the client; `nil` if the simulated org isn't an issuer.
  package var configuration: IDXConfiguration? {
    switch self {
    case .simulated(let org, _, _): org.configuration
    case .issuer(let configuration, _): configuration
    }
  }

  /// The scopes to request from a simulated org for a flow.
  ///
  /// The scope for the email address is requested only if the flow expects the address.
  package static func scopes(for plan: RunPlan) -> [String] {
    let expectsMail = plan.expects { $0 == "user.email" || $0 == "user.email_verified" }
    return IssuerSettings.usualScopes + (expectsMail ? ["email"] : [])
  }

  /// Makes the engine and the other objects that a run needs.
  ///
  /// - Parameters:
  ///   - clock: The real clock.
  ///   - randomBytes: Returns bytes that are suitable for keys.
  ///   - scopes: The scopes to request from a simulated org.
  ///   - notice: Called before a wait that a real server requests, with its duration.
  ///   - callback: Called with the callbacks of a simulated org's SDK, and with the messages of
  ///     apps and servers, as they come.
  ///   - logs: Records the actions of simulated orgs for coverage.
  ///   - carrying: Wraps the transport of the engine's requests.
  /// - Returns: The engine, the clock of the run and the inbox.
  package func connect(
    clock: any RunClock, randomBytes: @escaping @Sendable (Int) -> [UInt8],
    scopes: [String] = IssuerSettings.usualScopes,
    notice: @escaping @Sendable (Duration) -> Void = { _ in },
    callback: (@Sendable (String) -> Void)? = nil, logs: OrgTraceLogs? = nil,
    carrying: @escaping (any Transport) -> any Transport = { $0 }
  ) -> Connection {
    switch self {
    case .simulated(let org, let seed, let time):
      var run = SimulatedRun(
        clock: Counterpart.clock(clock, from: time), seed: seed, randomBytes: randomBytes)
      run.scopes = scopes
      run.callback = callback
      run.logs = logs
      run.carrying = carrying
      return org.connect(run)
    case .issuer(let configuration, let transport):
      return .issuer(
        configuration, over: carrying(transport), clock: clock, randomBytes: randomBytes,
        notice: notice)
    }
  }

  /// The clock of an org in this process.
  ///
  /// The org answers at once, so its time passes only when a run waits.
  private static func clock(_ clock: any RunClock, from time: OrgTime?) -> SkippingClock {
    SkippingClock(time.map { ShiftedClock(base: clock, from: $0) } ?? clock)
  }
}

/// A clock that differs from another one by a constant time.
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
