import FlowText
import FlowHost

/// All reports of a test run.
///
/// If one report fails, the others are still written.
struct ReportSet {
  private var reporters: [(any Reporter)?]
  /// The failures of reports, in the order in which they occurred.
  private(set) var failures: [PlainFailure] = []

  /// Opens all reports except the console report.
  ///
  /// - Throws: `PlainFailure` if a report can't be opened. This happens before any flow runs.
  init(_ options: [ReportOption], _ host: Host, appends: Bool = false) throws(PlainFailure) {
    reporters = []
    for option in options {
      if let reporter = try option.open(host, appends: appends) { reporters.append(reporter) }
    }
  }

  /// Passes an event to all reports that haven't failed.
  mutating func take(_ event: TestEvent) {
    forEach { reporter throws(PlainFailure) in try reporter.take(event) }
  }

  /// Completes all reports that haven't failed.
  mutating func finish() {
    forEach { reporter throws(PlainFailure) in try reporter.finish() }
    reporters = []
  }

  private mutating func forEach(
    _ body: (inout any Reporter) throws(PlainFailure) -> Void
  ) {
    for index in reporters.indices {
      guard var reporter = reporters[index] else { continue }
      do throws(PlainFailure) {
        try body(&reporter)
        reporters[index] = reporter
      } catch {
        failures.append(error)
        reporters[index] = nil
      }
    }
  }
}
