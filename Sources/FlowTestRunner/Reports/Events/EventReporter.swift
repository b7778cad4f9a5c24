package import FlowText
import FlowHTTP

/// Writes each event as a line of JSON when it occurs.
///
/// The file is valid at any time. If it has no event `end`, the run was killed.
package struct EventReporter: Reporter {
  private var sink: any ReportSink
  private let path: String

  /// Creates a reporter.
  ///
  /// - Parameters:
  ///   - sink: The sink of the lines.
  ///   - path: The path of the report, for failures.
  package init(_ sink: any ReportSink, path: String) {
    self.sink = sink
    self.path = path
  }

  package mutating func take(_ event: TestEvent) throws(PlainFailure) {
    var line = event.json.bytes()
    guard line.count <= TestEvent.limits.size else {
      throw PlainFailure(
        "an event has more than \(TestEvent.limits.size >> 20) MB", at: path)
    }
    line.append(UInt8(ascii: "\n"))
    try sink.write(line)
  }

  package mutating func finish() throws(PlainFailure) {
    try sink.complete()
  }
}
