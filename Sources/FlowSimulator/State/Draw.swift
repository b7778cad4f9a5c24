import FlowWire

/// What is drawn at random while one request is answered: a function of one number.
///
/// SplitMix64 (Steele, Lea and Flood, 2014): small, even, and the same on every machine. It is no
/// source of secrets; the accounts that it protects are simulated.
struct Draw: RandomNumberGenerator, Sendable, Hashable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
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
    Handle.encode(number, random: bytes(26))
  }
}

/// The form of every handle, code and token: a number and what is random, as base64url.
enum Handle {
  static func encode(_ number: Int, random: [UInt8]) -> String {
    let word = UInt32(truncatingIfNeeded: number)
    let head = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    return Base64URL.encode(head + random)
  }

  /// The number in a handle, `nil` where it has not the form of one.
  static func number(in handle: String) -> Int? {
    guard handle.utf8.count == 40, let bytes = Base64URL.decode(handle), bytes.count == 30 else {
      return nil
    }
    return Int(bytes[0]) << 24 | Int(bytes[1]) << 16 | Int(bytes[2]) << 8 | Int(bytes[3])
  }
}
