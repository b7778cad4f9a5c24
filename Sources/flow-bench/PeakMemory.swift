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

  /// What this program's peak is after few things and after many, where it does nothing else.
  ///
  /// - Parameters:
  ///   - things: the option that has this program do them, without its dashes.
  ///   - few: how many come first.
  ///   - many: how many there are in the end.
  ///   - bench: this program.
  /// - Returns: the peaks in bytes; `nil` where it could not run itself.
  static func after(
    _ things: String, _ few: Int, _ many: Int, bench: String
  ) -> (few: Double, many: Double)? {
    let numbers = ChildProcess.numbers(bench, ["--" + things, "\(few)", "\(many)"])
    guard numbers.count == 2, numbers[0] > 0 else { return nil }
    return (numbers[0], numbers[1])
  }

  /// Shows the peak after many things beside that after few: what is done again takes no more.
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

  /// Why there is no peak.
  static let notRun = "this program could not run itself"
}
