import FlowDiagnostics
import FlowSyntax
import Foundation

/// Parsing scripts beside the official parser of Gherkin, on features that say the same.
enum GherkinBench {
  /// The rates of both, in bytes and in teams, of which a script and a feature have as many.
  static func run(_ report: Report, _ group: String) {
    let name = "parse, beside gherkin-official"
    guard let python = Python.path(named: "FLOW_GHERKIN_PYTHON") else {
      report.skip(name, of: group, because: "there is no `python3`")
      return
    }
    let teams = 100
    let script = SourceFile(name: "bench.flow", bytes: SampleScript.text(teams: teams))
    let feature = SampleFeature.text(teams: teams)
    let numbers = TemporaryFile.with(Array(program.utf8)) { program in
      TemporaryFile.with(feature) { ChildProcess.numbers(python, [program, $0]) }
    }
    guard let theirs = numbers?.first, theirs > 0 else {
      report.skip(
        name, of: group,
        because: "`\(python)` has no gherkin-official; FLOW_GHERKIN_PYTHON may name one that has")
      return
    }
    let ours = Stopwatch.median { Script.parse(script) }
    func rate(_ bytes: [UInt8], _ seconds: Double) -> Double { Double(bytes.count) / 1e6 / seconds }
    report.show(
      Measurement(
        name: "parse, \(teams) teams", figure: rate(script.bytes, ours), unit: "MB/s",
        baseline: .init(name: "gherkin-official", figure: rate(feature, theirs)),
        target: .leastRatio(20)), of: group)
    report.show(
      Measurement(
        name: "parse, what \(teams) teams do", figure: Double(teams) / ours, unit: "teams/s",
        baseline: .init(name: "gherkin-official", figure: Double(teams) / theirs),
        target: .leastRatio(20)), of: group)
  }

  /// Prints the median seconds of the processor that parsing a feature takes, after two readings that
  /// count for nothing.
  private static let program = """
    import sys, time
    from gherkin.parser import Parser
    text = open(sys.argv[1], encoding="utf-8").read()
    times = []
    for _ in range(9):
        start = time.process_time()
        Parser().parse(text)
        times.append(time.process_time() - start)
    print(sorted(times[2:])[3])

    """
}
