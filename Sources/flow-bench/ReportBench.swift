import FlowTestRunner
import FlowHTTP
import Foundation

/// Measures the reports of a test run: the cost of each compared with reading the run's events, and
/// the memory.
///
/// `flow report merge` creates them from events, as `flow test` does during a run. It reads its
/// files twice, which is the baseline.
enum ReportBench {
  private static let kinds = ReportKind.allCases.filter { $0 != .console }.map(\.rawValue)

  static func run(_ report: Report, _ group: String, bench: String) {
    let flow = URL(fileURLWithPath: bench).deletingLastPathComponent()
      .appendingPathComponent("flow").path
    guard ChildProcess.find(flow) != nil else {
      report.skip("reports", of: group, because: "`flow` isn't next to this program")
      return
    }
    for count in [5000, 50_000] {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("flow-bench-\(UUID().uuidString)").path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let events = folder + "/run.jsonl"
      guard write(count, to: events) else {
        report.skip("\(count) flows", of: group, because: "their events can't be written")
        continue
      }
      func merge(_ kinds: [String]) -> ChildProcess? {
        let reports = kinds.flatMap { ["--report", "\($0):\(folder)/report.\($0)"] }
        let child = ChildProcess.run(flow, ["report", "merge", events] + reports)
        return child.flatMap { $0.status == 1 ? $0 : nil }
      }
      guard let reading = merge([]) else {
        report.skip("\(count) flows", of: group, because: "`flow report merge` failed")
        continue
      }
      for kind in kinds.map({ [$0] }) + [kinds] {
        guard let child = merge(kind) else { continue }
        let name = "\(count) flows, \(kind.count == 1 ? kind[0] : "all at once")"
        let each = max(0, child.processor - reading.processor) * 1e6 / Double(count)
        report.show(
          Measurement(
            name: name, figure: each, unit: "µs a flow",
            baseline: .init(name: "reading", figure: reading.processor * 1e6 / Double(count))),
          of: group)
        report.show(
          Measurement(
            name: name + ", peak memory", figure: child.peakBytes / 1e6, unit: "MB",
            baseline: .init(name: "reading", figure: reading.peakBytes / 1e6), target: .most(100)),
          of: group)
      }
    }
  }

  /// Writes the events of a run in which one flow in fifty failed.
  private static func write(_ count: Int, to path: String) -> Bool {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { return false }
    let head = TestRunHead(version: "0", began: 0, paths: ["tests"], flows: count, jobs: 2)
    let end = TestRunEnd(ended: 1_000_000)
    do {
      try file.write(contentsOf: line(.began(head)))
      for number in 0..<count { try file.write(contentsOf: line(.flow(flow(number)))) }
      try file.write(contentsOf: line(.ended(end)))
      try file.close()
    } catch { return false }
    return true
  }

  private static func line(_ event: TestEvent) -> Data {
    Data(event.json.bytes() + [UInt8(ascii: "\n")])
  }

  /// Returns a flow of six steps.
  private static func flow(_ number: Int) -> FlowReport {
    let passed = number % 50 != 0
    let file = "tests/policy-\(number / 100).flow"
    let name = "staff \(number) signs in from outside with a password and a push"
    let taken = [
      "identify", "select-authenticator", "challenge password", "select-authenticator",
      "challenge-poll", "skip",
    ]
    let steps = taken.enumerated().map { index, step in
      StepReport(
        offered: [step, "cancel", "recover"], taken: step,
        did: "answer identifier = \"jane@example.com\"", file: file, line: index + 3, duration: 900)
    }
    var attempt = Attempt(
      began: Int64(number), duration: 1200, outcome: "success", passed: passed, steps: steps,
      expectations: [ExpectationReport(expected: "success", holds: true, line: 12)],
      decided: [.init("rule", "staff outside"), .init("factors", "2")])
    if !passed {
      attempt.expectations.append(
        ExpectationReport(
          expected: "rule \"staff outside\"", holds: false, actual: "rule \"catch all\"", line: 13))
    }
    return FlowReport(
      id: "\(file)#\(name)", name: name, file: file, line: number % 100 + 1, tags: ["staff"],
      engine: "idx", org: "acme", status: passed ? .passed : .failed, attempts: [attempt])
  }
}
