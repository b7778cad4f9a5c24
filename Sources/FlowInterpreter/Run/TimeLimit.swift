import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// The time limit of a run, measured by the run's clock.
struct TimeLimit: ~Copyable {
  /// The start of the run, in time since 1970.
  let began: Duration
  /// The time at which the run must have ended.
  ///
  /// The time moves later while the user answers a question.
  private(set) var end: Duration
  private let clock: any RunClock
  private let limit: Duration

  /// Starts a time limit.
  ///
  /// - Parameters:
  ///   - limit: The maximum duration of the run.
  ///   - clock: The run's clock.
  init(_ limit: Duration, by clock: any RunClock) {
    self.limit = limit
    self.clock = clock
    began = clock.now
    end = began + limit
  }

  /// The current time since 1970.
  var now: Duration { clock.now }

  /// The remaining time of the run.
  var left: Duration { end - clock.now }

  /// The time limit in the notation of scripts, such as `2m`.
  var text: String { FlowInterpreter.text(of: limit) }

  /// Extends the time limit by a duration that doesn't count.
  mutating func extend(by duration: Duration) { end += duration }

  /// Extends the time limit by the time since `before`, which doesn't count.
  mutating func extend(since before: Duration) { end += clock.now - before }

  /// Waits by the run's clock.
  ///
  /// - Throws: `Stop.interrupted` if the task is canceled.
  func sleep(for duration: Duration) async throws(Stop) {
    do { try await clock.sleep(for: duration) } catch { throw .interrupted }
    if Task.isCancelled { throw .interrupted }
  }

  /// Throws if the run was canceled or is out of time.
  ///
  /// - Parameter place: The line at which the run is waiting.
  /// - Returns: The current time.
  /// - Throws: `Stop.interrupted`, or a fault if the time limit has passed.
  func check(at place: @autoclosure () -> Place) throws(Stop) -> Duration {
    if Task.isCancelled { throw .interrupted }
    let now = clock.now
    guard now < end else { throw exceeded(at: place()) }
    return now
  }

  /// Returns the fault of a run that is out of time.
  ///
  /// - Parameters:
  ///   - place: The line that waited.
  ///   - reason: What the run waited for, if it wasn't a server: a sentence in lower case.
  ///   - help: The remedy.
  /// - Returns: The fault.
  func exceeded(at place: Place, because reason: String? = nil, help: String? = nil) -> Stop {
    var diagnostic = Diagnostic(.deadline(after: text), at: place, help: help)
    if let reason { diagnostic.notes.append(reason) }
    return .fault([diagnostic])
  }
}

/// Returns a duration in the notation of scripts: `500ms`, `30s`, `2m`.
func text(of duration: Duration) -> String {
  let (seconds, attoseconds) = duration.components
  let milliseconds = attoseconds / 1_000_000_000_000_000
  if milliseconds != 0 || seconds == 0 { return "\(seconds * 1000 + milliseconds)ms" }
  return seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
}
