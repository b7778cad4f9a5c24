import FlowEngine
import FlowHost
import FlowInterpreter
import FlowSyntax
import FlowTerminal
import FlowTestRunner
import OktaSimulator
import PolicyExplorer

/// `flow audit`: what a simulated org allows that it should not.
enum AuditCommand {
  static let spec = CommandSpec(
    name: "audit", operands: "[FILE [ORG]]",
    summary: "hold a simulated org to its claims, and find its weak routes",
    details: [
      "Walks the org of a file, or the built-in one, as `flow explore` does, and holds every route",
      "to the claims of the file and to what holds of any org: nobody gets in with less than the",
      "sign-on rule asks for (by what is enrolled on the way, by recovery), nobody is shut out,",
      "every rule of every policy decides for somebody, what is required can be enrolled, and no",
      "method is weaker than the rest of its rule.",
      "",
      "Every finding is told with the shortest route that shows it, as a flow that goes it. Ends",
      "with 1 if there is one, or if the answer isn't complete.",
    ],
    operandCount: 0...2,
    options: [
      AuditFormat.option,
      SharedOptions.json.described(
        as: "print JSON: each claim that holds and each finding, last what is missing"),
      SharedOptions.write.described(as: "write each finding's route as a flow"),
      SharedOptions.secrets, SharedOptions.root,
    ] + WalkArguments.limits,
    examples: [
      ("flow audit org.flow", "every finding, each with the flow that shows it"),
      ("flow audit org.flow --format sarif > audit.sarif", "for the review of a change"),
      ("flow audit org.flow --format html > audit.html", "who gets in by what, as a page"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(UsageFault) {
      let (options, style) = try read(arguments, host)
      var source = OrgSource(
        options.org, for: (name: "flow audit", done: "audited"), host, style: style)
      guard let found = try source.find() else { return .wrongScript }
      let claims = ScriptClaims(found)
      var explorer = options.walks.explorer(of: found.org, host)
      explorer.asked = claims.questions
      var watch = WalkWatch(options.walks, host)
      let shadowed = found.org.shadowedRules { watch.goesOn() }
      let survey = OrgSurvey(explorer, &watch)
      guard !Task.isCancelled else { return .interrupted }
      var gaps = survey.gap(watch).map { [$0] } ?? []
      let audit = Audit(
        found.org, survey.explorations, unfinished: survey.unfinished, shadowed: shadowed)
      var findings = audit.findings
      if !audit.untried.isEmpty {
        let names = RouteWords.list(audit.untried.map { "`\($0)`" })
        gaps.append("it isn't known whether a rule ever decides: \(names)")
      }
      WalkWatch.warn(gaps, host)
      let results = claims.results(in: survey)
      findings += results.findings
      let report = AuditReport(
        findings, found, orgFile: options.org.file, now: host.clock.now, gaps: gaps,
        holding: results.holding)
      let written = try options.folder.map { folder throws(UsageFault) in
        try report.write(to: folder, host)
      }
      if let format = options.format.problems {
        report.show(format, host, style: style)
      } else {
        let matrix = Matrix(survey, of: found, gaps: gaps, marks: report.marks)
        host.output.write(
          options.format == .svg ? MatrixPicture(matrix).text : MatrixPage(matrix).text)
      }
      // What was left out has not shown that all is well.
      let status: ExitStatus = findings.isEmpty && gaps.isEmpty ? .success : .failed
      return status.worse(written ?? .success)
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }

  private struct Options {
    var org: OrgChoice
    var walks: WalkOptions
    var format: AuditFormat
    var folder: String?
  }

  private static func read(
    _ arguments: ParsedArguments, _ host: Host
  ) throws(UsageFault) -> (Options, Style) {
    (
      Options(
        org: try OrgArguments.choice(arguments, command: "flow audit"),
        walks: try WalkOptions(arguments), format: try AuditFormat(arguments),
        folder: arguments.text(SharedOptions.write)),
      try ColorOption.style(host.output, arguments, host.environment)
    )
  }
}
