import FlowText
import FlowTerminal
import FlowInterpreter

/// The standard output as the destination of a report.
struct OutputReport: ReportSink {
  let output: any TextSink

  /// The name in messages.
  static let name = "the standard output"

  func write(_ bytes: [UInt8]) throws(PlainFailure) {
    output.write(String(decoding: bytes, as: UTF8.self))
    try complete()
  }

  /// Throws if the output couldn't be written.
  ///
  /// If the reader has closed the output, that isn't a failure, because the exit status shows it.
  func complete() throws(PlainFailure) {
    if case .unwritten(let reason)? = output.failure {
      throw PlainFailure(reason, at: OutputReport.name)
    }
  }
}
