import FlowText
import FlowSyntax
package import FlowHTTP

/// The words of a problem that is given as JSON, whose texts are masked already.
package enum ProblemText {
  /// What a problem says, what else is worth knowing and what to do about it, a line each.
  ///
  /// - Parameter problem: The problem as JSON.
  /// - Returns: Lines that no terminal obeys.
  package static func message(_ problem: JSON) -> String {
    var lines = [problem["message"]?.string ?? ""]
    lines += (problem["notes"]?.array ?? []).compactMap(\.string)
    if let help = problem["help"]?.string { lines.append("help: \(help)") }
    return lines.map(DisplayText.line).joined(separator: "\n")
  }
}
