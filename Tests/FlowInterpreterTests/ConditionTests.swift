import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import Testing

@Suite("Conditions")
struct ConditionTests {
  static let response = Response(
    steps: [.email, .select], messages: [Message(.info, "Sent to j***e", key: "oie.sent")],
    capabilities: [Capability("cancel")],
    facts: [
      Fact("user.email", .text("jane@example.com")), Fact("user.age", .number(30)),
      Fact("user.isNew", .boolean(true)),
      Fact("user.groups", .list([.text("staff"), .text("all")])),
      Fact("user.pin", .secret(Secret("4711"))),
      Fact("sent", .list([.text("authrequest"), .text("error")])),
    ])

  static let conditionTable: [(String, Bool)] = [
    ("user.email is \"jane@example.com\"", true), ("user.email is not \"joe\"", true),
    ("user.email contains \"@\"", true), ("user.email contains \"\"", true),
    ("user.email matches \"jane@*.com\"", true), ("user.email matches \"jane\"", false),
    ("user.age > 29.5", true), ("user.age >= 30", true), ("user.age < 30", false),
    ("user.age <= 30", true), ("user.age is 30", true), ("user.age is not 30", false),
    ("user.isNew is true", true), ("user.isNew is false", false), ("user.isNew", true),
    ("user.groups contains \"staff\"", true), ("user.groups contains \"sta\"", false),
    ("user.pin is \"4711\"", true), ("user.missing", false), ("user.missing is not \"x\"", false),
    ("not user.missing is \"x\"", true), ("step is challenge", true),
    ("step is challenge-authenticator", true), ("step is not challenge", false),
    ("step is select", false), ("step contains \"auth\"", true), ("steps is 0", true),
    ("attempt is 1", true), ("outcome is success", false), ("success", false),
    ("offers phone", true), ("offers phone via voice", true), ("offers phone via push", false),
    ("offers \"4567\"", true), ("offers resend", true), ("offers cancel", true),
    ("offers select-authenticator-authenticate", true), ("offers webauthn", false),
    ("has passcode", true), ("has code", true), ("has identifier", false),
    ("message.key is \"oie.sent\"", true), ("message.text contains \"Sent\"", true),
    ("path never identify", true), ("path contains identify", false),
    ("who is \"jane\"", true), ("zone", true),
    ("has code and (has nothing or not has nothing)", true), ("has nothing and has code", false),
    ("user.email is \"\\(who)@example.com\"", true),
    ("sent authrequest", true), ("sent \"error\"", true), ("sent auth", false),
    ("not sent authresponse", true), ("sent contains \"error\"", true),
  ]

  @Test("A condition follows the language's definition", arguments: conditionTable)
  func condition(_ row: (written: String, holds: Bool)) async throws {
    let engine = ScriptedEngine(ConditionTests.response)
    let text = """
      let who = "jane"
      let zone = env ZONE
      on challenge when \(row.written) stop
      otherwise submit
      expect stopped
      """
    let result = try await result(text, engine, .test(variables: ["ZONE": "office"]))
    #expect(result.outcome == (row.holds ? .stopped : .failure))
    #expect(result.passed == row.holds)
  }

  static let mismatches = [
    "user.age is \"30\"", "user.email > 3", "user.age contains \"3\"", "user.isNew is 1",
    "user.groups is \"staff\"", "message > 2", "attempt is \"1\"", "user.email < \"z\"",
    "user.age matches \"3*\"", "user.isNew > false",
  ]

  @Test("Two types are never compared silently", arguments: mismatches)
  func mismatch(_ written: String) async throws {
    let result = try await result(
      "on challenge when \(written) stop", ScriptedEngine(ConditionTests.response))
    #expect(result.problems == [.typeMismatch])
  }

  @Test("attempt counts how often the step was offered in the run")
  func attempt() async throws {
    let engine = ScriptedEngine(.email, .phone, .email, .email)
    let text = """
      on challenge email when attempt > 2 stop
      on challenge once answer code = "1"
      on challenge phone answer code = "2"
      on challenge answer code = "3"
      expect stopped and steps is 3
      """
    let result = try await result(text, engine)
    #expect(result.passed, "\(result.diagnostics)")
  }

  static let pathTable: [(String, Bool)] = [
    ("identify, challenge, select-authenticator, challenge phone", true),
    ("identify, challenge password, select-authenticator phone, challenge", true),
    ("identify, challenge", false), ("identify, challenge, select, challenge, any", false),
    ("contains identify, challenge phone", true), ("contains challenge phone, identify", false),
    ("never challenge email", true), ("never select-authenticator phone", false),
  ]

  @Test("path is the list of steps taken, without resending", arguments: pathTable)
  func path(_ row: (written: String, holds: Bool)) async throws {
    let resend = Response(steps: [
      Step.challenge(.phone, alias: "code", capabilities: [Capability("resend")])
    ])
    let engine = ScriptedEngine(.identify, .password, .select, resend, .phone, .success)
    let text = """
      on identify answer identifier = "jane"
      on challenge password answer password = "x"
      on select choose phone
      on challenge once resend
      on challenge answer code = "1"
      expect path \(row.written)
      """
    let result = try await result(text, engine)
    #expect(result.outcome == .success)
    #expect(result.passed == row.holds)
  }

  @Test("At the end a fact has its last value of any response")
  func lastFact() async throws {
    let engine = ScriptedEngine(ConditionTests.response, .success)
    let text = """
      on challenge answer code = "1"
      expect user.email is "jane@example.com"
      expect token.scope contains "openid"
      """
    #expect(try await result(text, engine).passed)
  }

  @Test("A failed expectation about a message prints the actual value")
  func messages() async throws {
    let engine = ScriptedEngine(ConditionTests.response, .success)
    let text = "on challenge answer code = \"1\"\nexpect success and sent authresponse"
    let result = try await result(text, engine)
    #expect(!result.passed)
    #expect(
      result.expectations.compactMap(\.actual) == [
        "outcome is success; sent: authrequest, error"
      ])
  }
}
