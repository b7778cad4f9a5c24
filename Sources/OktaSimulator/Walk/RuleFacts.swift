package import FlowDiagnostics

/// Facts about the rules of a sign-on or session policy, for findings that compare rules.
package struct RuleFacts: Sendable {
  /// The policies whose rules can be compared.
  package enum Policy: Sendable, Hashable {
    case signOn, session
  }

  /// A rule.
  package struct Rule: Sendable {
    package let name: String
    /// The location of the rule; `nil` for the default, which applies if no rule matches.
    package let place: SourceRange?
    /// Whether the rule denies access.
    package let isDenied: Bool
    /// The minimum that the rule requires, without the requirement of the other policy.
    ///
    /// `nil` if the rule denies access or can't be met.
    package let strength: RuleStrength?
    /// Whether two verifications of the same kind of factor meet the rule, although it asks for
    /// two.
    package let takesTwoOfAKind: Bool
    /// Whether the rule has conditions.
    package let isConditional: Bool
    /// The groups that the rule names.
    ///
    /// Users must be in one of the groups. The array is empty if the rule names no groups.
    package let groups: [String]
    fileprivate let conditions: [Condition]
    /// The requirement of the rule; `nil` if it asks for nothing.
    fileprivate let requirement: Requirement?
  }

  private let org: Org
  package let policy: Policy
  /// The rules of the policy, in the order of the settings.
  package let rules: [Rule]
  /// The default of the policy, which applies if no rule matches.
  private let usual: Rule
  /// The rules of the other policy.
  ///
  /// `usualOther` is the default of the other policy.
  private let others: [Rule]
  private let usualOther: Rule
  /// The requirements of a rule of this policy together with a rule of the other policy, by the
  /// indices of the rules.
  private let together: [Indices: RuleStrength]
  /// A user who is only in the groups that all users are in.
  private let anyone: Account
  /// The zones that access-denying rules of either policy name, as a bit set.
  private let deniedZones: UInt64
  /// For each risk, the risks that no condition distinguishes from it.
  ///
  /// `alikeDevices` is the same for devices.
  private let alikeRisks: [SignInContext.Risk: [SignInContext.Risk]]
  private let alikeDevices: [SignInContext.Device: [SignInContext.Device]]

  private struct Indices: Hashable {
    var own: Int?
    var other: Int?
  }

  /// Computes the facts about the rules of a policy.
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

  /// Computes what each rule of one policy and each rule of the other policy ask for together.
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

  /// Returns the rule at an index, or the default for `nil`.
  package func rule(_ index: Int?) -> Rule { index.map { rules[$0] } ?? usual }

  // MARK: Who is decided by what

  private func account(_ start: WalkStart) -> Account? {
    start.account(org.policy, org.people)
  }

  /// Returns the index of the rule that decides for a user; `nil` if no rule fits.
  package func deciding(_ start: WalkStart) -> Int? {
    account(start).flatMap { decidingRule(for: $0, start, in: policy) }
  }

  /// Returns the index of the rule that would decide in the same circumstances for a user who is
  /// only in the groups that all users are in.
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

  /// Returns the groups of a user.
  package func groups(_ start: WalkStart) -> [String] { account(start)?.groups ?? [] }

  /// Returns assumptions about unknown facts with which all conditions of a rule hold for a user.
  ///
  /// Returns only assumptions that the start doesn't contain already. They can be necessary because
  /// a start has no assumptions about facts that no policy evaluates. Returns `nil` if a condition
  /// fails with every assumption.
  package func fit(_ rule: Rule, _ start: WalkStart) -> [Assumption]? {
    account(start).flatMap { answers(rule.conditions, for: $0, start) }
  }

  /// Returns assumptions about unknown facts with which a rule is meant for a user in these
  /// circumstances; `nil` if the rule isn't meant for the user.
  ///
  /// A rule is meant for a user if all its conditions hold, ignoring negated conditions.
  package func meant(_ rule: Rule, for start: WalkStart) -> [Assumption]? {
    account(start).flatMap {
      answers(rule.conditions.filter { !$0.isNegated }, for: $0, start)
    }
  }

  private func answers(
    _ conditions: [Condition], for account: Account, _ start: WalkStart
  ) -> [Assumption]? {
    var context = start.context
    context.unknowns = org.policy.completed(context.unknowns)
    var answered = UnknownAnswers()
    for condition in conditions {
      let before = context.unknowns
      switch condition.subject {
      case .unknowns(let facts):
        let open = facts & ~before.relevant
        // For a negated condition, none of the facts may hold. Otherwise one of them must.
        if condition.isNegated {
          context.unknowns.relevant |= open
        } else if facts & before.holding == 0 {
          org.policy.assume(open & (~open &+ 1), hold: true, in: &context.unknowns)
        }
      case .assurances(let all):
        // For a negated condition, the device must fail a check of each policy.
        for assurance in all where condition.isNegated && assurance.isMet(in: context) {
          let open = assurance.checks & ~context.unknowns.relevant
          org.policy.assume(open & (~open &+ 1), hold: false, in: &context.unknowns)
        }
        let possible = all.first { assurance in
          let failed = assurance.checks & before.relevant & ~before.holding
          return failed == 0 && !assurance.platform.isDisjoint(with: context.platform)
        }
        if !condition.isNegated, let possible, !all.contains(where: { $0.isMet(in: context) }) {
          org.policy.assume(possible.checks & ~before.relevant, hold: true, in: &context.unknowns)
        }
      default: break
      }
      answered.relevant |= context.unknowns.relevant & ~before.relevant
      answered.holding |= context.unknowns.holding & ~before.relevant
      guard condition.holds(for: account, in: context) else { return nil }
    }
    return org.assumptions(answered)
  }

  /// Whether a rule requires a zone, device, risk or platform in a condition that another rule
  /// doesn't have.
  package func isNarrower(_ rule: Rule, than other: Rule) -> Bool {
    rule.conditions.contains { condition in
      condition.looksAtContext && !condition.isNegated && !other.conditions.contains(condition)
    }
  }

  /// Whether everyone who matches a rule also matches another rule.
  package func isPart(_ rule: Rule, of other: Rule) -> Bool {
    rule.conditions.isPart(of: other.conditions)
      || RuleShadows(org: org).isPart(rule.conditions, of: other.conditions)
  }

  /// Returns the minimum that a rule and the user's rule of the other policy require together.
  ///
  /// Returns `nil` if one of the rules denies access or can't be met.
  package func strength(_ rule: Int?, _ start: WalkStart) -> RuleStrength? {
    account(start).flatMap { account in
      let other = decidingRule(for: account, start, in: policy == .signOn ? .session : .signOn)
      return together[Indices(own: rule, other: other)]
    }
  }

  // MARK: Which circumstances are riskier

  /// The facts of the org that are part of a start's circumstances.
  package struct Answers: Sendable {
    fileprivate var answers: UnknownAnswers
    /// The assumptions of an earlier sign-in.
    fileprivate var visit: [Assumption]

    /// Whether the facts can't be the same in the circumstances of another start.
    fileprivate func contradict(_ other: Answers) -> Bool {
      let both = answers.relevant & other.answers.relevant
      return both & (answers.holding ^ other.answers.holding) != 0
        || visit.contradict(other.visit)
    }
  }

  /// Returns the facts of a start, with those that follow from them.
  package func answers(_ start: WalkStart) -> Answers {
    Answers(
      answers: org.policy.completed(start.context.unknowns), visit: start.visit?.assumptions ?? [])
  }

  /// Circumstances without the risk, the device or the place.
  package struct Rest: Hashable {
    fileprivate enum Thing: Hashable, CaseIterable {
      case risk, device, place
    }

    fileprivate var thing: Thing
    fileprivate var context: SignInContext
  }

  /// Returns three versions of the start's circumstances: without the risk, without the device, and
  /// without the place.
  ///
  /// Two starts can be compared by `riskier` if they have one of these results in common.
  package func rests(_ start: WalkStart) -> [Rest] {
    Rest.Thing.allCases.map { thing in
      var context = start.context
      // The org's facts are left out too, because a policy may read them in only one of two places.
      context.unknowns = UnknownAnswers()
      switch thing {
      case .risk: context.risk = []
      case .device: context.device = []
      case .place: context.zones = 0
      }
      return Rest(thing: thing, context: context)
    }
  }

  /// Returns circumstances of two starts that show that the first start is riskier than the second.
  ///
  /// Returns `nil` if the first start isn't riskier.
  ///
  /// A higher risk, a less known device, or a place outside every zone is riskier. The org's facts
  /// must be the same: a behavior, a check or an unknown condition may be what makes the difference.
  /// The circumstances of a start also stand for others that no condition distinguishes from them. For
  /// example, an unknown device can stand for a registered one.
  ///
  /// - Returns: The riskier and the safer circumstances, which differ only in the property that
  ///   `rest` leaves out.
  package func riskier(
    _ start: WalkStart, _ answers: Answers, than other: WalkStart, _ others: Answers,
    beside rest: Rest
  ) -> (risky: WalkStart, safe: WalkStart)? {
    var (risky, safe) = (start, other)
    guard !answers.contradict(others) else { return nil }
    switch rest.thing {
    // Values that no condition distinguishes are compared too, because a start can stand for any of
    // them.
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

  /// Whether the org trusts some zones: they have addresses, aren't blocked, and no access-denying
  /// rule names them.
  private func isTrusted(_ zones: UInt64) -> Bool {
    let all = org.policy.zones
    let isKnown = all.indices.allSatisfy {
      zones >> UInt64($0) & 1 == 0
        || !all[$0].ranges.isEmpty && all[$0].terms.isEmpty && !all[$0].isBlocked
    }
    return isKnown && zones & deniedZones == 0
  }
}

extension Condition {
  /// The groups that the condition names.
  ///
  /// A user must be in one of the groups. The array is empty if the condition names no groups.
  fileprivate var namedGroups: [String] {
    if !isNegated, case .groups(let names) = subject { names } else { [] }
  }
}

extension Condition {
  /// Whether another condition holds whenever this condition holds.
  fileprivate func implies(_ other: Condition) -> Bool {
    guard isNegated == other.isNegated else { return false }
    let (small, large) = isNegated ? (other.subject, subject) : (subject, other.subject)
    switch (small, large) {
    case (.groups(let some), .groups(let all)), (.users(let some), .users(let all)),
      (.types(let some), .types(let all)):
      return Set(some).isSubset(of: all)
    case (.attribute(let name, let some), .attribute(let other, let all)):
      return name == other && Set(some).isSubset(of: all)
    case (.zones(let some), .zones(let all)): return some & ~all == 0
    case (.devices(let some), .devices(let all)): return some.isSubset(of: all)
    case (.risks(let some), .risks(let all)): return some.isSubset(of: all)
    case (.platforms(let some), .platforms(let all)): return some.isSubset(of: all)
    case (.authenticators(let some), .authenticators(let all)): return some.isSubset(of: all)
    case (.unknowns(let some), .unknowns(let all)): return some & ~all == 0
    case (.assurances(let some), .assurances(let all)): return Set(some).isSubset(of: all)
    default: return false
    }
  }
}

extension SignInContext.Device {
  /// How much the org knows about the device, from 0 to 2.
  fileprivate var known: Int { contains(.managed) ? 2 : contains(.registered) ? 1 : 0 }
}

extension Org {
  /// The groups that all users in the settings are in.
  fileprivate var commonGroups: [String] {
    guard let first = people.first else { return [] }
    return people.dropFirst().reduce(into: Set(first.groups)) { $0.formIntersection($1.groups) }
      .sorted()
  }

  /// Whether a sign-on rule lets users who sign up get in only because the registration puts them
  /// into a group.
  ///
  /// This is so if the rule names groups, users or types. It is also so if an access-denying rule
  /// would decide for users in no group.
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
  /// A session rule that names a group isn't enough, because it may only limit the lifetime of
  /// sessions.
  func sessionTrustsNewcomers(_ context: SignInContext) -> Bool {
    let other = ungroupedNewcomer.flatMap {
      policy.sessionRules.deciding(for: $0, in: context, as: .session)
    }
    return other.map { policy.sessionRules[$0].isDenied } ?? false
  }

  /// A user who signs up, but without the groups of the registration; `nil` if the registration
  /// gives no groups.
  private var ungroupedNewcomer: Account? {
    guard var stranger = policy.registration?.newcomer, !stranger.groups.isEmpty else { return nil }
    stranger.groups = []
    return stranger
  }

  /// Returns, first for the sign-on policy and then for the session policy, whether users who sign
  /// up get in only as members of a group.
  func trustsNewcomers(_ newcomer: Account, _ context: SignInContext) -> [Bool] {
    let rule = policy.rules.deciding(for: newcomer, in: context, as: .signOn)
    return [trustsNewcomers(context, rule: rule), sessionTrustsNewcomers(context)]
  }

  /// Returns the enrollment rule that decides for a user, and the zones that it requires; `nil` if
  /// no rule fits.
  package func enrollmentTerms(
    _ start: WalkStart
  ) -> (index: Int, name: String, zones: [String])? {
    guard let index = start.enrollment(policy, people) else { return nil }
    let rule = policy.enrollments[index]
    return (index, rule.name ?? OrgPolicy.defaultRule, zones(of: rule.conditions))
  }

  /// Returns the zones that the account rules require for enrollments; empty for a user who sets up
  /// a new account.
  package func accountZones(_ start: WalkStart, enrolling some: [Authenticator]) -> [String] {
    guard let index = start.index, start.entry != .activation else { return [] }
    let all = some.flatMap { authenticator -> [String] in
      let rule = policy.accountRules.deciding(
        for: people[index], in: start.context.enrolling(authenticator), as: .account)
      return rule.map { zones(of: policy.accountRules[$0].conditions) } ?? []
    }
    return Set(all).sorted()
  }

  /// Returns the zones of which a sign-in must come from one, by some conditions.
  private func zones(of conditions: [Condition]) -> [String] {
    conditions.flatMap { condition -> [String] in
      guard !condition.isNegated, case .zones(let bits) = condition.subject else { return [] }
      let zones = policy.zones.indices.filter { bits >> UInt64($0) & 1 == 1 }
        .map { policy.zones[$0] }
      // A zone that contains every address doesn't limit the place.
      return zones.contains(where: \.isEverywhere) ? [] : zones.map(\.name)
    }
  }

  /// Returns the index of the recovery rule that decides for a user; `nil` if no rule fits.
  package func recoveryTerms(_ start: WalkStart) -> Int? {
    start.index.flatMap { index in
      policy.recoveries.deciding(for: people[index], in: start.context, as: .recovery)
    }
  }
}

extension [Condition] {
  /// Whether everyone who matches these conditions also matches the others, judged by comparing
  /// single conditions.
  func isPart(of others: [Condition]) -> Bool {
    others.allSatisfy { asked in contains { $0.implies(asked) } }
  }
}
