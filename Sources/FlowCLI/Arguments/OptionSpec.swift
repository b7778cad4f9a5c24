import FlowHost
import FlowTerminal

/// The specification of one option, for help and for parsing.
struct OptionSpec: Sendable, Hashable {
  /// The long name with its dashes: `--timeout`.
  var name: String
  /// The short name with its dash: `-q`.
  var short: String?
  /// The name of its value in help; `nil` if the option doesn't take a value.
  var value: String?
  /// The number of values, if it takes a value.
  var valueCount = 1
  /// Whether it may be given more than once.
  var repeats = false
  /// The line of help.
  var meaning: String
  /// The words that its value can be, if they are few.
  var words: [String] = []
}

/// One command.
struct CommandSpec: Sendable {
  /// The word after `flow`.
  var name: String
  /// The operands in the usage line: `FILE…`.
  var operands: String
  /// The line of help.
  var summary: String
  /// The other lines of help.
  var details: [String]
  /// The number of operands that it accepts.
  var operandCount: ClosedRange<Int>
  /// Its options, in the order of help.
  var options: [any DeclaredOption]
  /// Example command lines, each with its effect.
  var examples: [(line: String, meaning: String)]
  /// Runs it.
  var run: @Sendable (ParsedArguments, Host) async -> ExitStatus

  /// The options that every command has.
  static let common = [
    SharedOptions.color.spec, SharedOptions.help.spec, SharedOptions.version.spec,
  ]

  /// The command's own options and the common ones.
  var allOptions: [OptionSpec] { options.map(\.spec) + CommandSpec.common }
}
