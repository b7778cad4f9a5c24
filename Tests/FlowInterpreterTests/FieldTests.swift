import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import Testing

@Suite("Fields and choices")
struct FieldTests {
  static let nameTable = [
    "credentials.passcode", "passcode", "code", "Code", "CREDENTIALS.PASSCODE",
  ]

  @Test(
    "A field is named by its full name, its last part or an alias", arguments: nameTable)
  func names(_ name: String) async throws {
    let engine = ScriptedEngine(.email, .success)
    let result = try await result("on challenge answer \(name) = \"123456\"", engine)
    #expect(result.passed)
    #expect(engine.log.moves == [.submit(0, ("credentials.passcode", "123456"))])
  }

  @Test("A name that fits two fields is a problem that names both")
  func ambiguous() async throws {
    let step = Step("s", fields: [Field("home.phone"), Field("work.phone")])
    let result = try await result(
      "on s answer phone = \"1\"", ScriptedEngine(Response(steps: [step])))
    #expect(
      result.diagnostics.map(\.problem)
        == [.ambiguousField(name: "phone", candidates: ["home.phone", "work.phone"])])
  }

  @Test("A required field that no rule answers is a problem that suggests an answer")
  func required() async throws {
    let result = try await result(
      "on enroll-profile answer firstName = \"Jane\", lastName = \"Doe\"",
      ScriptedEngine(Response(steps: [.profile])))
    #expect(result.diagnostics.map(\.problem) == [.requiredField(name: "userProfile.email")])
    #expect(result.diagnostics.first?.help?.contains("email = ") == true)
  }

  @Test("A required field that the profile answers is filled from it")
  func completed() async throws {
    let engine = ScriptedEngine(Response(steps: [.profile]), .success)
    let text = """
      profile jane { email = "jane@example.com" }
      use jane
      on enroll-profile answer firstName = "Jane", lastName = "Doe"
      """
    let result = try await result(text, engine)
    #expect(result.passed)
    #expect(
      engine.log.moves == [
        .submit(
          0, ("userProfile.firstName", "Jane"), ("userProfile.lastName", "Doe"),
          ("userProfile.email", "jane@example.com"))
      ])
  }

  @Test("A bare field takes the value that has one of the field's names")
  func bare() async throws {
    let engine = ScriptedEngine(.identify, .password, .success)
    let text = """
      profile jane { password = "Correct-Horse-1" }
      let identifier = "jane"
      use jane
      on identify answer identifier
      on challenge answer passcode
      """
    let result = try await result(text, engine)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(
      engine.log.moves == [
        .submit(0, ("identifier", "jane")), .submit(0, ("credentials.passcode", "Correct-Horse-1")),
      ])
  }

  @Test("A bare field without a value of its name is a problem")
  func bareUnknown() async throws {
    let result = try await result("on challenge answer code", ScriptedEngine(.email))
    #expect(result.problems == [.unknownName])
  }

  static let kindTable: [(Field, String, Value?)] = [
    (Field("f", kind: .boolean), "true", .boolean(true)),
    (Field("f", kind: .boolean), "\"true\"", nil),
    (Field("f", kind: .number), "3", .number(3)),
    (Field("f", kind: .number), "\"3\"", .number(3)),
    (Field("f", kind: .number), "\"three\"", nil),
    (Field("f"), "123456", .text("123456")),
    (Field("f", isSecret: true), "\"abc\"", .secret(Secret("abc"))),
    (
      Field("f", accepted: [.init(.text("DE"), naming: Naming("Germany"))]), "\"germany\"",
      .text("DE")
    ),
    (Field("f", accepted: [.init(.text("DE"), naming: Naming("Germany"))]), "\"DE\"", .text("DE")),
    (Field("f", accepted: [.init(.text("DE"), naming: Naming("Germany"))]), "\"France\"", nil),
  ]

  @Test(
    "A value is sent in its field's type, and one that doesn't fit is a problem",
    arguments: kindTable)
  func kinds(_ row: (field: Field, written: String, sent: Value?)) async throws {
    let engine = ScriptedEngine(Response(steps: [Step("s", fields: [row.field])]), .success)
    let result = try await result("on s answer f = \(row.written)", engine)
    if let sent = row.sent {
      #expect(
        engine.log.moves == [.submit(step: 0, selection: nil, answers: [Answer("f", sent)])])
    } else {
      #expect(result.problems == [.valueFailed])
      #expect(engine.log.moves.isEmpty)
    }
  }

  @Test("Fields that fit one choice's form choose it")
  func choiceByFields() async throws {
    let engine = ScriptedEngine(Response(steps: [.question]), .success)
    let result = try await result(
      "on enroll-authenticator answer question = \"Who?\", answer = \"me\"", engine)
    #expect(result.passed)
    #expect(
      engine.log.moves == [
        .submit(
          step: 0, selection: Selection(choice: 1),
          answers: [
            Answer("credentials.question", .text("Who?")),
            Answer("credentials.answer", .secret(Secret("me"))),
          ])
      ])
  }

  @Test("Values decide between two choices that ask for the same fields")
  func choiceByValues() async throws {
    func choice(_ word: String) -> Choice {
      Choice(
        Naming(word),
        fields: [
          Field("kind", isRequired: true, accepted: [.init(.text(word), naming: Naming(word))])
        ])
    }
    let step = Step("s", choices: [choice("a"), choice("b")])
    for written in ["\"b\"", "kind"] {
      let engine = ScriptedEngine(Response(steps: [step]), .success)
      let result = try await result(
        "profile p { kind = env KIND }\nuse p\non s answer kind = \(written)", engine,
        .test(variables: ["KIND": "b"]))
      #expect(result.passed)
      #expect(
        engine.log.moves == [
          .submit(
            step: 0, selection: Selection(choice: 1), answers: [Answer("kind", .text("b"))])
        ])
    }
  }

  static let optionTable: [(String, Move?)] = [
    ("email", .choose(0)), ("okta_email", .choose(0)), ("\"Email\"", .choose(0)),
    ("phone", .choose(1)), ("phone via voice", .choose(1, method: 1)),
    ("phone via \"Voice call\"", .choose(1, method: 1)), ("\"8901\"", .choose(2)),
    ("\"8901\" via sms", .choose(2, method: 0)), ("phone via push", nil), ("\"0000\"", nil),
  ]

  @Test("An option is named by its words or, in quotes, by a detail", arguments: optionTable)
  func options(_ row: (written: String, move: Move?)) async throws {
    let engine = ScriptedEngine(.select, .success)
    let result = try await result("on select choose \(row.written)", engine)
    #expect(engine.log.moves == (row.move.map { [$0] } ?? []))
    #expect(result.passed == (row.move != nil))
  }

  @Test("with fills the form of the choice")
  func with() async throws {
    let step = Step(
      "select-authenticator-enroll",
      choices: [
        Choice(
          .phone, methods: [.sms], fields: [Field("authenticator.phoneNumber", isRequired: true)])
      ])
    let engine = ScriptedEngine(Response(steps: [step]), .success)
    let result = try await result(
      "on select choose phone via sms with phoneNumber = \"+15551234567\"", engine)
    #expect(result.passed)
    #expect(
      engine.log.moves == [
        .submit(
          step: 0, selection: Selection(choice: 0, method: 0),
          answers: [Answer("authenticator.phoneNumber", .text("+15551234567"))])
      ])
    let without = try await FlowInterpreterTests.result(
      "on select choose phone via sms", ScriptedEngine(Response(steps: [step])))
    #expect(without.problems == [.requiredField])
  }

  @Test("A profile's preference chooses if the main step asks for it and no rule does")
  func preference() async throws {
    let text = """
      profile jane { choose okta-verify or phone via sms }
      use jane
      on challenge password answer password = "x"
      """
    let engine = ScriptedEngine(Response(steps: [.password, .select]), .select, .success)
    let result = try await result(text, engine)
    #expect(result.passed)
    #expect(
      engine.log.moves == [.submit(0, ("credentials.passcode", "x")), .choose(1, method: 0)])
  }

  @Test("Profile answers are enough for a step whose required fields they have")
  func answersAlone() async throws {
    let text = """
      profile jane { identifier = "jane"; password = secret PW; rememberMe = true }
      use jane
      """
    let engine = ScriptedEngine(.identify, .password, .email)
    let result = try await result(text, engine, .test(secrets: ["PW": "Correct-Horse-1"]))
    #expect(
      engine.log.moves == [
        .submit(
          step: 0, selection: nil,
          answers: [Answer("identifier", .text("jane")), Answer("rememberMe", .boolean(true))]),
        .submit(0, ("credentials.passcode", "Correct-Horse-1")),
      ])
    #expect(result.problems == [.noRule])
    #expect(result.reasons(at: 2) == [.notFilled])
  }

  @Test("Profile answers aren't given again after an error")
  func answersOnce() async throws {
    let engine = ScriptedEngine(.password, .password.saying(.error, "Password is incorrect"))
    let result = try await result(
      "profile p { password = \"x\" }\nuse p", engine)
    #expect(result.problems == [.serverMessage])
    #expect(engine.log.moves.count == 1)
  }
}
