package import FlowDiagnostics

/// Facts about the rules of an org's sign-on or session policy, for findings that compare rules.
package struct RuleFacts: Sendable {
  /// The policy of the rules.
  package enum Policy: Sendable, Hashable {
    case signOn, session
  }

  /// A rule.
  package struct Rule: Sendable {
    package let name: String
    /// The location; `nil` for the default of an org that applies if no rule matches.
    package let place: SourceRange?
    /// Whether it denies access.
    package let isDenied: Bool
    /// The least that it asks for by itself; `nil` if it denies access, or nothing meets it.
    package let strength: RuleStrength?
    /// Whether two verifications of one kind meet it although it asks for two.
    package let takesTwoOfAKind: Bool
    /// Whether it decides only under conditions.
    package let isConditional: Bool
    /// The groups of which a user must be in one; empty if it names none.
    package let groups: [String]
    fileprivate let conditions: [Condition]
    /// The requirement of the rule by itself; `nil` if it asks for nothing.
    fileprivate let requirement: Requirement?
  }

  private let org: Org
  package let policy: Policy
  /// The rules, in the order of the settings.
  package let rules: [Rule]
  /// The default, which applies if no rule matches.
  private let usual: Rule
  /// The rules of the other policy, and its default.
  private let others: [Rule]
  private let usualOther: Rule
  /// The combined strength of two rules, by their indices.
  private let together: [Indices: RuleStrength]
  /// A user who is only in the groups that everyone is in.
  private let anyone: Account
  /// The zones that are named by rules of either policy that deny access.
  private let deniedZones: UInt64
  /// The risks, and the devices, that no condition distinguishes from one.
  private let alikeRisks: [SignInContext.Risk: [SignInContext.Risk]]
  private let alikeDevices: [SignInContext.Device: [SignInContext.Device]]

  private struct Indices: Hashable {
    var own: Int?
    var other: Int?
  }

  /// Computes what the rules ask for.
  package init(_ org: Org, of policy: Policy = .signOn) {
    self.org = org
    self.policy = policy
    let (settings, places) = (org.policy, org.walkPlaces)
    let possible = settings.possibleVerifications
    func strength(_ requirement: Requirement?) -> RuleStrength? {
      requirement.map { $0.strength(among: possible) } ?? .nothing
    }
    func rule(
      _ name: String, _ place: SourceRange?, _ conditions: [Condition], _ isDenied: Bool,
      _ requirement: Requirement?
    ) -> Rule {
      Rule(
        name: name, place: place, isDenied: isDenied,
        strength: isDenied ? nil : strength(requirement),
        takesTwoOfAKind: !isDenied && requirement?.takesTwoOfAKind(among: possible) == true,
        isConditional: !conditions.isEmpty, groups: conditions.flatMap(\.namedGroups),
        conditions: conditions, requirement: requirement)
    }
    let signOn = settings.rules.enumerated().map { index, own in
      rule(
        settings.name(ofRule: index), places.rule(index), own.conditions, own.isDenied,
        own.requirement)
    }
    let session = settings.sessionRules.enumerated().map { index, own in
      rule(
        settings.name(ofSessionRule: index), places.sessionRule(index), own.conditions,
        own.isDenied, own.requirement)
    }
    let usualSignOn = rule(OrgPolicy.defaultRule, nil, [], false, .any(1))
    let usualSession = rule(OrgPolicy.defaultRule, nil, [], false, nil)
    let isSignOn = policy == .signOn
    (rules, others) = isSignOn ? (signOn, session) : (session, signOn)
    (usual, usualOther) = isSignOn ? (usualSignOn, usualSession) : (usualSession, usualSignOn)
    together = RuleFacts.together((rules, usual), (others, usualOther), possible)
    var anyone = Account.stranger("")
    anyone.groups = org.commonGroups
    self.anyone = anyone
    deniedZones = (rules + others).filter(\.isDenied).flatMap(\.conditions)
      .filter { !$0.isNegated }
      .reduce(0) { if case .zones(let zones) = $1.subject { $0 | zones } else { $0 } }
    alikeRisks = PolicyReach.alike(PolicyReach.risks, settings.allConditions) { $0.risk = $1 }
    alikeDevices = PolicyReach.alike(PolicyReach.devices, settings.allConditions) {
      $0.device = $1
    }
  }

  /// Computes the combined strength of every two rules of the policies.
  private static func together(
    _ own: (rules: [Rule], usual: Rule), _ other: (rules: [Rule], usual: Rule),
    _ possible: [Verification]
  ) -> [Indices: RuleStrength] {
    func all(_ rules: [Rule], _ usual: Rule) -> [(index: Int?, rule: Rule)] {
      rules.enumerated().map { ($0.offset, $0.element) } + [(nil, usual)]
    }
    var found: [Indices: RuleStrength] = [:]
    var known: [Set<Requirement>: RuleStrength] = [:]
    for (index, rule) in all(own.rules, own.usual) {
      for (beside, second) in all(other.rules, other.usual) {
        guard let strength = rule.strength, let more = second.strength else { continue }
        let asked = [rule.requirement, second.requirement].compactMap(\.self)
        let least =
          known[Set(asked)] ?? strength.and(more, of: asked, among: possible)
        known[Set(asked)] = least
        found[Indices(own: index, other: beside)] = least
      }
    }
    return found
  }

  /// Returns a rule by index; `nil` returns the default of the org.
  package func rule(_ index: Int?) -> Rule { index.map { rules[$0] } ?? usual }

  // MARK: Who is decided by what

  private func account(_ start: WalkStart) -> Account? {
    start.account(org.policy, org.people)
  }

  /// Returns the rule of the policy that decides for a user.
  package func deciding(_ start: WalkStart) -> Int? {
    account(start).flatMap { decidingRule(for: $0, start, in: policy) }
  }

  /// Returns the rule that decides, under the same circumstances, for a user who is only in the
  /// groups that everyone is in.
  package func decidingForAnyone(_ start: WalkStart) -> Int? {
    decidingRule(for: anyone, start, in: policy)
  }

  private func decidingRule(
    for account: Account, _ start: WalkStart, in policy: Policy
  ) -> Int? {
    switch policy {
    case .signOn: org.policy.rules.deciding(for: account, in: start.context, as: .signOn)
    case .session:
      org.policy.sessionRules.deciding(for: account, in: start.context, as: .session)
    }
  }

  /// The groups of a user.
  package func groups(_ start: WalkStart) -> [String] { account(start)?.groups ?? [] }

  /// Returns the answers to unknown facts, in addition to those of a start, with which all conditions
  /// of a rule hold; `nil` if one of them doesn't hold with any answer.
  ///
  /// A start has no answer to facts that no policy reads because an earlier rule decides.
  package func fit(_ rule: Rule, _ start: WalkStart) -> [Assumption]? {
    account(start).flatMap { answers(rule.conditions, for: $0, start) }
  }

  /// Returns the answers with which a rule is for a user in these circumstances: all of its
  /// conditions hold, except perhaps conditions that exclude people or circumstances.
  package func meant(_ rule: Rule, for start: WalkStart) -> [Assumption]? {
    account(start).flatMap {
      answers(rule.conditions.filter { !$0.isNegated }, for: $0, start)
    }
  }

  private func answers(
    _ conditions: [Condition], for account: Account, _ start: WalkStart
  ) -> [Assumption]? {
    var context = start.context
    var answered = UnknownAnswers()
    for condition in conditions {
      if case .unknowns(let facts) = condition.subject {
        let open = facts & ~context.unknowns.relevant
        // One of the facts must hold, or none may.
        if condition.isNegated {
          answered.relevant |= open
        } else if facts & context.unknowns.holding == 0 {
          let first = open & (~open &+ 1)
          answered.relevant |= first
          answered.holding |= first
        }
        context.unknowns.holding |= answered.holding
        context.unknowns.relevant |= answered.relevant
      }
      guard condition.holds(for: account, in: context) else { return nil }
    }
    return org.assumptions(answered)
  }

  /// Whether a rule decides only in a place, on a device, at a risk or on a platform that another
  /// rule doesn't mention.
  package func isNarrower(_ rule: Rule, than other: Rule) -> Bool {
    rule.conditions.contains { condition in
      condition.looksAtContext && !condition.isNegated && !other.conditions.contains(condition)
    }
  }

  /// Whether a rule is for a subset of another rule: everyone who matches it also matches the other
  /// one.
  package func isPart(_ rule: Rule, of other: Rule) -> Bool {
    rule.conditions.isPart(of: other.conditions)
      || RuleShadows(org: org).isPart(rule.conditions, of: other.conditions)
  }

  /// Returns the least that a rule, by index, and the other policy together ask of a user.
  package func strength(_ rule: Int?, _ start: WalkStart) -> RuleStrength? {
    account(start).flatMap { account in
      let other = decidingRule(for: account, start, in: policy == .signOn ? .session : .signOn)
      return together[Indices(own: rule, other: other)]
    }
  }

  // MARK: Which circumstances are riskier

  /// Circumstances without one property that makes them more or less risky.
  package struct Rest: Hashable {
    fileprivate enum Thing: Hashable, CaseIterable {
      case risk, device, place
    }

    fileprivate var thing: Thing
    fileprivate var context: SignInContext
  }

  /// Returns the circumstances without each property that makes them more or less risky.
  ///
  /// Two starts can be compared if they have one of the results in common.
  package func rests(_ start: WalkStart) -> [Rest] {
    Rest.Thing.allCases.map { thing in
      var context = start.context
      // An unknown condition may hold in one place and not in another.
      context.unknowns = UnknownAnswers()
      switch thing {
      case .risk: context.risk = []
      case .device: context.device = []
      case .place: context.zones = 0
      }
      return Rest(thing: thing, context: context)
    }
  }

  /// Compares circumstances that differ in one property: one is riskier by a higher risk, a less
  /// known device, or a place outside every zone.
  ///
  /// Circumstances represent all that no condition distinguishes from them. A device of which
  /// nothing is known may represent a registered one.
  ///
  /// - Returns: Circumstances of both that differ in this way; `nil` if there are none.
  package func riskier(
    _ start: WalkStart, than other: WalkStart, beside rest: Rest
  ) -> (risky: WalkStart, safe: WalkStart)? {
    var (risky, safe) = (start, other)
    switch rest.thing {
    // Values that no condition distinguishes make no difference.
    case .risk where start.context.risk != other.context.risk:
      for own in alikeRisks[start.context.risk] ?? [start.context.risk] {
        for less in alikeRisks[other.context.risk] ?? [other.context.risk]
        where own.rawValue > max(less.rawValue, 1) {
          (risky.context.risk, safe.context.risk) = (own, less)
          return (risky, safe)
        }
      }
      return nil
    case .device where start.context.device != other.context.device:
      for own in alikeDevices[start.context.device] ?? [start.context.device] {
        for more in alikeDevices[other.context.device] ?? [other.context.device]
        where own.known < more.known {
          (risky.context.device, safe.context.device) = (own, more)
          return (risky, safe)
        }
      }
      return nil
    case .risk, .device: return nil
    case .place:
      let zones = safe.context.zones
      return risky.context.zones == 0 && zones != 0 && isTrusted(zones) ? (risky, safe) : nil
    }
  }

  /// Whether zones are places that the org trusts: they have addresses, and no rule that denies
  /// access names one of them.
  private func isTrusted(_ zones: UInt64) -> Bool {
    let all = org.policy.zones
    let isKnown = all.indices.allSatisfy {
      zones >> UInt64($0) & 1 == 0 || !all[$0].ranges.isEmpty && !all[$0].isBlocked
    }
    return isKnown && zones & deniedZones == 0
  }
}

extension Condition {
  /// The groups of which a user must be in one; empty if it names none.
  fileprivate var namedGroups: [String] {
    if !isNegated, case .groups(let names) = subject { names } else { [] }
  }
}

extension Condition {
  /// Whether another condition holds whenever this one does.
  fileprivate func implies(_ other: Condition) -> Bool {
    guard isNegated == other.isNegated else { return false }
    let (small, large) = isNegated ? (other.subject, subject) : (subject, other.subject)
    switch (small, large) {
    case (.groups(let some), .groups(let all)), (.users(let some), .users(let all)),
      (.types(let some), .types(let all)):
      return Set(some).isSubset(of: all)
    case (.zones(let some), .zones(let all)): return some & ~all == 0
    case (.devices(let some), .devices(let all)): return some.isSubset(of: all)
    case (.risks(let some), .risks(let all)): return some.isSubset(of: all)
    case (.platforms(let some), .platforms(let all)): return some.isSubset(of: all)
    default: return false
    }
  }
}

extension SignInContext.Device {
  /// How well the org knows the device, from 0 to 2.
  fileprivate var known: Int { contains(.managed) ? 2 : contains(.registered) ? 1 : 0 }
}

extension Org {
  /// The groups that everyone is in.
  fileprivate var commonGroups: [String] {
    guard let first = people.first else { return [] }
    return people.dropFirst().reduce(into: Set(first.groups)) { $0.formIntersection($1.groups) }
      .sorted()
  }

  /// Whether users who sign up get in by a sign-on rule only as members of a group.
  ///
  /// Either the rule names its people, or a rule that denies access would decide for users in no
  /// group.
  func trustsNewcomers(_ context: SignInContext, rule index: Int?) -> Bool {
    let isNamed = index.map {
      policy.rules[$0].conditions.contains { !$0.isNegated && !$0.looksAtContext }
    }
    if isNamed == true { return true }
    let other = ungroupedNewcomer.flatMap {
      policy.rules.deciding(for: $0, in: context, as: .signOn)
    }
    return other.map { policy.rules[$0].isDenied } ?? false
  }

  /// Whether the session policy would deny access to a user who signs up and is in no group.
  ///
  /// A session rule that names a group isn't enough: it may only say how long its sessions are.
  func sessionTrustsNewcomers(_ context: SignInContext) -> Bool {
    let other = ungroupedNewcomer.flatMap {
      policy.sessionRules.deciding(for: $0, in: context, as: .session)
    }
    return other.map { policy.sessionRules[$0].isDenied } ?? false
  }

  /// A user who signs up, without the groups that the registration gives; `nil` if it gives none.
  private var ungroupedNewcomer: Account? {
    guard var stranger = policy.registration?.newcomer, !stranger.groups.isEmpty else { return nil }
    stranger.groups = []
    return stranger
  }

  /// Whether users who sign up get in only as members of a group, by each policy.
  func trustsNewcomers(_ newcomer: Account, _ context: SignInContext) -> [Bool] {
    let rule = policy.rules.deciding(for: newcomer, in: context, as: .signOn)
    return [trustsNewcomers(context, rule: rule), sessionTrustsNewcomers(context)]
  }

  /// The enrollment policy of a user: its index, its name, and the zones to which it is limited.
  package func enrollmentTerms(
    _ start: WalkStart
  ) -> (index: Int, name: String, zones: [String])? {
    guard let index = start.enrollment(policy, people) else { return nil }
    let zones = policy.enrollments[index].conditions.flatMap { condition -> [String] in
      guard !condition.isNegated, case .zones(let bits) = condition.subject else { return [] }
      let zones = policy.zones.indices.filter { bits >> UInt64($0) & 1 == 1 }
        .map { policy.zones[$0] }
      // A zone that contains every address isn't a trusted place.
      return zones.contains(where: \.isEverywhere) ? [] : zones.map(\.name)
    }
    return (index, policy.enrollments[index].name ?? OrgPolicy.defaultRule, zones)
  }

  /// The recovery policy of a user, by index.
  package func recoveryTerms(_ start: WalkStart) -> Int? {
    start.index.flatMap { index in
      policy.recoveries.deciding(for: people[index], in: start.context, as: .recovery)
    }
  }
}

extension [Condition] {
  /// Whether these conditions are for a subset of others.
  func isPart(of others: [Condition]) -> Bool {
    others.allSatisfy { asked in contains { $0.implies(asked) } }
  }
}
