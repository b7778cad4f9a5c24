import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// The transaction of a run with the server.
///
/// The transaction sends requests, and turns an engine's failures into the `Stop` that ends the
/// run.
struct Transaction: ~Copyable {
  /// The failure of the latest request; `nil` if a response came.
  private(set) var failure: EngineFailure?
  /// The failure of the latest poll; `nil` if it was answered.
  private(set) var unansweredPoll: EngineFailure?
  /// Whether anything was sent, so that there is a transaction to abandon.
  private(set) var hasBegun = false
  private var session: any Session
  private let clock: any RunClock
  /// Whether requests are aborted at the run's deadline.
  private let isWatched: Bool
  /// The longest time that an answer took so far.
  ///
  /// The time is measured only if requests are watched.
  private var slowestAnswer = Duration.zero

  init(with engine: any Engine, _ environment: RunEnvironment) {
    let masker = environment.masker
    session = engine.makeSession { masker.add($0) }
    clock = environment.clock
    isWatched = environment.watchesRequests
  }

  // MARK: Requests

  /// Sends the first request.
  ///
  /// - Parameters:
  ///   - start: What the script starts.
  ///   - place: The line that sends the request.
  ///   - time: The run's time limit. If requests are watched, the request is aborted at the limit.
  ///   - journal: The journal, whose line is reported if the time limit ends the request.
  /// - Returns: The response.
  /// - Throws: `Stop`.
  mutating func start(
    _ start: FlowEngine.Start, at place: Place, _ time: borrowing TimeLimit,
    _ journal: borrowing Journal
  ) async throws(Stop) -> Response {
    hasBegun = true
    let sent = watch(time)
    do throws(EngineFailure) {
      let response = try await session.start(start)
      noteAnswer(to: sent)
      return response
    } catch { throw stop(for: error, sent: sent, at: place, time, journal) }
  }

  /// Sends a move.
  ///
  /// The parameters are the same as for `start`.
  mutating func perform(
    _ move: Move, at place: Place, _ time: borrowing TimeLimit, _ journal: borrowing Journal
  ) async throws(Stop) -> Response {
    let sent = watch(time)
    do throws(EngineFailure) {
      let response = try await session.perform(move)
      noteAnswer(to: sent)
      return response
    } catch { throw stop(for: error, sent: sent, at: place, time, journal) }
  }

  /// Polls a step once.
  ///
  /// The parameters are the same as for `start`.
  ///
  /// - Returns: The answer, and whether the deadline cut the poll off. A poll that was cut off
  ///   doesn't show a problem of the server.
  mutating func poll(
    _ step: Int, at place: Place, _ time: borrowing TimeLimit, _ journal: borrowing Journal
  ) async throws(Stop) -> (answer: PollAnswer, isCutOff: Bool) {
    let left = time.left
    let sent = watch(time)
    do throws(EngineFailure) {
      let answer = try await session.poll(step: step)
      guard case .unanswered(_, let failure) = answer else {
        unansweredPoll = nil
        noteAnswer(to: sent)
        return (answer, false)
      }
      // The failed poll says nothing about the server's speed, so its time isn't recorded.
      unansweredPoll = failure
      return (answer, failure.kind == .timedOut && left <= slowestAnswer)
    } catch { throw stop(for: error, sent: sent, at: place, time, journal) }
  }

  /// Requests the facts about the signed-in user.
  ///
  /// The parameters are the same as for `start`.
  mutating func userFacts(
    at place: Place, _ time: borrowing TimeLimit, _ journal: borrowing Journal
  ) async throws(Stop) -> [Fact] {
    let sent = watch(time)
    do throws(EngineFailure) {
      let facts = try await session.userFacts()
      noteAnswer(to: sent)
      return facts
    } catch { throw stop(for: error, sent: sent, at: place, time, journal) }
  }

  /// Abandons the transaction on the server if anything was sent.
  ///
  /// The request continues even if the current task is canceled.
  func abandon() async {
    guard hasBegun else { return }
    let session = session
    await Task {
      _ = await leavingBehind(at: .now + abandonTimeout) {
        var session = session
        await session.abandon()
      }
    }.value
  }

  // MARK: Properties of the engine

  /// The properties of the session.
  var traits: SessionTraits { session.traits }
  /// The parts of the latest response that could not be read.
  var unreadParts: [String] { session.unreadParts }

  /// Returns the reason why a response doesn't have a fact; `nil` if it is unknown.
  func absence(of fact: String) -> String? { session.absence(of: fact) }

  // MARK: Time

  /// The time at which a watched request was sent, by the run's clock, and its deadline.
  private typealias Sent = (at: Duration, end: ContinuousClock.Instant)

  private mutating func watch(_ time: borrowing TimeLimit) -> Sent? {
    failure = nil
    guard isWatched else { return nil }
    let now = clock.now
    let end = ContinuousClock.now + (time.end - now)
    session.deadline = end
    return (now, end)
  }

  private mutating func noteAnswer(to sent: Sent?) {
    guard let sent else { return }
    slowestAnswer = max(slowestAnswer, clock.now - sent.at)
  }

  private mutating func stop(
    for failure: EngineFailure, sent: Sent?, at place: Place, _ time: borrowing TimeLimit,
    _ journal: borrowing Journal
  ) -> Stop {
    self.failure = failure
    // A transport that measures in milliseconds may end a request a little too early.
    guard let sent, failure.kind == .timedOut, ContinuousClock.now > sent.end - .milliseconds(5)
    else { return stop(for: failure, at: place, time) }
    // If the wait was longer than for any earlier answer, the server's silence is reported. If it
    // was shorter, the server may be working as usual, so the run's time limit is reported.
    let waited = time.end - sent.at
    guard waited > slowestAnswer else { return time.exceeded(at: journal.linePlace) }
    let message = "the server didn't answer within \(text(of: Transaction.rounded(waited)))"
    var diagnostic = Diagnostic(.serverUnreachable(message: message), at: place)
    diagnostic.notes.append("the run's own time limit ended the wait")
    return .fault([diagnostic])
  }

  private func stop(
    for failure: EngineFailure, at place: Place, _ time: borrowing TimeLimit
  ) -> Stop {
    if failure.kind == .cancelled || Task.isCancelled { return .interrupted }
    if failure.kind == .outOfTime {
      return time.exceeded(at: place, because: failure.message, help: failure.help)
    }
    let diagnostic = Diagnostic(failure, at: place)
    return failure.refusal.map { .turnedAway($0, diagnostic) } ?? .fault([diagnostic])
  }

  /// Rounds a measured duration for messages: 999 milliseconds become a second.
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
}

/// The maximum time that an engine may take to abandon a transaction.
///
/// The limits of an engine's requests are shorter. This limit is for an engine without its own
/// limits, and it must be long enough on a busy machine.
private let abandonTimeout = Duration.seconds(10)
