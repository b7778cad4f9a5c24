public import FlowEngine
import FlowSyntax

/// Runs a plan from the first request to its end; whatever happens is in the result.
///
/// One task runs it. When the task is cancelled, or the run ends neither in success nor finished, the
/// transaction is abandoned on the server before this returns.
///
/// - Parameters:
///   - plan: What to run.
///   - engine: Against what.
///   - environment: Everything else.
/// - Returns: All that happened.
public func run(
  _ plan: RunPlan, engine: any Engine, environment: RunEnvironment
) async -> RunResult {
  var run = Run(plan, engine: engine, environment: environment)
  var refusal: Diagnostic?
  var faults: [Diagnostic] = []
  var isCancelledByScript = false
  do throws(Stop) { try await run.drive() } catch {
    switch error {
    case .ended(let outcome):
      run.ended = outcome
      if outcome == .failure { refusal = run.refusal() }
      if outcome == .cancelled { isCancelledByScript = run.hasCancelled }
    case .refused(let diagnostic):
      run.ended = .failure
      refusal = diagnostic
    case .turnedAway(let message, let diagnostic):
      // Nobody answers what has no page: unless it is expected, that is a fault of the set-up.
      if plan.expectations.contains(where: \.isOfRefusal) {
        run.ended = .refused
        run.response.messages = [message]
        refusal = diagnostic
      } else {
        run.ended = .failure
        faults = [diagnostic]
      }
    case .fault(let diagnostics):
      run.ended = .failure
      faults = diagnostics
    case .interrupted:
      run.ended = .cancelled
      // Before any step there is no line at which it happened.
      faults = [Diagnostic(.interrupted, at: run.placeAtHand)]
    case .unexpected:
      run.ended = .failure
    }
  }
  let outcome = run.ended ?? .failure
  if outcome != .success, outcome != .finished, !isCancelledByScript, run.hasBegun {
    await abandon(run.session)
  }
  let tokens = run.response.tokens ?? run.session.refusedTokens
  if let tokens { environment.masker.add(tokens) }
  let tested = faults.isEmpty ? await run.testAll() : plan.unreached
  return RunResult(
    plan: plan, records: run.records, outcome: outcome,
    tokens: outcome == .success ? run.response.tokens : nil,
    abandonedTokens: outcome == .success ? nil : tokens,
    expectations: run.expectations + tested, refusal: refusal, faults: faults,
    failure: run.failure, began: run.began,
    duration: environment.clock.now - run.began, fired: run.fired)
}

/// How long an engine may take to abandon a transaction, in real time: nobody waits for it.
///
/// The limits of its requests are shorter. This one holds where an engine has none, and must not be
/// over on a busy machine before the engine's turn has come.
private let abandonTimeout = Duration.seconds(10)

/// Abandons the transaction, in a task that outlives the cancelling of this one.
private func abandon(_ session: any Session) async {
  await Task {
    _ = await leavingBehind(at: .now + abandonTimeout) {
      var session = session
      await session.abandon()
    }
  }.value
}

extension Run {
  /// Whether the script or the person has cancelled the transaction on the server.
  fileprivate var hasCancelled: Bool {
    records.last { $0.taken != nil }?.cancels == true
  }
}

extension RunPlan {
  /// The expectations of a run that a fault ended before they could be tested.
  fileprivate var unreached: [Expectation] {
    guard !expectations.isEmpty else { return [.unreached(at: nil)] }
    return expectations.map { .unreached(at: $0.place) }
  }
}
