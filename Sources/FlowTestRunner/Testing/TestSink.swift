import FlowTerminal
import FlowText

/// Passes the events of a run to the console and to its reports, one after another.
actor TestSink {
  private var console: TestConsole
  private var reports: ReportSet
  private let run: TestRun
  /// The exit status of the run.
  private(set) var status = ExitStatus.success
  /// The number of reported flows.
  private(set) var reported = 0

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - console: The console.
  ///   - reports: The reports.
  ///   - run: The run, which stops if a report can't be written.
  init(_ console: TestConsole, _ reports: sending ReportSet, _ run: TestRun) {
    self.console = console
    self.reports = reports
    self.run = run
  }

  /// The failures of reports that could not be written.
  var failures: [PlainFailure] { reports.failures }

  /// Adds the outcome of a test.
  func take(_ outcome: FlowTester.Outcome) {
    status = status.worse(outcome.status)
    reported += 1
    take(.flow(outcome.report))
  }

  /// Adds an event.
  func take(_ event: TestEvent) {
    console.take(event)
    reports.take(event)
    noteFailures()
  }

  /// Completes every report.
  func finish() {
    console.finish()
    reports.finish()
    noteFailures()
  }

  /// Stops the run if a report can't be written.
  ///
  /// The other reports continue, and state the reason.
  private func noteFailures() {
    guard let failure = reports.failures.first else { return }
    status = status.worse(.serverFailed)
    let path = DisplayText.line(failure.place ?? "")
    run.end(.unwritten("\(path) can't be written: \(failure.message)"))
  }
}
