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

  /// Whose certificates are trusted, for every command that speaks to an issuer.
  static let caFile = OptionSpec(
    name: "--ca-file", value: "FILE", meaning: "trust these certificates (PEM; Linux)")

  /// Where imports and files may come from, for every command that reads scripts.
  static let root = OptionSpec(
    name: "--root", value: "DIR",
    meaning: "let imports come from anywhere below this folder")
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
  var options: [OptionSpec]
  /// Command lines to show, each with what it does.
  var examples: [(line: String, meaning: String)]
  /// Runs it.
  var run: @Sendable (ParsedArguments, Host) async -> ExitStatus

  /// Options that every command has.
  static let common = [
    OptionSpec(
      name: "--color", value: "WHEN", meaning: "colour: auto (default), always or never",
      words: ["auto", "always", "never"]),
    OptionSpec(name: "--help", short: "-h", meaning: "show this help"),
    OptionSpec(name: "--version", short: "-V", meaning: "show the version"),
  ]

  /// Its own options and the common ones.
  var allOptions: [OptionSpec] { options + CommandSpec.common }
}
