/// The random number generator of a simulated org, either repeatable or unpredictable.
///
/// With a seed, it is SplitMix64 (Steele, Lea and Flood, 2014): small, even, and the same on every
/// machine. Its output reveals its state. So a seed is only for an org in this process, and for a
/// server that no other machine can reach. Without a seed, it is the system's generator.
package struct Draw: RandomNumberGenerator, Sendable, Hashable {
  private var state: UInt64
  private let isOfSystem: Bool
  /// The number of request ids so far.
  ///
  /// Request ids aren't made from `state`, because every response shows a request id.
  private var requests: UInt64 = 0

  package init(seed: UInt64) {
    state = seed
    isOfSystem = false
  }

  private init() {
    state = 0
    isOfSystem = true
  }

  /// The system's cryptographic generator.
  package static let system = Draw()

  /// Returns the generator for one request.
  package mutating func forRequest() -> Draw { isOfSystem ? self : Draw(seed: next()) }

  /// Returns a request id, from which no other value can be predicted.
  package mutating func requestID() -> String {
    guard !isOfSystem else { return text(Draw.requestIDLength) }
    requests &+= 1
    var ids = Draw(seed: requests)
    return ids.text(Draw.requestIDLength)
  }

  private static let requestIDLength = 24

  package mutating func next() -> UInt64 {
    guard !isOfSystem else {
      var generator = SystemRandomNumberGenerator()
      return generator.next()
    }
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns random bytes.
  package mutating func bytes(_ count: Int) -> [UInt8] {
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

  /// Returns a random code of six digits.
  package mutating func code() -> String {
    let number = String(UInt32.random(in: 0..<1_000_000, using: &self))
    return String(repeating: "0", count: 6 - number.utf8.count) + number
  }

  /// Returns a random text that contains the number of an object, and so identifies it.
  package mutating func handle(of number: Int) -> String {
    Handle.encode(number, draw: &self)
  }

  /// Returns a text of random letters, digits, `-` and `_`.
  package mutating func text(_ count: Int) -> String {
    unsafe String(unsafeUninitializedCapacity: count) { bytes in
      unsafe fill(bytes, from: 0, to: count)
      return count
    }
  }

  /// Fills a part of a buffer with random letters, digits, `-` and `_`.
  fileprivate mutating func fill(
    _ bytes: UnsafeMutableBufferPointer<UInt8>, from start: Int, to end: Int
  ) {
    var index = start
    while index < end {
      // A 64-bit word has ten times six bits.
      var word = next()
      for _ in 0..<min(10, end - index) {
        unsafe bytes[index] = Handle.digit(word)
        word >>= 6
        index += 1
      }
    }
  }
}

/// The form of every handle, code and token: six digits for a number, and 34 random digits.
package enum Handle {
  private static let numberDigits = 6
  private static let length = 40

  fileprivate static func encode(_ number: Int, draw: inout Draw) -> String {
    unsafe String(unsafeUninitializedCapacity: length) { bytes in
      for index in 0..<numberDigits {
        let shift = 6 * (numberDigits - 1 - index)
        unsafe bytes[index] = digit(UInt64(truncatingIfNeeded: number >> shift))
      }
      unsafe draw.fill(bytes, from: numberDigits, to: length)
      return length
    }
  }

  /// The base64url digit for the lowest six bits, which needs no escape anywhere.
  @inline(__always)
  fileprivate static func digit(_ bits: UInt64) -> UInt8 {
    let bits = UInt8(truncatingIfNeeded: bits & 63)
    return switch bits {
    case 0..<26: UInt8(ascii: "A") + bits
    case 26..<52: UInt8(ascii: "a") + bits - 26
    case 52..<62: UInt8(ascii: "0") + bits - 52
    case 62: UInt8(ascii: "-")
    default: UInt8(ascii: "_")
    }
  }

  /// Returns the number in a handle; `nil` if the handle is malformed.
  ///
  /// - Parameters:
  ///   - handle: The handle's text.
  ///   - prefix: The text before the number.
  /// - Returns: The number.
  package static func number(in handle: String, behind prefix: String = "") -> Int? {
    let bytes = handle.utf8
    let start = prefix.utf8.count
    guard bytes.count == start + length, handle.hasPrefix(prefix) else { return nil }
    var number = 0
    var position = bytes.index(bytes.startIndex, offsetBy: start)
    for _ in 0..<numberDigits {
      guard let digit = value(of: bytes[position]) else { return nil }
      number = number << 6 | digit
      bytes.formIndex(after: &position)
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
