/// A piece of HTML.
///
/// Interpolated texts are escaped, so that a foreign text can't become markup. Interpolated `HTML`
/// values aren't escaped.
package struct HTML: ExpressibleByStringInterpolation, Sendable, Hashable {
  /// The markup.
  package private(set) var markup: String

  /// Creates markup from a literal.
  package init(stringLiteral value: String) {
    markup = value
  }

  /// Creates markup from literals and interpolated values.
  package init(stringInterpolation: StringInterpolation) {
    markup = stringInterpolation.markup
  }

  /// Creates HTML from trusted text of the program: markup, a style or a script.
  package init(trusted markup: String) { self.markup = markup }

  /// Collects the literals and the interpolated values.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      markup.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) {
      markup += literal
    }

    /// Appends an escaped text, in an element or in the quotes of an attribute.
    package mutating func appendInterpolation(_ text: String) {
      if text.utf8.allSatisfy(StringInterpolation.isPlain) { return markup += text }
      // The code appends bytes, because appending single scalars to a string takes ten times as
      // long.
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.utf8.count + 16)
      for scalar in text.unicodeScalars {
        switch scalar {
        case "&": bytes += "&amp;".utf8
        case "<": bytes += "&lt;".utf8
        case ">": bytes += "&gt;".utf8
        case "\"": bytes += "&quot;".utf8
        case "'": bytes += "&#39;".utf8
        // A browser would replace these characters, or they would change the text's direction.
        case _ where HarmfulCharacter.contains(scalar.value): bytes += "\u{FFFD}".utf8
        case _ where scalar.isASCII: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
        default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
      }
      markup += String(decoding: bytes, as: UTF8.self)
    }

    /// Whether an ASCII byte needs no escape.
    private static func isPlain(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
        UInt8(ascii: "'"):
        false
      default: 0x20...0x7E ~= byte
      }
    }

    package mutating func appendInterpolation(_ number: Int) {
      markup += String(number)
    }

    package mutating func appendInterpolation(_ piece: HTML) {
      markup += piece.markup
    }

    package mutating func appendInterpolation(_ pieces: [HTML]) {
      for piece in pieces { markup += piece.markup }
    }
  }
}
