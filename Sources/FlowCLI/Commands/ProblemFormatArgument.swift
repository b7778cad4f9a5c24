import FlowTerminal
import FlowTestRunner
import FlowText

extension ProblemFormat {
  static let option = Option(
    "--format", "FORMAT", words: allCases.map(\.rawValue),
    "text (default), json, sarif or github"
  ) { (word) throws(UsageFault) in
    if let format = ProblemFormat(rawValue: word) { return format }
    let words = allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageFault(message: "`--format` is one of \(words), not `\(word)`")
  }

  /// Reads `--format`, or `--json`, which is short for `--format json`.
  init(_ arguments: ParsedArguments) throws(UsageFault) {
    let isJSON = arguments.has(SharedOptions.json)
    guard let format = try arguments.value(ProblemFormat.option) else {
      self = isJSON ? .json : .text
      return
    }
    guard !isJSON || format == .json else {
      throw UsageFault(message: "`--json` and `--format \(format.rawValue)` exclude each other")
    }
    self = format
  }
}
