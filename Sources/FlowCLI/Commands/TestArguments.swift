import FlowHost
import FlowScript
import FlowTerminal
import FlowTestRunner
import FlowText

extension TestOptions {
  private typealias Fault = UsageFault

  /// Reads the options of a command line.
  init(_ arguments: ParsedArguments, _ host: Host) throws(UsageFault) {
    let folder = arguments.operands.count == 1 ? arguments.operands[0] : nil
    var run = try RunArguments.options(
      arguments, host, project: folder.flatMap { FileReader.isFolder($0) ? $0 : nil })
    // A test never asks the user.
    run.takesInput = false
    let paths = arguments.operands.isEmpty ? ["."] : arguments.operands
    guard !paths.contains("-") else {
      throw Fault(
        message: "`flow test` reads files, and the standard input isn't a file",
        help: "`flow run -` runs a script from there")
    }
    self.init(run: run, paths: paths)
    tags = arguments.texts(TestCommand.tag)
    otherTags = arguments.texts(TestCommand.notTag)
    jobs =
      try arguments.value(TestCommand.jobs) ?? ThisMachine.cores
    shard = try ShardChoice(arguments.text(TestCommand.shard), host.environment)
    retries = try arguments.value(TestCommand.retry) ?? 0
    slow = try arguments.value(TestCommand.slow) ?? 0
    failsFast = arguments.has(TestCommand.failFast)
    if let text = arguments.text(TestCommand.order) {
      seed = try TestOptions.seed(text) { host.randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) } }
    }
    if let limit = try arguments.value(TestCommand.runTimeout) { runTimeout = limit }
    rate = try arguments.value(TestCommand.rate) ?? Rate.standard
    compares = arguments.has(TestCommand.compare)
    if compares {
      let others: [any DeclaredOption] = [
        SharedOptions.time, SharedOptions.fault, TestCommand.retry,
      ]
      for other in others { try arguments.exclude(TestCommand.compare, other) }
      apiToken = try APIToken.find(host.environment, run.secrets)
    }
    reports = try ReportOption.all(arguments.texts(SharedOptions.report))
    appends = arguments.has(TestCommand.append)
    guard !appends || reports.contains(where: { $0.kind == .json && $0.path != nil }) else {
      throw Fault(
        message: "`--append` adds to the file of a json report, but no json report is written",
        help: "write `--report json:results.jsonl`")
    }
    try arguments.exclude(SharedOptions.report, TestCommand.watch)
    coverageMin = try arguments.value(SharedOptions.coverageMin)
    covers = coverageMin != nil || arguments.has(TestCommand.coverage)
    isQuiet = arguments.has(SharedOptions.quiet)
    watches = arguments.has(TestCommand.watch)
    repeated = TestOptions.repeated(arguments)
  }

  /// Returns the words that change what a flow does, for the command that runs it again.
  ///
  /// Values of names may be secret, and so may the address of an inbox.
  private static func repeated(_ arguments: ParsedArguments) -> [String] {
    let values: [any DeclaredOption] =
      [SharedOptions.timeout, SharedOptions.secrets, SharedOptions.profile, SharedOptions.root]
      + SharedOptions.simulation
      + SharedOptions.counterparts.filter {
        $0.spec.name != SharedOptions.inbox.spec.name
          && $0.spec.name != SharedOptions.allowRun.spec.name
      } + SharedOptions.permissions
    let words = values.flatMap { option in
      arguments.texts(option).flatMap { [option.spec.name, $0] }
    }
    let flags = [SharedOptions.allowRun, TestCommand.compare].filter { arguments.has($0) }
    return words + flags.map(\.spec.name)
  }

  /// Reads a percentage.
  static func percentage(_ text: String) throws(UsageFault) -> Double {
    if let number = Double(text), (0...100).contains(number) { return number }
    throw Fault(
      message: "`--coverage-min` takes a number from 0 to 100, not `\(text)`")
  }

  /// Returns the seed that the value of `--order` means.
  ///
  /// The result is `nil` for `files`, a new seed for `random`, and `SEED` for `random:SEED`.
  private static func seed(
    _ text: String, _ draw: () -> UInt64
  ) throws(Fault) -> UInt64? {
    if text == "files" { return nil }
    // The shift makes a seed that every JSON reader can represent.
    if text == "random" { return draw() >> 12 }
    if text.hasPrefix("random:"), let seed = UInt64(text.dropFirst("random:".count)) {
      return seed
    }
    throw Fault(
      message: "`--order \(text)`: an order is `files` or `random`",
      help: "`random:SEED` repeats a run with its printed seed")
  }
}
