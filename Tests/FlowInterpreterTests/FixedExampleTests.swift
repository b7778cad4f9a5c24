import FlowDiagnostics
import TestSupport
import FlowEngine
import FlowInterpreter
import FlowSyntax
import Testing

@Suite("The examples that mean what they say")
struct FixedExampleTests {
  static let secondFactor = FixedScript.profile + "\n" + FixedScript.secondFactor

  @Test("Two lines are a whole script")
  func twoLines() async throws {
    let engine = ScriptedEngine(.select, .email, .success)
    let prompter = ScriptedPrompter(.filled(["123456"]))
    let result = try await result(
      FixedScript.twoLines, engine, .test(prompter: prompter))
    #expect(result.passed)
    #expect(engine.log.moves == [.choose(0), .submit(0, ("credentials.passcode", "123456"))])
  }

  @Test("Password, then whichever second factor is offered first")
  func secondFactor() async throws {
    let inbox = ScriptedInbox()
    let engine = ScriptedEngine { (_, index) throws(EngineFailure) in
      if index == 3 { inbox.deliver("123456") }
      return [Response.identify, .password, .select, .email, .success][index]
    }
    let environment = RunEnvironment.test(
      prompter: ScriptedPrompter(), inbox: inbox, secrets: ["JANE_PASSWORD": "Correct-Horse-1"])
    let result = try await result(FixedExampleTests.secondFactor, engine, environment)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(
      engine.log.moves == [
        .submit(
          step: 0, selection: nil,
          answers: [
            Answer("identifier", .text("jane@example.com")), Answer("rememberMe", .boolean(true)),
          ]),
        .submit(0, ("credentials.passcode", "Correct-Horse-1")), .choose(0),
        .submit(0, ("credentials.passcode", "123456")),
      ])
    #expect(
      result.records.compactMap { $0.taken?.origin } == [.flow, .flow, .preference("jane"), .flow])
  }

  @Test("Okta Verify is waited for if it is offered")
  func push() async throws {
    let select = Step(
      "select-authenticator-authenticate",
      choices: [Choice(.email), Choice(.oktaVerify, methods: [Naming("push")])])
    let engine = ScriptedEngine(
      .identify, .password, Response(steps: [select]), Response(steps: [.push]),
      Response(steps: [.push]), .success)
    let environment = RunEnvironment.test(
      prompter: ScriptedPrompter(), inbox: ScriptedInbox(),
      secrets: ["JANE_PASSWORD": "Correct-Horse-1"])
    let result = try await result(FixedExampleTests.secondFactor, engine, environment)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(result.duration == .seconds(4))
  }

  @Test("Register, skip the phone")
  func register() async throws {
    @Sendable func enroll(_ naming: Naming) -> Response {
      Response(steps: [
        Step(
          "enroll-authenticator", subjects: [naming],
          fields: [
            Field("credentials.passcode", aliases: ["code"], isRequired: true, isSecret: true)
          ])
      ])
    }
    let select = Step("select-authenticator-enroll", choices: [Choice(.email), Choice(.phone)])
    let optional = Step("select-authenticator-enroll", choices: [Choice(.phone)])
    let inbox = ScriptedInbox()
    let engine = ScriptedEngine { (_, index) throws(EngineFailure) in
      if index == 3 { inbox.deliver("123456") }
      return [
        .identify, Response(steps: [.profile]), Response(steps: [select]), enroll(.email),
        enroll(.password), Response(steps: [optional, Step("skip")]), .success,
      ][index]
    }
    let options = PlanOptions(intentRules: [
      "idx": [IntentRule(intent: "register", takes: "select-enroll-profile")]
    ])
    let environment = RunEnvironment.test(inbox: inbox, secrets: ["NEW_PASSWORD": "New-Horse-2"])
    let result = try await result(FixedScript.register, engine, environment, options)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(
      result.records.compactMap { $0.step?.name } == [
        "select-enroll-profile", "enroll-profile", "select-authenticator-enroll",
        "enroll-authenticator", "enroll-authenticator", "skip",
      ])
  }

  @Test("Wrong password is refused")
  func wrongPassword() async throws {
    let engine = ScriptedEngine(
      .identify, .password, .password.saying(.error, "Password is incorrect"))
    let result = try await result(FixedScript.wrongPassword, engine)
    #expect(result.passed)
    #expect(result.outcome == .failure)
    #expect(result.diagnostics.isEmpty)
    #expect(result.refusal?.problem == .serverMessage(message: "Password is incorrect"))
    #expect(engine.log.abandoned == 1)
  }

  @Test("Another engine's words work in the same way")
  func nextAuth() async throws {
    let engine = ScriptedEngine(
      Response(steps: [Step("ready")]),
      Response(steps: [
        Step("confirm_login", choices: [Choice(Naming("joe")), Choice(Naming("jane"))])
      ]),
      Response(steps: [
        Step("SECOND_FACTOR", fields: [Field("pin", isRequired: true, isSecret: true)])
      ]),
      Response(outcome: .success, facts: [Fact("history", .text("LOGGED_IN"))]))
    let plan = try plan(FixedScript.nextAuth)
    #expect(plan.engine == "nextauth")
    let result = await run(plan, engine: engine, environment: .test(secrets: ["PIN": "4711"]))
    #expect(result.passed, "\(result.diagnostics)")
    #expect(engine.log.moves.count == 3)
  }

  @Test("start from begins in the client's way")
  func mobile() async throws {
    let engine = ScriptedEngine(
      Response(steps: [Step("choose-login", choices: [Choice(Naming("identity-provider"))])]),
      Response(steps: [
        Step("select-account", choices: [Choice(Naming("jane", title: "jane@example.com"))])
      ]),
      Response(steps: [Step("approve", choices: [Choice(Naming("deny")), Choice(Naming("allow"))])]
      ),
      .success)
    let result = try await result(FixedScript.mobile, engine)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(engine.log.start == Start(intent: "client"))
    #expect(engine.log.moves == [.choose(0), .choose(0), .choose(1)])
  }
}
