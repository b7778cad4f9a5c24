package import FlowEngine
package import OktaSimulator
package import FlowHTTP
import FlowLock

/// A simulated org on a real socket of this machine.
package final class LoopbackOrg: Sendable {
  private let listener: HTTPServer
  private let seen: Seen

  /// The state that the answering threads share.
  private final class Seen: Sendable {
    let org = Mutex<OrgServer?>(nil)
    let lines = Mutex<[String]>([])
  }

  package var port: Int { listener.port }

  /// The org whose sent codes can be read.
  package var inbox: OrgServer? { seen.org.withLock { $0 } }

  /// Every request line received, in order.
  package var requests: [String] { seen.lines.withLock { $0 } }

  /// Binds a free port and begins to answer; `nil` if there is no loopback.
  package init?(_ org: (HTTPURL) -> Org?, clock: any RunClock) {
    let seen = Seen()
    let listener = try? HTTPServer { request in
      seen.lines.withLock { $0.append("\(request.method.rawValue) \(request.url.path)") }
      return seen.org.withLock { $0 }?.answer(request) ?? HTTPResponse(status: 503)
    }
    guard let listener else { return nil }
    let issuer = HTTPURL(
      scheme: .http, host: "127.0.0.1", port: listener.port, path: "/oauth2/default")
    guard let org = org(issuer) else { return nil }
    seen.org.withLock { $0 = OrgServer(org, clock: clock, seed: 7) }
    self.listener = listener
    self.seen = seen
  }

  /// Ends the listening and every connection.
  package func stop() {
    listener.stop()
  }
}
