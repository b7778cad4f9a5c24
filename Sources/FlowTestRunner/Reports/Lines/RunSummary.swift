import FlowInterpreter
import FlowText

/// The summary of a run for a report.
package struct RunSummary: Sendable {
  /// The event that began the run; `nil` if the run hasn't begun.
  package private(set) var head: TestRunHead?
  /// The event that ended the run; `nil` if the run hasn't ended.
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

  /// The reasons why flows are missing or didn't run; empty if the run is complete.
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

  /// Whether the run is complete and no flow fails it.
  package var passed: Bool { gaps.isEmpty && totals.failures == 0 }

  /// The totals in words, such as `60 flows: 57 passed, 1 flaky, 2 failed`.
  package var words: String {
    let parts = FlowReport.Status.allCases.filter { totals[$0] > 0 }
      .map { "\(totals[$0]) \($0.words)" }
    return RunSummary.flows(totals.flows) + (parts.isEmpty ? "" : ": ")
      + parts.joined(separator: ", ")
  }

  /// The duration of the run in microseconds; `nil` if the run hasn't ended.
  package var duration: Int64? {
    guard let head, let end else { return nil }
    let (difference, overflows) = end.ended.subtractingReportingOverflow(head.began)
    return overflows ? nil : max(0, difference)
  }

  /// The names and values of facts about the run, for users.
  package var facts: [(name: String, value: String)] {
    guard let head else { return [] }
    var facts = [("program", "flow " + head.version), ("began", RunSummary.time(head.began))]
    if let duration { facts.append(("took", RunSummary.duration(duration))) }
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

  /// Returns a percentage with one decimal, such as `99.9 %`.
  ///
  /// The percentage is rounded down, so that only a full share is 100.
  package static func percent(_ share: Double) -> String {
    let tenths = Int((min(max(share, 0), 100) * 10).rounded(.down))
    return "\(tenths / 10).\(tenths % 10) %"
  }

  private static func flows(_ count: Int) -> String { "\(count) flow\(count == 1 ? "" : "s")" }

  /// Returns the microseconds since 1970 as an ISO 8601 time.
  package static func time(_ microseconds: Int64) -> String {
    CivilTime(.microseconds(microseconds)).iso8601
  }

  /// Returns a duration in microseconds for people, in the unit that fits: `40 µs`, `3.1 ms`.
  package static func duration(_ microseconds: Int64) -> String {
    switch microseconds {
    case ...0: "0 ms"
    case ..<95: "\(microseconds) µs"
    default: MoveText.time(.microseconds(microseconds))
    }
  }

  /// Returns a duration in microseconds as seconds with six decimals, never negative.
  ///
  /// A simulated sign-in takes less than a millisecond.
  package static func seconds(_ microseconds: Int64) -> String {
    let (whole, part) = max(0, microseconds).quotientAndRemainder(dividingBy: 1_000_000)
    let rest = String(part)
    return "\(whole)." + String(repeating: "0", count: 6 - rest.utf8.count) + rest
  }
}

extension FlowReport.Status {
  /// The word for the status, to write after a number of flows.
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
