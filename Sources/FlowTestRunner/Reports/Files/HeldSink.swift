import FlowText

/// A sink whose bytes have no name until they are whole: what kills the process leaves nothing of them.
struct HeldSink: ReportSink {
  private let held: ReportFile
  private let target: any ReportSink
  private var count = 0

  /// How much is moved at once.
  private static let chunk = 1 << 16

  /// Makes a sink.
  ///
  /// - Parameters:
  ///   - held: Where the bytes wait.
  ///   - target: Where they go in the end.
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
