extension CivilTime {
  /// The beginning of a day, in UTC, by a date such as `2026-12-31`.
  ///
  /// - Parameter date: the date, of the years 1970 to 9999.
  /// - Returns: the time since 1970; `nil` where a text is no date.
  static func time(_ date: String) -> Duration? {
    let parts = Array(date.utf8).split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts.map(\.count) == [4, 2, 2] else { return nil }
    var numbers: [Int] = []
    for part in parts {
      var number = 0
      for byte in part {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
      }
      numbers.append(number)
    }
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    guard year >= 1970, (1...12).contains(month), (1...31).contains(day) else { return nil }
    // The civil-to-days algorithm of Howard Hinnant: years begin in March.
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let time = Duration.seconds(Int64(era * 146_097 + dayOfEra - 719_468) * 86_400)
    // What is no day of its month would be one of the next.
    let back = CivilTime(time)
    return back.month == month && back.day == day ? time : nil
  }
}
