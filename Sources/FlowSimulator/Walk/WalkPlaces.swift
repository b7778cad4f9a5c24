package import FlowEngine

/// Where the rules of an org stand, as an audit names them.
package struct WalkPlaces: Sendable {
  let places: PolicyPlaces
  let policy: OrgPolicy
  let people: [Account]

  /// Where a sign-on rule stands.
  package func rule(_ index: Int?) -> SettingPlace? {
    index.flatMap { places.rule(.signOn, $0) }
  }

  /// Where it is said that somebody has to enrol an authenticator.
  package func enrollment(_ authenticator: Authenticator, _ start: WalkStart) -> SettingPlace? {
    guard let index = start.enrollment(policy, people) else { return nil }
    return places.authenticator(authenticator, of: .enrollment, index, in: ["required"])
  }
}

/// A rule of a policy that never decides.
package struct ShadowedRule: Sendable {
  /// The policy, as settings call it.
  package var policy: String
  package var name: String
  package var place: SettingPlace?
  /// The rule that decides in its place; `nil` where nobody can fit the rule at all.
  package var earlier: (name: String, place: SettingPlace?)?
  var kind: OrgPoint.Policy
  var index: Int
}

extension WalkStart {
  /// The enrolment policy that decides of it.
  fileprivate func enrollment(_ policy: OrgPolicy, _ people: [Account]) -> Int? {
    guard let account = index.map({ people[$0] }) ?? policy.registration?.newcomer else {
      return nil
    }
    return policy.enrollments.deciding(for: account, in: context, as: .enrollment)
  }
}

extension Org {
  /// Where its rules stand.
  package var walkPlaces: WalkPlaces {
    WalkPlaces(places: PolicyPlaces(policy.settings), policy: policy, people: people)
  }

  /// Whether somebody has an account that lets them in, as far as that goes.
  package func isUsable(_ index: Int) -> Bool { people[index].canSignIn }

  /// Whether an ending is that of a rule that turns people away.
  package func isDenied(by ending: WalkEnding) -> Bool {
    guard case .refused(let refusal) = ending.outcome else { return false }
    return refusal.key == IonMessage.accessDenied.key
  }

  /// Whether somebody has to enrol an authenticator.
  package func requires(_ authenticator: Authenticator, _ start: WalkStart) -> Bool {
    guard let index = start.enrollment(policy, people) else { return false }
    if case .required? = policy.enrollments[index].need(of: authenticator) { return true }
    return false
  }

  /// The rules that never decide, of all policies.
  package func shadowedRules() -> [ShadowedRule] {
    shadowed(policy.rules, .signOn) { policy.name(ofRule: $0) }
      + shadowed(policy.sessionRules, .session) { policy.name(ofSessionRule: $0) }
      + shadowed(policy.enrollments, .enrollment) { policy.enrollments[$0].name ?? "default" }
      + shadowed(policy.passwords, .passwords) { policy.passwords[$0].name ?? "default" }
      + shadowed(policy.recoveries, .recovery) { policy.recoveries[$0].name ?? "default" }
  }

  /// Whether somebody fits a rule that never decides.
  package func fits(_ start: WalkStart, _ shadowed: ShadowedRule) -> Bool {
    guard shadowed.kind == .signOn, let index = start.index else { return false }
    return policy.rules[shadowed.index].conditions.allSatisfy {
      $0.holds(for: people[index], in: start.context)
    }
  }

  private func shadowed(
    _ rules: [some Conditional], _ kind: OrgPoint.Policy, name: (Int) -> String
  ) -> [ShadowedRule] {
    let conditions = rules.flatMap(\.conditions)
    guard let contexts = PolicyReach.contexts(conditions, blocked: blockedZones),
      let accounts = anybody(conditions)
    else { return [] }
    var decides: Set<Int> = []
    var earlier: [Int: Int] = [:]
    for account in accounts {
      for context in contexts {
        guard let first = rules.deciding(for: account, in: context, as: kind) else { continue }
        decides.insert(first)
        for later in rules.indices.dropFirst(first + 1) where earlier[later] == nil {
          let fits = rules[later].conditions.allSatisfy { $0.holds(for: account, in: context) }
          if fits { earlier[later] = first }
        }
      }
    }
    let places = PolicyPlaces(policy.settings)
    return rules.indices.filter { !decides.contains($0) }.map { index in
      ShadowedRule(
        policy: kind.rawValue, name: name(index), place: places.rule(kind, index),
        earlier: earlier[index].map { (name($0), places.rule(kind, $0)) }, kind: kind,
        index: index)
    }
  }

  /// Everybody whom conditions can tell apart, whether there is such a person or not; `nil` for too
  /// many.
  private func anybody(_ conditions: [Condition]) -> [Account]? {
    var groups: [String] = []
    var logins = [""]
    var types: [String?] = [nil]
    for condition in conditions {
      switch condition.subject {
      case .groups(let names):
        for name in names where !groups.contains(name) { groups.append(name) }
      case .users(let names): for name in names where !logins.contains(name) { logins.append(name) }
      case .types(let names): for name in names where !types.contains(name) { types.append(name) }
      case .zones, .devices, .risks, .platforms: break
      }
    }
    guard groups.count <= Org.groupsMax else { return nil }
    var all: [Account] = []
    for set in 0..<(1 << groups.count) {
      for login in logins {
        for type in types {
          var account = Account.stranger(login)
          account.groups = groups.enumerated().filter { set >> $0.offset & 1 == 1 }.map(\.element)
          account.userType = type
          all.append(account)
        }
      }
    }
    return all.count <= PolicyReach.triesMax ? all : nil
  }

  /// More groups than are told apart in every combination.
  private static let groupsMax = 10
}
