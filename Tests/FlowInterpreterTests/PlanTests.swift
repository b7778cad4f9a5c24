import FlowText
import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import Testing

@Suite("Making plans")
struct PlanTests {
  @Test("Each row makes a flow whose name shows its value")
  func rows() throws {
    let (plans, diagnostics) = try plans(
      "flow \"sign in\" for factor in email, \"Okta Verify\" { on select choose factor }")
    #expect(diagnostics.isEmpty)
    #expect(plans.map(\.name) == ["sign in [email]", "sign in [Okta Verify]"])
  }

  @Test("The expected failure of a flow is in each of its rows")
  func knownFailure() throws {
    let rows = try plans(
      "flow \"f\" for d in 1, 2 { on a stop; known \"ticket \\u{37}\" until \"2026-12-31\" }"
    ).plans
    #expect(rows.map { $0.known?.reason } == ["ticket 7", "ticket 7"])
    #expect(rows.map { $0.known?.until } == [CalendarDay("2026-12-31"), CalendarDay("2026-12-31")])
    #expect(try plans("flow \"f\" { on a stop }").plans.first?.known == nil)
  }

  @Test("A duration in a flow's name is written as in the script")
  func durationInName() throws {
    let (plans, _) = try plans("flow \"f\" for d in 2, 2s, 500ms { on a stop }")
    #expect(plans.map(\.name) == ["f [2]", "f [2s]", "f [500ms]"])
  }

  @Test("Two clauses make every pair, and tuples make one per row")
  func pairs() throws {
    let pairs = try plans("flow \"f\" for a in x, y for b in 1, 2 { on any stop }").plans
    #expect(pairs.map(\.name) == ["f [x, 1]", "f [x, 2]", "f [y, 1]", "f [y, 2]"])
    let tuples = try plans("flow \"f\" for a, b in (\"x\", 1), (\"y\", 2) { on any stop }").plans
    #expect(tuples.map(\.name) == ["f [x, 1]", "f [y, 2]"])
  }

  @Test("A row's word appears in subjects, options, channels and texts")
  func rowWords() async throws {
    let text = """
      flow "f" for factor, channel in (phone, sms) {
        on select choose factor via channel
        on challenge factor { say "by \\(channel)"; answer code = inbox channel }
      }
      """
    let inbox = ScriptedInbox()
    let said = Said()
    var environment = RunEnvironment.test(inbox: inbox)
    environment.events = { if case .said(let text) = $0 { said.add(text) } }
    let engine = ScriptedEngine { (_, index) throws(EngineFailure) in
      if index == 1 { inbox.deliver("123456", channel: "sms") }
      return [Response.select, .phone, .success][index]
    }
    let plan = try #require(try plans(text).plans.first)
    let result = await run(plan, engine: engine, environment: environment)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(said.texts == ["by sms"])
    #expect(
      engine.log.moves
        == [.choose(1, method: 0), .submit(0, ("credentials.passcode", "123456"))])
  }

  @Test("Too many rows are a problem, not a full memory")
  func tooManyRows() throws {
    let values = (0..<101).map { "\($0)" }.joined(separator: ", ")
    let (plans, diagnostics) = try plans(
      "flow \"f\" for a in \(values) for b in \(values) { on any stop }")
    #expect(plans.isEmpty)
    #expect(diagnostics.map(\.problem.kind) == [.valueFailed])
  }

  @Test("A long flow with many rows is a problem, not a full memory")
  func tooLongRows() throws {
    let values = (0..<100).map { "\($0)" }.joined(separator: ", ")
    let text = String(repeating: "x", count: 60 << 10)
    let rules = (0..<3).map { "on a\($0) say \"\(text)\"" }.joined(separator: "\n")
    let (plans, diagnostics) = try plans("flow \"f\" for a in \(values) {\n\(rules)\n}")
    #expect(plans.isEmpty)
    #expect(diagnostics.map(\.problem.kind) == [.valueFailed])
    let (few, none) = try FlowInterpreterTests.plans("flow \"f\" for a in 1, 2 {\n\(rules)\n}")
    #expect(few.count == 2)
    #expect(none.isEmpty)
  }

  @Test("Rows with more or fewer values than names are a problem")
  func rowLength() throws {
    let (_, diagnostics) = try plans("flow \"f\" for a, b in (1, 2), (3) { on any stop }")
    #expect(diagnostics.map(\.problem.kind) == [.rowLength])
  }

  @Test("An undeclared name or profile is a problem at its location")
  func unknownNames() throws {
    let (_, diagnostics) = try plans("use jane\non any answer code = nothing, pin = \"\\(nobody)\"")
    #expect(diagnostics.map(\.problem.kind) == [.unknownName, .unknownName, .unknownName])
    #expect(diagnostics.map { $0.place?.text } == ["jane", "nothing", "nobody"])
  }

  @Test("Names that refer to one another in a circle are a problem")
  func cycle() throws {
    let (_, diagnostics) = try plans("let a = b\nlet b = \"\\(a)\"\non any answer code = a")
    #expect(diagnostics.map(\.problem.kind) == [.valueFailed])
    let own = try plans("let a = a\non any stop").diagnostics
    #expect(own.map(\.problem.kind) == [.valueFailed])
  }

  @Test("Names that refer to one another too deeply are a problem, not a stack overflow")
  func depth() throws {
    let lets = (0..<5000).map { "let n\($0) = n\($0 + 1)" }.joined(separator: "\n")
    let (_, diagnostics) = try plans(lets + "\nlet n5000 = 1\non any stop")
    #expect(!diagnostics.isEmpty)
  }

  @Test("A profile's rules come after the flow's, in the order of use, its imports after its own")
  func profileOrder() async throws {
    let text = """
      profile a { use c; on challenge email skip; on challenge phone fail "a" }
      profile b { on challenge resend }
      profile c { on challenge email cancel }
      use a, b
      on select choose email
      """
    let result = try await result(text, ScriptedEngine(.email, .email, .success))
    #expect(result.lines == ["resend"])
    #expect(
      result.reasons(at: 0) == [.patternDoesNotFit, .notThere, .patternDoesNotFit, .notThere])
  }

  @Test("A value on the command line overrides every other of its name")
  func variables() async throws {
    let engine = ScriptedEngine(.identify, .success)
    let text = "let who = \"jane\"\non identify answer identifier = who"
    let result = try await result(
      text, engine, .test(), PlanOptions(variables: ["who": "joe"]))
    #expect(result.passed)
    #expect(engine.log.moves == [.submit(0, ("identifier", "joe"))])
  }

  @Test(
    "A value on the command line has the type of the `let` that it replaces",
    arguments: [
      "let n = 3\non identify answer identifier = \"jane\"\nexpect steps < n",
      "let n = 3\nflow \"f\" { on identify answer identifier = \"jane\"; expect steps < n }",
      "flow \"f\" { let n = 3; on identify answer identifier = \"jane\"; expect steps < n }",
    ])
  func typedVariables(text: String) async throws {
    for (given, passes) in [("2", true), ("1", false)] {
      let engine = ScriptedEngine(.identify, .success)
      let result = try await result(text, engine, .test(), PlanOptions(variables: ["n": given]))
      #expect(result.passed == passes, "\(given)")
    }
  }

  @Test(
    "A value of another type than the `let` that it replaces is a problem at the `let`",
    arguments: [
      ("3", "five"), ("3", ""), ("3", "1; on any stop"), ("true", "1"), ("2s", "2"), ("2", "2s"),
      ("false", "\"true\""),
    ])
  func otherType(declared: String, given: String) throws {
    let (_, diagnostics) = try plans(
      "let n = \(declared)\non any stop", PlanOptions(variables: ["n": given]))
    #expect(diagnostics.map(\.problem.kind) == [.valueFailed])
    #expect(diagnostics.map { $0.place?.text } == [declared])
  }

  @Test("A fact replaces a value of the script only in flows of its own engine")
  func factsOfEngines() async throws {
    let text = "let n = 3\non identify answer identifier = \"jane\"\nexpect n is 3"
    for (engine, holds) in [("idx", false), ("other", true)] {
      let result = try await result(
        text, ScriptedEngine(.identify, .success), .test(), PlanOptions(facts: [engine: ["n"]]))
      #expect(result.passed == holds, "\(engine)")
    }
  }

  @Test("start takes the step or capability of its intent once, if it is offered")
  func startRule() async throws {
    let options = PlanOptions(intentRules: [
      "idx": [
        IntentRule(intent: "register", takes: "select-enroll-profile"),
        IntentRule(intent: "recover-password", takes: "recover"),
      ]
    ])
    let register = ScriptedEngine(.identify, .finished)
    let registered = try await result(
      "start register\non identify stop\nexpect finished", register, .test(), options)
    #expect(registered.passed)
    #expect(register.log.start == Start(intent: "register"))
    #expect(register.log.moves == [.submit(step: 1, selection: nil, answers: [])])

    let recover = ScriptedEngine(.identify, .password, .password, .finished)
    let text = """
      start recover-password
      on identify answer identifier = "jane"
      on challenge password answer password = "new"
      expect finished
      """
    let recovered = try await result(text, recover, .test(), options)
    #expect(recovered.passed)
    #expect(
      recover.log.moves == [
        .submit(0, ("identifier", "jane")), .use(Capability("recover"), step: 0),
        .submit(0, ("credentials.passcode", "new")),
      ])
  }

  @Test("Parameters of start are sent, and a bare word is sent literally")
  func parameters() async throws {
    let engine = ScriptedEngine(.success)
    let result = try await result(
      "let hint = \"jane\"\nstart sign-in with login_hint = hint, zone = office", engine)
    #expect(result.passed)
    #expect(
      engine.log.start
        == Start(
          intent: "sign-in",
          parameters: [Answer("login_hint", .text("jane")), Answer("zone", .text("office"))]))
  }
}
