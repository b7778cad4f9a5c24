import FlowEngine
import FlowRuntime
import FlowSyntax
import Testing

@Suite("The examples that mean what they say")
struct FixedExampleTests {
  static let secondFactor = """
    profile jane {
      identifier = "jane@example.com"
      password   = secret JANE_PASSWORD
      choose okta-verify or email or phone via sms     # preference wherever a choice is asked
    }

    flow "sign in with a second factor" {
      start sign-in
      use jane

      on challenge password        answer passcode = password
      on challenge email           answer code = inbox email
      on challenge phone           prompt code "The code we sent by text"
      on challenge okta-verify     poll every 2s for 1m
      on identify                  answer identifier, rememberMe = true

      expect success
      expect path identify, challenge password, select-authenticator, challenge
      expect token.scope contains "openid"
    }
    """

  @Test("Two lines are a whole script")
  func twoLines() async throws {
    let engine = ScriptedEngine(.select, .email, .success)
    let prompter = ScriptedPrompter(.filled(["123456"]))
    let result = try await result(
      "on select-authenticator choose email\non challenge prompt code", engine,
      .test(prompter: prompter))
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

  @Test("Okta Verify is waited for where it is offered")
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
    let text = """
      flow "register, skip the phone" {
        start register
        on enroll-profile            answer firstName = "Jane", lastName = "Doe", email = random email
        on select-authenticator-enroll once choose email
        on enroll-authenticator email    answer code = inbox email
        on enroll-authenticator password answer passcode = secret NEW_PASSWORD
        on select-authenticator-enroll   skip
      }
      """
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
    let result = try await result(text, engine, environment, options)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(
      result.records.compactMap { $0.step?.name } == [
        "select-enroll-profile", "enroll-profile", "select-authenticator-enroll",
        "enroll-authenticator", "enroll-authenticator", "skip",
      ])
  }

  @Test("Wrong password is refused")
  func wrongPassword() async throws {
    let text = """
      flow "wrong password is refused" {
        on identify           answer identifier = "jane@example.com"
        on challenge password answer passcode = "not it"
        expect failure message contains "Password is incorrect"
      }
      """
    let engine = ScriptedEngine(
      .identify, .password, .password.saying(.error, "Password is incorrect"))
    let result = try await result(text, engine)
    #expect(result.passed)
    #expect(result.outcome == .failure)
    #expect(result.diagnostics.isEmpty)
    #expect(result.refusal?.problem == .serverMessage(message: "Password is incorrect"))
    #expect(engine.log.abandoned == 1)
  }

  @Test("Another engine's words are as good")
  func nextAuth() async throws {
    let text = """
      engine nextauth
      on ready          submit
      on confirm-login  choose "jane"
      on second-factor  answer pin = secret PIN
      expect history is "LOGGED_IN"
      """
    let engine = ScriptedEngine(
      Response(steps: [Step("ready")]),
      Response(steps: [
        Step("confirm_login", choices: [Choice(Naming("joe")), Choice(Naming("jane"))])
      ]),
      Response(steps: [
        Step("SECOND_FACTOR", fields: [Field("pin", isRequired: true, isSecret: true)])
      ]),
      Response(outcome: .success, facts: [Fact("history", .text("LOGGED_IN"))]))
    let plan = try plan(text)
    #expect(plan.engine == "nextauth")
    let result = await run(plan, engine: engine, environment: .test(secrets: ["PIN": "4711"]))
    #expect(result.passed, "\(result.diagnostics)")
    #expect(engine.log.moves.count == 3)
  }

  @Test("start from begins as the client says")
  func mobile() async throws {
    let text = """
      engine mobile-idp
      start from client
      on choose-login    choose identity-provider
      on select-account  choose "jane@example.com"
      on approve         choose allow
      """
    let engine = ScriptedEngine(
      Response(steps: [Step("choose-login", choices: [Choice(Naming("identity-provider"))])]),
      Response(steps: [
        Step("select-account", choices: [Choice(Naming("jane", title: "jane@example.com"))])
      ]),
      Response(steps: [Step("approve", choices: [Choice(Naming("deny")), Choice(Naming("allow"))])]
      ),
      .success)
    let result = try await result(text, engine)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(engine.log.start == Start(intent: "client"))
    #expect(engine.log.moves == [.choose(0), .choose(0), .choose(1)])
  }
}
