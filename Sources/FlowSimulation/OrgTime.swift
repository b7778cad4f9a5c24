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
  /// The last second of the accepted years.
  private static let last = Duration.seconds(
    Int64(CalendarDay.daysSince1970(WrittenTime.years.upperBound + 1, 1, 1)) * 86_400 - 1)

  /// Reads a time; `nil` if the text isn't one.
  ///
  /// The forms are `2026-12-01T09:00:00Z` (RFC 3339, section 5.6; seconds are optional), a date for
  /// its first second, and an offset such as `+30d` or `-8h`.
  ///
  /// - Parameter text: The text.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    if let first = bytes.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
      guard let shift = OrgTime.shift(bytes) else { return nil }
      self = .shifted(shift)
    } else {
      guard let moment = WrittenTime.moment(text) else { return nil }
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
}
