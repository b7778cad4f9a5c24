import FlowDiagnostics
import FlowScript
import FlowSimulation
import FlowSyntax

/// Measures the reading and writing of scripts: from bytes to tokens, to a tree, to a checked
/// program, and to formatted text.
enum SyntaxBench {
  /// Returns the baselines of all readings: counting the words, and copying the bytes.
  private static func baselines(_ source: SourceFile) -> [Measurement.Baseline] {
    let copy = Stopwatch.median(seconds: 0.2) { MemoryCopy.copy(source.bytes) }
    return [wordCount(source), .init(name: "memory copy", figure: rate(source, copy))]
      .compactMap { $0 }
  }

  /// Prints a rate next to its baselines.
  ///
  /// The target is for the first row, or for the only one.
  private static func show(
    _ report: Report, _ group: String, _ name: String, _ figure: Double,
    beside baselines: [Measurement.Baseline], target: Measurement.Target? = nil
  ) {
    for (index, baseline) in baselines.enumerated() {
      report.show(
        Measurement(
          name: name, figure: figure, unit: "MB/s", baseline: baseline,
          target: index == 0 ? target : nil), of: group)
    }
  }

  /// Returns the rate of `wc -w` on a file of these bytes, in MB per processor second; `nil`
  /// without `wc`.
  static func wordCount(_ source: SourceFile) -> Measurement.Baseline? {
    guard let wc = ChildProcess.find("/usr/bin/wc", "/bin/wc") else { return nil }
    let times = TemporaryFile.with(source.bytes) { path in
      (0..<5).compactMap { _ in ChildProcess.run(wc, ["-w", path])?.processor }
    }
    guard let times, !times.isEmpty else { return nil }
    return Measurement.Baseline(name: "wc -w", figure: rate(source, times.median))
  }

  /// Measures only lexing.
  static func lexing(_ report: Report, _ group: String) {
    let source = script(5_000_000)
    let baselines = baselines(source)
    let hasWords = baselines.count > 1
    if !hasWords { report.skip("lex beside wc -w", of: group, because: "`wc` isn't installed") }
    let seconds = Stopwatch.median { LexProbe.count(source) }
    show(
      report, group, "lex, 5 MB", rate(source, seconds), beside: baselines,
      target: hasWords ? .leastRatio(1.5) : nil)
  }

  /// Measures lexing and parsing, without the following phases.
  static func parsing(_ report: Report, _ group: String) {
    for (size, name) in sizes.prefix(4) {
      let source = script(size)
      let seconds = Stopwatch.median { Script.parse(source) }
      show(
        report, group, "lex and parse, \(name)", rate(source, seconds), beside: baselines(source))
    }
  }

  /// Measures lexing, parsing and checking, from small to large.
  static func checking(_ report: Report, _ group: String) {
    let baselines = baselines(script(5_000_000))
    var rates: [Int: Double] = [:]
    for (size, name) in sizes {
      let source = script(size)
      let rate = rate(source, Stopwatch.median { load(source) })
      rates[size] = rate
      show(
        report, group, "lex, parse and check, \(name)", rate, beside: baselines, target: .least(80))
    }
    guard let large = rates[50_000_000], let small = rates[1_000_000] else { return }
    report.show(
      Measurement(
        name: "50 MB beside 1 MB", figure: large, unit: "MB/s",
        baseline: Measurement.Baseline(name: "the rate at 1 MB", figure: small),
        target: .leastRatio(0.8)), of: group)
  }

  /// Measures the formatting of scripts, including parsing.
  static func formatting(_ report: Report, _ group: String) {
    for (size, name) in sizes.prefix(4) {
      let source = script(size)
      let seconds = Stopwatch.median { source.formatted() }
      show(report, group, "format, \(name)", rate(source, seconds), beside: baselines(source))
    }
  }

  private static let sizes = [
    (10_000, "10 KB"), (100_000, "100 KB"), (1_000_000, "1 MB"), (5_000_000, "5 MB"),
    (50_000_000, "50 MB"),
  ]

  /// Measures the most memory of reading a script, in a process that does nothing else.
  static func memory(_ report: Report, _ group: String, bench: String) {
    let size = 50_000_000
    let name = "peak memory of reading 50 MB"
    let numbers = ChildProcess.numbers(bench, ["--peak-of", "\(size)"])
    guard numbers.count == 2, numbers[0] > 0 else {
      report.skip(name, of: group, because: PeakMemory.notRun)
      return
    }
    report.show(
      Measurement(
        name: name, figure: numbers[1] / 1e6, unit: "MB",
        baseline: Measurement.Baseline(name: "the text", figure: numbers[0] / 1e6),
        target: .mostRatio(20)), of: group)
  }

  /// Runs the process for the memory's row: reads a script, prints its size and the peak.
  static func printPeak(bytes: Int) {
    let source = script(bytes)
    let program = load(source)
    let peak = PeakMemory.bytes
    withExtendedLifetime(program) {}
    print(source.bytes.count, peak)
  }

  private static func load(_ source: SourceFile) -> LoadedScript {
    LoadedScript.load(source, options: LoadedScript.Options(orgs: .simulated))
  }

  private static func script(_ bytes: Int) -> SourceFile {
    SourceFile(name: "bench.flow", bytes: SampleScript.text(bytes: bytes))
  }

  private static func rate(_ source: SourceFile, _ seconds: Double) -> Double {
    seconds > 0 ? Double(source.bytes.count) / 1e6 / seconds : 0
  }
}
