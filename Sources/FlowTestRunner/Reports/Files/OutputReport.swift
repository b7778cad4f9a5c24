import FlowText
import FlowTerminal
import FlowInterpreter

/// The standard output as the destination of a report.
struct OutputReport: ReportSink {
  let output: any TextSink

  /// The name in a failure.
  static let name = "the standard output"

  func write(_ bytes: [UInt8]) throws(PlainFailure) {
    output.write(String(decoding: bytes, as: UTF8.self))
    try complete()
  }

  /// If the reader has closed the output, the command's exit status reports it, so this isn't a
  /// failure.
  func complete() throws(PlainFailure) {
    if case .unwritten(let reason)? = output.failure {
      throw PlainFailure(reason, at: OutputReport.name)
    }
  }
}
