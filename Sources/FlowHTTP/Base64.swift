/// Base64 with the standard alphabet and padding (RFC 4648, section 4).
public enum Base64 {
  private static let coding = Base64Coding(last: "+/", isPadded: true)

  /// Encodes bytes with padding.
  public static func encode(_ bytes: [UInt8]) -> String { coding.encode(bytes) }

  /// Decodes a text in the standard or the URL alphabet, with or without padding; `nil` if it is
  /// invalid.
  ///
  /// Unused bits must be zero (section 3.5), and line breaks aren't allowed (section 3.1).
  public static func decode(_ text: String) -> [UInt8]? { Base64Coding.decode(text) }
}

/// Base64 with the alphabet for URLs and without padding (RFC 4648, section 5; RFC 7515, appendix
/// C).
public enum Base64URL {
  private static let coding = Base64Coding(last: "-_", isPadded: false)

  /// Encodes bytes without padding.
  public static func encode(_ bytes: [UInt8]) -> String { coding.encode(bytes) }

  /// Decodes a text in the URL or the standard alphabet, with or without padding; `nil` if it is
  /// invalid.
  ///
  /// Unused bits must be zero (section 3.5), and line breaks aren't allowed (section 3.1).
  public static func decode(_ text: String) -> [UInt8]? { Base64Coding.decode(text) }

  /// Decodes the bytes of a text, with the same rules.
  package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? { Base64Coding.decode(text) }
}

/// The shared code of both alphabets.
private struct Base64Coding {
  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private let alphabet: [UInt8]
  private let isPadded: Bool

  init(last: String, isPadded: Bool) {
    alphabet = Array((Base64Coding.letters + last).utf8)
    self.isPadded = isPadded
  }

  func encode(_ bytes: [UInt8]) -> String {
    unsafe String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
      var (start, end) = (0, 0)
      while start + 3 <= bytes.count {
        let bits = Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
        unsafe text[end] = alphabet[bits >> 18]
        unsafe text[end + 1] = alphabet[bits >> 12 & 63]
        unsafe text[end + 2] = alphabet[bits >> 6 & 63]
        unsafe text[end + 3] = alphabet[bits & 63]
        start += 3
        end += 4
      }
      guard start < bytes.count else { return end }
      let rest = bytes[start...]
      let bits = rest.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - rest.count))
      for position in 0...3 {
        guard position <= rest.count || isPadded else { break }
        unsafe text[end] =
          position <= rest.count
          ? alphabet[bits >> (18 - 6 * position) & 63] : UInt8(ascii: "=")
        end += 1
      }
      return end
    }
  }

  static func decode(_ text: String) -> [UInt8]? { decode(Array(text.utf8)[...]) }

  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var digits = text
    if digits.count % 4 == 0 {
      for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    }
    guard digits.count % 4 != 1 else { return nil }
    let values = values
    var bytes = [UInt8](repeating: 0, count: digits.count * 3 / 4)
    var (start, end) = (digits.startIndex, 0)
    while start + 4 <= digits.endIndex {
      let a = values[Int(digits[start])]
      let b = values[Int(digits[start + 1])]
      let c = values[Int(digits[start + 2])]
      let d = values[Int(digits[start + 3])]
      guard a | b | c | d < noDigit else { return nil }
      bytes[end] = a << 2 | b >> 4
      bytes[end + 1] = b << 4 | c >> 2
      bytes[end + 2] = c << 6 | d
      start += 4
      end += 3
    }
    // Two or three digits remain, and their last bits are unused.
    var bits: UInt32 = 0
    for digit in digits[start...] {
      let value = values[Int(digit)]
      guard value < noDigit else { return nil }
      bits = bits << 6 | UInt32(value)
    }
    var spare = UInt32(digits.endIndex - start) * 6
    while spare >= 8 {
      spare -= 8
      bytes[end] = UInt8(truncatingIfNeeded: bits >> spare)
      end += 1
    }
    return bits & (1 << spare - 1) == 0 ? bytes : nil
  }

  private static let noDigit: UInt8 = 64

  /// The six-bit value of each digit in both alphabets; `noDigit` for other bytes.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: noDigit, count: 256)
    for last in ["+/", "-_"] {
      for (value, digit) in (letters + last).utf8.enumerated() { values[Int(digit)] = UInt8(value) }
    }
    return values
  }()
}
