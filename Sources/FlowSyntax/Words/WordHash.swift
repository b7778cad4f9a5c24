package import FlowDiagnostics

/// Hashes words, seven bytes at a time, to 64 bits.
///
/// The three lowest bits describe the kinds of bytes in the word, which makes a second scan of most
/// words unnecessary. Two words may have the same hash: a hash only limits the search for a word.
package struct WordHash {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  /// A 1 and, below it, the bytes since the last mixing.
  ///
  /// The position of the 1 gives their number.
  private var part: UInt64 = 1
  private var features: UInt64 = 0

  package init() {}

  /// Set if the word differs from its folded form.
  package static let folds: UInt64 = 1
  /// Set if the word has a hyphen.
  package static let hasHyphen: UInt64 = 2
  /// Set if the word has a dot.
  package static let hasDot: UInt64 = 4

  /// The hash of the bytes so far.
  package var value: UInt64 { (WordHash.mix(hash, part) & ~7) | features }

  /// All bytes so far, if they are fewer than fourteen.
  ///
  /// Seven bytes are mixed into a number that no other seven bytes have, and the rest is stored
  /// unchanged.
  var shortWord: ShortWord { ShortWord(head: hash, tail: part) }

  /// Adds a byte.
  package mutating func add(_ byte: UInt8) {
    if !byte.isLowerCase { note(byte) }
    addNoted(byte)
  }

  /// Records the kind of a byte that isn't a lower-case letter.
  package mutating func note(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "-"): features |= WordHash.hasHyphen
    case UInt8(ascii: "."): features |= WordHash.hasDot
    default:
      if WordHash.fold(byte) != byte { features |= WordHash.folds }
    }
  }

  /// Adds a byte that is a lower-case letter or was passed to `note`.
  package mutating func addNoted(_ byte: UInt8) {
    part = part << 8 | UInt64(byte)
    if part >> 56 != 0 {
      hash = WordHash.mix(hash, part)
      part = 1
    }
  }

  /// The hash of unchanged bytes.
  package static func exact(_ bytes: [UInt8], _ range: SourceRange) -> UInt64 {
    var hash = WordHash()
    for index in Int(range.start)..<Int(range.end) { hash.add(bytes[index]) }
    return hash.value
  }

  /// The hash that ignores ASCII case and treats `_` as `-`, as engines compare their words.
  package static func folded(_ bytes: [UInt8], _ range: SourceRange) -> UInt64 {
    var hash = WordHash()
    for index in Int(range.start)..<Int(range.end) { hash.add(fold(bytes[index])) }
    return hash.value
  }

  /// The folded hash of a word.
  package static func folded(_ word: String) -> UInt64 {
    var hash = WordHash()
    for byte in word.utf8 { hash.add(fold(byte)) }
    return hash.value
  }

  /// The hash of an unchanged word.
  package static func exact(_ word: String) -> UInt64 {
    var hash = WordHash()
    for byte in word.utf8 { hash.add(byte) }
    return hash.value
  }

  package static func fold(_ byte: UInt8) -> UInt8 {
    switch byte {
    case 65...90: byte + 32
    case 0x5F, 0x20: 0x2D
    default: byte
    }
  }

  /// One hash of two.
  package static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    var value = (left ^ (right &* 0x9E37_79B9_7F4A_7C15)) &* 0xBF58_476D_1CE4_E5B9
    value ^= value >> 31
    return value
  }
}

/// A word of fewer than fourteen bytes.
///
/// Two are equal only if their bytes are.
struct ShortWord: Hashable {
  let head: UInt64
  let tail: UInt64
}

extension SourceRange {
  /// The part of a dotted name after its last dot.
  package func lastPart(_ bytes: [UInt8]) -> SourceRange {
    var start = Int(end)
    while start > Int(self.start), bytes[start - 1] != UInt8(ascii: ".") { start -= 1 }
    return SourceRange(UInt32(start), end)
  }
}
