/// Text for a terminal: whatever isn't its own is escaped, so that no text of a script, a path or a
/// server can change what a person sees beside it.
///
/// A literal is the program's own. An interpolated value is shown on one line, without anything that
/// a terminal would obey.
package struct TerminalText: ExpressibleByStringInterpolation, Sendable, Hashable {
  /// The text as it is written to a terminal.
  package private(set) var text: String

  /// Makes a text that the program says itself.
  package init(stringLiteral value: String) {
    text = value
  }

  /// Makes a text of literals and of the values between them.
  package init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
  }

  /// Makes a text of several lines, each of which is escaped.
  package init(lines text: String) {
    self.text = DisplayText.lines(text)
  }

  /// Takes a text for what it is, because the program has made it: escape sequences stay.
  package init(trusted text: String) {
    self.text = text
  }

  /// The pieces between literals.
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

  /// Whether there is no text.
  package var isEmpty: Bool { text.isEmpty }

  package static func + (left: TerminalText, right: TerminalText) -> TerminalText {
    TerminalText(trusted: left.text + right.text)
  }

  package static func += (left: inout TerminalText, right: TerminalText) {
    left.text += right.text
  }
}

extension Sequence where Element == TerminalText {
  /// Returns the texts as one.
  package func joined(separator: TerminalText = "") -> TerminalText {
    TerminalText(trusted: map(\.text).joined(separator: separator.text))
  }
}
