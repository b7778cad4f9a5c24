/// The time at which a simulated org's clock begins: a moment, or so much from now.
package enum OrgTime: Sendable, Hashable {
  /// Time since the start of 1970, UTC.
  case moment(Duration)
  /// As much later than the run begins; earlier where it is negative.
  case shifted(Duration)

  /// How far a clock that shows `now` is from this time.
  package func offset(at now: Duration) -> Duration {
    switch self {
    case .moment(let moment): min(max(moment, .zero), OrgTime.last) - now
    case .shifted(let shift): shift
    }
  }

  /// The farthest shift: ten years of 365 days.
  private static let shiftMax = Duration.seconds(3650 * 86_400)
  /// The years that can be named: what civil time and tokens in seconds are meant for.
  private static let years = 1970...2199
  /// The last second of them.
  private static let last = Duration.seconds(
    Int64(daysSince1970(years.upperBound + 1, 1, 1)) * 86_400 - 1)

  /// Reads `2026-12-01T09:00:00Z` (RFC 3339, section 5.6; the seconds may be left out), the date
  /// alone for its first second, or a shift such as `+30d` or `-8h`.
  ///
  /// - Parameter text: the text.
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

  /// A sign, a whole number and a unit of the language.
  private static func shift(_ bytes: [UInt8]) -> Duration? {
    let digits = bytes.dropFirst().prefix { (48...57).contains($0) }
    let unit = String(decoding: bytes.dropFirst(1 + digits.count), as: UTF8.self)
    let seconds = ["s": 1 as Int64, "m": 60, "h": 3600, "d": 86_400][unit]
    guard let number = Int64(String(decoding: digits, as: UTF8.self)), let seconds,
      number <= shiftMax.components.seconds / seconds
    else { return nil }
    return .seconds((bytes[0] == UInt8(ascii: "-") ? -number : number) * seconds)
  }

  /// Reads a date and a time.
  private struct Reader {
    let bytes: [UInt8]
    var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func moment() -> Duration? {
      guard let year = number(4), years.contains(year), skip("-"),
        let month = number(2), (1...12).contains(month), skip("-"), let day = number(2),
        (1...OrgTime.days(in: month, of: year)).contains(day)
      else { return nil }
      let midnight = Int64(OrgTime.daysSince1970(year, month, day)) * 86_400
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

    /// `Z`, or how far the local time is ahead of it, in seconds.
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

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days since the start of 1970 in the proleptic Gregorian calendar (Howard Hinnant, "chrono-
  /// compatible low-level date algorithms": `days_from_civil`).
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
