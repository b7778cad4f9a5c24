import FlowInterpreter
import FlowDiagnostics
import FlowSyntax
package import FlowHTTP

extension FlowReport {
  /// How long it took, all attempts together, in microseconds.
  package var duration: Int64 {
    attempts.reduce(0) { $0.addingReportingOverflow(max(0, $1.duration)).partialValue }
  }

  /// Why it did not simply pass, on a line; `nil` where it did.
  package var reason: String? {
    switch status {
    case .passed: nil
    case .flaky:
      "passed when it was run again, after: " + (attempts.first?.reason ?? "nothing is known")
    case .known: "known to fail until \(known?.until ?? "-"): \(known?.reason ?? "-")"
    case .unexpected:
      attempts.last?.passed == true
        ? "passed, though it is known to fail: \(known?.reason ?? "-")"
        : "was known to fail until \(known?.until ?? "-"): \(known?.reason ?? "-")"
    case .missed: attempts.isEmpty ? "did not run" : "was interrupted"
    case .failed, .broken: attempts.last?.reason ?? "no attempt of it is told of"
    }
  }

  /// The id of what was wrong: a problem's, or that of the status.
  package var reasonID: String {
    switch status {
    case .failed, .broken, .flaky:
      attempts.first { !$0.passed }?.findings(of: self).first?.id ?? status.id
    case .unexpected: attempts.last?.findings(of: self).first?.id ?? status.id
    case .passed, .known, .missed: status.id
    }
  }

  /// What a report by places tells of it: that of the last attempt that failed.
  package var findings: [Finding] {
    switch status {
    case .passed: return []
    case .missed: return [whole]
    case .unexpected:
      let findings = attempts.last?.findings(of: self) ?? []
      return findings.isEmpty ? [whole] : findings
    case .flaky, .known, .failed, .broken:
      let findings = attempts.last { !$0.passed }?.findings(of: self) ?? []
      return findings.isEmpty ? [whole] : findings
    }
  }

  /// What it was warned of, each thing once: a name that is misspelt may hold whatever happens.
  package var warnings: [Finding] {
    var warnings: [Finding] = []
    for problem in attempts.lazy.flatMap(\.problems) where problem.isWarning {
      let finding = Finding(problem)
      if !warnings.contains(finding) { warnings.append(finding) }
    }
    return warnings
  }

  /// The flow itself as a finding.
  private var whole: Finding {
    Finding(
      id: status.id, problem: Finding.problem(status.id, reason ?? "", file: file, line: line))
  }
}

extension FlowReport.Status {
  /// What it is called among the ids of problems.
  package var id: String { "flow-" + rawValue }
}

extension Attempt {
  /// What was wrong with it, on a line.
  package var reason: String {
    if let problem = problems.first(where: { !$0.isWarning }) {
      return problem.object["message"]?.string ?? outcome
    }
    return expectations.first { !$0.holds }?.reason ?? "it ended with \(outcome)"
  }

  /// Its problems, and the failed expectations that no problem tells of.
  fileprivate func findings(of flow: FlowReport) -> [Finding] {
    var findings = problems.filter { !$0.isWarning }.map { Finding($0) }
    let id = ProblemKind.expectationFailed.id
    let told = Set(
      findings.compactMap { $0.id == id ? $0.problem["start"]?["line"]?.integer : nil })
    for expectation in expectations where !expectation.holds {
      let line = expectation.line ?? flow.line
      guard !told.contains(line) else { continue }
      findings.append(
        Finding(
          id: id, problem: Finding.problem(id, expectation.reason, file: flow.file, line: line)))
    }
    return findings
  }
}

extension ExpectationReport {
  /// What was expected, and what was found instead.
  package var reason: String {
    guard isReached else { return "expected \(expected), but the run did not come so far" }
    return "expected \(expected)" + (actual.map { ", found \($0)" } ?? "")
  }
}

/// Something that was wrong, at its place.
package struct Finding: Sendable, Hashable {
  /// A problem's id, or the status of a flow.
  package var id: String
  /// A problem as JSON: what it says, and where.
  package var problem: JSON

  init(id: String, problem: JSON) {
    self.id = id
    self.problem = problem
  }

  init(_ problem: ProblemReport) {
    self.init(id: problem.object["id"]?.string ?? "problem", problem: problem.object)
  }

  /// Whether it is nothing that a flow fails by.
  package var isWarning: Bool { problem["severity"]?.string == "warning" }

  /// A problem that is known by its line alone.
  fileprivate static func problem(
    _ id: String, _ message: String, file: String, line: Int
  ) -> JSON {
    [
      "id": .string(id), "severity": "error", "message": .string(message),
      "file": .string(file), "start": ["line": .integer(line)],
    ]
  }
}
