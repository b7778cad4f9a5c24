import FlowTerminal
package import FlowText

/// Writes a report of a run while it proceeds.
///
/// The memory use of a reporter must not grow with the number of flows, except for a few words per
/// failed flow.
package protocol Reporter {
  /// Adds the next event.
  ///
  /// The last event of a run is its end, unless the run was killed.
  mutating func take(_ event: TestEvent) throws(PlainFailure)
  /// Completes the report.
  ///
  /// A run without an end is reported as incomplete.
  mutating func finish() throws(PlainFailure)
}

extension UsageFault {
  /// Creates the fault for a report that can't be written.
  ///
  /// The failure's location is the report's path.
  init(ofReport failure: PlainFailure) {
    self.init(
      message: "the report \(failure.place ?? "") can't be written: \(failure.message)")
  }
}
