import FlowLock

/// A clock for a run: it has a current time, and it can wait.
///
/// Deadlines, polling, one-time codes and the simulated org all use the same clock. So a test, or a
/// run against an org in this process, doesn't have to wait in real time.
public protocol RunClock: Sendable {
  /// The time since the start of 1970, UTC.
  ///
  /// The time never goes backwards.
  var now: Duration { get }
  /// Waits.
  ///
  /// If the task is canceled, the wait ends with an error.
  func sleep(for duration: Duration) async throws
}

/// The machine's clock.
///
/// The clock starts with the given time, and then follows the monotonic clock.
public struct SystemClock: RunClock {
  private let wall: Duration
  private let origin: ContinuousClock.Instant

  /// Makes a clock that starts at `now`, the time since the start of 1970.
  public init(now: Duration) {
    wall = now
    origin = .now
  }

  /// The time since the start of 1970.
  public var now: Duration { wall + (ContinuousClock.now - origin) }

  /// Waits in real time.
  public func sleep(for duration: Duration) async throws {
    try await Task.sleep(for: duration)
  }
}

/// A clock that follows another clock, but skips waits by moving forward at once.
///
/// Such a clock is for an org in this process, where a wait has no purpose.
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

/// A clock that moves only when code waits on it or advances it.
public final class ManualClock: RunClock {
  private let time: Mutex<Duration>

  /// Makes a clock that starts at `now`, the time since the start of 1970.
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
