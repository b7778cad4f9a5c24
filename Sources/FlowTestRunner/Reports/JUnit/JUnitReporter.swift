package import FlowText

/// The JUnit XML report, which follows the schemas of Jenkins and Surefire.
///
/// Each file is a suite, and each flow is a case. A suite begins with its totals, which are known
/// only at the end of the run. Until then, the cases are kept in a spool, and the memory contains
/// only a few numbers for each case.
package struct JUnitReporter: Reporter {
  private var sink: any ReportSink
  private var parts: OrderedParts
  private var summary = RunSummary()
  private var suites: [String: Suite] = [:]

  /// The totals of a suite.
  private struct Suite {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0
    var duration: Int64 = 0
    /// The start of the earliest attempt; `nil` if no flow ran.
    var began: Int64?

    mutating func add(_ flow: FlowReport) {
      tests += 1
      switch flow.status {
      case .passed, .flaky: break
      case .failed, .unexpected: failures += 1
      case .broken: errors += 1
      case .known, .missed: skipped += 1
      }
      duration = duration.addingReportingOverflow(flow.duration).partialValue
      if let first = flow.attempts.first?.began { began = min(began ?? first, first) }
    }
  }

  /// Creates a reporter.
  ///
  /// - Parameters:
  ///   - sink: The sink that the document is written to.
  ///   - spool: The spool that keeps the cases until the end of the run.
  package init(_ sink: any ReportSink, spool: any ReportSpool) {
    self.sink = sink
    parts = OrderedParts(spool)
  }

  package mutating func take(_ event: TestEvent) throws(PlainFailure) {
    summary.add(event)
    guard case .flow(let flow) = event else { return }
    suites[flow.file, default: Suite()].add(flow)
    let command = flow.command(summary.head?.options ?? [])
    try parts.add(JUnitCase(flow, command: command).bytes, file: flow.file, line: flow.line)
  }

  package mutating func finish() throws(PlainFailure) {
    let gaps = summary.gaps
    var all = Suite()
    for suite in suites.values {
      all.tests += suite.tests
      all.failures += suite.failures
      all.errors += suite.errors
    }
    if !gaps.isEmpty {
      all.tests += 1
      all.errors += 1
    }
    var head = XMLWriter()
    head.declaration()
    head.open(
      "testsuites",
      [
        ("name", "flow test"), ("tests", "\(all.tests)"), ("failures", "\(all.failures)"),
        ("errors", "\(all.errors)"), ("time", RunSummary.seconds(summary.duration ?? 0)),
      ])
    if !gaps.isEmpty { incomplete(gaps, &head) }
    var sink = sink
    try sink.write(head.bytes)
    try parts.forEach { file throws(PlainFailure) in
      try sink.write(suiteHead(file))
    } end: { _ throws(PlainFailure) in
      try sink.write(Array("  </testsuite>\n".utf8))
    } part: { bytes throws(PlainFailure) in
      try sink.write(bytes)
    }
    try sink.write(Array("</testsuites>\n".utf8))
    try sink.complete()
  }

  /// Writes an additional suite with an error if the run is incomplete.
  ///
  /// So no reader mistakes the report for a complete one.
  private func incomplete(_ gaps: [String], _ writer: inout XMLWriter) {
    let totals = [("tests", "1"), ("failures", "0"), ("errors", "1"), ("skipped", "0")]
    writer.open("testsuite", [("name", "flow test")] + totals + [("time", RunSummary.seconds(0))])
    properties(&writer)
    writer.open("testcase", [("name", "the run is complete"), ("classname", "flow test")])
    writer.element(
      "error", [("message", gaps.joined(separator: "; ")), ("type", "incomplete")],
      gaps.joined(separator: "\n"))
    writer.close("testcase")
    writer.close("testsuite")
  }

  private func suiteHead(_ file: String) -> [UInt8] {
    let suite = suites[file] ?? Suite()
    var attributes = [
      ("name", file), ("tests", "\(suite.tests)"), ("failures", "\(suite.failures)"),
      ("errors", "\(suite.errors)"), ("skipped", "\(suite.skipped)"),
      ("time", RunSummary.seconds(suite.duration)),
    ]
    if let began = suite.began {
      // JUnit's timestamps have no time zone. They are in UTC.
      attributes.append(("timestamp", String(RunSummary.time(began).prefix(19))))
    }
    var writer = XMLWriter(depth: 1)
    writer.open("testsuite", attributes)
    properties(&writer)
    return writer.bytes
  }

  private func properties(_ writer: inout XMLWriter) {
    let facts = summary.facts
    guard !facts.isEmpty else { return }
    writer.open("properties", [])
    for fact in facts {
      writer.element("property", [("name", fact.name), ("value", fact.value)], nil)
    }
    writer.close("properties")
  }
}
