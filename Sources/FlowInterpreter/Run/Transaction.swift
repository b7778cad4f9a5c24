import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// The transaction of a run with the server: sends requests, and turns the failures of an engine
/// into the end of the run.
struct Transaction: ~Copyable {
  /// Why the engine had no response to the latest request; `nil` if it had one.
  private(set) var failure: EngineFailure?
  /// Why the latest poll wasn't answered; `nil` if it was.
  private(set) var unansweredPoll: EngineFailure?
  /// Whether anything was sent, so that there is a transaction to abandon.
  private(set) var hasBegun = false
  private var session: any Session
  private let clock: any RunClock
  /// Whether a request ends at the run's deadline.
  private let isWatched: Bool
  /// The longest that an answer has taken, if requests are watched.
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
  ///   - start: What the script starts with.
  ///   - place: The line that sends it.
  ///   - time: The run's time limit, at which the request ends if requests are watched.
  ///   - journal: What has happened so far.
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

  /// Sends a move; the parameters are those of `start`.
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

  /// Asks once whether what a step waits for has happened; the parameters are those of `start`.
  ///
  /// - Returns: The answer, and whether only the run's own end has cut the poll off, which says
  ///   nothing
  ///   about the server.
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
      // The wait for what never came says nothing about how fast the server is.
      unansweredPoll = failure
      return (answer, failure.kind == .timedOut && left <= slowestAnswer)
    } catch { throw stop(for: error, sent: sent, at: place, time, journal) }
  }

  /// Asks the engine about the user who has signed in; the parameters are those of `start`.
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

  /// Abandons the transaction if anything was sent, in a task that outlives the canceling of this
  /// one.
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

  // MARK: What the engine knows

  /// How the session behaves.
  var traits: SessionTraits { session.traits }
  /// What of the latest response could not be read.
  var unreadParts: [String] { session.unreadParts }

  /// Why a response doesn't have a fact; `nil` if nothing is known of it.
  func absence(of fact: String) -> String? { session.absence(of: fact) }

  // MARK: Time

  /// When a request that is watched was sent, by the run's clock, and when it ends.
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
    // A transport that counts milliseconds may end one too soon.
    guard let sent, failure.kind == .timedOut, ContinuousClock.now > sent.end - .milliseconds(5)
    else { return stop(for: failure, at: place, time) }
    // A server that took longer than for any answer before is silent, and that is what went wrong;
    // one that would have answered as ever is not, and the run is out of time.
    let waited = time.end - sent.at
    guard waited > slowestAnswer else { return time.exceeded(at: journal.linePlace) }
    let message = "the server has not answered after \(text(of: Transaction.rounded(waited)))"
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
}

/// How long an engine may take to abandon a transaction, in real time: nobody waits for it.
///
/// The limits of its requests are shorter. This one holds where an engine has none, and must not be
/// over on a busy machine before the engine's turn has come.
private let abandonTimeout = Duration.seconds(10)
