import Synchronization

/// Time as a run sees it: what is now, and how to wait.
///
/// One clock serves deadlines, polling, one-time codes and the simulated org, so that a test, or a
/// run against the org in this process, never waits for real.
public protocol RunClock: Sendable {
  /// The time since the start of 1970, UTC; it never goes backwards.
  var now: Duration { get }
  /// Waits; ends early, with an error, when the task is cancelled.
  func sleep(for duration: Duration) async throws
}

/// The machine's clock: the wall's time at its making, from then on the monotonic clock's.
public struct SystemClock: RunClock {
  private let wall: Duration
  private let origin: ContinuousClock.Instant

  /// Makes a clock that was `now` when it was made, in time since the start of 1970.
  public init(now: Duration) {
    wall = now
    origin = .now
  }

  /// The time since the start of 1970.
  public var now: Duration { wall + (ContinuousClock.now - origin) }

  /// Waits for real.
  public func sleep(for duration: Duration) async throws {
    try await Task.sleep(for: duration)
  }
}

/// A clock on which nobody waits: it goes with another, and a wait moves it forward at once.
///
/// For an org in this process, which has nothing to wait for: time is real, waiting is not.
public final class SkippingClock: RunClock {
  private let base: any RunClock
  private let skipped = Mutex(Duration.zero)

  /// Makes a clock that goes with `base`.
  public init(_ base: any RunClock) {
    self.base = base
  }

  /// The time since the start of 1970, the waits that were skipped included.
  public var now: Duration { base.now + skipped.withLock { $0 } }

  /// Moves the clock forward at once.
  public func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    skipped.withLock { $0 += max(duration, .zero) }
  }
}

/// A clock that only moves when somebody waits or moves it.
public final class ManualClock: RunClock {
  private let time: Mutex<Duration>

  /// Makes a clock that shows `now`, in time since the start of 1970.
  public init(now: Duration) {
    time = Mutex(now)
  }

  /// The time since the start of 1970.
  public var now: Duration { time.withLock { $0 } }

  /// Moves the clock forward at once.
  public func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    advance(by: duration)
  }

  /// Moves the clock forward.
  public func advance(by duration: Duration) {
    time.withLock { $0 += max(duration, .zero) }
  }
}
