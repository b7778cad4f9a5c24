import CommandSupport
import FlowCLI
import FlowEngine
import MobileIdPEngine
import Testing

@Suite("The documentation of the mobile identity provider flow")
struct MobileIdPGrammarTests {
  @Test("The manual's transition tables are the code's")
  func machines() throws {
    let page = Project.page("state-machines")
    let rows =
      try Project.section("## The client app", of: page).filter { $0.hasPrefix("| P") }
      + Project.section("## The identity provider app", of: page).filter { $0.hasPrefix("| I") }
    let client = ClientTransition.table.map(Self.row)
    let provider = ProviderTransition.table.map(Self.row)
    #expect(rows == client + provider, "\((client + provider).joined(separator: "\n"))")
  }

  @Test("The manual's decision tables are the code's")
  func decisions() throws {
    let section = try Project.section("## What decides", of: Project.page("state-machines"))
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
