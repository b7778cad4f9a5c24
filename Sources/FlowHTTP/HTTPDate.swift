import FlowText

/// Parses an HTTP date in the preferred format (RFC 9110, section 5.6.7).
///
/// An example is `Sun, 06 Nov 1994 08:49:37 GMT`.
package enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The seconds since 1970; `nil` if the text isn't a date in this format.
  package static func seconds(_ text: String) -> Int64? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT",
      let day = Int(parts[1]), (1...31).contains(day),
      let month = months.firstIndex(where: { $0 == parts[2] }),
      let year = Int(parts[3]), (1970...9999).contains(year)
    else { return nil }
    let time = parts[4].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]),
      (0...60).contains(time[2])
    else { return nil }
    let days = Int64(CalendarDay.daysSince1970(year, month + 1, day))
    return days * 86_400 + Int64(time[0] * 3600 + time[1] * 60 + time[2])
  }
}
