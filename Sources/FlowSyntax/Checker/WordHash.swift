/// Hashes words where they stand, so that looking one up makes no string (FNV-1a, 64 bits).
///
/// Two words may share a hash: at 64 bits that may hide one mistake, or show a needless warning, in
/// a script of billions of words.
struct WordHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  /// The hash of bytes as they stand.
  static func exact(_ bytes: [UInt8], _ range: SourceRange) -> UInt64 {
    var hash = WordHash()
    for index in Int(range.start)..<Int(range.end) { hash.add(bytes[index]) }
    return hash.value
  }

  /// The hash of bytes without regard to ASCII case, `_` as `-`: how an engine's words compare.
  static func folded(_ bytes: [UInt8], _ range: SourceRange) -> UInt64 {
    var hash = WordHash()
    for index in Int(range.start)..<Int(range.end) { hash.add(fold(bytes[index])) }
    return hash.value
  }

  /// The folded hash of a word.
  static func folded(_ word: String) -> UInt64 {
    var hash = WordHash()
    for byte in word.utf8 { hash.add(fold(byte)) }
    return hash.value
  }

  /// The hash of a word as it stands.
  static func exact(_ word: String) -> UInt64 {
    var hash = WordHash()
    for byte in word.utf8 { hash.add(byte) }
    return hash.value
  }

  static func fold(_ byte: UInt8) -> UInt8 {
    switch byte {
    case 65...90: byte + 32
    case 0x5F, 0x20: 0x2D
    default: byte
    }
  }

  /// One hash of two.
  static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    var value = (left ^ (right &* 0x9E37_79B9_7F4A_7C15)) &* 0xBF58_476D_1CE4_E5B9
    value ^= value >> 31
    return value
  }
}

extension SourceRange {
  /// The part of a dotted name after its last dot.
  func lastPart(_ bytes: [UInt8]) -> SourceRange {
    var start = Int(end)
    while start > Int(self.start), bytes[start - 1] != UInt8(ascii: ".") { start -= 1 }
    return SourceRange(UInt32(start), end)
  }

  /// The part of a dotted name before its first dot.
  func firstPart(_ bytes: [UInt8]) -> SourceRange {
    var end = Int(start)
    while end < Int(self.end), bytes[end] != UInt8(ascii: ".") { end += 1 }
    return SourceRange(start, UInt32(end))
  }
}
