import FlowHost
import FlowScript
import FlowTerminal
import FlowTestRunner

extension TestOptions {
  private typealias Fault = UsageFault

  /// Reads a command line.
  init(_ arguments: ParsedArguments, _ host: Host) throws(UsageFault) {
    let folder = arguments.operands.count == 1 ? arguments.operands[0] : nil
    var run = try RunOptions(
      arguments, host, project: folder.flatMap { FileReader.isFolder($0) ? $0 : nil })
    // Nobody is asked while a suite runs.
    run.takesInput = false
    let paths = arguments.operands.isEmpty ? ["."] : arguments.operands
    guard !paths.contains("-") else {
      throw Fault(
        message: "`flow test` reads files, and the standard input is none",
        help: "`flow run -` runs a script from there")
    }
    self.init(run: run, paths: paths)
    tags = arguments.all("--tag")
    otherTags = arguments.all("--not-tag")
    jobs =
      try TestOptions.number("--jobs", arguments, 1...TestOptions.jobsMax) ?? ThisMachine.cores
    shard = try ShardChoice(arguments.value("--shard"), host.environment)
    retries = try TestOptions.number("--retry", arguments, 0...TestOptions.retriesMax) ?? 0
    slow = try TestOptions.number("--slow", arguments, 0...TestOptions.slowMax) ?? 0
    failsFast = arguments.has("--fail-fast")
    if let text = arguments.value("--order") {
      seed = try TestOptions.seed(text) { host.randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) } }
    }
    if let text = arguments.value("--run-timeout") { runTimeout = try RunOptions.duration(text) }
    rate = try arguments.value("--rate").map(Rate.read) ?? Rate.standard
    compares = arguments.has("--compare")
    if compares {
      for other in ["--at", "--fault", "--retry"] { try arguments.exclude("--compare", other) }
      apiToken = try APIToken.find(host.environment, run.secrets)
    }
    reports = try ReportOption.all(arguments.all(OptionSpec.report.name))
    appends = arguments.has(OptionSpec.append.name)
    guard !appends || reports.contains(where: { $0.kind == .json && $0.path != nil }) else {
      throw Fault(
        message: "`--append` adds to the file of a json report, and none is asked for",
        help: "write `--report json:results.jsonl`")
    }
    try arguments.exclude(OptionSpec.report.name, "--watch")
    coverageMin = try arguments.value("--coverage-min").map(TestOptions.percentage)
    covers = coverageMin != nil || arguments.has("--coverage")
    isQuiet = arguments.has("--quiet")
    watches = arguments.has("--watch")
  }

  /// A whole number within bounds.
  private static func number(
    _ option: String, _ arguments: ParsedArguments, _ range: ClosedRange<Int>
  ) throws(Fault) -> Int? {
    guard let text = arguments.value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw Fault(
        message: "`\(option) \(text.terminalSafe)`: this is no number from \(range.lowerBound) to "
          + "\(range.upperBound)", help: nil)
    }
    return number
  }

  static func percentage(_ text: String) throws(UsageFault) -> Double {
    if let number = Double(text), (0...100).contains(number) { return number }
    throw Fault(
      message: "`--coverage-min \(text.terminalSafe)`: this is no number from 0 to 100", help: nil)
  }

  /// Reads `files`, `random` and `random:SEED`.
  private static func seed(
    _ text: String, _ draw: () -> UInt64
  ) throws(Fault) -> UInt64? {
    if text == "files" { return nil }
    // A seed that fits every reader of JSON.
    if text == "random" { return draw() >> 12 }
    if text.hasPrefix("random:"), let seed = UInt64(text.dropFirst("random:".count)) {
      return seed
    }
    throw Fault(
      message: "`--order \(text.terminalSafe)`: an order is `files` or `random`",
      help: "`random:SEED` repeats a run, SEED as it was printed")
  }
}
