import FlowHTTP
import FlowSyntax

/// The reason of an unknown condition.
///
/// Equal values of an export have equal reasons, and others differ.
struct UnknownReason {
  /// The reason, shortened to the limit of an org.
  let text: String

  /// The longest reason in bytes.
  static let bytesMax = 200
  /// The number of bytes of a longer value that are shown.
  private static let shownBytes = 150

  /// Makes a reason.
  ///
  /// - Parameters:
  ///   - kind: What the value is.
  ///   - value: The value.
  init(_ kind: String, _ value: JSON) {
    let whole = value.string ?? String(decoding: value.bytes(), as: UTF8.self)
    // Spaces are insignificant between the words of an expression, but not in its texts.
    let hasTexts = whole.utf8.contains { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") }
    let written = UnknownReason.line(whole)
    let isSame =
      hasTexts
      ? written == UnknownReason.trimmed(whole)
      : !whole.utf8.contains { $0 == UInt8(ascii: ";") } && !written.contains("?")
    let full = "\(kind): \(written.isEmpty ? "nothing" : written)"
    guard !isSame || full.utf8.count > UnknownReason.bytesMax else {
      text = full
      return
    }
    var shown = ""
    for character in full {
      guard shown.utf8.count + character.utf8.count <= UnknownReason.shownBytes else { break }
      shown.append(character)
    }
    // The hash distinguishes the rest.
    text = "\(shown)… #\(UnknownReason.hash(kind + whole))"
  }

  /// The reason as a setting has it.
  var quoted: String { TextLiteral.quoted(text) }

  /// A text on one line, with one space between words.
  private static func line(_ text: String) -> String {
    var line = ""
    var isSpace = false
    for scalar in text.unicodeScalars {
      if scalar.value <= 0x20 || scalar.properties.isWhitespace {
        isSpace = !line.isEmpty
        continue
      }
      if isSpace { line += " " }
      isSpace = false
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: line += "?"
      default: line.unicodeScalars.append(scalar == ";" ? "," : scalar)
      }
    }
    return line
  }

  /// A text without the spaces around it.
  private static func trimmed(_ text: String) -> String {
    var scalars = Substring(text).unicodeScalars
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return String(scalars)
  }

  /// The 64 bits of FNV-1a, in hexadecimal digits.
  private static func hash(_ text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
