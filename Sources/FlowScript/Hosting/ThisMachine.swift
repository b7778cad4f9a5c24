#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The resources of this machine that a run uses.
package enum ThisMachine {
  /// Returns the time since the start of 1970, by the system's clock.
  package static func wallTime() -> Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The number of available processors.
  package static var cores: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Returns bytes from the system's cryptographic random number generator.
  @Sendable package static func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    // Each number needs a system call, so all of its bytes are used.
    while bytes.count < count {
      let number = generator.next()
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    return Array(bytes.prefix(count))
  }
}
