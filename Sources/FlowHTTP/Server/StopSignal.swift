import Dispatch
import Synchronization

/// What the threads of a server wait for that hold something back: its end.
final class StopSignal: Sendable {
  private let pending = DispatchGroup()
  private let isGiven = Atomic(false)

  init() {
    pending.enter()
  }

  deinit {
    // The system ends a program that lets go of a group which is waited for still.
    give()
  }

  /// Wakes everybody who waits, now and from now on.
  func give() {
    guard !isGiven.exchange(true, ordering: .relaxed) else { return }
    pending.leave()
  }

  /// Waits.
  ///
  /// - Parameter time: The longest that is waited.
  /// - Returns: Whether the signal was given.
  func wait(_ time: Duration) -> Bool {
    pending.wait(timeout: DispatchTime(after: time)) == .success
  }
}

extension DispatchTime {
  /// The time after a duration from now.
  ///
  /// By a double of seconds: `DispatchTimeInterval.nanoseconds` has an `Int`, which is full after two
  /// seconds if it has 32 bits.
  init(after duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .now() + (Double(seconds) + Double(attoseconds) / 1e18)
  }
}
