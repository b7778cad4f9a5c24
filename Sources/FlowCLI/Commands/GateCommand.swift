import FlowDiagnostics
import FlowEngine
import FlowHost
import FlowScript
import FlowSyntax
import FlowInterpreter
import FlowText
import FlowTerminal
import FlowTestRunner
import OktaImport
import OktaSimulator
import PolicyExplorer

/// `flow gate`: decides whether a change of an org may be merged.
enum GateCommand {
  enum Format: String, CaseIterable {
    case text, markdown, json, sarif, github
  }

  static let format = Option(
    "--format", "FORMAT", oneOf: Format.self, "text (default), markdown, json, sarif or github")
  static let claims = Option(
    "--claims", "FILE", "check an imported org against the claims of this script")
  static let plan = Option("--plan", "FILE", "compare the org before and after this plan")
  static let acceptGaps = Flag(
    "--accept-gaps", "pass even if both versions lack the same part of the real org")

  static let spec = CommandSpec(
    name: "gate", operands: "OLD NEW | --plan PLAN.json",
    summary: "check a change of an org: what became weaker, and what is newly found",
    details: [
      "Each version is a script with an org, the folder of `flow pull okta`, or a JSON file with",
      "responses of the Okta management API, which is imported as `flow import okta` does. A plan",
      "of Terraform (`terraform show -json`) has both versions: --plan compares the org before and",
      "after its changes.",
      "",
      "Compares both versions as `flow diff` does, and audits the new one as `flow audit` does.",
      "Findings that the old version also has aren't reported again. The status is 1 if something",
      "became weaker and isn't accepted with --allow, if there is a new finding that is more than a",
      "note, if a claim of the new version doesn't hold, or if the answer isn't complete.",
      "",
      "The text begins with the rules that decide and the number of apps and users. It shows only",
      "some changes of each in full; --all prints all of them. --format json prints all changes as",
      "JSON, one object per line: the verdict, a report of each app or group of apps with changes,",
      "and the findings. --format markdown prints a comment for a pull request. --format sarif and",
      "github print what is weaker and the new findings, at their lines in the new script, in the",
      "files of the export or in the claims.",
    ],
    operandCount: 0...2,
    options: [
      plan, format, DiffCommand.all, DiffCommand.allow, claims, AuditCommand.pack,
      ImportCommand.policy, acceptGaps, SharedOptions.app, SharedOptions.secrets,
      SharedOptions.root,
    ] + WalkArguments.limits,
    examples: [
      ("flow gate main/org.flow org.flow", "before a change is merged"),
      (
        "flow gate yesterday today --claims claims.flow --format markdown",
        "two pulls of a tenant: what has drifted"
      ),
      ("flow gate --plan plan.json --accept-gaps", "what `terraform apply` would change"),
    ],
    run: run)

  @Sendable static func run(_ arguments: ParsedArguments, _ host: Host) async -> ExitStatus {
    do throws(UsageFault) {
      let options = try Options(arguments, host)
      let plan = try arguments.text(GateCommand.plan).map { path throws(UsageFault) in
        try GatePlan(path)
      }
      guard let versions = try versions(arguments, plan, options, host) else {
        return .wrongScript
      }
      let (old, new) = (versions.old, versions.new)
      var watch = WalkWatch(options.walks, host)
      var text = GateText(options.format, options.style, showsAll: options.showsAll)
      // The audits reuse the explorations of the comparison, so both must be of the same time.
      var memo = WalkMemo()
      let still = host.standingStill
      let compared = try OrgComparison.compare(
        old.found, new.found, allowed: options.allowed, options.walks, still, &memo, &watch
      ) { report, gap in text.add(report, gap) }
      guard let compared else { return .interrupted }
      text.add(compared)
      if let renames = versions.renames { text.add(renames) }
      if let plan { text.add(plan) }
      let before = try AppAudit.all(
        of: old.found, options.audit, options.walks, still, &memo, &watch)
      let audits = try AppAudit.all(
        of: new.found, options.audit, options.walks, still, &memo, &watch)
      guard !Task.isCancelled else { return .interrupted }
      let verdict = AuditVerdict(
        audits.flatMap(\.findings), acceptances: new.found.org.acceptances,
        baseline: FindingLikeness.known(before, audits), now: host.clock.now, isComplete: false)
      let gaps = gaps(
        before, audits, text, lacking: (old.lack, new.lack), isAccepting: options.acceptsGaps)
      WalkWatch.warn(gaps, host)
      text.warn(host)
      let isPassed = !compared.isWeaker && verdict.isClean && gaps.isEmpty
      let report = AuditReport(
        verdict, of: audits, new.found, orgFile: new.file, gaps: gaps,
        holding: AppAudit.holding(audits))
      switch options.format {
      case .text, .json:
        text.show(isPassed, gaps, host)
        report.show(options.format == .json ? .json : .text, host, style: options.style)
      case .markdown:
        text.show(isPassed, gaps, host)
        host.output.write(report.markdown)
      case .sarif, .github:
        report.show(
          options.format == .sarif ? .sarif : .github, after: text.diagnostics, host,
          style: options.style)
      }
      return isPassed ? .success : .failed
    } catch {
      host.errors.print(usage(error))
      return error.status
    }
  }

  /// Returns the reasons why the answer isn't complete, each once.
  ///
  /// The comparison names what only one version lacks, so it isn't repeated for the old version.
  private static func gaps(
    _ before: [AppAudit], _ audits: [AppAudit], _ text: GateText,
    lacking: (old: String?, new: String?), isAccepting: Bool
  ) -> [String] {
    var gaps: [String] = []
    let known = before.flatMap(\.gaps)
    let own = audits.flatMap(\.gaps)
    for gap in text.gaps + own + known where !gaps.contains(gap) {
      if isAccepting, known.contains(gap), own.contains(gap) { continue }
      if gap == lacking.old, gap != lacking.new || isAccepting { continue }
      if gap == lacking.new, isAccepting { continue }
      gaps.append(gap)
    }
    return gaps
  }

  /// Both versions, and the objects with other names.
  private struct Versions {
    var old: GateOrg
    var new: GateOrg
    var renames: GateRenames?
  }

  /// Reads both versions; `nil` if one has errors, which are reported.
  private static func versions(
    _ arguments: ParsedArguments, _ plan: GatePlan?, _ options: Options, _ host: Host
  ) throws(UsageFault) -> Versions? {
    let operands = arguments.operands
    if let plan {
      guard operands.isEmpty else {
        throw UsageFault(
          message: "`--plan` has both versions, so no other one can be given",
          help: "write `flow gate --plan \(plan.path)`")
      }
      let choice = try OrgArguments.choice(named: nil, arguments, host)
      return try imported(
        (GateExport(plan, .prior), GateExport(plan, .planned)), [choice, choice], arguments,
        options, host)
    }
    guard operands.count == 2 else {
      throw UsageFault(
        message: "`flow gate` needs OLD and NEW, or `--plan PLAN.json`",
        help: "for example `flow gate main/org.flow org.flow`")
    }
    let choices = try OrgArguments.choices(named: operands, arguments, host)
    guard choices.contains(where: GateOrg.isScript) else {
      guard let old = try GateExport(operands[0], host), let new = try GateExport(operands[1], host)
      else { return nil }
      return try imported((old, new), choices, arguments, options, host)
    }
    func read(_ index: Int, _ claims: GateClaims?) throws(UsageFault) -> GateOrg? {
      let (path, choice) = (operands[index], choices[index])
      guard !GateOrg.isScript(choice) else {
        return try GateOrg.script(path, claims: claims, choice, host, options.style)
      }
      guard let export = try GateExport(path, host) else { return nil }
      return try GateOrg.imported(
        export, claims: claims, choice, policy: arguments.text(ImportCommand.policy), host,
        options.style)
    }
    guard let old = try read(0, nil), let new = try read(1, options.claims) else { return nil }
    return Versions(old: old, new: new)
  }

  /// Imports two exports; `nil` if one has errors, which are reported.
  private static func imported(
    _ exports: (old: GateExport, new: GateExport), _ choices: [OrgChoice],
    _ arguments: ParsedArguments, _ options: Options, _ host: Host
  ) throws(UsageFault) -> Versions? {
    let policy = arguments.text(ImportCommand.policy)
    let renames = GateRenames(from: exports.old, to: exports.new)
    let exports = renames.applied(to: exports.old, exports.new)
    guard
      let old = try GateOrg.imported(
        exports.old, claims: nil, choices[0], policy: policy, host,
        options.style),
      let new = try GateOrg.imported(
        exports.new, claims: options.claims, choices[1], policy: policy, host, options.style)
    else { return nil }
    return Versions(old: old, new: new, renames: renames)
  }

  private struct Options {
    let format: Format
    let style: Style
    let walks: WalkOptions
    let allowed: [String]
    let acceptsGaps: Bool
    let showsAll: Bool
    var audit = AppAudit.Options()
    /// The claims for an imported org; `nil` if there are none.
    var claims: GateClaims?

    init(_ arguments: ParsedArguments, _ host: Host) throws(UsageFault) {
      format = try arguments.value(GateCommand.format) ?? .text
      style = try ColorOption.style(host.output, arguments, host.environment)
      walks = try WalkOptions(arguments)
      allowed = arguments.texts(DiffCommand.allow)
      acceptsGaps = arguments.has(GateCommand.acceptGaps)
      showsAll = arguments.has(DiffCommand.all)
      audit.packs = try arguments.values(AuditCommand.pack)
      guard let path = arguments.text(GateCommand.claims) else { return }
      claims = try Options.claims(in: path)
    }

    /// Reads a file that has only claims.
    private static func claims(in path: String) throws(UsageFault) -> GateClaims {
      let bytes: [UInt8]
      do throws(ReadFault) {
        bytes = try FileReader.read(path, limit: SourceFile.bytesMax)
      } catch {
        throw UsageFault(message: "can't read the claims `\(path)`: \(error.words)", help: nil)
      }
      let claims = GateClaims(source: SourceFile(name: path, bytes: bytes))
      let (script, diagnostics) = Script.parse(claims.source)
      // An error is reported when the org is loaded with the claims.
      guard !diagnostics.contains(where: { $0.severity == .error }) else { return claims }
      let hasOrg = script.items.contains { if case .org = $0 { true } else { false } }
      guard hasOrg || !script.claims.isEmpty else {
        throw UsageFault(
          message: "`\(path)` has no claims", help: "write `claim \"…\" { … }`",
          status: .wrongScript)
      }
      guard !hasOrg else {
        throw UsageFault(
          message: "`\(path)` has an org, and `--claims` is a file with only claims",
          help: "move the claims to a file of their own", status: .wrongScript)
      }
      return claims
    }
  }
}
