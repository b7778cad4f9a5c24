import FlowHTTP
import FlowText

/// Reads from an answer how long the server asks the client to wait.
enum RetryAfter {
  /// The minimum and maximum wait; a longer wait counts as forever.
  static let bounds: ClosedRange<Duration> = .seconds(1) ... .seconds(365 * 86_400)
  /// The maximum wait before a poll, even if the server asks for a longer wait.
  static let pollMax: Duration = .seconds(3600)

  /// The wait that an answer's headers ask for.
  ///
  /// - Parameters:
  ///   - headers: The headers of the answer. `Retry-After` (RFC 9110, section 10.2.3) has seconds
  ///     or a date. Otherwise `x-rate-limit-reset` counts, in seconds since 1970 by the clock of
  ///     `Date`. It counts only with status 429 or an exhausted limit, because ordinary answers
  ///     contain it too.
  ///   - status: The status of the answer.
  ///   - now: The time since 1970, used if `Date` is missing.
  /// - Returns: The wait; `nil` if the headers ask for none.
  static func duration(in headers: HTTPHeaders, status: Int, now: Duration) -> Duration? {
    let retryAfter = headers["Retry-After"]
    let isAtLimit = status == 429 || headers["x-rate-limit-remaining"] == "0"
    let limitReset = isAtLimit ? headers["x-rate-limit-reset"] : nil
    guard retryAfter != nil || limitReset != nil else { return nil }
    let now = headers["Date"].flatMap { HTTPDate.seconds($0) }.map { .seconds($0) } ?? now
    if let text = retryAfter {
      if let seconds = Int(text), seconds >= 0 { return bounded(.seconds(seconds)) }
      if let date = HTTPDate.seconds(text) { return bounded(.seconds(date) - now) }
    }
    guard let text = limitReset, let reset = Int(text), reset >= 0 else {
      return nil
    }
    return bounded(.seconds(reset) - now)
  }

  private static func bounded(_ duration: Duration) -> Duration {
    min(max(duration, bounds.lowerBound), bounds.upperBound)
  }
}

/// Parses an HTTP date in the preferred format (RFC 9110, section 5.6.7).
///
/// An example is `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The seconds since 1970; `nil` if the text isn't a date in this format.
  static func seconds(_ text: String) -> Int? {
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
    return CalendarDay.daysSince1970(year, month + 1, day) * 86400 + time[0] * 3600
      + time[1] * 60 + time[2]
  }
}
