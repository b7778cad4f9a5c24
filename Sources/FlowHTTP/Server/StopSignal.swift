import Dispatch
import Synchronization

/// A signal of a server's end, for threads that delay an answer.
final class StopSignal: Sendable {
  private let pending = DispatchGroup()
  private let isGiven = Atomic(false)

  init() {
    pending.enter()
  }

  deinit {
    // The system ends a program that releases a group while a thread waits for it.
    give()
  }

  /// Wakes all waiting threads, now and in the future.
  func give() {
    guard !isGiven.exchange(true, ordering: .relaxed) else { return }
    pending.leave()
  }

  /// Waits.
  ///
  /// - Parameter time: The longest wait.
  /// - Returns: Whether the signal was given.
  func wait(_ time: Duration) -> Bool {
    pending.wait(timeout: DispatchTime(after: time)) == .success
  }
}

extension DispatchTime {
  /// Creates the time after a duration from now.
  ///
  /// It uses a double of seconds: `DispatchTimeInterval.nanoseconds` has an `Int`, which overflows
  /// after two seconds if it has 32 bits.
  init(after duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .now() + (Double(seconds) + Double(attoseconds) / 1e18)
  }
}
