import Synchronization

/// The time of a run: the current time and waiting.
///
/// One clock serves deadlines, polling, one-time codes and the simulated org. So a test, or a run
/// against the org in this process, never waits for real.
public protocol RunClock: Sendable {
  /// The time since the start of 1970, UTC; it never goes backwards.
  var now: Duration { get }
  /// Waits. It ends early, with an error, when the task is canceled.
  func sleep(for duration: Duration) async throws
}

/// The machine's clock.
///
/// It has the wall time when it is made, and then follows the monotonic clock.
public struct SystemClock: RunClock {
  private let wall: Duration
  private let origin: ContinuousClock.Instant

  /// Makes a clock whose current time is `now`, in time since the start of 1970.
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

/// A clock without waiting: it follows another clock, and a wait moves it forward at once.
///
/// It is for an org in this process, where waiting isn't necessary. The time is real, but waits are
/// skipped.
public final class SkippingClock: RunClock {
  private let base: any RunClock
  private let skipped = Mutex(Duration.zero)

  /// Makes a clock that follows `base`.
  public init(_ base: any RunClock) {
    self.base = base
  }

  /// The time since the start of 1970, including the skipped waits.
  public var now: Duration { base.now + skipped.withLock { $0 } }

  /// Moves the clock forward at once.
  public func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    skipped.withLock { $0 += max(duration, .zero) }
  }
}

/// A clock that moves only when someone waits or moves it.
public final class ManualClock: RunClock {
  private let time: Mutex<Duration>

  /// Makes a clock at `now`, in time since the start of 1970.
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
