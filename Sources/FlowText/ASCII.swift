/// Tests ASCII bytes, and compares texts without regard to the case of ASCII letters.
package enum ASCII {
  /// Whether a byte is a digit from `0` to `9`.
  @inlinable
  package static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Whether a byte is a letter in either case.
  @inlinable
  package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  /// Whether a byte is a capital letter.
  @inlinable
  package static func isCapital(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }

  /// Whether a byte is a letter or a digit.
  @inlinable
  package static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

  /// Whether a byte is a space, a tab or a line break.
  @inlinable
  package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

  /// Returns a capital letter in lower case, and any other byte unchanged.
  @inlinable
  package static func lowered(_ byte: UInt8) -> UInt8 { isCapital(byte) ? byte | 0x20 : byte }

  /// Returns a text with its ASCII letters in lower case.
  package static func lowered(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.map(lowered), as: UTF8.self)
  }

  /// Whether two texts are equal except for the case of ASCII letters.
  package static func isSame(_ left: String, _ right: String) -> Bool {
    let (left, right) = (left.utf8, right.utf8)
    return left.count == right.count && zip(left, right).allSatisfy { lowered($0) == lowered($1) }
  }

  /// Returns a text without leading and trailing blanks.
  package static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop(while: isBlank)
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return bytes
  }
}
