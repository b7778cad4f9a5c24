import FlowEngine
import FlowSyntax

extension Run {
  /// Makes a move at the newest response, and takes the one that comes.
  mutating func make(
    _ move: Move, at step: Int?, rule: Int, place: Place
  ) async throws(Stop) {
    let before = try guardProgress(move, rule: rule, place: place)
    learn(move)
    // What was sent while a browser was on its way is for the step that it came back to.
    if case .resume = move {} else { try await markInbox(at: place) }
    // Noted before the request: a failed one shows what was tried.
    note(move, at: step, rule: rule, place: place)
    do throws(Stop) {
      let new = try await send(move, at: place)
      receive(new, at: finish(polls: 0, since: before))
    } catch {
      finish(polls: 0, since: before, isSent: !error.isUnsent)
      throw error
    }
  }

  /// Notes what is being done at the newest response.
  mutating func note(_ move: Move, at step: Int?, rule: Int, place: Place) {
    moves += 1
    let taken = StepRecord.Taken(
      step: step, origin: plan.rules[rule].origin, rule: rule, place: place, move: move,
      isByPerson: isByPerson, polls: 0, duration: .zero, option: optionAtHand)
    records[records.count - 1].taken = taken
    isByPerson = false
    optionAtHand = nil
  }

  /// Notes that the response to a move has come.
  ///
  /// - Parameters:
  ///   - polls: how often it was asked for.
  ///   - before: when it was first asked for.
  ///   - isSent: whether anything was sent: else no step was answered.
  /// - Returns: When.
  @discardableResult
  mutating func finish(polls: Int, since before: Duration, isSent: Bool = true) -> Duration {
    let now = environment.clock.now
    let last = records.count - 1
    records[last].taken?.polls = polls
    records[last].taken?.duration = now - before
    if let events = environment.events {
      events(isSent ? .step(records[last]) : .tried(records[last]))
    }
    return now
  }

  /// Stops a run that goes in a circle, makes too many moves, or is out of time.
  ///
  /// A person may try the same again: what they were asked for counts as no circle. A rule that
  /// answers so many times and no more ends by itself.
  ///
  /// - Returns: The time.
  func guardProgress(_ move: Move, rule: Int, place: Place) throws(Stop) -> Duration {
    let now = try checkTime()
    try guardMoves(at: place)
    // Waiting again, after something else was done, is no circle: that something would be one.
    if case .poll = move { return now }
    guard !isByPerson, plan.rules[rule].limit == nil else { return now }
    try guardCredential(move, rule: rule)
    let steps = response.steps
    // Most responses differ in their steps, which are looked at where they are.
    for index in records.indices.dropLast() where records[index].response.steps == steps {
      guard let taken = records[index].taken, taken.move == move, !taken.isByPerson,
        isSame(records[index].response)
      else { continue }
      let cycle = records[index...].compactMap(\.taken)
      var labels: [Diagnostic.PlaceLabel] = []
      for taken in cycle where !labels.contains(where: { $0.place == taken.place }) {
        labels.append(Diagnostic.PlaceLabel(taken.place, "part of the circle"))
      }
      let notes = response.messages.map { "the server says: \($0.text)" }
      throw .fault([Diagnostic(.noProgress, at: place, labels: labels, notes: notes)])
    }
    return now
  }

  /// Stops a run that would send a secret again that the same step has just been given: whatever the
  /// server calls its answer, it has not taken it, and once more may lock somebody out.
  ///
  /// A rule that looks at the message says that it means to.
  private func guardCredential(_ move: Move, rule: Int) throws(Stop) {
    guard records.count > 1, let last = records[records.count - 2].taken, !last.isByPerson,
      case .submit(let step, _, let answers) = move,
      case .submit(let before, _, answers) = last.move,
      answers.contains(where: { if case .secret = $0.value { true } else { false } }),
      !plan.rules[rule].answersErrors
    else { return }
    let (old, new) = (records[records.count - 2].response.steps[before], response.steps[step])
    // How it is titled may change, as where the attempts are told that are left.
    guard old.name == new.name, old.subjects.map(\.word) == new.subjects.map(\.word) else { return }
    throw .refused(refusal())
  }

  /// Whether a response is the newest one again, but for what only tells of what was done.
  private func isSame(_ other: Response) -> Bool {
    let growing = session.growingFacts
    guard !growing.isEmpty else { return other == response }
    var (old, new) = (other, response)
    old.facts.removeAll { growing.contains($0.name) }
    new.facts.removeAll { growing.contains($0.name) }
    (old.callbacks, new.callbacks) = ([], [])
    return old == new
  }

  /// Stops a run that makes too many moves.
  func guardMoves(at place: Place) throws(Stop) {
    guard moves < Run.movesMax else {
      throw .fault(.tooManySteps(limit: Run.movesMax), at: place)
    }
  }

  /// Teaches the masker the secrets that a move sends.
  private func learn(_ move: Move) {
    switch move {
    case .submit(_, _, let answers):
      for answer in answers { environment.masker.add(answer.value) }
    case .resume(_, let address): environment.masker.add(address)
    case .outside(_, let parameters):
      for parameter in parameters { environment.masker.add(parameter.value) }
    case .use, .poll, .look, .settle: break
    }
  }

  // MARK: The session

  /// Sends the first request, which ends at the run's deadline where the environment asks for that.
  mutating func send(
    _ start: FlowEngine.Start, at place: Place
  ) async throws(Stop) -> Response {
    let sent = watch()
    failure = nil
    do throws(EngineFailure) {
      let response = try await session.start(start)
      noteAnswer(to: sent)
      return response
    } catch { throw stop(for: error, sent: sent, at: place) }
  }

  /// Sends a move, which ends at the run's deadline where the environment asks for that.
  mutating func send(_ move: Move, at place: Place) async throws(Stop) -> Response {
    let sent = watch()
    failure = nil
    do throws(EngineFailure) {
      let response = try await session.perform(move)
      noteAnswer(to: sent)
      return response
    } catch { throw stop(for: error, sent: sent, at: place) }
  }

  /// Asks the engine about the user who has signed in.
  mutating func sendForUser(at place: Place) async throws(Stop) -> [Fact] {
    let sent = watch()
    failure = nil
    do throws(EngineFailure) {
      let facts = try await session.userFacts()
      noteAnswer(to: sent)
      return facts
    } catch { throw stop(for: error, sent: sent, at: place) }
  }

  /// When a request that is watched was sent, by the run's clock, and when it ends.
  private typealias Sent = (at: Duration, end: ContinuousClock.Instant)

  private mutating func watch() -> Sent? {
    guard environment.watchesRequests else { return nil }
    let now = environment.clock.now
    let end = ContinuousClock.now + (deadline - now)
    session.deadline = end
    return (now, end)
  }

  private mutating func noteAnswer(to sent: Sent?) {
    guard let sent else { return }
    slowestAnswer = max(slowestAnswer, environment.clock.now - sent.at)
  }

  private mutating func stop(
    for failure: EngineFailure, sent: Sent?, at place: Place
  ) -> Stop {
    self.failure = failure
    // A transport that counts milliseconds may end one too soon.
    guard let sent, failure.kind == .timedOut, ContinuousClock.now > sent.end - .milliseconds(5)
    else { return stop(for: failure, at: place) }
    return unanswered(after: deadline - sent.at, at: place)
  }

  /// The end of a run whose deadline met a request under way.
  ///
  /// A server that took longer than for any answer before is silent, and that is what went wrong;
  /// one that would have answered as ever is not, and the run is out of time.
  private func unanswered(after waited: Duration, at place: Place) -> Stop {
    guard waited > slowestAnswer else { return outOfTime() }
    let message = "the server has not answered after \(text(of: Run.rounded(waited)))"
    var diagnostic = Diagnostic(.serverUnreachable(message: message), at: place)
    diagnostic.notes.append("the run's own time limit ended the wait")
    return .fault([diagnostic])
  }

  /// A measured time to the precision that is of use: a second is not 999 milliseconds.
  static func rounded(_ duration: Duration) -> Duration {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    let unit: Int64 =
      switch milliseconds {
      case ..<950: 1
      case ..<9_500: 100
      default: 1_000
      }
    return .milliseconds((milliseconds + unit / 2) / unit * unit)
  }

  private func stop(for failure: EngineFailure, at place: Place) -> Stop {
    if failure.kind == .cancelled || Task.isCancelled { return .interrupted }
    if failure.kind == .outOfTime {
      return outOfTime(at: place, because: failure.message, help: failure.help)
    }
    let diagnostic = Diagnostic(failure, at: place)
    return failure.refusal.map { .turnedAway($0, diagnostic) } ?? .fault([diagnostic])
  }
}
