package import FlowHost
package import FlowTerminal

/// Runs flows only to count their coverage.
///
/// The run doesn't keep their reports.
package struct CoverageRun {
  /// Counts the coverage of the flows.
  package let counter = CoverageCounter()
  /// The number of flows that have run.
  package private(set) var flows = 0
  /// The ids of the flows that failed.
  package private(set) var failed: [String] = []

  private let options: TestOptions
  private let context: RunContext
  private let suite: TestSuite

  /// Finds the flows to run.
  ///
  /// - Parameters:
  ///   - options: The options that select the flows.
  ///   - host: The host.
  ///   - deadline: The time by the host's clock after which no more files are read.
  /// - Throws: `UsageFault` if there is no flow to run.
  package init(
    _ options: TestOptions, _ host: Host, until deadline: Duration
  ) async throws(UsageFault) {
    self.options = options
    context = try RunContext(options.run, host)
    suite = try await TestSuite.find(options, context, counter, until: deadline)
  }

  /// Runs the flows one after another, until the task is canceled.
  ///
  /// - Parameter goesOn: Returns whether the next flow may run.
  package mutating func run(while goesOn: () -> Bool) async {
    let files = TestFiles(suite, context, workers: 1)
    let tester = FlowTester(
      context: context, options: options, gate: LiveGate(options.rate), counter: counter)
    for item in suite.order {
      guard !Task.isCancelled, goesOn() else { return }
      let file = await files.file(item.file)
      let report = await tester.run(file.cases[item.test], of: file).report
      files.end(item.file)
      flows += 1
      if report.status.isFailure { failed.append(report.id) }
    }
  }
}
