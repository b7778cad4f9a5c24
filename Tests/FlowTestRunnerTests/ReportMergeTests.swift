import FlowText
import FlowTestRunner
import CommandSupport
import TestSupport
import Testing

@Suite("Merging runs") struct ReportMergeTests {
  private func merged(
    _ files: [[TestEvent]]
  ) throws -> (head: TestRunHead, flows: [FlowReport], end: TestRunEnd, notes: [String]) {
    var merge = ReportMerge()
    for (index, events) in files.enumerated() {
      for event in events { try merge.count(event, file: "\(index).jsonl") }
      merge.endFile()
    }
    var flows: [FlowReport] = []
    var place = 0
    for case .flow(let flow) in files.joined() {
      if merge.passesOn(place) { flows.append(flow) }
      place += 1
    }
    #expect(place == merge.flowsRead)
    return (try #require(merge.head), flows, merge.end, merge.notes)
  }

  private static let all = (0..<50).map {
    SampleRun.flow($0, FlowReport.Status.allCases[$0 % 6])
  }

  private func part(_ index: Int, of count: Int, ended: Bool = true) -> [TestEvent] {
    let shard = Shard(index, of: count)
    let flows = ReportMergeTests.all.filter { shard?.holds($0.id) == true }
    let told = ended ? flows : Array(flows.dropLast(2))
    return SampleRun.events(
      told, shard: shard, began: SampleRun.began + Int64(index), told: flows.count, ended: ended)
  }

  @Test("Five shards have the totals and the items of one run", arguments: [1, 2, 5])
  func shards(count: Int) throws {
    let whole = SampleRun.events(ReportMergeTests.all)
    let merged = try merged((1...count).map { part($0, of: count) })
    var (ours, theirs) = (RunSummary(), RunSummary())
    for event in whole { theirs.add(event) }
    let events: [TestEvent] =
      [.began(merged.head)] + merged.flows.map { .flow($0) } + [.ended(merged.end)]
    for event in events {
      ours.add(event)
    }
    #expect(ours.totals == theirs.totals && ours.gaps.isEmpty)
    #expect(Set(merged.flows) == Set(ReportMergeTests.all))
    #expect(merged.head.flows == 50 && merged.head.shard == nil && merged.head.paths == ["tests"])
    let items = Dictionary(
      uniqueKeysWithValues: (merged.end.coverage?.items ?? []).map { ($0.id, $0) })
    for item in theirs.end?.coverage?.items ?? [] where items[item.id]?.hits != item.hits {
      Issue.record("\(item.id) has \(items[item.id]?.hits ?? -1) hits, not \(item.hits)")
    }
    #expect(merged.notes.isEmpty)
  }

  @Test("A missing shard and a killed one are named")
  func gaps() throws {
    #expect(
      try merged([part(1, of: 5), part(2, of: 5), part(5, of: 5)]).end.stopped
        == "shards 3, 4 of 5 are missing")
    let killed = try merged([part(1, of: 2), part(2, of: 2, ended: false)])
    let told = part(2, of: 2, ended: false).count - 1
    #expect(
      killed.end.stopped
        == "the run in 1.jsonl (shard 2 of 2) has no end: \(told) of \(told + 2) flows have reports"
    )
    #expect(killed.head.flows == killed.flows.count)
    let cut = try merged([SampleRun.events([SampleRun.flow(0, .passed)], told: 3)])
    #expect(cut.end.stopped == "the run in 0.jsonl: 1 of 3 flows have reports")
  }

  @Test(
    "A flow that was run again counts as in the latest run, in whatever order they are read")
  func newest() throws {
    let old = SampleRun.events([SampleRun.flow(0, .failed), SampleRun.flow(1, .passed)])
    let new = SampleRun.events([SampleRun.flow(0, .passed)], began: SampleRun.began + 9)
    for files in [[old, new], [new, old], [old + new]] {
      let merged = try merged(files)
      #expect(merged.flows.count == 2 && merged.flows.allSatisfy { $0.status == .passed })
      #expect(merged.notes == ["1 flow was run again: the latest run counts"])
      #expect(merged.end.stopped == nil && merged.head.began == SampleRun.began)
    }
  }

  @Test("A later complete run replaces a run that was killed")
  func madeGood() throws {
    let again = part(2, of: 2).map { event -> TestEvent in
      guard case .began(var head) = event else { return event }
      head.began += 1000
      return .began(head)
    }
    let merged = try merged([part(1, of: 2), part(2, of: 2, ended: false) + again])
    #expect(merged.end.stopped == nil && merged.flows.count == 50)
  }

  @Test("Flows that an interrupted run didn't reach are missing until a later run has them")
  func interrupted() throws {
    var first = SampleRun.events([SampleRun.flow(0, .passed), SampleRun.flow(1, .missed)])
    first[3] = .ended(
      TestRunEnd(ended: SampleRun.began, stopped: "interrupted", isInterrupted: true))
    let alone = try merged([first])
    #expect(alone.end.isInterrupted && alone.end.stopped == "interrupted")
    let rest = SampleRun.events([SampleRun.flow(1, .passed)], began: SampleRun.began + 5)
    let both = try merged([first, rest])
    #expect(!both.end.isInterrupted && both.end.stopped == nil)
  }

  @Test("An event outside a run is a fault")
  func outside() {
    var merge = ReportMerge()
    #expect(throws: PlainFailure.self) {
      try merge.count(.flow(SampleRun.flow(0, .passed)), file: "a")
    }
    #expect(throws: PlainFailure.self) { try merge.count(.ended(.init(ended: 0)), file: "a") }
  }
}
