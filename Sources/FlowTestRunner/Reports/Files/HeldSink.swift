import FlowText

/// A sink that collects its bytes in an unnamed temporary file, and copies them when it is
/// complete.
///
/// If the process is killed, nothing is left behind.
struct HeldSink: ReportSink {
  private let held: ReportFile
  private let target: any ReportSink
  private var count = 0

  /// The number of bytes that are copied at once.
  private static let chunk = 1 << 16

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - held: The temporary file.
  ///   - target: The final destination.
  init(_ held: ReportFile, for target: any ReportSink) {
    self.held = held
    self.target = target
  }

  mutating func write(_ bytes: [UInt8]) throws(PlainFailure) {
    try held.write(bytes)
    count += bytes.count
  }

  mutating func complete() throws(PlainFailure) {
    var target = target
    var start = 0
    while start < count {
      let end = min(count, start + HeldSink.chunk)
      try target.write(try held.read(start..<end))
      start = end
    }
    try target.complete()
  }
}
