package import FlowDiagnostics

/// A rule that decides for no user of the org in any circumstances, although some user could match
/// it.
package struct UndecidedRule: Sendable {
  /// The name of the policy in settings.
  package var policy: String
  package var name: String
  package var place: SourceRange?
  /// The earlier rules that decide for users who match this rule.
  ///
  /// `classes` are the classes of these users.
  package var takers: [(index: Int, name: String, place: SourceRange?)]
  package var classes: [WalkKind]
  /// The start of a user who matches the rule; `nil` if no user of the org does.
  package var fit: WalkStart?
  /// Whether the rule is a sign-on rule.
  package var isSignOn: Bool
}

extension Org {
  /// Returns the rules of all policies that decide for no user of the org.
  ///
  /// Rules without conditions aren't included. They decide for everyone else, and there may be no
  /// one else.
  ///
  /// - Parameters:
  ///   - starts: The starts of a user of each class, in all circumstances that the policies
  ///     distinguish.
  ///   - known: Rules that no user can reach. They aren't checked again.
  /// - Returns: The rules, in the order of the settings.
  package func undecidedRules(
    from starts: [(kind: WalkKind, starts: [WalkStart])], besides known: [ShadowedRule]
  ) -> [UndecidedRule] {
    func rules(_ rules: [some Conditional], _ kind: OktaPoint.Policy) -> [UndecidedRule] {
      let others = known.filter { $0.kind == kind }.map(\.index)
      return undecided(rules, kind, starts).filter { !others.contains($0.index) }.map(\.rule)
    }
    return rules(policy.rules, .signOn) + rules(policy.sessionRules, .session)
      + rules(policy.enrollments, .enrollment) + rules(policy.accountRules, .account)
      + rules(policy.passwords, .passwords) + rules(policy.recoveries, .recovery)
  }

  /// Returns the circumstances in which a policy decides: for account rules, each authenticator.
  private func contexts(
    _ starts: [WalkStart], _ kind: OktaPoint.Policy
  ) -> [(start: WalkStart, context: SignInContext)] {
    guard kind == .account else { return starts.map { ($0, $0.context) } }
    return starts.flatMap { start in
      policy.authenticators.map { (start, start.context.enrolling($0.authenticator)) }
    }
  }

  private func undecided(
    _ rules: [some Conditional], _ kind: OktaPoint.Policy,
    _ starts: [(kind: WalkKind, starts: [WalkStart])]
  ) -> [(index: Int, rule: UndecidedRule)] {
    let places = PolicyPlaces(policy.settings)
    func name(_ index: Int) -> String { rules[index].name ?? OrgPolicy.defaultRule }
    var takers: [Int: Set<Int>] = [:]
    var classes: [Int: [WalkKind]] = [:]
    var fits: [Int: WalkStart] = [:]
    var decided: Set<Int> = []
    for (person, starts) in starts {
      let account = person.index.map { people[$0] } ?? policy.registration?.newcomer
      guard let account else { continue }
      for (start, context) in contexts(starts, kind) {
        var taker: Int?
        for index in rules.indices
        where rules[index].conditions.allSatisfy({ $0.holds(for: account, in: context) }) {
          guard let taker else {
            taker = index
            decided.insert(index)
            continue
          }
          guard !decided.contains(index) else { continue }
          takers[index, default: []].insert(taker)
          if classes[index]?.last != person { classes[index, default: []].append(person) }
          if fits[index] == nil { fits[index] = start }
        }
      }
    }
    // It isn't known for which users a rule with an unknown condition decides, and a start states
    // behaviors and checks only if an earlier rule doesn't decide.
    let left = rules.cases.filter { cases in
      cases.allSatisfy { index in
        !decided.contains(index) && !rules[index].conditions.isEmpty
          && rules[index].conditions.unknownFacts == 0 && !rules[index].isAssignment
      }
    }
    return left.map { cases in
      let first = cases[0]
      let before = cases.reduce(into: Set<Int>()) { $0.formUnion(takers[$1] ?? []) }
      var people: [WalkKind] = []
      for kind in cases.flatMap({ classes[$0] ?? [] }) where !people.contains(kind) {
        people.append(kind)
      }
      let rule = UndecidedRule(
        policy: kind.rawValue, name: name(first), place: places.rule(kind, first),
        takers: before.sorted().map { ($0, name($0), places.rule(kind, $0)) },
        classes: people, fit: cases.lazy.compactMap { fits[$0] }.first, isSignOn: kind == .signOn)
      return (first, rule)
    }
  }
}
