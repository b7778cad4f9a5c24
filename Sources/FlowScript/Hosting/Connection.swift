package import FlowEngine
package import FlowHTTP
import FlowInterpreter
package import IDXEngine
package import NextAuthEngine

/// An engine, and the services that a run with this engine needs.
package struct Connection: Sendable {
  /// The engine that the flow uses.
  package var engine: any Engine
  /// The service that refreshes and revokes the tokens of a sign-in; `nil` if there is none.
  package var tokens: (any TokenService)?
  /// The clock of the run.
  package var clock: any RunClock
  /// The inbox for codes that the server sends; `nil` if the caller must provide one.
  package var inbox: (any Inbox)?
  /// Follows a redirect without the user; `nil` if the user must follow it.
  package var browser: (@Sendable (Redirect) async throws -> Secret)?
  /// Whether a request is aborted when the run's deadline passes in real time.
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
  ///   - configuration: The issuer and the client.
  ///   - transport: The transport for the requests.
  ///   - clock: The clock of the run.
  ///   - randomBytes: Returns random bytes that are suitable for keys.
  ///   - notice: Called before the engine waits because the server asks for it, with the duration.
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
  ///   - callback: Called for each callback of the SDK.
  /// - Returns: The connection.
  package static func sdk(
    _ sdk: any NextAuthBackend, clock: any RunClock, callback: (@Sendable (String) -> Void)?
  ) -> Connection {
    let engine = NextAuthEngine(backend: sdk, clock: clock, observer: callback)
    return Connection(engine: engine, clock: clock, watchesRequests: true)
  }
}

/// A clock that calls `notice` before each wait.
private struct NoticedClock: RunClock {
  let base: any RunClock
  let notice: @Sendable (Duration) -> Void

  var now: Duration { base.now }

  func sleep(for duration: Duration) async throws {
    notice(duration)
    try await base.sleep(for: duration)
  }
}
