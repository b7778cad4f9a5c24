import FlowDiagnostics
import FlowEngine
import FlowSyntax
import Testing

@testable import FlowInterpreter

/// The facts of conditions, in texts.
@Suite("Facts in texts")
struct FactTextTests {
  private static func page(_ messages: Message...) -> Response {
    var response = Response.identify
    response.messages = messages
    response.facts = [Fact("history", .text("NONE")), Fact("user.pin", .secret(Secret("4711")))]
    return response
  }

  private static let options = PlanOptions(
    facts: ["idx": ["history"]], factGroups: ["idx": ["user"]])

  static let texts: [(text: String, becomes: String)] = [
    ("refused: \\(message.text)", "refused: Not today; Nor ever"),
    ("\\(message)", "Not today; Nor ever"), ("\\(message.key)!", "some.key!"),
    ("\\(message.severity)", "info; warning"),
    ("\\(step) \\(steps) \\(attempt)", "identify 0 1"), ("[\\(outcome)]", "[]"),
    ("\\(history) of \\(own)", "NONE of mine"),
    ("pin \\(user.pin), \\(message.key)", "pin ••••••, some.key"),
  ]

  @Test("fail and say repeat the response's message", arguments: texts)
  func repeats(_ row: (text: String, becomes: String)) async throws {
    let engine = ScriptedEngine(
      Self.page(Message(.info, "Not today", key: "some.key"), Message(.warning, "Nor ever")))
    let said = Said()
    var environment = RunEnvironment.test()
    environment.events = { if case .said(let text) = $0 { said.add(text) } }
    let script = """
      let own = "mine"
      on any when message { say "\(row.text)"; fail "\(row.text)" }
      """
    let result = try await result(script, engine, environment, Self.options)
    #expect(result.diagnostics.map(\.problem) == [.ruleFailed(message: row.becomes)])
    #expect(said.texts == [row.becomes])
  }

  @Test("prompt prints it to the user, and prints nothing without a message")
  func prompts() async throws {
    let prompter = ScriptedPrompter(.filled(["jane"]))
    let result = try await result(
      "on identify prompt identifier \"\\(message.text)Name for \\(step)\"",
      ScriptedEngine(Self.page(), .success), .test(prompter: prompter), Self.options)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(prompter.questions.first?.fields.first?.label == "Name for identify")
  }

  @Test("A value of the script takes precedence over a fact of its name")
  func ownFirst() async throws {
    let result = try await result(
      "let step = \"mine\"\non any fail \"\\(step)\"", ScriptedEngine(Self.page()))
    #expect(result.diagnostics.map(\.problem) == [.ruleFailed(message: "mine")])
  }

  @Test("Outside a text only a name with a dot is a fact")
  func values() async throws {
    let (_, wrong) = try plans("on identify answer identifier = step", Self.options)
    #expect(wrong.map(\.problem.kind) == [.unknownName])
    let engine = ScriptedEngine(Self.page(Message(.info, "jane")), .success)
    let result = try await result("on identify answer identifier = message.text", engine)
    #expect(result.passed, "\(result.diagnostics)")
    #expect(engine.log.moves == [.submit(0, ("identifier", "jane"))])
  }

  @Test("The message of the page on which a run has ended is in the problem")
  func lastWords() async throws {
    for text in ["on any submit", "on any submit\nexpect success"] {
      let result = try await result(
        text, ScriptedEngine(Response.finished.saying(.info, "Close this window")))
      #expect(result.problems == [.expectationFailed])
      #expect(result.diagnostics.first?.notes == ["the server says: Close this window"])
      #expect(result.endsWithoutWay)
    }
  }
}
