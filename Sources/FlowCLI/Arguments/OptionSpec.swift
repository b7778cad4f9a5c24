import FlowHost
import FlowTerminal

/// The specification of one option, for help and for parsing.
struct OptionSpec: Sendable, Hashable {
  /// The long name with its dashes, such as `--timeout`.
  var name: String
  /// The short name with its dash, such as `-q`; `nil` if there is none.
  var short: String?
  /// The name of the option's value in help; `nil` if the option doesn't take a value.
  var value: String?
  /// The number of values that the option takes; ignored if the option takes no value.
  var valueCount = 1
  /// Whether the option may be given more than once.
  var repeats = false
  /// The line of help.
  var meaning: String
  /// The words that the value can be; empty if the value can be any text.
  var words: [String] = []
}

/// One command.
struct CommandSpec: Sendable {
  /// The word after `flow`.
  var name: String
  /// The operands in the usage line, such as `FILE…`.
  var operands: String
  /// The line of help.
  var summary: String
  /// The other lines of help.
  var details: [String]
  /// The number of operands that the command accepts.
  var operandCount: ClosedRange<Int>
  /// The command's own options, in the order of help.
  var options: [any DeclaredOption]
  /// Example command lines, each with its effect.
  var examples: [(line: String, meaning: String)]
  /// Runs the command.
  var run: @Sendable (ParsedArguments, Host) async -> ExitStatus

  /// The options that every command has.
  static let common = [
    SharedOptions.color.spec, SharedOptions.help.spec, SharedOptions.version.spec,
  ]

  /// The command's own options, followed by the common options.
  var allOptions: [OptionSpec] { options.map(\.spec) + CommandSpec.common }
}
