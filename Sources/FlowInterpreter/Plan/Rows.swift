import FlowDiagnostics
import FlowSyntax

/// The rows of a flow: all combinations of the values of its `for` clauses.
struct Rows {
  /// A name and its value in a row.
  struct Cell: Sendable {
    var name: String
    var value: Expression
  }

  private(set) var rows: [[Cell]] = [[]]
  private(set) var diagnostic: Diagnostic?

  init(of flow: Program.FlowUnit) {
    for clause in flow.rows {
      guard rows.count * max(clause.rows.count, 1) <= Program.FlowUnit.rowsMax else {
        diagnostic = Diagnostic(
          Program.FlowUnit.tooManyRows, at: Place(flow.script.source, clause.range))
        return
      }
      let names = clause.names.map(flow.script.text)
      for row in clause.rows where row.values.count != names.count {
        diagnostic = Diagnostic(
          .rowLength(expected: names.count, found: row.values.count),
          at: Place(flow.script.source, row.range))
        return
      }
      rows = rows.flatMap { made in
        clause.rows.map { row in
          made + zip(names, row.values).map { Cell(name: $0, value: $1) }
        }
      }
    }
  }
}
