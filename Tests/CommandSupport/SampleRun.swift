package import FlowTestRunner
import FlowHTTP

/// A run of invented flows, one for each status.
package enum SampleRun {
  /// Its start, in microseconds since 1970.
  package static let began: Int64 = 1_795_300_000_000_000

  /// A flow of a status, as a run reports it.
  package static func flow(
    _ number: Int, _ status: FlowReport.Status, name: String? = nil
  ) -> FlowReport {
    let file = "tests/\(number % 2 == 0 ? "staff" : "guests").flow"
    let name = name ?? "flow \(number)"
    let attempts: [Attempt] =
      switch status {
      case .missed: []
      case .passed, .unexpected: [attempt(number, passed: true)]
      case .flaky: [attempt(number, passed: false), attempt(number, passed: true)]
      case .known, .failed: [attempt(number, passed: false)]
      case .broken: [attempt(number, passed: false), attempt(number, passed: false)]
      }
    let isKnown = status == .known || status == .unexpected
    return FlowReport(
      id: "\(file)#\(name)", name: name, file: file, line: number + 1,
      tags: number % 3 == 0 ? ["smoke", "slow"] : [], engine: "idx", org: "acme", status: status,
      known: isKnown ? .init(reason: "POL-17", until: "2026-12-31") : nil, attempts: attempts)
  }

  private static func attempt(_ number: Int, passed: Bool) -> Attempt {
    let file = "tests/\(number % 2 == 0 ? "staff" : "guests").flow"
    let message = "expected rule \"outside\", found rule \"catch all\""
    var attempt = Attempt(
      began: began + Int64(number), duration: 1500, outcome: passed ? "success" : "refused",
      passed: passed,
      steps: [
        StepReport(
          offered: ["identify", "recover"], taken: "identify",
          did: "answer identifier = \"jane@example.com\"", file: file, line: 3, duration: 700),
        StepReport(offered: ["challenge password"], messages: ["Unable to sign in"]),
      ], expectations: [ExpectationReport(expected: "success", holds: true, line: 8)],
      decided: [.init("rule", "outside")])
    guard !passed else { return attempt }
    attempt.expectations.append(
      ExpectationReport(
        expected: "rule \"outside\"", holds: false, actual: "rule \"catch all\"", line: 9))
    attempt.problems = [
      ProblemReport(
        object: [
          "id": "expectation-failed", "severity": "error", "message": .string(message),
          "file": .string(file), "start": ["offset": 30, "line": 9, "column": 3],
          "end": ["offset": 44, "line": 9, "column": 17], "labels": [], "notes": [], "help": nil,
        ],
        drawn: "error[expectation-failed]: \(message)\n  --> \(file):9:3\n9 |   expect rule")
    ]
    return attempt
  }

  /// A run with a head and an end around flows.
  package static func events(
    _ flows: [FlowReport], shard: Shard? = nil, began: Int64 = SampleRun.began,
    told: Int? = nil, ended: Bool = true
  ) -> [TestEvent] {
    let head = TestRunHead(
      version: "0.1.0", began: began, paths: ["tests"], flows: told ?? flows.count, jobs: 2,
      seed: 7, shard: shard)
    let items = flows.map { flow in
      Coverage.Item(
        id: "rule \(flow.line % 5)", subject: "org acme", kind: "sign-on rule",
        title: "rule \(flow.line % 5)", file: "org.flow", line: flow.line % 5,
        hits: flow.attempts.isEmpty ? 0 : 1)
    }
    var coverage = Coverage()
    for item in items { coverage.add(Coverage(items: [item])) }
    return [.began(head)] + flows.map { .flow($0) }
      + (ended ? [.ended(TestRunEnd(ended: began + 2_000_000, coverage: coverage))] : [])
  }

  /// A flow of each status.
  package static let ofEachStatus = FlowReport.Status.allCases.enumerated()
    .map { flow($0.offset, $0.element) }
}
