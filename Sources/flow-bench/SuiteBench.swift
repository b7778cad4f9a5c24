import Foundation

/// Measures `flow test` as in CI: a whole process for thousands of flows that really sign in.
enum SuiteBench {
  private static let flows = 5_000
  private static let manyFlows = 50_000

  /// Measures a suite with one worker and with two, its parts, its memory, and other runners'
  /// suites.
  static func run(_ report: Report, _ group: String, bench: String) {
    let flow = URL(fileURLWithPath: bench).deletingLastPathComponent()
      .appendingPathComponent("flow").path
    guard ChildProcess.find(flow) != nil else {
      report.skip("suite", of: group, because: "`flow` isn't next to this program")
      return
    }
    let walls = SampleSuite.with(flows: flows) { folder -> Walls? in
      let checked = ChildProcess.run(flow, ["check", "-q", folder])
      let one = test(flow, folder, jobs: 1)
      let two = test(flow, folder, jobs: 2)
      let page = folder + "/report.html"
      let reported = test(flow, folder, jobs: 2, ["--report", "html:" + page])
      let covered = test(flow, folder, jobs: 2, ["--coverage"])
      guard let checked, let one, let two, let reported, let covered,
        [checked, one, two, reported, covered].allSatisfy({ $0.status == 0 })
      else { return nil }
      return Walls(checked: checked, one: one, two: two, reported: reported, covered: covered)
    }
    guard let walls else {
      report.skip("suite", of: group, because: "`flow test` failed")
      return
    }
    show(walls, report, group)
    memory(flow, beside: walls.two, report, group)
    others(walls.two, report, group)
  }

  private struct Walls {
    var checked: ChildProcess
    var one: ChildProcess
    var two: ChildProcess
    var reported: ChildProcess
    var covered: ChildProcess
  }

  private static func test(
    _ flow: String, _ folder: String, jobs: Int, _ options: [String] = []
  ) -> ChildProcess? {
    ChildProcess.run(
      flow,
      [
        "test", folder, "--quiet", "--jobs", "\(jobs)", "--secrets",
        folder + "/" + SampleSuite.secrets,
      ] + options)
  }

  private static func show(_ walls: Walls, _ report: Report, _ group: String) {
    func row(
      _ name: String, _ child: ChildProcess, beside other: (String, ChildProcess)? = nil,
      _ target: Measurement.Target? = nil
    ) {
      report.show(
        Measurement(
          name: name, figure: child.wall, unit: "s",
          baseline: other.map { .init(name: $0.0, figure: $0.1.wall) }, target: target),
        of: group)
    }
    row("\(flows) flows, six steps, one worker", walls.one)
    row(
      "… two workers", walls.two, beside: ("one worker", walls.one),
      .mostRatio(1 / 1.8))
    row("… only checked", walls.checked, beside: ("one worker", walls.one))
    row("… with an HTML report", walls.reported, beside: ("two workers", walls.two))
    row("… with coverage", walls.covered, beside: ("two workers", walls.two))
    report.show(
      Measurement(
        name: "sign-ins of six steps, two workers", figure: Double(flows) / walls.two.wall,
        unit: "/s"), of: group)
  }

  private static func memory(
    _ flow: String, beside few: ChildProcess, _ report: Report, _ group: String
  ) {
    let many = SampleSuite.with(flows: manyFlows) { test(flow, $0, jobs: 2) }
    guard let many, many.status == 0 else {
      report.skip("\(manyFlows) flows", of: group, because: "`flow test` failed")
      return
    }
    report.show(
      Measurement(
        name: "peak memory, \(manyFlows) flows, at most", figure: many.peakBytes / 1e6, unit: "MB",
        baseline: .init(name: "\(flows) flows", figure: few.peakBytes / 1e6), target: .most(100)),
      of: group)
  }

  // MARK: Other runners

  /// Measures equally many scenarios that do nothing, with runners of Python.
  ///
  /// FLOW_RUNNERS_PYTHON can name the interpreter.
  private static func others(_ ours: ChildProcess, _ report: Report, _ group: String) {
    guard let python = Python.path(named: "FLOW_RUNNERS_PYTHON") else {
      report.skip("other runners", of: group, because: "`python3` isn't installed")
      return
    }
    let behave = SampleSuite.withFeatures(flows: flows) {
      ChildProcess.run(python, ["-m", "behave", "-f", "null", "--no-summary", $0])
    }
    let robot = SampleSuite.withRobots(flows: flows) { folder in
      ChildProcess.run(
        python,
        [
          "-m", "robot", "--output", "NONE", "--log", "NONE", "--report", "NONE", "--console",
          "none", folder,
        ])
    }
    for (name, child) in [("behave", behave), ("robotframework", robot)] {
      guard let child, child.status == 0 else {
        report.skip(
          "beside \(name)", of: group,
          because: "`\(python)` doesn't have \(name); FLOW_RUNNERS_PYTHON can name one that does")
        continue
      }
      report.show(
        Measurement(
          name: "\(flows) flows a second, beside \(name)", figure: Double(flows) / ours.wall,
          unit: "/s", baseline: .init(name: name, figure: Double(flows) / child.wall),
          target: .leastRatio(20)), of: group)
    }
  }
}
