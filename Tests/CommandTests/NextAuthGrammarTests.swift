import CommandSupport
import FlowCLI
import FlowEngine
import NextAuthEngine
import Testing

@Suite("The documentation of nextAuth sessions")
struct NextAuthGrammarTests {
  private static let words = NextAuthEngine.vocabulary

  private static func row(_ name: String, _ meaning: String, _ example: String) -> String {
    "| `\(name)` | \(meaning) | `\(example)` |"
  }

  @Test("Grammar.md has one line for each word, and no other lines")
  func words() throws {
    let section = try Project.section("## The words of nextAuth sessions", of: "Grammar.md")
    let body = section.prefix { !$0.hasPrefix("### ") }
    let tables = body.drop { !$0.hasPrefix("| beginning") }.filter { $0.hasPrefix("| `") }
    let words = Self.words
    let beginnings = words.intents.map(\.name)
    let events = words.events.filter { !beginnings.contains($0.name) }
    #expect(
      tables == words.intents.map { Self.row($0.name, $0.meaning, $0.example) }
        + events.map { Self.row($0.name, $0.meaning, $0.example) }
        + words.steps.map { Self.row($0.name, $0.meaning, $0.example) }
        + words.subjects.map { Self.row($0.naming.word, $0.meaning, $0.example) }
        + words.capabilities.map { Self.row($0.naming.word, $0.meaning, $0.example) }
        + words.parameters.map { Self.row($0.name, $0.meaning, $0.example) }
        + words.knownFacts.map { Self.row($0.name, $0.meaning, $0.example) })
  }

  @Test("Grammar.md's transition table matches the code")
  func machine() throws {
    let section = try Project.section("### The machine", of: "Grammar.md")
    let rows = section.filter { $0.hasPrefix("| T") }
    let table = SessionTransition.table.map(Self.row)
    #expect(rows == table, "\(table.joined(separator: "\n"))")
  }

  private static func row(_ row: SessionTransition) -> String {
    let from =
      switch row.from {
      case SessionTransition.Place.live: "every live state"
      case SessionTransition.Place.beforeActive: "every state before ACTIVE"
      default: row.from.map { $0 == .absent ? "–" : $0.rawValue }.joined(separator: ", ")
      }
    let cells = [
      "\(row.id)", from, row.trigger, row.condition, row.to?.rawValue ?? "",
      row.history?.rawValue ?? "", row.callbacks.joined(separator: ", "),
      row.rules.map { "S\($0)" }.joined(separator: ", "),
    ]
    return "| " + cells.map { $0.isEmpty ? "–" : $0 }.joined(separator: " | ") + " |"
  }

  @Test("README.md shows the machine as `flow graph nextauth` prints it")
  func drawing() async throws {
    let readme = try #require(Project.text("README.md"))
    let run = await Shell()("graph", "nextauth")
    let isShown = readme.contains("```mermaid\n\(run.output)```\n")
    #expect(isShown)
  }
}
