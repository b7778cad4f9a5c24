#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Measures work in this process by the processor's time, which other processes hardly affect.
enum Stopwatch {
  /// The seconds of processor time that this process has used.
  static var now: Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Returns the median seconds of a piece of work.
  ///
  /// The result of the work exists until the time is taken.
  ///
  /// - Parameters:
  ///   - seconds: The duration of the measurement, with at least three and at most a thousand
  ///     repetitions.
  ///   - work: The work.
  /// - Returns: The median.
  static func median<Made>(seconds: Double = 1, of work: () -> Made) -> Double {
    var times: [Double] = []
    var total = 0.0
    while times.count < 3 || total < seconds && times.count < 1000 {
      settle()
      let start = now
      let made = work()
      let time = now - start
      withExtendedLifetime(made) {}
      times.append(time)
      total += time
    }
    return times.median
  }

  /// Makes the allocator join freed blocks, which it otherwise delays until a large allocation.
  ///
  /// That time belongs to the freeing, not to the following work.
  static func settle() {
    withExtendedLifetime([UInt8](repeating: 0, count: 1 << 16)) {}
  }
}

extension [Double] {
  /// The middle value by size; 0 if there is none.
  var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
