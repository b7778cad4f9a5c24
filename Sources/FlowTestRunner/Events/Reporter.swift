import FlowTerminal
package import FlowText

/// Makes a report of a run, while it goes on.
///
/// What a reporter keeps must not grow with the number of flows, but for a few words of those that
/// failed.
package protocol Reporter {
  /// Takes the next event; the last one of a run is its end, but for one that was killed.
  mutating func take(_ event: TestEvent) throws(PlainFailure)
  /// Completes the report; what was not ended is told as incomplete.
  mutating func finish() throws(PlainFailure)
}

extension UsageFault {
  /// Makes the fault of a report that can't be written: the failure's place is its path.
  init(ofReport failure: PlainFailure) {
    self.init(
      message: "the report \(failure.place ?? "") can't be written: \(failure.message)")
  }
}
