import FlowHTTP

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
