package import FlowText

/// Where the bytes of a report go.
package protocol ReportSink {
  /// Adds bytes.
  mutating func write(_ bytes: [UInt8]) throws(PlainFailure)
  /// Says that the report is whole: one that takes the place of another does so now.
  mutating func complete() throws(PlainFailure)
}

/// Where a report that is put in order at its end keeps its parts until then: a file, not memory.
package protocol ReportSpool {
  /// Adds bytes behind those before.
  mutating func append(_ bytes: [UInt8]) throws(PlainFailure)
  /// Some of the bytes that were added, counted from 0.
  func read(_ range: Range<Int>) throws(PlainFailure) -> [UInt8]
}

/// A sink and a spool that keep all in memory: for what is known to be short.
package final class MemorySink: ReportSink, ReportSpool {
  /// What was written.
  package private(set) var bytes: [UInt8] = []

  /// Makes an empty sink.
  package init() {}

  package func write(_ bytes: [UInt8]) { self.bytes += bytes }
  package func complete() {}
  package func append(_ bytes: [UInt8]) { self.bytes += bytes }
  package func read(_ range: Range<Int>) -> [UInt8] { Array(bytes[range]) }
}
