import FlowDiagnostics
import OktaSimulator

/// What a finding shows, without the names of rules, zones and apps.
///
/// Two versions of an org can have the same finding under other names. Only findings with a route
/// have a likeness: the route says what the finding is.
package struct FindingLikeness: Hashable {
  private let kind: ProblemKind
  private let users: [UserLogins]
  private let start: [String]
  private let way: [String]
  /// The name of the app; `nil` if the org has only one without a name.
  private let app: String?

  /// Describes a finding; `nil` if it has no route, or is about a claim.
  ///
  /// - Parameters:
  ///   - finding: The finding.
  ///   - audits: The audits of its version.
  package init?(_ finding: OrgFinding, _ audits: [AppAudit]) {
    guard let route = finding.witness, finding.claim == nil || finding.claim?.pack != nil,
      let audit = audits.first(where: { finding.app.map($0.names.contains) ?? true })
    else { return nil }
    kind = finding.kind
    users = finding.classes.map(\.logins)
    let org = audit.survey.org
    app = finding.app ?? audit.names.first ?? org.appName ?? org.singleAppName
    start =
      route.start.parameters(in: org).filter { $0.name != "zone" }.map { "\($0.name) \($0.value)" }
      + ["\(route.start.entry)", "\(route.start.zones(in: org).count)"]
    var replay = WalkReplay(Walk(org, route.start, now: audit.survey.now))
    way = audit.survey.words.way(replay.steps(of: route.way))
  }

  /// Returns the fingerprints of a new version's findings that the old version had, too.
  ///
  /// - Parameters:
  ///   - before: The audits of the old version.
  ///   - after: The audits of the new version.
  /// - Returns: The fingerprints: those of the old findings, but those under other names as the new
  ///   version has them.
  package static func known(_ before: [AppAudit], _ after: [AppAudit]) -> Set<String> {
    let old = before.flatMap(\.findings).filter { $0.claim == nil || $0.claim?.pack != nil }
    let new = after.flatMap(\.findings)
    var known = Set(old.map(\.fingerprint))
    let now = Set(new.map(\.fingerprint))
    var gone: [FindingLikeness: [String]] = [:]
    for finding in old where !now.contains(finding.fingerprint) {
      if let likeness = FindingLikeness(finding, before) {
        gone[likeness, default: []].append(finding.fingerprint)
      }
    }
    for finding in new where !known.contains(finding.fingerprint) {
      guard let likeness = FindingLikeness(finding, after), let other = gone[likeness]?.popLast()
      else { continue }
      known.remove(other)
      known.insert(finding.fingerprint)
    }
    return known
  }
}
