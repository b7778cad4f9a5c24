/// Makes texts safe for terminals and generated files, and counts their columns.
///
/// Control characters, escape sequences and characters that change the direction of writing are
/// removed. So a text from a script, a path or a server can't change the text around it.
package enum DisplayText {
  /// Whether a scalar is unsafe to write to a terminal or into a generated file.
  ///
  /// Unsafe are control characters (C0, DEL or C1), format characters that reorder or hide text,
  /// and separators of lines or paragraphs. The joiners U+200C and U+200D and the soft hyphen are
  /// safe, because they only affect the letters next to them.
  package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }

  /// The scalar to print, which replaces an unsafe scalar, and the number of columns that it takes.
  package static func shape(_ scalar: Unicode.Scalar) -> (shown: Unicode.Scalar, columns: Int) {
    let value = scalar.value
    switch value {
    case 0x20...0x7E: return (scalar, 1)
    case 0..<0x20: return (picture(0x2400 + value), 1)
    case 0x7F: return (picture(0x2421), 1)
    case 0x80..<0xA0: return (replacement, 1)
    case 0xA0..<0x300: return (scalar, value == 0xAD ? 0 : 1)
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return (scalar, 0)
    case .format:
      // Joiners and variation selectors only affect the letters next to them. The other format
      // characters reorder or hide text.
      return value == 0x200C || value == 0x200D ? (scalar, 0) : (replacement, 1)
    case .lineSeparator, .paragraphSeparator, .unassigned, .surrogate, .privateUse, .control:
      return (replacement, 1)
    default: break
    }
    return (scalar, isWide(scalar) ? 2 : 1)
  }

  /// The replacement for bytes that aren't UTF-8, and for unsafe characters.
  package static let replacement: Unicode.Scalar = "\u{FFFD}"

  private static func picture(_ value: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(value) ?? replacement
  }

  /// Whether a scalar takes two columns (Unicode Standard Annex 11, wide and fullwidth, and emoji).
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD:
      true
    case 0x1F1E6...0x1F1FF:
      // A flag consists of two of these scalars, each of which takes one column.
      false
    default: scalar.properties.isEmojiPresentation
    }
  }

  /// Returns a text on one line, in which every character is safe.
  package static func line(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\t": shown.append(" ")
      default: shown.append(shape(scalar).shown)
      }
    }
    return String(shown)
  }

  /// Returns a text of several lines, in which every character except line feeds is safe.
  package static func lines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line(String($0)) }.joined(separator: "\n")
  }
}
