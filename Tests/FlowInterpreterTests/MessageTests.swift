import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import Testing

@Suite("Messages and outcomes")
struct MessageTests {
  static let wrong = Response.email.saying(.error, "Wrong code", key: "api.factors.error.invalid")

  @Test("An error stops the run with the server's message and the line that led to it")
  func error() async throws {
    let engine = ScriptedEngine(.email, MessageTests.wrong)
    let result = try await result("on challenge answer code = \"000000\"", engine)
    #expect(result.outcome == .failure)
    #expect(result.diagnostics.map(\.problem) == [.serverMessage(message: "Wrong code")])
    #expect(result.diagnostics.first?.place?.text == "answer code = \"000000\"")
    #expect(engine.log.moves.count == 1)
    #expect(engine.log.abandoned == 1)
    #expect(result.reasons(at: 1) == [.errorShown])
  }

  @Test("A rule with when message answers an error: wrong first, right second")
  func wrongThenRight() async throws {
    let text = """
      on challenge email once answer code = "000000"
      on challenge email when message answer code = "123456"
      """
    let engine = ScriptedEngine(.email, MessageTests.wrong, .success)
    let result = try await result(text, engine)
    #expect(result.passed)
    #expect(engine.log.moves.count == 2)
  }

  static let conditionTable: [(String, Bool)] = [
    ("message", true), ("message contains \"Wrong\"", true),
    ("message contains \"Expired\"", false),
    ("message is \"Wrong code\"", true), ("message matches \"Wrong*\"", true),
    ("message.key is \"api.factors.error.invalid\"", true), ("message.key is \"other\"", false),
    ("message is not \"Wrong code\"", false), ("message.severity is \"error\"", true),
    ("not message", false), ("attempt > 1 and message", true), ("attempt > 1", false),
  ]

  @Test(
    "Only a true condition about the message answers an error",
    arguments: conditionTable)
  func conditions(_ row: (condition: String, answers: Bool)) async throws {
    let engine = ScriptedEngine(.email, MessageTests.wrong, .success)
    let text = """
      on challenge email once answer code = "000000"
      on challenge email when \(row.condition) answer code = "123456"
      """
    let result = try await result(text, engine)
    #expect(result.passed == row.answers)
  }

  @Test("Information and warnings are kept, and the run goes on")
  func others() async throws {
    let engine = ScriptedEngine(
      .email.saying(.info, "Sent").saying(.warning, "Old"), .success)
    let result = try await result("on challenge answer code = \"1\"", engine)
    #expect(result.passed)
    #expect(result.messages.map(\.text) == ["Sent", "Old"])
  }

  @Test("A refusal that the flow expects passes")
  func expectedRefusal() async throws {
    let text = """
      on challenge answer code = "000000"
      expect failure message contains "Wrong"
      """
    #expect(try await result(text, ScriptedEngine(.email, MessageTests.wrong)).passed)
    #expect(try await result(text, ScriptedEngine(.email, .refused("Wrong: locked out"))).passed)
    let other = try await result(text, ScriptedEngine(.email, .refused("Locked out")))
    #expect(other.problems == [.serverMessage, .expectationFailed])
  }

  @Test("A fault of the script is never the failure that a flow expects")
  func faultIsNoPass() async throws {
    let result = try await result("on identify submit\nexpect failure", ScriptedEngine(.email))
    #expect(!result.passed)
    #expect(result.problems == [.noRule])
  }

  @Test("A flow without expectations expects success")
  func implicit() async throws {
    #expect(try await result("on any submit", ScriptedEngine(.success)).passed)
    let finished = try await result("on any submit", ScriptedEngine(.finished))
    #expect(
      finished.diagnostics.map(\.problem)
        == [.expectationFailed(expected: "success", actual: "outcome is finished")])
    let refused = try await result("on any submit", ScriptedEngine(.refused("No")))
    #expect(refused.problems == [.serverMessage])
  }

  @Test("All expectations are tested, and each failed one prints the actual value")
  func expectations() async throws {
    let text = """
      on challenge email answer code = "1"
      expect success
      expect finished
      expect token.scope contains "email"
      expect token.missing is "x"
      expect path identify, challenge
      expect path challenge email
      expect steps < 2 and token.scope contains "openid"
      expect message
      expect offers email
      """
    let result = try await result(text, ScriptedEngine(.email, .success))
    #expect(
      result.expectations.map(\.holds) == [
        true, false, false, false, false, true, true, false, false,
      ])
    #expect(
      result.expectations.compactMap(\.actual) == [
        "outcome is success", "token.scope is \"openid profile\"", "token.missing is absent",
        "path is challenge-authenticator email", "message is absent", "nothing is offered",
      ])
    #expect(result.problems == Array(repeating: .expectationFailed, count: 6))
    #expect(result.diagnostics.first?.place?.text == "finished")
  }

  @Test("expect among the actions ends the run if it fails")
  func expectHere() async throws {
    let engine = ScriptedEngine(.email, .success)
    let text = """
      on challenge { expect has passcode; expect message contains "sent"; answer code = "1" }
      """
    let result = try await result(text, engine)
    #expect(engine.log.moves.isEmpty)
    #expect(result.outcome == .failure)
    #expect(result.problems == [.expectationFailed])
    #expect(result.diagnostics.first?.place?.text == "message contains \"sent\"")
  }

  @Test("Comparing two types is a problem, not false")
  func mismatch() async throws {
    let rule = try await result(
      "on challenge when attempt is \"1\" submit", ScriptedEngine(.email))
    #expect(rule.problems == [.typeMismatch])
    let expectation = try await result(
      "on any submit\nexpect token.scope > 3", ScriptedEngine(.success))
    #expect(expectation.problems == [.typeMismatch])
  }

  @Test(
    "Without a rule: every rule is listed with its reason, the step, and a working line")
  func noRule() async throws {
    let text = """
      on identify submit
      on challenge phone answer code = "1"
      on challenge email when message submit
      on challenge email answer pin = "1"
      """
    let result = try await result(text, ScriptedEngine(.email))
    let diagnostic = try #require(result.diagnostics.first)
    #expect(diagnostic.problem == .noRule(step: "challenge-authenticator"))
    #expect(
      diagnostic.labels.map(\.text) == [
        "its step isn't offered here", "its step is offered for email, not for `phone`",
        "its condition doesn't hold",
        "the step doesn't ask for `pin`, but for credentials.passcode",
      ])
    #expect(
      diagnostic.notes
        == ["`challenge-authenticator` (email) asks for credentials.passcode, can resend"])
    #expect(diagnostic.help == "add `on challenge-authenticator email prompt passcode`")
  }

  @Test("A response of thousands of steps, fields and choices is reported in a few lines")
  func largeResponse() async throws {
    let names = (0..<3_000).map { "n\($0)" }
    var steps = names.map { Step($0) }
    steps[0] = Step("wide", fields: names.map { Field($0, isRequired: true) })
    steps[1] = Step("long", choices: names.map { Choice(Naming($0)) })
    let result = try await result("on other submit", ScriptedEngine(Response(steps: steps)))
    let diagnostic = try #require(result.diagnostics.first)
    #expect(diagnostic.problem == .noRule(step: "wide"))
    #expect(diagnostic.notes.count == Explanation.namesMax + 1)
    #expect(diagnostic.notes[0].hasSuffix(", n38, n39 and 2960 more"))
    #expect(diagnostic.notes[1].hasSuffix(", n38, n39 and 2960 more"))
    #expect(diagnostic.notes.last == "2960 more steps are offered")
    #expect(diagnostic.help == "add `on wide prompt`")
  }
}
