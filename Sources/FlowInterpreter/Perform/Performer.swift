import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// Performs the actions of rules: computes their values, and makes their moves.
struct Performer: ~Copyable {
  private(set) var tester = ExpectationTester()
  /// The index of the current rule in the plan.
  private var rule = 0
  /// The index of the option that a `choose` takes; `nil` for other actions.
  private var option: Int?

  /// Performs all actions of a rule.
  ///
  /// The first action is performed as the decision says. Each later action acts on the latest
  /// response. If it isn't possible there, it is a fault.
  ///
  /// - Parameters:
  ///   - decision: The rule, the step that it answers, and how its first action is done.
  ///   - evaluator: The evaluator.
  ///   - state: The state of the run.
  /// - Returns: The effect on the response.
  /// - Throws: `Stop`.
  mutating func perform(
    _ decision: Decision, _ evaluator: inout Evaluator, _ state: inout RunState
  ) async throws(Stop) -> Performed {
    rule = decision.rule
    let movesBefore = state.journal.moves
    let actions = state.plan.rules[rule].actions
    var timeout = try await perform(
      actions[0], at: decision.step, decision.means, &evaluator, &state)
    for action in actions.dropFirst() where timeout == nil {
      // The rule has made no move yet, so the decision's step is still offered.
      let step = state.journal.moves == movesBefore ? decision.step : nil
      timeout = try await performNext(action, from: step, &evaluator, &state)
    }
    state.journal.endRule()
    if let timeout { return .timedOut(timeout) }
    return state.journal.moves == movesBefore ? .stayed : .answered
  }

  /// Performs the next action of a rule on the latest response.
  ///
  /// - Returns: The diagnostic of a `poll` that reached its time limit; `nil` for every other
  ///   action.
  private mutating func performNext(
    _ action: PlannedAction, from step: Int?, _ evaluator: inout Evaluator,
    _ state: inout RunState
  ) async throws(Stop) -> Diagnostic? {
    guard action.answers else {
      return try await perform(action, at: step ?? 0, .asIs, &evaluator, &state)
    }
    if let outcome = state.journal.response.outcome { throw .ended(outcome) }
    if state.journal.showsError, !state.plan.rules[rule].answersErrors || step == nil {
      throw .refused(Refusal.diagnostic(state.journal))
    }
    let others = state.journal.response.steps.indices.filter { $0 != step }
    for index in (step.map { [$0] } ?? []) + others {
      switch state.matcher.fit(action, at: index, state) {
      case .fits(let means):
        return try await perform(action, at: index, means, &evaluator, &state)
      case .ambiguous(let diagnostic): throw .fault([diagnostic])
      case .passed: continue
      }
    }
    let here = state.journal.response.steps.first.map { " at `\($0.name)`" } ?? ""
    throw .fault(.notOffered(what: action.place.text + here), at: action.place)
  }

  private mutating func perform(
    _ action: PlannedAction, at step: Int, _ means: Means, _ evaluator: inout Evaluator,
    _ state: inout RunState
  ) async throws(Stop) -> Diagnostic? {
    let place = action.place
    state.journal.begin(at: step, place)
    switch (action.kind, means) {
    case (.choose(let options), .option(let option, let choice, let method)):
      let selection = Selection(choice: choice, method: method)
      let fields = options[option].fields
      try await choose(fields, at: step, selection, option, place, &evaluator, &state)
    case (.answer(let planned), .fields(let choice)):
      try await answer(planned, at: step, choice: choice, place, &evaluator, &state)
    case (.prompt(let prompts), .fields(let choice)):
      try await prompt(prompts, at: step, choice: choice, place, &evaluator, &state)
    case (.fill, _):
      // The rule stands for all profiles, so the location is the line of the first answer.
      let (answers, first) = try await evaluator.profileAnswers(at: step, &state)
      try await submitAsIs(step, answers, first ?? place, &evaluator, &state)
    case (.take, .capability(let name, let owner)):
      try await use(Capability(name), step: owner, place, &evaluator, &state)
    case (.take(let word), .step(let taken)):
      try await submitAsIs(taken, [], place, &evaluator, &state)
      if word.text == "cancel" { throw .ended(.cancelled) }
    case (.submit, _):
      try await submitAsIs(step, [], place, &evaluator, &state)
    case (.follow, _):
      try await follow(step, place, &evaluator, &state)
    case (.poll(let every, let limit), _):
      let isOver = try await poll(step, every: every, limit: limit, place, &evaluator, &state)
      if isOver, let limit { return try timeout(after: limit, place, state) }
    case (.promptStep, _):
      try await promptStep(from: step, place, &evaluator, &state)
    case (.wait(let duration), _):
      try await wait(duration, at: step, place, &evaluator, &state)
    case (.meanwhile(let event, let parameters), _):
      let values = try await evaluator.parameters(parameters, &state)
      try await make(
        .outside(event, parameters: values), at: step, place, &evaluator, &state)
    case (.expect(let expect), _):
      try await tester.check(expect, &evaluator, &state)
    case (.say(let text), _):
      let text = try await evaluator.shownText(text, &state)
      state.journal.report(.said(text))
    case (.fail(let text), _):
      let message = try await evaluator.shownText(text, &state)
      throw .fault(.ruleFailed(message: message), at: place)
    case (.stop, _):
      try await stop(at: step, place, &evaluator, &state)
    case (.choose, _), (.answer, _), (.prompt, _), (.take, _):
      throw .fault(.notOffered(what: place.text), at: place)
    }
    return nil
  }

  /// Records the option that a `choose` takes with the next move.
  mutating func take(_ option: Int) { self.option = option }

  /// Tests the expectations at the end of a run.
  mutating func testAll(
    _ evaluator: inout Evaluator, _ state: inout RunState
  ) async -> [Expectation] {
    await tester.testAll(&evaluator, &state)
  }

  // MARK: Moves

  /// Makes a move on the latest response, and receives the next response.
  ///
  /// - Parameters:
  ///   - move: The move.
  ///   - step: The index of the move's step; `nil` for a capability of the response.
  ///   - place: The line that makes the move.
  ///   - evaluator: The evaluator, whose values of the previous response are discarded.
  ///   - state: The state of the run.
  /// - Throws: `Stop`.
  mutating func make(
    _ move: Move, at step: Int?, _ place: Place, _ evaluator: inout Evaluator,
    _ state: inout RunState
  ) async throws(Stop) {
    let before = try guardProgress(move, place, state)
    learn(move, state.environment.masker)
    // A code that was sent while the browser was open is for the step after the browser's return.
    if case .resume = move {} else { try await evaluator.markInbox(at: place, state) }
    begin(move, at: step, place, &state)
    do throws(Stop) {
      let new = try await state.transaction.perform(move, at: place, state.time, state.journal)
      let now = state.time.now
      state.journal.finish(polls: 0, since: before, at: now)
      evaluator.pass(to: new, state)
      state.journal.receive(new, at: now)
    } catch {
      let now = state.time.now
      state.journal.finish(polls: 0, since: before, at: now, isSent: !error.isUnsent)
      throw error
    }
  }

  /// Throws a fault if the run is in a loop, makes too many moves, or is out of time.
  ///
  /// A move with the user's own answers doesn't count as a loop, because the user may try the same
  /// again. A rule with a limit can't loop, so it isn't checked.
  ///
  /// - Returns: The current time.
  func guardProgress(
    _ move: Move, _ place: Place, _ state: borrowing RunState
  ) throws(Stop) -> Duration {
    let now = try state.checkTime()
    try ProgressGuard.checkMoves(state.journal, at: place)
    // A repeated poll isn't a loop. If other moves come between two polls, they are checked.
    if case .poll = move { return now }
    guard !state.asker.hasAsked, state.plan.rules[rule].limit == nil else { return now }
    if !state.plan.rules[rule].answersErrors {
      try ProgressGuard.checkCredential(move, state.journal)
    }
    guard state.plan.rules[rule].condition?.counts != true else { return now }
    try ProgressGuard.checkCircle(move, state.transaction, state.journal, at: place)
    return now
  }

  /// Records a move that is about to be made.
  mutating func begin(_ move: Move, at step: Int?, _ place: Place, _ state: inout RunState) {
    let taken = StepRecord.Taken(
      step: step, origin: state.plan.rules[rule].origin, rule: rule, place: place, move: move,
      isByPerson: state.asker.beginMove(), polls: 0, duration: .zero, option: option)
    option = nil
    state.journal.begin(taken)
  }

  /// Adds the secrets in a move to the masker.
  private func learn(_ move: Move, _ masker: Masker) {
    switch move {
    case .submit(_, _, let answers): for answer in answers { masker.add(answer.value) }
    case .resume(_, let address): masker.add(address)
    case .outside(_, let parameters):
      for parameter in parameters { masker.add(parameter.value) }
    case .use, .poll, .look, .settle: break
    }
  }

  /// Submits a step.
  mutating func submit(
    _ step: Int, _ selection: Selection?, _ answers: [Answer], _ place: Place,
    _ evaluator: inout Evaluator, _ state: inout RunState
  ) async throws(Stop) {
    if let selection {
      state.journal.choose(state.journal.response.steps[step].choices[selection.choice])
    }
    let move = Move.submit(step: step, selection: selection, answers: answers)
    try await make(move, at: step, place, &evaluator, &state)
  }

  /// Submits a step without a choice.
  ///
  /// Throws a fault if a required field has no answer.
  mutating func submitAsIs(
    _ step: Int, _ answers: [Answer], _ place: Place, _ evaluator: inout Evaluator,
    _ state: inout RunState
  ) async throws(Stop) {
    try state.journal.require(answers, at: step, choice: nil, place: place)
    try await submit(step, nil, answers, place, &evaluator, &state)
  }

  /// Uses a capability of a step, or of the response if `step` is `nil`.
  mutating func use(
    _ capability: Capability, step: Int?, _ place: Place, _ evaluator: inout Evaluator,
    _ state: inout RunState
  ) async throws(Stop) {
    try await make(.use(capability, step: step), at: step, place, &evaluator, &state)
    // If canceling made the current operation fail, the engine's answer is more specific.
    guard capability.name == "cancel", !state.transaction.traits.answersCancel else { return }
    if state.journal.response.outcome != .failure { throw .ended(.cancelled) }
  }

  private mutating func stop(
    at step: Int, _ place: Place, _ evaluator: inout Evaluator, _ state: inout RunState
  ) async throws(Stop) {
    // An engine whose session can be stopped reports the outcome itself.
    let stop = Capability("stop")
    let response = state.journal.response
    let isOwn =
      response.steps.indices.contains(step) && response.steps[step].capabilities.contains(stop)
    guard isOwn || response.capabilities.contains(stop) else { throw .ended(.stopped) }
    try await use(stop, step: isOwn ? step : nil, place, &evaluator, &state)
  }

  mutating func follow(
    _ step: Int, _ place: Place, _ evaluator: inout Evaluator, _ state: inout RunState
  ) async throws(Stop) {
    guard let redirect = state.journal.response.steps[step].redirect else {
      throw .fault(.notOffered(what: "follow"), at: place)
    }
    guard state.asker.canFollow else {
      throw .fault(
        .nobodyToAsk(field: redirect.title), at: place,
        help: "a redirect needs a browser, or an app with one")
    }
    state.environment.masker.add(redirect.address)
    let before = state.time.now
    try await evaluator.markInbox(at: place, state)
    let address = try await state.asker.follow(redirect, since: before, at: place, &state.time)
    try await make(.resume(step: step, address: address), at: step, place, &evaluator, &state)
  }
}
