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
      "to the claims of the file. It also looks for weaknesses: users who get in with less than the",
      "rule asks for (by enrollment, recovery or a welcome link) or not at all, rules that never",
      "decide, rules that deny access too late, groups and risks for which less is enough, two",
      "factors of the same kind, open registration, and sessions that last too long.",
      "",
      "`--pack` adds the claims of a published baseline, each with its source; `flow names idx packs`",
      "lists the packs, and prints the claims of one. `--pack nist-aal3:admins` is about the users of",
      "a group.",
      "",
      "Each finding has a flow that shows it, and a fingerprint. `accept` in the org, or",
      "`--baseline`, leaves it out. Ends with 1 if there is a finding that is more than a note, or",
      "if the answer isn't complete.",
    ],
    operandCount: 0...2,
    options: [
      AuditFormat.option,
      SharedOptions.json.described(
        as: "print JSON: each claim that holds and each finding, last what is missing"),
      SharedOptions.write.described(as: "write each finding's route as a flow"),
      pack, baseline, sessionLimit, idleLimit, SharedOptions.secrets, SharedOptions.root,
    ] + WalkArguments.limits,
    examples: [
      ("flow audit org.flow", "every finding, each with the flow that shows it"),
      ("flow audit org.flow --format sarif > audit.sarif", "for the review of a change"),
      ("flow audit org.flow --baseline main.json", "what main.json doesn't have yet"),
      ("flow audit org.flow --pack nist-aal2", "what NIST SP 800-63B asks at AAL2"),
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
      var packs: [ClaimSet] = []
      for choice in options.packs { packs.append(try ClaimSet(choice, for: found.org)) }
      var explorer = options.walks.explorer(of: found.org, host)
      explorer.asked = claims.questions + packs.flatMap(\.questions) + found.org.riskQuestions
      var watch = WalkWatch(options.walks, host)
      let shadowed = found.org.shadowedRules { watch.goesOn() }
      let survey = OrgSurvey(explorer, &watch)
      guard !Task.isCancelled else { return .interrupted }
      var gaps = survey.gap(watch).map { [$0] } ?? []
      if found.org.walkKinds.isEmpty { gaps.append("the org has no users to sign in as") }
      var audit = Audit(survey, shadowed: shadowed)
      audit.limits = options.limits
      var findings = audit.findings { !Task.isCancelled }
      if !audit.untried.isEmpty {
        let names = RouteWords.list(audit.untried.map { "`\($0)`" })
        gaps.append("it isn't known whether a rule ever decides: \(names)")
      }
      WalkWatch.warn(gaps, host)
      let results = [claims.results(in: survey)] + packs.map { $0.results(in: survey) }
      findings += results.flatMap(\.findings)
      let verdict = AuditVerdict(
        findings, acceptances: found.org.acceptances, baseline: options.baseline,
        now: host.clock.now, isComplete: gaps.isEmpty)
      let report = AuditReport(
        verdict, of: survey, found, orgFile: options.org.file, gaps: gaps,
        holding: results.flatMap(\.holding))
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
      let status: ExitStatus = verdict.isClean && gaps.isEmpty ? .success : .failed
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
    var limits = SessionLimits()
    var baseline: Set<String> = []
    var packs: [PackChoice] = []
  }

  private static let baseline = Option(
    "--baseline", "FILE", "leave out what an earlier `flow audit --json` has found too")
  private static let pack = Option(
    "--pack", "NAME[:GROUP,…]", repeats: true, words: ClaimPack.all.map(\.name),
    "hold it to the claims of a published baseline, for all users or those of groups"
  ) { text throws(UsageFault) in try PackChoice(text) }
  private static let sessionLimit = Option(
    "--session-limit", "TIME", "how long a session may count since a verification (12h)",
    read: RunOptions.duration)
  private static let idleLimit = Option(
    "--idle-limit", "TIME", "how long an idle session may count (30m)", read: RunOptions.duration)

  private static func read(
    _ arguments: ParsedArguments, _ host: Host
  ) throws(UsageFault) -> (Options, Style) {
    var options = Options(
      org: try OrgArguments.choice(arguments, command: "flow audit"),
      walks: try WalkOptions(arguments), format: try AuditFormat(arguments),
      folder: arguments.text(SharedOptions.write))
    if let limit = try arguments.value(sessionLimit) { options.limits.verified = limit }
    if let limit = try arguments.value(idleLimit) { options.limits.idle = limit }
    options.packs = try arguments.values(pack)
    if let file = arguments.text(baseline) { options.baseline = try AuditBaseline.read(file) }
    return (options, try ColorOption.style(host.output, arguments, host.environment))
  }
}
