import FlowDiagnostics
import FlowEngine
package import OktaSimulator
import FlowSyntax

/// What is wrong with an org by rules that hold of any.
///
/// Nothing is reported of what the org refuses on purpose: a rule that says `deny` means it.
package struct Audit {
  private let org: OktaSimulator.Org
  private let explorations: [Exploration]
  /// The people, by index, of whom something is left that was not walked.
  private let unfinished: Set<Int?>
  private let words: RouteWords
  private let places: WalkPlaces
  /// The rules that never decide.
  private let shadowed: [ShadowedRule]
  private let worlds: UnknownWorlds
  /// The rules of which it isn't known whether they ever decide; there is too much to try.
  package let untried: [String]

  /// Prepares an audit.
  ///
  /// - Parameters:
  ///   - org: the org.
  ///   - explorations: its walks.
  ///   - unfinished: the people, by index, of whom something is left that was not walked: of them it
  ///     isn't said what they can't do.
  ///   - shadowed: the org's `shadowedRules()`, if they are known already.
  package init(
    _ org: OktaSimulator.Org, _ explorations: [Exploration], unfinished: Set<Int?> = [],
    shadowed: (rules: [ShadowedRule], unknown: [String])? = nil
  ) {
    self.org = org
    self.explorations = explorations
    self.unfinished = unfinished
    words = RouteWords(org)
    places = org.walkPlaces
    worlds = UnknownWorlds(explorations, of: org)
    (self.shadowed, untried) = shadowed ?? org.shadowedRules()
  }

  /// The findings, in the order of their kinds.
  package var findings: [OrgFinding] {
    let all = noWaysIn + weakerRoutes + shadowedRules + impossibleEnrolments + weakMethods
    return all.map { finding in
      var finding = finding
      finding.reliesOn = finding.reliesOn ?? finding.witness?.start.assumptions(in: org)
      return finding
    }
  }

  /// The route to show of a finding, and the answers to unknown facts that the finding relies on.
  ///
  /// - Parameter routes: The shortest route that shows it, by the indices of the explorations that
  ///   have one.
  /// - Returns: The route, and the answers.
  private func judged(_ routes: [Int: Route]) -> (witness: Route?, reliesOn: [Assumption]) {
    let reliance = worlds.reliance(
      cost: { routes[$0.exploration]?.way.count ?? .max },
      anywhere: { routes[$0.exploration] != nil })
    if let reliance, !reliance.assumptions.isEmpty, let leaf = reliance.leaf,
      var witness = routes[leaf.exploration]
    {
      witness.start = leaf.start
      return (witness, reliance.assumptions)
    }
    let shortest = routes.min { ($0.value.way.count, $0.key) < ($1.value.way.count, $1.key) }
    return (shortest?.value, [])
  }

  // MARK: Nobody gets in

  private var noWaysIn: [OrgFinding] {
    var findings: [OrgFinding] = []
    for (kind, own) in explorations.byKind {
      guard let index = kind.index, org.isUsable(index), !unfinished.contains(index) else {
        continue
      }
      guard let reliesOn = relianceOfNoWayIn(kind, own) else { continue }
      let shut = own.filter { $0.start.entry == .identifier && $0.ways.isEmpty }
      let refusals = shut.compactMap { exploration in
        exploration.routes.last(where: \.isStraight)
      }
      // A rule that turns people away means it.
      guard let witness = refusals.first(where: { !org.isDenied(by: $0.ending) }) else { continue }
      findings.append(
        OrgFinding(
          .noWayIn, "\(words.people(kind)) can't get in: " + obstacle(witness.ending),
          at: places.rule(witness.ending.rule), witness: witness, reliesOn: reliesOn))
    }
    return findings
  }

  /// The answers to unknown facts with which a class of users has no way in; `nil` if it has one with
  /// any answers.
  private func relianceOfNoWayIn(_ kind: WalkKind, _ own: [Exploration]) -> [Assumption]? {
    guard own.contains(where: { !$0.ways.isEmpty }) else { return [] }
    guard !worlds.isEmpty else { return nil }
    return worlds.reliance(
      of: { explorations[$0.exploration].kind == kind },
      everywhere: { explorations[$0.exploration].ways.isEmpty }
    )?.assumptions
  }

  /// What keeps somebody out.
  private func obstacle(_ ending: WalkEnding) -> String {
    guard org.isUnsatisfied(by: ending) else { return words.outcome(ending) }
    let rule = org.name(ofRule: ending.rule)
    return "the rule `\(rule)` asks for what they neither have nor can enrol"
  }

  // MARK: Weaker than the rule

  /// One finding for each rule and each way of getting round it, by its shortest route.
  private var weakerRoutes: [OrgFinding] {
    struct Cause: Hashable {
      var rule: Int?
      /// The rule of the session policy, where the sign-on rule has all that it asks for.
      var sessionRule: Int?
      var isRecovered: Bool
      var enrols: Bool
    }
    var shortest: [Cause: [Int: Route]] = [:]
    var order: [Cause] = []
    for (index, exploration) in explorations.enumerated()
    where exploration.kind.index != nil && exploration.start.entry != .activation {
      for route in exploration.routes
      where route.ending.outcome == .signedIn && !route.ending.isEnough {
        let cause = Cause(
          rule: route.ending.isEnoughForRule ? nil : route.ending.rule,
          sessionRule: route.ending.isEnoughForRule ? route.ending.sessionRule : nil,
          isRecovered: route.ending.isRecovered,
          enrols: !route.ending.enrolled.isEmpty && !route.ending.isRecovered)
        if shortest[cause] == nil { order.append(cause) }
        let known = shortest[cause]?[index]
        if known.map({ $0.way.count > route.way.count }) ?? true {
          shortest[cause, default: [:]][index] = route
        }
      }
    }
    return order.compactMap { cause in
      let (witness, reliesOn) = judged(shortest[cause] ?? [:])
      guard let route = witness else { return nil }
      let ending = route.ending
      let isOfSession = ending.isEnoughForRule
      let rule =
        isOfSession
        ? "session rule `\(org.name(ofSessionRule: ending.sessionRule))`"
        : "rule `\(org.name(ofRule: ending.rule))`"
      return OrgFinding(
        .weakerRoute,
        "\(words.peopleGet(route.kind)) in by the \(rule) with \(held(route)) alone: "
          + gained(route),
        at: isOfSession ? places.sessionRule(ending.sessionRule) : places.rule(ending.rule),
        witness: route, reliesOn: reliesOn)
    }
  }

  /// What of a route its person had before.
  private func held(_ route: Route) -> String {
    let uses = route.ending.uses.filter(\.isHeld).map { words.name($0.method) }
    let proved = route.ending.isRecovered ? route.ending.proved.map { words.name($0) } : []
    var all: [String] = []
    for word in uses + proved where !all.contains(word) { all.append(word) }
    return all.isEmpty ? "the link of a mail" : RouteWords.list(all)
  }

  private func gained(_ route: Route) -> String {
    let enrolled = RouteWords.list(route.ending.enrolled.map(\.rawValue))
    switch (route.ending.isRecovered, route.ending.enrolled.isEmpty) {
    case (true, true): return "the password was set anew without the old one"
    case (true, false):
      return "the password was set anew without the old one, and \(enrolled) enrolled on the way"
    case (false, _): return "\(enrolled) was enrolled on the way"
    }
  }

  // MARK: Rules that never decide

  private var shadowedRules: [OrgFinding] {
    shadowed.map { shadowed in
      let name = shadowed.name
      guard let earlier = shadowed.earlier.first else {
        return OrgFinding(
          .policyRuleShadowed, "nobody can fit the \(shadowed.policy) rule `\(name)`",
          at: shadowed.place, reliesOn: shadowed.assumptions)
      }
      return OrgFinding(
        .policyRuleShadowed,
        "the \(shadowed.policy) rule `\(name)` never decides: " + takers(shadowed),
        at: shadowed.place, witness: witness(of: shadowed),
        other: earlier.place.map { ($0, "this rule decides before it") },
        reliesOn: shadowed.assumptions)
    }
  }

  private func takers(_ shadowed: ShadowedRule) -> String {
    let names = shadowed.earlier.map { "`\($0.name)`" }
    return names.count == 1
      ? "\(names[0]) takes all that fit it"
      : "\(RouteWords.list(names)) take all that fit it between them"
  }

  /// Somebody who fits a rule, and is decided by an earlier one.
  private func witness(of shadowed: ShadowedRule) -> Route? {
    let earlier = shadowed.earlier.map(\.index)
    for exploration in explorations where org.fits(exploration.start, shadowed) {
      let route = exploration.ways.first { route in
        route.ending.rule.map(earlier.contains) ?? false
      }
      if let route { return route }
    }
    return nil
  }

  // MARK: What can't be enrolled

  private var impossibleEnrolments: [OrgFinding] {
    struct Cause: Hashable {
      var authenticator: Authenticator
      // One of each rule that requires it.
      var rule: SourceRange?
    }
    var found: [Cause: (kind: WalkKind, explorations: Set<Int>)] = [:]
    var order: [Cause] = []
    for (index, exploration) in explorations.enumerated()
    where !unfinished.contains(exploration.kind.index) {
      for authenticator in exploration.unenrollable.sorted(by: { $0.rawValue < $1.rawValue })
      where org.requires(authenticator, exploration.start) {
        let cause = Cause(
          authenticator: authenticator, rule: places.enrollment(authenticator, exploration.start))
        if found[cause] == nil { order.append(cause) }
        found[cause, default: (exploration.kind, [])].explorations.insert(index)
      }
    }
    return order.compactMap { cause in
      guard let (kind, explorations) = found[cause] else { return nil }
      let reliance = worlds.reliance { explorations.contains($0.exploration) }
      return OrgFinding(
        .enrolmentImpossible,
        "`\(cause.authenticator.rawValue)` is required of \(words.people(kind)), and nobody "
          + "can enrol it", at: cause.rule, reliesOn: reliance?.assumptions ?? [])
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
        OrgFinding(
          .weakMethod,
          "`\(words.name(found.method))` is weaker than all else that the rule "
            + "`\(org.name(ofRule: rule))` takes", at: places.rule(rule), witness: found.route,
          reliesOn: found.reliesOn)
      }
    }
  }
}

extension WalkEnding {
  /// How strong it is: by kinds of factors, and then by whether something resists phishing.
  package var strength: Int {
    kinds * 2 + (uses.contains { $0.traits.isSuperset(of: .phishingResistant) } ? 1 : 0)
  }
}
