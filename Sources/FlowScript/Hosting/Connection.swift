package import FlowEngine
package import FlowHTTP
import FlowInterpreter
package import IDXEngine
package import NextAuthEngine

/// What a run needs of its counterpart: an engine, and what goes with it.
package struct Connection: Sendable {
  /// What the flow speaks to.
  package var engine: any Engine
  /// What refreshes and revokes the tokens of a sign-in, if there are any.
  package var tokens: (any TokenService)?
  /// The clock of the run.
  package var clock: any RunClock
  /// Where the codes arrive that the counterpart sends itself.
  package var inbox: (any Inbox)?
  /// Follows the redirects of the counterpart, if no person has to.
  package var browser: (@Sendable (Redirect) async throws -> Secret)?
  /// Whether requests in progress end at the run's deadline, in real time.
  package var watchesRequests: Bool

  /// Makes a connection.
  package init(
    engine: any Engine, tokens: (any TokenService)? = nil, clock: any RunClock,
    inbox: (any Inbox)? = nil,
    browser: (@Sendable (Redirect) async throws -> Secret)? = nil, watchesRequests: Bool
  ) {
    self.engine = engine
    self.tokens = tokens
    self.clock = clock
    self.inbox = inbox
    self.browser = browser
    self.watchesRequests = watchesRequests
  }

  /// Connects to a real issuer.
  ///
  /// - Parameters:
  ///   - configuration: Where and as which client to sign in.
  ///   - transport: Carries the requests.
  ///   - clock: The clock of the run.
  ///   - randomBytes: Returns bytes that are fit for keys.
  ///   - notice: Called with the time that the engine is about to wait because a server asks for it.
  /// - Returns: The connection.
  package static func issuer(
    _ configuration: IDXConfiguration, over transport: any Transport, clock: any RunClock,
    randomBytes: @escaping @Sendable (Int) -> [UInt8],
    notice: @escaping @Sendable (Duration) -> Void = { _ in }
  ) -> Connection {
    let engine = IDXEngine(
      configuration: configuration, transport: transport,
      clock: NoticedClock(base: clock, notice: notice), randomBytes: randomBytes)
    return Connection(engine: engine, tokens: engine, clock: clock, watchesRequests: true)
  }

  /// Connects to an app's nextAuth SDK.
  ///
  /// - Parameters:
  ///   - sdk: The SDK.
  ///   - clock: The clock of the run.
  ///   - callback: Called with what the SDK calls back with.
  /// - Returns: The connection.
  package static func sdk(
    _ sdk: any NextAuthBackend, clock: any RunClock, callback: (@Sendable (String) -> Void)?
  ) -> Connection {
    let engine = NextAuthEngine(backend: sdk, clock: clock, observer: callback)
    return Connection(engine: engine, clock: clock, watchesRequests: true)
  }
}

/// A clock that reports every wait before it begins.
private struct NoticedClock: RunClock {
  let base: any RunClock
  let notice: @Sendable (Duration) -> Void

  var now: Duration { base.now }

  func sleep(for duration: Duration) async throws {
    notice(duration)
    try await base.sleep(for: duration)
  }
}
