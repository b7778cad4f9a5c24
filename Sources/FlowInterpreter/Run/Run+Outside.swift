import FlowEngine
import FlowSyntax

extension Run {
  /// Tells that time passes at a step of which nothing is asked meanwhile, whatever it waits for.
  func tellPause(_ pause: Duration, at index: Int) {
    guard let events = environment.events, response.steps.indices.contains(index) else { return }
    var step = response.steps[index]
    step.waiting = nil
    events(.waiting(step, pause))
  }

  /// Lets time pass, and takes what has become of the response where it changes by itself.
  ///
  /// The run's own time limit is moved on by as much: it is for what the script doesn't ask for.
  mutating func wait(
    _ duration: Duration, at index: Int, rule: Int, place: Place
  ) async throws(Stop) {
    let before = try checkTime()
    tellPause(duration, at: index)
    do { try await environment.clock.sleep(for: duration) } catch { throw .interrupted }
    if Task.isCancelled { throw .interrupted }
    deadline += duration
    guard session.changesByItself else { return }
    let new = try await send(.look, at: place)
    guard !new.isSame(as: response) else {
      // What is told alone changes nothing that can be answered.
      response.callbacks += new.callbacks
      records[records.count - 1].response.callbacks = response.callbacks
      return
    }
    try guardMoves(at: place)
    note(.look, at: index, rule: rule, place: place)
    receive(new, at: finish(polls: 0, since: before))
  }

  /// Lets something happen outside of the run, and takes what has become of the response.
  mutating func meanwhile(
    _ event: String, _ parameters: [PlannedAnswer], at index: Int, rule: Int, place: Place
  ) async throws(Stop) {
    let move = Move.outside(event, parameters: try await values(of: parameters))
    try await make(move, at: index, rule: rule, place: place)
  }

  /// The values of the parameters after `with`, by the names that are written.
  mutating func values(of parameters: [PlannedAnswer]) async throws(Stop) -> [Answer] {
    var answers: [Answer] = []
    for parameter in parameters {
      guard let planned = parameter.value else { continue }
      answers.append(Answer(parameter.written, try await value(planned)))
    }
    return answers
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
