import FlowCrypto
import FlowEngine
import OktaSimulator
import FlowHTTP
import FlowLock

/// The built-in org behind a socket of this machine, new for every sign-in.
///
/// So a client that always draws the same bytes always gets the same answers.
final class LoopbackOrg: Sendable, Inbox {
  private let listener: HTTPServer
  private let state: State
  private let clock: any RunClock
  private let memo = PageMemo()

  private final class State: Sendable {
    let org = Mutex<OktaSimulator.Org?>(nil)
    let server = Mutex<OrgServer?>(nil)
  }

  /// Begins to listen; `nil` if this machine has no socket or no signature library.
  ///
  /// - Parameters:
  ///   - clock: The clock of the org.
  ///   - make: Creates the org of an issuer.
  init?(clock: any RunClock, _ make: (HTTPURL) -> OktaSimulator.Org?) {
    let state = State()
    let listener = try? HTTPServer { request in
      state.server.withLock { $0 }?.answer(request) ?? HTTPResponse(status: 503)
    }
    guard let listener, let key = try? RSA.PrivateKey.generate(),
      let org = make(LoopbackOrg.issuer(at: listener.port))
    else { return nil }
    state.org.withLock { $0 = org.signing(with: key) }
    self.listener = listener
    self.state = state
    self.clock = clock
  }

  /// The issuer.
  var issuer: HTTPURL { LoopbackOrg.issuer(at: listener.port) }

  private static func issuer(at port: Int) -> HTTPURL {
    HTTPURL(scheme: .http, host: "127.0.0.1", port: port, path: "/oauth2/default")
  }

  /// Replaces the org with a new org.
  func begin() {
    let server = state.org.withLock { $0 }.map { OrgServer($0, clock: clock, seed: 1, memo: memo) }
    state.server.withLock { $0 = server }
  }

  /// Stops listening.
  func stop() {
    listener.stop()
  }

  var answersAtOnce: Bool { true }

  private var server: OrgServer? { state.server.withLock { $0 } }

  func newest(_ channel: String, to address: String?, after moment: Int) async -> InboxItem? {
    await server?.newest(channel, to: address, after: moment)
  }

  func mark() async -> Int {
    await server?.mark() ?? 0
  }
}
