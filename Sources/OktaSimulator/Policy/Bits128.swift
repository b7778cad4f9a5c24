/// A whole number of 128 bits, for IP addresses and sets of up to 128 facts.
///
/// Apps can only use `UInt128` from iOS 18, macOS 15, tvOS 18 and watchOS 11.
struct Bits128: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral {
  private var high: UInt64
  /// The lower half of the bits.
  private(set) var low: UInt64

  /// The number whose bits are all set.
  static let max = Bits128(high: .max, low: .max)

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  init(_ low: UInt64) {
    self.init(high: 0, low: low)
  }

  init(integerLiteral low: UInt64) {
    self.init(low)
  }

  /// The number of bits that are set.
  var nonzeroBitCount: Int { high.nonzeroBitCount + low.nonzeroBitCount }

  /// The next number; zero after the maximum.
  var next: Bits128 { Bits128(high: low == .max ? high &+ 1 : high, low: low &+ 1) }

  /// The previous number; the maximum before zero.
  var previous: Bits128 { Bits128(high: low == 0 ? high &- 1 : high, low: low &- 1) }

  static func < (left: Bits128, right: Bits128) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  static func & (left: Bits128, right: Bits128) -> Bits128 {
    Bits128(high: left.high & right.high, low: left.low & right.low)
  }

  static func | (left: Bits128, right: Bits128) -> Bits128 {
    Bits128(high: left.high | right.high, low: left.low | right.low)
  }

  static func ^ (left: Bits128, right: Bits128) -> Bits128 {
    Bits128(high: left.high ^ right.high, low: left.low ^ right.low)
  }

  static prefix func ~ (bits: Bits128) -> Bits128 {
    Bits128(high: ~bits.high, low: ~bits.low)
  }

  static func |= (left: inout Bits128, right: Bits128) { left = left | right }

  // A shift of a `UInt64` by 64 or more gives zero, and by a negative number goes the other way.
  static func << (bits: Bits128, count: Int) -> Bits128 {
    Bits128(high: bits.high << count | bits.low >> (64 - count), low: bits.low << count)
  }

  static func >> (bits: Bits128, count: Int) -> Bits128 {
    Bits128(high: bits.high >> count, low: bits.low >> count | bits.high << (64 - count))
  }
}
