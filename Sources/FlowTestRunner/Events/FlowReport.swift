package import FlowHTTP
import FlowInterpreter
import FlowDiagnostics
import FlowSyntax
import FlowHost

/// The report of one flow.
package struct FlowReport: Sendable, Hashable {
  /// The id: the file and the flow's name.
  ///
  /// The id is unique, and the same in every run.
  package var id: String
  /// The flow's name, followed by the values of the row in brackets if the flow has rows.
  package var name: String
  /// The row's values in brackets, as at the end of the name; `nil` if the flow has no rows.
  package var row: String?
  /// The path of the script, as the user named it or as it was found.
  package var file: String
  /// The line of the flow's name, from 1.
  package var line: Int
  /// The words after `tagged`.
  package var tags: [String]
  /// The name of the engine.
  package var engine: String
  /// The target of the flow: the name of an org, or the address of an issuer.
  package var org: String
  /// The result of the flow.
  package var status: Status
  /// The failure that the flow declares as known; `nil` if the flow must pass.
  package var known: KnownFailure?
  /// All attempts, in order; empty if the flow didn't run.
  package var attempts: [Attempt]

  /// The result of a flow.
  package enum Status: String, Sendable, Hashable, CaseIterable {
    /// The flow passed at the first attempt.
    case passed
    /// The flow failed at first, and passed when it was run again.
    case flaky
    /// The flow failed, and it declares that failure as known.
    case known
    /// The flow failed.
    case failed
    /// The flow declares a known failure, but it passed, or the failure's last day has passed.
    case unexpected
    /// The script, the network or the machine failed.
    ///
    /// The run says nothing about the policy.
    case broken
    /// The flow was selected, but it didn't run or was interrupted.
    case missed

    /// Whether a flow with this status fails the whole run.
    package var isFailure: Bool {
      switch self {
      case .passed, .flaky, .known: false
      case .failed, .unexpected, .broken, .missed: true
      }
    }
  }

  /// A known failure.
  package struct KnownFailure: Sendable, Hashable {
    /// The reason.
    package var reason: String
    /// The last day on which the failure is accepted, such as `2026-12-31`.
    package var until: String

    /// Creates a known failure.
    package init(reason: String, until: String) {
      self.reason = reason
      self.until = until
    }
  }

  /// Creates a report.
  package init(
    id: String, name: String, row: String? = nil, file: String, line: Int, tags: [String] = [],
    engine: String, org: String, status: Status, known: KnownFailure? = nil,
    attempts: [Attempt] = []
  ) {
    self.id = id
    self.name = name
    self.row = row
    self.file = file
    self.line = line
    self.tags = tags
    self.engine = engine
    self.org = org
    self.status = status
    self.known = known
    self.attempts = attempts
  }

  /// The duration of all attempts together, in microseconds.
  package var duration: Int64 {
    attempts.reduce(0) { $0.addingReportingOverflow(max(0, $1.duration)).partialValue }
  }

  /// The command that runs only this flow, for a POSIX shell.
  ///
  /// - Parameter options: The options of the run that change what a flow does.
  /// - Returns: A command line.
  package func command(_ options: [String] = []) -> String {
    let path = file.hasPrefix("-") ? "./" + file : file
    // A file that can't be read has no flow to select.
    let selection = name == file ? [] : ["--only", ShellWord.pattern(name)]
    return (["flow", "test", ShellWord.path(path)] + selection + options.map(ShellWord.path))
      .joined(separator: " ")
  }

  /// The reason why the flow didn't simply pass, on one line; `nil` if it passed.
  package var reason: String? {
    switch status {
    case .passed: nil
    case .flaky:
      "passed when it was run again, after: " + (attempts.first?.reason ?? "unknown")
    case .known: "known to fail until \(known?.until ?? "-"): \(known?.reason ?? "-")"
    case .unexpected:
      attempts.last?.passed == true
        ? "passed, though it is known to fail: \(known?.reason ?? "-")"
        : "was known to fail until \(known?.until ?? "-"): \(known?.reason ?? "-")"
    case .missed: attempts.isEmpty ? "did not run" : "was interrupted"
    case .failed, .broken: attempts.last?.reason ?? "it has no attempts"
    }
  }

  /// The id of the first problem, or else the id of the status.
  package var reasonID: String {
    switch status {
    case .failed, .broken, .flaky:
      attempts.first { !$0.passed }?.findings(of: self).first?.id ?? status.id
    case .unexpected: attempts.last?.findings(of: self).first?.id ?? status.id
    case .passed, .known, .missed: status.id
    }
  }

  /// The findings of the last failed attempt, for reports by location.
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

  /// The warnings of the flow, without duplicates.
  ///
  /// The warnings matter in a flow that passed too: a misspelled name can make an expectation
  /// always hold.
  package var warnings: [Finding] {
    var warnings: [Finding] = []
    for problem in attempts.lazy.flatMap(\.problems) where problem.isWarning {
      let finding = Finding(problem)
      if !warnings.contains(finding) { warnings.append(finding) }
    }
    return warnings
  }

  /// A finding that is about the flow as a whole.
  private var whole: Finding {
    Finding(
      id: status.id, problem: Finding.problem(status.id, reason ?? "", file: file, line: line))
  }
}

/// One attempt to run a flow.
package struct Attempt: Sendable, Hashable {
  /// The start, in microseconds since 1970, by the machine's clock.
  package var began: Int64
  /// The duration, in microseconds of the machine's clock.
  package var duration: Int64
  /// The outcome as a word, such as `success`.
  package var outcome: String
  /// Whether the attempt passed.
  package var passed: Bool
  /// The responses, and the action on each.
  package var steps: [StepReport]
  /// The expectations.
  package var expectations: [ExpectationReport]
  /// Which rules applied, and other facts about the policies: `rule`, `session-rule`, `factors`,
  /// `amr`.
  ///
  /// A comparison of two orgs adds its results: `compared`, `org-rule`, `org-session-rule`.
  package var decided: [Decided]
  /// The problems.
  package var problems: [ProblemReport]

  /// A fact about the policies: its name and its value.
  package struct Decided: Sendable, Hashable {
    package var name: String
    package var value: String

    /// The name of the fact with the result of a comparison.
    package static let compared = "compared"

    /// Creates a fact.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Creates an attempt.
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

  /// A description for users: one line for each step and each result.
  package var lines: [String] {
    var lines: [String] = []
    for (index, step) in steps.enumerated() where !step.isEmpty {
      let name = step.taken ?? step.offered.joined(separator: ", ")
      var line = "\(index + 1). " + (name.isEmpty ? "the end" : name)
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

  /// The problems as a terminal shows them, each below its source line.
  package var drawn: String {
    let drawn = problems.map(\.drawn).joined(separator: "\n")
    return drawn.isEmpty ? reason : drawn
  }

  /// The first problem on one line.
  package var reason: String {
    if let problem = problems.first(where: { !$0.isWarning }) {
      return problem.object["message"]?.string ?? outcome
    }
    return expectations.first { !$0.holds }?.reason ?? "it ended with \(outcome)"
  }

  /// Returns the problems, and a finding for each failed expectation that has no problem.
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

/// A response of a run, and the action on it.
package struct StepReport: Sendable, Hashable {
  /// The offered steps, each with its name and subject.
  package var offered: [String]
  /// The step that was answered; `nil` if none was, or the action was a capability of the response.
  package var taken: String?
  /// The action in the words of a script; `nil` if the run ended at this response.
  package var did: String?
  /// The file of the rule that performed the action.
  package var file: String?
  /// The line of the rule, from 1.
  package var line: Int?
  /// The server's messages.
  package var messages: [String]
  /// The time until the next response, in microseconds of the run's clock.
  package var duration: Int64

  /// Creates a step.
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

  /// Whether there is nothing to report about the response, as at the end of a successful run.
  package var isEmpty: Bool { taken == nil && did == nil && offered.isEmpty && messages.isEmpty }

  /// The steps that were offered but not answered.
  package var others: [String] {
    var others = offered
    if let taken, let index = others.firstIndex(of: taken) { others.remove(at: index) }
    return others
  }

  /// The location of the rule, such as `sign-in.flow:3`.
  package var place: String? {
    guard let file else { return line.map { "line \($0)" } }
    return file + (line.map { ":\($0)" } ?? "")
  }
}

/// An expectation of a flow, with its result.
package struct ExpectationReport: Sendable, Hashable {
  /// The text of the expectation.
  package var expected: String
  /// Whether the expectation holds.
  package var holds: Bool
  /// Whether the run got far enough to test the expectation.
  package var isReached: Bool
  /// The actual value; `nil` if the expectation holds.
  package var actual: String?
  /// The line, from 1; `nil` for the implicit `expect success` of a flow without expectations.
  package var line: Int?

  /// Creates a report of an expectation.
  package init(
    expected: String, holds: Bool, isReached: Bool = true, actual: String? = nil, line: Int? = nil
  ) {
    self.expected = expected
    self.holds = holds
    self.isReached = isReached
    self.actual = actual
    self.line = line
  }

  /// The expected and the actual value on one line.
  package var reason: String {
    guard isReached else { return "expected \(expected), but the run ended before it" }
    return "expected \(expected)" + (actual.map { ", found \($0)" } ?? "")
  }
}

/// A problem of a run.
package struct ProblemReport: Sendable, Hashable {
  /// The problem in the form of `flow check --format json`: id, severity, message, location, help.
  package var object: JSON
  /// The problem as a terminal shows it below its source line, without color.
  package var drawn: String

  /// Creates a report of a problem.
  package init(object: JSON, drawn: String) {
    self.object = object
    self.drawn = drawn
  }

  /// Whether the problem is a warning, which doesn't fail a flow.
  package var isWarning: Bool { object["severity"]?.string == "warning" }
}

extension FlowReport.Status {
  /// The id of the status, which is used like the id of a problem.
  package var id: String { "flow-" + rawValue }
}
