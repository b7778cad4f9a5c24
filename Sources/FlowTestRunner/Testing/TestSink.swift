import FlowTerminal
import FlowText

/// Passes the events of a run to the console and the reports, one event at a time.
actor TestSink {
  private var console: TestConsole
  private var reports: ReportSet
  private let run: TestRun
  /// The exit status of the run.
  private(set) var status = ExitStatus.success
  /// The number of flows that were reported.
  private(set) var reported = 0

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - console: The console.
  ///   - reports: The reports.
  ///   - run: The run. It is stopped if a report can't be written.
  init(_ console: TestConsole, _ reports: sending ReportSet, _ run: TestRun) {
    self.console = console
    self.reports = reports
    self.run = run
  }

  /// The reasons why reports couldn't be written.
  var failures: [PlainFailure] { reports.failures }

  /// Adds the outcome of a test to the console and the reports.
  func take(_ outcome: FlowTester.Outcome) {
    status = status.worse(outcome.status)
    reported += 1
    take(.flow(outcome.report))
  }

  /// Passes an event to the console and the reports.
  func take(_ event: TestEvent) {
    console.take(event)
    reports.take(event)
    noteFailures()
  }

  /// Completes the console and the reports.
  func finish() {
    console.finish()
    reports.finish()
    noteFailures()
  }

  /// Stops the run if a report can't be written.
  ///
  /// The other reports are still written, and contain the reason.
  private func noteFailures() {
    guard let failure = reports.failures.first else { return }
    status = status.worse(.serverFailed)
    let path = DisplayText.line(failure.place ?? "")
    run.end(.unwritten("\(path) can't be written: \(failure.message)"))
  }
}
