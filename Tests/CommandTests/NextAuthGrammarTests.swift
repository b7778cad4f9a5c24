import CommandSupport
import FlowCLI
import FlowEngine
import NextAuthEngine
import Testing

@Suite("The documentation of nextAuth sessions")
struct NextAuthGrammarTests {
  @Test("The manual's transition table is the code's")
  func machine() throws {
    let section = try Project.section("## nextAuth sessions", of: Project.page("state-machines"))
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

  @Test("The manual shows the machine as `flow graph nextauth` prints it")
  func drawing() async throws {
    let page = try #require(Project.text(Project.page("state-machines")))
    let run = await Shell()("graph", "nextauth")
    let isShown = page.contains("```mermaid\n\(run.output)```\n")
    #expect(isShown)
  }
}
