import FlowEngine
import Synchronization

/// The clock of a served org: another clock that can be moved ahead, with everything that depends
/// on it.
final class ServedClock: RunClock {
  /// The longest time by which it can be ahead: ten years.
  static let farthest = Duration.seconds(3650 * 86_400)

  private let base: any RunClock
  private let moved = Mutex(Duration.zero)

  init(_ base: any RunClock) {
    self.base = base
  }

  /// The time since the start of 1970, UTC.
  var now: Duration { base.now + ahead }

  /// The time by which it is ahead.
  var ahead: Duration { moved.withLock { $0 } }

  /// Moves it ahead.
  ///
  /// - Returns: Whether it could be moved so far.
  func advance(by time: Duration) -> Bool {
    moved.withLock { moved in
      guard time >= .zero, time <= ServedClock.farthest - moved else { return false }
      moved += time
      return true
    }
  }

  /// Resets it, for an org that starts again.
  func reset() {
    moved.withLock { $0 = .zero }
  }

  func sleep(for duration: Duration) async throws {
    try await base.sleep(for: duration)
  }
}
