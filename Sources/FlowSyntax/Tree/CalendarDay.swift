/// A day of the Gregorian calendar, as scripts write it: `2026-12-31`.
public struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The year, from 1 to 9999.
  public let year: Int
  /// The month, from 1.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Reads a day (RFC 3339, `full-date`); `nil` where there is none such.
  ///
  /// - Parameter text: Four, two and two digits with `-` between them.
  public init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2] else { return nil }
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
    guard year >= 1, (1...12).contains(month),
      (1...CalendarDay.length(month, year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day of a time since 1970 in UTC; the first or the last one where it is beyond all.
  ///
  /// - Parameter time: The time.
  public init(of time: Duration) {
    // Days are counted from the first of March of the year 0, so that a leap day ends its year.
    let days = Int(clamping: time.components.seconds / 86_400)
    let early = time.components.seconds % 86_400 < 0 ? days - 1 : days
    let bounded = min(max(early, CalendarDay.daysMin), CalendarDay.daysMax) + 719_468
    let era = bounded / 146_097
    let inEra = bounded % 146_097
    let yearInEra = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * yearInEra + yearInEra / 4 - yearInEra / 100)
    let month = (5 * inYear + 2) / 153
    day = inYear - (153 * month + 2) / 5 + 1
    self.month = month < 10 ? month + 3 : month - 9
    year = yearInEra + era * 400 + (month < 10 ? 0 : 1)
  }

  /// The first day of the year 1 and the last one of the year 9999, in days since 1970.
  private static let (daysMin, daysMax) = (-719_162, 2_932_896)

  private static func length(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether a day comes before another.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// The day as scripts write it.
  public var description: String {
    func padded(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: count - digits.utf8.count) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}
