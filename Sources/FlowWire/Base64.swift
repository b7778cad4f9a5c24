/// Base 64 with the standard alphabet, padded (RFC 4648, section 4).
public enum Base64 {
  private static let coding = Base64Coding(last: "+/", isPadded: true)

  /// Writes bytes with padding.
  public static func encode(_ bytes: [UInt8]) -> String { coding.encode(bytes) }

  /// Reads a text in the standard or the URL alphabet, padded or not; `nil` where it is neither.
  ///
  /// Bits that no byte needs must be zero (section 3.5), and no line may be broken (section 3.1).
  public static func decode(_ text: String) -> [UInt8]? { Base64Coding.decode(text) }
}

/// Base 64 with the alphabet for URLs, not padded (RFC 4648, section 5; RFC 7515, appendix C).
public enum Base64URL {
  private static let coding = Base64Coding(last: "-_", isPadded: false)

  /// Writes bytes without padding.
  public static func encode(_ bytes: [UInt8]) -> String { coding.encode(bytes) }

  /// Reads a text in the URL or the standard alphabet, padded or not; `nil` where it is neither.
  ///
  /// Bits that no byte needs must be zero (section 3.5), and no line may be broken (section 3.1).
  public static func decode(_ text: String) -> [UInt8]? { Base64Coding.decode(text) }
}

/// What both alphabets share.
private struct Base64Coding {
  private let alphabet: [UInt8]
  private let isPadded: Bool

  init(last: String, isPadded: Bool) {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    alphabet = Array((letters + last).utf8)
    self.isPadded = isPadded
  }

  func encode(_ bytes: [UInt8]) -> String {
    let full = (bytes.count + 2) / 3 * 4
    var text = [UInt8](repeating: UInt8(ascii: "="), count: full)
    var (start, end) = (0, 0)
    while start + 3 <= bytes.count {
      let bits = Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
      text[end] = alphabet[bits >> 18]
      text[end + 1] = alphabet[bits >> 12 & 63]
      text[end + 2] = alphabet[bits >> 6 & 63]
      text[end + 3] = alphabet[bits & 63]
      start += 3
      end += 4
    }
    if start < bytes.count {
      let rest = bytes[start...]
      let bits = rest.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - rest.count))
      for position in 0...rest.count {
        text[end + position] = alphabet[bits >> (18 - 6 * position) & 63]
      }
      end += rest.count + 1
    }
    return String(decoding: isPadded ? text[...] : text[..<end], as: UTF8.self)
  }

  static func decode(_ text: String) -> [UInt8]? {
    var digits = Array(text.utf8)[...]
    if digits.count % 4 == 0 {
      for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    }
    guard digits.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count * 3 / 4)
    var bits: UInt32 = 0
    var bitCount = 0
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      bits = bits << 6 | value
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
        bits &= 1 << UInt32(bitCount) - 1
      }
    }
    return bits == 0 ? bytes : nil
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
