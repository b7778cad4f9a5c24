import FlowDiagnostics
import FlowEngine
package import OktaSimulator
import FlowSyntax

/// Finds weaknesses of an org by checks that apply to every org.
///
/// Access that a rule denies with `deny` is never a finding, because it is intended.
package struct Audit {
  private let scene: AuditScene
  /// The same input with the explorations after earlier sign-ins to other apps.
  private let revisited: AuditScene
  private let revisits: Revisits
  private let explorer: Explorer
  /// The ages above which a session is reported as long.
  package var limits = SessionLimits()
  /// The rules that never decide, because no one can match them or earlier rules decide instead.
  private let shadowed: [ShadowedRule]
  /// The names of rules that have too many combinations to try.
  ///
  /// It isn't known whether these rules ever decide.
  package let untried: [String]

  /// Whether unknown conditions were judged in every circumstance.
  package var hasAllWorlds: Bool { scene.worlds.isComplete && revisited.worlds.isComplete }

  private var org: OktaSimulator.Org { scene.org }
  private var explorations: [Exploration] { scene.explorations }
  private var unfinished: Set<Int?> { scene.unfinished }
  private var words: RouteWords { scene.words }
  private var places: WalkPlaces { scene.places }
  private var worlds: UnknownWorlds { scene.worlds }

  /// Prepares an audit.
  ///
  /// - Parameters:
  ///   - survey: The explorations of the org.
  ///   - shadowed: The result of the org's `shadowedRules()`; `nil` computes it.
  package init(
    _ survey: OrgSurvey, shadowed: (rules: [ShadowedRule], unknown: [String])? = nil
  ) {
    scene = AuditScene(
      survey.org, survey.explorations, unfinished: survey.unfinished,
      isComplete: survey.isComplete)
    revisits = Revisits(survey.revisits.filter { !$0.start.isByGivenCode })
    revisited =
      survey.revisits.isEmpty
      ? scene
      : AuditScene(
        survey.org, survey.explorations + survey.revisits, unfinished: survey.unfinished,
        isComplete: survey.isComplete)
    explorer = survey.explorer
    (self.shadowed, untried) = shadowed ?? survey.org.shadowedRules()
  }

  /// Returns all findings.
  ///
  /// - Parameter goesOn: Called regularly. Returns whether to continue.
  /// - Returns: The findings, grouped by kind.
  package func findings(while goesOn: @escaping () -> Bool = { true }) -> [OrgFinding] {
    let all =
      noWaysIn + WeakerRoutes(revisited).findings
      + RuleComparisons(scene, scene.facts).findings
      + (org.hasSessionPolicy
        ? RuleComparisons(scene, RuleFacts(org, of: .session)).findings : [])
      + RecoveryDenials(scene).findings
      + UndecidedRules(scene, shadowed).findings + SameKinds(scene).findings
      + LongSessions(scene, explorer, limits, while: goesOn).findings + impossibleEnrollments
      + weakMethods
    return all.map { finding in
      var finding = finding
      finding.reliesOn = finding.reliesOn ?? finding.witness?.start.assumptions(in: org)
      // Groups that rules name are part of the cause. So an acceptance covers only findings with
      // the same groups.
      let logins = finding.classes.flatMap {
        $0.logins.isEmpty ? [nil] : $0.logins.map(Optional.some)
      }
      finding.cause += Set(logins.flatMap { scene.named.intersection(org.groups(of: $0)) }).sorted()
      return finding
    }
  }

  // MARK: No way in

  private var noWaysIn: [OrgFinding] {
    var findings: [OrgFinding] = []
    // No user can count on being given a temporary access code.
    for (kind, own) in explorations.filter(\.start.isOwn).byKind {
      guard let index = kind.index, org.isUsable(index), !unfinished.contains(index) else {
        continue
      }
      guard let reliesOn = relianceOfNoWayIn(kind, own),
        !revisits.cover(kind, where: { !$0.ways.isEmpty })
      else { continue }
      let shut = own.filter { $0.start.entry == .identifier && $0.ways.isEmpty }
      let refusals = shut.compactMap { exploration in
        exploration.routes.last(where: \.isStraight)
      }
      // A rule that denies access is intended.
      guard let witness = refusals.first(where: { !org.isDenied(by: $0.ending) }) else {
        findings += shut.lazy.compactMap {
          stuck(kind, $0, reliesOn) ?? sentAway(kind, $0, reliesOn)
        }.prefix(1)
        continue
      }
      var finding = OrgFinding(
        .noWayIn, "\(words.people(kind)) can't get in: " + obstacle(witness.ending),
        at: places.rule(witness.ending.rule), witness: witness, reliesOn: reliesOn)
      finding.classes = [kind]
      finding.cause = [org.name(ofRule: witness.ending.rule), kind.logins.first ?? ""]
      findings.append(finding)
    }
    return findings
  }

  /// Returns a finding if users must enroll an authenticator that no one can enroll, so that they
  /// never finish.
  ///
  /// Otherwise returns `nil`.
  private func stuck(
    _ kind: WalkKind, _ exploration: Exploration, _ reliesOn: [Assumption]
  ) -> OrgFinding? {
    let required = exploration.unenrollable.filter { org.requires($0, exploration.start) }
    guard !exploration.routes.contains(where: \.isStraight),
      let authenticator = required.min(by: { $0.rawValue < $1.rawValue })
    else { return nil }
    var finding = OrgFinding(
      .noWayIn,
      "\(words.people(kind)) can't get in: `\(authenticator.rawValue)` is required of them, and "
        + "no one can enroll it",
      at: places.enrollment(authenticator, exploration.start), reliesOn: reliesOn)
    finding.classes = [kind]
    finding.cause = [
      "enrollment", org.enrollmentTerms(exploration.start)?.name ?? "", kind.logins.first ?? "",
    ]
    return finding
  }

  /// Returns a finding if users are routed to identity providers that don't sign them in.
  ///
  /// Otherwise returns `nil`.
  private func sentAway(
    _ kind: WalkKind, _ exploration: Exploration, _ reliesOn: [Assumption]
  ) -> OrgFinding? {
    guard !exploration.routes.contains(where: \.isStraight), let login = kind.logins.first,
      let routing = org.misleadingRouting(exploration.start)
    else { return nil }
    let names = routing.providers.map { "`\($0)`" }.joined(separator: ", ")
    var finding = OrgFinding(
      .noWayIn,
      "\(words.people(kind)) can't get in: they are routed to the identity provider \(names), "
        + "which doesn't sign them in",
      at: routing.place, reliesOn: reliesOn)
    finding.help = "give it `signs-in`, or route them elsewhere"
    finding.classes = [kind]
    finding.cause = ["idp"] + routing.providers + [login]
    return finding
  }

  /// Returns the assumptions about unknown facts under which a class of users can't get in; `nil`
  /// if they always can.
  private func relianceOfNoWayIn(_ kind: WalkKind, _ own: [Exploration]) -> [Assumption]? {
    guard own.contains(where: { !$0.ways.isEmpty }) else { return [] }
    guard !worlds.isEmpty else { return nil }
    return worlds.reliance(
      of: { explorations[$0.exploration].kind == kind && explorations[$0.exploration].start.isOwn },
      everywhere: { explorations[$0.exploration].ways.isEmpty }
    )?.assumptions
  }

  /// Returns why a user can't get in.
  private func obstacle(_ ending: WalkEnding) -> String {
    guard org.isUnsatisfied(by: ending) else { return words.outcome(ending) }
    let rule = org.name(ofRule: ending.rule)
    let reason = "something that they don't have and can't enroll"
    // Their enrollment may ask for it instead.
    return org.limitsEnrollments
      ? "the rule `\(rule)` or their enrollment asks for \(reason); `account-management` limits what "
        + "they enroll"
      : "the rule `\(rule)` asks for \(reason)"
  }

  // MARK: What can't be enrolled

  private var impossibleEnrollments: [OrgFinding] {
    struct Cause: Hashable {
      var authenticator: Authenticator
      // The location of the rule that requires the authenticator.
      var rule: SourceRange?
    }
    var found: [Cause: (classes: [WalkKind], name: String, explorations: Set<Int>)] = [:]
    var order: [Cause] = []
    for (index, exploration) in explorations.enumerated()
    where !unfinished.contains(exploration.kind.index) {
      for authenticator in exploration.unenrollable.sorted(by: { $0.rawValue < $1.rawValue })
      where org.requires(authenticator, exploration.start) {
        let cause = Cause(
          authenticator: authenticator, rule: places.enrollment(authenticator, exploration.start))
        if found[cause] == nil { order.append(cause) }
        let name = org.enrollmentTerms(exploration.start)?.name ?? ""
        var known = found[cause] ?? ([], name, [])
        if !known.classes.contains(exploration.kind) { known.classes.append(exploration.kind) }
        known.explorations.insert(index)
        found[cause] = known
      }
    }
    return order.compactMap { cause in
      guard let (classes, name, explorations) = found[cause] else { return nil }
      let reliance = worlds.reliance { explorations.contains($0.exploration) }
      let people = words.people(AuditScene.together(classes))
      var finding = OrgFinding(
        .enrollmentImpossible,
        "`\(cause.authenticator.rawValue)` is required of \(people), and no one can enroll it",
        at: cause.rule, reliesOn: reliance?.assumptions ?? [])
      finding.classes = classes
      finding.cause = [cause.authenticator.rawValue, name]
      return finding
    }
  }

  // MARK: The weakest method

  private var weakMethods: [OrgFinding] {
    guard unfinished.isEmpty else { return [] }
    var byRule: [Int?: [WeakMethods.Way]] = [:]
    for (index, exploration) in explorations.enumerated()
    where exploration.start.entry == .identifier {
      for route in exploration.ways where route.ending.isEnough {
        byRule[route.ending.rule, default: []].append(
          WeakMethods.Way(
            route: route, exploration: index, methods: Set(route.ending.uses.map(\.method)),
            strength: route.ending.strength))
      }
    }
    return byRule.sorted(by: { ($0.key ?? .max) < ($1.key ?? .max) }).flatMap { rule, ways in
      WeakMethods(ways: ways, worlds: worlds, explorations: explorations).found.map { found in
        var finding = OrgFinding(
          .weakMethod,
          "`\(words.name(found.method))` is weaker than everything else that the rule "
            + "`\(org.name(ofRule: rule))` accepts", at: places.rule(rule), witness: found.route,
          reliesOn: found.reliesOn)
        for way in ways
        where way.methods.contains(found.method) && !finding.classes.contains(way.route.kind) {
          finding.classes.append(way.route.kind)
        }
        finding.cause = [org.name(ofRule: rule), words.name(found.method)]
        return finding
      }
    }
  }
}

extension WalkEnding {
  /// A number for comparing sign-ins: first by kinds of factors, then by whether a verification is
  /// phishing-resistant.
  package var strength: Int {
    kinds * 2 + (uses.contains { $0.traits.isSuperset(of: .phishingResistant) } ? 1 : 0)
  }
}
