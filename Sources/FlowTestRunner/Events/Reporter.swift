import FlowTerminal
package import FlowText

/// Writes a report while a test run proceeds.
///
/// A reporter's memory use must not grow with the number of flows, except for a few words for each
/// failed flow.
package protocol Reporter {
  /// Adds the next event to the report.
  ///
  /// The last event is the end of the run, unless the run was killed.
  mutating func take(_ event: TestEvent) throws(PlainFailure)
  /// Completes the report.
  ///
  /// If the run has no end, the report shows that the run is incomplete.
  mutating func finish() throws(PlainFailure)
}

extension UsageFault {
  /// Creates the fault for a report that can't be written.
  ///
  /// The location of the failure is the path of the report.
  init(ofReport failure: PlainFailure) {
    self.init(
      message: "the report \(failure.place ?? "") can't be written: \(failure.message)")
  }
}
