import FlowCrypto
import FlowHTTP
import OktaSimulator

/// Measures the answers per second of an org's server, over connections that stay open.
enum ServerBench {
  private static let connections = 64
  private static let seconds = 3.0
  /// The number of requests for the measurement of memory.
  private static let many = 1_000_000
  private static let few = 10_000

  /// Compares the page of an email challenge from the org with the same bytes from the same server
  /// without an org.
  static func run(_ report: Report, _ group: String, _ signIn: SignIn) async {
    let name = "requests at an e-mail challenge"
    guard let step = await Step(signIn), let constant = try? step.constant() else {
      return report.skip(name, of: group, because: "sockets or the step are unavailable")
    }
    defer {
      constant.stop()
      step.listener.stop()
    }
    guard let bare = rate(constant.port, step), let ours = rate(step.listener.port, step) else {
      return report.skip(name, of: group, because: "a connection broke")
    }
    report.show(
      Measurement(
        name: name, figure: ours, unit: "/s",
        baseline: .init(name: "the same page, constant", figure: bare), target: .least(15_000)),
      of: group)
  }

  private static func rate(_ port: Int, _ step: Step) -> Double? {
    guard let load = LoopbackLoad(port: port, connections: connections, request: step.request(port))
    else { return nil }
    // Warms up, so that one-time work doesn't count.
    guard load.run(rounds: 20) else { return nil }
    let start = ContinuousClock.now
    var rounds = 0
    while (ContinuousClock.now - start).seconds < seconds {
      guard load.run(rounds: 20) else { return nil }
      rounds += 20
    }
    return Double(rounds * connections) / (ContinuousClock.now - start).seconds
  }

  /// Compares the peak memory after many requests with the peak after few.
  static func memory(_ report: Report, _ group: String, bench: String) {
    PeakMemory.compare("requests", few, many, report, group, bench: bench)
  }

  /// Sends requests, and prints the peak memory after each of the counts.
  static func printPeaks(after counts: [Int], _ signIn: SignIn) async {
    guard let step = await Step(signIn),
      let load = LoopbackLoad(
        port: step.listener.port, connections: connections,
        request: step.request(step.listener.port))
    else { return }
    defer { step.listener.stop() }
    var done = 0
    for count in counts {
      let rounds = (count - done) / connections
      guard load.run(rounds: rounds) else { return }
      done += rounds * connections
      print(PeakMemory.bytes)
    }
  }
}

extension ServerBench {
  /// A sign-in that is at an email challenge, at an org with a server.
  private struct Step {
    let listener: HTTPServer
    private let body: [UInt8]
    private let page: HTTPResponse

    init?(_ signIn: SignIn) async {
      guard let exchanges = try? await signIn.exchanges(), exchanges.count > 4 else { return nil }
      let server = signIn.server()
      var response = HTTPResponse(status: 0)
      // Up to the answer to the password, which offers the factors.
      for exchange in exchanges.prefix(4) { response = server.answer(exchange.request) }
      guard let choice = Step.email(response), let url = exchanges.last?.request.url,
        let challenge = HTTPURL(url.origin + "/idp/idx/challenge")
      else { return nil }
      _ = server.answer(HTTPRequest(.post, challenge, body: .json(choice)))
      let introspect = exchanges[1].request
      page = server.answer(introspect)
      guard page.status == 200, let listener = try? HTTPServer(handler: { server.answer($0) })
      else { return nil }
      self.listener = listener
      body = introspect.body.onWire.bytes
    }

    /// Returns the body of the form that chooses the email on a page.
    private static func email(_ response: HTTPResponse) -> JSON? {
      guard case .json(let page) = response.body else { return nil }
      let form = page["remediation"]?["value"]?.array?.first {
        $0["name"] == "select-authenticator-authenticate"
      }
      let options = form?["value"]?.array?.first { $0["name"] == "authenticator" }?["options"]
      let email = options?.array?.first { $0["label"] == "Email" }
      guard let fields = email?["value"]?["form"]?["value"]?.array,
        let id = fields.first(where: { $0["name"] == "id" })?["value"],
        let handle = page["stateHandle"]
      else { return nil }
      return ["stateHandle": handle, "authenticator": ["id": id]]
    }

    /// Returns a server that only has the page.
    func constant() throws -> HTTPServer { try HTTPServer { [page] _ in page } }

    /// Returns the request for the page, as HTTP bytes.
    func request(_ port: Int) -> [UInt8] {
      let head = """
        POST /idp/idx/introspect HTTP/1.1\r
        Host: 127.0.0.1:\(port)\r
        Content-Type: application/json\r
        Content-Length: \(body.count)\r
        \r

        """
      return Array(head.utf8) + body
    }
  }
}
