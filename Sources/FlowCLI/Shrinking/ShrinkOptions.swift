import FlowHost
import FlowInterpreter
import FlowScript
import FlowTerminal

/// What `flow shrink` was asked for, read and checked.
struct ShrinkOptions: Sendable {
  typealias Fault = ParsedArguments.Fault

  /// The file that fails.
  var file: String
  /// What its flows run with.
  var run: RunOptions
  /// Where the small one is written to; `nil` for the output.
  var output: OutputFile?
  /// How often flows are run at most.
  var runs: Int
  /// Whether only problems are told.
  var isQuiet: Bool
  /// The options that a run of the small one needs as well, as they were given but for values.
  var kept: [String] = []

  /// How often flows are run where nothing is said: enough for thousands of lines.
  static let runsUsual = 10_000

  init(_ arguments: ParsedArguments, _ host: Host) throws(Fault) {
    file = arguments.operands[0]
    run = try RunOptions(arguments, host)
    // Where codes of real issuers arrive says nothing here.
    run.inboxes = []
    isQuiet = arguments.has("--quiet")
    output = try OutputFile(arguments)
    if let path = output?.path {
      do throws(PrivateFile.Failure) { try PrivateFile.check(path) } catch {
        throw Fault(
          message: "`--output`: \(path.terminalSafe) can't be written: \(error.reason)",
          help: nil)
      }
    }
    runs = try arguments.number("--runs", 1...1_000_000) ?? ShrinkOptions.runsUsual
    // What a value is may be a secret, and the name says enough.
    kept = run.variables.keys.sorted().map { "--var \($0.terminalSafe)=…" }
    for option in ShrinkOptions.lasting {
      kept += arguments.all(option).map { "\(option) \(ShrinkOptions.quoted($0))" }
    }
  }

  /// The options that the small file can't say for itself.
  private static let lasting = ["--secrets", "--timeout", "--at", "--fault"]

  /// A word as a shell takes it.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case 48...57, 65...90, 97...122: true
      default: "-_./:=+,@%".utf8.contains(byte)
      }
    }
    guard !isPlain else { return text }
    // By scalars: a mark above a quote would hide it from a comparison of characters.
    var quoted = "'"
    for scalar in text.terminalSafe.unicodeScalars {
      if scalar == "'" { quoted += "'\\'" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "'"
  }

  /// What a file runs with that needs nothing else: its org and its profiles are in it.
  var runOfOneFile: RunOptions {
    var options = run
    options.org = nil
    options.profiles = []
    options.only = []
    options.issuer = IssuerSettings()
    return options
  }
}
