import Testing

@testable import FlowTestRunner

@Suite("Coverage of several runs")
struct CoverageMergeTests {
  @Test("Merged shards cover the same as one run, in any order")
  func shards() async throws {
    let suite = try CoveredSuite(CoverageKindTests.text)
    let whole = try await suite.coverage()
    let parts = [0, 1, 2].map { part in
      suite.names.enumerated().filter { $0.offset % 3 == part }.map(\.element)
    }
    var coverages: [Coverage] = []
    for part in parts { coverages.append(try await suite.coverage(running: part)) }
    for order in [[0, 1, 2], [2, 0, 1]] {
      var merged = coverages[order[0]]
      for index in order.dropFirst() { merged.add(coverages[index]) }
      #expect(merged == whole)
    }
    #expect(coverages.allSatisfy { $0.percent < whole.percent })
  }

  private static func item(_ id: String, _ kind: String, _ hits: Int, line: Int) -> Coverage.Item {
    Coverage.Item(
      id: id, subject: id.hasPrefix("org") ? "org a" : "b.flow", kind: kind, title: id,
      file: id.hasPrefix("org") ? "a.flow" : "b.flow", line: line, hits: hits)
  }

  @Test("A summary lists missing items, and counts the ones it leaves out")
  func summary() {
    var dead = Self.item("org d", "condition", 0, line: 9)
    dead.unreachable = "it is never evaluated"
    let coverage = Coverage(items: [
      Self.item("org a", "sign-on rule", 3, line: 1), Self.item("org b", "condition", 0, line: 2),
      Self.item("org c", "condition", 0, line: 3), dead,
      Self.item("one", "rule", 1, line: 4), Self.item("two", "rule", 0, line: 5),
    ])
    #expect(coverage.percent == 40)
    #expect(coverage.isBelow(40.1) && !coverage.isBelow(40))
    #expect(
      coverage.summary() == """
        coverage 40 %: 2 of 5
          org a: 1 of 3
            condition
              org b (a.flow:2)
              org c (a.flow:3)
          b.flow: 1 of 2
            rule
              two (b.flow:5)
          1 can't be covered and doesn't count
            org d (a.flow:9): it is never evaluated

        """)
    #expect(
      coverage.summary(naming: 1) == """
        coverage 40 %: 2 of 5
          org a: 1 of 3
            condition
              org b (a.flow:2)
            … and 1 more
          b.flow: 1 of 2
            … and 1 more
          1 can't be covered and doesn't count

        """)
    let whole = Coverage(items: [Self.item("org a", "rule", 3, line: 1)] + coverage.items.suffix(2))
    #expect(whole.summary().contains("\n  complete: 1 of 2 orgs and scripts\n"))
    #expect(Coverage().summary() == "coverage: nothing to cover\n")
  }

  @Test(arguments: [(100.0, "100"), (99.99, "99.9"), (66.6666, "66.6"), (0, "0")])
  func aPercentageIsNeverShownAsMoreThanItIs(percent: Double, shown: String) {
    #expect(Coverage.shown(percent) == shown)
  }
}
