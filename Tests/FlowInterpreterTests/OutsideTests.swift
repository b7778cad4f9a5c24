import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import FlowLock
import Testing

@Suite("Events outside the run, and passing time")
struct OutsideTests {
  /// A session that is ready until it has timed out or was logged out.
  private struct Sessions: Engine {
    let log = ScriptedEngine.Log()
    /// The result of `look`.
    var becomes: Response
    var first = OutsideTests.ready

    func makeSession(learn: @escaping @Sendable (Secret) -> Void) -> any Session {
      State(engine: self)
    }

    struct State: Session {
      let engine: Sessions
      var deadline: ContinuousClock.Instant?
      var traits: SessionTraits { SessionTraits(changesByItself: true) }
      var unreadParts: [String] { [] }
      mutating func userFacts() -> [Fact] { [] }
      func absence(of fact: String) -> String? { nil }

      mutating func start(_ start: FlowEngine.Start) async throws(EngineFailure) -> Response {
        engine.log.begin(start)
        return engine.first
      }

      mutating func perform(_ move: Move) async throws(EngineFailure) -> Response {
        _ = engine.log.add(move)
        switch move {
        case .look, .settle: return engine.becomes
        case .outside, .use: return OutsideTests.loggedOut
        case .submit: return OutsideTests.active
        case .poll, .resume: throw EngineFailure(.misused, "nothing waits")
        }
      }

      mutating func abandon() async { engine.log.abandon() }
    }
  }

  private static let ready = Response(steps: [Step("ready")], capabilities: [Capability("stop")])
  private static let active = Response(
    steps: [Step("active")], capabilities: [Capability("stop")], settled: .success,
    facts: [Fact("history", .text("LOGGED_IN"))])
  private static let loggedOut = Response(
    outcome: .finished, facts: [Fact("history", .text("LOGGED_OUT"))])
  private static let timedOut = Response(
    outcome: .failure, facts: [Fact("history", .text("ABORTED"))])

  private func result(
    _ script: String, _ engine: any Engine, _ environment: RunEnvironment = .test()
  ) async throws -> RunResult {
    await run(try plan(script), engine: engine, environment: environment)
  }

  @Test("wait lets time pass; the prepared answer stays, and the next action gives it")
  func waitsAndGoesOn() async throws {
    let engine = Sessions(becomes: OutsideTests.ready)
    let result = try await result(
      "on ready wait 30s then submit\nexpect success and steps is 1", engine)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(result.duration == .seconds(30))
    #expect(engine.log.moves == [.look, .submit(step: 0, selection: nil, answers: [])])
    #expect(result.moves == 1)
  }

  @Test("A rule with only wait is finished: the next rule answers")
  func nextRule() async throws {
    let engine = Sessions(becomes: OutsideTests.ready)
    let result = try await result("on ready wait 30s\non ready submit", engine)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(engine.log.moves.count == 2)
  }

  @Test("A session's change during a wait is the latest response")
  func timesOut() async throws {
    let engine = Sessions(becomes: OutsideTests.timedOut)
    let result = try await result(
      "on ready wait 3m then submit\nexpect failure and history is \"ABORTED\"\nexpect steps is 0",
      engine)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(engine.log.moves == [.look])
    #expect(result.lines == ["wait 3m"])
  }

  @Test("The time that a script lets pass isn't the run's: its deadline moves on")
  func deadline() async throws {
    let engine = Sessions(becomes: OutsideTests.ready)
    var environment = RunEnvironment.test()
    environment.deadline = .seconds(10)
    let result = try await result("on ready wait 1h then submit", engine, environment)
    #expect(result.passed, "\(result.diagnostics)")
  }

  @Test("A wait is reported with its duration")
  func tellsWait() async throws {
    let told = Mutex<[Duration]>([])
    var environment = RunEnvironment.test()
    environment.events = { event in
      if case .waiting(_, let pause) = event { told.withLock { $0.append(pause) } }
    }
    _ = try await result(
      "on ready wait 30s then submit", Sessions(becomes: OutsideTests.ready), environment)
    #expect(told.withLock { $0 } == [.seconds(30)])
  }

  @Test("An engine that only answers requests isn't asked for changes")
  func noLook() async throws {
    let engine = ScriptedEngine(.identify, .success)
    let result = try await result(
      "on identify wait 5s then answer identifier = \"jane\"", engine)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(engine.log.moves.count == 1)
    #expect(result.duration == .seconds(5))
  }

  @Test("meanwhile passes the event on with its values, and isn't a step")
  func event() async throws {
    let engine = Sessions(becomes: OutsideTests.ready)
    let result = try await result(
      """
      let who = "jane"
      on ready submit
      on active meanwhile server-logout with account = who, kind = forced
      expect finished and history is "LOGGED_OUT"
      expect path ready
      """, engine)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(
      engine.log.moves.last
        == .outside(
          "server-logout",
          parameters: [Answer("account", .text("jane")), Answer("kind", .text("forced"))]))
  }

  @Test("At a possible end of the run, only a rule that names the step goes on")
  func settles() async throws {
    let engine = Sessions(becomes: OutsideTests.ready)
    let script = "on ready submit\non any stop\notherwise stop\nexpect success"
    let result = try await result(script, engine)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(result.reasons(at: 1).suffix(2) == [.settled, .settled])
    #expect(engine.log.abandoned == 0)
  }

  private static let pending = Response(
    steps: [Step("active", capabilities: [Capability("stop")], endsByItself: true)],
    facts: [Fact("history", .text("NONE"))], callbacks: ["ACTIVE"])

  @Test("A step that ends by itself is waited for, unless a rule names it; the wait isn't a step")
  func endsByItself() async throws {
    var becomes = OutsideTests.active
    becomes.callbacks = ["LOGIN"]
    var engine = Sessions(becomes: becomes)
    engine.first = OutsideTests.pending
    let waited = try await result(
      "on any stop\notherwise stop\nexpect success and steps is 0", engine)
    #expect(waited.passed, "\(waited.diagnostics)")
    #expect(engine.log.moves == [.settle])
    #expect(waited.records.map(\.response.callbacks) == [["ACTIVE", "LOGIN"]])
    var stopped = Sessions(becomes: becomes)
    stopped.first = OutsideTests.pending
    let named = try await result(
      "on active when history is \"NONE\" stop\nexpect finished", stopped)
    #expect(named.passed, "\(named.diagnostics)")
    #expect(stopped.log.moves == [.use(Capability("stop"), step: 0)])
  }

  @Test("An error beside such a step ends the run at once")
  func endsByItselfWithError() async throws {
    var engine = Sessions(becomes: OutsideTests.active)
    engine.first = OutsideTests.pending
    engine.first.messages = [Message(.error, "the code can't be read")]
    let result = try await result("on ready submit", engine)
    #expect(result.problems == [.serverMessage])
    #expect(!engine.log.moves.contains(.settle))
  }

  @Test("Rules at a possible end of the run act before it ends")
  func lastWords() async throws {
    let engine = Sessions(becomes: OutsideTests.ready)
    let script = "on ready submit\non active expect history is \"LOGGED_OUT\""
    let result = try await result(script, engine)
    #expect(!result.passed)
    #expect(result.problems == [.expectationFailed])
  }

  @Test("stop uses the engine's own, if it has one, and its answer ends the run")
  func stops() async throws {
    let engine = Sessions(becomes: OutsideTests.ready)
    let result = try await result(
      "on ready submit\non active stop\nexpect finished and history is \"LOGGED_OUT\"", engine)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(engine.log.moves.last == .use(Capability("stop"), step: nil))
  }

  @Test("deny uses the step's choice of that name, and is skipped if there is none")
  func denies() async throws {
    let asking = Response(steps: [Step("confirm-login", capabilities: [Capability("deny")])])
    let engine = ScriptedEngine(asking, Response(outcome: .cancelled))
    let denied = try await result("on confirm-login deny\nexpect cancelled", engine)
    #expect(denied.passed, "\(denied.diagnostics)")
    #expect(engine.log.moves == [.use(Capability("deny"), step: 0)])
    let other = try await result("on identify deny", ScriptedEngine(.identify))
    #expect(other.problems == [.noRule])
  }

  // MARK: Fields that choose, and boxes

  private static func confirm(value: Value? = nil) -> Response {
    let names = [Naming("jane", aliases: ["a1"]), Naming("sam", aliases: ["a2"])]
    let account = Field(
      "account", aliases: ["identifier"], isRequired: true, isChoice: true, value: value,
      accepted: [
        Field.Accepted(.text("a1"), naming: names[0]),
        Field.Accepted(.text("a2"), naming: names[1]),
      ])
    return Response(steps: [
      Step(
        "confirm-login", fields: [account, Field("userInput")], choices: names.map { Choice($0) })
    ])
  }

  @Test("A choice answers the field of the choices")
  func choice() async throws {
    let engine = ScriptedEngine(OutsideTests.confirm(), .success)
    let result = try await result(
      "on confirm-login choose \"sam\" with userInput = \"hello\"", engine)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(
      engine.log.moves == [
        .submit(
          step: 0, selection: Selection(choice: 1),
          answers: [Answer("userInput", .text("hello"))])
      ])
  }

  @Test("The field can be answered instead of a choice, by any of its names")
  func field() async throws {
    let engine = ScriptedEngine(OutsideTests.confirm(), .success)
    let result = try await result("on confirm-login answer identifier = \"sam\"", engine)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(
      engine.log.moves == [
        .submit(step: 0, selection: nil, answers: [Answer("account", .text("a2"))])
      ])
  }

  @Test("Without a choice, the missing fields are reported")
  func missing() async throws {
    let result = try await result(
      "on confirm-login submit", ScriptedEngine(OutsideTests.confirm()))
    #expect(result.problems == [.requiredField])
    let only = try await self.result(
      "on confirm-login submit", ScriptedEngine(OutsideTests.confirm(value: .text("a1")), .success))
    #expect(only.passed, "\(only.diagnostics)")
  }

  @Test(
    "A profile's answer chooses if it is one of the choices, and otherwise is skipped",
    arguments: [("sam", true), ("nobody", false)])
  func profile(_ name: String, _ isOffered: Bool) async throws {
    let engine = ScriptedEngine(OutsideTests.confirm(), .success)
    let result = try await result(
      "profile p { identifier = \"\(name)\" }\nuse p", engine)
    #expect(result.passed == isOffered, "\(result.diagnostics)")
    if !isOffered { #expect(result.problems == [.noRule]) }
  }

  @Test(
    "If several answers of a profile fit a field, the best name is used",
    arguments: [
      ("passcode = secret A; pin = secret B", "pin", ["passcode"]),
      ("pin = secret A; password = secret B", "credentials.passcode", ["password", "pin"]),
      ("password = secret A; passcode = secret B", "credentials.passcode", ["password", "pin"]),
      ("pin = secret B; pin-2 = secret A", "credentials.passcode", ["password", "pin"]),
    ])
  func ownName(_ answers: String, _ name: String, _ aliases: [String]) async throws {
    let pin = Field(name, aliases: aliases, isRequired: true, isSecret: true)
    let engine = ScriptedEngine(Response(steps: [Step("second-factor", fields: [pin])]), .success)
    let result = try await result(
      "profile p { \(answers) }\nuse p", engine, .test(secrets: ["A": "aaaa", "B": "bbbb"]))
    #expect(result.passed, "\(result.diagnostics)")
    #expect(
      engine.log.moves == [
        .submit(step: 0, selection: nil, answers: [Answer(name, .secret(Secret("bbbb")))])
      ])
  }

  @Test("A checkbox is checked by its name without a value")
  func box() async throws {
    let step = Step("second-factor", fields: [Field("biometric", kind: .boolean)])
    let engine = ScriptedEngine(Response(steps: [step]), .success)
    let result = try await result("on second-factor answer biometric", engine)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(
      engine.log.moves == [
        .submit(step: 0, selection: nil, answers: [Answer("biometric", .boolean(true))])
      ])
  }

  @Test("A user can check a checkbox instead of giving another answer")
  func eitherOr() async throws {
    let step = Step(
      "second-factor",
      fields: [Field("pin", isSecret: true), Field("biometric", kind: .boolean)])
    let engine = ScriptedEngine(Response(steps: [step]), .success)
    let prompter = ScriptedPrompter(.filled(["", "yes"]))
    let result = try await result("otherwise prompt", engine, .test(prompter: prompter))
    #expect(result.passed, "\(result.diagnostics)")
    #expect(
      engine.log.moves == [
        .submit(step: 0, selection: nil, answers: [Answer("biometric", .boolean(true))])
      ])
  }

  @Test("A user who fills nothing is asked how to go on, and can cancel")
  func nothingFilled() async throws {
    let step = Step(
      "second-factor",
      fields: [Field("pin", isSecret: true), Field("biometric", kind: .boolean)],
      capabilities: [Capability("cancel")])
    let engine = ScriptedEngine(Response(steps: [step]), Response(outcome: .cancelled))
    let prompter = ScriptedPrompter(.filled(["", ""]), .other(0))
    let result = try await result("otherwise prompt", engine, .test(prompter: prompter))
    #expect(result.outcome == .cancelled, "\(result.diagnostics)")
    #expect(engine.log.moves == [.use(Capability("cancel"), step: 0)])
    let back = ScriptedEngine(Response(steps: [step]), .success)
    let going = ScriptedPrompter(.filled(["", ""]), .chose(0, method: nil))
    #expect(try await self.result("otherwise prompt", back, .test(prompter: going)).passed)
    #expect(back.log.moves == [.submit(step: 0, selection: nil, answers: [])])
  }

  @Test("A user who is asked for the whole step chooses once, and isn't also asked by name")
  func person() async throws {
    let prompter = ScriptedPrompter(.chose(1, method: nil), .filled(["hello"]))
    let engine = ScriptedEngine(OutsideTests.confirm(), .success)
    let result = try await result(
      "otherwise prompt", engine, .test(prompter: prompter))
    #expect(result.passed, "\(result.diagnostics)")
    #expect(
      engine.log.moves == [
        .submit(
          step: 0, selection: Selection(choice: 1),
          answers: [Answer("userInput", .text("hello"))])
      ])
  }
}
