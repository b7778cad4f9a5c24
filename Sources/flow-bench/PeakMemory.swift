#if canImport(Darwin)
import Darwin
#endif

/// The peak memory of this process.
enum PeakMemory {
  /// The peak in bytes; 0 if the system doesn't report it.
  static var bytes: Int {
    #if canImport(Darwin)
    var usage = rusage()
    guard unsafe getrusage(RUSAGE_SELF, &usage) == 0 else { return 0 }
    return usage.ru_maxrss
    #else
    // The peak from `getrusage` begins with the parent's; this one is the program's own.
    let status = TemporaryFile.bytes("/proc/self/status") ?? []
    let line = status.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: "VmHWM:".utf8) }
    let digits = line?.filter { (48...57).contains($0) } ?? []
    return (Int(String(decoding: digits, as: UTF8.self)) ?? 0) * 1024
    #endif
  }

  /// Returns this program's peaks after few and after many repetitions, in a process that does
  /// nothing else.
  ///
  /// - Parameters:
  ///   - things: The option for the repetitions, without its dashes.
  ///   - few: The number of repetitions at first.
  ///   - many: The number of repetitions at the end.
  ///   - bench: This program.
  /// - Returns: The peaks in bytes; `nil` if this program could not run itself.
  static func after(
    _ things: String, _ few: Int, _ many: Int, bench: String
  ) -> (few: Double, many: Double)? {
    let numbers = ChildProcess.numbers(bench, ["--" + things, "\(few)", "\(many)"])
    guard numbers.count == 2, numbers[0] > 0 else { return nil }
    return (numbers[0], numbers[1])
  }

  /// Compares the peak after many repetitions with the peak after few.
  ///
  /// Repetition should take no more memory.
  static func compare(
    _ things: String, _ few: Int, _ many: Int, _ report: Report, _ group: String, bench: String
  ) {
    let name = "peak memory of \(many) \(things)"
    guard let peaks = after(things, few, many, bench: bench) else {
      return report.skip(name, of: group, because: notRun)
    }
    report.show(
      Measurement(
        name: name, figure: peaks.many / 1e6, unit: "MB",
        baseline: Measurement.Baseline(name: "of \(few)", figure: peaks.few / 1e6),
        target: .mostRatio(1.1)), of: group)
  }

  /// The reason for a missing peak.
  static let notRun = "this program could not run itself"
}
