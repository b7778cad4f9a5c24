import FlowTerminal
import FlowTestRunner
import FlowText

/// The output formats of `flow audit`: the formats for problems, and the matrix formats.
enum AuditFormat: String, CaseIterable {
  case text, json, sarif, github, html, svg

  static let option = Option(
    "--format", "FORMAT", oneOf: AuditFormat.self,
    "text (default), json, sarif, github, html or svg")

  /// Reads `--format`, or `--json`, which is short for `--format json`.
  init(_ arguments: ParsedArguments) throws(UsageFault) {
    let isJSON = arguments.has(SharedOptions.json)
    let format = try arguments.value(AuditFormat.option)
    if isJSON, let format, format != .json {
      throw UsageFault(message: "`--json` and `--format \(format.rawValue)` exclude each other")
    }
    self = format ?? (isJSON ? .json : .text)
  }

  /// The format for problems; `nil` for a matrix format.
  var problems: ProblemFormat? { ProblemFormat(rawValue: rawValue) }
}
