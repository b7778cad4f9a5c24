/// A day of the Gregorian calendar, which scripts write as `2026-12-31`.
public struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The year, from 1 to 9999.
  public let year: Int
  /// The month, starting from 1.
  public let month: Int
  /// The day of the month, starting from 1.
  public let day: Int

  /// Reads a day (RFC 3339, `full-date`); `nil` if the text isn't a day.
  ///
  /// - Parameter text: Four, two and two digits with `-` between them.
  public init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy(ASCII.isDigit) else {
      return nil
    }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    guard year >= 1, (1...12).contains(month),
      (1...CalendarDay.length(month, year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Makes the day of a time since 1970, in UTC.
  ///
  /// A time outside of the calendar's years gives the first or the last day.
  ///
  /// - Parameter time: The time.
  public init(of time: Duration) {
    let days = Int(clamping: time.components.seconds / 86_400)
    let early = time.components.seconds % 86_400 < 0 ? days - 1 : days
    (year, month, day) = CalendarDay.civil(
      min(max(early, CalendarDay.daysMin), CalendarDay.daysMax))
  }

  /// The number of days from the start of 1970 to the start of this day.
  public var daysSince1970: Int { CalendarDay.daysSince1970(year, month, day) }

  /// The first day of the year 1 and the last one of the year 9999, in days since 1970.
  private static let (daysMin, daysMax) = (-719_162, 2_932_896)

  private static func length(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // MARK: Counting days

  // These are the algorithms `days_from_civil` and `civil_from_days` of Howard Hinnant,
  // "chrono-compatible low-level date algorithms". Years begin in March, so that a leap day is the
  // last day of its year.

  /// The number of days from the start of 1970 to a day in the year 1 or later.
  ///
  /// A day beyond the end of its month is a day of the next month.
  package static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }

  /// The year, month and day for a number of days since the start of 1970; years count from 0.
  package static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    return (
      yearOfEra + era * 400 + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  // MARK: Comparing and writing

  /// Whether the left day is before the right day.
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
