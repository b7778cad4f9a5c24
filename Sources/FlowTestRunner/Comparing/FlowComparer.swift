import FlowDiagnostics
import FlowEngine
import FlowHost
import FlowRecorder
import FlowSimulation
import FlowTerminal
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowHTTP
import IDXEngine

/// Runs a test on its simulated org and on the real org, and compares the two runs.
struct FlowComparer {
  private let tester: FlowTester
  private let context: RunContext

  init(_ tester: FlowTester) {
    self.tester = tester
    context = tester.context
  }

  /// The result of running a flow on both orgs, and of comparing the runs.
  fileprivate struct Comparing {
    /// The result to report: the steps at the real org, and the expectations on the simulated org.
    var result: RunResult
    /// The result of the comparison in a few words, such as "same in 4 steps".
    var words: String
    /// The rules that applied at the real org.
    var decided: [Attempt.Decided] = []
    /// The reason why no more requests may be sent to the real org; `nil` if requests may be sent.
    var stop: TestRun.Stop?

    /// Adds a problem.
    mutating func add(_ problem: Diagnostic) { result.faults.append(problem) }
  }

  /// Runs a test on both orgs, and reports where the runs differ.
  func compare(
    _ test: TestCase, _ plan: RunPlan, _ file: TestFile
  ) async throws(RunTrouble) -> FlowTester.Outcome {
    let prepared = file.org(of: plan, context)
    let targets = try context.comparedTargets(
      of: plan, in: file.script, at: try prepared.org.get())
    let host = targets.configuration.issuer.host
    try tester.checkLive(targets.configuration.issuer)
    try context.checkVariables(of: plan)
    var maker = tester.reportMaker(targets.live, test, file)
    if let secret = targets.simulated.counterpart.configuration?.clientSecret {
      maker.masker.add(secret)
    }
    let began = context.host.clock.now
    let logs = tester.counter == nil ? nil : OrgTraceLogs()
    let tape = Tape()
    let simulated = await tester.attempt(
      plan, targets.simulated, prepared, maker.masker, logs, carrying: tape.record)
    tester.counter?.count(
      simulated, against: file.subject(of: plan, targets.simulated, context),
      file.works(targets.simulated, logs, context))
    let ending = FlowVerdict.Ending(simulated)
    var comparing = Comparing(
      result: simulated,
      words: ending == .interrupted
        ? "interrupted" : "not run at \(host): it fails on the simulated org")
    // If the test can't run on the simulated org, nothing is sent to the real org.
    if ending == .passed || ending == .failed {
      let user = LiveGate.user(of: plan, context)
      await tester.gate.enter(host, user)
      comparing = await compared(plan, simulated, targets, prepared, maker.masker, tape)
      if let stop = comparing.stop { tester.run?.end(stop) }
      await tester.gate.leave(host, user)
    }
    let decided =
      [Attempt.Decided(Attempt.Decided.compared, maker.text(comparing.words))]
      + maker.decided(simulated)
      + comparing.decided.map { Attempt.Decided($0.name, maker.text($0.value)) }
    let attempt = self.attempt(of: comparing.result, plan, &maker, began, decided)
    let status = FlowVerdict.status(
      FlowVerdict.Ending(comparing.result), attempts: 1, until: plan.known?.until,
      today: tester.today)
    var report = tester.report(test, file, maker, status, [attempt])
    report.org = tester.orgName(of: plan, targets.live, file, maker)
    return tester.outcome(report, FlowTester.exit(status, comparing.result))
  }

  /// Records the requests to the simulated org.
  ///
  /// The requests carry the circumstances that the flow declares, such as a zone.
  private final class Tape {
    private var transport: RecordingTransport?

    func record(_ base: any Transport) -> any Transport {
      let recording = RecordingTransport(base)
      transport = recording
      return recording
    }

    /// The circumstances of the sign-in: the header fields of the first request to the simulated
    /// org.
    var circumstances: [HTTPHeaders.Field] {
      transport?.exchanges.first?.request.headers.fields
        .filter { CassetteTape.isCircumstance($0.name) } ?? []
    }
  }

  private func attempt(
    of result: RunResult, _ plan: RunPlan, _ maker: inout AttemptReport, _ began: Duration,
    _ decided: [Attempt.Decided]
  ) -> Attempt {
    let complaint = plan.known.flatMap {
      FlowVerdict.complaint(FlowVerdict.Ending(result), $0, today: tester.today)
    }
    return maker.attempt(
      result, began: began, duration: context.host.clock.now - began,
      problems: complaint.map { [$0] } ?? [], decided: decided)
  }

  // MARK: At the real org

  private func compared(
    _ plan: RunPlan, _ simulated: RunResult, _ targets: ComparedTargets,
    _ prepared: TestFile.Prepared, _ masker: Masker, _ tape: Tape
  ) async -> Comparing {
    var interrupted = simulated
    interrupted.faults = [Diagnostic(.interrupted, at: plan.place)]
    guard await tester.mayBegin() else {
      return Comparing(result: interrupted, words: "interrupted")
    }
    let live = await tester.attempt(plan, targets.live, prepared, masker, nil)
    let host = targets.configuration.issuer.host
    var comparing = FlowComparer.held(
      live, to: simulated, host, asksRules: tester.simulation != nil)
    comparing.stop = LiveGate.reasonToStop(live).map(TestRun.Stop.live)
    guard let simulation = simulation(for: targets, &comparing), comparing.stop == nil,
      ExitStatus(of: live) != .serverFailed,
      ExitStatus(of: live) != .interrupted, simulated.fact(RuleComparison.Kind.signOn.fact) != nil,
      plan.intent != "register"
    else { return comparing }
    let login =
      simulated.fact("user.identifier")?.revealed
      ?? PlannedUser(plan, context.sources(demo: false, of: plan).leaving).name
    let question = PolicySimulation.Question(
      login: login ?? "", client: targets.configuration.clientID,
      circumstances: tape.circumstances)
    do throws(EngineFailure) {
      guard
        let answer = try await simulation.answer(question, at: targets.configuration.issuer)
      else {
        comparing.takeNoUser(simulated, login: login ?? "", host)
        return comparing
      }
      let rules = RuleComparison(simulated: simulated, host: host)
      let kinds =
        [RuleComparison.Kind.signOn] + (targets.hasSessionPolicy ? [.session] : [])
      for kind in kinds {
        if let verdict = rules.verdict(kind, by: answer) { comparing.take(verdict) }
      }
    } catch {
      comparing.take(error, simulated)
    }
    return comparing
  }

  /// Returns the client for the real org's policy simulation; `nil` if it can't be used.
  ///
  /// The client's token isn't sent to a host that only the script names.
  private func simulation(
    for targets: ComparedTargets, _ comparing: inout Comparing
  ) -> PolicySimulation? {
    guard tester.simulation != nil, let issuer = targets.live.settings?.issuer,
      issuer.origin.isOfScript,
      !tester.options.run.permissions.isNamed(issuer.value)
    else { return tester.simulation }
    comparing.words += "; rules aren't compared: only the script names the issuer"
    return nil
  }

  /// Compares the run at the real org with the run on the simulated org.
  private static func held(
    _ live: RunResult, to simulated: RunResult, _ host: String, asksRules: Bool
  ) -> Comparing {
    let comparison = RunComparison(simulated: simulated, live: live, host: host)
    var told = live
    // Expectations are tested on the simulated org. If the real org's result is different, that is
    // reported as a difference.
    told.expectations = simulated.expectations
    switch ExitStatus(of: live) {
    case .interrupted: return Comparing(result: live, words: "interrupted")
    case .wrongScript where live.faults.contains { $0.kind == .simulatedOnly }:
      guard asksRules else {
        told.faults = live.faults.map { $0.advised(FlowComparer.tokenAdvice) }
        return Comparing(result: told, words: "not run at \(host)")
      }
      return Comparing(
        result: simulated, words: "not run at \(host), which doesn't accept circumstances")
    case .serverFailed, .wrongScript:
      // If only one of the runs has more steps, that isn't a difference here, because the other was
      // cut off.
      guard let parting = comparison.stepParting else {
        return Comparing(result: told, words: "not compared")
      }
      let isScript = ExitStatus(of: live) == .wrongScript
      told.faults = [parting.diagnostic] + (isScript ? [] : live.faults)
      return Comparing(result: told, words: parting.words)
    default:
      guard let parting = comparison.parting else {
        let steps = live.moves == 1 ? "1 step" : "\(live.moves) steps"
        return Comparing(result: told, words: "same in \(steps)")
      }
      told.faults = [parting.diagnostic]
      return Comparing(result: told, words: parting.words)
    }
  }

  /// The help if a flow declares circumstances, which no real org accepts.
  private static let tokenAdvice =
    "with a token in \(APIToken.name) the deciding rule is compared instead; see `--compare`"
}

extension Diagnostic {
  /// Returns the diagnostic with another help text.
  fileprivate func advised(_ help: String) -> Diagnostic {
    var diagnostic = self
    diagnostic.help = help
    return diagnostic
  }
}

extension FlowComparer.Comparing {
  /// Adds the result for one kind of rule.
  fileprivate mutating func take(_ verdict: RuleComparison.Verdict) {
    decided.append(Attempt.Decided("org-\(verdict.kind.fact)", verdict.told))
    if let problem = verdict.problem {
      add(problem)
      words += "; a different \(verdict.kind.title) decides"
    } else {
      words +=
        verdict.isDecided
        ? "; the same \(verdict.kind.title)" : "; the \(verdict.kind.title) wasn't decided there"
    }
  }

  /// Records that the user doesn't exist at the real org.
  fileprivate mutating func takeNoUser(_ simulated: RunResult, login: String, _ host: String) {
    words += "; \(host) doesn't have this user"
    guard simulated.outcome == .success else { return }
    let message = "\(host) doesn't have the user `\(login)`, who can sign in to the simulated org"
    add(
      Diagnostic(
        .ruleDiffers(message: message), at: simulated.plan.place,
        help: "remove the user from the simulated org"))
  }

  /// Records why the real org didn't report which rules apply.
  fileprivate mutating func take(_ failure: EngineFailure, _ simulated: RunResult) {
    let place = simulated.plan.place
    switch failure.kind {
    case .cancelled: result.faults = [Diagnostic(.interrupted, at: place)]
    case .limited:
      stop = .live("the org limits requests (429)")
      add(Diagnostic(.serverLimit(message: "the org limits requests to its policies"), at: place))
    default:
      var help = failure.help
      if failure.status == 401 {
        stop = .live("the org refused the API token")
        help =
          "check that the token in \(APIToken.name) is this org's, not expired or revoked"
      }
      words += "; rules aren't compared"
      add(Diagnostic(.policySimulationFailed(message: failure.message), at: place, help: help))
    }
  }
}
