#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Measures the memory use of this process.
enum ProcessMemory {
  /// Returns the resident set size of the process in bytes.
  ///
  /// On Apple systems, the result is the largest size so far.
  ///
  /// - Returns: The size; `nil` if the system doesn't report it.
  static func inUse() -> Int? {
    #if canImport(Darwin)
    var usage = rusage()
    guard unsafe getrusage(RUSAGE_SELF, &usage) == 0 else { return nil }
    return usage.ru_maxrss
    #else
    // proc(5): the second number of `statm` is the resident set size in pages. `getrusage` isn't
    // useful on Linux, because its value starts from the size of the parent program.
    let descriptor = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe read(descriptor, $0.baseAddress, $0.count)
    }
    guard count > 0 else { return nil }
    let numbers = bytes[..<count].split(separator: UInt8(ascii: " "))
    guard numbers.count > 1, let pages = Int(String(decoding: numbers[1], as: UTF8.self)) else {
      return nil
    }
    return pages * pageSize
    #endif
  }

  private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
}
