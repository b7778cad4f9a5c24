/// A piece of HTML: what is put into it is text unless it is HTML itself, so that no text of a
/// person's can become markup.
package struct HTML: ExpressibleByStringInterpolation, Sendable, Hashable {
  /// The markup.
  package private(set) var markup: String

  /// Makes markup of what the program says itself.
  package init(stringLiteral value: String) {
    markup = value
  }

  /// Makes markup of literals, and of what stands between them.
  package init(stringInterpolation: StringInterpolation) {
    markup = stringInterpolation.markup
  }

  /// Takes a text of the program's own for what it is: markup, or a style or script in it.
  package init(trusted markup: String) { self.markup = markup }

  /// What stands between literals.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      markup.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) {
      markup += literal
    }

    /// A text, in an element or between the quotes of an attribute.
    package mutating func appendInterpolation(_ text: String) {
      if text.utf8.allSatisfy(StringInterpolation.isPlain) { return markup += text }
      // As bytes: a string takes ten times as long to grow by one scalar.
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.utf8.count + 16)
      for scalar in text.unicodeScalars {
        switch scalar {
        case "&": bytes += "&amp;".utf8
        case "<": bytes += "&lt;".utf8
        case ">": bytes += "&gt;".utf8
        case "\"": bytes += "&quot;".utf8
        case "'": bytes += "&#39;".utf8
        // What a browser would replace or read in another direction than it is written.
        case _ where HarmfulCharacter.contains(scalar.value): bytes += "\u{FFFD}".utf8
        case _ where scalar.isASCII: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
        default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
      }
      markup += String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a byte of ASCII means itself, which most texts are made of.
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
