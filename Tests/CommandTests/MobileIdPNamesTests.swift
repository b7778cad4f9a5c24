import CommandSupport
import FlowCLI
import FlowEngine
import FlowHTTP
import FlowTerminal
import MobileIdPEngine
import Testing

/// The words of the mobile identity provider flow, as `flow names` lists them.
@Suite("flow names mobile-idp")
struct MobileIdPNamesTests {
  private static let words = MobileIdPEngine.vocabulary

  @Test("Every word is listed with its meaning")
  func list() async { await Self.words.holdListing() }

  @Test("A beginning, an event and a step are shown with their parameters and an example")
  func details() async {
    let start = await Shell()("names", "mobile-idp", "client")
    #expect(start.output.hasPrefix("client, a beginning: "))
    #expect(start.output.contains("  with     app\n"))
    let event = await Shell()("names", "mobile-idp", "uninstall")
    #expect(event.output.hasPrefix("uninstall, an event: "))
    let step = await Shell()("names", "mobile-idp", "login")
    #expect(step.output.contains("username (identifier)"), "\(step.all)")
    #expect(step.output.contains("  example  on login "))
  }

  @Test("JSON has the beginnings, the events and the steps")
  func json() async throws {
    let run = await Shell()("names", "mobile-idp", "--json")
    let object = try JSON(parsing: Array(run.output.utf8))
    #expect(object["events"]?.array?.count == Self.words.events.count)
    #expect(object["intents"]?.array?.count == Self.words.intents.count)
    #expect(object["steps"]?.array?.count == Self.words.steps.count)
  }

  @Test("Every parameter of a beginning or an event is known, and every known one is used")
  func parameters() {
    let known = Set(Self.words.parameters.map(\.name))
    #expect(Set((Self.words.intents + Self.words.events).flatMap(\.parameters)) == known)
  }

  @Test("Every example is a valid line of a script")
  func examples() async throws {
    let examples =
      (Self.words.intents + Self.words.events + Self.words.messages).map(\.example)
      + Self.words.steps.map(\.example) + Self.words.subjects.map(\.example)
      + Self.words.capabilities.map(\.example) + Self.words.parameters.map(\.example)
      + Self.words.knownFacts.map(\.example)
    let flows = examples.enumerated().map { index, line in
      let rule = line.hasPrefix("on ") ? "" : "on approve choose allow\n  "
      return "flow \"\(index)\" {\n  engine mobile-idp\n  \(rule)\(line)\n}\n"
    }
    let path = try TemporaryScript.write(flows.joined())
    defer { TemporaryScript.remove(path) }
    let run = await Shell()("check", "--strict", path)
    #expect(run.status == .success, "\(run.all)")
  }
}
