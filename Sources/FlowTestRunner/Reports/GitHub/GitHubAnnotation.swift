import FlowText
import FlowSyntax
package import FlowHTTP

/// Writes a problem as a workflow command of GitHub Actions: `::error file=…,line=…::message`.
///
/// The texts of the problem's JSON are already masked.
package enum GitHubAnnotation {
  /// The severity of a command.
  package enum Level: String, Sendable {
    case error, warning, notice
  }

  /// Returns the command without a line break.
  ///
  /// - Parameters:
  ///   - problem: The problem as JSON.
  ///   - level: The severity. The default is the severity of the problem.
  ///   - title: The title. The default is the id of the problem.
  /// - Returns: The command.
  package static func line(
    _ problem: JSON, level: Level? = nil, title: String? = nil
  ) -> String {
    let own: Level =
      switch problem["severity"]?.string {
      case "warning": .warning
      case "note": .notice
      default: .error
      }
    var properties: [(String, String)] = []
    if let file = problem["file"]?.string {
      properties.append(("file", file))
      properties += position(problem["start"], "line", "col")
      properties += position(problem["end"], "endLine", "endColumn")
    }
    properties.append(("title", title ?? problem["id"]?.string ?? ""))
    let written = properties.map { "\($0)=\(property($1))" }.joined(separator: ",")
    return "::\((level ?? own).rawValue) \(written)::\(data(ProblemText.message(problem)))"
  }

  private static func position(
    _ place: JSON?, _ line: String, _ column: String
  ) -> [(String, String)] {
    guard let row = place?["line"]?.integer else { return [] }
    let mark = place?["column"]?.integer
    return [(line, "\(row)")] + (mark.map { [(column, "\($0)")] } ?? [])
  }

  /// Escapes `%` and line breaks in a message.
  private static func data(_ text: String) -> String {
    escaped(text, [0x25: "%25", 0x0D: "%0D", 0x0A: "%0A"])
  }

  /// Escapes a property's value.
  ///
  /// Commas and colons are escaped too, because they end a property.
  private static func property(_ text: String) -> String {
    escaped(
      DisplayText.line(text),
      [0x25: "%25", 0x0D: "%0D", 0x0A: "%0A", 0x3A: "%3A", 0x2C: "%2C"])
  }

  private static func escaped(_ text: String, _ signs: [UInt8: String]) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if let sign = signs[byte] { bytes += sign.utf8 } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
