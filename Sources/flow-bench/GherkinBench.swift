import FlowDiagnostics
import FlowSyntax
import Foundation

/// Compares the parsing of scripts with the official parser of Gherkin, on equivalent features.
enum GherkinBench {
  /// Measures the rates of both, in bytes and in teams; a script and a feature have equally many
  /// teams.
  static func run(_ report: Report, _ group: String) {
    let name = "parse, beside gherkin-official"
    guard let python = Python.path(named: "FLOW_GHERKIN_PYTHON") else {
      report.skip(name, of: group, because: "`python3` isn't installed")
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
        because:
          "`\(python)` doesn't have gherkin-official; FLOW_GHERKIN_PYTHON can name one that does")
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

  /// Prints the median processor seconds for parsing a feature, after two warm-up runs.
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
