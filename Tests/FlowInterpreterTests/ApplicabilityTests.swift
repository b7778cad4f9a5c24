import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import Testing

@Suite("Which rule applies")
struct ApplicabilityTests {
  static let patterns: [(pattern: String, step: Step, fits: Bool)] = [
    ("identify", .identify, true),
    ("challenge", .email, true),
    ("challenge-authenticator", .email, true),
    ("Challenge", .email, true),
    ("chall", .email, false),
    ("challenge-auth", .email, false),
    ("any", .email, true),
    ("challenge email", .email, true),
    ("challenge okta_email", .email, true),
    ("challenge \"Email\"", .email, true),
    ("challenge phone", .email, false),
    ("identify or challenge phone", .phone, true),
    ("challenge okta-verify via push", .push, true),
    ("challenge okta-verify via totp", .push, false),
  ]

  @Test(
    "A pattern fits a step by its name or a prefix at a hyphen, and by its subject",
    arguments: patterns)
  func pattern(_ row: (pattern: String, step: Step, fits: Bool)) async throws {
    let engine = ScriptedEngine(Response(steps: [row.step]))
    let result = try await result("on \(row.pattern) stop", engine)
    #expect(result.outcome == (row.fits ? .stopped : .failure))
  }

  @Test("The first rule that applies decides, and every rule is compared with every step in order")
  func firstMatch() async throws {
    let engine = ScriptedEngine(Response(steps: [.email, .select]), .success)
    let text = """
      on select-authenticator choose okta-verify
      on select-authenticator choose phone
      on challenge email answer code = "123456"
      """
    let result = try await result(text, engine)
    #expect(result.passed)
    #expect(engine.log.moves == [.choose(1, step: 1)])
    #expect(result.reasons(at: 0) == [.notOffered])
  }

  @Test("Two choose lines are a preference, and or tries the next option")
  func preference() async throws {
    let engine = ScriptedEngine(.select, .success)
    let result = try await result("on select choose webauthn or phone via voice or email", engine)
    #expect(result.passed)
    #expect(engine.log.moves == [.choose(1, method: 1)])
  }

  @Test("A choice is finished before another choose line is tried")
  func choiceIsFinished() async throws {
    let engine = ScriptedEngine(.select, Response(steps: [.email, .select]), .success)
    let text = """
      on select choose webauthn
      on select choose email
      on select choose phone via sms
      on challenge email answer code = "123456"
      """
    let result = try await result(text, engine)
    #expect(result.lines == ["choose email", "answer code = \"123456\""])
    #expect(result.reasons(at: 1) == [.notOffered, .alreadyChosen, .alreadyChosen])
  }

  @Test("A choose line that has been used up still finishes its choice")
  func usedUpChoice() async throws {
    let left = Step("select-authenticator-authenticate", choices: [Choice(.email)])
    let engine = ScriptedEngine(
      .select, Response(steps: [.phone, .select]), Response(steps: [left]),
      Response(steps: [.email, left]), .success)
    let text = """
      on select once choose phone via sms
      on select choose email
      on challenge phone answer code = "1"
      on challenge email answer code = "2"
      """
    let result = try await result(text, engine)
    #expect(
      result.lines == [
        "choose phone via sms", "answer code = \"1\"", "choose email", "answer code = \"2\"",
      ])
  }

  @Test("The next preference is chosen if no rule answers the first choice")
  func secondPreference() async throws {
    let engine = ScriptedEngine(
      .select, Response(steps: [.email, .select]), Response(steps: [.phone, .select]), .success)
    let text = """
      on select choose email
      on select choose phone via sms
      on challenge phone answer code = "123456"
      """
    let result = try await result(text, engine)
    #expect(
      result.lines == ["choose email", "choose phone via sms", "answer code = \"123456\""])
    #expect(result.reasons(at: 1) == [.alreadyChosen, .patternDoesNotFit])
  }

  @Test("A choose line with a condition changes the choice at once")
  func changedChoice() async throws {
    let engine = ScriptedEngine(
      .select, Response(steps: [.email, .select]).saying(.error, "No mail today"),
      Response(steps: [.phone, .select]), .success)
    let text = """
      on select choose email
      on select when message choose phone via sms
      on challenge when message answer code = "1"
      on challenge phone answer code = "123456"
      """
    let result = try await result(text, engine)
    #expect(
      result.lines == ["choose email", "choose phone via sms", "answer code = \"123456\""])
  }

  @Test("A rule whose field isn't asked for is skipped, unless the field is optional")
  func absentField() async throws {
    let engine = ScriptedEngine(.identify, .success)
    let text = """
      on identify answer identifier = "jane", passcode = "x"
      on identify answer identifier = "jane", passcode? = "x"
      """
    let result = try await result(text, engine)
    #expect(result.passed)
    #expect(result.reasons(at: 0) == [.fieldNotAsked(1)])
    #expect(engine.log.moves == [.submit(0, ("identifier", "jane"))])
  }

  @Test("A rule whose condition is false is skipped")
  func condition() async throws {
    let engine = ScriptedEngine(.select, .success)
    let text = """
      on select when offers webauthn choose webauthn
      on select when offers phone via sms and not has passcode choose email
      """
    let result = try await result(text, engine)
    #expect(result.passed)
    #expect(result.reasons(at: 0) == [.conditionFalse])
  }

  @Test("once and up to N times retire a rule")
  func limits() async throws {
    let engine = ScriptedEngine(.email, .phone, .email, .success)
    let text = """
      on challenge once answer code = "1"
      on challenge up to 2 times answer code = "2"
      """
    let result = try await result(text, engine)
    #expect(result.passed)
    #expect(
      result.lines == ["answer code = \"1\"", "answer code = \"2\"", "answer code = \"2\""])
    #expect(result.reasons(at: 2) == [.retired])
  }

  @Test("A rule that only prints lets the next one answer")
  func spokenRule() async throws {
    let said = Said()
    var environment = RunEnvironment.test()
    environment.events = { if case .said(let text) = $0 { said.add(text) } }
    let engine = ScriptedEngine(.email, .success)
    let text = """
      on challenge say "code, please"
      on challenge answer code = "123456"
      """
    let result = try await result(text, engine, environment)
    #expect(result.passed)
    #expect(said.texts == ["code, please"])
    #expect(result.reasons(at: 0) == [.alreadyDone])
  }

  @Test("The first action decides whether a rule applies; later ones act on the latest response")
  func then() async throws {
    let engine = ScriptedEngine(.select, .phone, .success)
    let result = try await result(
      "on select choose phone via sms then answer code = \"123456\"", engine)
    #expect(result.passed)
    #expect(
      engine.log.moves
        == [.choose(1, method: 0), .submit(0, ("credentials.passcode", "123456"))])
  }

  @Test("A later action that isn't possible is a problem at its location")
  func thenImpossible() async throws {
    let result = try await result(
      "on select choose phone then choose email", ScriptedEngine(.select, .phone))
    #expect(result.problems == [.notOffered])
    #expect(result.diagnostics.first?.place?.text == "choose email")
  }

  @Test("Capabilities are taken from the step, a step of that name, then the response")
  func capabilities() async throws {
    let skip = Step("skip")
    let engine = ScriptedEngine(
      .password, .email, Response(steps: [.select, skip]), .password, .identify)
    let text = """
      on challenge password once recover
      on challenge email resend
      on select skip
      on challenge cancel
      expect cancelled
      """
    let result = try await result(text, engine)
    #expect(
      engine.log.moves == [
        .use(Capability("recover"), step: 0), .use(Capability("resend"), step: 0),
        .submit(step: 1, selection: nil, answers: []), .use(Capability("cancel"), step: nil),
      ])
    #expect(result.reasons(at: 3).contains(.retired))
  }

  @Test("cancel ends the run as canceled, and nothing is abandoned twice")
  func cancel() async throws {
    let engine = ScriptedEngine(.password, .identify)
    let result = try await result("on challenge cancel\nexpect cancelled", engine)
    #expect(result.passed)
    #expect(result.outcome == .cancelled)
    #expect(engine.log.abandoned == 0)
  }

  @Test("stop ends the run in its state, fail as failed")
  func stopAndFail() async throws {
    let stopped = try await result("on any stop\nexpect stopped", ScriptedEngine(.email))
    #expect(stopped.passed)
    let engine = ScriptedEngine(.email)
    let failed = try await result("on any fail \"no e-mail here\"\nexpect failure", engine)
    #expect(!failed.passed)
    #expect(failed.problems == [.ruleFailed])
    #expect(engine.log.abandoned == 1)
  }
}
