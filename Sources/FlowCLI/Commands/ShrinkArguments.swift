import FlowHost
import FlowScript
import FlowTerminal
import FlowTestRunner
import FlowText

extension ShrinkOptions {
  /// Reads the options of a command line.
  init(_ arguments: ParsedArguments, _ host: Host) throws(UsageFault) {
    self.init(file: arguments.operands[0], run: try RunArguments.options(arguments, host))
    // Shrinking uses a simulated org, so the inboxes of real issuers aren't needed.
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
    // The value may be a secret, so only the name is printed.
    kept = run.variables.keys.sorted().map { "\(SharedOptions.variable.spec.name) \($0)=…" }
    for option in ShrinkOptions.lasting {
      kept += arguments.texts(option).map { "\(option.spec.name) \(ShrinkOptions.quoted($0))" }
    }
  }

  /// The options that are still needed to run the shrunk file, because it can't contain them.
  private static let lasting: [any DeclaredOption] = [
    SharedOptions.secrets, SharedOptions.timeout, SharedOptions.time, SharedOptions.fault,
  ]

  /// Quotes a word for a shell.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case 48...57, 65...90, 97...122: true
      default: "-_./:=+,@%".utf8.contains(byte)
      }
    }
    guard !isPlain else { return text }
    // The loop visits scalars. A combining mark after a quote would form one character with it, so
    // that a comparison of characters would miss the quote.
    var quoted = "'"
    for scalar in DisplayText.line(text).unicodeScalars {
      if scalar == "'" { quoted += "'\\'" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "'"
  }
}
