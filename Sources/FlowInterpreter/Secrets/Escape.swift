/// One escape sequence in a text, or an invisible character.
///
/// Addresses, pages, JSON and programming languages have escape sequences. They are read leniently,
/// because only the search for secrets uses them.
struct Escape {
  /// The length of the escape sequence in bytes.
  let length: Int
  /// The decoded content.
  private let content: Content

  private enum Content {
    case nothing
    case byte(UInt8)
    case scalar(Unicode.Scalar)
  }

  /// Creates an escape that stands for nothing, such as an invisible character.
  init(length: Int) {
    self.length = length
    content = .nothing
  }

  /// Creates an escape that stands for a byte.
  init(length: Int, byte: UInt8) {
    self.length = length
    content = .byte(byte)
  }

  /// Creates an escape that stands for a character; `nil` if the number isn't a character.
  init?(length: Int, scalar: UInt32) {
    guard let scalar = Unicode.Scalar(scalar) else { return nil }
    self.length = length
    content = scalar.isASCII ? .byte(UInt8(scalar.value)) : .scalar(scalar)
  }

  /// Appends the decoded content.
  ///
  /// A character is written in UTF-8.
  func write(to bytes: inout [UInt8]) {
    switch content {
    case .nothing: break
    case .byte(let byte): bytes.append(byte)
    case .scalar(let scalar): bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }
  }

  /// Returns the first escape at or after an index; `nil` if there is none.
  static func first(in text: [UInt8], from index: Int) -> (index: Int, escape: Escape)? {
    var index = index
    while index < text.count {
      if mayBegin(text[index]), let escape = at(index, of: text) { return (index, escape) }
      index += 1
    }
    return nil
  }

  /// Whether a byte may begin an escape: punctuation, an unusual control character, or the first
  /// byte of an invisible character.
  @inline(__always)
  private static func mayBegin(_ byte: UInt8) -> Bool {
    // This excludes letters, digits and most punctuation.
    if byte &- 0x27 < 0x35 || byte &- 0x5D < 0x22 || byte == 0x20 { return false }
    return switch byte {
    case UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "\\"): true
    case 9, 10, 13: false
    case ..<0x20, 0x7F: true
    case 0xC2, 0xCD, 0xD8, 0xE1, 0xE2, 0xEF, 0xF3: true
    default: false
    }
  }

  private static func at(_ index: Int, of text: [UInt8]) -> Escape? {
    switch text[index] {
    case UInt8(ascii: "%"): percent(text[index...])
    case UInt8(ascii: "&"): entity(text[index...])
    case UInt8(ascii: "\\"): backslash(text[index...])
    case ..<0x80: Escape(length: 1)
    // Dashes, arrows and lines begin with the same byte and are common, so the second byte is
    // checked.
    case 0xE2
    where index + 1 < text.count && text[index + 1] & 0xFE != 0x80 && text[index + 1] != 0x90: nil
    default: invisible(text[index...])
    }
  }

  // MARK: Addresses

  /// `%2F` (RFC 3986, section 2.1), and `%u002F` as JavaScript's `escape` writes it.
  private static func percent(_ text: ArraySlice<UInt8>) -> Escape? {
    if let value = hex(text.dropFirst(), count: 2) {
      return Escape(length: 3, byte: UInt8(value))
    }
    return unit(text, after: [UInt8(ascii: "%"), UInt8(ascii: "u")])
  }

  // MARK: Pages

  /// `&#43;`, `&#x2B;` and `&plus;`.
  private static func entity(_ text: ArraySlice<UInt8>) -> Escape? {
    let body = text.dropFirst()
    guard body.first == UInt8(ascii: "#") else { return EntityNames.escape(text) }
    var digits = body.dropFirst()
    let isHex = digits.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    if isHex { digits = digits.dropFirst() }
    var value: UInt32 = 0
    var index = digits.startIndex
    while index < digits.endIndex, index - digits.startIndex < digitsMax,
      let digit = digit(digits[index]), isHex || digit < 10
    {
      value = min(value &* (isHex ? 16 : 10) &+ digit, 0x11_0000)
      index += 1
    }
    guard index > digits.startIndex else { return nil }
    if index < digits.endIndex, digits[index] == UInt8(ascii: ";") { index += 1 }
    return Escape(length: index - text.startIndex, scalar: value)
  }

  /// The maximum number of digits.
  ///
  /// Encoders write fewer leading zeros.
  private static let digitsMax = 16

  // MARK: Strings

  /// Reads an escape after a backslash, as in JSON (RFC 8259, section 7), JavaScript, Python, C and
  /// Swift.
  private static func backslash(_ text: ArraySlice<UInt8>) -> Escape? {
    let rest = text.dropFirst()
    guard let mark = rest.first else { return nil }
    switch mark {
    case UInt8(ascii: "u"):
      return braced(text) ?? unit(text, after: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
    case UInt8(ascii: "U"):
      return hex(rest.dropFirst(), count: 8).flatMap { Escape(length: 10, scalar: $0) }
    case UInt8(ascii: "x"):
      return hex(rest.dropFirst(), count: 2).map { Escape(length: 4, byte: UInt8($0)) }
    case UInt8(ascii: "0")...UInt8(ascii: "3"): return octal(rest)
    case UInt8(ascii: "b"): return Escape(length: 2)
    case UInt8(ascii: "f"): return Escape(length: 2)
    case UInt8(ascii: "n"): return Escape(length: 2, byte: 10)
    case UInt8(ascii: "r"): return Escape(length: 2, byte: 13)
    case UInt8(ascii: "t"): return Escape(length: 2, byte: 9)
    case 0x20..<0x30, 0x3A..<0x41, 0x5B..<0x61, 0x7B..<0x7F:
      return Escape(length: 2, byte: mark)
    default: return nil
    }
  }

  /// `\u{2F}`.
  private static func braced(_ text: ArraySlice<UInt8>) -> Escape? {
    let rest = text.dropFirst(2)
    guard rest.first == UInt8(ascii: "{"),
      let end = rest.prefix(digitsMax).firstIndex(of: UInt8(ascii: "}")),
      let value = hex(rest.dropFirst(), count: end - rest.startIndex - 1)
    else { return nil }
    return Escape(length: end + 1 - text.startIndex, scalar: value)
  }

  /// `\057`.
  private static func octal(_ digits: ArraySlice<UInt8>) -> Escape? {
    let digits = digits.prefix(3)
    guard digits.count == 3, digits.allSatisfy({ $0 & 0xF8 == 0x30 }) else { return nil }
    return Escape(length: 4, byte: digits.reduce(0) { $0 << 3 | $1 & 7 })
  }

  /// Reads a UTF-16 code unit: two characters and four digits.
  ///
  /// A surrogate pair is read as one escape.
  private static func unit(_ text: ArraySlice<UInt8>, after marks: [UInt8]) -> Escape? {
    guard text.starts(with: marks), let first = hex(text.dropFirst(2), count: 4) else { return nil }
    guard UTF16.isLeadSurrogate(UInt16(first)) else { return Escape(length: 6, scalar: first) }
    let rest = text.dropFirst(6)
    guard rest.starts(with: marks), let second = hex(rest.dropFirst(2), count: 4),
      UTF16.isTrailSurrogate(UInt16(second))
    else { return nil }
    return Escape(length: 12, scalar: 0x10000 + (first & 0x3FF) << 10 + second & 0x3FF)
  }

  // MARK: Digits

  private static func hex(_ text: ArraySlice<UInt8>, count: Int) -> UInt32? {
    guard count > 0, count <= 8, text.count >= count else { return nil }
    var value: UInt32 = 0
    for byte in text.prefix(count) {
      guard let digit = digit(byte) else { return nil }
      value = value << 4 | digit
    }
    return value
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  // MARK: Invisible characters

  /// Reads a character that is invisible, or that terminals show in place of an invisible
  /// character.
  private static func invisible(_ text: ArraySlice<UInt8>) -> Escape? {
    let length = text.first.map { $0 < 0xE0 ? 2 : $0 < 0xF0 ? 3 : 4 } ?? 0
    guard text.count >= length, let lead = text.first else { return nil }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for byte in text.dropFirst().prefix(length - 1) { value = value << 6 | UInt32(byte & 0x3F) }
    return isInvisible(value) ? Escape(length: length) : nil
  }

  private static func isInvisible(_ value: UInt32) -> Bool {
    switch value {
    // Control characters, the soft hyphen, joiners, direction marks, byte order marks.
    case 0x80..<0xA0, 0xAD, 0x34F, 0x61C, 0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E,
      0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF, 0xE0000...0xE01EF:
      true
    // These are shown in place of invisible characters.
    case 0x2400...0x2421, 0xFFFD: true
    default: false
    }
  }
}
