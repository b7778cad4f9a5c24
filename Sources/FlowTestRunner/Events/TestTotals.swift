/// How many flows came out how.
package struct TestTotals: Sendable, Hashable {
  private var counts: [FlowReport.Status: Int] = [:]

  /// Makes totals of nothing.
  package init() {}

  /// How many came out so.
  package subscript(status: FlowReport.Status) -> Int { counts[status] ?? 0 }

  /// All of them.
  package var flows: Int { counts.values.reduce(0, +) }

  /// Those that make a run fail.
  package var failures: Int {
    FlowReport.Status.allCases.filter(\.isFailure).reduce(0) { $0 + self[$1] }
  }

  /// Counts a flow.
  package mutating func add(_ status: FlowReport.Status) { counts[status, default: 0] += 1 }
}
