/// Reads dates with a time (RFC 3339, section 5.6).
package enum WrittenTime {
  /// The accepted years, which are the range of civil times and of times in tokens.
  package static let years = 1970...2199

  /// Reads a time such as `2026-12-01T09:00:00Z`, or a day, which stands for its first second.
  ///
  /// The seconds are optional. Parts of a second are ignored.
  ///
  /// - Parameter text: The text.
  /// - Returns: The time since the start of 1970, UTC; `nil` if the text isn't a time in `years`.
  package static func moment(_ text: String) -> Duration? {
    var reader = Reader(bytes: Array(text.utf8))
    return reader.moment()
  }

  private struct Reader {
    let bytes: [UInt8]
    var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func moment() -> Duration? {
      guard bytes.count >= 10,
        let day = CalendarDay(String(decoding: bytes[..<10], as: UTF8.self)),
        WrittenTime.years.contains(day.year)
      else { return nil }
      index = 10
      let midnight = Int64(day.daysSince1970) * 86_400
      guard index < bytes.count else { return .seconds(midnight) }
      guard skip("T") || skip("t") || skip(" "), let hour = number(2), hour < 24, skip(":"),
        let minute = number(2), minute < 60
      else { return nil }
      var second = 0
      if skip(":") {
        guard let read = number(2), read < 60 else { return nil }
        second = read
        if skip(".") {
          guard number(1) != nil else { return nil }
          while number(1) != nil {}
        }
      }
      guard let offset = zone(), index == bytes.count else { return nil }
      let moment = midnight + Int64(hour * 3600 + minute * 60 + second - offset)
      return moment >= 0 ? .seconds(moment) : nil
    }

    /// Reads a time zone: `Z`, or the offset of the local time, in seconds.
    private mutating func zone() -> Int? {
      if skip("Z") || skip("z") { return 0 }
      let sign = skip("+") ? 1 : skip("-") ? -1 : 0
      guard sign != 0, let hours = number(2), hours < 24, skip(":"), let minutes = number(2),
        minutes < 60
      else { return nil }
      return sign * (hours * 3600 + minutes * 60)
    }

    private mutating func number(_ digits: Int) -> Int? {
      guard index + digits <= bytes.count else { return nil }
      let part = bytes[index..<(index + digits)]
      guard part.allSatisfy(ASCII.isDigit) else { return nil }
      index += digits
      return part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
      guard index < bytes.count, bytes[index] == UInt8(ascii: mark) else { return false }
      index += 1
      return true
    }
  }
}
