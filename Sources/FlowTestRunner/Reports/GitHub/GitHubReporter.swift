package import FlowText
import FlowSyntax
import FlowHTTP

/// The report for GitHub Actions: an annotation for each finding, and a summary of the job in
/// Markdown.
package struct GitHubReporter: Reporter {
  private var sink: any ReportSink
  private var page: (any ReportSink)?
  private var summary = RunSummary()
  private var listed: [String] = []
  private var unlisted = 0

  /// The maximum number of flows in the summary.
  ///
  /// GitHub limits a summary to 1 MB.
  static let listedMax = 200

  /// Creates a reporter.
  ///
  /// - Parameters:
  ///   - sink: The sink of the workflow commands.
  ///   - page: The sink of the job's summary; `nil` if there is none.
  package init(_ sink: any ReportSink, page: (any ReportSink)?) {
    self.sink = sink
    self.page = page
  }

  package mutating func take(_ event: TestEvent) throws(PlainFailure) {
    summary.add(event)
    guard case .flow(let flow) = event else { return }
    if flow.status != .passed { list(flow) }
    let isTold = flow.status != .known && flow.status != .missed
    for finding in (isTold ? flow.findings : []) + flow.warnings {
      let isError = flow.status.isFailure && !finding.isWarning
      let line = GitHubAnnotation.line(
        finding.problem, level: isError ? .error : .warning,
        title: "\(flow.name): \(finding.id)")
      try sink.write(Array((line + "\n").utf8))
    }
  }

  package mutating func finish() throws(PlainFailure) {
    for warning in summary.end?.warnings ?? [] {
      try sink.write(Array((GitHubAnnotation.line(warning.object) + "\n").utf8))
    }
    for gap in summary.gaps {
      let line = GitHubAnnotation.line(
        ["message": .string(gap)], level: .error, title: "the run is incomplete")
      try sink.write(Array((line + "\n").utf8))
    }
    try sink.complete()
    guard var page else { return }
    try page.write(Array(markdown.utf8))
    try page.complete()
  }

  private mutating func list(_ flow: FlowReport) {
    guard listed.count < GitHubReporter.listedMax else { return unlisted += 1 }
    // The reason is cut off, because it may be very long.
    let reason = String((flow.reason ?? "").prefix(300))
    listed.append(
      "| \(flow.status.words) | \(GitHubReporter.cell(String(flow.name.prefix(200)))) "
        + "| \(GitHubReporter.cell("\(flow.file):\(flow.line)")) | \(GitHubReporter.cell(reason)) |"
    )
  }

  private var markdown: String {
    var lines = ["## \(summary.passed ? "✅" : "❌") flow test: \(summary.words)", ""]
    for gap in summary.gaps { lines += ["**Incomplete:** " + GitHubReporter.cell(gap), ""] }
    lines += ["| | |", "| --- | --- |"]
    lines += summary.facts.map { "| \($0.name) | \(GitHubReporter.cell($0.value)) |" }
    if let coverage = summary.end?.coverage {
      let counted = coverage.counted
      lines.append(
        "| coverage | \(RunSummary.percent(coverage.percent)) of \(counted.count) items |")
    }
    lines.append("")
    if !listed.isEmpty {
      lines += ["| | flow | location | reason |", "| --- | --- | --- | --- |"] + listed + [""]
    }
    if unlisted > 0 { lines += ["and \(unlisted) more flows that did not simply pass.", ""] }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a text for a table cell, with Markdown's special characters escaped.
  private static func cell(_ text: String) -> String {
    var cell = ""
    for scalar in DisplayText.line(text).unicodeScalars {
      switch scalar {
      case "&": cell += "&amp;"
      case "<": cell += "&lt;"
      case "!"..."/", ":"..."@", "["..."`", "{"..."~":
        cell.unicodeScalars.append("\\")
        cell.unicodeScalars.append(scalar)
      default: cell.unicodeScalars.append(scalar)
      }
    }
    return cell
  }
}
