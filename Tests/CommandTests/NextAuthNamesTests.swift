import CommandSupport
import FlowCLI
import FlowEngine
import FlowHTTP
import FlowTerminal
import NextAuthEngine
import Testing

/// The words of nextAuth, as `flow names` lists them.
@Suite("flow names nextauth")
struct NextAuthNamesTests {
  private static let words = NextAuthEngine.vocabulary

  @Test("Every word is listed with its meaning")
  func list() async {
    await Self.words.holdListing()
    #expect(await !Shell()("names", "nextauth").output.contains("Authenticators"))
  }

  @Test("A beginning and an event are shown with their parameters and an example")
  func event() async {
    let run = await Shell()("names", "nextauth", "server-logout")
    #expect(
      run.output == """
        server-logout, an event: The server ends a session.
          with     account, server
          example  on active wait 5m then meanwhile server-logout

        """)
    let push = await Shell()("names", "nextauth", "push")
    #expect(push.output.hasPrefix("push, a beginning: "))
    // The beginning, and the subject of its steps.
    #expect(push.output.count(of: "example") == 2)
  }

  @Test("JSON has the events too")
  func json() async throws {
    let run = await Shell()("names", "nextauth", "--json")
    let object = try JSON(parsing: Array(run.output.utf8))
    #expect(object["events"]?.array?.count == Self.words.events.count)
    #expect(object["events"]?.array?.first?["example"]?.string?.isEmpty == false)
    #expect(object["intents"]?.array?.count == Self.words.intents.count)
    let idx = await Shell()("names", "idx", "--json")
    #expect(try JSON(parsing: Array(idx.output.utf8))["events"] == nil)
  }

  @Test("Every parameter of a beginning or an event is known, and every known one is used")
  func parameters() {
    let known = Set(Self.words.parameters.map(\.name))
    let taken = Set((Self.words.intents + Self.words.events).flatMap(\.parameters))
    #expect(taken == known)
  }

  @Test("Every example is a valid line of a script")
  func examples() async throws {
    let examples =
      (Self.words.intents + Self.words.events).map(\.example) + Self.words.steps.map(\.example)
      + Self.words.capabilities.map(\.example) + Self.words.parameters.map(\.example)
      + Self.words.knownFacts.map(\.example)
    let flows = examples.enumerated().map { index, line in
      let rule = line.hasPrefix("on ") ? "" : "on ready submit\n  "
      return "flow \"\(index)\" {\n  engine nextauth\n  \(rule)\(line)\n}\n"
    }
    let path = try TemporaryScript.write(flows.joined())
    defer { TemporaryScript.remove(path) }
    let run = await Shell()("check", "--strict", path)
    #expect(run.status == .success, "\(run.all)")
  }
}
