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
    let (seconds, attoseconds) = time.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    return pending.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success
  }
}
