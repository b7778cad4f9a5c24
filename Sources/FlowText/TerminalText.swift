/// Text for a terminal, in which every foreign text is escaped.
///
/// A literal is the program's own text and stays unchanged. An interpolated value is shown on one
/// line, without control characters. So no text from a script, a path or a server can change the
/// text around it.
package struct TerminalText: ExpressibleByStringInterpolation, Sendable, Hashable {
  /// The text as it is written to a terminal.
  package private(set) var text: String

  /// Makes a text from a literal of the program.
  package init(stringLiteral value: String) {
    text = value
  }

  /// Makes a text from literals and the values between them.
  package init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
  }

  /// Makes a text of several lines, each of which is escaped.
  package init(lines text: String) {
    self.text = DisplayText.lines(text)
  }

  /// Makes a text of the program's own, which stays unchanged, including escape sequences.
  package init(trusted text: String) {
    self.text = text
  }

  /// Collects the literals and the escaped values.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    package mutating func appendInterpolation(_ text: String) {
      self.text += DisplayText.line(text)
    }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      appendInterpolation(value.description)
    }

    package mutating func appendInterpolation(_ piece: TerminalText) {
      text += piece.text
    }
  }
}

extension TerminalText: CustomStringConvertible {
  package var description: String { text }

  /// Whether the text is empty.
  package var isEmpty: Bool { text.isEmpty }

  package static func + (left: TerminalText, right: TerminalText) -> TerminalText {
    TerminalText(trusted: left.text + right.text)
  }

  package static func += (left: inout TerminalText, right: TerminalText) {
    left.text += right.text
  }
}

extension Sequence where Element == TerminalText {
  /// Joins texts into one.
  package func joined(separator: TerminalText = "") -> TerminalText {
    TerminalText(trusted: map(\.text).joined(separator: separator.text))
  }
}
