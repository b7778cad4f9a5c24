#if canImport(Darwin)
import Darwin
#endif

/// The most memory that this process has had at once.
enum PeakMemory {
  /// In bytes; 0 where the system doesn't say.
  static var bytes: Int {
    #if canImport(Darwin)
    var usage = rusage()
    guard unsafe getrusage(RUSAGE_SELF, &usage) == 0 else { return 0 }
    return usage.ru_maxrss
    #else
    // The peak that `getrusage` tells begins with the parent's; this one is this program's own.
    let status = TemporaryFile.bytes("/proc/self/status") ?? []
    let line = status.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: "VmHWM:".utf8) }
    let digits = line?.filter { (48...57).contains($0) } ?? []
    return (Int(String(decoding: digits, as: UTF8.self)) ?? 0) * 1024
    #endif
  }
}
