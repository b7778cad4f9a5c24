import FlowTerminal
import FlowText

/// Gives the events of a run to the console and to its reports, one after another.
actor TestSink {
  private var console: TestConsole
  private var reports: ReportSet
  private let run: TestRun
  /// What the run tells the shell.
  private(set) var status = ExitStatus.success
  /// How many flows were reported.
  private(set) var reported = 0

  /// Makes a sink.
  ///
  /// - Parameters:
  ///   - console: what a person sees.
  ///   - reports: the reports.
  ///   - run: is ended where a report can't be written.
  init(_ console: TestConsole, _ reports: sending ReportSet, _ run: TestRun) {
    self.console = console
    self.reports = reports
    self.run = run
  }

  /// The reports that could not be written.
  var failures: [PlainFailure] { reports.failures }

  /// Takes what came of a test.
  func take(_ outcome: FlowTester.Outcome) {
    status = status.worse(outcome.status)
    reported += 1
    take(.flow(outcome.report))
  }

  /// Takes an event.
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

  /// Ends the run where a report can't be written: the others go on, and tell why.
  private func noteFailures() {
    guard let failure = reports.failures.first else { return }
    status = status.worse(.serverFailed)
    let path = DisplayText.line(failure.place ?? "")
    run.end(.unwritten("\(path) can't be written: \(failure.message)"))
  }
}
