package import FlowDiagnostics

/// What the sign-on rules of an org say of its users, for findings that compare rules with one
/// another.
package struct RuleFacts: Sendable {
  /// A sign-on rule.
  package struct Rule: Sendable {
    package let name: String
    /// Where it stands; `nil` for the default of an org in which no rule fits.
    package let place: SourceRange?
    /// Whether it turns people away.
    package let isDenied: Bool
    /// The least that it asks for; `nil` if it turns people away, or nothing meets it.
    package let strength: RuleStrength?
    /// Whether two verifications of one kind meet it though it asks for two.
    package let takesTwoOfAKind: Bool
    /// Whether it decides only under conditions.
    package let isConditional: Bool
    /// The groups of which a user has to be in one; empty if it names none.
    package let groups: [String]
    fileprivate let conditions: [Condition]
  }

  private let org: Org
  /// The rules, in the order of the settings.
  package let rules: [Rule]
  /// What applies where no rule fits.
  private let usual: Rule
  private let sessionStrengths: [RuleStrength?]
  /// Somebody who is in no group but those that everybody is in.
  private let anyone: Account
  /// The zones that rules name which turn people away.
  private let deniedZones: UInt64

  /// Works out what the rules ask for.
  package init(_ org: Org) {
    self.org = org
    let policy = org.policy
    let places = org.walkPlaces
    let possible = policy.possibleVerifications
    func rule(_ index: Int?, _ rule: SignOnRule?) -> Rule {
      let requirement = rule?.requirement ?? .any(1)
      let isDenied = rule?.isDenied == true
      let conditions = rule?.conditions ?? []
      return Rule(
        name: policy.name(ofRule: index), place: places.rule(index), isDenied: isDenied,
        strength: isDenied ? nil : requirement.strength(among: possible),
        takesTwoOfAKind: !isDenied && requirement.takesTwoOfAKind(among: possible),
        isConditional: !conditions.isEmpty, groups: conditions.flatMap(\.namedGroups),
        conditions: conditions)
    }
    rules = policy.rules.indices.map { rule($0, policy.rules[$0]) }
    usual = rule(nil, nil)
    sessionStrengths = policy.sessionRules.map { $0.requirement?.strength(among: possible) }
    var anyone = Account.stranger("")
    anyone.groups = org.commonGroups
    self.anyone = anyone
    deniedZones = rules.filter(\.isDenied).flatMap(\.conditions).filter { !$0.isNegated }
      .reduce(0) { if case .zones(let zones) = $1.subject { $0 | zones } else { $0 } }
  }

  /// A rule by index; the default of the org for none.
  package func rule(_ index: Int?) -> Rule { index.map { rules[$0] } ?? usual }

  // MARK: Who is decided by what

  private func account(_ start: WalkStart) -> Account? {
    start.index.map { org.people[$0] } ?? org.policy.registration?.newcomer
  }

  /// The rule that decides of a user.
  package func deciding(_ start: WalkStart) -> Int? {
    account(start).flatMap { account in
      org.policy.rules.deciding(for: account, in: start.context, as: .signOn)
    }
  }

  /// The rule that decides, under the same circumstances, of a user who is in no group but those that
  /// everybody is in.
  package func decidingForAnyone(_ start: WalkStart) -> Int? {
    org.policy.rules.deciding(for: anyone, in: start.context, as: .signOn)
  }

  /// The groups of a user.
  package func groups(_ start: WalkStart) -> [String] { account(start)?.groups ?? [] }

  /// Whether all conditions of a rule hold.
  package func fits(_ rule: Rule, _ start: WalkStart) -> Bool {
    account(start).map { account in
      rule.conditions.allSatisfy { $0.holds(for: account, in: start.context) }
    } ?? false
  }

  /// Whether a rule is meant for a user in these circumstances: all of its conditions hold but, maybe,
  /// those that exclude people.
  package func isMeant(_ rule: Rule, for start: WalkStart) -> Bool {
    account(start).map { account in
      rule.conditions.allSatisfy { condition in
        condition.holds(for: account, in: start.context)
          || condition.isNegated && !condition.looksAtContext
      }
    } ?? false
  }

  /// Whether a rule decides only in a place, on a device, at a risk or on a platform of which another
  /// says nothing.
  package func isNarrower(_ rule: Rule, than other: Rule) -> Bool {
    rule.conditions.contains { condition in
      condition.looksAtContext && !condition.isNegated && !other.conditions.contains(condition)
    }
  }

  /// Whether a rule is for a part of what another is for: whoever fits it fits the other one too.
  package func isPart(_ rule: Rule, of other: Rule) -> Bool {
    other.conditions.allSatisfy { asked in
      rule.conditions.contains { $0.implies(asked) }
    }
  }

  /// The least that a rule and the session policy ask of a user together.
  package func strength(_ rule: Rule, _ start: WalkStart) -> RuleStrength? {
    guard let own = rule.strength, let account = account(start) else { return nil }
    let session = org.policy.sessionRules.deciding(for: account, in: start.context, as: .session)
    guard let asked = session.flatMap({ sessionStrengths[$0] }) else { return own }
    return own.and(asked)
  }

  // MARK: Which circumstances are riskier

  /// Circumstances without one thing that makes them more or less risky.
  package struct Rest: Hashable {
    fileprivate enum Thing: Hashable, CaseIterable {
      case risk, device, place
    }

    fileprivate var thing: Thing
    fileprivate var context: SignInContext
  }

  /// Circumstances without each thing that makes them more or less risky: those of two starts can be
  /// compared that have one in common.
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

  /// Whether circumstances that have all else in common are riskier than others: by a higher risk, a
  /// device that is less known, or a place outside every zone.
  package func isRiskier(_ start: WalkStart, than other: WalkStart, beside rest: Rest) -> Bool {
    let (own, safe) = (start.context, other.context)
    return switch rest.thing {
    case .risk: own.risk.rawValue > max(safe.risk.rawValue, 1)
    case .device: own.device.known < safe.device.known
    case .place: own.zones == 0 && safe.zones != 0 && isTrusted(safe.zones)
    }
  }

  /// Whether zones are places that the org knows: they have addresses, and no rule that turns people
  /// away names one of them.
  private func isTrusted(_ zones: UInt64) -> Bool {
    let all = org.policy.zones
    let isKnown = all.indices.allSatisfy {
      zones >> UInt64($0) & 1 == 0 || !all[$0].ranges.isEmpty && !all[$0].isBlocked
    }
    return isKnown && zones & deniedZones == 0
  }
}

extension Condition {
  /// The groups of which a user has to be in one.
  fileprivate var namedGroups: [String] {
    if !isNegated, case .groups(let names) = subject { names } else { [] }
  }
}

extension Condition {
  /// Whether another condition holds wherever this one does.
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
  /// How well the org knows the device.
  fileprivate var known: Int { contains(.managed) ? 2 : contains(.registered) ? 1 : 0 }
}

extension Org {
  /// The groups that everybody is in.
  fileprivate var commonGroups: [String] {
    guard let first = people.first else { return [] }
    return people.dropFirst().reduce(into: Set(first.groups)) { $0.formIntersection($1.groups) }
      .sorted()
  }

  /// Whether a sign-on rule says who the people are for whom it decides.
  func isForNamedPeople(rule index: Int?) -> Bool {
    guard let index else { return false }
    return policy.rules[index].conditions.contains { !$0.isNegated && !$0.looksAtContext }
  }

  /// The enrollment policy of a user: its index, its name, and the zones that it is only for.
  package func enrollmentTerms(
    _ start: WalkStart
  ) -> (index: Int, name: String, zones: [String])? {
    let account = start.index.map { people[$0] } ?? policy.registration?.newcomer
    guard let account,
      let index = policy.enrollments.deciding(for: account, in: start.context, as: .enrollment)
    else { return nil }
    let zones = policy.enrollments[index].conditions.flatMap { condition -> [String] in
      guard !condition.isNegated, case .zones(let bits) = condition.subject else { return [] }
      return policy.zones.indices.filter { bits >> UInt64($0) & 1 == 1 }.map {
        policy.zones[$0].name
      }
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
