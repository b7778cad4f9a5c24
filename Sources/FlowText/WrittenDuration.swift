/// Reads durations as users write them: a number and a unit of the language.
package enum WrittenDuration {
  /// The units of the language, with their lengths in milliseconds.
  package static let units: [String: Int64] = [
    "ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000,
  ]

  /// Reads a whole number and a unit, such as `500ms`.
  ///
  /// - Parameters:
  ///   - text: The number and the unit, without a sign.
  ///   - digitsMax: The maximum number of digits, up to 18.
  ///   - units: The accepted units, with their lengths in milliseconds.
  /// - Returns: The milliseconds; `nil` if the text isn't a duration, or the number overflows.
  package static func milliseconds(
    _ text: ArraySlice<UInt8>, digitsMax: Int, units: [String: Int64] = units
  ) -> Int64? {
    let digits = text.prefix(while: ASCII.isDigit)
    guard (1...digitsMax).contains(digits.count),
      let unit = units[String(decoding: text.dropFirst(digits.count), as: UTF8.self)]
    else { return nil }
    let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    let (milliseconds, isOver) = number.multipliedReportingOverflow(by: unit)
    return isOver ? nil : milliseconds
  }

  /// Reads a number and a unit, such as `1.5h`.
  ///
  /// - Parameters:
  ///   - text: The number, which may have a fraction, and the unit.
  ///   - bare: The unit of a number without a unit, in milliseconds; `nil` if a unit is required.
  /// - Returns: The milliseconds; `nil` if the text isn't a finite number with a valid unit.
  package static func fractional(_ text: String, bare: Int64? = nil) -> Double? {
    let unit = text.utf8.reversed().prefix(while: ASCII.isLetter).reversed()
    let digits = text.utf8.dropLast(unit.count)
    let size = unit.isEmpty ? bare : units[String(decoding: unit, as: UTF8.self)]
    // `Double` would also accept names such as `nan`, hexadecimal numbers and a full stop at the
    // end.
    guard let size, let last = digits.last, ASCII.isDigit(last),
      digits.allSatisfy({ ASCII.isDigit($0) || "+-.".utf8.contains($0) }),
      let number = Double(String(decoding: digits, as: UTF8.self))
    else { return nil }
    let milliseconds = number * Double(size)
    return milliseconds.isFinite ? milliseconds : nil
  }
}
