import FlowText

/// Parses a cookie's date in every form that servers use (RFC 6265, section 5.1.1).
enum CookieDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Returns the time since the start of 1970, UTC; `nil` if the text isn't a date.
  static func read(_ text: String) -> Duration? {
    var time: [Int]?
    var day: Int?
    var month: Int?
    var year: Int?
    for token in Array(text.utf8).split(whereSeparator: isDelimiter) {
      if time == nil, let parts = clock(token) {
        time = parts
      } else if day == nil, let number = number(token, digits: 1...2) {
        day = number
      } else if month == nil, let index = self.month(token) {
        month = index
      } else if year == nil, let number = number(token, digits: 2...4) {
        year = number < 70 ? number + 2000 : number < 100 ? number + 1900 : number
      }
    }
    guard let time, let day, let month, let year, 1...31 ~= day, year >= 1601, time[0] < 24,
      time[1] < 60, time[2] < 60
    else { return nil }
    let days = CalendarDay.daysSince1970(year, month, day)
    return .seconds(Int64(days) * 86_400 + Int64(time[0] * 3_600 + time[1] * 60 + time[2]))
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// Returns the number at the start of a token; `nil` if its number of digits isn't in the range.
  private static func number(_ token: ArraySlice<UInt8>, digits: ClosedRange<Int>) -> Int? {
    let leading = token.prefix(while: ASCII.isDigit)
    guard digits ~= leading.count else { return nil }
    return Int(String(decoding: leading, as: UTF8.self))
  }

  private static func clock(_ token: ArraySlice<UInt8>) -> [Int]? {
    let parts = token.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { number($0, digits: 1...2) }
    return parts.count == 3 && numbers.count == 3 ? numbers : nil
  }

  private static func month(_ token: ArraySlice<UInt8>) -> Int? {
    let name = String(decoding: token.prefix(3).map(ASCII.lowered), as: UTF8.self)
    return months.firstIndex(of: name).map { $0 + 1 }
  }
}
