import FlowTerminal
import FlowTestRunner

extension ProblemFormat {
  /// Reads `--format`, or `--json`, which is short for `--format json`.
  init(_ arguments: ParsedArguments) throws(UsageFault) {
    guard let word = arguments.value("--format") else {
      self = arguments.has("--json") ? .json : .text
      return
    }
    guard let format = ProblemFormat(rawValue: word) else {
      let words = ProblemFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageFault(
        message: "`--format` is one of \(words), not `\(word.terminalSafe)`", help: nil)
    }
    if arguments.has("--json"), format != .json {
      throw UsageFault(
        message: "`--json` and `--format \(word)` exclude one another", help: nil)
    }
    self = format
  }
}
