/// A time of the Gregorian calendar in UTC, to the second.
public struct CivilTime: Sendable, Hashable {
  let year: Int
  let month: Int
  let day: Int
  let hour: Int
  let minute: Int
  let second: Int
  /// Days since Sunday.
  let weekday: Int

  /// The calendar's time, by the days-to-civil algorithm of Howard Hinnant.
  ///
  /// - Parameter time: the time since the start of 1970, kept within the years 0 to 9999.
  public init(_ time: Duration) {
    let seconds = min(max(time.components.seconds, -62_167_219_200), 253_402_300_799)
    let days = Int((seconds >= 0 ? seconds : seconds - 86_399) / 86_400)
    let rest = Int(seconds) - days * 86_400
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    hour = rest / 3600
    minute = rest / 60 % 60
    second = rest % 60
    weekday = ((days + 4) % 7 + 7) % 7
  }

  /// With milliseconds, which strict clients insist on: `2026-11-21T05:00:00.000Z`.
  public var iso8601: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    CivilTime.append(year, digits: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    CivilTime.append(month, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    CivilTime.append(day, to: &bytes)
    bytes.append(UInt8(ascii: "T"))
    appendTime(to: &bytes)
    bytes += ".000Z".utf8
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The time of day alone: `05:00:00`.
  public var clock: String {
    var bytes: [UInt8] = []
    appendTime(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The form of the header `Date` (RFC 9110, section 5.6.7).
  var httpDate: String {
    // Every answer has one: the digits and names are put into a copy of another.
    var bytes = CivilTime.template
    for letter in 0..<3 {
      bytes[letter] = CivilTime.days[3 * weekday + letter]
      bytes[8 + letter] = CivilTime.months[3 * (month - 1) + letter]
    }
    func write(_ number: Int, at position: Int) {
      bytes[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10 % 10)
      bytes[position + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10)
    }
    write(day, at: 5)
    write(year / 100, at: 12)
    write(year % 100, at: 14)
    write(hour, at: 17)
    write(minute, at: 20)
    write(second, at: 23)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let template = Array("Sun, 01 Jan 1970 00:00:00 GMT".utf8)
  private static let days = Array("SunMonTueWedThuFriSat".utf8)
  private static let months = Array("JanFebMarAprMayJunJulAugSepOctNovDec".utf8)

  private func appendTime(to bytes: inout [UInt8]) {
    CivilTime.append(hour, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    CivilTime.append(minute, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    CivilTime.append(second, to: &bytes)
  }

  private static func append(_ number: Int, digits: Int = 2, to bytes: inout [UInt8]) {
    var power = digits == 4 ? 1000 : 10
    while power > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / power % 10))
      power /= 10
    }
  }
}
