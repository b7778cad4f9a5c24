package import FlowDiagnostics
import FlowEngine
import FlowHTTP
package import FlowHost
package import FlowTerminal
package import FlowTestRunner
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowText
import OktaSimulator

/// The report of an audit.
///
/// It prints the findings, and writes the flows that show them.
package struct AuditReport {
  private let verdict: AuditVerdict
  private let audits: [AppAudit]
  private let found: OrgSource.Found
  private let orgFile: String?
  private let people: OrgPeople
  /// The reasons why there may be more findings, one sentence each; empty if everything was
  /// checked.
  private let gaps: [String]
  /// The claims that hold, according to the explorations.
  private let holding: [ClaimOrigin]

  private var findings: [OrgFinding] { verdict.findings }
  private var now: Duration { audits.first?.survey.now ?? .zero }

  /// The explorations of the app that a finding is about.
  private func survey(_ finding: OrgFinding) -> OrgSurvey {
    let own = audits.first { audit in finding.app.map(audit.names.contains) ?? false }
    return (own ?? audits[0]).survey
  }

  /// The org as the users of a finding's app see it.
  private func org(_ finding: OrgFinding) -> OktaSimulator.Org {
    finding.app.flatMap { (found.whole ?? found.org).app(named: $0) } ?? survey(finding).org
  }

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - verdict: The findings.
  ///   - audits: The audits of the apps.
  ///   - found: The org and its source.
  ///   - orgFile: The file of the org; `nil` if the org is built in.
  ///   - gaps: The reasons why there may be more findings, one sentence each.
  ///   - holding: The claims that hold, according to the explorations.
  package init(
    _ verdict: AuditVerdict, of audits: [AppAudit], _ found: OrgSource.Found, orgFile: String?,
    gaps: [String], holding: [ClaimOrigin]
  ) {
    self.verdict = verdict
    self.audits = audits
    self.found = found
    self.orgFile = orgFile
    self.gaps = gaps
    self.holding = holding
    people = OrgPeople(found.located)
  }

  // MARK: Diagnostics

  private func diagnostic(_ finding: OrgFinding) -> Diagnostic {
    let source = found.located.script.source
    func place(_ place: SourceRange) -> Place {
      Place(source, place)
    }
    var labels: [Diagnostic.PlaceLabel] = []
    if let other = finding.other { labels.append(.init(place(other.place), other.text)) }
    var own = finding.place.map(place)
    if let claim = finding.claim, claim.pack == nil, let script = found.program.scripts.first {
      if let rule = own { labels.append(.init(rule, "this rule decides")) }
      own = Place(
        script.source, SourceRange(claim.claim.range.start, claim.claim.text.range.end))
    }
    let verdict = FindingVerdict(finding)
    labels += verdict.labels.map { .init(place($0.assumption.place), $0.text) }
    return found.shown(
      Diagnostic(
        Problem(finding.kind, verdict.message(finding.message), help: finding.help), at: own,
        labels: labels, notes: finding.claim?.source.map { ["source: \($0)"] } ?? [],
        severity: finding.severity))
  }

  /// Returns the additional members of a finding in JSON and SARIF.
  private func details(_ finding: OrgFinding) -> JSONObject {
    var details: JSONObject = ["fingerprint": .string(finding.fingerprint)]
    let logins = finding.classes.flatMap {
      $0.logins.isEmpty ? ["(anyone who signs up)"] : $0.logins
    }
    details["users"] = .array(logins.map { .string($0) })
    if let route = finding.witness {
      let survey = survey(finding)
      var replay = WalkReplay(Walk(survey.org, route.start, now: now))
      let way = survey.words.way(replay.steps(of: route.way))
      details["circumstances"] = .string(survey.words.circumstances(route.start))
      details["route"] = .array(way.map { .string($0) })
    }
    if let flow = witness(finding) { details["witness"] = .string(flow) }
    if let claim = finding.claim { details = JSONObject(members: details.members + claim.members) }
    return JSONObject(members: FindingVerdict(finding).members + details.members)
  }

  private func details(_ accepted: AuditVerdict.Accepted) -> JSONObject {
    var details = details(accepted.finding)
    details["accepted"] = .string(accepted.acceptance.reason)
    details["until"] = accepted.acceptance.until.map { .string("\($0)") } ?? .null
    return details
  }

  /// Prints the findings.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - changes: What else is reported before the findings, except as text.
  ///   - host: The screen.
  ///   - style: The style of text.
  package func show(
    _ format: ProblemFormat, after changes: [Diagnostic] = [], _ host: Host, style: Style
  ) {
    var output = ProblemOutput(output: host.output, style: style, masker: Masker())
    guard format == .text else { return write(format, after: changes, &output, host) }
    for finding in findings {
      let isShown = !output.isFull
      output.add([diagnostic(finding)])
      if isShown, let text = witness(finding) {
        let lines = text.split(separator: "\n").map { "    \($0)\n" as TerminalText }
        host.output.print(lines.joined() + "\n")
      }
      if isShown { host.output.print("    fingerprint \(finding.fingerprint)\n\n") }
    }
    output.finish()
    for claim in holding { host.output.print("\(words(claim))\n") }
    for accepted in verdict.accepted {
      let until = accepted.acceptance.until.map { " until \($0)" } ?? ""
      host.output.print(
        "accepted\(until): \(accepted.finding.message) (\(accepted.acceptance.reason))\n")
    }
    host.output.print(
      style(
        "\(found.org.name): \(summary)" + (gaps.isEmpty ? "" : ", not complete"),
        as: verdict.isClean && gaps.isEmpty ? .good : .bad) + "\n")
  }

  /// The findings as a part of a comment in Markdown.
  package var markdown: String {
    var text = "\n### Findings of the audit that are new: \(summary)\n\n"
    for (index, finding) in findings.enumerated() {
      guard text.utf8.count < AuditReport.bytesMax else {
        text += "- and \(findings.count - index) more\n"
        break
      }
      let message = FindingVerdict(finding).message(finding.message)
      text += "- **\(finding.gravity.rawValue)** \(finding.kind.id): \(DiffReport.cell(message))\n"
    }
    for claim in holding { text += "- \(DiffReport.cell(words(claim)))\n" }
    return text
  }

  /// A claim that holds, in words: `nist-aal2: claim "…" holds`.
  private func words(_ claim: ClaimOrigin) -> String {
    let verdict = gaps.isEmpty ? "holds" : "isn't broken so far"
    let pack = claim.pack.map { "\($0): " } ?? ""
    return "\(pack)claim \(TextLiteral.quoted(claim.text)) \(verdict)"
  }

  /// The maximum length of the Markdown before further findings are left out.
  ///
  /// A comment on GitHub has at most 65,536 characters.
  private static let bytesMax = 20_000

  /// The summary: `2 findings, 1 note, 1 accepted, 3 as before, 1 gone`.
  private var summary: String {
    let notes = findings.count { $0.gravity == .note }
    let count = findings.count - notes
    var parts = [count == 1 ? "1 finding" : "\(count) findings"]
    let possible = findings.count {
      $0.gravity != .note && !FindingVerdict($0).reliesOn.isEmpty
    }
    if possible > 0 { parts[0] += ", of which \(possible) cannot be excluded" }
    if notes > 0 { parts.append(notes == 1 ? "1 note" : "\(notes) notes") }
    if !verdict.accepted.isEmpty { parts.append("\(verdict.accepted.count) accepted") }
    if !verdict.known.isEmpty { parts.append("\(verdict.known.count) as before") }
    if verdict.gone > 0 { parts.append("\(verdict.gone) gone") }
    return parts.joined(separator: ", ")
  }

  /// Writes the findings in a format for programs.
  ///
  /// JSON includes all findings, because a later audit can compare its findings with the file.
  private func write(
    _ format: ProblemFormat, after changes: [Diagnostic], _ output: inout ProblemOutput,
    _ host: Host
  ) {
    var all = findings
    var more = findings.map(details)
    if format == .json {
      for claim in holding {
        host.output.writeLine(
          .object(
            JSONObject(
              members: claim.members + [.init("holds", gaps.isEmpty ? true : .null)])))
      }
      all += verdict.known
      more += verdict.known.map { finding in
        var own = details(finding)
        own["known"] = true
        return own
      }
    }
    if format != .github {
      all += verdict.accepted.map(\.finding)
      more += verdict.accepted.map(details)
    }
    format.write(
      changes + all.map(diagnostic), to: &output, gaps: gaps,
      details: changes.map { _ in [:] } + more)
  }

  /// The findings as marks in a matrix.
  package var marks: [Matrix.Mark] {
    findings.map { finding in
      Matrix.Mark(
        id: finding.kind.id, message: FindingVerdict(finding).message(finding.message),
        route: finding.witness, isNote: finding.gravity == .note)
    }
  }

  // MARK: Witnesses

  /// Returns a flow that shows a finding; `nil` if the finding has no route or a script can't
  /// express it.
  ///
  /// - Parameters:
  ///   - finding: The finding.
  ///   - people: The values for the users; `nil` masks them, because the flow is displayed.
  /// - Returns: The text of the flow.
  private func witness(_ finding: OrgFinding, _ people: OrgPeople? = nil) -> String? {
    guard let route = finding.witness else { return nil }
    let isShown = people == nil
    let people = people ?? self.people
    let values = people.values(of: route.kind.logins.first)
    let script = RouteScript(
      route, of: org(finding), as: isShown ? values.masked : values, now: now)
    guard script.canBeWritten else { return nil }
    return script.flow(
      named: name(finding), isBuiltIn: found.isBuiltIn)
  }

  private func name(_ finding: OrgFinding) -> String {
    if let claim = finding.claim, let pack = claim.pack { return "\(pack), \(claim.text)" }
    return finding.message.split(separator: "`").joined()
  }

  /// Writes the flow of each finding to its own file in a folder.
  package func write(to folder: String, _ host: Host) throws(UsageFault) -> ExitStatus {
    var numbers: [String: Int] = [:]
    var files: [MadeFile] = []
    let people = OrgPeople(found.located, usedIn: folder)
    for finding in findings {
      guard let flow = witness(finding, people) else { continue }
      let id = finding.kind.id
      numbers[id, default: 0] += 1
      let number = numbers[id] ?? 1
      let head = orgFile.map {
        "import \(TextLiteral.quoted(FilePath.relative($0, to: folder)))\n\n"
      }
      let text = (head ?? "") + flow
      files.append(
        MadeFile(
          path: number == 1 ? "\(id).flow" : "\(id)-\(number).flow",
          text: GeneratedScript.text(text)))
    }
    let made = try MadeFiles(routes: files, folder: folder)
    let status = made.write(host, paths: host.errors)
    if status == .success { made.tellRoot(orgFile, host) }
    return status
  }
}

extension ClaimOrigin {
  /// The text, the pack and the source of the claim, as members of a JSON object.
  fileprivate var members: [JSONObject.Member] {
    [
      .init("claim", .string(text)), .init("pack", pack.map { .string($0) } ?? .null),
      .init("source", source.map { .string($0) } ?? .null),
    ]
  }
}
