import FlowDiagnostics
import FlowEngine
import FlowSyntax

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
    try state.journal.guardMoves(at: place)
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
