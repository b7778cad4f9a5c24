import FlowText

/// The rows of the flows that have any, and whether they passed.
struct RowList {
  /// A flow with rows.
  struct Flow {
    /// The file and the flow's name.
    var title: String
    var failed = Rows()
    var passed = Rows()
  }

  /// Rows with the same result.
  struct Rows {
    /// The first rows, each in brackets.
    var first: [String] = []
    var count = 0

    fileprivate mutating func add(_ row: String) {
      count += 1
      if first.count < RowList.rowsMax { first.append(ShortText.of(row, most: RowList.rowMax)) }
    }

    /// The rows on one line, sorted: parallel flows end in any order.
    var text: String {
      let more = count > first.count ? " and \(count - first.count) more" : ""
      return first.sorted().joined(separator: " ") + more
    }
  }

  private var flows: [Flow] = []
  private var places: [String: Int] = [:]

  /// The most flows whose rows are kept.
  private static let flowsMax = 1000
  /// The most rows of a flow that are listed for each result, and the longest one.
  private static let rowsMax = 20
  private static let rowMax = 60
  /// The most flows that are listed.
  static let listedMax = 20

  /// Adds a flow if it is a row.
  mutating func add(_ report: FlowReport) {
    guard let row = report.row else { return }
    let title = String(report.id.dropLast(row.count + 1))
    let place = places[title] ?? flows.count
    if place == flows.count {
      guard place < RowList.flowsMax else { return }
      places[title] = place
      flows.append(Flow(title: title))
    }
    if report.status.isFailure {
      flows[place].failed.add(row)
    } else {
      flows[place].passed.add(row)
    }
  }

  /// The flows of which some rows failed, and there is more than one row.
  var failed: [Flow] {
    flows.filter { $0.failed.count > 0 && $0.failed.count + $0.passed.count > 1 }
  }
}
