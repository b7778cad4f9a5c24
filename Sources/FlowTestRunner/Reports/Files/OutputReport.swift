import FlowText
import FlowTerminal
import FlowInterpreter

/// The standard output as the place of a report.
struct OutputReport: ReportSink {
  let output: any TextSink

  /// What a failure calls it.
  static let name = "the standard output"

  func write(_ bytes: [UInt8]) throws(PlainFailure) {
    output.write(String(decoding: bytes, as: UTF8.self))
    try complete()
  }

  /// A reader that has gone is told by the command's own end, and wants no more words.
  func complete() throws(PlainFailure) {
    if case .unwritten(let reason)? = output.failure {
      throw PlainFailure(reason, at: OutputReport.name)
    }
  }
}
