import FlowDiagnostics
import FlowEngine
package import FlowHost
import FlowSimulation
package import FlowTerminal
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowHTTP
import FlowText

/// Runs `flow test`.
package struct TestSession {
  package typealias Fault = UsageFault

  private let options: TestOptions
  private let host: Host
  private let style: Style
  private let errorStyle: Style
  private var context: RunContext
  /// The warnings about the file of `--org`.
  private var orgWarnings: [Diagnostic] = []

  package init(
    _ options: TestOptions, _ host: Host, output: Style, errors: Style
  ) throws(Fault) {
    self.options = options
    self.host = host
    style = output
    errorStyle = errors
    context = try RunContext(options.run, host)
  }

  /// Finds the tests, runs them, and reports them.
  ///
  /// With `--watch`, the method does this repeatedly.
  ///
  /// - Throws: `Fault` if no test could run.
  package mutating func run() async throws(Fault) -> ExitStatus {
    var watch: FileWatch?
    guard options.watches else { return try await round(madeOf: nil, &watch) }
    var changed: Set<String>?
    while true {
      var status = ExitStatus.usage
      do throws(Fault) {
        // Coverage needs all flows of the suite, so unchanged ones run too.
        status = try await round(madeOf: options.covers ? nil : changed, &watch)
      } catch {
        // A file may be invalid while the user edits it.
        guard watch != nil else { throw error }
        host.errors.print(usage(error))
      }
      guard var waiting = watch, status != .interrupted else { return status }
      tellWaiting(waiting.count)
      guard host.output.failure == nil, let new = await waiting.change() else { return status }
      changed = new
      watch = waiting
    }
  }

  private func tellWaiting(_ count: Int) {
    let files = count == 1 ? "1 file" : "\(count) files"
    host.output.print(
      style("\nwaiting for changes in \(files); press Ctrl-C to stop", as: .dim) + "\n")
  }

  /// Finds the tests that use one of the changed files, runs them, and reports them.
  ///
  /// `watch` is set to a watch of all files that the tests use.
  private mutating func round(
    madeOf changed: Set<String>?, _ watch: inout FileWatch?
  ) async throws(Fault) -> ExitStatus {
    var asked = options.run
    if options.watches { try asked.readSecrets() }
    context = try RunContext(asked, host)
    do throws(RunTrouble) {
      orgWarnings = try context.loadOrg().filter(FileWarnings.isTold)
    } catch {
      switch error {
      case .problems(let diagnostics):
        var problems = ProblemOutput(output: host.errors, style: errorStyle, masker: Masker())
        problems.write(diagnostics)
        watch = FileWatch(Set(context.sources), below: options.paths, host.clock)
        return .wrongScript
      case .commandLine(let fault): throw fault
      }
    }
    try context.network.check()
    try checkLive()
    let counter = options.covers ? CoverageCounter() : nil
    let suite = try await TestSuite.find(options, context, counter, madeOf: changed)
    let others = suite.sources.union(context.filesRead)
    try ReportOption.spare(suite.files + others, options.reports)
    if options.watches {
      watch = FileWatch(
        suite.sources.union(context.sources), below: options.paths, host.clock)
    }
    // No test uses the changed files. They are unrelated, or were deleted.
    guard changed == nil || !suite.order.isEmpty || Task.isCancelled else { return .success }
    return await run(suite, counter)
  }

  /// Throws if the command line names a real issuer that `--live` doesn't allow.
  private func checkLive() throws(Fault) {
    var settings = options.run.issuer
    // In a comparison, a missing issuer is a fault here, and a missing simulated org is reported
    // for each flow.
    if options.compares, settings.issuer == nil, context.org == nil {
      guard case .commandLine(let fault) = RunContext.noComparedIssuer else { return }
      throw fault
    }
    if let org = context.org, !options.compares {
      guard case .issuer(let named, at: _) = org else { return }
      settings = named
    }
    guard let issuer = settings.issuer?.value, !options.run.permissions.isLive(issuer)
    else { return }
    throw LiveGate.unnamed(issuer)
  }

  // MARK: Running

  private func run(_ suite: TestSuite, _ counter: CoverageCounter?) async -> ExitStatus {
    let run = TestRun(suite.order)
    let sink: TestSink
    do throws(PlainFailure) {
      let reports = try ReportSet(options.reports, host, appends: options.appends)
      sink = TestSink(console, reports, run)
    } catch {
      tell(error)
      return .serverFailed
    }
    await sink.take(.began(head(suite)))
    await runAll(suite, run, sink, counter)
    let left = suite.order.count - (await sink.reported)
    let isInterrupted = Task.isCancelled
    if isInterrupted { run.end(.interrupted) }
    let coverage = counter.map(covered)
    var end = TestRunEnd(
      ended: AttemptReport.microseconds(host.clock.now),
      stopped: run.stop.flatMap { words(of: $0, left) }, isInterrupted: isInterrupted,
      coverage: coverage)
    addWarnings(of: suite, to: &end)
    await sink.take(.ended(end))
    await sink.finish()
    var status = await sink.status
    for failure in await sink.failures { tell(failure) }
    // If the run stopped early, it hasn't shown that all flows pass. A closed output has a status
    // of its own.
    switch run.stop {
    case nil, .outputClosed?: break
    default: if left > 0 { status = status.worse(.failed) }
    }
    if let coverage, let least = options.coverageMin, coverage.isBelow(least) {
      status = status.worse(.belowCoverage)
    }
    return isInterrupted ? .interrupted : status
  }

  /// Returns the coverage of the flows.
  ///
  /// Secrets of the run are masked, because a script may contain them.
  private func covered(_ counter: CoverageCounter) -> Coverage {
    let masker = masker
    var coverage = counter.coverage
    coverage.mask { masker.masked($0) }
    return coverage
  }

  /// Adds the warnings about the files, with the run's secrets masked.
  private func addWarnings(of suite: TestSuite, to end: inout TestRunEnd) {
    var warnings = FileWarnings()
    warnings.add(orgWarnings)
    warnings.add(suite.warnings.first)
    end.warnings = AttemptReport(masker: masker, lines: LineTables()).problems(warnings.first)
    end.otherWarnings = warnings.others + suite.warnings.others
  }

  /// A masker of the run's secrets.
  private var masker: Masker {
    let masker = Masker()
    for secret in context.options.secrets.values { masker.add(secret) }
    masker.add(context.lookedUp)
    return masker
  }

  private func tell(_ failure: PlainFailure) {
    host.errors.print(usage(UsageFault(ofReport: failure)))
  }

  private func head(_ suite: TestSuite) -> TestRunHead {
    let issuer =
      options.run.issuer.issuer.map { "\($0.value)" }
      ?? suite.issuer
    return TestRunHead(
      version: version, began: AttemptReport.microseconds(host.clock.now),
      paths: options.paths, flows: suite.order.count, jobs: options.jobs, seed: options.seed,
      shard: options.shard?.shard, live: issuer.map { TestRunHead.LiveOrg(issuer: $0) },
      options: options.repeated)
  }

  /// Runs all tests with several workers, until no test remains or the run stops.
  private func runAll(
    _ suite: TestSuite, _ run: TestRun, _ sink: TestSink, _ counter: CoverageCounter?
  ) async {
    let jobs = max(1, min(options.jobs, suite.order.count))
    let files = TestFiles(suite, context, workers: jobs)
    let tester = FlowTester(
      context: context, options: options, gate: LiveGate(options.rate), run: run, counter: counter,
      simulation: options.apiToken.map {
        PolicySimulation($0, transport: context.network.transport())
      })
    let (output, clock) = (host.output, host.clock)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<jobs {
        group.addTask {
          var worker = TestRun.Worker()
          while output.failure == nil, let item = run.take(&worker) {
            let file = await files.file(item.file)
            let outcome = await tester.run(file.test(item), of: file)
            files.end(item.file)
            await sink.take(outcome)
          }
          return true
        }
      }
      if let limit = options.runTimeout {
        group.addTask {
          do { try await clock.sleep(for: limit) } catch { return false }
          run.end(.timeout(limit))
          return false
        }
      }
      var working = jobs
      for await isWorker in group {
        if isWorker { working -= 1 }
        // Either all tests have ended, or the time limit was reached. Remaining tasks are canceled.
        if working == 0 || !isWorker { group.cancelAll() }
      }
    }
    switch output.failure {
    case .closed?: run.end(.outputClosed)
    case .unwritten(let reason)?: run.end(.unwritten("the output can't be written: \(reason)"))
    case nil: break
    }
  }

  /// Returns the reason why flows didn't run; `nil` if all ran.
  private func words(of stop: TestRun.Stop, _ left: Int) -> String? {
    let reason: String
    switch stop {
    case .interrupted: reason = "interrupted"
    case .failFast: reason = "a flow failed, and `--fail-fast` is set"
    case .timeout(let limit): reason = "the run timed out after \(MoveText.time(limit))"
    case .live(let why), .unwritten(let why): reason = why
    case .outputClosed: reason = "the output's reader has closed it"
    }
    guard left > 0 else { return stop == .failFast ? nil : reason }
    return reason + ": \(left) \(left == 1 ? "flow" : "flows") did not run"
  }

  // MARK: Reports

  /// The console report.
  ///
  /// If a report uses the standard output, it is printed to the standard error.
  private var console: TestConsole {
    let isOutput = options.reportsOnOutput
    let sink = isOutput ? host.errors : host.output
    return TestConsole(
      sink, isOutput ? errorStyle : style, host.clock,
      isLive: host.canRedraw(sink),
      isQuiet: options.isQuiet, slow: options.slow, notes: notes,
      coverageMin: options.coverageMin)
  }

  /// The notes that are printed at the beginning.
  private var notes: [String] {
    guard options.compares else { return shardNotes }
    let rules = options.apiToken == nil ? "" : "; the deciding rules are compared"
    return ["each flow runs on its simulated org and at the real one\(rules)"] + shardNotes
  }

  private var shardNotes: [String] {
    guard let shard = options.shard else {
      return ShardChoice.doubt(host.environment).map { [$0] } ?? []
    }
    guard let origin = shard.origin else { return [] }
    return ["shard \(shard.shard.index) of \(shard.shard.count) of the suite, from \(origin)"]
  }
}
