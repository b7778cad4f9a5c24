import FlowEngine
import FlowLock

/// The clock of a served org: another clock that can be moved ahead.
final class ServedClock: RunClock {
  /// The maximum time by which the clock can be ahead: ten years.
  static let farthest = Duration.seconds(3650 * 86_400)

  private let base: any RunClock
  private let moved = Mutex(Duration.zero)

  init(_ base: any RunClock) {
    self.base = base
  }

  /// The time since the start of 1970, UTC.
  var now: Duration { base.now + ahead }

  /// The time by which the clock is ahead.
  var ahead: Duration { moved.withLock { $0 } }

  /// Moves the clock ahead.
  ///
  /// - Returns: Whether the clock could be moved that far.
  func advance(by time: Duration) -> Bool {
    moved.withLock { moved in
      guard time >= .zero, time <= ServedClock.farthest - moved else { return false }
      moved += time
      return true
    }
  }

  /// Sets the clock back to the other clock's time, when the org is reset.
  func reset() {
    moved.withLock { $0 = .zero }
  }

  func sleep(for duration: Duration) async throws {
    try await base.sleep(for: duration)
  }
}
