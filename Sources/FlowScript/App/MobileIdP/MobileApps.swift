import FlowEngine
import FlowHTTP
import MobileIdPEngine

/// An app's part in the mobile identity provider flow, and what it reaches the others by.
struct MobileApps: Sendable {
  var world: MobileIdPWorld
  var router: any AppRouter
  var transport: any Transport
  var webLogin: WebLogin?

  /// The engine and what a run needs of it.
  ///
  /// - Parameters:
  ///   - clock: the clock of the run.
  ///   - limit: how long a person may take for a page.
  ///   - callback: told each message and call as it happens.
  /// - Returns: the connection.
  func connect(
    clock: any RunClock, limit: Duration, callback: @escaping @Sendable (String) -> Void
  ) -> Counterpart.Connection {
    let carrier: any Transport =
      webLogin.map { WebLoginTransport(base: transport, limit: limit, login: $0) } ?? transport
    let engine = MobileIdPEngine(
      world: world, transport: carrier, router: router, randomBytes: ThisMachine.randomBytes,
      observer: callback)
    return Counterpart.Connection(engine: engine, clock: clock, watchesRequests: true)
  }
}
