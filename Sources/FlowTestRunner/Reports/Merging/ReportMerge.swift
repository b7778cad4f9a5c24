package import FlowText

/// Merges the events of several runs into one run.
///
/// The events must be read twice in the same order. The first pass counts all flows, and the second
/// pass passes on the flows that count. If a flow ran several times, its latest run counts. The
/// memory contains only the ids of the flows, and the runs.
package struct ReportMerge {
  /// Every run that was read.
  private var runs: [Run] = []
  private var isOpen = false
  private var newest: [String: Newest] = [:]
  private var flows = 0
  private var coverage: Coverage?
  /// Whether each flow that was read is the latest with its id, in the order of reading.
  private var counts: [Bool] = []
  private var repeated = 0
  private var absent: [String] = []
  private var coveredRuns = 0

  /// A run in a file.
  private struct Run {
    var file: String
    var head: TestRunHead
    var told = 0
    var end: TestRunEnd?

    var isWhole: Bool { end != nil && told >= head.flows }

    /// Whether a later run repeats this run completely.
    func isMadeGood(by other: Run) -> Bool {
      other.head.began > head.began && other.isWhole && other.head.flows >= head.flows
        && other.head.shard == head.shard && other.head.paths == head.paths
    }

    var name: String {
      file + (head.shard.map { " (shard \($0.index) of \($0.count))" } ?? "")
    }
  }

  /// The location of a flow's latest report, and the time at which its run began.
  private struct Newest {
    var place: Int
    var began: Int64
    var isMissed: Bool
  }

  /// Creates an empty merge.
  package init() {}

  // MARK: Counting

  /// Whether the latest run in the current file has begun but not ended.
  package var isWithinRun: Bool { isOpen }

  /// Counts an event in the first pass.
  ///
  /// - Throws: `PlainFailure` if the event doesn't belong to a run.
  package mutating func count(_ event: TestEvent, file: String) throws(PlainFailure) {
    switch event {
    case .began(let head):
      runs.append(Run(file: file, head: head))
      isOpen = true
    case .flow(let flow):
      guard isOpen, let run = runs.indices.last else { throw outside("a flow") }
      runs[run].told += 1
      count(flow, began: runs[run].head.began)
    case .ended(var end):
      guard isOpen, let run = runs.indices.last else { throw outside("an end") }
      if let covered = end.coverage {
        coveredRuns += 1
        if coverage == nil { coverage = covered } else { coverage?.add(covered) }
      }
      end.coverage = nil
      runs[run].end = end
      isOpen = false
    }
  }

  /// Records that a file is missing, for example because the machine of its shard was lost.
  package mutating func miss(_ file: String) { absent.append(file) }

  /// Records that the current file has ended.
  ///
  /// The file's last run may have no end.
  package mutating func endFile() { isOpen = false }

  private func outside(_ what: String) -> PlainFailure {
    PlainFailure("\(what) is outside a run", help: "a run begins with an event `run`")
  }

  private mutating func count(_ flow: FlowReport, began: Int64) {
    let new = Newest(place: flows, began: began, isMissed: flow.status == .missed)
    flows += 1
    counts.append(true)
    guard let old = newest[flow.id] else {
      newest[flow.id] = new
      return
    }
    repeated += 1
    if old.began > began {
      counts[new.place] = false
    } else {
      counts[old.place] = false
      newest[flow.id] = new
    }
  }

  // MARK: Passing on events

  /// The number of flows that were read, including flows that don't count.
  package var flowsRead: Int { flows }

  /// Whether a flow is passed on.
  ///
  /// The argument is the flow's index in the order of reading.
  package func passesOn(_ place: Int) -> Bool { place < counts.count && counts[place] }

  /// Notes about the merge, such as the number of flows that were run again.
  package var notes: [String] {
    var notes: [String] = []
    if repeated > 0 {
      let flows = repeated == 1 ? "1 flow was run again" : "\(repeated) flows were run again"
      notes.append("\(flows): the latest run counts")
    }
    if coveredRuns > 0, coveredRuns < runs.count {
      notes.append("the coverage is from \(coveredRuns) of \(runs.count) runs")
    }
    return notes
  }

  /// The event that begins the merged run; `nil` if no run was read.
  package var head: TestRunHead? {
    guard var head = runs.max(by: { $0.head.began < $1.head.began })?.head else { return nil }
    head.began = runs.map(\.head.began).min() ?? head.began
    head.paths = []
    for path in runs.flatMap(\.head.paths) where !head.paths.contains(path) {
      head.paths.append(path)
    }
    head.flows = newest.count
    head.jobs = runs.map(\.head.jobs).max() ?? head.jobs
    if runs.contains(where: { $0.head.seed != head.seed }) { head.seed = nil }
    if runs.contains(where: { $0.head.live != head.live }) { head.live = nil }
    head.shard = nil
    return head
  }

  /// The event that ends the merged run.
  ///
  /// The event lists everything that is missing as the reason why flows didn't run.
  package var end: TestRunEnd {
    let times = runs.map { $0.end?.ended ?? $0.head.began }
    let counting = runs.filter { run in !runs.contains { run.isMadeGood(by: $0) } }
    var gaps = absent.map { "\($0) is missing" } + shardGaps
    for run in counting where !run.isWhole {
      let count = "\(run.told) of \(run.head.flows) flows have reports"
      gaps.append(
        run.end == nil
          ? "the run in \(run.name) has no end: \(count)" : "the run in \(run.name): \(count)")
    }
    // If a later run ran a flow that an earlier run left out, that flow isn't missing.
    let misses = newest.values.contains(where: \.isMissed)
    for stopped in counting.compactMap(\.end?.stopped) where misses && !gaps.contains(stopped) {
      gaps.append(stopped)
    }
    // Shards of one suite have the same warnings.
    var seen: Set<ProblemReport.Identity> = []
    let warnings = counting.flatMap { $0.end?.warnings ?? [] }
      .filter { seen.insert($0.identity).inserted }
    return TestRunEnd(
      ended: times.max() ?? 0, stopped: gaps.isEmpty ? nil : gaps.joined(separator: "; "),
      isInterrupted: misses && counting.contains { $0.end?.isInterrupted == true },
      coverage: coverage, warnings: warnings,
      otherWarnings: counting.map { $0.end?.otherWarnings ?? 0 }.max() ?? 0)
  }

  /// A message for each set of shards that has missing shards.
  ///
  /// If there is a complete run of the whole suite, no shard is missing.
  private var shardGaps: [String] {
    let whole = runs.filter { $0.head.shard == nil && $0.isWhole }.map(\.head.paths)
    let shards = runs.filter { !whole.contains($0.head.paths) }.compactMap(\.head.shard)
    return Set(shards.map(\.count)).sorted().flatMap { count in
      let present = Set(shards.filter { $0.count == count }.map(\.index))
      let missing = (1...count).filter { !present.contains($0) }
      guard !missing.isEmpty else { return [String]() }
      let named = missing.prefix(20).map(String.init).joined(separator: ", ")
      let more = missing.count > 20 ? " and \(missing.count - 20) more" : ""
      return [
        missing.count == 1
          ? "shard \(named) of \(count) is missing"
          : "shards \(named)\(more) of \(count) are missing"
      ]
    }
  }
}
