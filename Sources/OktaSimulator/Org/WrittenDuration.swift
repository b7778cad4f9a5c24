/// Durations as headers and faults are told them: a whole number and a unit of the language.
enum WrittenDuration {
  /// The units that are taken everywhere, in milliseconds.
  static let units: [String: Int64] = ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000]

  /// Reads `500ms`.
  ///
  /// - Parameters:
  ///   - text: the number and the unit, without a sign.
  ///   - digitsMax: how many digits the number has at most, up to 18.
  ///   - units: the units that are taken, in milliseconds.
  /// - Returns: the milliseconds; `nil` where it is no such duration, or more than can be counted.
  static func milliseconds(
    _ text: ArraySlice<UInt8>, digitsMax: Int, units: [String: Int64] = units
  ) -> Int64? {
    let digits = text.prefix { (48...57).contains($0) }
    guard (1...digitsMax).contains(digits.count),
      let unit = units[String(decoding: text.dropFirst(digits.count), as: UTF8.self)]
    else { return nil }
    let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 48) }
    let (milliseconds, isOver) = number.multipliedReportingOverflow(by: unit)
    return isOver ? nil : milliseconds
  }
}
