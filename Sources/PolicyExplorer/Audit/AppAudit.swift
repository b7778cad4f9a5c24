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
  let names: [String]
  package let survey: OrgSurvey
  package let found: OrgSource.Found
  /// The findings, one for each app with its name if the org has several.
  package private(set) var findings: [OrgFinding]
  /// The claims that hold.
  private let holding: [ClaimOrigin]
  /// Whether users who sign up in another app get in, and aren't explored.
  private var hasOutsiders = false
  /// The reasons why there may be more findings, one sentence each.
  package private(set) var gaps: [String]

  /// Audits the apps of an org.
  ///
  /// - Parameters:
  ///   - found: The org and its script. If it is the org of one app, only that app is audited.
  ///   - options: What to look for.
  ///   - walks: The limits of the explorations.
  ///   - host: The clock, which stands still if the memo has explorations, and the terminal.
  ///   - memo: The explorations that were made.
  ///   - watch: Ends the explorations at the limits.
  /// - Returns: The audits, one for each class of apps, in the order of the settings.
  /// - Throws: `UsageFault` if a pack doesn't fit the org.
  package static func all(
    of found: OrgSource.Found, _ options: Options, _ walks: WalkOptions, _ host: Host,
    _ memo: inout WalkMemo, _ watch: inout WalkWatch
  ) throws(UsageFault) -> [AppAudit] {
    let whole = found.whole ?? found.org
    // A claim can be about one of two apps that are otherwise equal.
    let classes = whole.appClasses(merges: ClaimScope.apps(in: found).isEmpty)
    let audited = classes.indices.filter { index in
      found.whole == nil || found.org.appName.map(classes[index].names.contains) ?? true
    }
    // What users enroll in one app may open another one. So all apps are explored.
    let surveys = try AppSurveys(classes, of: found, options, walks, host, &memo, &watch)
    var audits: [AppAudit] = []
    for index in audited {
      guard !Task.isCancelled else { return audits }
      let names =
        found.whole == nil ? classes[index].names : [found.org.appName].compactMap(\.self)
      audits.append(AppAudit(surveys.apps[index], named: names, options, &watch))
    }
    if !audits.isEmpty {
      // Such a claim would hold because it says nothing.
      audits[0].gaps += found.claimFaults.map { "in a claim, \($0)" }
    }
    let all = audits
    for index in audits.indices {
      // A rule that several apps share may decide in another one.
      audits[index].findings.removeAll { finding in
        guard finding.kind == .policyRuleShadowed || finding.kind == .ruleNeverDecides,
          let place = finding.place
        else { return false }
        return classes.contains { app in
          let isOther = !app.names.contains(all[index].names.first ?? "")
          let isReported = all.contains { other in
            other.names == app.names && other.findings.contains { $0.place == place }
          }
          return isOther && app.org.hasRule(at: place) && !isReported
        }
      }
    }
    guard !whole.apps.isEmpty else {
      if !audits.isEmpty, let gap = whole.gapSentence { audits[0].gaps.append(gap) }
      return audits
    }
    for index in audits.indices { audits[index].spread() }
    for crossing in whole.appCrossings {
      guard let index = audits.firstIndex(where: { $0.names.contains(crossing.target) }) else {
        continue
      }
      audits[index].findings.append(finding(crossing))
      audits[index].hasOutsiders = true
    }
    if !audits.isEmpty {
      audits[0].findings += emptyClaims(found, whole, audits[0].survey)
      if let gap = whole.gapSentence { audits[0].gaps.append(gap) }
      if !surveys.isComplete, audits.allSatisfy(\.survey.isComplete) {
        audits[0].gaps.append("the other apps weren't explored completely")
      }
    }
    return audits
  }

  /// The findings about claims that name only apps that the org doesn't have.
  private static func emptyClaims(
    _ found: OrgSource.Found, _ whole: OktaSimulator.Org, _ survey: OrgSurvey
  ) -> [OrgFinding] {
    guard found.program.orgs.count == 1, let script = found.program.scripts.first else { return [] }
    let known = Set(whole.apps.map(\.name))
    let check = ClaimCheck(survey.explorer, in: script)
    return ClaimScope.apps(in: found)
      .filter { known.isDisjoint(with: $0.names) }.map { check.finding(ofNobody: $0.claim) }
  }

  private static func finding(_ crossing: AppCrossing) -> OrgFinding {
    var finding = OrgFinding(
      .openRegistration,
      "app `\(crossing.target)`: anyone who signs up at app `\(crossing.source)` gets in by the rule "
        + "`\(crossing.rule)`", at: crossing.place, reliesOn: crossing.assumptions)
    finding.help = "limit the app with `assigned`, or give those who sign up a group that it denies"
    finding.cause = [crossing.source, crossing.target, crossing.rule]
    finding.app = crossing.target
    return finding
  }

  private init(
    _ app: AppSurveys.App, named names: [String], _ options: Options, _ watch: inout WalkWatch
  ) {
    self.names = names
    found = app.found
    survey = app.survey
    gaps = survey.walkGap(watch).map { [$0] } ?? []
    if app.found.org.userLogins.isEmpty, !app.found.org.isOpenToNewcomers {
      gaps.append("the org has no users to sign in as")
    }
    let shadowed = app.found.org.shadowedRules { watch.goesOn() }
    var audit = Audit(survey, shadowed: shadowed)
    audit.limits = options.limits
    findings = audit.findings { !Task.isCancelled }
    if !audit.untried.isEmpty {
      let names = RouteWords.list(audit.untried.map { "`\($0)`" })
      gaps.append("the audit couldn't establish whether these rules ever decide: \(names)")
    }
    if !audit.hasAllWorlds {
      gaps.append("unknown conditions can hold in too many circumstances to judge each of them")
    }
    let results = [app.claims.results(in: survey)] + app.packs.map { $0.results(in: app.survey) }
    findings += results.flatMap(\.findings)
    holding = results.flatMap(\.holding)
  }

  /// Makes a finding for each app, so that its fingerprint doesn't depend on the other apps.
  private mutating func spread() {
    findings = findings.flatMap { finding in
      names.map { name in
        var own = finding
        own.app = name
        own.message = "\(AppAudit.title([name])): \(finding.message)"
        own.cause = (finding.cause.isEmpty ? [finding.message] : finding.cause) + ["app", name]
        return own
      }
    }
    gaps = gaps.map { "\(AppAudit.title(names)): \($0)" }
  }

  /// The name of one app, or the names of several, in words.
  package static func title(_ names: [String]) -> String {
    names.count == 1 ? "app `\(names[0])`" : "apps \(Prose.and(names))"
  }

  /// Returns the claims that hold for every app that they are about.
  package static func holding(_ audits: [AppAudit]) -> [ClaimOrigin] {
    func key(_ claim: ClaimOrigin) -> [String] { [claim.pack ?? "", claim.text] }
    var seen = Set(audits.flatMap(\.findings).compactMap { $0.claim.map(key) })
    // Users who signed up in another app may break these claims.
    for audit in audits where audit.hasOutsiders { seen.formUnion(audit.holding.map(key)) }
    return audits.flatMap(\.holding).filter { seen.insert(key($0)).inserted }
  }
}
