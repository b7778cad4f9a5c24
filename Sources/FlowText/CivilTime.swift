/// A time of the Gregorian calendar in UTC, to the second.
public struct CivilTime: Sendable, Hashable {
  let year: Int
  let month: Int
  let day: Int
  let hour: Int
  let minute: Int
  let second: Int
  /// The number of days since Sunday.
  let weekday: Int

  /// Converts a time to the calendar.
  ///
  /// - Parameter time: The time since the start of 1970, clamped to the years 0 to 9999.
  public init(_ time: Duration) {
    self.init(seconds: time.components.seconds)
  }

  /// Converts a number of seconds since the start of 1970.
  package init(seconds: Int64) {
    // The seconds of the years 0 to 9999 don't fit into an `Int` of 32 bits, but the days do.
    let seconds = min(max(seconds, -62_167_219_200), 253_402_300_799)
    let days = Int((seconds >= 0 ? seconds : seconds - 86_399) / 86_400)
    let rest = Int(seconds - Int64(days) * 86_400)
    (year, month, day) = CalendarDay.civil(days)
    hour = rest / 3600
    minute = rest / 60 % 60
    second = rest % 60
    weekday = ((days + 4) % 7 + 7) % 7
  }

  /// The time with milliseconds, which strict clients require, such as `2026-11-21T05:00:00.000Z`.
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

  /// The time of day, such as `05:00:00`.
  public var clock: String {
    var bytes: [UInt8] = []
    appendTime(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The time in the format of the `Date` header (RFC 9110, section 5.6.7).
  package var httpDate: String {
    // Every response has this header, so the text is written directly into its own storage.
    unsafe String(unsafeUninitializedCapacity: 29) { bytes in
      var end = 0
      func append(_ byte: UInt8) {
        unsafe bytes[end] = byte
        end += 1
      }
      func append(_ number: Int, then byte: UInt8) {
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10 % 10))
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
        append(byte)
      }
      let (space, colon) = (UInt8(ascii: " "), UInt8(ascii: ":"))
      for letter in 0..<3 { append(CivilTime.days[3 * weekday + letter]) }
      append(UInt8(ascii: ","))
      append(space)
      append(day, then: space)
      for letter in 0..<3 { append(CivilTime.months[3 * (month - 1) + letter]) }
      append(space)
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: year / 1000))
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: year / 100 % 10))
      append(year % 100, then: space)
      append(hour, then: colon)
      append(minute, then: colon)
      append(second, then: space)
      for letter in "GMT".utf8 { append(letter) }
      return end
    }
  }

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
