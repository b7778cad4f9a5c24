import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// How long a run may take, by the run's clock.
struct TimeLimit: ~Copyable {
  /// When the run began, in time since 1970.
  let began: Duration
  /// When the run must have ended; it moves on while a person thinks.
  private(set) var end: Duration
  private let clock: any RunClock
  private let limit: Duration

  /// Begins to measure.
  ///
  /// - Parameters:
  ///   - limit: How long the run may take.
  ///   - clock: The run's clock.
  init(_ limit: Duration, by clock: any RunClock) {
    self.limit = limit
    self.clock = clock
    began = clock.now
    end = began + limit
  }

  /// The time since 1970.
  var now: Duration { clock.now }

  /// How much time is left.
  var left: Duration { end - clock.now }

  /// The limit as scripts write it.
  var text: String { FlowInterpreter.text(of: limit) }

  /// Moves the end by a time that doesn't count.
  mutating func extend(by duration: Duration) { end += duration }

  /// Moves the end by the time since `before`, which doesn't count.
  mutating func extend(since before: Duration) { end += clock.now - before }

  /// Waits.
  ///
  /// - Throws: `Stop.interrupted` if the task is canceled.
  func sleep(for duration: Duration) async throws(Stop) {
    do { try await clock.sleep(for: duration) } catch { throw .interrupted }
    if Task.isCancelled { throw .interrupted }
  }

  /// Stops a run that was canceled or is out of time.
  ///
  /// - Parameter place: The line that keeps the run waiting.
  /// - Returns: The time.
  /// - Throws: `Stop`.
  func check(at place: @autoclosure () -> Place) throws(Stop) -> Duration {
    if Task.isCancelled { throw .interrupted }
    let now = clock.now
    guard now < end else { throw exceeded(at: place()) }
    return now
  }

  /// The end of a run that is out of time.
  ///
  /// - Parameters:
  ///   - place: The line that waited.
  ///   - reason: What kept it waiting if that isn't a server: a sentence in lower case.
  ///   - help: What to do about it.
  /// - Returns: The end.
  func exceeded(at place: Place, because reason: String? = nil, help: String? = nil) -> Stop {
    var diagnostic = Diagnostic(.deadline(after: text), at: place, help: help)
    if let reason { diagnostic.notes.append(reason) }
    return .fault([diagnostic])
  }
}

/// A duration as scripts write it.
func text(of duration: Duration) -> String {
  let (seconds, attoseconds) = duration.components
  let milliseconds = attoseconds / 1_000_000_000_000_000
  if milliseconds != 0 || seconds == 0 { return "\(seconds * 1000 + milliseconds)ms" }
  return seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
}
