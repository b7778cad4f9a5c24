package import FlowDiagnostics
import FlowText

/// The problems with a script's words, texts and symbols.
extension ProblemKind {
  package static let badEscape = ProblemKind("bad-escape", exit: .invalid)
  package static let malformedNumber = ProblemKind("malformed-number")
  package static let multilineText = ProblemKind("multiline-text")
  package static let unknownCharacter = ProblemKind("unknown-character")
  package static let unterminatedText = ProblemKind("unterminated-text")
}

extension Problem {
  package static func badEscape(_ text: String) -> Problem {
    Problem(
      .badEscape, "invalid escape \(Prose.ticked(text))",
      help: "write `\\\"`, `\\\\`, `\\n`, `\\t`, `\\u{e9}` or `\\(name)`")
  }

  package static let malformedNumber = Problem(
    .malformedNumber, "expected a number or a duration",
    help: "write `3`, `1.5`, `500ms`, `2s`, `15m`, `8h` or `30d`")

  package static func multilineText(fault: String) -> Problem {
    Problem(
      .multilineText, fault,
      help: "put the text on separate lines, with no line indented less than the closing "
        + "quotes")
  }

  /// Returns the problem of unknown symbols.
  ///
  /// - Parameters:
  ///   - text: The symbols.
  ///   - surroundings: The text around the symbols, up to the next blank or quotation mark on each
  ///     side.
  /// - Returns: The problem.
  package static func unknownCharacter(_ text: String, in surroundings: String = "") -> Problem {
    Problem(
      .unknownCharacter, "unknown symbol \(Prose.ticked(text))",
      help: Slip.help(for: text, in: surroundings), suggestions: Slip.words(for: text),
      certainty: .always)
  }

  package static let unterminatedText = Problem(
    .unterminatedText, "this text is never closed",
    help: "close it with `\"` on the same line, or use `\"\"\"` for several lines")
}
