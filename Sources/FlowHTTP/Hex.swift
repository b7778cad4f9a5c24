/// Hexadecimal digits.
enum Hex {
  /// Returns the value of a digit in either case; `nil` for another byte.
  static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Returns the upper-case digit of the low four bits.
  static func digit(_ value: UInt8) -> UInt8 {
    let low = value & 0xF
    return low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "A") + low - 10
  }
}
