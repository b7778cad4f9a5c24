import FlowHTTP

/// The flows with rows as tables, in which the rows can be compared.
///
/// Two values that are combined in every way make a matrix; otherwise each row is a line.
struct RowTables {
  private var flows: [String: Flow] = [:]
  private var count = 0

  /// A flow with rows.
  private struct Flow {
    var name: String
    var file: String
    var line: Int
    var rows: [Row] = []
  }

  /// A row: its values, its result and the anchor of its details.
  private struct Row {
    var text: String
    var status: FlowReport.Status
    var anchor: HTML
  }

  /// The most rows of all tables; memory contains a few words for each.
  static let rowsMax = 10_000

  /// Adds a flow if it is a row.
  mutating func add(_ flow: FlowReport, anchor: HTML) {
    guard let row = flow.row, count < RowTables.rowsMax else { return }
    count += 1
    let name = String(flow.name.dropLast(row.count + 1))
    flows[
      "\(flow.file):\(flow.line):\(name)",
      default: Flow(name: name, file: flow.file, line: flow.line)
    ].rows.append(Row(text: row, status: flow.status, anchor: anchor))
  }

  /// The tables; empty if no flow has several rows.
  var html: HTML {
    let several = flows.values.filter { $0.rows.count > 1 }
      .sorted { ($0.file, $0.line, $0.name) < ($1.file, $1.line, $1.name) }
    guard !several.isEmpty else { return "" }
    let tables = several.map(RowTables.table)
    return "<section class=\"card\" id=\"rows\"><h2>Rows</h2>\n\(tables)</section>\n"
  }

  private static func table(_ flow: Flow) -> HTML {
    let rows = flow.rows.sorted { $0.text < $1.text }
    let failed = rows.count { $0.status.isFailure }
    let values = rows.map { RowTables.values(of: $0.text) }
    let open: HTML = failed > 0 ? " open" : ""
    let head: HTML = """
      <details\(open)><summary>\(flow.name) <small>\
      \(flow.file), line \(flow.line): \(failed) of \(rows.count) failed</small></summary>

      """
    let body = matrix(rows, values) ?? list(rows, values)
    return "\(head)<table class=\"rows\">\n\(body)</table></details>\n"
  }

  /// Returns the values of a row.
  ///
  /// A value with a comma looks like two, which only moves cells.
  private static func values(of row: String) -> [String] {
    guard row.hasPrefix("["), row.hasSuffix("]") else { return [row] }
    return String(row.dropFirst().dropLast()).split(separator: ", ").map(String.init)
  }

  /// Returns the rows as a matrix of two values; `nil` if they aren't all combinations.
  private static func matrix(_ rows: [Row], _ values: [[String]]) -> HTML? {
    guard values.allSatisfy({ $0.count == 2 }) else { return nil }
    let (first, second) = (unique(values.map { $0[0] }), unique(values.map { $0[1] }))
    guard first.count > 1, second.count > 1, first.count * second.count == rows.count,
      Set(values).count == rows.count
    else { return nil }
    var cells: [[String]: HTML] = [:]
    for (row, values) in zip(rows, values) { cells[values] = mark(row) }
    let head = second.map { value -> HTML in "<th scope=\"col\">\(value)</th>" }
    let lines = first.map { value -> HTML in
      let marks = second.map { other -> HTML in "<td>\(cells[[value, other]] ?? "")</td>" }
      return "<tr><th scope=\"row\">\(value)</th>\(marks)</tr>\n"
    }
    return "<thead><tr><td></td>\(head)</tr></thead>\n<tbody>\(lines)</tbody>"
  }

  private static func list(_ rows: [Row], _ values: [[String]]) -> HTML {
    let isEven = Set(values.map(\.count)).count == 1
    let lines = zip(rows, values).map { row, values -> HTML in
      let cells = (isEven ? values : [row.text]).map { value -> HTML in "<td>\(value)</td>" }
      return "<tr><td>\(mark(row))</td>\(cells)</tr>\n"
    }
    return "<tbody>\(lines)</tbody>"
  }

  private static func mark(_ row: Row) -> HTML {
    let status = FlowRow.name(row.status)
    return "<a class=\"mark \(status)\" href=\"#\(row.anchor)\">\(row.status.words)</a>"
  }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}
