/// Makes a report of a run, while it goes on.
///
/// What a reporter keeps must not grow with the number of flows, but for a few words of those that
/// failed.
package protocol Reporter {
  /// Takes the next event; the last one of a run is its end, but for one that was killed.
  mutating func take(_ event: TestEvent) throws(ReportFailure)
  /// Completes the report; what was not ended is told as incomplete.
  mutating func finish() throws(ReportFailure)
}

/// Why a report can't be written.
package struct ReportFailure: Error, Sendable, Hashable {
  /// Which report: its path.
  package var path: String
  /// Why, in the system's words.
  package var reason: String

  /// Makes a failure.
  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}
