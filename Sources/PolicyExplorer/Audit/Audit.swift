import FlowDiagnostics
import FlowEngine
package import OktaSimulator
import FlowSyntax

/// What is wrong with an org by rules that hold of any.
///
/// Nothing is reported of what the org refuses on purpose: a rule that says `deny` means it.
package struct Audit {
  private let scene: AuditScene
  private let explorer: Explorer
  /// What a long session is.
  package var limits = SessionLimits()
  /// The rules that nobody can fit, or that earlier rules take everybody from.
  private let shadowed: [ShadowedRule]
  /// The rules of which it isn't known whether they ever decide; there is too much to try.
  package let untried: [String]

  private var org: OktaSimulator.Org { scene.org }
  private var explorations: [Exploration] { scene.explorations }
  private var unfinished: Set<Int?> { scene.unfinished }
  private var words: RouteWords { scene.words }
  private var places: WalkPlaces { scene.places }

  /// Prepares an audit.
  ///
  /// - Parameters:
  ///   - survey: The walks of the org.
  ///   - shadowed: The org's `shadowedRules()`, if they are known already.
  package init(
    _ survey: OrgSurvey, shadowed: (rules: [ShadowedRule], unknown: [String])? = nil
  ) {
    scene = AuditScene(survey.org, survey.explorations, unfinished: survey.unfinished)
    explorer = survey.explorer
    (self.shadowed, untried) = shadowed ?? survey.org.shadowedRules()
  }

  /// Looks for everything.
  ///
  /// - Parameter goesOn: Asked now and then whether to go on.
  /// - Returns: The findings, in the order of their kinds.
  package func findings(while goesOn: @escaping () -> Bool = { true }) -> [OrgFinding] {
    noWaysIn + WeakerRoutes(scene).findings + RuleComparisons(scene).findings
      + UndecidedRules(scene, shadowed).findings + SameKinds(scene).findings
      + LongSessions(scene, explorer, limits, while: goesOn).findings + impossibleEnrolments
      + weakMethods
  }

  // MARK: Nobody gets in

  private var noWaysIn: [OrgFinding] {
    var findings: [OrgFinding] = []
    for (kind, own) in explorations.byKind {
      guard let index = kind.index, org.isUsable(index), !unfinished.contains(index) else {
        continue
      }
      guard !own.contains(where: { !$0.ways.isEmpty }) else { continue }
      let refusals = own.filter { $0.start.entry == .identifier }.compactMap { exploration in
        exploration.routes.last(where: \.isStraight)
      }
      // A rule that turns people away means it.
      guard let witness = refusals.first(where: { !org.isDenied(by: $0.ending) }) else { continue }
      var finding = OrgFinding(
        .noWayIn, "\(words.people(kind)) can't get in: " + obstacle(witness.ending),
        at: places.rule(witness.ending.rule), witness: witness)
      finding.classes = [kind]
      finding.cause = [org.name(ofRule: witness.ending.rule), kind.logins.first ?? ""]
      findings.append(finding)
    }
    return findings
  }

  /// What keeps somebody out.
  private func obstacle(_ ending: WalkEnding) -> String {
    guard org.isUnsatisfied(by: ending) else { return words.outcome(ending) }
    let rule = org.name(ofRule: ending.rule)
    return "the rule `\(rule)` asks for what they neither have nor can enrol"
  }

  // MARK: What can't be enrolled

  private var impossibleEnrolments: [OrgFinding] {
    var seen: Set<[String]> = []
    var findings: [OrgFinding] = []
    for exploration in explorations where !unfinished.contains(exploration.kind.index) {
      for authenticator in exploration.unenrollable.sorted(by: { $0.rawValue < $1.rawValue })
      where org.requires(authenticator, exploration.start) {
        // One of each rule that requires it.
        let place = places.enrollment(authenticator, exploration.start)
        let rule = place.map { "\($0.start)" } ?? ""
        guard seen.insert([authenticator.rawValue, rule]).inserted else { continue }
        var finding = OrgFinding(
          .enrolmentImpossible,
          "`\(authenticator.rawValue)` is required of \(words.people(exploration.kind)), and nobody "
            + "can enrol it", at: place)
        finding.classes = [exploration.kind]
        finding.cause = [
          authenticator.rawValue, org.enrollmentTerms(exploration.start)?.name ?? "",
        ]
        findings.append(finding)
      }
    }
    return findings
  }

  // MARK: The weakest method

  private var weakMethods: [OrgFinding] {
    guard unfinished.isEmpty else { return [] }
    struct Way {
      var route: Route
      var methods: Set<Method>
      var strength: Int
    }
    var byRule: [Int?: [Way]] = [:]
    for exploration in explorations where exploration.start.entry == .identifier {
      for route in exploration.ways where route.ending.isEnough {
        byRule[route.ending.rule, default: []].append(
          Way(
            route: route, methods: Set(route.ending.uses.map(\.method)),
            strength: route.ending.strength))
      }
    }
    var findings: [OrgFinding] = []
    for (rule, ways) in byRule.sorted(by: { ($0.key ?? .max) < ($1.key ?? .max) }) {
      let all = ways.reduce(into: Set<Method>()) { $0.formUnion($1.methods) }
      for method in all.sorted(by: { $0.rawValue < $1.rawValue }) {
        let with = ways.filter { $0.methods.contains(method) }
        let without = ways.filter { !$0.methods.contains(method) }
        let others = without.reduce(into: Set<Method>()) { $0.formUnion($1.methods) }
        guard others.count >= 2, let strongest = with.map(\.strength).max(),
          let weakest = without.map(\.strength).min(), strongest < weakest
        else { continue }
        var finding = OrgFinding(
          .weakMethod,
          "`\(words.name(method))` is weaker than all else that the rule "
            + "`\(org.name(ofRule: rule))` takes", at: places.rule(rule),
          witness: with.min { $0.route.way.count < $1.route.way.count }?.route)
        for way in with where !finding.classes.contains(way.route.kind) {
          finding.classes.append(way.route.kind)
        }
        finding.cause = [org.name(ofRule: rule), words.name(method)]
        findings.append(finding)
      }
    }
    return findings
  }
}

extension WalkEnding {
  /// How strong it is: by kinds of factors, and then by whether something resists phishing.
  package var strength: Int {
    kinds * 2 + (uses.contains { $0.traits.isSuperset(of: .phishingResistant) } ? 1 : 0)
  }
}
