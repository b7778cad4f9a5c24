import FlowText

/// A word of letters and digits in a text, which may be a code.
///
/// A code is random, so nearly all codes contain digits. A word without digits is accepted only if
/// it doesn't look like a word of a language, or if the text introduces it as the code and it is
/// separate.
struct AlphanumericCode {
  private let range: Range<Int>
  private let text: [UInt8]

  init(_ range: Range<Int>, in text: [UInt8]) {
    self.range = range
    self.text = text
  }

  private var code: ArraySlice<UInt8> { text[range] }

  // MARK: Context

  /// Whether the word is separate, not part of a name, an address, a path or a link.
  var isAlone: Bool {
    if let last = text[..<range.lowerBound].last {
      guard
        ASCII.isBlank(last) || last >= 0x80 && !isLetterBefore
          || ":\"'(<[>*".utf8.contains(last)
      else { return false }
    }
    let behind = text[range.upperBound...].prefix(2)
    guard let first = behind.first else { return true }
    if first >= 0x80 { return !AlphanumericCode.beginsLetter(first) }
    guard ASCII.isBlank(first) || ".,;:!?\"')>]<*".utf8.contains(first) else { return false }
    // A host name, a file name or a version continues after a dot.
    guard first == UInt8(ascii: "."), behind.count == 2, let next = behind.last else { return true }
    return !ASCII.isLetter(next) && !ASCII.isDigit(next)
  }

  /// Whether a byte begins a letter of an alphabet with blanks between words.
  ///
  /// These alphabets are Latin, Greek, Cyrillic and others whose letters have two bytes in UTF-8.
  private static func beginsLetter(_ byte: UInt8) -> Bool { (0xC3...0xDF).contains(byte) }

  private var isLetterBefore: Bool {
    // At most three bytes follow the first byte of a character.
    let character = text[..<range.lowerBound].suffix(4).last { $0 >= 0xC0 }
    return character.map(AlphanumericCode.beginsLetter) ?? false
  }

  /// Whether the rest of the line is only punctuation and blanks.
  private var isOnLine: Bool { beginsLine && endsLine }

  private var beginsLine: Bool {
    let before = text[..<range.lowerBound].last { !AlphanumericCode.isMark($0) }
    return before ?? 0x0A == 0x0A
  }

  private var endsLine: Bool {
    let behind = text[range.upperBound...].first { !AlphanumericCode.isMark($0) }
    return behind ?? 0x0A == 0x0A
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || "*\"'.".utf8.contains(byte)
  }

  /// Whether a colon precedes the word, on its line or at the end of the line above.
  private var isIntroduced: Bool {
    let before = text[..<range.lowerBound].last {
      !ASCII.isBlank($0) && !AlphanumericCode.isMark($0)
    }
    return before == UInt8(ascii: ":")
  }

  // MARK: Appearance

  /// The maximum number of bytes between a word like "code" and the code, such as in "code is".
  private static let gapMax = 12

  /// Returns a score of how likely the word is the code.
  ///
  /// - Parameters:
  ///   - hasWord: Whether a word like "code" is near.
  ///   - gap: The number of bytes since the end of the word like "code"; `nil` if no such word
  ///     precedes.
  /// - Returns: The score; `nil` if the word can't be the code.
  func score(hasWord: Bool, gap: Int?) -> Int? {
    let digits = code.count(where: ASCII.isDigit)
    guard hasWord || digits > 0 && isOnLine else { return nil }
    let position = isOnLine ? 200 : 0
    // The word may be a telephone number, or the number of an order.
    if digits == code.count { return isOnLine ? 50 : nil }
    let isNamed = isIntroduced || gap ?? .max <= AlphanumericCode.gapMax
    if digits > 0 {
      guard isNumberedWord else { return position + 200 }
      return isOnLine || isNamed ? position + 50 : nil
    }
    if looksRandom(changesMin: isNamed ? 3 : 5) { return position + 100 }
    guard isIntroduced, endsLine, isOnLine || isCapital else { return nil }
    return position + 50
  }

  /// Whether the word consists of capital letters.
  private var isCapital: Bool { code.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 } }

  /// Whether the word is a normal word followed by a number, like the names of products.
  private var isNumberedWord: Bool {
    let word = code.prefix(while: ASCII.isLetter)
    return word.count >= 5 && word.dropFirst().allSatisfy { $0 & 0x20 != 0 }
      && word.contains { "aeiouy".utf8.contains($0 | 0x20) }
  }

  /// Returns whether the letters can't be a word of a language.
  ///
  /// Random letters have too few vowels, too many consonants in a row, or too many changes between
  /// lower and upper case.
  ///
  /// - Parameter changesMin: The number of changes that is too many. A capital at the beginning
  ///   doesn't count.
  /// - Returns: Whether the letters look random.
  private func looksRandom(changesMin: Int) -> Bool {
    var (vowels, run, longest, changes) = (0, 0, 0, 0)
    var before: UInt8?
    for byte in code.dropFirst() {
      if let before, (byte ^ before) & 0x20 != 0 { changes += 1 }
      before = byte
    }
    for byte in code {
      if "aeiouy".utf8.contains(byte | 0x20) {
        vowels += 1
        run = 0
      } else {
        run += 1
        longest = max(longest, run)
      }
    }
    return longest >= 6 || vowels * 6 < code.count || changes >= changesMin
  }
}
