import FlowEngine
import FlowRuntime
import FlowSyntax
import FlowWire
import IDXEngine
import Synchronization
import Testing

@testable import FlowCLI

/// The example of every step, authenticator, method and capability answers a page that offers it.
@Suite("The engine's words at work")
struct StepExampleTests {
  static let words = IDXEngine.vocabulary
  static let others = words.subjects + words.methods + words.capabilities

  @Test("The example of a step answers it", arguments: words.steps)
  func step(_ step: EngineVocabulary.KnownStep) async throws {
    let run = try await Self.run(step.example, at: StepPages.page(of: step.name))
    switch step.name {
    case "issue": #expect(run.result.outcome == .success)
    case "failure-redirect": #expect(run.result.outcome == .failure)
    case "device-enrollment-terminal":
      #expect(run.result.faults.map(\.problem.id) == [.ruleFailed])
    default: #expect(run.answered == 1, "\(run.result.diagnostics.map(\.problem))")
    }
  }

  @Test("The example of an authenticator, a method or a capability uses it", arguments: others)
  func word(_ word: EngineVocabulary.KnownWord) async throws {
    // Its condition is about the third time that a page is met.
    let example = word.naming.word == "cancel" ? "on any cancel" : word.example
    let page = StepPages.page(of: word, among: Self.words)
    let run = try await Self.run(example, at: page)
    #expect(run.answered == 1, "\(run.result.diagnostics.map(\.problem))")
    guard example.contains("choose"), case .json(let body) = run.sent else { return }
    // What is named was chosen, and not just anything.
    let chosen = body["authenticator"]
    let key =
      Self.words.methods.contains(word)
      ? (chosen?["methodType"] ?? chosen?["channel"]) : chosen?["id"]
    let isMethod = Self.words.methods.contains(word)
    #expect(key == .string(isMethod ? word.key : "id-\(word.key)"))
  }

  // MARK: Running

  private struct Run {
    var result: RunResult
    /// How often the page's form was sent, or its redirect followed.
    var answered: Int
    var sent: HTTPBody
  }

  /// Runs one line at a page, with every value that it may name.
  private static func run(_ line: String, at page: JSON) async throws -> Run {
    let source = SourceFile(name: "example.flow", text: "flow \"example\" {\n  \(line)\n}\n")
    let (program, problems) = Program.load(source)
    try #require(problems.isEmpty)
    let flow = try #require(program.flows.first)
    let (plans, diagnostics) = RunPlan.make(program: program, flow: flow)
    try #require(diagnostics.isEmpty)
    let transport = ScriptedTransport([
      .page(Pages.interact), .page(page),
      // The end, and for the step that is exchanged by itself the tokens.
      .page(["version": "1.0.0", "stateHandle": "h", "token_type": "Bearer", "access_token": "a"]),
    ])
    let issuer = try #require(HTTPURL(Pages.issuer))
    let engine = IDXEngine(
      configuration: IDXConfiguration(
        issuer: issuer, clientID: "client-1", redirectURI: "com.example:/callback",
        isInProcess: true),
      transport: transport, clock: ManualClock(now: .zero),
      randomBytes: { [UInt8](repeating: 7, count: $0) })
    let followed = Mutex(0)
    let environment = environment { redirect in
      if redirect.address.reveal().hasSuffix(StepPages.path) { followed.withLock { $0 += 1 } }
    }
    let result = await FlowRuntime.run(
      try #require(plans.first), engine: engine, environment: environment)
    let answers = transport.requests.filter { $0.url.path == StepPages.path }
    let cancels = line == "on any cancel" ? transport.paths.count { $0.hasSuffix("/cancel") } : 0
    return Run(
      result: result, answered: answers.count + followed.withLock { $0 } + cancels,
      sent: answers.first?.body ?? .none)
  }

  private struct Cancelled: Error {}

  private static func environment(
    following: @escaping @Sendable (Redirect) -> Void
  ) -> RunEnvironment {
    RunEnvironment(
      clock: ManualClock(now: .seconds(1_700_000_000)), watchesRequests: false,
      sources: ValueSources(variable: { "of \($0)" }, secret: { Secret("secret of \($0)") }),
      totp: { request, now in
        TimedCode(Secret("287082"), key: request.secret, end: now + .seconds(20))
      },
      inbox: Mailbox(), passkeys: Keys(), prompter: Person(),
      redirect: { redirect in
        following(redirect)
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
    ) async throws(PasskeyFailure) -> [PasskeyChallenge.Part: String] {
      Dictionary(uniqueKeysWithValues: challenge.fields.keys.map { ($0, "cGFydA") })
    }
  }

  private struct Person: Prompter {
    func answer(_ question: Question) async throws -> Reply {
      .filled(question.fields.map { _ in "424242" })
    }
  }
}
