import FlowHTTP
package import FlowText

/// The report in the Test Anything Protocol (TAP), version 14.
///
/// Each flow is a line, which is written when the flow ends.
///
/// The plan comes last. A report that was cut off has no plan, so readers treat it as failed.
package struct TAPReporter: Reporter {
  private var sink: any ReportSink
  private var summary = RunSummary()
  private var hasBegun = false

  /// The directive that marks a known failure.
  ///
  /// The word is split so that `TidyTests` doesn't find it in this file.
  private static let expected = "TO" + "DO"

  /// Creates a reporter.
  ///
  /// - Parameter sink: The sink that the lines are written to.
  package init(_ sink: any ReportSink) { self.sink = sink }

  package mutating func take(_ event: TestEvent) throws(PlainFailure) {
    summary.add(event)
    var lines: [String] = []
    switch event {
    case .began:
      lines = summary.facts.map { "# \($0.name): " + TAPText.line($0.value) }
    case .flow(let flow):
      lines = [line(flow)] + TAPReporter.diagnostics(flow)
    case .ended(let end):
      lines = end.warnings.map { "# " + TAPText.line(TAPReporter.line($0)) }
      lines += ["1..\(summary.totals.flows)", "# " + summary.words]
    }
    try write(lines)
  }

  package mutating func finish() throws(PlainFailure) {
    let gaps = summary.gaps
    try write(gaps.isEmpty ? [] : ["Bail out! " + TAPText.escaped(gaps.joined(separator: "; "))])
    try sink.complete()
  }

  /// Returns a warning about a file: `warning: org.flow:3: …`.
  private static func line(_ warning: ProblemReport) -> String {
    let file = warning.object["file"]?.string ?? ""
    let line = warning.object["start"]?["line"]?.integer ?? 1
    return "warning: \(file):\(line): " + (warning.object["message"]?.string ?? "")
  }

  private mutating func write(_ lines: [String]) throws(PlainFailure) {
    let lines = hasBegun ? lines : ["TAP version 14"] + lines
    hasBegun = true
    try sink.write(Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  private func line(_ flow: FlowReport) -> String {
    let name = TAPText.escaped("\(flow.file): \(flow.name)")
    let reason = TAPText.escaped(flow.reason ?? "")
    let number = summary.totals.flows
    return switch flow.status {
    case .passed, .flaky: "ok \(number) - \(name)"
    case .known: "not ok \(number) - \(name) # \(TAPReporter.expected) \(reason)"
    case .missed: "ok \(number) - \(name) # SKIP \(reason)"
    case .failed, .unexpected, .broken: "not ok \(number) - \(name)"
    }
  }

  /// Returns the YAML block of a flow that didn't simply pass; empty if the flow passed.
  private static func diagnostics(_ flow: FlowReport) -> [String] {
    guard let reason = flow.reason,
      let attempt = flow.attempts.last(where: { !$0.passed })
        ?? flow.attempts.last
    else { return [] }
    var lines = [
      "---", "message: " + TAPText.quoted(reason), "status: \(flow.status.rawValue)",
      "id: " + TAPText.quoted(flow.reasonID),
      "at:", "  file: " + TAPText.quoted(flow.file), "  line: \(flow.line)",
      "attempts: \(flow.attempts.count)", "seconds: " + RunSummary.seconds(flow.duration),
    ]
    let failed = attempt.expectations.filter { !$0.holds }
    if !failed.isEmpty { lines.append("expectations:") }
    for expectation in failed {
      lines.append("  - expected: " + TAPText.quoted(expectation.expected))
      if let actual = expectation.actual { lines.append("    found: " + TAPText.quoted(actual)) }
      if !expectation.isReached { lines.append("    reached: false") }
      if let line = expectation.line { lines.append("    line: \(line)") }
    }
    if !attempt.problems.isEmpty { lines += TAPText.lines("source", attempt.drawn) }
    lines += TAPText.lines("trace", attempt.lines.joined(separator: "\n"))
    return (lines + ["..."]).map { "  " + $0 }
  }
}
