import FlowText
import FlowHost

/// All reports of a run: what one can't write is no matter of the others.
struct ReportSet {
  private var reporters: [(any Reporter)?]
  /// Why reports are not whole, in the order in which that happened.
  private(set) var failures: [PlainFailure] = []

  /// Opens every report but the console's.
  ///
  /// - Throws: `PlainFailure` for the first that can't be opened, before anything is run.
  init(_ options: [ReportOption], _ host: Host, appends: Bool = false) throws(PlainFailure) {
    reporters = []
    for option in options {
      if let reporter = try option.open(host, appends: appends) { reporters.append(reporter) }
    }
  }

  /// Gives an event to all that can still take one.
  mutating func take(_ event: TestEvent) {
    forEach { reporter throws(PlainFailure) in try reporter.take(event) }
  }

  /// Completes all that can be; those that failed before stay as they are.
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
