import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// One run of a plan.
///
/// Only one task has access to a run. For each response, the run decides which rule answers it,
/// performs the rule, and records the result, until something ends the run.
struct Run: ~Copyable {
  private var state: RunState
  private var evaluator: Evaluator
  private var decider: Decider
  private var performer = Performer()

  init(_ plan: RunPlan, engine: any Engine, environment: RunEnvironment) {
    state = RunState(plan, engine: engine, environment: environment)
    evaluator = Evaluator(plan, environment)
    decider = Decider(ruleCount: plan.rules.count)
  }

  /// Runs from the first request until something stops the run.
  mutating func drive() async throws(Stop) -> Never {
    try state.plan.preflight(state.environment)
    try await makeLabels()
    try await start()
    while true {
      if let outcome = state.journal.response.outcome { throw .ended(outcome) }
      _ = try state.checkTime()
      guard let decision = try await decider.decide(&evaluator, &state) else {
        try await settle()
        continue
      }
      state.journal.note(decision)
      decider.start(decision.rule)
      let performed = try await performer.perform(decision, &evaluator, &state)
      decider.note(performed, of: decision.rule)
    }
  }

  private mutating func makeLabels() async throws(Stop) {
    for label in state.plan.labels {
      state.matcher.add(label: try await evaluator.value(label, &state).revealed)
    }
  }

  /// Sends the first request, and receives the first response.
  private mutating func start() async throws(Stop) {
    let place = state.plan.place
    let parameters = try await evaluator.parameters(state.plan.parameters, &state)
    try await evaluator.markInbox(at: place, state)
    let start = Start(intent: state.plan.intent, parameters: parameters)
    do throws(Stop) {
      receive(try await state.transaction.start(start, at: place, state.time, state.journal))
    } catch .fault(let diagnostics) where Run.blamesParameters(diagnostics) {
      var diagnostic = diagnostics[0]
      diagnostic.place = state.plan.parameters.first?.place ?? place
      throw .fault([diagnostic])
    }
  }

  /// Whether the only fault is that the parameters of `start` are invalid.
  private static func blamesParameters(_ diagnostics: [Diagnostic]) -> Bool {
    diagnostics.count == 1
      && (diagnostics[0].kind == .simulatedOnly || diagnostics[0].kind == .requestFailed)
  }

  private mutating func receive(_ first: Response) {
    evaluator.pass(to: first, state)
    state.journal.receive(first, at: state.time.now)
  }

  /// Ends the run at a response that no rule answers, or waits if a step ends by itself.
  ///
  /// After the wait, the next response replaces the current one, and has the callbacks and messages
  /// of both. A script without a rule for the step sees only one response.
  private mutating func settle() async throws(Stop) {
    let before = state.journal.response
    if let outcome = before.settled { throw .ended(outcome) }
    guard before.steps.contains(where: \.endsByItself), !state.journal.showsError else {
      throw decider.undecided(state)
    }
    var new = try await state.transaction.perform(
      .settle, at: state.journal.linePlace, state.time, state.journal)
    new.callbacks = before.callbacks + new.callbacks
    new.messages = before.messages.filter { !new.messages.contains($0) } + new.messages
    evaluator.pass(to: new, state)
    decider.reset()
    state.journal.replace(by: new, at: state.time.now)
  }

  // MARK: The end

  /// Ends the run.
  ///
  /// Abandons the transaction on the server if necessary, and tests the flow's expectations.
  ///
  /// - Parameter stop: The reason for the end.
  /// - Returns: The complete result.
  mutating func end(_ stop: Stop) async -> RunResult {
    var refusal: Diagnostic?
    var faults: [Diagnostic] = []
    var isCancelledByScript = false
    switch stop {
    case .ended(let outcome):
      state.journal.end(outcome)
      if outcome == .failure { refusal = Refusal.diagnostic(state.journal) }
      if outcome == .cancelled { isCancelledByScript = state.journal.hasCancelled }
    case .refused(let diagnostic):
      state.journal.end(.failure)
      refusal = diagnostic
    case .turnedAway(let message, let diagnostic):
      // No rule can answer a refusal without a page. If the flow doesn't expect it, the settings
      // are at fault.
      if state.plan.expectations.contains(where: \.isOfRefusal) {
        state.journal.end(.refused, with: message)
        refusal = diagnostic
      } else {
        state.journal.end(.failure)
        faults = [diagnostic]
      }
    case .fault(let diagnostics):
      state.journal.end(.failure)
      faults = diagnostics
    case .interrupted:
      state.journal.end(.cancelled)
      // Before the first step there is no line to report.
      faults = [Diagnostic(.interrupted, at: state.journal.currentPlace)]
    case .unexpected:
      state.journal.end(.failure)
    }
    let outcome = state.journal.ended ?? .failure
    if outcome != .success, outcome != .finished, !isCancelledByScript {
      await state.transaction.abandon()
    }
    let tokens = state.journal.response.tokens ?? state.transaction.failure?.refusedTokens
    if let tokens { state.environment.masker.add(tokens) }
    let tested =
      faults.isEmpty
      ? await performer.testAll(&evaluator, &state) : state.plan.unreachedExpectations
    return RunResult(
      plan: state.plan, records: state.journal.records, outcome: outcome,
      tokens: outcome == .success ? state.journal.response.tokens : nil,
      abandonedTokens: outcome == .success ? nil : tokens,
      expectations: performer.tester.tested + tested, refusal: refusal, faults: faults,
      failure: state.transaction.failure, began: state.time.began,
      duration: state.time.now - state.time.began, fired: decider.fired)
  }
}

extension RunPlan {
  /// The results for the expectations of a run that a fault ended.
  fileprivate var unreachedExpectations: [Expectation] {
    guard !expectations.isEmpty else { return [.unreached(at: nil)] }
    return expectations.map { .unreached(at: $0.place) }
  }
}
