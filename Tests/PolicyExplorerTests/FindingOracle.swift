/// The findings of an org by their definitions (`flow explain <id>`), each as a predicate over all
/// users and a grid of worlds.
struct FindingOracle {
  /// The subject of a finding.
  struct Subject: Hashable, Comparable, CustomStringConvertible {
    var id: String
    /// The rule, and the rule that it is compared with.
    var rule = ""
    var other = ""

    var description: String { [id, rule, other].filter { !$0.isEmpty }.joined(separator: ", ") }
    static func < (left: Subject, right: Subject) -> Bool { left.description < right.description }
  }

  typealias Findings = [Subject: Set<String>]

  /// The rules that apply to users who match a rule that never applies, by its name.
  private(set) var takers: [String: Set<String>] = [:]

  private let org: GridOrg
  private let worlds: [GridOrg.World]
  private let everyone: [GridOrg.Person]
  private(set) var findings: Findings = [:]

  init(_ org: GridOrg) {
    self.org = org
    worlds = org.worlds
    everyone = org.everyone
    findUsersWithoutRoute()
    for policy in GridOrg.Policy.allCases {
      findIdleRules(policy)
      findBypassedDenials(policy)
      findInversions(policy)
      findFavoredGroups(policy)
      findRiskInversions(policy)
    }
    findIdleRecovery()
    findSameKinds()
    findOpenRegistration()
    findWeakerRoutes()
  }

  private static let unwritten = "default"

  private func name(_ policy: GridOrg.Policy, _ rule: Int?) -> String {
    rule.map { GridOrg.name(policy, $0) } ?? Self.unwritten
  }

  private mutating func note(
    _ id: String, _ rule: String = "", _ other: String = "", _ login: String? = nil
  ) {
    // A rule that isn't written has no location, and a finding is at the other one.
    let isWritten = rule != Self.unwritten
    let subject = Subject(
      id: id, rule: isWritten ? rule : other == Self.unwritten ? "" : other,
      other: isWritten && other != Self.unwritten ? other : "")
    findings[subject, default: []].formUnion(login.map { [$0] } ?? [])
  }

  // MARK: Strength

  /// The combined requirements of the policies.
  private struct Strength: Hashable {
    var kinds: Int
    var verifications: Int
    var resistsPhishing: Bool

    /// Whether it is less of something and more of nothing.
    func isLess(than other: Strength) -> Bool {
      self != other && kinds <= other.kinds && verifications <= other.verifications
        && (other.resistsPhishing || !resistsPhishing)
    }

    func isFewer(than other: Strength) -> Bool {
      kinds < other.kinds || verifications < other.verifications
    }
  }

  /// The least that meets all requirements, by trying everything that the org has.
  private func strength(_ asks: [GridOrg.Ask]) -> Strength? {
    let ways = org.authenticators.subsets.filter { way in asks.allSatisfy { $0.isMet(by: way) } }
    guard let kinds = ways.map(\.kinds).min(), let count = ways.map(\.count).min() else {
      return nil
    }
    return Strength(
      kinds: kinds, verifications: count,
      resistsPhishing: ways.allSatisfy { $0.contains(.key) })
  }

  private func other(_ policy: GridOrg.Policy) -> GridOrg.Policy {
    policy == .signOn ? .session : .signOn
  }

  private func ask(_ policy: GridOrg.Policy, _ person: Set<String>, _ world: GridOrg.World)
    -> GridOrg.Ask
  {
    org.ask(policy, org.deciding(policy, person, world))
  }

  // MARK: Users

  /// An active user without a route in any world, though somewhere no rule denies access.
  private mutating func findUsersWithoutRoute() {
    for person in org.people {
      let isDenied = worlds.allSatisfy { world in
        GridOrg.Policy.allCases.contains { ask($0, person.groups, world) == .deny }
      }
      if !isDenied, !worlds.contains(where: { org.isLetIn(person, $0) }) {
        note("no-way-in", "", "", person.login)
      }
    }
  }

  // MARK: Rules that don't apply

  /// The groups of every possible user.
  private static let possible: [Set<String>] = [[], ["a"], ["b"], ["a", "b"]]

  private mutating func findIdleRules(_ policy: GridOrg.Policy) {
    for (index, rule) in org.rules(policy).enumerated() {
      func decides(_ groups: Set<String>) -> Bool {
        worlds.contains { org.deciding(policy, groups, $0) == index }
      }
      let name = name(policy, index)
      guard Self.possible.contains(where: decides) else {
        note("policy-rule-shadowed", name)
        noteTakers(policy, index, Self.possible)
        continue
      }
      // A rule without conditions is for the remaining users, if there are any.
      guard !rule.conditions.isEmpty, !everyone.contains(where: { decides($0.groups) }) else {
        continue
      }
      note("rule-never-decides", name)
      noteTakers(policy, index, everyone.map(\.groups))
      let fitting = everyone.filter { person in
        worlds.contains { org.matches(rule.conditions, person.groups, $0) }
      }
      for person in fitting { note("rule-never-decides", name, "", person.login) }
    }
  }

  private mutating func noteTakers(
    _ policy: GridOrg.Policy, _ index: Int, _ groups: [Set<String>]
  ) {
    let rules = org.rules(policy)
    for groups in groups {
      for world in worlds where org.matches(rules[index].conditions, groups, world) {
        for earlier in 0..<index where org.matches(rules[earlier].conditions, groups, world) {
          takers[name(policy, index), default: []].insert(name(policy, earlier))
        }
      }
    }
  }

  /// A recovery policy that is for no user of the org.
  private mutating func findIdleRecovery() {
    guard let recovery = org.recovery, !recovery.conditions.isEmpty else { return }
    let fits = everyone.contains { person in
      worlds.contains { org.matches(recovery.conditions, person.groups, $0) }
    }
    if !fits { note("rule-never-decides", GridOrg.Recovery.name) }
  }

  /// A rule that denies, and an earlier one that lets in some of the denied users, and others, too.
  private mutating func findBypassedDenials(_ policy: GridOrg.Policy) {
    let rules = org.rules(policy)
    for (index, rule) in rules.enumerated() where rule.ask == .deny {
      for (earlier, exception) in rules[..<index].enumerated() where exception.ask != .deny {
        let isPart = Self.possible.allSatisfy { groups in
          worlds.allSatisfy { world in
            !org.matches(exception.conditions, groups, world)
              || org.matches(rule.conditions, groups, world)
          }
        }
        guard !isPart else { continue }
        for person in everyone {
          let isBypassed = worlds.contains { world in
            org.matches(rule.conditions, person.groups, world)
              && org.deciding(policy, person.groups, world) == earlier
              && org.isLetIn(person, world)
          }
          guard isBypassed else { continue }
          note(
            "deny-bypassed", name(policy, index), name(policy, earlier),
            person.login)
        }
      }
    }
  }

  // MARK: Comparisons

  private func groups(of rule: GridOrg.Rule) -> Set<String> {
    rule.conditions.reduce(into: []) { all, condition in
      if case .groups(let names) = condition.subject, !condition.isNegated {
        all.formUnion(names)
      }
    }
  }

  /// A rule for a group, and a weaker one that lets in a member of it.
  private mutating func findInversions(_ policy: GridOrg.Policy) {
    let rules = org.rules(policy)
    for (index, rule) in rules.enumerated() where rule.ask != .deny {
      let named = groups(of: rule)
      for person in everyone where !named.isDisjoint(with: person.groups) {
        let member = named.intersection(person.groups)
        for world in worlds where org.isLetIn(person, world) {
          let decider = org.deciding(policy, person.groups, world)
          guard decider != index else { continue }
          if let decider, member.isSubset(of: groups(of: rules[decider])) { continue }
          let failing = rule.conditions.filter { !org.holds($0, person.groups, world) }
          // It is for the member, but may exclude them.
          guard failing.allSatisfy(\.isNegated) else { continue }
          let beside = ask(other(policy), person.groups, world)
          guard let own = strength([rule.ask, beside]),
            let weak = strength([org.ask(policy, decider), beside]), weak.isLess(than: own)
          else { continue }
          note(
            "privilege-inversion", name(policy, decider), name(policy, index),
            person.login)
        }
      }
    }
  }

  /// A rule for a group that lets in with less than the rule for everyone else requires.
  private mutating func findFavoredGroups(_ policy: GridOrg.Policy) {
    // A group of all users of the org distinguishes no one.
    let common = org.people.map(\.groups).reduce(Set(GridOrg.groups)) { $0.intersection($1) }
    for person in everyone {
      for world in worlds where org.isLetIn(person, world) {
        guard let index = org.deciding(policy, person.groups, world) else { continue }
        let rule = org.rules(policy)[index]
        let usual = org.deciding(policy, common, world)
        guard !groups(of: rule).isEmpty, usual != index else { continue }
        let beside = ask(other(policy), person.groups, world)
        guard let own = strength([rule.ask, beside]),
          let rest = strength([org.ask(policy, usual), beside]), own.isLess(than: rest)
        else { continue }
        note(
          "group-gets-less", name(policy, index), name(policy, usual),
          person.login)
      }
    }
  }

  /// Whether one world is riskier than another in one respect, and equal in the others.
  private func isRiskier(_ risky: GridOrg.World, than safe: GridOrg.World) -> Bool {
    // An unknown risk counts as the lowest, and an unregistered device isn't known.
    func risk(_ world: GridOrg.World) -> Int {
      world.risk == .high ? 2 : world.risk == .medium ? 1 : 0
    }
    func known(_ world: GridOrg.World) -> Int {
      world.device == .managed ? 2 : world.device == .registered ? 1 : 0
    }
    let (riskyZones, safeZones) = (org.zones(of: risky.address), org.zones(of: safe.address))
    let isSamePlace = riskyZones == safeZones
    if isSamePlace, risky.device == safe.device { return risk(risky) > risk(safe) }
    if isSamePlace, risky.risk == safe.risk { return known(risky) < known(safe) }
    return risky.risk == safe.risk && risky.device == safe.device && riskyZones.isEmpty
      && !safeZones.isEmpty && safeZones.isDisjoint(with: deniedZones)
  }

  /// The zones from which a rule denies access.
  private var deniedZones: Set<String> {
    var names: Set<String> = []
    for condition in (org.signOn + org.session).filter({ $0.ask == .deny }).flatMap(\.conditions) {
      if case .zones(let denied) = condition.subject, !condition.isNegated {
        names.formUnion(denied)
      }
    }
    return names
  }

  private mutating func findRiskInversions(_ policy: GridOrg.Policy) {
    for safe in worlds {
      for risky in worlds where isRiskier(risky, than: safe) {
        for person in everyone where org.isLetIn(person, risky) && org.isLetIn(person, safe) {
          let strict = org.deciding(policy, person.groups, safe)
          let loose = org.deciding(policy, person.groups, risky)
          guard strict != loose,
            let more = strength(
              [org.ask(policy, strict), ask(other(policy), person.groups, safe)]),
            let less = strength(
              [org.ask(policy, loose), ask(other(policy), person.groups, risky)]),
            less.isLess(than: more), less.isFewer(than: more)
          else { continue }
          note(
            "risk-inversion", name(policy, loose), name(policy, strict),
            person.login)
        }
      }
    }
  }

  // MARK: Factors

  /// A rule that requires two verifications, and accepts two of one kind.
  private mutating func findSameKinds() {
    for (index, rule) in org.signOn.enumerated() {
      guard let asked = strength([rule.ask]), asked.verifications >= 2,
        org.authenticators.subsets.contains(where: { $0.kinds == 1 && rule.ask.isMet(by: $0) })
      else { continue }
      note("same-kind", name(.signOn, index))
      for person in org.people {
        let isAffected = worlds.contains { world in
          org.deciding(.signOn, person.groups, world) == index && usesOneKind(person, world)
        }
        if isAffected { note("same-kind", name(.signOn, index), "", person.login) }
      }
    }
  }

  /// Whether someone gets in with things of one kind.
  private func usesOneKind(_ person: GridOrg.Person, _ world: GridOrg.World) -> Bool {
    let asks = GridOrg.Policy.allCases.map { ask($0, person.groups, world) }
    let isEnough = asks.allSatisfy { $0.isMet(by: person.held) }
    guard isEnough || org.mayEnroll(person, world) else { return false }
    // A user who is asked to enroll a password shows something known.
    if !person.held.contains(.password), org.requiresPassword(world) { return false }
    return (isEnough ? person.held : org.authenticators).subsets.contains { used in
      // A key verifies its user, too.
      used.kinds == 1 && !used.contains(.key) && !used.isDisjoint(with: person.held)
        && asks.allSatisfy { $0.isMet(by: used) }
    }
  }

  /// A group that a registration assigns, and a rule for it that lets in someone who signed up.
  private mutating func findOpenRegistration() {
    guard let newcomer = everyone.first(where: { $0.login == GridOrg.Person.newcomer }) else {
      return
    }
    for world in worlds where org.isLetIn(newcomer, world) {
      guard let index = org.deciding(.signOn, newcomer.groups, world) else { continue }
      // A rule is for members, too, if everyone else is denied access.
      if !groups(of: org.signOn[index]).isDisjoint(with: newcomer.groups)
        || ask(.signOn, [], world) == .deny
      {
        note("open-registration", name(.signOn, index), "", newcomer.login)
      } else if ask(.session, [], world) == .deny {
        let rule = org.deciding(.session, newcomer.groups, world)
        note("open-registration", name(.session, rule), "", newcomer.login)
      }
    }
  }

  /// Routes on which the earlier factors of a user don't meet the requirement.
  private mutating func findWeakerRoutes() {
    for person in org.people {
      for world in worlds where org.isLetIn(person, world) {
        let rules = GridOrg.Policy.allCases.map { org.deciding($0, person.groups, world) }
        let asks = zip(GridOrg.Policy.allCases, rules).map { org.ask($0, $1) }
        for had in holdings(person, world, asks) {
          for (policy, rule) in zip(GridOrg.Policy.allCases, rules)
          where !org.ask(policy, rule).isMet(by: had) {
            note("weaker-route", name(policy, rule), "", person.login)
            break
          }
        }
      }
    }
  }

  /// The earlier factors of a user on the routes that enroll or recover something.
  private func holdings(
    _ person: GridOrg.Person, _ world: GridOrg.World, _ asks: [GridOrg.Ask]
  ) -> [GridOrg.Factors] {
    let held = person.held
    guard asks.allSatisfy({ $0.isMet(by: held) }) else {
      // The missing factor is enrolled after something was proved.
      return org.mayEnroll(person, world) ? held.subsets.filter { !$0.isEmpty } : []
    }
    guard let recovery = org.recovery, held.contains([.password, recovery.method]),
      org.matches(recovery.conditions, person.groups, world)
    else { return [] }
    return held.subtracting(.password).subsets.filter { had in
      // A password that one method has reset is worth that method.
      had.contains(recovery.method)
        && asks.allSatisfy { $0.isMet(by: had.union(.password)) }
    }
  }
}
