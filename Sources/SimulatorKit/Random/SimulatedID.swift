/// Makes the ids of simulated objects.
package enum SimulatedID {
  /// Returns an id that depends only on the prefix and the words.
  package static func made(_ prefix: String, of words: String...) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for word in words {
      for byte in word.utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      }
      // A separator, so that `a, bc` and `ab, c` differ.
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    var draw = Draw(seed: hash)
    var bytes = Array(prefix.utf8)
    bytes.reserveCapacity(bytes.count + idDigits)
    for _ in 0..<idDigits { bytes.append(digits[Int(draw.next() % UInt64(digits.count))]) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number of digits after the prefix of an id.
  private static let idDigits = 17
  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
}
