import Dispatch
import FlowLock

/// Signals that a server stops, to threads that delay an answer.
final class StopSignal: Sendable {
  private let pending = DispatchGroup()
  private let isGiven = Mutex(false)

  init() {
    pending.enter()
  }

  deinit {
    // The system ends a program that releases a group while a thread waits for it.
    give()
  }

  /// Gives the signal, which ends all current and later waits.
  func give() {
    isGiven.withLock { isGiven in
      if !isGiven { pending.leave() }
      isGiven = true
    }
  }

  /// Waits until the signal is given or the time is over.
  ///
  /// - Parameter time: The maximum wait.
  /// - Returns: Whether the signal was given.
  func wait(_ time: Duration) -> Bool {
    pending.wait(timeout: DispatchTime(after: time)) == .success
  }
}

extension DispatchTime {
  /// Creates the time after a duration from now.
  ///
  /// The code uses a double of seconds. `DispatchTimeInterval.nanoseconds` has an `Int`, which with
  /// 32 bits overflows after two seconds.
  init(after duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .now() + (Double(seconds) + Double(attoseconds) / 1e18)
  }
}
