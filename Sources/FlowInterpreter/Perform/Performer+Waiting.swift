import FlowDiagnostics
import FlowEngine
import FlowSyntax

extension Performer {
  /// The shortest interval between two polls.
  ///
  /// The limit protects the server from a script or a response that requests a shorter one.
  private static let pollIntervalMin = Duration.milliseconds(100)

  /// Polls a step until the response no longer waits there.
  ///
  /// Each poll comes after a pause.
  ///
  /// - Parameters:
  ///   - index: The index of the step.
  ///   - every: The interval; `nil` for the interval that the server requests.
  ///   - limit: The time limit of the wait; `nil` for the run's time limit.
  ///   - place: The line that waits.
  ///   - evaluator: The evaluator, whose values of the previous response are discarded.
  ///   - state: The state of the run.
  /// - Returns: Whether the wait reached `limit` without a result.
  /// - Throws: `Stop`.
  mutating func poll(
    _ index: Int, every: Duration?, limit: Duration?, _ place: Place,
    _ evaluator: inout Evaluator, _ state: inout RunState
  ) async throws(Stop) -> Bool {
    let before = try guardProgress(.poll(step: index), place, state)
    try await evaluator.markInbox(at: place, state)
    let end = limit.map { min(before + $0, state.time.end) } ?? state.time.end
    begin(.poll(step: index), at: index, place, &state)
    let step = state.journal.response.steps[index]
    var newest = state.journal.response
    var current = index
    var polls = 0
    // The messages that came during the wait and were already reported.
    var reported: [Message]?
    // The failure of the latest poll that wasn't cut off by the deadline.
    var unanswered: EngineFailure?
    var isOver = false
    repeat {
      let now = state.time.now
      guard now < end else {
        guard end < state.time.end else {
          state.journal.finish(polls: polls, since: before, at: state.time.now)
          // If the polls failed, the failure is reported instead of the time limit.
          throw unanswered.map { .fault([Diagnostic($0, at: place)]) }
            ?? state.time.exceeded(at: state.journal.linePlace)
        }
        state.journal.noteTimeout()
        isOver = true
        break
      }
      let interval = every ?? newest.steps[current].waiting?.interval
      let pace = max(interval ?? .zero, Performer.pollIntervalMin)
      let pause = min(pace, end - now)
      state.journal.report(.waiting(newest.steps[current], pause))
      try await state.time.sleep(for: pause)
      let polled = try await state.transaction.poll(
        current, at: place, state.time, state.journal)
      switch polled.answer {
      case .answered(let response):
        newest = response
        polls += 1
        unanswered = nil
      case .unanswered(let response, let failure):
        newest = response
        guard !polled.isCutOff else { break }
        reportFailure(failure, at: newest.steps[current], after: unanswered, state.journal)
        unanswered = failure
      }
      guard let next = waits(newest, at: step) else { break }
      current = next
      state.journal.learn(newest)
      guard newest.messages != reported ?? state.journal.response.messages else { continue }
      reported = newest.messages
      for message in newest.messages { state.journal.report(.message(message)) }
    } while true
    let now = state.time.now
    state.journal.finish(polls: polls, since: before, at: now)
    evaluator.pass(to: newest, state)
    state.journal.receive(newest, at: now, reported: reported)
    return isOver
  }

  /// Reports that the server began to limit requests, or that its answers began to fail.
  private func reportFailure(
    _ failure: EngineFailure, at step: Step, after last: EngineFailure?,
    _ journal: borrowing Journal
  ) {
    guard failure.kind == .limited else {
      if last == nil { journal.report(.disconnected(failure.message)) }
      return
    }
    guard last?.kind != .limited, let wait = failure.retryAfter ?? step.waiting?.interval else {
      return
    }
    journal.report(.limited(wait))
  }

  /// Returns the diagnostic of a wait that reached its time limit.
  ///
  /// - Throws: The failure of the latest poll if the server didn't answer it. The result is then
  ///   unknown.
  func timeout(
    after limit: Duration, _ place: Place, _ state: borrowing RunState
  ) throws(Stop) -> Diagnostic {
    if let failure = state.transaction.unansweredPoll, state.time.left > .zero {
      throw .fault([Diagnostic(failure, at: place)])
    }
    return Diagnostic(.pollTimeout(after: text(of: limit)), at: place)
  }

  /// Returns the index of a step in a response that still waits there; `nil` if the response
  /// doesn't wait at the step, or shows an error.
  private func waits(_ response: Response, at step: Step) -> Int? {
    guard response.outcome == nil, !response.messages.contains(where: { $0.severity == .error })
    else { return nil }
    return response.steps.firstIndex { $0.waiting != nil && $0.isSame(as: step) }
  }
}

extension Performer {
  /// Performs `wait`: lets time pass, and then receives the response if it has changed by itself.
  ///
  /// The run's time limit is extended by the duration, because it doesn't apply to time that the
  /// script requests.
  mutating func wait(
    _ duration: Duration, at step: Int, _ place: Place, _ evaluator: inout Evaluator,
    _ state: inout RunState
  ) async throws(Stop) {
    let before = try state.checkTime()
    try await state.pause(for: duration)
    state.time.extend(by: duration)
    guard state.transaction.traits.changesByItself else { return }
    let new = try await state.transaction.perform(.look, at: place, state.time, state.journal)
    guard !new.isSame(as: state.journal.response) else {
      // Callbacks don't change what a script can answer.
      state.journal.add(callbacks: new.callbacks)
      return
    }
    try ProgressGuard.checkMoves(state.journal, at: place)
    begin(.look, at: step, place, &state)
    let now = state.time.now
    state.journal.finish(polls: 0, since: before, at: now)
    evaluator.pass(to: new, state)
    state.journal.receive(new, at: now)
  }
}

extension Response {
  /// Whether two responses differ at most in their callbacks.
  fileprivate func isSame(as other: Response) -> Bool {
    var own = self
    own.callbacks = other.callbacks
    return own == other
  }
}
