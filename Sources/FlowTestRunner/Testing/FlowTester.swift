import FlowSimulation
import FlowText
import FlowDiagnostics
import FlowAuthenticators
import FlowEngine
import FlowHost
import FlowTerminal
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowHTTP
import IDXEngine

/// Runs one test, repeats it if it fails and retries are allowed, and reports it.
struct FlowTester: Sendable {
  let context: RunContext
  let options: TestOptions
  /// Controls when flows may sign in at a real org.
  let gate: LiveGate
  /// The test run, which this test may end early; `nil` if the test can't end it.
  var run: TestRun?
  /// Counts the coverage; `nil` if coverage wasn't requested.
  let counter: CoverageCounter?
  /// Asks a real org which rules apply; `nil` if this wasn't requested.
  var simulation: PolicySimulation?

  /// The result of a test.
  struct Outcome: Sendable {
    var report: FlowReport
    /// The exit status.
    var status: ExitStatus
  }

  /// Runs a test.
  func run(_ test: TestCase, of file: TestFile) async -> Outcome {
    guard let plan = test.plan, let place = test.place else {
      return broken(test, file, .problems(test.trouble))
    }
    let prepared = file.org(of: plan, context)
    do throws(RunTrouble) {
      if options.compares { return try await FlowComparer(self).compare(test, plan, file) }
      let target = try target(of: plan, prepared)
      guard case .issuer(let configuration, _) = target.counterpart else {
        return await attempts(test, plan, place, file, prepared, target, isLive: false)
      }
      let host = configuration.issuer.host
      let user = LiveGate.user(of: plan, context)
      await gate.enter(host, user)
      let outcome = await attempts(test, plan, place, file, prepared, target, isLive: true)
      await gate.leave(host, user)
      return outcome
    } catch {
      return broken(test, file, error)
    }
  }

  /// Returns the target of a test.
  ///
  /// Throws if the target is a real issuer that `--live` doesn't allow.
  private func target(
    of plan: RunPlan, _ prepared: TestFile.Prepared
  ) throws(RunTrouble) -> RunTarget {
    let target = try context.target(of: plan, at: try prepared.org.get())
    if case .issuer(let configuration, _) = target.counterpart {
      try checkLive(configuration.issuer)
      try context.checkVariables(of: plan)
    }
    return target
  }

  /// Throws if `--live` doesn't allow a real issuer.
  func checkLive(_ issuer: HTTPURL) throws(RunTrouble) {
    guard options.run.permissions.isLive(issuer) else {
      throw .commandLine(LiveGate.unnamed(issuer))
    }
  }

  // MARK: Attempts

  private func attempts(
    _ test: TestCase, _ plan: RunPlan, _ place: Place, _ file: TestFile,
    _ prepared: TestFile.Prepared, _ target: RunTarget, isLive: Bool
  ) async -> Outcome {
    var maker = reportMaker(target, test, file)
    var attempts: [Attempt] = []
    var target = target
    while true {
      if isLive, !(await mayBegin()) { break }
      let began = context.host.clock.now
      let logs = counter == nil ? nil : OrgTraceLogs()
      let result = await attempt(plan, target, prepared, maker.masker, logs)
      let ending = FlowVerdict.Ending(result)
      let complaint = plan.known.flatMap { FlowVerdict.complaint(ending, $0, today: today) }
      attempts.append(
        maker.attempt(
          result, began: began, duration: context.host.clock.now - began,
          problems: (attempts.isEmpty ? test.warnings : []) + (complaint.map { [$0] } ?? []),
          isWhole: !options.reports.isEmpty))
      let stop = isLive ? LiveGate.reasonToStop(result).map(TestRun.Stop.live) : nil
      let mayRepeat =
        attempts.count <= options.retries && plan.known == nil && stop == nil && !Task.isCancelled
        && FlowTester.mayRepeat(result, ending, isLive: isLive)
      // A new attempt starts with the original state of the org, and with different codes.
      if mayRepeat, let again = try? self.target(of: plan, prepared) {
        target = again
        continue
      }
      counter?.count(
        result, against: file.subject(of: plan, target, context),
        file.works(target, logs, context))
      let status = FlowVerdict.status(
        ending, attempts: attempts.count, until: plan.known?.until, today: today)
      var report = self.report(test, file, maker, status, attempts)
      report.org = orgName(of: plan, target, file, maker)
      return outcome(report, FlowTester.exit(status, result), stop)
    }
    var report = self.report(test, file, maker, .missed, attempts)
    report.org = orgName(of: plan, target, file, maker)
    return outcome(report, .failed)
  }

  /// Returns the outcome of a test.
  ///
  /// If the test must end the whole run, this ends it before the next flow of the same user begins.
  func outcome(
    _ report: FlowReport, _ status: ExitStatus, _ stop: TestRun.Stop? = nil
  ) -> Outcome {
    if let stop { run?.end(stop) }
    if options.failsFast, report.status.isFailure { run?.end(.failFast) }
    return Outcome(report: report, status: status)
  }

  /// Waits until a sign-in at a real org may begin.
  ///
  /// Returns `false` if the run has ended in the meantime.
  func mayBegin() async -> Bool {
    guard run?.stop == nil, await gate.pace(context.host.clock) else { return false }
    return run?.stop == nil
  }

  /// Runs a flow once.
  func attempt(
    _ plan: RunPlan, _ target: RunTarget, _ prepared: TestFile.Prepared, _ masker: Masker,
    _ logs: OrgTraceLogs?, carrying: @escaping (any Transport) -> any Transport = { $0 }
  ) async -> RunResult {
    let keyring = prepared.keyring.copy()
    let connected = target.counterpart.connect(
      clock: context.host.clock, randomBytes: context.host.randomBytes,
      scopes: Counterpart.scopes(for: plan), logs: logs, carrying: carrying)
    return await FlowInterpreter.run(
      plan, engine: connected.engine,
      environment: context.environment(of: plan, target, connected, keyring, masker))
  }

  /// Whether a failed attempt may be repeated.
  ///
  /// An attempt isn't repeated if a real org refused, because another wrong password might lock the
  /// user out.
  private static func mayRepeat(
    _ result: RunResult, _ ending: FlowVerdict.Ending, isLive: Bool
  ) -> Bool {
    switch ending {
    case .passed, .interrupted: return false
    case .fault: if ExitStatus(of: result) == .wrongScript { return false }
    case .failed: break
    }
    guard isLive else { return true }
    return result.refusal == nil && !result.messages.contains { $0.severity == .error }
  }

  var today: CalendarDay { CalendarDay(of: context.host.clock.now) }

  static func exit(_ status: FlowReport.Status, _ result: RunResult) -> ExitStatus {
    switch status {
    case .passed, .flaky, .known: .success
    // The session handles the interruption and the time limit of the whole run.
    case .failed, .unexpected, .missed: .failed
    case .broken: ExitStatus(of: result)
    }
  }

  // MARK: Reports

  /// Returns a report maker that masks the secrets of the run, and the literal secrets of the test.
  ///
  /// A row's name can contain literal secrets.
  func reportMaker(_ target: RunTarget?, _ test: TestCase, _ file: TestFile) -> AttemptReport {
    let masker = Masker()
    for secret in context.options.secrets.values { masker.add(secret) }
    masker.add(context.lookedUp)
    if test.name != test.flow {
      for secret in test.plan?.writtenSecrets ?? [] { masker.add(secret) }
    }
    if let token = options.apiToken?.token { masker.add(token) }
    if let secret = target?.counterpart.configuration?.clientSecret { masker.add(secret) }
    return AttemptReport(masker: masker, lines: file.lines, literals: file.literals)
  }

  func orgName(
    of plan: RunPlan, _ target: RunTarget, _ file: TestFile, _ maker: AttemptReport
  ) -> String {
    if case .issuer(let configuration, _) = target.counterpart { return "\(configuration.issuer)" }
    return maker.text(context.orgName ?? file.orgName(of: plan))
  }

  func report(
    _ test: TestCase, _ file: TestFile, _ maker: AttemptReport, _ status: FlowReport.Status,
    _ attempts: [Attempt]
  ) -> FlowReport {
    var lines = file.lines
    let (id, name) = FlowTester.names(of: test, in: file, maker)
    return FlowReport(
      id: id, name: name,
      row: test.flow.isEmpty || test.name == test.flow
        ? nil : String(name.dropFirst(test.flow.count + 1)),
      file: maker.text(file.path),
      line: test.place.map { lines.line(of: $0.range.start, in: $0.source) } ?? 1,
      tags: test.tags.map(maker.text), engine: test.plan?.engine ?? EngineCatalog.usual,
      org: "", status: status,
      known: test.plan?.known.map { known in
        FlowReport.KnownFailure(reason: maker.text(known.reason), until: "\(known.until)")
      }, attempts: attempts)
  }

  /// Returns the id and the name of a test for reports.
  ///
  /// A flow's name is shown in full, even if a word of it equals a secret. A row's value is masked
  /// if it is a secret, and the rows are then distinguished by their numbers.
  private static func names(
    of test: TestCase, in file: TestFile, _ maker: AttemptReport
  ) -> (id: String, name: String) {
    let row = test.name.dropFirst(test.flow.count)
    let shown = maker.text(String(row))
    guard shown != row else { return (test.id, test.name + test.mark) }
    let name = test.flow + shown + " #\(test.number)"
    return (TestCase.id(name, in: file.path), name)
  }

  /// Returns the outcome of a test that couldn't start.
  private func broken(_ test: TestCase, _ file: TestFile, _ trouble: RunTrouble) -> Outcome {
    let maker = reportMaker(nil, test, file)
    let problems: [ProblemReport]
    let status: ExitStatus
    switch trouble {
    case .problems(let diagnostics):
      problems = maker.problems(diagnostics)
      status = .wrongScript
    case .commandLine(let fault):
      problems = [ProblemReport(fault)]
      status = .usage
    }
    let attempt = Attempt(
      began: AttemptReport.microseconds(context.host.clock.now), duration: 0, outcome: "failure",
      passed: false, problems: problems)
    var report = report(test, file, maker, .broken, [attempt])
    if let plan = test.plan {
      report.org = maker.text(context.orgName ?? file.orgName(of: plan))
    }
    return outcome(report, status)
  }
}

extension FlowVerdict.Ending {
  /// Determines how a run ended.
  init(_ result: RunResult) {
    self =
      switch ExitStatus(of: result) {
      case .success: .passed
      case .interrupted: .interrupted
      case .failed: .failed
      default: .fault
      }
  }
}
