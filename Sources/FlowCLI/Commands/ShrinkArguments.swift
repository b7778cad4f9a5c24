import FlowHost
import FlowScript
import FlowTerminal
import FlowTestRunner
import FlowText

extension ShrinkOptions {
  /// Reads a command line.
  init(_ arguments: ParsedArguments, _ host: Host) throws(UsageFault) {
    self.init(file: arguments.operands[0], run: try RunArguments.options(arguments, host))
    // The inboxes of real issuers don't matter here.
    run.inboxes = []
    isQuiet = arguments.has(SharedOptions.quiet)
    output = try OutputOption.file(arguments)
    if let path = output?.path {
      do throws(PlainFailure) { try PrivateFile.check(path) } catch {
        throw UsageFault(
          message: "`--output`: \(path) can't be written: \(error.message)",
          help: nil)
      }
    }
    runs = try arguments.value(ShrinkCommand.runs) ?? ShrinkOptions.defaultRuns
    // A value may be a secret, so only the name is printed.
    kept = run.variables.keys.sorted().map { "\(SharedOptions.variable.spec.name) \($0)=…" }
    for option in ShrinkOptions.lasting {
      kept += arguments.texts(option).map { "\(option.spec.name) \(ShrinkOptions.quoted($0))" }
    }
  }

  /// The options that the shrunk file can't contain.
  private static let lasting: [any DeclaredOption] = [
    SharedOptions.secrets, SharedOptions.timeout, SharedOptions.time, SharedOptions.fault,
  ]

  /// Returns a word quoted for a shell.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case 48...57, 65...90, 97...122: true
      default: "-_./:=+,@%".utf8.contains(byte)
      }
    }
    guard !isPlain else { return text }
    // By scalars: a combining mark after a quote would hide the quote from a comparison of
    // characters.
    var quoted = "'"
    for scalar in DisplayText.line(text).unicodeScalars {
      if scalar == "'" { quoted += "'\\'" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "'"
  }
}
