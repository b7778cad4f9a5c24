import FlowText
import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import Testing

@Suite("Passkeys")
struct PasskeyTests {
  /// Knows one passkey, and answers with the data of the request.
  struct Holder: PasskeyHolder {
    var unavailability: PlainFailure?
    var names: [String] = ["jane"]

    func names(for challenge: PasskeyChallenge) -> [String] { names }

    func answer(
      _ challenge: PasskeyChallenge, by name: String
    ) async throws(PlainFailure) -> [PasskeyChallenge.Part: String] {
      guard name == "jane" else {
        throw PlainFailure("there is no passkey `\(name)`", help: "there is `jane`")
      }
      return [
        .clientData: "client-\(challenge.challenge)", .authenticatorData: "data", .signature: "sig",
        .userHandle: "handle",
      ]
    }
  }

  static let fields: [PasskeyChallenge.Part: String] = [
    .clientData: "credentials.clientData", .authenticatorData: "credentials.authenticatorData",
    .signature: "credentials.signatureData",
  ]
  static let step = Step(
    "challenge-authenticator", subjects: [Naming("webauthn")],
    fields: [
      Field("credentials.authenticatorData", isRequired: true),
      Field("credentials.clientData", isRequired: true),
      Field("credentials.signatureData", isRequired: true, isSecret: true),
    ],
    passkey: PasskeyChallenge(
      .verification, relyingParty: "acme.example", origin: "https://acme.example",
      challenge: "c1", fields: fields))
  static let whole: [Answer] = [
    Answer("credentials.clientData", .text("client-c1")),
    Answer("credentials.authenticatorData", .text("data")),
    Answer("credentials.signatureData", .secret(Secret("sig"))),
  ]

  static func environment(_ holder: (any PasskeyHolder)? = Holder()) -> RunEnvironment {
    var environment = RunEnvironment.test()
    environment.passkeys = holder
    return environment
  }

  @Test("A user is asked which passkey to use, and again if it can't answer")
  func asks() async throws {
    let prompter = ScriptedPrompter(
      .filled([""]), .filled(["sam"]), .chose(0, method: nil), .filled(["jane"]))
    let engine = ScriptedEngine(Response(steps: [PasskeyTests.step]), .success)
    var environment = PasskeyTests.environment()
    environment.prompter = prompter
    let result = try await result("otherwise prompt", engine, environment)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(
      engine.log.moves == [.submit(step: 0, selection: nil, answers: PasskeyTests.whole)])
    #expect(prompter.questions.first?.fields.map(\.label) == ["Passkey"])
    #expect(prompter.questions.first?.fields.first?.accepted == [.init("jane")])
    #expect(
      prompter.questions.map(\.complaint)
        == [nil, "name a passkey", "there is no passkey `sam`", "name a passkey"])
  }

  @Test("If no passkey can answer, the user is informed, and gets the alternatives")
  func asksForAnother() async throws {
    let prompter = ScriptedPrompter(.other(0))
    let skip = Step("skip")
    let engine = ScriptedEngine(Response(steps: [PasskeyTests.step, skip]), .success)
    var environment = PasskeyTests.environment(Holder(names: []))
    environment.prompter = prompter
    let result = try await result("otherwise prompt", engine, environment)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(engine.log.moves == [.submit(step: 1, selection: nil, answers: [])])
    #expect(prompter.questions.first?.fields == [])
    #expect(prompter.questions.first?.alternatives.map(\.way) == [.skip])
    #expect(
      prompter.questions.first?.complaint
        == "no passkey of this run can answer for acme.example")
  }

  @Test("Without any passkeys the user is asked for the fields themselves")
  func asksForFields() async throws {
    let prompter = ScriptedPrompter(.filled(["data", "client-c1", "sig"]))
    let engine = ScriptedEngine(Response(steps: [PasskeyTests.step]), .success)
    var environment = PasskeyTests.environment(nil)
    environment.prompter = prompter
    let result = try await result("otherwise prompt", engine, environment)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(prompter.questions.first?.fields.count == 3)
  }

  @Test("A step that no rule answers asks for a passkey, and explains how to answer")
  func explained() async throws {
    let engine = ScriptedEngine(Response(steps: [PasskeyTests.step]))
    let result = try await result("on other submit", engine, PasskeyTests.environment())
    let diagnostic = try #require(result.diagnostics.first)
    #expect(diagnostic.notes == ["`challenge-authenticator` (webauthn) asks for a passkey"])
    #expect(
      diagnostic.help
        == "add `on challenge-authenticator webauthn answer passkey = passkey NAME`")
  }

  @Test("Options of one name are distinguished by their known details")
  func toldApart() async throws {
    let choices = [
      Choice(Naming("phone"), details: ["+1 XXX-XXX-4567"]),
      Choice(Naming("phone"), details: ["+44 XXX-XXX-8750", "Home"]),
      Choice(Naming("email"), details: ["j***e@example.com"]),
    ]
    let engine = ScriptedEngine(Response(steps: [Step("select", choices: choices)]))
    let result = try await result("on select choose \"99\"", engine)
    let diagnostic = try #require(result.diagnostics.first)
    let list = "phone (+1 XXX-XXX-4567), phone (+44 XXX-XXX-8750, Home), email"
    #expect(diagnostic.notes == ["`select` offers \(list)"])
    #expect(diagnostic.labels.map(\.text).contains("the step offers \(list)"))
  }

  static let texts = [
    "on challenge webauthn answer passkey = passkey jane",
    "on challenge answer credentials = passkey jane",
    "let key = passkey jane\non challenge answer passkey = key",
    "profile p { passkey = passkey jane }\nuse p\non challenge answer passkey",
    "profile p { passkey = passkey jane }\nuse p\non challenge submit",
    "profile p { passkey = passkey jane }\nuse p",
    "flow \"f\" for who in jane { on challenge answer passkey = passkey who }",
  ]

  @Test("A passkey answers all the fields of the challenge", arguments: texts)
  func answers(_ text: String) async throws {
    let engine = ScriptedEngine(Response(steps: [PasskeyTests.step]), .success)
    let result = try await result(text, engine, PasskeyTests.environment())
    guard !text.hasSuffix("submit") else {
      // A rule that only submits gives no answer; the step's fields are required.
      #expect(result.problems == [.requiredField])
      return
    }
    #expect(result.passed, "\(result.diagnostics)")
    #expect(
      engine.log.moves == [.submit(step: 0, selection: nil, answers: PasskeyTests.whole)])
  }

  @Test("The raw fields can be answered by hand, and a duplicate part is a problem")
  func byHand() async throws {
    let engine = ScriptedEngine(Response(steps: [PasskeyTests.step]), .success)
    let text = """
      profile p { passkey = passkey jane }
      use p
      on challenge answer authenticatorData = "a", clientData = "b", signatureData = "c"
      """
    let raw = try await result(text, engine, PasskeyTests.environment())
    #expect(raw.passed, "\(raw.diagnostics)")
    #expect(ValueTests.sent(engine).first?.map(\.revealed) == ["a", "b", "c"])
    let twice = try await result(
      "on challenge answer clientData = \"b\", passkey = passkey jane",
      ScriptedEngine(Response(steps: [PasskeyTests.step])), PasskeyTests.environment())
    #expect(twice.problems == [.duplicateField])
  }

  @Test("A rule is skipped at a step without a challenge for passkeys")
  func notAsked() async throws {
    let text = """
      on challenge answer passkey = passkey jane
      on challenge answer code = "123456"
      """
    let engine = ScriptedEngine(.email, .success)
    let result = try await result(text, engine, PasskeyTests.environment())
    #expect(result.passed, "\(result.diagnostics)")
    #expect(result.reasons(at: 0).first == .fieldNotAsked(0))
  }

  @Test(
    "A passkey instead of a text is a problem", arguments: ["passkey jane", "\"\\(key)\""])
  func misplaced(_ written: String) async throws {
    let text = "let key = passkey jane\non challenge answer code = \(written)"
    let result = try await result(text, ScriptedEngine(.email), PasskeyTests.environment())
    #expect(result.diagnostics.map(\.problem) == [.passkeyMisplaced(name: "jane")])
  }

  @Test("A text instead of a passkey is a problem")
  func text() async throws {
    let result = try await result(
      "on challenge answer passkey = \"jane\"",
      ScriptedEngine(Response(steps: [PasskeyTests.step])), PasskeyTests.environment())
    #expect(result.problems == [.valueFailed])
  }

  @Test("A passkey that doesn't exist is a problem in the holder's words")
  func unknown() async throws {
    let result = try await result(
      "on challenge answer passkey = passkey john",
      ScriptedEngine(Response(steps: [PasskeyTests.step])), PasskeyTests.environment())
    #expect(
      result.diagnostics.map(\.problem) == [.passkeyFailed(message: "there is no passkey `john`")])
    #expect(result.diagnostics.first?.help == "there is `jane`")
  }

  @Test("If no passkey can answer, the run ends before its first request")
  func unavailable() async throws {
    let text = "on challenge answer passkey = passkey jane"
    for holder in [nil, Holder(unavailability: PlainFailure("no library"))] as [Holder?] {
      let engine = ScriptedEngine(Response(steps: [PasskeyTests.step]))
      let result = try await result(text, engine, PasskeyTests.environment(holder))
      #expect(
        result.diagnostics.map(\.message) == [
          holder == nil ? "this run doesn't have passkeys" : "no library"
        ])
      #expect(engine.log.start == nil)
    }
  }
}
