import FlowText
import FlowSyntax

/// Formats texts for the lines of a TAP report, and for its YAML blocks.
enum TAPText {
  /// Returns a text on one line.
  static func line(_ text: String) -> String { DisplayText.line(text) }

  /// Returns a text on one line with `#` escaped, because `#` begins a directive.
  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in line(text).utf8 {
      if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a text in YAML's double quotes (YAML 1.2, section 5.7).
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where isPlain(scalar): quoted.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        let width = scalar.value > 0xFFFF ? 8 : 4
        quoted += width == 8 ? "\\U" : "\\u"
        quoted += String(repeating: "0", count: width - digits.utf8.count) + digits
      }
    }
    return quoted + "\""
  }

  /// Returns a YAML member with a text of several lines.
  ///
  /// The text is written as a block if possible, or else in quotes.
  ///
  /// `prove` can't read a block that begins with a space or has an empty line. Other readers stop
  /// at a line of three dots.
  static func lines(_ name: String, _ text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let shown = DisplayText.line(String(line)).unicodeScalars.map { scalar in
        isPlain(scalar) ? scalar : DisplayText.replacement
      }
      return String(String.UnicodeScalarView(shown))
    }
    let isBlock =
      lines.first?.hasPrefix(" ") == false
      && lines.allSatisfy { line in
        let bare = line.drop { $0 == " " }
        return !bare.isEmpty && !bare.hasPrefix("...")
      }
    guard isBlock else { return ["\(name): " + quoted(text)] }
    return ["\(name): |"] + lines.map { "  " + $0 }
  }

  /// Whether a character is printable (YAML 1.2, section 5.1) and safe to show on a terminal.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    !DisplayText.isHarmful(scalar) && scalar != "\u{FFFE}" && scalar != "\u{FFFF}"
  }
}
