import FlowText
import FlowDiagnostics
import FlowEngine
package import FlowInterpreter
import FlowSyntax
package import FlowHTTP
import IDXEngine
import FlowLock
import Testing

/// One line of a script, run at one page with every value that it can name.
package struct LineRun {
  package var result: RunResult
  /// The requests after the page, except the one that gives it up.
  package var requests: [HTTPRequest]
  /// The addresses of the redirects that were followed.
  package var followed: [String]

  /// The body of the first answer.
  package var body: JSON? {
    guard case .json(let body) = requests.first?.body else { return nil }
    return body
  }

  /// Runs a line; the answer to it is the end.
  package init(_ line: String, at page: JSON) async throws {
    let source = SourceFile(name: "line.flow", text: "flow \"line\" {\n  \(line)\n}\n")
    let (program, problems) = Program.load(source)
    try #require(problems.isEmpty)
    let flow = try #require(program.flows.first)
    let (plans, diagnostics) = RunPlan.make(program: program, flow: flow)
    try #require(diagnostics.isEmpty)
    let transport = ScriptedTransport([
      .page(Pages.interact), .page(page),
      // The end, and the tokens for the step that is exchanged automatically.
      .page([
        "version": "1.0.0", "stateHandle": "h", "token_type": "Bearer", "access_token": "a",
        "scope": "profile",
      ]),
    ])
    let issuer = try #require(HTTPURL(Pages.issuer))
    let engine = IDXEngine(
      configuration: IDXConfiguration(
        issuer: issuer, clientID: "client-1", redirectURI: "com.example:/callback",
        isInProcess: true),
      transport: transport, clock: ManualClock(now: .zero),
      randomBytes: { [UInt8](repeating: 7, count: $0) })
    let addresses = Addresses()
    result = await FlowInterpreter.run(
      try #require(plans.first), engine: engine, environment: Self.environment(addresses))
    requests = Array(transport.requests.dropFirst(2))
    followed = addresses.all
  }

  private final class Addresses: Sendable {
    private let list = Mutex<[String]>([])
    var all: [String] { list.withLock { $0 } }
    func add(_ address: String) { list.withLock { $0.append(address) } }
  }

  private struct Cancelled: Error {}

  private static func environment(_ addresses: Addresses) -> RunEnvironment {
    RunEnvironment(
      clock: ManualClock(now: .seconds(1_700_000_000)), watchesRequests: false,
      sources: ValueSources(variable: { "of \($0)" }, secret: { Secret("secret of \($0)") }),
      totp: { request, now in
        TimedCode(Secret("287082"), key: request.secret, end: now + .seconds(20))
      },
      inbox: Mailbox(), passkeys: Keys(), prompter: Typist(),
      redirect: { redirect in
        addresses.add(redirect.address.reveal())
        throw Cancelled()
      })
  }

  private struct Mailbox: Inbox {
    func newest(_ channel: String, to address: String?, after moment: Int) async -> InboxItem? {
      InboxItem(number: moment + 1, channel: channel, address: "", code: Secret("123456"))
    }
    func mark() async -> Int { 0 }
  }

  private struct Keys: PasskeyHolder {
    func answer(
      _ challenge: PasskeyChallenge, by name: String
    ) async throws(PlainFailure) -> [PasskeyChallenge.Part: String] {
      Dictionary(uniqueKeysWithValues: challenge.fields.keys.map { ($0, "cGFydA") })
    }
  }

  private struct Typist: Prompter {
    func answer(_ question: Question) async throws -> Reply {
      .filled(question.fields.map { _ in "424242" })
    }
  }
}
