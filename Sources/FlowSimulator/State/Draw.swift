/// What is drawn at random while one request is answered: a function of one number.
///
/// SplitMix64 (Steele, Lea and Flood, 2014): small, even, and the same on every machine. It is no
/// source of secrets; the accounts that it protects are simulated.
package struct Draw: RandomNumberGenerator, Sendable, Hashable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// So many bytes.
  mutating func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 7)
    while bytes.count < count {
      let word = next()
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// A one-time code of six digits.
  mutating func code() -> String {
    let number = String(UInt32.random(in: 0..<1_000_000, using: &self))
    return String(repeating: "0", count: 6 - number.utf8.count) + number
  }

  /// A text that can't be guessed and that tells the number of what it stands for.
  mutating func handle(of number: Int) -> String {
    Handle.encode(number, draw: &self)
  }

  /// So many random letters, digits, `-` and `_`.
  mutating func text(_ count: Int) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    appendText(count, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  fileprivate mutating func appendText(_ count: Int, to bytes: inout [UInt8]) {
    var word: UInt64 = 0
    for index in 0..<count {
      // A word has ten times six bits.
      if index % 10 == 0 { word = next() }
      bytes.append(Handle.digits[Int(word & 63)])
      word >>= 6
    }
  }
}

/// The form of every handle, code and token: a number in six digits, and 34 random ones.
enum Handle {
  /// The digits of base64url, which need no escaping anywhere.
  fileprivate static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static let numberDigits = 6
  private static let length = 40

  fileprivate static func encode(_ number: Int, draw: inout Draw) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length)
    for index in (0..<numberDigits).reversed() {
      bytes.append(digits[number >> (6 * index) & 63])
    }
    draw.appendText(length - numberDigits, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number in a handle, `nil` where it has not the form of one.
  ///
  /// - Parameters:
  ///   - handle: the text.
  ///   - prefix: what stands before the number.
  /// - Returns: the number.
  static func number(in handle: String, behind prefix: String = "") -> Int? {
    guard handle.hasPrefix(prefix) else { return nil }
    let bytes = handle.utf8.dropFirst(prefix.utf8.count)
    guard bytes.count == length else { return nil }
    var number = 0
    for byte in bytes.prefix(numberDigits) {
      guard let digit = value(of: byte) else { return nil }
      number = number << 6 | digit
    }
    return number
  }

  private static func value(of digit: UInt8) -> Int? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
