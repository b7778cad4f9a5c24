/// Finds characters in an output that control a terminal, or that hide or turn text.
///
/// An oracle: it decodes UTF-8 by itself and has its own list.
enum RawCharacters {
  /// The numbers of the harmful characters in an output, except line ends.
  ///
  /// - Parameters:
  ///   - text: The output.
  ///   - allowed: Control characters that are part of the format, such as a tab.
  /// - Returns: The numbers, in order of position.
  static func found(in text: String, allowed: Set<UInt32> = []) -> [UInt32] {
    var found: [UInt32] = []
    var value: UInt32 = 0
    var left = 0
    for byte in text.utf8 {
      switch byte {
      case ..<0x80: (value, left) = (UInt32(byte), 0)
      case ..<0xC0: (value, left) = (value * 64 + UInt32(byte - 0x80), left - 1)
      case ..<0xE0: (value, left) = (UInt32(byte - 0xC0), 1)
      case ..<0xF0: (value, left) = (UInt32(byte - 0xE0), 2)
      default: (value, left) = (UInt32(byte - 0xF0), 3)
      }
      if left == 0, value != 10, !allowed.contains(value), isHarmful(value) { found.append(value) }
    }
    return found
  }

  private static func isHarmful(_ value: UInt32) -> Bool {
    value < 32 || (127...159).contains(value) || all.contains(value)
  }

  /// Marks of direction, separators of lines, and invisible characters.
  private static let all: Set<UInt32> = [
    0x061C, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2060,
    0x2066, 0x2067, 0x2068, 0x2069, 0xFEFF, 0xFFF9, 0xFFFA, 0xFFFB,
  ]

  /// One of each kind: an escape sequence, control characters of both sets, marks of direction.
  static let sample =
    "\u{1B}]52;c;x\u{7}\u{1}\u{7F}\u{85}\u{9B}31m\u{202E}\u{2066}\u{200F}\u{61C}\u{2028}\u{2029}é"
}

/// The declarations of a script, read only by punctuation: an oracle that knows comments and texts
/// on one line.
struct DeclaredWords {
  /// The first word of each line and statement outside all braces.
  private(set) var words: [String] = []

  init(_ script: String) {
    var depth = 0
    var word = ""
    var isBegin = true
    var (inText, isEscaped, inComment) = (false, false, false)
    for scalar in script.unicodeScalars {
      if inComment {
        if scalar == "\n" { (inComment, isBegin) = (false, true) }
        continue
      }
      if inText {
        if isEscaped {
          isEscaped = false
        } else if scalar == "\\" {
          isEscaped = true
        } else if scalar
          == "\""
        {
          inText = false
        }
        if scalar == "\n" { (inText, isBegin) = (false, true) }
        continue
      }
      if isBegin, depth == 0, ("a"..."z").contains(scalar) || scalar == "-" {
        word.unicodeScalars.append(scalar)
        continue
      }
      if !word.isEmpty {
        words.append(word)
        (word, isBegin) = ("", false)
      }
      switch scalar {
      case "#": inComment = true
      case "\"": (inText, isBegin) = (true, false)
      case "{": depth += 1
      case "}": (depth, isBegin) = (depth - 1, true)
      case "\n", ";": isBegin = true
      case " ": break
      default: isBegin = false
      }
    }
  }
}
