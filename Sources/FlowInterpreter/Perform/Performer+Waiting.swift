import FlowDiagnostics
import FlowEngine
import FlowSyntax

extension Performer {
  /// The shortest pause between two polls, whatever the server or a script asks for: no server
  /// wants to be asked more often.
  private static let pollIntervalMin = Duration.milliseconds(100)

  /// Waits first, then asks until the response is no longer one that waits at this step.
  ///
  /// - Parameters:
  ///   - index: The index of the step.
  ///   - every: The pace; `nil` for the server's, as its latest answer has it.
  ///   - limit: How long; `nil` for the run's time limit.
  ///   - place: The line that waits.
  ///   - evaluator: Watches the inbox, and forgets what no longer counts.
  ///   - state: The state of the run.
  /// - Returns: Whether the time of `limit` is over, and nothing has happened.
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
    // The messages that came while it was waited, and were reported then.
    var reported: [Message]?
    // Why the latest poll that had time to be answered brought nothing.
    var unanswered: EngineFailure?
    var isOver = false
    repeat {
      let now = state.time.now
      guard now < end else {
        guard end < state.time.end else {
          state.journal.finish(polls: polls, since: before, at: state.time.now)
          // If nobody answers, that is what went wrong, and not the time.
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
        reportLimit(failure, at: newest.steps[current], after: unanswered, state.journal)
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

  /// Reports that a server asks to wait when it begins to.
  private func reportLimit(
    _ failure: EngineFailure, at step: Step, after last: EngineFailure?,
    _ journal: borrowing Journal
  ) {
    guard failure.kind == .limited, last?.kind != .limited,
      let wait = failure.retryAfter ?? step.waiting?.interval
    else { return }
    journal.report(.limited(wait))
  }

  /// The problem of a wait that took as long as it may.
  ///
  /// - Throws: `Stop` if the latest poll wasn't answered, so that nobody can tell whether something
  ///   has happened.
  func timeout(
    after limit: Duration, _ place: Place, _ state: borrowing RunState
  ) throws(Stop) -> Diagnostic {
    if let failure = state.transaction.unansweredPoll, state.time.left > .zero {
      throw .fault([Diagnostic(failure, at: place)])
    }
    return Diagnostic(.pollTimeout(after: text(of: limit)), at: place)
  }

  /// The index at which a response still waits at a step and says nothing that must be answered.
  private func waits(_ response: Response, at step: Step) -> Int? {
    guard response.outcome == nil, !response.messages.contains(where: { $0.severity == .error })
    else { return nil }
    return response.steps.firstIndex { $0.waiting != nil && $0.isSame(as: step) }
  }
}

extension Performer {
  /// Lets time pass, and receives what has become of the response if it changes by itself.
  ///
  /// The run's own time limit is moved on by as much: it is for what the script doesn't ask for.
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
      // New callbacks alone change nothing that can be answered.
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
  /// Whether a script can't tell it from another, whatever has been called back.
  fileprivate func isSame(as other: Response) -> Bool {
    var own = self
    own.callbacks = other.callbacks
    return own == other
  }
}
