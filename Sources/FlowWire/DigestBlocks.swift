/// What the SHA family shares: padding a message, and words in network order (FIPS 180-4, section
/// 5).
enum DigestBlocks {
  /// The message, a one bit, zeros, and its length in bits as the last eighth of a block.
  static func padded(_ message: [UInt8], blockBytes: Int) -> [UInt8] {
    let lengthBytes = blockBytes / 8
    let used = (message.count + 1 + lengthBytes) % blockBytes
    let zeros = used == 0 ? 0 : blockBytes - used
    var padded = message
    padded.reserveCapacity(message.count + 1 + zeros + lengthBytes)
    padded.append(0x80)
    padded += repeatElement(0, count: zeros + lengthBytes - 8)
    padded += bytes([UInt64(message.count) * 8])
    return padded
  }

  @inline(__always)
  static func word<Word: FixedWidthInteger>(_ bytes: [UInt8], at index: Int) -> Word {
    var word: Word = 0
    for offset in 0..<(Word.bitWidth / 8) { word = word << 8 | Word(bytes[index + offset]) }
    return word
  }

  static func bytes<Word: FixedWidthInteger>(_ words: [Word]) -> [UInt8] {
    words.flatMap { word in
      stride(from: Word.bitWidth - 8, through: 0, by: -8).map {
        UInt8(truncatingIfNeeded: word >> Word($0))
      }
    }
  }
}
