import FlowText
import FlowSyntax

/// Writes texts into XML 1.0 documents, which don't allow every character.
enum XMLText {
  /// Appends the text of an element or of an attribute.
  ///
  /// Control characters are replaced with visible symbols, and invalid characters (XML 1.0, section
  /// 2.2) with U+FFFD. Line breaks in attributes are escaped, because readers would convert them to
  /// spaces.
  static func append(_ text: String, to bytes: inout [UInt8], isAttribute: Bool = false) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": bytes += "&amp;".utf8
      case "<": bytes += "&lt;".utf8
      case ">": bytes += "&gt;".utf8
      case "\"" where isAttribute: bytes += "&quot;".utf8
      case "\n" where isAttribute: bytes += "&#10;".utf8
      case "\t" where isAttribute: bytes += "&#9;".utf8
      case "\r": bytes += "&#13;".utf8
      case "\n", "\t", " "..."~": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      case "\u{FFFE}", "\u{FFFF}": bytes += "\u{FFFD}".utf8
      case _ where DisplayText.isHarmful(scalar): bytes += DisplayText.line(String(scalar)).utf8
      default: bytes += String(scalar).utf8
      }
    }
  }
}
