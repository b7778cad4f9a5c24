import FlowEngine
import FlowSyntax

extension Run {
  /// The shortest pause between two polls, whatever the server or a script asks for: no server wants
  /// to be asked more often.
  static let pollIntervalMin = Duration.milliseconds(100)

  /// How long a person waits until they are asked whether to go on: longer than it takes to find a
  /// phone, and not so long that they think nothing happens.
  static let patience = Duration.seconds(30)

  /// Waits first, then asks until the response is no longer one that waits at this step.
  ///
  /// `every` is the pace, the server's where it is `nil`, as its newest answer has it; `limit` how
  /// long, until the run's deadline where it is `nil`.
  ///
  /// - Returns: Whether the time of `limit` is over, and nothing has happened.
  mutating func poll(
    _ index: Int, every: Duration?, limit: Duration?, rule: Int, place: Place
  ) async throws(Stop) -> Bool {
    let before = try guardProgress(.poll(step: index), rule: rule, place: place)
    try await markInbox(at: place)
    let end = limit.map { min(before + $0, deadline) } ?? deadline
    note(.poll(step: index), at: index, rule: rule, place: place)
    let step = response.steps[index]
    var newest = response
    var current = index
    var polls = 0
    // The messages that came while it was waited, and were told then.
    var told: [Message]?
    // Why the newest poll that had time to be answered brought nothing.
    var unanswered: EngineFailure?
    repeat {
      let now = environment.clock.now
      guard now < end else {
        guard end < deadline else {
          finish(polls: polls, since: before)
          // Where nobody answers, that is what went wrong, and not the time.
          throw unanswered.map { .fault([Diagnostic($0, at: place)]) } ?? outOfTime()
        }
        records[records.count - 1].taken?.hasTimedOut = true
        receive(newest, at: finish(polls: polls, since: before), told: told)
        return true
      }
      let interval = every ?? newest.steps[current].waiting?.interval ?? Run.pollIntervalMin
      let pause = min(max(interval, Run.pollIntervalMin), end - now)
      environment.events?(.waiting(newest.steps[current], pause))
      do { try await environment.clock.sleep(for: pause) } catch { throw .interrupted }
      if Task.isCancelled { throw .interrupted }
      newest = try await ask(current, after: &unanswered, at: place)
      if session.unansweredPoll == nil { polls += 1 }
      guard let next = waits(newest, at: step) else { break }
      current = next
      learn(newest)
      guard newest.messages != told ?? response.messages else { continue }
      told = newest.messages
      for message in newest.messages { environment.events?(.message(message)) }
    } while true
    receive(newest, at: finish(polls: polls, since: before), told: told)
    return false
  }

  /// Asks once, and tells that a server asks to wait when it begins to.
  ///
  /// - Parameters:
  ///   - step: The index of the step that waits.
  ///   - unanswered: Why the poll before this one brought nothing; then the same of this one, unless
  ///     the run's own end has cut it off, which says nothing of the server.
  ///   - place: The line that waits.
  /// - Returns: The newest response.
  /// - Throws: `Stop`.
  private mutating func ask(
    _ step: Int, after unanswered: inout EngineFailure?, at place: Place
  ) async throws(Stop) -> Response {
    let left = deadline - environment.clock.now
    let slowestBefore = slowestAnswer
    let response = try await send(.poll(step: step), at: place)
    guard let failure = session.unansweredPoll else {
      unanswered = nil
      return response
    }
    // The wait for what never came says nothing of how fast the server is.
    slowestAnswer = slowestBefore
    if failure.kind == .timedOut, left <= slowestBefore { return response }
    if failure.kind == .limited, unanswered?.kind != .limited,
      let wait = failure.retryAfter ?? response.steps[step].waiting?.interval
    {
      environment.events?(.limited(wait))
    }
    unanswered = failure
    return response
  }

  /// Leaves a step to the next rule that applies: this one has waited as long as it may.
  ///
  /// - Throws: `Stop` where that nothing happened can't be told, for the newest poll wasn't answered.
  mutating func leave(
    _ rule: Int, afterWaiting limit: Duration, at place: Place
  ) throws(Stop) {
    if let failure = session.unansweredPoll, environment.clock.now < deadline {
      throw .fault([Diagnostic(failure, at: place)])
    }
    spent.append(rule)
    lastTimeout = Diagnostic(.pollTimeout(after: text(of: limit)), at: place)
  }

  /// The index at which a response still waits at a step and says nothing that must be answered.
  private func waits(_ response: Response, at step: Step) -> Int? {
    guard response.outcome == nil, !response.messages.contains(where: { $0.severity == .error })
    else { return nil }
    return response.steps.firstIndex { $0.waiting != nil && $0.isSame(as: step) }
  }
}
