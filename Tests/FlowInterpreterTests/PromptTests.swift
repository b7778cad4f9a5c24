import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import Testing

@Suite("Asking the user")
struct PromptTests {
  @Test(
    "prompt asks with the step's title and messages, and the field's label or the script's text")
  func question() async throws {
    let prompter = ScriptedPrompter(.filled(["123456"]))
    let engine = ScriptedEngine(.email.saying(.info, "We sent a code"), .success)
    let result = try await result(
      "on challenge prompt code \"The code\"", engine, .test(prompter: prompter))
    #expect(result.passed)
    #expect(engine.log.moves == [.submit(0, ("credentials.passcode", "123456"))])
    #expect(
      prompter.questions == [
        Question(
          step: "challenge-authenticator", subjects: [Question.Subject(Naming.email)],
          messages: [Message(.info, "We sent a code")],
          fields: [.init(name: "credentials.passcode", label: "The code", isSecret: true)])
      ])
    #expect(result.records.first?.taken?.isByPerson == true)
  }

  @Test("An invalid answer is asked for again, with the reason")
  func again() async throws {
    let step = Step(
      "s",
      fields: [
        Field("n", label: "Age", kind: .number, isRequired: true), Field("b", kind: .boolean),
      ])
    let prompter = ScriptedPrompter(
      .filled([]), .filled(["", "yes"]), .filled(["ten", "yes"]), .chose(0, method: nil),
      .filled(["10", "yes"]))
    let engine = ScriptedEngine(Response(steps: [step]), .success)
    let result = try await result("on s prompt n, b", engine, .test(prompter: prompter))
    #expect(result.passed)
    #expect(
      prompter.questions.map(\.complaint) == [
        nil, "2 answers are needed", "Age is required", "Age takes a number", "fill the fields",
      ])
    #expect(
      engine.log.moves == [
        .submit(
          step: 0, selection: nil, answers: [Answer("n", .number(10)), Answer("b", .boolean(true))])
      ])
  }

  /// Asks for a whole step; the engine accepts no answer before the third.
  private static func retried(_ answers: Reply..., said: Said) async throws -> RunResult {
    let step = Step("s", fields: [Field("n", isRequired: true)])
    let engine = ScriptedEngine { move, index throws(EngineFailure) in
      if move != nil, index < 3 { throw EngineFailure(.misused, "not so") }
      return move == nil ? Response(steps: [step]) : .success
    }
    var environment = RunEnvironment.test(prompter: ScriptedPrompter(answers))
    environment.events = {
      switch $0 {
      case .step(let record): said.add("step \(record.step?.name ?? "")")
      case .tried(let record): said.add("tried \(record.step?.name ?? "")")
      case .message, .said, .waiting, .limited, .disconnected: break
      }
    }
    return try await result("on s prompt", engine, environment)
  }

  @Test("An invalid answer that wasn't sent is reported as tried, and isn't an answer of the step")
  func unsent() async throws {
    let said = Said()
    let answered = try await Self.retried(
      .filled(["a"]), .filled(["b"]), .filled(["c"]), said: said)
    #expect(answered.passed, "\(answered.diagnostics)")
    #expect(said.texts == ["tried s", "tried s", "step s"])
    let givenUp = try await Self.retried(.filled(["a"]), .cancelled, said: Said())
    #expect(givenUp.outcome == .cancelled)
    #expect(givenUp.records.map { $0.taken == nil } == [true])
  }

  @Test("A choice is finished before the user is asked to choose again")
  func chosenFirst() async throws {
    let engine = ScriptedEngine(.select, Response(steps: [.email, .select]), .success)
    let prompter = ScriptedPrompter(.chose(0, method: nil), .filled(["123456"]))
    let result = try await result(
      "on select-authenticator prompt\non challenge prompt code", engine,
      .test(prompter: prompter))
    #expect(result.passed, "\(result.diagnostics)")
    #expect(engine.log.moves == [.choose(0), .submit(0, ("credentials.passcode", "123456"))])
  }

  @Test("Answers that are never valid end the run")
  func never() async throws {
    let prompter = ScriptedPrompter(.filled([]), .filled([]), .filled([]), .filled([]), .filled([]))
    let result = try await result(
      "on challenge prompt code", ScriptedEngine(.email), .test(prompter: prompter))
    #expect(result.problems == [.valueFailed])
  }

  @Test("A missing value is asked for by its title, repeatedly until it is given")
  func missing() async throws {
    let prompter = ScriptedPrompter(
      .filled([]), .filled([""]), .chose(0, method: nil), .other(0), .filled(["hunter2"]))
    let engine = ScriptedEngine(.email, .success)
    let given = try await result(
      "on challenge answer code = secret MISSING", engine, .test(prompter: prompter))
    #expect(given.passed, "\(given.diagnostics)")
    #expect(prompter.questions.map(\.title) == Array(repeating: "The secret MISSING", count: 5))
    #expect(
      prompter.questions.map(\.complaint) == [
        nil, "one answer is needed", "MISSING is required", "fill the fields",
        "fill the fields",
      ])
    let never = try await result(
      "on challenge answer code = ask \"Your code\"", ScriptedEngine(.email),
      .test(prompter: ScriptedPrompter(.filled([]), .other(1), .other(1), .other(1), .other(1))))
    #expect(never.problems == [.valueFailed])
  }

  @Test("The user can give up, which cancels and abandons the run")
  func givesUp() async throws {
    let engine = ScriptedEngine(.email)
    let result = try await result(
      "on challenge prompt code\nexpect cancelled", engine,
      .test(prompter: ScriptedPrompter(.cancelled)))
    #expect(result.passed)
    #expect(engine.log.abandoned == 1)
  }

  @Test("The user's time isn't part of the run's")
  func patience() async throws {
    struct Slow: Prompter {
      let clock: ManualClock
      func answer(_ question: Question) async throws -> Reply {
        clock.advance(by: .seconds(600))
        return .filled(["123456"])
      }
    }
    let clock = ManualClock(now: .zero)
    let result = try await result(
      "on challenge prompt code", ScriptedEngine(.email, .success),
      .test(clock: clock, prompter: Slow(clock: clock)))
    #expect(result.passed)
  }

  @Test("A user can try the same again")
  func sameAgain() async throws {
    let wrong = Response.email.saying(.error, "Wrong code")
    let engine = ScriptedEngine(.email, wrong, wrong, .success)
    let prompter = ScriptedPrompter(.filled(["1"]), .filled(["1"]), .filled(["1"]))
    let text = "on challenge prompt code\non challenge when message prompt code"
    #expect(try await result(text, engine, .test(prompter: prompter)).passed)
  }

  @Test("otherwise prompt guides a user through any sign-in")
  func dynamic() async throws {
    let enroll = Step(
      "select-authenticator-enroll",
      choices: [
        Choice(
          .phone, methods: [.sms, .voice],
          fields: [Field("phoneNumber", label: "Phone number", isRequired: true)])
      ])
    let engine = ScriptedEngine(
      .identify, .select, .email, .email.saying(.error, "Wrong code"), Response(steps: [.push]),
      Response(steps: [enroll, Step("skip")]), Response(steps: [Step("consent"), Step("skip")]),
      Response(steps: [Step("done")]), .success)
    let prompter = ScriptedPrompter(
      .filled(["jane"]), .chose(1, method: 0), .filled(["000000"]), .filled(["123456"]),
      .chose(0, method: 1), .filled(["+15551234567"]), .other(0))
    let result = try await result(
      "on nothing submit\notherwise prompt", engine, .test(prompter: prompter))
    #expect(result.passed, "\(result.diagnostics)")
    #expect(
      engine.log.moves == [
        .submit(0, ("identifier", "jane")), .choose(1, method: 0),
        .submit(0, ("credentials.passcode", "000000")),
        .submit(0, ("credentials.passcode", "123456")), .poll(step: 0),
        .submit(
          step: 0, selection: Selection(choice: 0, method: 1),
          answers: [Answer("phoneNumber", .text("+15551234567"))]),
        .submit(step: 1, selection: nil, answers: []), .submit(),
      ])
    #expect(
      prompter.questions[0].alternatives.map(\.title)
        == ["select-enroll-profile", "unlock-account", "cancel"])
    #expect(prompter.questions[1].options.map(\.title) == ["Email", "Phone", "Phone"])
    #expect(prompter.questions[1].options[1].methods.map(\.title) == ["SMS", "Voice call"])
    #expect(prompter.questions[3].messages.map(\.text) == ["Wrong code"])
  }

  @Test("otherwise prompt offers the alternatives: another step, a capability, canceling")
  func alternatives() async throws {
    let engine = ScriptedEngine(
      Response(steps: [.email, .select], capabilities: [Capability("cancel")]),
      .email, Response(steps: [.email], capabilities: [Capability("cancel")]), .identify)
    let prompter = ScriptedPrompter(
      .other(1), .chose(0, method: nil), .other(0), .other(1))
    let result = try await result(
      "on nothing submit\notherwise prompt\nexpect cancelled", engine, .test(prompter: prompter))
    #expect(result.passed, "\(result.diagnostics)")
    #expect(
      engine.log.moves == [
        .choose(0, step: 1), .use(Capability("resend"), step: 0),
        .use(Capability("cancel"), step: nil),
      ])
    #expect(
      prompter.questions.map { $0.alternatives.map(\.title) } == [
        ["resend", "select-authenticator-authenticate", "cancel"],
        ["challenge-authenticator (Email)", "cancel"], ["resend"], ["resend", "cancel"],
      ])
  }

  @Test("A rule whose prompt names nothing asks for the whole step that it matches")
  func wholeStep() async throws {
    let engine = ScriptedEngine(Response(steps: [.password, .select]), .success)
    let prompter = ScriptedPrompter(.chose(0, method: nil))
    let result = try await result("on select prompt", engine, .test(prompter: prompter))
    #expect(result.passed)
    #expect(engine.log.moves == [.choose(0, step: 1)])
  }

  @Test("otherwise skip uses skip if it is offered, otherwise stop ends the run")
  func otherwise() async throws {
    let engine = ScriptedEngine(Response(steps: [.select, Step("skip")]), .success)
    #expect(try await result("on nothing submit\notherwise skip", engine).passed)
    #expect(engine.log.moves == [.submit(1)])
    let stopped = try await result(
      "on nothing submit\notherwise stop\nexpect stopped", ScriptedEngine(.email))
    #expect(stopped.passed)
    let none = try await result("on nothing submit\notherwise skip", ScriptedEngine(.email))
    #expect(none.problems == [.noRule])
  }
}
