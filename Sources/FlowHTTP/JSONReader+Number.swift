extension JSONReader {
  /// Reads a number (RFC 8259, section 6): exact where it can be, else with its own text.
  mutating func number() throws(JSONFailure) -> JSON {
    let start = index
    let negative = bytes[index] == UInt8(ascii: "-")
    if negative { index += 1 }
    let first = index
    guard digits() else { throw numberFailure() }
    if bytes[first] == UInt8(ascii: "0"), index > first + 1 {
      throw JSONFailure(offset: first, reason: .invalidNumber)
    }
    var isInteger = true
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      isInteger = false
      index += 1
      guard digits() else { throw numberFailure() }
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      index += 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-")
      {
        index += 1
      }
      guard digits() else { throw numberFailure() }
    }
    // An integer has no negative zero.
    if isInteger, let value = integer(first..<index, negative: negative), value != 0 || !negative {
      return .integer(value)
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    let decimal = Decimal(bytes[start..<index])
    if decimal.digits.count <= Decimal.doubleDigitsMax, let value = Double(text),
      Decimal(Array("\(value)".utf8)[...]) == decimal
    {
      return .double(value)
    }
    return .bigNumber(text)
  }

  private func numberFailure() -> JSONFailure {
    failure(index < bytes.count ? .invalidNumber : .unexpectedEnd)
  }

  /// Moves past digits; whether there was one.
  private mutating func digits() -> Bool {
    let start = index
    while index < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index] { index += 1 }
    return index > start
  }

  private func integer(_ range: Range<Int>, negative: Bool) -> Int? {
    var value = 0
    for byte in bytes[range] {
      let digit = Int(byte - UInt8(ascii: "0"))
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflowToo) =
        negative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      if overflow || overflowToo { return nil }
      value = sum
    }
    return value
  }
}

/// A decimal number by its value, so that two ways of writing one compare equal.
struct Decimal: Equatable {
  /// No double needs more digits to be told from every other.
  static let doubleDigitsMax = 17

  private var isNegative = false
  /// From the first digit that isn't zero to the last that isn't.
  private(set) var digits: [UInt8] = []
  /// The power of ten of the last of the digits; 0 where there are none.
  private var exponent = 0

  /// Makes one of a number's text, which is known to be in JSON's form or a double's description.
  init(_ text: ArraySlice<UInt8>) {
    var isFraction = false
    var rest = text[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if isFraction { exponent -= 1 }
        if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        exponent += Decimal.exponent(rest)
        rest = []
      default: break
      }
    }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { exponent = 0 }
  }

  /// The exponent, held within what any double or text length can bring back to a usual number.
  private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
    let magnitude = text.reduce(0) { sum, byte in
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return sum }
      // Ten times as much still fits in 32 bits.
      return min(sum * 10 + Int(byte - UInt8(ascii: "0")), 1 << 27)
    }
    return text.first == UInt8(ascii: "-") ? -magnitude : magnitude
  }
}
