import FlowHTTP

extension HTTPRequest {
  /// The request with the time that its answer may take.
  ///
  /// - Parameters:
  ///   - patience: how long that is, where nothing ends before.
  ///   - deadline: when all must have ended; `nil` for never.
  /// - Returns: the request; `nil` where no time is left.
  func limited(
    to patience: Duration, until deadline: ContinuousClock.Instant?
  ) -> HTTPRequest? {
    let left = deadline.map { $0 - .now } ?? patience
    guard left > .zero else { return nil }
    var request = self
    request.timeout = min(patience, left)
    return request
  }
}
