import FlowHTTP
import FlowTerminal

/// How `flow check` prints problems.
enum CheckFormat: String, CaseIterable {
  /// For a person.
  case text
  /// One object a problem, a line each.
  case json
  /// The Static Analysis Results Interchange Format, version 2.1.0.
  case sarif
  /// Workflow commands of GitHub Actions, which annotate the lines of a change.
  case github

  /// The format that a command line asks for; `--json` is the short way to ask for one.
  init(_ arguments: ParsedArguments) throws(ParsedArguments.Fault) {
    guard let word = arguments.value("--format") else {
      self = arguments.has("--json") ? .json : .text
      return
    }
    guard let format = CheckFormat(rawValue: word) else {
      let words = CheckFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw ParsedArguments.Fault(
        message: "`--format` is one of \(words), not `\(word.terminalSafe)`", help: nil)
    }
    if arguments.has("--json"), format != .json {
      throw ParsedArguments.Fault(
        message: "`--json` and `--format \(word)` exclude one another", help: nil)
    }
    self = format
  }
}
