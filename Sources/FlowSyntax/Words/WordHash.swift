package import FlowDiagnostics

/// Computes a 64-bit hash of a word, seven bytes at a time.
///
/// The three lowest bits show which kinds of bytes the word has, so most words needn't be scanned
/// again. Two words can have the same hash, so equal hashes must be followed by a comparison.
package struct WordHash {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  /// The bytes since the last mixing, below a 1.
  ///
  /// The position of the 1 shows the number of bytes.
  private var part: UInt64 = 1
  private var features: UInt64 = 0

  package init() {}

  /// A flag in the hash: the word isn't in its folded form.
  package static let folds: UInt64 = 1
  /// A flag in the hash: the word has a hyphen.
  package static let hasHyphen: UInt64 = 2
  /// A flag in the hash: the word has a dot.
  package static let hasDot: UInt64 = 4

  /// The hash of the bytes that were added.
  package var value: UInt64 { (WordHash.mix(hash, part) & ~7) | features }

  /// The word itself, if it has fewer than fourteen bytes.
  ///
  /// Different groups of seven bytes are mixed into different numbers, and the remaining bytes are
  /// stored unchanged.
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

  /// Returns the hash of a range of bytes, as they are.
  package static func exact(_ bytes: [UInt8], _ range: SourceRange) -> UInt64 {
    var hash = WordHash()
    for index in Int(range.start)..<Int(range.end) { hash.add(bytes[index]) }
    return hash.value
  }

  /// Returns the hash of the folded bytes in a range.
  ///
  /// Folding ignores ASCII case and replaces `_` with `-`, as in comparisons with engines' names.
  package static func folded(_ bytes: [UInt8], _ range: SourceRange) -> UInt64 {
    var hash = WordHash()
    for index in Int(range.start)..<Int(range.end) { hash.add(fold(bytes[index])) }
    return hash.value
  }

  /// Returns the hash of a word after folding.
  package static func folded(_ word: String) -> UInt64 {
    var hash = WordHash()
    for byte in word.utf8 { hash.add(fold(byte)) }
    return hash.value
  }

  /// Returns the hash of a word as it is.
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

  /// Mixes two hashes into one.
  package static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    var value = (left ^ (right &* 0x9E37_79B9_7F4A_7C15)) &* 0xBF58_476D_1CE4_E5B9
    value ^= value >> 31
    return value
  }
}

/// A word of fewer than fourteen bytes.
///
/// Two values are equal only if the words are equal.
struct ShortWord: Hashable {
  let head: UInt64
  let tail: UInt64
}

extension SourceRange {
  /// Returns the range of the part after the last dot of a name.
  package func lastPart(_ bytes: [UInt8]) -> SourceRange {
    var start = Int(end)
    while start > Int(self.start), bytes[start - 1] != UInt8(ascii: ".") { start -= 1 }
    return SourceRange(UInt32(start), end)
  }
}
