import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import Testing

@Suite("One-time codes, and the values that a step shows")
struct CodeTests {
  static let form = Response(
    steps: [
      Step(
        "s", fields: [Field("a"), Field("b")],
        showing: [Fact("sharedSecret", .secret(Secret("seed-7"))), Fact("question", .text("Why?"))])
    ])
  static let other = Response(steps: [Step("s", fields: [Field("a"), Field("c")])])

  /// Codes that are the number of their window of ten seconds, and the requested forms.
  static func environment(
    at seconds: Int, deadline: Duration = .seconds(120)
  ) -> (environment: RunEnvironment, clock: ManualClock, requests: Said) {
    let clock = ManualClock(now: .seconds(seconds))
    let requests = Said()
    var environment = RunEnvironment.test(clock: clock, secrets: ["SEED": "seed", "B": "seed-b"])
    environment.deadline = deadline
    environment.totp = { request, now in
      let options = [request.algorithm, request.digits.map { "\($0)" }].compactMap { $0 }
      requests.add(
        ([request.secret.reveal()] + options + [request.period.map { "\($0)" } ?? "-"])
          .joined(separator: " "))
      let window = now.components.seconds / 10
      return TimedCode(
        Secret("\(window)"), key: request.secret, end: .seconds((window + 1) * 10))
    }
    return (environment, clock, requests)
  }

  static func sent(_ engine: ScriptedEngine) -> [[String]] {
    ValueTests.sent(engine).map { $0.map(\.revealed) }
  }

  static let texts = [
    "on s answer a = totp secret SEED", "let code = totp secret SEED\non s answer a = code",
    "profile p { a = totp secret SEED }\nuse p",
    "let code = totp secret SEED\nlet more = \"\\(code)\"\non s answer a = more",
  ]

  @Test("A code is never sent twice: the run waits for the next one", arguments: texts)
  func neverTwice(_ text: String) async throws {
    let (environment, clock, _) = CodeTests.environment(at: 1000)
    let engine = ScriptedEngine(CodeTests.form, CodeTests.other, CodeTests.form, .success)
    let result = try await result(text, engine, environment)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(CodeTests.sent(engine) == [["100"], ["101"], ["102"]])
    #expect(clock.now == .seconds(1020))
  }

  @Test("Two runs don't send one server a code twice; another secret's or server's doesn't wait")
  func sharedServer() async throws {
    var (environment, clock, _) = CodeTests.environment(at: 1000)
    let sent = SentCodes()
    let runs: [(secret: String, codes: SentCodes?, expected: String)] = [
      ("SEED", sent, "100"), ("SEED", nil, "100"), ("B", sent, "100"), ("SEED", sent, "101"),
      ("SEED", sent, "102"), ("B", sent, "102"), ("SEED", SentCodes(), "102"),
    ]
    for run in runs {
      environment.sentCodes = run.codes
      let engine = ScriptedEngine(CodeTests.form, .success)
      let script = "on s answer a = totp secret \(run.secret), b = totp secret \(run.secret)"
      let result = try await result(script, engine, environment)
      #expect(result.passed, "\(result.diagnostics)")
      #expect(CodeTests.sent(engine) == [[run.expected, run.expected]], "\(run)")
    }
    #expect(clock.now == .seconds(1020))
  }

  @Test("One answer can have a code twice, and another secret's code doesn't wait")
  func sameStep() async throws {
    let (environment, clock, _) = CodeTests.environment(at: 1000)
    let engine = ScriptedEngine(CodeTests.form, CodeTests.other, .success)
    let text = """
      on s answer a = totp secret SEED, b = totp secret SEED
      on s answer a = totp secret B
      """
    let result = try await result(text, engine, environment)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(CodeTests.sent(engine) == [["100", "100"], ["100"]])
    #expect(clock.now == .seconds(1000))
  }

  static let edges = [(1007, "100"), (1008, "101"), (1009, "101")]

  @Test("A code that is about to expire isn't sent", arguments: edges)
  func edge(_ row: (second: Int, code: String)) async throws {
    let (environment, _, _) = CodeTests.environment(at: row.second)
    let engine = ScriptedEngine(CodeTests.form, .success)
    let result = try await result("on s answer a = totp secret SEED", engine, environment)
    #expect(result.passed)
    #expect(CodeTests.sent(engine) == [[row.code]])
  }

  @Test("No wait for a code continues after the run's deadline")
  func deadline() async throws {
    let (environment, clock, _) = CodeTests.environment(at: 1000, deadline: .seconds(5))
    let engine = ScriptedEngine(CodeTests.form, CodeTests.other, .success)
    let text = "on s once answer a = totp secret SEED\non s answer a = totp secret SEED"
    let result = try await result(text, engine, environment)
    #expect(result.problems == [.deadline])
    #expect(clock.now == .seconds(1005))
    // It is reported at the line that waited, and not at the line that answered before.
    let waiting = UInt32(text.utf8.count - "answer a = totp secret SEED".utf8.count)
    #expect(result.diagnostics.first?.place?.range.start == waiting)
  }

  @Test("The code's form in the script is used")
  func options() async throws {
    let (environment, _, requests) = CodeTests.environment(at: 1000)
    let text = "on s answer a = totp secret SEED sha512 digits 8 every 1m, b = totp secret SEED"
    let result = try await result(
      text, ScriptedEngine(CodeTests.form, .success), environment)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(requests.texts == ["seed sha512 8 60.0 seconds", "seed -"])
  }

  @Test("A step's shown values are in texts and conditions too, and a secret stays secret")
  func shown() async throws {
    let (environment, _, requests) = CodeTests.environment(at: 1000)
    let engine = ScriptedEngine(CodeTests.form, .success)
    let text = """
      on s when step.question is "What?" fail "no"
      on s when step.correctAnswer fail "no"
      on s when step.sharedSecret answer a = totp step.sharedSecret, b = "<\\(step.question)>"
      """
    let result = try await result(text, engine, environment)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(requests.texts == ["seed-7 -"])
    #expect(CodeTests.sent(engine) == [["100", "<Why?>"]])
    #expect(environment.masker.masked("seed-7") == Secret.mask)
  }

  @Test("A value that a step doesn't show is a problem that lists the values it shows")
  func notShown() async throws {
    let result = try await result(
      "on s answer a = step.otp", ScriptedEngine(CodeTests.form))
    #expect(result.diagnostics.map(\.message) == ["the step doesn't show `step.otp`"])
    #expect(result.diagnostics.first?.help == "it shows `step.sharedSecret`, `step.question`")
  }
}
