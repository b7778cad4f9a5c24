import FlowHost
import FlowTerminal

/// One option of a command, as help shows it and as the command line is read by it.
struct OptionSpec: Sendable, Hashable {
  /// The long name with its dashes: `--timeout`.
  var name: String
  /// The short name with its dash: `-q`.
  var short: String?
  /// What its value is called in help; `nil` for an option without one.
  var value: String?
  /// How many values it takes if it takes any.
  var valueCount = 1
  /// Whether it may be given more than once.
  var repeats = false
  /// What it does, in a line.
  var meaning: String
  /// The words that its value can be, where there are few.
  var words: [String] = []
}

/// One command.
struct CommandSpec: Sendable {
  /// The word after `flow`.
  var name: String
  /// What follows it in the usage line: `FILE…`.
  var operands: String
  /// What it does, in a line.
  var summary: String
  /// What else help says of it, line by line.
  var details: [String]
  /// How many operands it takes.
  var operandCount: ClosedRange<Int>
  /// Its options, in the order of help.
  var options: [any DeclaredOption]
  /// Command lines to show, each with what it does.
  var examples: [(line: String, meaning: String)]
  /// Runs it.
  var run: @Sendable (ParsedArguments, Host) async -> ExitStatus

  /// Options that every command has.
  static let common = [
    SharedOptions.color.spec, SharedOptions.help.spec, SharedOptions.version.spec,
  ]

  /// Its own options and the common ones.
  var allOptions: [OptionSpec] { options.map(\.spec) + CommandSpec.common }
}
