import FlowHTTP
import FlowSyntax

/// The name of an unknown condition, made from the exported value.
///
/// Equal values have equal names, and different values have different names.
struct UnknownReason {
  /// The name, shortened to the maximum length.
  let text: String

  /// The maximum length in bytes.
  static let bytesMax = 200
  /// The number of bytes that a shortened name keeps of the value.
  private static let shownBytes = 150

  /// Makes the name for a value.
  ///
  /// - Parameters:
  ///   - kind: What the value is.
  ///   - value: The value.
  init(_ kind: String, _ value: JSON) {
    let whole = value.string ?? String(decoding: value.bytes(), as: UTF8.self)
    // Spaces between the words of an expression are insignificant, but spaces in its texts aren't.
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
    // The hash distinguishes values that begin with the same bytes.
    text = "\(shown)… #\(UnknownReason.hash(kind + whole))"
  }

  /// Whether a text can be a name as it is.
  static func isWhole(_ text: String) -> Bool {
    UnknownReason("", .string(text)).text == ": \(text)"
  }

  /// The name in quotes, for a setting.
  var quoted: String { TextLiteral.quoted(text) }

  /// Returns a text on one line, with one space between words.
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

  /// Returns a text without white space around it.
  private static func trimmed(_ text: String) -> String {
    var scalars = Substring(text).unicodeScalars
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return String(scalars)
  }

  /// The 64-bit FNV-1a hash, in hexadecimal digits.
  private static func hash(_ text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
