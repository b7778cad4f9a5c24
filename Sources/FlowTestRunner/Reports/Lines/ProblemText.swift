import FlowText
import FlowSyntax
package import FlowHTTP

/// Returns the text of a problem from its JSON, whose texts are already masked.
package enum ProblemText {
  /// Returns the message, the notes and the help of a problem, each on its own line.
  ///
  /// - Parameter problem: The problem as JSON.
  /// - Returns: The lines, without control characters.
  package static func message(_ problem: JSON) -> String {
    var lines = [problem["message"]?.string ?? ""]
    lines += (problem["notes"]?.array ?? []).compactMap(\.string)
    if let help = problem["help"]?.string { lines.append("help: \(help)") }
    return lines.map(DisplayText.line).joined(separator: "\n")
  }
}
