import Foundation

/// Measures `flow run` as a user runs it: a whole process, from its start to its exit.
enum ProcessBench {
  /// Compares one sign-in of five steps on the built-in org with a program that does nothing.
  static func run(_ report: Report, _ group: String, bench: String) {
    let name = "flow run, five steps, wall"
    let flow = URL(fileURLWithPath: bench).deletingLastPathComponent()
      .appendingPathComponent("flow").path
    guard ChildProcess.find(flow) != nil else {
      report.skip(name, of: group, because: "`flow` isn't next to this program")
      return
    }
    guard let nothing = ChildProcess.find("/bin/true", "/usr/bin/true") else {
      report.skip(name, of: group, because: "`true` is missing for the comparison")
      return
    }
    let runs = TemporaryFile.with(Array(SignIn.script.utf8)) { path in
      measure(flow, ["run", "-q", path], beside: nothing)
    }
    guard let runs, runs.ours.allSatisfy({ $0.status == 0 }), !runs.ours.isEmpty else {
      report.skip(name, of: group, because: "`flow run` failed")
      return
    }
    report.show(
      Measurement(
        name: name, figure: runs.ours.map(\.wall).median * 1e3, unit: "ms",
        baseline: Measurement.Baseline(
          name: "true", figure: runs.nothing.map(\.wall).median * 1e3),
        target: .most(10)), of: group)
    report.show(
      Measurement(
        name: "flow run, five steps, processor", figure: runs.ours.map(\.processor).median * 1e3,
        unit: "ms",
        baseline: Measurement.Baseline(
          name: "true", figure: runs.nothing.map(\.processor).median * 1e3)), of: group)
    // A child's peak begins with its parent's, so the figure is an upper bound, as the figure of
    // `true` shows.
    report.show(
      Measurement(
        name: "flow run, peak memory, at most", figure: runs.ours.map(\.peakBytes).median / 1e6,
        unit: "MB",
        baseline: Measurement.Baseline(
          name: "true", figure: runs.nothing.map(\.peakBytes).median / 1e6),
        target: .most(25)), of: group)
  }

  private static func measure(
    _ flow: String, _ arguments: [String], beside nothing: String
  ) -> (ours: [ChildProcess], nothing: [ChildProcess]) {
    var ours: [ChildProcess] = []
    var others: [ChildProcess] = []
    for _ in 0..<20 {
      if let child = ChildProcess.run(nothing) { others.append(child) }
      if let child = ChildProcess.run(flow, arguments) { ours.append(child) }
    }
    return (ours, others)
  }
}
