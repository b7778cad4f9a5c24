import FlowEngine
import FlowHost
import FlowInterpreter
import FlowSyntax
import FlowTerminal
import FlowTestRunner
import OktaSimulator
import PolicyExplorer

/// `flow audit`: reports the weaknesses of a simulated org.
enum AuditCommand {
  static let spec = CommandSpec(
    name: "audit", operands: "[FILE [ORG]]",
    summary: "check a simulated org against its claims, and find its weak routes",
    details: [
      "Explores the org of a file, or the built-in org, as `flow explore` does. Checks every route",
      "against the claims of the file. Also looks for these weaknesses:",
      "  - a user gets in with less than the rule requires: by enrollment, by recovery, or by the",
      "    link of a welcome mail",
      "  - a rule never decides, or denies access too late",
      "  - a rule for a group or for a higher risk requires less",
      "  - a rule accepts two factors of the same kind, or a method that is weaker than the rest",
      "  - a user can't get in, or can't enroll a required authenticator",
      "  - registration is open, or a session lasts too long",
      "",
      "`--pack` adds the claims of a published baseline, each with its source.",
      "`flow names idx packs` lists the packs, and `flow names idx packs NAME` prints the claims",
      "of one pack. To check only the users of a group, add the group: `--pack nist-aal3:admins`.",
      "",
      "Each finding has a fingerprint. If a route shows the finding, it also has a flow that",
      "follows the route. To suppress a finding, use `accept` in the org, or `--baseline`. The",
      "status is 1 if a finding is more than a note, or if the answer isn't complete.",
    ],
    operandCount: 0...2,
    options: [
      AuditFormat.option,
      SharedOptions.json.described(
        as: "print JSON: the claims that hold, the findings, then what is incomplete"),
      SharedOptions.write.described(as: "write each finding's route as a flow"),
      pack, baseline, sessionLimit, idleLimit, SharedOptions.app, SharedOptions.secrets,
      SharedOptions.root,
    ] + WalkArguments.limits,
    examples: [
      ("flow audit org.flow", "every finding, each with the flow that shows it"),
      ("flow audit org.flow --format sarif > audit.sarif", "for a code review"),
      ("flow audit org.flow --baseline main.json", "the findings that main.json doesn't have"),
      ("flow audit org.flow --pack nist-aal2", "the requirements of NIST SP 800-63B at AAL2"),
      ("flow audit org.flow --format html > audit.html", "a page of who gets in, and with what"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(UsageFault) {
      let (options, style) = try read(arguments, host)
      var source = OrgSource(
        options.org, for: (name: "flow audit", done: "audited"), host, style: style)
      guard let found = try source.find(app: options.format.problems == nil) else {
        return .wrongScript
      }
      var watch = WalkWatch(options.walks, host)
      var memo = WalkMemo()
      let audits = try AppAudit.all(of: found, options.audit, options.walks, host, &memo, &watch)
      guard !Task.isCancelled else { return .interrupted }
      let gaps = audits.flatMap(\.gaps)
      WalkWatch.warn(gaps, host)
      let verdict = AuditVerdict(
        audits.flatMap(\.findings), acceptances: found.org.acceptances,
        baseline: options.baseline, now: host.clock.now,
        // The acceptances may be of other apps.
        isComplete: gaps.isEmpty && found.whole == nil)
      let report = AuditReport(
        verdict, of: audits, found, orgFile: options.org.file, gaps: gaps,
        holding: AppAudit.holding(audits))
      let written = try options.folder.map { folder throws(UsageFault) in
        try report.write(to: folder, host)
      }
      if let format = options.format.problems {
        report.show(format, host, style: style)
      } else {
        let matrix = Matrix(audits[0].survey, of: audits[0].found, gaps: gaps, marks: report.marks)
        host.output.write(
          options.format == .svg ? MatrixPicture(matrix).text : MatrixPage(matrix).text)
      }
      // If there is a gap, the audit hasn't shown that the org is clean.
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
    var audit = AppAudit.Options()
    var baseline: Set<String> = []
  }

  private static let baseline = Option(
    "--baseline", "FILE", "leave out the findings of this output of `flow audit --json`")
  static let pack = Option(
    "--pack", "NAME[:GROUP,…]", repeats: true, words: ClaimPack.all.map(\.name),
    "check the claims of a published baseline, for all users or some groups"
  ) { text throws(UsageFault) in try PackChoice(text) }
  private static let sessionLimit = Option(
    "--session-limit", "TIME", "the longest allowed session after a verification (12h)",
    read: RunOptions.duration)
  private static let idleLimit = Option(
    "--idle-limit", "TIME", "the longest allowed idle session (30m)", read: RunOptions.duration)

  private static func read(
    _ arguments: ParsedArguments, _ host: Host
  ) throws(UsageFault) -> (Options, Style) {
    var options = Options(
      org: try OrgArguments.choice(arguments, host, command: "flow audit"),
      walks: try WalkOptions(arguments), format: try AuditFormat(arguments),
      folder: arguments.text(SharedOptions.write))
    if let limit = try arguments.value(sessionLimit) { options.audit.limits.verified = limit }
    if let limit = try arguments.value(idleLimit) { options.audit.limits.idle = limit }
    options.audit.packs = try arguments.values(pack)
    if let file = arguments.text(baseline) { options.baseline = try AuditBaseline.read(file) }
    return (options, try ColorOption.style(host.output, arguments, host.environment))
  }
}
