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
    (self.shadowed, untried) = shadowed ?? org.shadowedRules()
  }

  /// The findings, in the order of their kinds.
  package var findings: [OrgFinding] {
    noWaysIn + weakerRoutes + shadowedRules + impossibleEnrolments + weakMethods
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
      findings.append(
        OrgFinding(
          .noWayIn, "\(words.people(kind)) can't get in: " + obstacle(witness.ending),
          at: places.rule(witness.ending.rule), witness: witness))
    }
    return findings
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
    var shortest: [Cause: Route] = [:]
    var order: [Cause] = []
    for exploration in explorations
    where exploration.kind.index != nil && exploration.start.entry != .activation {
      for route in exploration.routes
      where route.ending.outcome == .signedIn && !route.ending.isEnough {
        let cause = Cause(
          rule: route.ending.isEnoughForRule ? nil : route.ending.rule,
          sessionRule: route.ending.isEnoughForRule ? route.ending.sessionRule : nil,
          isRecovered: route.ending.isRecovered,
          enrols: !route.ending.enrolled.isEmpty && !route.ending.isRecovered)
        if shortest[cause] == nil { order.append(cause) }
        if shortest[cause].map({ $0.way.count > route.way.count }) ?? true {
          shortest[cause] = route
        }
      }
    }
    return order.compactMap { shortest[$0] }.map { route in
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
        witness: route)
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
          at: shadowed.place)
      }
      return OrgFinding(
        .policyRuleShadowed,
        "the \(shadowed.policy) rule `\(name)` never decides: " + takers(shadowed),
        at: shadowed.place, witness: witness(of: shadowed),
        other: earlier.place.map { ($0, "this rule decides before it") })
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
    var seen: Set<[String]> = []
    var findings: [OrgFinding] = []
    for exploration in explorations where !unfinished.contains(exploration.kind.index) {
      for authenticator in exploration.unenrollable.sorted(by: { $0.rawValue < $1.rawValue })
      where org.requires(authenticator, exploration.start) {
        // One of each rule that requires it.
        let place = places.enrollment(authenticator, exploration.start)
        let rule = place.map { "\($0.start)" } ?? ""
        guard seen.insert([authenticator.rawValue, rule]).inserted else { continue }
        findings.append(
          OrgFinding(
            .enrolmentImpossible,
            "`\(authenticator.rawValue)` is required of \(words.people(exploration.kind)), and nobody "
              + "can enrol it", at: place))
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
        findings.append(
          OrgFinding(
            .weakMethod,
            "`\(words.name(method))` is weaker than all else that the rule "
              + "`\(org.name(ofRule: rule))` takes", at: places.rule(rule),
            witness: with.min { $0.route.way.count < $1.route.way.count }?.route))
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
