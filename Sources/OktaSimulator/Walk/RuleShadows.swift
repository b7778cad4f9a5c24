/// Finds rules that never decide, for any user in any circumstances.
struct RuleShadows {
  let org: Org

  private var policy: OrgPolicy { org.policy }

  /// Returns the rules of a policy that never decide.
  ///
  /// If a rule has too many combinations to try, its name is added to `unknown`.
  func rules(
    _ rules: [some Conditional], _ kind: OktaPoint.Policy, _ unknown: inout [String],
    _ goesOn: () -> Bool, name: (Int) -> String
  ) -> [ShadowedRule] {
    let places = PolicyPlaces(policy.settings)
    var found: [ShadowedRule] = []
    for cases in rules.cases where !rules[cases[0]].isAssignment {
      let first = cases[0]
      switch takers(of: rules, at: cases, goesOn) {
      case .unknown: unknown.append(name(first))
      case .decides: continue
      case .taken(let earlier, let assumptions):
        found.append(
          ShadowedRule(
            policy: kind.rawValue, name: name(first), place: places.rule(kind, first),
            earlier: earlier.map { ($0, name($0), places.rule(kind, $0)) },
            assumptions: assumptions, kind: kind, index: first))
      }
    }
    return found
  }

  /// Returns the result for users who match a rule in any of its cases.
  private func takers(
    of rules: [some Conditional], at cases: [Int], _ goesOn: () -> Bool
  ) -> Fate {
    var takers: Set<Int> = []
    var assumptions: [Assumption] = []
    var isUnknown = false
    for index in cases {
      switch self.takers(of: rules, at: index, besides: Set(cases), goesOn) {
      case .decides: return .decides
      case .unknown: isUnknown = true
      case .taken(let some, let reliesOn):
        takers.formUnion(some)
        assumptions = assumptions.adding(reliesOn)
      }
    }
    return isUnknown ? .unknown : .taken(takers.sorted(), assumptions)
  }

  /// The result for users who match a rule.
  private enum Fate {
    case decides
    /// Earlier rules decide for all of them: a single rule, or several rules together.
    ///
    /// The list is empty if no one can match the rule.
    ///
    /// The result depends on the assumptions about unknown facts.
    case taken([Int], [Assumption])
    case unknown
  }

  /// Whether a rule decides under some assumptions.
  private struct Deciding: Hashable {
    var decides: Bool
    var assumptions: [Assumption]
  }

  private func takers(
    of rules: [some Conditional], at index: Int, besides cases: Set<Int>, _ goesOn: () -> Bool
  ) -> Fate {
    let conditions = rules[...index].flatMap(\.conditions)
    guard let accounts = accounts(fitting: rules[index].conditions, among: conditions)
    else { return .unknown }
    let contexts = org.contexts(telling: conditions)
    guard contexts.isComplete, accounts.count * contexts.all.count <= PolicyReach.triesMax else {
      return .unknown
    }
    var ofAll: Set<Int>?
    var first: [Int] = []
    var unknowns = UnknownBranches([policy])
    var assumptions: [Assumption] = []
    func note(_ before: [Int]) {
      guard let taker = before.first else { return }
      ofAll = ofAll.map { $0.intersection(before) } ?? Set(before)
      if !first.contains(taker) { first.append(taker) }
    }
    for account in accounts {
      for context in contexts.all {
        guard goesOn() else { return .unknown }
        guard !unknowns.isEmpty else {
          guard let before = earlier(rules, index, cases, account, context) else { continue }
          guard !before.isEmpty else { return .decides }
          note(before)
          continue
        }
        var branches = unknowns.branches { answers in
          [rules.unknownFactsRead(upTo: index, for: account, in: context.with(answers[0]))]
        }
        guard unknowns.isComplete else { return .unknown }
        let takers = branches.map { branch in
          earlier(rules, index, cases, account, context.with(unknowns.answers(branch)))
        }
        unknowns.simplify(&branches) { (takers[$0] == []) == (takers[$1] == []) }
        let facts = branches.map { org.facts(unknowns.answers($0)) }
        // If no assumption keeps the rule from deciding for this user in a world, the rule decides.
        let divided = CircumstanceWorlds.divide(
          Array(branches.indices), by: { facts[$0] },
          alike: { Deciding(decides: takers[$0] == [], assumptions: facts[$0].unknown) })
        guard divided.isComplete else { return .unknown }
        for world in divided.worlds {
          let kept = world.filter { takers[$0] != [] }.map { facts[$0].unknown }
          guard let least = kept.min(by: { $0.count < $1.count }) else { return .decides }
          assumptions = assumptions.adding(least)
        }
        for case let before? in takers { note(before) }
      }
    }
    return .taken(ofAll?.min().map { [$0] } ?? first.sorted(), assumptions)
  }

  /// Returns the earlier rules that decide instead of a rule; `nil` if the user doesn't match it.
  ///
  /// Who is assigned to an app doesn't matter, because other apps may have the same rules. If
  /// another case of the rule comes first, the rule decides, unless an earlier rule does.
  private func earlier(
    _ rules: [some Conditional], _ index: Int, _ cases: Set<Int>, _ account: Account,
    _ context: SignInContext
  ) -> [Int]? {
    rules.takers(of: index, for: account, in: context)?.filter {
      !rules[$0].isAssignment && !cases.contains($0)
    }
  }

  /// Whether everyone who matches some conditions also matches others, in all circumstances.
  ///
  /// - Returns: `false` if there are too many combinations to try, or if a condition depends on a
  ///   fact of the org.
  func isPart(_ some: [Condition], of others: [Condition]) -> Bool {
    let conditions = some + others
    guard conditions.unknownFacts == 0, let accounts = accounts(fitting: some, among: conditions)
    else { return false }
    let contexts = org.contexts(telling: conditions)
    guard contexts.isComplete, accounts.count * contexts.all.count <= PolicyReach.triesMax else {
      return false
    }
    return accounts.allSatisfy { account in
      contexts.all.allSatisfy { context in
        func fits(_ conditions: [Condition]) -> Bool {
          conditions.allSatisfy { $0.holds(for: account, in: context) }
        }
        return !fits(some) || fits(others)
      }
    }
  }

  // MARK: Who can fit a rule

  /// The maximum number of groups in negated conditions.
  ///
  /// Every combination of these groups is tried.
  private static let negatedMax = 10

  /// Returns one account of each class that could match a rule, even if no such user exists; `nil`
  /// if there are too many.
  ///
  /// It is enough to try one of the groups that a condition accepts. A user in more groups matches
  /// at least the same earlier rules, except rules that exclude a group. So only excluded groups
  /// are tried in every combination.
  private func accounts(
    fitting rule: [Condition], among conditions: [Condition]
  ) -> [Account]? {
    var sets: [Set<String>] = [[]]
    for case .groups(let names) in rule.filter({ !$0.isNegated }).map(\.subject) {
      sets = sets.flatMap { set in names.map { set.union([$0]) } }
      guard sets.count <= PolicyReach.triesMax else { return nil }
    }
    var negated: [String] = []
    var logins = [""]
    var types: [String?] = [nil]
    var profiles: [[String: String]] = [[:]]
    for condition in conditions {
      switch condition.subject {
      case .groups(let names) where condition.isNegated:
        for name in names where !negated.contains(name) { negated.append(name) }
      case .users(let names): for name in names where !logins.contains(name) { logins.append(name) }
      case .types(let names): for name in names where !types.contains(name) { types.append(name) }
      case .attribute(let name, let values):
        profiles += profiles.flatMap { profile in
          values.filter { profile[name] != $0 }.map { value in
            var profile = profile
            profile[name] = value
            return profile
          }
        }
        guard profiles.count <= PolicyReach.triesMax else { return nil }
      case .logins, .groups, .zones, .devices, .risks, .platforms, .unknowns, .assurances,
        .authenticators:
        break
      }
    }
    guard negated.count <= RuleShadows.negatedMax else { return nil }
    for name in negated { sets += sets.map { $0.union([name]) } }
    let groups = Set(sets).map { $0.sorted() }
    let count = groups.count * logins.count * types.count
    guard count * profiles.count <= PolicyReach.triesMax else { return nil }
    return groups.flatMap { groups in
      logins.flatMap { login in
        types.flatMap { type in
          profiles.map { profile in
            var account = Account.stranger(profile["login"] ?? login)
            account.email = profile["email"] ?? account.email
            account.groups = groups
            account.userType = type
            account.profile = profile.map { .init(name: $0.key, value: $0.value) }
            return account
          }
        }
      }
    }
  }
}

extension Array where Element: Conditional {
  /// Returns the earlier rules that an account also matches.
  ///
  /// The result is empty if the rule decides, and `nil` if the account doesn't match the rule.
  fileprivate func takers(
    of index: Int, for account: Account, in context: SignInContext
  ) -> [Int]? {
    func fits(_ rule: Int) -> Bool {
      self[rule].conditions.allSatisfy { $0.holds(for: account, in: context) }
    }
    return fits(index) ? indices.prefix(index).filter(fits) : nil
  }

  /// Returns the unknown facts that are evaluated to determine whether a rule decides for an
  /// account.
  fileprivate func unknownFactsRead(
    upTo index: Int, for account: Account, in context: SignInContext
  ) -> [Int] {
    var facts: [Int] = []
    guard self[index].conditions.readUnknownFacts(for: account, in: context, into: &facts) else {
      return facts
    }
    for rule in prefix(index)
    where rule.conditions.readUnknownFacts(for: account, in: context, into: &facts) { break }
    return facts
  }
}
