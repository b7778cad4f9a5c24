import FlowText

/// What a report says of a run as a whole.
package struct RunSummary: Sendable {
  /// How it began; `nil` before that.
  package private(set) var head: TestRunHead?
  /// How it ended; `nil` before that.
  package private(set) var end: TestRunEnd?
  /// How many flows came out how.
  package private(set) var totals = TestTotals()

  /// Makes a summary of nothing.
  package init() {}

  /// Takes the next event.
  package mutating func add(_ event: TestEvent) {
    switch event {
    case .began(let head): self.head = head
    case .flow(let flow): totals.add(flow.status)
    case .ended(let end): self.end = end
    }
  }

  /// Why flows that were to run are not told of, or did not run, in sentences; empty for a whole run.
  package var gaps: [String] {
    var gaps: [String] = []
    if let end {
      if end.isInterrupted { gaps.append("the run was interrupted") }
      if let stopped = end.stopped { gaps.append(stopped) }
    } else {
      gaps.append("the run has not come to its end: it was killed, or it is still going on")
    }
    let missing = (head?.flows ?? 0) - totals.flows
    if missing > 0, end != nil {
      gaps.append(
        "\(RunSummary.flows(missing)) of the run \(missing == 1 ? "is" : "are") not told of")
    }
    if totals[.missed] > 0, gaps.isEmpty {
      gaps.append(RunSummary.flows(totals[.missed]) + " did not run")
    }
    return gaps
  }

  /// Whether all that was to run has run, and did so as expected.
  package var passed: Bool { gaps.isEmpty && totals.failures == 0 }

  /// The totals in words: `60 flows: 57 passed, 1 flaky, 2 failed`.
  package var words: String {
    let parts = FlowReport.Status.allCases.filter { totals[$0] > 0 }
      .map { "\(totals[$0]) \($0.words)" }
    return RunSummary.flows(totals.flows) + (parts.isEmpty ? "" : ": ")
      + parts.joined(separator: ", ")
  }

  /// How long the run took, in microseconds; `nil` before its end.
  package var duration: Int64? {
    guard let head, let end else { return nil }
    let (difference, overflows) = end.ended.subtractingReportingOverflow(head.began)
    return overflows ? nil : max(0, difference)
  }

  /// What the run was, for people: a name and a value each.
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
      facts.append(("build", live.build ?? "not told"))
    }
    return facts
  }

  /// A share of 100 with a decimal, never rounded up to all: `99.9 %`.
  package static func percent(_ share: Double) -> String {
    let tenths = Int((min(max(share, 0), 100) * 10).rounded(.down))
    return "\(tenths / 10).\(tenths % 10) %"
  }

  private static func flows(_ count: Int) -> String { "\(count) flow\(count == 1 ? "" : "s")" }

  /// A time since 1970 in microseconds, as ISO 8601 has it.
  package static func time(_ microseconds: Int64) -> String {
    CivilTime(.microseconds(microseconds)).iso8601
  }

  /// A duration in microseconds as seconds with three decimals, never less than nothing.
  package static func seconds(_ microseconds: Int64) -> String {
    let milliseconds = max(0, microseconds) / 1000
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
  }
}

extension FlowReport.Status {
  /// The status behind a number of flows.
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
