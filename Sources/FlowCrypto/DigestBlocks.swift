/// The shared code of the SHA functions (FIPS 180-4, section 5).
///
/// It pads messages, and converts words to network order.
enum DigestBlocks {
  /// Returns a message with its padding: a one bit, zeros, and the length in bits.
  ///
  /// The length fills the last eighth of a block.
  static func padded(_ message: [UInt8], blockBytes: Int) -> [UInt8] {
    let lengthBytes = blockBytes / 8
    let used = (message.count + 1 + lengthBytes) % blockBytes
    let zeros = used == 0 ? 0 : blockBytes - used
    var padded: [UInt8] = []
    padded.reserveCapacity(message.count + 1 + zeros + lengthBytes)
    padded += message
    padded.append(0x80)
    for _ in 0..<(zeros + lengthBytes - 8) { padded.append(0) }
    append(UInt64(message.count) * 8, to: &padded)
    return padded
  }

  @inline(__always)
  static func word<Word: FixedWidthInteger>(_ bytes: [UInt8], at index: Int) -> Word {
    var word: Word = 0
    for offset in 0..<(Word.bitWidth / 8) { word = word << 8 | Word(bytes[index + offset]) }
    return word
  }

  static func bytes<Word: FixedWidthInteger>(_ words: [Word]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(words.count * Word.bitWidth / 8)
    for word in words { append(word, to: &bytes) }
    return bytes
  }

  @inline(__always)
  private static func append<Word: FixedWidthInteger>(_ word: Word, to bytes: inout [UInt8]) {
    var shift = Word.bitWidth
    while shift > 0 {
      shift -= 8
      bytes.append(UInt8(truncatingIfNeeded: word >> Word(truncatingIfNeeded: shift)))
    }
  }
}
