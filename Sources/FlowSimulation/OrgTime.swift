import FlowText

/// The time at which a simulated org's clock begins: a fixed time, or an offset from now.
package enum OrgTime: Sendable, Hashable {
  /// A time since the start of 1970, UTC.
  case moment(Duration)
  /// An offset from the beginning of the run, which may be negative.
  case shifted(Duration)

  /// The offset of this time from a clock that shows `now`.
  package func offset(at now: Duration) -> Duration {
    switch self {
    case .moment(let moment): min(max(moment, .zero), OrgTime.last) - now
    case .shifted(let shift): shift
    }
  }

  /// The maximum offset: ten years of 365 days.
  private static let shiftMax = Duration.seconds(3650 * 86_400)
  /// The accepted years, which are the range of civil times and of times in tokens.
  private static let years = 1970...2199
  /// The last second of the accepted years.
  private static let last = Duration.seconds(
    Int64(CalendarDay.daysSince1970(years.upperBound + 1, 1, 1)) * 86_400 - 1)

  /// Reads a time; `nil` if the text isn't one.
  ///
  /// The forms are `2026-12-01T09:00:00Z` (RFC 3339, section 5.6; seconds are optional), a date for
  /// its first second, and an offset such as `+30d` or `-8h`.
  ///
  /// - Parameter text: The text.
  package init?(_ text: String) {
    var reader = Reader(bytes: Array(text.utf8))
    if let first = reader.bytes.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
      guard let shift = OrgTime.shift(reader.bytes) else { return nil }
      self = .shifted(shift)
    } else {
      guard let moment = reader.moment() else { return nil }
      self = .moment(moment)
    }
  }

  /// Reads an offset: a sign, a whole number and a unit.
  private static func shift(_ bytes: [UInt8]) -> Duration? {
    let read = WrittenDuration.milliseconds(bytes.dropFirst(), digitsMax: 9, units: shiftUnits)
    guard let read, .milliseconds(read) <= shiftMax else { return nil }
    return .milliseconds(bytes[0] == UInt8(ascii: "-") ? -read : read)
  }

  private static let shiftUnits = WrittenDuration.units.filter { $0.key != "ms" }

  /// Reads a date and a time.
  private struct Reader {
    let bytes: [UInt8]
    var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func moment() -> Duration? {
      guard bytes.count >= 10,
        let day = CalendarDay(String(decoding: bytes[..<10], as: UTF8.self)),
        OrgTime.years.contains(day.year)
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
      guard part.allSatisfy({ (48...57).contains($0) }) else { return nil }
      index += digits
      return part.reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
      guard index < bytes.count, bytes[index] == UInt8(ascii: mark) else { return false }
      index += 1
      return true
    }
  }
}
