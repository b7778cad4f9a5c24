import FlowDiagnostics
import FlowText
package import OktaSimulator

/// The findings of an audit, sorted into new, accepted and known findings.
package struct AuditVerdict: Sendable {
  /// A finding that the org's settings accept.
  package struct Accepted: Sendable {
    package var finding: OrgFinding
    package var acceptance: Acceptance
  }

  /// The new findings, including notes.
  ///
  /// Acceptances that have expired or match nothing are also findings.
  package private(set) var findings: [OrgFinding] = []
  /// The findings that the org's settings accept.
  package private(set) var accepted: [Accepted] = []
  /// The findings that an earlier audit also reported.
  package private(set) var known: [OrgFinding] = []
  /// The number of findings of the earlier audit that no longer exist.
  package private(set) var gone = 0

  /// Sorts findings.
  ///
  /// - Parameters:
  ///   - all: The findings.
  ///   - acceptances: The acceptances in the org's settings.
  ///   - baseline: The fingerprints of an earlier audit; empty if there is none.
  ///   - now: The time since the start of 1970, UTC.
  ///   - isComplete: Whether the audit checked everything. Only then are unused acceptances
  ///     reported.
  package init(
    _ all: [OrgFinding], acceptances: [Acceptance] = [], baseline: Set<String> = [],
    now: Duration, isComplete: Bool = true
  ) {
    let today = CalendarDay(of: now)
    let isGood = acceptances.map { acceptance in acceptance.until.map { $0 >= today } ?? true }
    var used: Set<Int> = []
    for finding in all {
      let matching = acceptances.indices.filter { acceptances[$0].accepts(finding) }
      used.formUnion(matching)
      if let index = matching.first(where: { isGood[$0] }) {
        accepted.append(Accepted(finding: finding, acceptance: acceptances[index]))
      } else if baseline.contains(finding.fingerprint) {
        known.append(finding)
      } else {
        findings.append(finding)
      }
    }
    gone = baseline.subtracting(all.map(\.fingerprint)).count
    for (index, acceptance) in acceptances.enumerated() {
      if !isGood[index], let until = acceptance.until {
        findings.append(.expired(acceptance, until))
      } else if !used.contains(index), isComplete {
        findings.append(.unused(acceptance))
      }
    }
  }

  /// Whether there are no new findings except notes.
  package var isClean: Bool { findings.allSatisfy { $0.gravity == .note } }
}

extension Acceptance {
  /// Whether the acceptance matches a finding.
  fileprivate func accepts(_ finding: OrgFinding) -> Bool {
    let words = self.finding.split(separator: " ").map(String.init)
    return !words.isEmpty
      && words.allSatisfy { word in
        let id = OldProblemID.replacement(for: word) ?? word
        return id == finding.kind.id || word == finding.fingerprint
      }
  }
}

extension OrgFinding {
  fileprivate static func expired(_ acceptance: Acceptance, _ until: CalendarDay) -> OrgFinding {
    var finding = OrgFinding(
      .acceptanceExpired, "`\(acceptance.finding)` was accepted until \(until)",
      at: acceptance.place)
    finding.cause = [acceptance.finding]
    finding.help = "fix the finding and remove the line, or set a new date"
    return finding
  }

  fileprivate static func unused(_ acceptance: Acceptance) -> OrgFinding {
    var finding = OrgFinding(
      .acceptanceUnused, "no finding matches `\(acceptance.finding)`",
      at: acceptance.place)
    finding.cause = [acceptance.finding]
    let ids = ProblemKind.ofAudit.map(\.id)
    let wrong = acceptance.finding.split(separator: " ").map(String.init).first { word in
      word.contains("-") && !ids.contains(word)
    }
    finding.help =
      Prose.didYouMean(wrong.map { Suggestion.nearest($0, among: ids) } ?? [])
      ?? "remove the line, or write an id and a fingerprint of `flow audit`"
    return finding
  }
}
