import FlowText

/// Base32, the encoding of one-time password keys (RFC 4648, section 6).
public enum Base32 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  /// Encodes bytes with padding.
  public static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 5) {
      let group = bytes[start..<min(start + 5, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (5 - group.count))
      let used = (group.count * 8 + 4) / 5
      for position in 0..<used { text.append(alphabet[bits >> (35 - 5 * position) & 31]) }
      text += Array(repeating: UInt8(ascii: "="), count: 8 - used)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes a text in either case, with or without padding; `nil` if a byte or the length is
  /// invalid.
  ///
  /// Unused bits are ignored, because existing keys have any number of random letters.
  public static func decode(_ text: String) -> [UInt8]? {
    var digits = Array(text.utf8)[...]
    if digits.count % 8 == 0 {
      for _ in 0..<6 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    }
    // One, three or six digits after whole groups would end in the middle of a byte.
    guard ![1, 3, 6].contains(digits.count % 8) else { return nil }
    var bytes: [UInt8] = []
    var bits: UInt16 = 0
    var bitCount = 0
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      bits = bits << 5 | value
      bitCount += 5
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt16(bitCount)))
      }
    }
    return bytes
  }

  private static func value(of digit: UInt8) -> UInt16? {
    switch ASCII.lowered(digit) {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt16(ASCII.lowered(digit) - UInt8(ascii: "a"))
    case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt16(digit - UInt8(ascii: "2")) + 26
    default: nil
    }
  }
}
