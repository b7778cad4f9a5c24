/// The number of flows for each status.
package struct TestTotals: Sendable, Hashable {
  private var counts: [FlowReport.Status: Int] = [:]

  /// Creates empty totals.
  package init() {}

  /// The number of flows with a status.
  package subscript(status: FlowReport.Status) -> Int { counts[status] ?? 0 }

  /// The number of all flows.
  package var flows: Int { counts.values.reduce(0, +) }

  /// The number of flows that fail the run.
  package var failures: Int {
    FlowReport.Status.allCases.filter(\.isFailure).reduce(0) { $0 + self[$1] }
  }

  /// Counts a flow.
  package mutating func add(_ status: FlowReport.Status) { counts[status, default: 0] += 1 }
}
