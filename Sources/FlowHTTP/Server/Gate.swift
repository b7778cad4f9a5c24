#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Lets one thread at a time through, and lets the one that runs through again before those that sleep.
///
/// On Linux `Mutex` hands itself to whoever waits: with a thread a connection, every request would
/// cost two changes of threads as soon as a second connection is busy (64 of them answered 5,400
/// requests a second so, each at 170 µs of the machine's time). What it protects stays in a `Mutex`,
/// which nobody waits for behind the gate.
package final class Gate: Sendable {
  /// Where the system's lock is: it must not move, and belongs to this alone.
  private let address: UInt

  private var lock: UnsafeMutablePointer<pthread_mutex_t>? {
    unsafe UnsafeMutablePointer(bitPattern: address)
  }

  /// Makes an open gate.
  package init() {
    let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    unsafe lock.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(lock, nil)
    address = UInt(bitPattern: lock)
  }

  deinit {
    guard let lock = unsafe lock else { return }
    unsafe pthread_mutex_destroy(lock)
    unsafe lock.deinitialize(count: 1)
    unsafe lock.deallocate()
  }

  /// Does something while no other thread is in here.
  package func pass<Result>(_ body: () -> Result) -> Result {
    guard let lock = unsafe lock else { return body() }
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body()
  }
}
