import FlowScript
import FlowSyntax

/// Reading scripts: from bytes to tokens, and from bytes to a checked program.
enum SyntaxBench {
  /// The rate of `wc -w` on a file of these bytes, in MB/s of the processor; `nil` without `wc`.
  static func wordCount(_ source: SourceFile) -> Measurement.Baseline? {
    guard let wc = ChildProcess.find("/usr/bin/wc", "/bin/wc") else { return nil }
    let times = TemporaryFile.with(source.bytes) { path in
      (0..<5).compactMap { _ in ChildProcess.run(wc, ["-w", path])?.processor }
    }
    guard let times, !times.isEmpty else { return nil }
    return Measurement.Baseline(name: "wc -w", figure: rate(source, times.median))
  }

  /// Lexing beside `wc -w`.
  static func lexing(_ report: Report, _ group: String) {
    let source = script(5_000_000)
    guard let words = wordCount(source) else {
      report.skip("lex, 5 MB", of: group, because: "there is no `wc`")
      return
    }
    let seconds = Stopwatch.median { LexProbe.count(source) }
    report.show(
      Measurement(
        name: "lex, 5 MB", figure: rate(source, seconds), unit: "MB/s", baseline: words,
        target: .leastRatio(1.5)), of: group)
  }

  /// Lexing, parsing and checking, from small to large.
  static func checking(_ report: Report, _ group: String) {
    let words = wordCount(script(5_000_000))
    var rates: [Int: Double] = [:]
    let sizes = [
      (10_000, "10 KB"), (100_000, "100 KB"), (1_000_000, "1 MB"), (5_000_000, "5 MB"),
      (50_000_000, "50 MB"),
    ]
    for (size, name) in sizes {
      let source = script(size)
      let rate = rate(source, Stopwatch.median { load(source) })
      rates[size] = rate
      report.show(
        Measurement(
          name: "lex, parse and check, \(name)", figure: rate, unit: "MB/s", baseline: words,
          target: .least(80)), of: group)
    }
    guard let large = rates[50_000_000], let small = rates[1_000_000] else { return }
    report.show(
      Measurement(
        name: "50 MB beside 1 MB", figure: large, unit: "MB/s",
        baseline: Measurement.Baseline(name: "the rate at 1 MB", figure: small),
        target: .leastRatio(0.8)), of: group)
  }

  /// The most memory that reading a script takes, of a process that does nothing else.
  static func memory(_ report: Report, _ group: String, bench: String) {
    let size = 50_000_000
    let name = "peak memory of reading 50 MB"
    let numbers = ChildProcess.numbers(bench, ["--peak-of", "\(size)"])
    guard numbers.count == 2, numbers[0] > 0 else {
      report.skip(name, of: group, because: "this program could not run itself")
      return
    }
    report.show(
      Measurement(
        name: name, figure: numbers[1] / 1e6, unit: "MB",
        baseline: Measurement.Baseline(name: "the text", figure: numbers[0] / 1e6),
        target: .mostRatio(20)), of: group)
  }

  /// What the process of the memory's row does: reads a script, prints its size and the peak.
  static func printPeak(bytes: Int) {
    let source = script(bytes)
    let program = load(source)
    let peak = PeakMemory.bytes
    withExtendedLifetime(program) {}
    print(source.bytes.count, peak)
  }

  private static func load(_ source: SourceFile) -> LoadedScript {
    LoadedScript.load(source, options: LoadedScript.Options())
  }

  private static func script(_ bytes: Int) -> SourceFile {
    SourceFile(name: "bench.flow", bytes: SampleScript.text(bytes: bytes))
  }

  private static func rate(_ source: SourceFile, _ seconds: Double) -> Double {
    seconds > 0 ? Double(source.bytes.count) / 1e6 / seconds : 0
  }
}
