import CommandSupport
import FlowCLI
import FlowEngine
import MobileIdPEngine
import Testing

@Suite("The documentation of the mobile identity provider flow")
struct MobileIdPGrammarTests {
  private static let words = MobileIdPEngine.vocabulary

  private static func row(_ name: String, _ meaning: String, _ example: String) -> String {
    "| `\(name)` | \(meaning) | `\(example)` |"
  }

  @Test("Grammar.md has one line for each word, and no other lines")
  func words() throws {
    let section = try Project.section(
      "## The words of the mobile identity provider flow", of: "Grammar.md")
    let tables = section.prefix { !$0.hasPrefix("### ") }.filter { $0.hasPrefix("| `") }
    let words = Self.words
    let beginnings = words.intents.map(\.name)
    let events = words.events.filter { !beginnings.contains($0.name) }
    #expect(
      tables == (words.intents + events + words.messages).map {
        Self.row($0.name, $0.meaning, $0.example)
      }
        + words.steps.map { Self.row($0.name, $0.meaning, $0.example) }
        + (words.subjects + words.capabilities).map {
          Self.row($0.naming.word, $0.meaning, $0.example)
        }
        + words.parameters.map { Self.row($0.name, $0.meaning, $0.example) }
        + words.knownFacts.map { Self.row($0.name, $0.meaning, $0.example) })
  }

  @Test("Grammar.md's transition tables match the code")
  func machines() throws {
    let section = try Project.section("### The machines of the two apps", of: "Grammar.md")
    let rows = section.filter { $0.hasPrefix("| P") || $0.hasPrefix("| I") }
    let client = ClientTransition.table.map(Self.row)
    let provider = ProviderTransition.table.map(Self.row)
    #expect(rows == client + provider, "\((client + provider).joined(separator: "\n"))")
  }

  @Test("Grammar.md's decision tables match the code")
  func decisions() throws {
    let section = try Project.section("### What decides", of: "Grammar.md")
    let rows = section.filter { $0.hasPrefix("| 8") }
    let table = Decision.table.map { "| \($0.id.rawValue) | \($0.condition) | \($0.result) |" }
    #expect(rows == table, "\(table.joined(separator: "\n"))")
  }

  private static func row<App: AppTable>(_ row: AppTransition<App>) -> String {
    let from =
      row.from.count > 3
      ? "any of \(row.from.count)"
      : row.from.map(\.rawValue)
        .joined(separator: ", ")
    let cells = [
      "\(row.id)", from, row.event, row.condition, row.action, row.to?.rawValue ?? "",
    ]
    return "| " + cells.map { $0.isEmpty ? "–" : $0 }.joined(separator: " | ") + " |"
  }
}
