package import FlowHost
import FlowSyntax
package import FlowTerminal
import FlowText
import OktaSimulator

/// The audit of an org as the users of one app see it, or of several apps with the same policies.
package struct AppAudit {
  /// What to look for, apart from the claims in the script.
  package struct Options {
    package var packs: [PackChoice] = []
    package var limits = SessionLimits()

    package init() {}
  }

  /// The names of the apps; empty if the org has a single app.
  private let names: [String]
  package let survey: OrgSurvey
  package let found: OrgSource.Found
  /// The findings, which name the app if the org has several.
  package private(set) var findings: [OrgFinding]
  /// The claims that hold.
  let holding: [ClaimOrigin]
  /// The reasons why there may be more findings, one sentence each.
  package private(set) var gaps: [String]

  /// Audits each app of an org.
  ///
  /// - Parameters:
  ///   - found: The org and its script.
  ///   - options: What to look for.
  ///   - walks: The limits of the explorations.
  ///   - host: The clock and the terminal.
  ///   - watch: Ends the explorations at the limits.
  /// - Returns: The audits, one for each class of apps, in the order of the settings.
  /// - Throws: `UsageFault` if a pack doesn't fit the org.
  package static func all(
    of found: OrgSource.Found, _ options: Options, _ walks: WalkOptions, _ host: Host,
    _ watch: inout WalkWatch
  ) throws(UsageFault) -> [AppAudit] {
    let claims = found.program.scripts.first?.claims ?? []
    // A claim can be about one of two apps that are otherwise equal.
    let merges = !claims.contains { claim in
      claim.lines.contains { line in
        guard case .scope(_, let name, _) = line, let script = found.program.scripts.first else {
          return false
        }
        return script.text(name) == ClaimScope.app
      }
    }
    var audits: [AppAudit] = []
    for app in found.org.appClasses(merges: merges) {
      guard !Task.isCancelled else { return audits }
      audits.append(
        try AppAudit(app, of: found, options, walks, host, &watch, number: audits.count))
    }
    for crossing in found.org.appCrossings {
      let number = audits.firstIndex { $0.names.contains(crossing.target) } ?? 0
      audits[number].findings.append(finding(crossing, number))
    }
    if found.org.enrollsByApp { audits[0].gaps.append(AppAudit.enrollmentGap) }
    return audits
  }

  private static func finding(_ crossing: AppCrossing, _ number: Int) -> OrgFinding {
    var finding = OrgFinding(
      .openRegistration,
      "app `\(crossing.target)`: anyone who signs up at app `\(crossing.source)` gets in by the rule "
        + "`\(crossing.rule)`", at: crossing.place, reliesOn: [])
    finding.help = "limit the app with `assigned`, or give those who sign up a group that it denies"
    finding.cause = [crossing.source, crossing.target, crossing.rule]
    finding.audit = number
    return finding
  }

  /// The reason why an audit or a comparison isn't complete if users can enroll other
  /// authenticators in one app than in another.
  package static let enrollmentGap =
    "the enrollment rules differ between apps: what is enrolled in one isn't tried in another"

  private init(
    _ app: AppClass, of all: OrgSource.Found, _ options: Options, _ walks: WalkOptions,
    _ host: Host, _ watch: inout WalkWatch, number: Int
  ) throws(UsageFault) {
    var found = all
    found.org = app.org
    let claims = ScriptClaims(found)
    var packs: [ClaimSet] = []
    for choice in options.packs { packs.append(try ClaimSet(choice, for: found.org)) }
    var explorer = walks.explorer(of: found.org, host)
    explorer.asked = claims.questions + packs.flatMap(\.questions) + found.org.riskQuestions
    let shadowed = found.org.shadowedRules { watch.goesOn() }
    survey = OrgSurvey(explorer, &watch)
    var gaps = survey.gap(watch).map { [$0] } ?? []
    if found.org.walkKinds.isEmpty { gaps.append("the org has no users to sign in as") }
    var audit = Audit(survey, shadowed: shadowed)
    audit.limits = options.limits
    var findings = audit.findings { !Task.isCancelled }
    if !audit.untried.isEmpty {
      let names = RouteWords.list(audit.untried.map { "`\($0)`" })
      gaps.append("the audit couldn't establish whether these rules ever decide: \(names)")
    }
    let survey = survey
    let results = [claims.results(in: survey)] + packs.map { $0.results(in: survey) }
    findings += results.flatMap(\.findings)
    let title = app.names.isEmpty ? "" : AppAudit.title(app.names)
    names = app.names
    self.findings = findings.map { finding in
      guard all.org.apps.count > 1 else { return finding }
      var finding = finding
      finding.audit = number
      finding.message = "\(title): \(finding.message)"
      finding.cause = (finding.cause.isEmpty ? [finding.message] : finding.cause) + app.names
      return finding
    }
    self.gaps = all.org.apps.count > 1 ? gaps.map { "\(title): \($0)" } : gaps
    self.found = found
    holding = results.flatMap(\.holding)
  }

  /// The name of one app, or the names of several, in words.
  package static func title(_ names: [String]) -> String {
    names.count == 1 ? "app `\(names[0])`" : "apps \(Prose.and(names))"
  }

  /// Returns the claims that hold for every app that they are about.
  package static func holding(_ audits: [AppAudit]) -> [ClaimOrigin] {
    func key(_ claim: ClaimOrigin) -> [String] { [claim.pack ?? "", claim.text] }
    let broken = Set(audits.flatMap(\.findings).compactMap { $0.claim.map(key) })
    var seen: Set<[String]> = broken
    return audits.flatMap(\.holding).filter { seen.insert(key($0)).inserted }
  }
}
