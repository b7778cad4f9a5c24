import FlowDiagnostics
import OktaSimulator

/// Finds rules that never decide.
///
/// The finding is `policy-rule-shadowed` if a rule can't decide for anyone, and
/// `rule-never-decides` if it decides for no user of the org.
struct UndecidedRules {
  private let scene: AuditScene
  private let shadowed: [ShadowedRule]

  init(_ scene: AuditScene, _ shadowed: [ShadowedRule]) {
    self.scene = scene
    self.shadowed = shadowed
  }

  var findings: [OrgFinding] { shadowed.map(finding) + ofUsers }

  // MARK: Rules that can't decide

  private func finding(_ rule: ShadowedRule) -> OrgFinding {
    var finding: OrgFinding
    if let earlier = rule.earlier.first {
      finding = OrgFinding(
        .policyRuleShadowed,
        "the \(rule.policy) rule `\(rule.name)` never decides: " + takers(rule.earlier),
        at: rule.place, witness: witness(of: rule),
        other: earlier.place.map { ($0, "this rule decides before it") },
        reliesOn: rule.assumptions)
    } else {
      finding = OrgFinding(
        .policyRuleShadowed, "no one can match the \(rule.policy) rule `\(rule.name)`",
        at: rule.place, reliesOn: rule.assumptions)
    }
    finding.cause = [rule.policy, rule.name]
    // Only a note, because any rule with an unknown condition may never decide.
    if !rule.assumptions.isEmpty { finding.severity = .note }
    return finding
  }

  private func takers(_ rules: [(index: Int, name: String, place: SourceRange?)]) -> String {
    let names = rules.map { "`\($0.name)`" }
    return names.count == 1
      ? "\(names[0]) decides first for everyone who matches it"
      : "\(RouteWords.list(names)) together decide first for everyone who matches it"
  }

  /// Returns the route of a user who matches a rule, while an earlier rule decides; `nil` if there
  /// is none.
  private func witness(of rule: ShadowedRule) -> Route? {
    let earlier = rule.earlier.map(\.index)
    for exploration in scene.explorations where scene.org.fits(exploration.start, rule) {
      let route = exploration.ways.first { route in
        route.ending.rule.map(earlier.contains) ?? false
      }
      if let route { return route }
    }
    return nil
  }

  // MARK: Rules that don't decide for any user

  private var ofUsers: [OrgFinding] {
    guard scene.isComplete, !scene.org.userLogins.isEmpty else { return [] }
    return scene.org.undecidedRules(
      from: scene.explorations.map { ($0.kind, $0.starts) }, besides: shadowed
    ).map { rule in
      var finding: OrgFinding
      if let earlier = rule.takers.first {
        finding = OrgFinding(
          .ruleNeverDecides,
          "the \(rule.policy) rule `\(rule.name)` decides for no user of the org: "
            + takers(rule.takers) + ", such as "
            + scene.words.people(AuditScene.together(rule.classes)),
          at: rule.place, witness: witness(of: rule),
          other: earlier.place.map { ($0, "this rule decides before it") })
        finding.classes = rule.classes
        finding.help = "put the narrower rule first, or remove it"
      } else {
        finding = OrgFinding(
          .ruleNeverDecides,
          "no user of the org matches the \(rule.policy) rule `\(rule.name)`", at: rule.place)
        // Only a note, because the rule may be for future users.
        finding.severity = .note
      }
      finding.cause = [rule.policy, rule.name]
      return finding
    }
  }

  private func witness(of rule: UndecidedRule) -> Route? {
    guard rule.isSignOn, let fit = rule.fit else { return nil }
    let takers = rule.takers.map(\.index)
    for exploration in scene.explorations where exploration.starts.contains(fit) {
      let route = exploration.ways.first { route in
        route.ending.rule.map(takers.contains) ?? false
      }
      if let route { return route }
    }
    return nil
  }
}
