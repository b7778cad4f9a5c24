import FlowDiagnostics
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

/// The report of an audit: prints the findings and writes their flows.
package struct AuditReport {
  private let findings: [OrgFinding]
  private let found: OrgSource.Found
  private let orgFile: String?
  private let now: Duration
  private let people: OrgPeople
  /// Why there may be more findings, a sentence each; empty if everything was looked at.
  private let gaps: [String]
  /// The texts of the claims that hold as far as the org was walked.
  private let holding: [String]

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - findings: The findings.
  ///   - found: The org.
  ///   - orgFile: The file of the org; `nil` if the org is built in.
  ///   - now: The time at which the walks begin.
  ///   - gaps: Why there may be more findings, a sentence each.
  ///   - holding: The texts of the claims that hold as far as the org was walked.
  package init(
    _ findings: [OrgFinding], _ found: OrgSource.Found, orgFile: String?, now: Duration,
    gaps: [String], holding: [String]
  ) {
    self.holding = holding
    self.gaps = gaps
    self.findings = findings
    self.found = found
    self.orgFile = orgFile
    self.now = now
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
    if let claim = finding.claim, let script = found.program.scripts.first {
      if let rule = own { labels.append(.init(rule, "this rule decides")) }
      own = Place(script.source, SourceRange(claim.range.start, claim.text.range.end))
    }
    return Diagnostic(Problem(finding.kind, finding.message), at: own, labels: labels)
  }

  /// Prints the findings.
  package func show(_ format: ProblemFormat, _ host: Host, style: Style) {
    var output = ProblemOutput(output: host.output, style: style, masker: Masker())
    let diagnostics = findings.map(diagnostic)
    guard format == .text else {
      if format == .json {
        for claim in holding {
          host.output.writeLine(["claim": .string(claim), "holds": gaps.isEmpty ? true : .null])
        }
      }
      format.write(diagnostics, to: &output, gaps: gaps)
      return
    }
    for (finding, diagnostic) in zip(findings, diagnostics) {
      let isShown = !output.isFull
      output.add([diagnostic])
      if isShown, let text = witness(finding) {
        let lines = text.split(separator: "\n").map { "    \($0)\n" as TerminalText }
        host.output.print(lines.joined() + "\n")
      }
    }
    output.finish()
    for claim in holding {
      let verdict: TerminalText = gaps.isEmpty ? "holds" : "isn't broken so far"
      host.output.print("claim \(TextLiteral.quoted(claim)) \(verdict)\n")
    }
    let count = findings.count == 1 ? "1 finding" : "\(findings.count) findings"
    host.output.print(
      style(
        "\(found.org.name): \(count)" + (gaps.isEmpty ? "" : ", not complete"),
        as: findings.isEmpty && gaps.isEmpty ? .good : .bad) + "\n")
  }

  /// The findings as marks of a matrix.
  package var marks: [Matrix.Mark] {
    findings.map { Matrix.Mark(id: $0.kind.id, message: $0.message, route: $0.witness) }
  }

  // MARK: Witnesses

  /// Returns the flow of a finding's route; `nil` if there is none or no script can express it.
  ///
  /// - Parameters:
  ///   - finding: The finding.
  ///   - people: The values of the users; masked if they are `nil`, because the flow is shown.
  /// - Returns: The text of the flow.
  private func witness(_ finding: OrgFinding, _ people: OrgPeople? = nil) -> String? {
    guard let route = finding.witness else { return nil }
    let isShown = people == nil
    let people = people ?? self.people
    let values = people.values(of: route.kind.logins.first)
    let script = RouteScript(
      route, of: found.org, as: isShown ? values.masked : values, now: now)
    guard script.canBeWritten else { return nil }
    return script.flow(
      named: name(finding), isBuiltIn: found.isBuiltIn)
  }

  private func name(_ finding: OrgFinding) -> String {
    finding.message.split(separator: "`").joined()
  }

  /// Writes each finding's route as a flow of its own file.
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
