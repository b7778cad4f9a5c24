import FlowHost
import FlowTerminal
import FlowTestRunner
import FlowScript
import FlowSyntax

/// What `flow test` was asked for, read and checked.
struct TestOptions: Sendable {
  /// What each flow is run with.
  var run: RunOptions
  /// The files and folders, as they were written.
  var paths: [String]
  /// The tags of which a flow must have one; empty for all flows.
  var tags: [String]
  /// The tags of which a flow must have none.
  var otherTags: [String]
  /// How many flows run at a time.
  var jobs: Int
  /// Which part of the suite is run, and who says so; `nil` for all of it.
  var shard: ShardChoice?
  /// How often a flow that failed is run again.
  var retries: Int
  /// Whether no flow is begun any more once one has failed.
  var failsFast: Bool
  /// What the order is drawn by; `nil` for that of the files.
  var seed: UInt64?
  /// How long the whole run may take.
  var runTimeout: Duration?
  /// How many sign-ins a second begin at a real issuer.
  var rate: Rate
  /// Whether each flow runs on its simulated org and at the issuer, and the two are compared.
  var compares: Bool
  /// What the real org is asked by which rules decide there; `nil` where it isn't.
  var apiToken: APIToken?
  /// The reports that are written besides what a person sees.
  var reports: [ReportOption]
  /// Whether a report by the line is added to what its file holds.
  var appends: Bool
  /// Whether it is counted what the flows cover.
  var covers: Bool
  /// How much of it they must cover, in percent.
  var coverageMin: Double?
  var isQuiet: Bool
  /// Whether flows are run again whose files change.
  var watches: Bool
  /// How many of the slowest flows are named at the end.
  var slow: Int

  /// Whether a report is the standard output, so that the console is with the errors.
  var reportsOnOutput: Bool { reports.contains(where: \.takesOutput) }

  typealias Fault = ParsedArguments.Fault

  /// More at a time than that no machine and no org has any use for.
  static let jobsMax = 1024
  /// A flow that fails so often is not flaky.
  static let retriesMax = 100
  /// How many of the slowest flows can be named: each is kept until the end.
  static let slowMax = 1000

  /// Reads a command line.
  init(_ arguments: ParsedArguments, _ host: Host) throws(Fault) {
    let folder = arguments.operands.count == 1 ? arguments.operands[0] : nil
    run = try RunOptions(
      arguments, host, project: folder.flatMap { FileReader.isFolder($0) ? $0 : nil })
    // Nobody is asked while a suite runs.
    run.takesInput = false
    paths = arguments.operands.isEmpty ? ["."] : arguments.operands
    guard !paths.contains("-") else {
      throw Fault(
        message: "`flow test` reads files, and the standard input is none",
        help: "`flow run -` runs a script from there")
    }
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
    rate = try arguments.value("--rate").map(Rate.read) ?? Rate.usual
    compares = arguments.has("--compare")
    if compares {
      for other in ["--at", "--fault", "--retry"] { try arguments.exclude("--compare", other) }
      apiToken = try APIToken.find(host.environment, run.secrets)
    }
    reports = try ReportOption.all(arguments)
    appends = arguments.has(ReportOption.append.name)
    guard !appends || reports.contains(where: { $0.kind == .json && $0.path != nil }) else {
      throw Fault(
        message: "`--append` adds to the file of a json report, and none is asked for",
        help: "write `--report json:results.jsonl`")
    }
    try arguments.exclude(ReportOption.spec.name, "--watch")
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

  static func percentage(_ text: String) throws(Fault) -> Double {
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

/// How many sign-ins begin in a time.
struct Rate: Sendable, Hashable {
  /// How long it is from one to the next.
  var interval: Duration

  /// One every two seconds: an org of the smallest kind allows ten authentications a second to all
  /// of its users together, and those of a suite are not the only ones.
  static let usual = Rate(interval: .seconds(2))

  /// Reads `2/s`, `30/m`.
  static func read(_ text: String) throws(ParsedArguments.Fault) -> Rate {
    for (unit, milliseconds) in [("/s", 1000), ("/m", 60_000)] where text.hasSuffix(unit) {
      guard let number = Int(text.dropLast(unit.count)), (1...10_000).contains(number) else {
        continue
      }
      return Rate(interval: .microseconds(milliseconds * 1000 / number))
    }
    throw ParsedArguments.Fault(
      message: "`--rate \(text.terminalSafe)`: this is no number of sign-ins in a time",
      help: "write `1/s`, or `20/m`")
  }
}
