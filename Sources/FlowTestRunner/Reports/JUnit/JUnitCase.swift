/// A flow as a test case in a JUnit report.
struct JUnitCase {
  /// The XML element, indented to fit into its suite.
  let bytes: [UInt8]

  /// Writes a test case.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - command: The command that runs only this flow.
  init(_ flow: FlowReport, command: String) {
    var writer = XMLWriter(depth: 2)
    writer.open(
      "testcase",
      [
        ("name", flow.name), ("classname", JUnitCase.className(flow.file)),
        ("time", RunSummary.seconds(flow.duration)),
      ])
    JUnitCase.result(of: flow, &writer)
    if let last = flow.attempts.last {
      let again = flow.status.isFailure ? ["run it again: \(command)"] : []
      writer.element("system-out", [], (last.lines + again).joined(separator: "\n"))
    }
    writer.close("testcase")
    bytes = writer.bytes
  }

  private static func result(of flow: FlowReport, _ writer: inout XMLWriter) {
    let failed = flow.attempts.filter { !$0.passed }
    switch flow.status {
    case .passed: break
    case .flaky:
      for attempt in failed { again("flakyFailure", flow, attempt, &writer) }
    case .known, .missed:
      writer.element("skipped", [("message", flow.reason ?? "")], nil)
    case .unexpected:
      first("failure", flow, flow.reason ?? "", &writer)
    case .failed, .broken:
      let name = flow.status == .broken ? ("error", "rerunError") : ("failure", "rerunFailure")
      first(name.0, flow, failed.first?.drawn ?? "", &writer)
      for attempt in failed.dropFirst() { again(name.1, flow, attempt, &writer) }
    }
  }

  private static func first(
    _ name: String, _ flow: FlowReport, _ text: String, _ writer: inout XMLWriter
  ) {
    writer.element(name, [("message", flow.reason ?? ""), ("type", flow.reasonID)], text)
  }

  /// Writes an earlier attempt, in Surefire's format for tests that are run again.
  private static func again(
    _ name: String, _ flow: FlowReport, _ attempt: Attempt, _ writer: inout XMLWriter
  ) {
    writer.open(name, [("message", attempt.reason), ("type", flow.reasonID)])
    writer.element("stackTrace", [], attempt.drawn)
    writer.element("system-out", [], attempt.lines.joined(separator: "\n"))
    writer.close(name)
  }

  /// Returns a file's path as a class name, because JUnit readers group cases by class.
  ///
  /// `tests/staff.flow` becomes `tests.staff`.
  private static func className(_ file: String) -> String {
    var path = file[...]
    if path.hasSuffix(".flow") { path = path.dropLast(5) }
    let folders = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
    return folders.isEmpty ? file : folders.joined(separator: ".")
  }
}
