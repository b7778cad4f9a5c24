/// A piece of HTML: what is put into it is text unless it is HTML itself, so that no text of a
/// person's can become markup.
struct HTML: ExpressibleByStringInterpolation, Sendable, Hashable {
  /// The markup.
  private(set) var markup: String

  init(stringLiteral value: String) {
    markup = value
  }

  init(stringInterpolation: StringInterpolation) {
    markup = stringInterpolation.markup
  }

  /// What stands between literals.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      markup.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) {
      markup += literal
    }

    /// A text, in an element or between the quotes of an attribute.
    mutating func appendInterpolation(_ text: String) {
      for scalar in text.unicodeScalars {
        switch scalar {
        case "&": markup += "&amp;"
        case "<": markup += "&lt;"
        case ">": markup += "&gt;"
        case "\"": markup += "&quot;"
        case "'": markup += "&#39;"
        // What a browser would replace or read in another direction than it is written.
        case _ where scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value: markup += "\u{FFFD}"
        case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": markup += "\u{FFFD}"
        default: markup.unicodeScalars.append(scalar)
        }
      }
    }

    mutating func appendInterpolation(_ number: Int) {
      markup += String(number)
    }

    mutating func appendInterpolation(_ piece: HTML) {
      markup += piece.markup
    }

    mutating func appendInterpolation(_ pieces: [HTML]) {
      for piece in pieces { markup += piece.markup }
    }
  }
}
