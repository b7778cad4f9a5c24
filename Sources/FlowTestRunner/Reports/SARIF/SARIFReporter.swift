package import FlowText
import FlowCrypto
import FlowSyntax
import FlowHTTP

/// The SARIF report: a result for each problem, each failed expectation and each warning.
///
/// The results are written as they come. The rules follow at the end, which is possible because the
/// members of a JSON object have no order.
package struct SARIFReporter: Reporter {
  private var sink: any ReportSink
  private var summary = RunSummary()
  private let explain: (String) -> SARIF.Explanation?
  private var rules: [(id: String, level: String)] = []
  private var places: [String: Int] = [:]
  private var isFirst = true
  private var hasBegun = false

  /// Creates a reporter.
  ///
  /// - Parameters:
  ///   - sink: The sink that the log is written to.
  ///   - explain: Returns the text of the manual for the id of a kind of problem.
  package init(
    _ sink: any ReportSink, explain: @escaping (String) -> SARIF.Explanation?
  ) {
    self.sink = sink
    self.explain = explain
  }

  package mutating func take(_ event: TestEvent) throws(PlainFailure) {
    try begin()
    summary.add(event)
    switch event {
    case .began: break
    case .flow(let flow):
      guard flow.status != .missed else { break }
      for finding in flow.findings + flow.warnings { try add(result(finding, of: flow)) }
    case .ended(let end):
      for warning in end.warnings { try add(result(Finding(warning))) }
    }
  }

  private mutating func add(_ result: JSON) throws(PlainFailure) {
    try write((isFirst ? "\n" : ",\n"), result)
    isFirst = false
  }

  package mutating func finish() throws(PlainFailure) {
    try begin()
    try write("],\n\"columnKind\":\"unicodeCodePoints\",\n\"tool\":", tool)
    try write(",\n\"invocations\":", [invocation])
    if let shard = summary.head?.shard {
      try write(
        ",\n\"automationDetails\":", ["id": .string("flow test/\(shard.index) of \(shard.count)")])
    }
    try sink.write(Array("}]}\n".utf8))
    try sink.complete()
  }

  private mutating func begin() throws(PlainFailure) {
    guard !hasBegun else { return }
    hasBegun = true
    try write("{\"$schema\":", .string(SARIF.schema))
    try sink.write(Array(",\"version\":\"2.1.0\",\"runs\":[{\"results\":[".utf8))
  }

  private mutating func write(_ text: String, _ json: JSON) throws(PlainFailure) {
    try sink.write(Array(text.utf8) + json.bytes())
  }

  // MARK: Results

  /// Returns the result for a warning about a file.
  private mutating func result(_ warning: Finding) -> JSON {
    let message = ProblemText.message(warning.problem)
    let file = warning.problem["file"]?.string ?? ""
    return .object(
      result(
        warning, message, level: "warning", at: SARIF.location(warning.problem), of: file))
  }

  /// Returns the members that every result has.
  private mutating func result(
    _ finding: Finding, _ message: String, level: JSON, at location: JSON?, of owner: String
  ) -> JSONObject {
    let index = places[finding.id] ?? rules.count
    if index == rules.count {
      rules.append((finding.id, finding.isWarning ? "warning" : "error"))
      places[finding.id] = index
    }
    var object: JSONObject = [
      "ruleId": .string(finding.id), "ruleIndex": .integer(index), "level": level,
      "message": SARIF.text(message),
    ]
    if let location { object["locations"] = [["physicalLocation": location]] }
    let related = (finding.problem["labels"]?.array ?? []).compactMap(SARIF.related)
    if !related.isEmpty { object["relatedLocations"] = .array(related) }
    let print = SHA256.hash(Array("\(owner)\u{0}\(finding.id)\u{0}\(message)".utf8))
    object["partialFingerprints"] = ["flow/v1": .string(Base64URL.encode(print))]
    return object
  }

  private mutating func result(_ finding: Finding, of flow: FlowReport) -> JSON {
    let problem = finding.problem
    var object = result(
      finding, DisplayText.line(flow.name) + ": " + ProblemText.message(problem),
      level: flow.status.isFailure && !finding.isWarning ? "error" : "warning",
      at: SARIF.location(problem) ?? SARIFReporter.location(problem, of: flow), of: flow.id)
    if flow.status == .known, !finding.isWarning {
      object["suppressions"] = [
        ["kind": "inSource", "justification": .string(flow.reason ?? "")]
      ]
    }
    object["properties"] = [
      "flow": .string(flow.id), "status": .string(flow.status.rawValue),
      "org": .string(flow.org), "tags": .array(flow.tags.map { .string($0) }),
    ]
    return .object(object)
  }

  /// Returns the location of a problem that has only a line.
  ///
  /// If the problem has no line, the line of the flow is used.
  private static func location(_ problem: JSON, of flow: FlowReport) -> JSON {
    let file = problem["file"]?.string ?? flow.file
    let line = problem["start"]?["line"]?.integer ?? flow.line
    return [
      "artifactLocation": SARIF.artifact(file), "region": ["startLine": .integer(max(1, line))],
    ]
  }

  // MARK: The run

  private var tool: JSON {
    let rules = rules.map { rule in
      explain(rule.id).map { SARIF.rule(rule.id, level: rule.level, $0) }
        ?? SARIFReporter.rule(rule.id)
    }
    return [
      "driver": [
        "name": "flow", "version": .string(summary.head?.version ?? "0"),
        "rules": .array(rules),
      ]
    ]
  }

  /// Returns the rule for a flow's status.
  ///
  /// The manual has no page about the status.
  private static func rule(_ id: String) -> JSON {
    let status = FlowReport.Status.allCases.first { $0.id == id }
    let words = status.map { "A flow that \($0.meaning)" } ?? id
    return ["id": .string(id), "shortDescription": SARIF.text(words)]
  }

  private var invocation: JSON {
    let gaps = summary.gaps
    var object: JSONObject = ["executionSuccessful": .bool(gaps.isEmpty)]
    if let head = summary.head { object["startTimeUtc"] = .string(RunSummary.time(head.began)) }
    if let end = summary.end { object["endTimeUtc"] = .string(RunSummary.time(end.ended)) }
    if !gaps.isEmpty {
      object["toolExecutionNotifications"] = .array(
        gaps.map { ["level": "error", "message": SARIF.text($0)] })
    }
    let facts = summary.facts.map { JSONObject.Member($0.name, .string($0.value)) }
    object["properties"] = .object(
      JSONObject(members: facts + [.init("totals", .string(summary.words))]))
    return .object(object)
  }
}

extension FlowReport.Status {
  /// The meaning of the status, as the end of a sentence.
  fileprivate var meaning: String {
    switch self {
    case .passed: "passed"
    case .flaky: "passed only when it was run again"
    case .known: "failed, and is known to fail"
    case .failed: "failed"
    case .unexpected: "is known to fail, but passed or is past its date"
    case .broken: "could not run to its end"
    case .missed: "was selected but did not run"
    }
  }
}
