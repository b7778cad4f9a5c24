package import FlowText

/// The destination of a report's bytes.
package protocol ReportSink {
  /// Appends bytes.
  mutating func write(_ bytes: [UInt8]) throws(PlainFailure)
  /// Completes the report.
  ///
  /// If the report is a new version of an existing file, it now replaces that file.
  mutating func complete() throws(PlainFailure)
}

/// Temporary storage for the parts of a report that is sorted at the end.
///
/// The storage is usually a file, to save memory.
package protocol ReportSpool {
  /// Appends bytes.
  mutating func append(_ bytes: [UInt8]) throws(PlainFailure)
  /// Returns the appended bytes in a range.
  ///
  /// The first byte has the position 0.
  func read(_ range: Range<Int>) throws(PlainFailure) -> [UInt8]
}

/// A sink and a spool in memory, for short reports.
package final class MemorySink: ReportSink, ReportSpool {
  /// The written bytes.
  package private(set) var bytes: [UInt8] = []

  /// Creates an empty sink.
  package init() {}

  package func write(_ bytes: [UInt8]) { self.bytes += bytes }
  package func complete() {}
  package func append(_ bytes: [UInt8]) { self.bytes += bytes }
  package func read(_ range: Range<Int>) -> [UInt8] { Array(bytes[range]) }
}
