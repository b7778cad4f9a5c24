import FlowDiagnostics
import FlowEngine
import FlowSyntax
import TestSupport
import Testing

@testable import FlowInterpreter

@Suite("Limits that end a run without progress", .realTime)
struct GuardTests {
  @Test("The same response answered in the same way twice ends the run, with the loop's lines")
  func noProgress() async throws {
    let engine = ScriptedEngine { (_, index) throws(EngineFailure) in
      index.isMultiple(of: 2) ? .email : .phone
    }
    let text = """
      on challenge email answer code = "1"
      on challenge phone answer code = "2"
      """
    let result = try await result(text, engine)
    #expect(result.problems == [.noProgress])
    #expect(engine.log.moves.count == 2)
    #expect(
      result.diagnostics.first?.labels.map(\.place.text)
        == ["answer code = \"1\"", "answer code = \"2\""])
  }

  @Test("The server's messages during a loop are reported")
  func circleWithMessages() async throws {
    let said = Response.identify.saying(.info, "There is no such account")
    let result = try await result(
      "on identify answer identifier = \"1\"", ScriptedEngine(.identify, said, said))
    #expect(result.problems == [.noProgress])
    #expect(result.diagnostics.first?.notes == ["the server says: There is no such account"])
  }

  @Test("Answers of profiles that loop point at the profile that gives them")
  func circleOfAnswers() async throws {
    let text = """
      profile other { nickname = "no step asks for it" }
      profile jane { identifier = "jane@example.com" }
      use other, jane
      """
    let result = try await result(text, ScriptedEngine(.identify, .identify))
    #expect(result.problems == [.noProgress])
    #expect(result.diagnostics.first?.place?.text == "\"jane@example.com\"")
    #expect(result.diagnostics.first?.labels.map(\.place.text) == ["\"jane@example.com\""])
  }

  @Test("Another answer to the same step is progress")
  func otherAnswers() async throws {
    let engine = ScriptedEngine(.email, .email, .success)
    let result = try await result(
      "on challenge once answer code = \"1\"\non challenge answer code = \"2\"", engine)
    #expect(result.passed)
  }

  @Test(
    "A step never gets the same secret twice in a row, unless a rule is for that",
    arguments: [Message.Severity.info, .warning])
  func credential(severity: Message.Severity) async throws {
    let engine = ScriptedEngine { (_, index) throws(EngineFailure) in
      let left = Message(severity, "\(9 - index) attempts left")
      return Response(steps: [.password], messages: index == 0 ? [] : [left])
    }
    let rule = "on challenge password answer passcode = secret PW"
    let environment = RunEnvironment.test(secrets: ["PW": "hush", "OTHER": "shush"])
    let one = try await result(rule, engine, environment)
    #expect(one.diagnostics.map(\.problem) == [.serverMessage(message: "8 attempts left")])
    #expect(engine.log.moves.count == 1)
    let meant = "on challenge password when message and steps < 4 answer passcode = secret PW\n"
    let again = try await result(meant + rule, engine, environment)
    #expect(again.problems == [.serverMessage] && engine.log.moves.count == 1 + 4)
    let other = "on challenge password once answer passcode = secret OTHER\n"
    _ = try await result(other + rule, engine, environment)
    #expect(engine.log.moves.count == 1 + 4 + 2)
  }

  @Test("Fifty requests are enough for every sign-in")
  func tooManySteps() async throws {
    let engine = ScriptedEngine { (_, index) throws(EngineFailure) in
      Response(steps: [.identify], facts: [Fact("n", .number(Double(index)))])
    }
    let result = try await result("on identify answer identifier = \"1\"", engine)
    #expect(result.diagnostics.map(\.problem) == [.tooManySteps(limit: 50)])
    #expect(engine.log.moves.count == 50)
  }

  @Test("A run that is out of time ends between two requests")
  func deadline() async throws {
    let clock = ManualClock(now: .zero)
    let engine = ScriptedEngine { (_, index) throws(EngineFailure) in
      clock.advance(by: .seconds(50))
      return Response(steps: [.identify], facts: [Fact("n", .number(Double(index)))])
    }
    let result = try await result(
      "on identify answer identifier = \"1\"", engine, .test(clock: clock))
    #expect(result.diagnostics.map(\.problem) == [.deadline(after: "2m")])
    #expect(result.duration == .seconds(150))
    #expect(engine.log.abandoned == 1)
  }

  @Test("A refusal without a message suggests no expectation that can't be met")
  func silentRefusal() {
    let silent = Diagnostic(EngineFailure(.refused, "no", status: 401), at: nil)
    #expect(silent.help?.contains("expect refused") == false)
    let told = EngineFailure(
      .refused, "no", status: 400, refusal: Message(.error, "no", key: "invalid_client"))
    #expect(Diagnostic(told, at: nil).help?.contains("expect refused") != false)
  }

  @Test("A rule that was skipped twice for the same reason is reported once")
  func passedOverOnce() async throws {
    let result = try await result(
      "on any choose phone\notherwise skip", ScriptedEngine(Response(steps: [.email, .email])))
    let labels = result.diagnostics.first?.labels ?? []
    #expect(!labels.isEmpty && Set(labels).count == labels.count, "\(labels)")
  }

  /// An engine that takes time by the clock until it stops answering.
  private func silent(after answers: Int, _ clock: ManualClock, each: Duration) -> ScriptedEngine {
    ScriptedEngine { (_, index) throws(EngineFailure) in
      guard index >= answers else {
        clock.advance(by: each)
        return Response(steps: [.identify], facts: [Fact("n", .number(Double(index)))])
      }
      return nil
    }
  }

  @Test(
    "A request that the deadline ends is the server's silence, however often it answered before",
    arguments: [0, 2])
  func silence(answers: Int) async throws {
    let clock = ManualClock(now: .zero)
    let engine = silent(after: answers, clock, each: .milliseconds(10))
    var environment = RunEnvironment.test(clock: clock)
    environment.watchesRequests = true
    environment.deadline = .milliseconds(10 * answers + 20)
    let result = try await result("on identify answer identifier = \"1\"", engine, environment)
    #expect(
      result.diagnostics.map(\.problem)
        == [.serverUnreachable(message: "the server didn't answer within 20ms")])
    #expect(result.diagnostics.first?.notes == ["the run's own time limit ended the wait"])
    #expect(engine.log.abandoned == 1)
  }

  @Test(
    "The length of a server's silence is reported with a useful precision",
    arguments: [(20, 20), (949, 949), (999, 1000), (1234, 1200), (29_990, 30_000)])
  func rounded(_ measured: Int, _ told: Int) {
    #expect(Transaction.rounded(.milliseconds(measured)) == .milliseconds(told))
  }

  @Test("A request that began too late for an answer is the run's deadline")
  func deadlineInRequest() async throws {
    let clock = ManualClock(now: .zero)
    let engine = silent(after: 1, clock, each: .milliseconds(50))
    var environment = RunEnvironment.test(clock: clock)
    environment.watchesRequests = true
    environment.deadline = .milliseconds(70)
    let result = try await result("on identify answer identifier = \"1\"", engine, environment)
    #expect(result.diagnostics.map(\.problem) == [.deadline(after: "70ms")])
  }

  @Test("A session keeps the values it learns, watched or not", arguments: [true, false])
  func watched(_ isWatched: Bool) async throws {
    struct Counting: Engine, Session {
      var moves = 0
      var deadline: ContinuousClock.Instant?
      var traits: SessionTraits { SessionTraits() }
      var unreadParts: [String] { [] }
      mutating func userFacts() -> [Fact] { [] }
      func absence(of fact: String) -> String? { nil }
      func makeSession(learn: @escaping @Sendable (Secret) -> Void) -> any Session { self }
      mutating func start(_ start: FlowEngine.Start) async throws(EngineFailure) -> Response {
        .email
      }
      mutating func perform(_ move: Move) async throws(EngineFailure) -> Response {
        moves += 1
        return moves == 2 ? .success : .phone
      }
      mutating func abandon() async {}
    }
    var environment = RunEnvironment.test()
    environment.watchesRequests = isWatched
    let plan = try plan("on challenge email answer code = \"1\"\non challenge answer code = \"2\"")
    let result = await run(plan, engine: Counting(), environment: environment)
    #expect(result.passed)
  }

  @Test("A canceled task abandons the transaction, and the run ends as canceled")
  func cancellation() async throws {
    let arrived = AsyncStream<Void>.makeStream()
    let engine = ScriptedEngine { (_, index) throws(EngineFailure) in
      guard index > 0 else { return .email }
      arrived.continuation.yield()
      return nil
    }
    let plan = try plan("on challenge answer code = \"1\"\nexpect cancelled")
    let task = Task { await run(plan, engine: engine, environment: .test()) }
    for await _ in arrived.stream { break }
    task.cancel()
    let result = await task.value
    #expect(result.outcome == .cancelled)
    #expect(result.problems == [.interrupted])
    #expect(!result.passed)
    #expect(engine.log.abandoned == 1)
  }

  static let failures: [(EngineFailure.Kind, ProblemKind)] = [
    (.cancelled, .interrupted), (.timedOut, .serverUnreachable), (.unreachable, .serverUnreachable),
    (.limited, .serverLimit), (.failed, .serverError), (.malformed, .responseMalformed),
    (.refused, .serverRefused),
    (.misused, .requestFailed), (.expired, .transactionExpired), (.simulatedOnly, .simulatedOnly),
  ]

  @Test(
    "Each failure of an engine is a separate problem, at the line that led to it",
    arguments: failures)
  func engineFailure(_ row: (kind: EngineFailure.Kind, problem: ProblemKind)) async throws {
    let engine = ScriptedEngine { (_, index) throws(EngineFailure) in
      guard index > 0 else { return .email }
      throw EngineFailure(
        row.kind, "the words", help: "do this", status: 500, retryAfter: .seconds(3))
    }
    let result = try await result("on challenge answer code = \"1\"\nexpect failure", engine)
    #expect(result.problems == [row.problem])
    guard row.kind != .cancelled else { return }
    let diagnostic = try #require(result.diagnostics.first)
    #expect(diagnostic.place?.text == "answer code = \"1\"")
    #expect(diagnostic.help == "do this")
    #expect(diagnostic.notes == ["the HTTP status was 500", "the server asks to wait 3s"])
    #expect(result.records.last?.taken != nil)
  }

  @Test("An invalid start is reported at the first of its parameters, if it has any")
  func refusedStart() async throws {
    let engine = ScriptedEngine { (_, _) throws(EngineFailure) in
      throw EngineFailure(.misused, "no such time")
    }
    let text = "start sign-in with clock = 9h, zone = \"office\"\non any submit"
    let result = try await result(text, engine)
    #expect(result.problems == [.requestFailed])
    #expect(result.diagnostics.first?.place?.text == "clock = 9h")
  }

  @Test("A run that succeeds abandons nothing")
  func nothingAbandoned() async throws {
    for response in [Response.success, .finished] {
      let engine = ScriptedEngine(response)
      _ = try await result("on any submit", engine)
      #expect(engine.log.abandoned == 0)
    }
  }
}
