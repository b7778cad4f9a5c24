package import FlowTestRunner
import FlowHTTP
import TestSupport

/// Events of invented test runs.
package struct SampleEvents {
  private var generator: SeededGenerator

  /// Makes a source of events; the same seed gives the same events.
  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Texts that have broken reports of other tools.
  package static let texts = [
    "", " ", "plain", "a, b: c", "</script><img src=x onerror=\"window.hurt=1\">", "<![CDATA[ ]]>",
    "]]>", "&amp;&#x41;", "it's \"quoted\"", "back\\slash # not a comment", "# TO" + "DO not one",
    "ok 1 - me", "::error::me%0A", "two\nlines\r\nand\rmore", "\u{0}\u{1}\u{1B}[31mred\u{7F}",
    "\u{85}\u{2028}\u{2029}", "\u{202E}turned\u{202C}", "\u{FFFD}\u{FFFE}\u{FFFF}\u{10FFFF}",
    "日本語 – größer ☃ 🏳️‍🌈", "...", "---", "- item: [x]", "${{ secrets.X }}", "<!-- --", "%",
    "`code` | *bold* _it_", "C:\\temp\\a.flow", "a/b c/d#e?f.flow",
  ]

  /// One event of any kind.
  package mutating func next() -> TestEvent {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: .began(head())
    case 1: .ended(end())
    default: .flow(flow())
    }
  }

  private mutating func text() -> String {
    let count = Int.random(in: 0...2, using: &generator)
    return (0...count).map { _ in
      SampleEvents.texts.randomElement(using: &generator) ?? ""
    }.joined()
  }

  private mutating func number() -> Int { Int.random(in: 0...2_000_000_000, using: &generator) }

  private mutating func maybe<Value>(_ value: Value) -> Value? {
    Bool.random(using: &generator) ? value : nil
  }

  private mutating func some<Value>(
    _ most: Int, _ make: (inout SampleEvents) -> Value
  ) -> [Value] {
    (0..<Int.random(in: 0...most, using: &generator)).map { _ in make(&self) }
  }

  private mutating func head() -> TestRunHead {
    let shards = Int.random(in: 1...9, using: &generator)
    return TestRunHead(
      version: text(), began: Int64(number()) * 1_000_000, paths: some(3) { $0.text() },
      flows: number(), jobs: number(), seed: maybe(generator.next()),
      shard: Shard(Int.random(in: 0...shards, using: &generator), of: shards),
      live: maybe(.init(issuer: text(), build: maybe(text()))),
      options: some(2) { $0.text() })
  }

  private mutating func end() -> TestRunEnd {
    TestRunEnd(
      ended: -Int64(number()), stopped: maybe(text()),
      isInterrupted: Bool.random(using: &generator),
      coverage: maybe(Coverage(items: some(3) { $0.item() })),
      warnings: some(2) { $0.problem() }, otherWarnings: maybe(number() + 1) ?? 0)
  }

  private mutating func item() -> Coverage.Item {
    Coverage.Item(
      id: text(), subject: text(), kind: text(), title: text(), file: maybe(text()),
      line: maybe(number()), hits: number(), unreachable: maybe(text()))
  }

  /// One flow, of any status.
  package mutating func flow() -> FlowReport {
    FlowReport(
      id: text(), name: text(), row: maybe(text()), file: text(), line: number(),
      tags: some(3) { $0.text() },
      engine: text(), org: text(),
      status: FlowReport.Status.allCases.randomElement(using: &generator) ?? .passed,
      known: maybe(.init(reason: text(), until: text())), attempts: some(2) { $0.attempt() })
  }

  private mutating func attempt() -> Attempt {
    Attempt(
      began: Int64.random(in: .min ... .max, using: &generator), duration: Int64(number()),
      outcome: text(), passed: Bool.random(using: &generator), steps: some(3) { $0.step() },
      expectations: some(3) { $0.expectation() },
      decided: some(2) { Attempt.Decided($0.text(), $0.text()) },
      problems: some(2) { $0.problem() })
  }

  private mutating func step() -> StepReport {
    StepReport(
      offered: some(3) { $0.text() }, taken: maybe(text()), did: maybe(text()),
      file: maybe(text()), line: maybe(number()), messages: some(2) { $0.text() },
      duration: Int64(number()))
  }

  private mutating func expectation() -> ExpectationReport {
    ExpectationReport(
      expected: text(), holds: Bool.random(using: &generator),
      isReached: Bool.random(using: &generator), actual: maybe(text()), line: maybe(number()))
  }

  private mutating func problem() -> ProblemReport {
    ProblemReport(
      object: [
        "id": .string(text()), "severity": Bool.random(using: &generator) ? "error" : "warning",
        "message": .string(text()),
        "file": .string(text()), "start": ["offset": 3, "line": 1, "column": 4],
        "end": ["offset": 9, "line": 1, "column": 10], "labels": [], "notes": [.string(text())],
        "help": maybe(.string(text())) ?? .null,
      ], drawn: text())
  }
}
