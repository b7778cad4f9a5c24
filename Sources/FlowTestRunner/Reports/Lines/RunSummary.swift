import FlowText

/// The summary of a run for a report.
package struct RunSummary: Sendable {
  /// The beginning of the run; `nil` before that.
  package private(set) var head: TestRunHead?
  /// The end of the run; `nil` before that.
  package private(set) var end: TestRunEnd?
  /// The number of flows for each status.
  package private(set) var totals = TestTotals()

  /// Creates an empty summary.
  package init() {}

  /// Adds the next event.
  package mutating func add(_ event: TestEvent) {
    switch event {
    case .began(let head): self.head = head
    case .flow(let flow): totals.add(flow.status)
    case .ended(let end): self.end = end
    }
  }

  /// The reasons why flows weren't reported, or did not run, as sentences; empty for a complete
  /// run.
  package var gaps: [String] {
    var gaps: [String] = []
    if let end {
      if end.isInterrupted { gaps.append("the run was interrupted") }
      if let stopped = end.stopped { gaps.append(stopped) }
    } else {
      gaps.append("the run has not ended: it was killed, or it is still running")
    }
    let missing = (head?.flows ?? 0) - totals.flows
    if missing > 0, end != nil {
      gaps.append(
        "\(RunSummary.flows(missing)) of the run \(missing == 1 ? "has" : "have") no report")
    }
    if totals[.missed] > 0, gaps.isEmpty {
      gaps.append(RunSummary.flows(totals[.missed]) + " did not run")
    }
    return gaps
  }

  /// Whether the run was complete, and everything was as expected.
  package var passed: Bool { gaps.isEmpty && totals.failures == 0 }

  /// The totals in words: `60 flows: 57 passed, 1 flaky, 2 failed`.
  package var words: String {
    let parts = FlowReport.Status.allCases.filter { totals[$0] > 0 }
      .map { "\(totals[$0]) \($0.words)" }
    return RunSummary.flows(totals.flows) + (parts.isEmpty ? "" : ": ")
      + parts.joined(separator: ", ")
  }

  /// The duration of the run, in microseconds; `nil` before its end.
  package var duration: Int64? {
    guard let head, let end else { return nil }
    let (difference, overflows) = end.ended.subtractingReportingOverflow(head.began)
    return overflows ? nil : max(0, difference)
  }

  /// The facts of the run for people: names and values.
  package var facts: [(name: String, value: String)] {
    guard let head else { return [] }
    var facts = [("program", "flow " + head.version), ("began", RunSummary.time(head.began))]
    if let duration { facts.append(("took", RunSummary.seconds(duration) + " s")) }
    if !head.paths.isEmpty { facts.append(("paths", head.paths.joined(separator: " "))) }
    facts.append(("jobs", String(head.jobs)))
    if let seed = head.seed { facts.append(("seed", String(seed))) }
    if let shard = head.shard { facts.append(("shard", "\(shard.index) of \(shard.count)")) }
    if let live = head.live {
      facts.append(("live org", live.issuer))
      facts.append(("build", live.build ?? "unknown"))
    }
    return facts
  }

  /// Returns a share of 100 with one decimal, never rounded up to 100: `99.9 %`.
  package static func percent(_ share: Double) -> String {
    let tenths = Int((min(max(share, 0), 100) * 10).rounded(.down))
    return "\(tenths / 10).\(tenths % 10) %"
  }

  private static func flows(_ count: Int) -> String { "\(count) flow\(count == 1 ? "" : "s")" }

  /// Returns a time since 1970 in microseconds as ISO 8601.
  package static func time(_ microseconds: Int64) -> String {
    CivilTime(.microseconds(microseconds)).iso8601
  }

  /// Returns a duration in microseconds as seconds with three decimals, never negative.
  package static func seconds(_ microseconds: Int64) -> String {
    let milliseconds = max(0, microseconds) / 1000
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
  }
}

extension FlowReport.Status {
  /// The status after a number of flows.
  package var words: String {
    switch self {
    case .passed: "passed"
    case .flaky: "flaky"
    case .known: "known to fail"
    case .failed: "failed"
    case .unexpected: "unexpected"
    case .broken: "broken"
    case .missed: "not run"
    }
  }
}
