package import FlowHTTP
import FlowInterpreter
import FlowDiagnostics
import FlowSyntax

/// All that a run tells of one flow.
package struct FlowReport: Sendable, Hashable {
  /// The file and the name: the same in every run, and of no other flow.
  package var id: String
  /// The flow's name; with rows, their values after it in brackets.
  package var name: String
  /// The script, as it was named or found.
  package var file: String
  /// The line of its name, from 1.
  package var line: Int
  /// The words after `tagged`.
  package var tags: [String]
  /// The engine.
  package var engine: String
  /// What it ran against: an org's name, or an issuer's address.
  package var org: String
  /// How it came out.
  package var status: Status
  /// Why it is known to fail; `nil` where it has to pass.
  package var known: KnownFailure?
  /// Every time it ran, in order; empty where it did not.
  package var attempts: [Attempt]

  /// How a flow came out.
  package enum Status: String, Sendable, Hashable, CaseIterable {
    /// All as expected, at once.
    case passed
    /// All as expected, but only when it was run again.
    case flaky
    /// Failed, as it is known to.
    case known
    /// Something was not as expected.
    case failed
    /// It passed, or its time is over, though it is known to fail.
    case unexpected
    /// A fault of the script, the network or the machine: nothing is said of the policy.
    case broken
    /// It was to run and did not, or was interrupted.
    case missed

    /// Whether a run with such a flow fails.
    package var isFailure: Bool {
      switch self {
      case .passed, .flaky, .known: false
      case .failed, .unexpected, .broken, .missed: true
      }
    }
  }

  /// A failure that is known.
  package struct KnownFailure: Sendable, Hashable {
    /// Why.
    package var reason: String
    /// The day after which it is no excuse any more, `2026-12-31`.
    package var until: String

    /// Makes one.
    package init(reason: String, until: String) {
      self.reason = reason
      self.until = until
    }
  }

  /// Makes a report.
  package init(
    id: String, name: String, file: String, line: Int, tags: [String] = [], engine: String,
    org: String, status: Status, known: KnownFailure? = nil, attempts: [Attempt] = []
  ) {
    self.id = id
    self.name = name
    self.file = file
    self.line = line
    self.tags = tags
    self.engine = engine
    self.org = org
    self.status = status
    self.known = known
    self.attempts = attempts
  }

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

/// One run of a flow.
package struct Attempt: Sendable, Hashable {
  /// When it began, in microseconds since 1970, by the machine's clock.
  package var began: Int64
  /// How long it took, in microseconds of the machine's clock.
  package var duration: Int64
  /// The word of how it ended, such as `success`.
  package var outcome: String
  /// Whether all was as expected.
  package var passed: Bool
  /// Every response, and what was done about it.
  package var steps: [StepReport]
  /// What was expected.
  package var expectations: [ExpectationReport]
  /// What the policies decided, by the fact's name: `rule`, `session-rule`, `factors`, `amr`; and,
  /// where two orgs were compared, how they do: `compared`, `org-rule`, `org-session-rule`.
  package var decided: [Decided]
  /// What was wrong.
  package var problems: [ProblemReport]

  /// A fact of the policies' decision.
  package struct Decided: Sendable, Hashable {
    package var name: String
    package var value: String

    /// The name of how a simulated and a real org compare.
    package static let compared = "compared"

    /// Makes a fact.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Makes an attempt.
  package init(
    began: Int64, duration: Int64, outcome: String, passed: Bool, steps: [StepReport] = [],
    expectations: [ExpectationReport] = [], decided: [Decided] = [],
    problems: [ProblemReport] = []
  ) {
    self.began = began
    self.duration = duration
    self.outcome = outcome
    self.passed = passed
    self.steps = steps
    self.expectations = expectations
    self.decided = decided
    self.problems = problems
  }

  /// What was done and found, a line each, as a person follows it.
  package var lines: [String] {
    var lines: [String] = []
    for (index, step) in steps.enumerated() {
      var line = "\(index + 1). " + (step.taken ?? step.offered.joined(separator: ", "))
      if let did = step.did { line += ": " + did }
      if let place = step.place { line += " (\(place))" }
      lines.append(line)
      let others = step.others
      if step.taken != nil, !others.isEmpty {
        lines.append("   also offered: " + others.joined(separator: ", "))
      }
      lines += step.messages.map { "   the server says: " + $0 }
    }
    lines.append("ended with \(outcome)")
    lines += decided.map { "\($0.name): \($0.value)" }
    for expectation in expectations {
      lines.append(
        expectation.holds ? "ok: expected \(expectation.expected)" : "FAILED: \(expectation.reason)"
      )
    }
    return lines
  }

  /// What was wrong, under its lines of the source.
  package var drawn: String {
    let drawn = problems.map(\.drawn).joined(separator: "\n")
    return drawn.isEmpty ? reason : drawn
  }

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

/// A response of a run, and what was done about it.
package struct StepReport: Sendable, Hashable {
  /// The steps that were offered, each with what it is about.
  package var offered: [String]
  /// The one that was answered; `nil` where none was, or a capability of the response was used.
  package var taken: String?
  /// What was done, in the words of a script; `nil` where the run ended here.
  package var did: String?
  /// Where the rule stands that did it: its file.
  package var file: String?
  /// Its line, from 1.
  package var line: Int?
  /// What the server said.
  package var messages: [String]
  /// How long it took until the next response, in microseconds of the run's clock.
  package var duration: Int64

  /// Makes a step.
  package init(
    offered: [String], taken: String? = nil, did: String? = nil, file: String? = nil,
    line: Int? = nil, messages: [String] = [], duration: Int64 = 0
  ) {
    self.offered = offered
    self.taken = taken
    self.did = did
    self.file = file
    self.line = line
    self.messages = messages
    self.duration = duration
  }

  /// The offers that were not taken.
  package var others: [String] {
    var others = offered
    if let taken, let index = others.firstIndex(of: taken) { others.remove(at: index) }
    return others
  }

  /// Where the rule stands that acted: `sign-in.flow:3`.
  package var place: String? {
    guard let file else { return line.map { "line \($0)" } }
    return file + (line.map { ":\($0)" } ?? "")
  }
}

/// What a flow expected.
package struct ExpectationReport: Sendable, Hashable {
  /// As it is written.
  package var expected: String
  /// Whether it holds.
  package var holds: Bool
  /// Whether the run came to where it can be told.
  package var isReached: Bool
  /// What was found instead, where it does not hold.
  package var actual: String?
  /// Its line, from 1; `nil` for the success that a flow without any expects.
  package var line: Int?

  /// Makes one.
  package init(
    expected: String, holds: Bool, isReached: Bool = true, actual: String? = nil, line: Int? = nil
  ) {
    self.expected = expected
    self.holds = holds
    self.isReached = isReached
    self.actual = actual
    self.line = line
  }

  /// What was expected, and what was found instead.
  package var reason: String {
    guard isReached else { return "expected \(expected), but the run did not come so far" }
    return "expected \(expected)" + (actual.map { ", found \($0)" } ?? "")
  }
}

/// What was wrong.
package struct ProblemReport: Sendable, Hashable {
  /// The problem as `flow check --format json` writes it: id, severity, message, place, help.
  package var object: JSON
  /// The problem under its line of the source, as a terminal shows it, without colours.
  package var drawn: String

  /// Makes one.
  package init(object: JSON, drawn: String) {
    self.object = object
    self.drawn = drawn
  }

  /// Whether it is nothing that a flow fails by.
  package var isWarning: Bool { object["severity"]?.string == "warning" }
}

extension FlowReport.Status {
  /// What it is called among the ids of problems.
  package var id: String { "flow-" + rawValue }
}
