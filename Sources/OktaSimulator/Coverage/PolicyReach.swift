import SimulatorKit

/// The results that a policy's conditions can have.
///
/// They are found by trying every class of users and of sign-ins that the conditions distinguish.
/// If there are too many combinations to try, everything counts as possible. So an item that is
/// reported as unreachable is certainly unreachable.
struct PolicyReach {
  /// The possible events; `nil` if there were too many combinations to try.
  private let points: Set<OrgPoint>?

  /// The maximum number of combinations that are tried.
  ///
  /// This number is enough for realistic policies. Trying this many combinations takes a few
  /// milliseconds.
  static let triesMax = 20_000
  /// The maximum number of zones in a policy's conditions.
  ///
  /// A sign-in can come from any set of these zones, so the number of combinations grows
  /// exponentially.
  static let zonesMax = 6
  /// The maximum number of facts in a policy's conditions.
  ///
  /// Any set of these facts may hold, so the number of combinations grows exponentially.
  private static let unknownsMax = 6

  init(_ rules: [some Conditional], _ kind: OktaPoint.Policy, of org: Org) {
    let conditions = rules.flatMap(\.conditions)
    // A user can enter any login, whether the org has the user or not.
    let testsEntry = conditions.contains { if case .logins = $0.subject { true } else { false } }
    guard !testsEntry,
      let contexts = PolicyReach.contexts(conditions, blocked: org.blockedZones)
    else {
      points = nil
      return
    }
    let accounts = PolicyReach.accounts(conditions, of: org)
    guard accounts.count * contexts.count <= PolicyReach.triesMax else {
      points = nil
      return
    }
    var trace: OrgTrace? = OrgTrace()
    for account in accounts {
      for context in contexts {
        _ = rules.deciding(for: account, in: context, as: kind, trace: &trace)
      }
    }
    points = trace?.points
  }

  /// Whether an event is possible.
  ///
  /// Returns `true` if that isn't known.
  func contains(_ what: OktaPoint) -> Bool { points?.contains(OrgPoint(what)) ?? true }

  // MARK: People

  /// Returns one user of each class of users that the conditions distinguish.
  ///
  /// The users are the users in the settings, users who may sign up, and unknown users.
  private static func accounts(_ conditions: [Condition], of org: Org) -> [Account] {
    let own = conditions.filter { !$0.looksAtContext }
    var logins: [String] = [""]
    for case .users(let named) in own.map(\.subject) { logins += named }
    var all = org.people
    if let registration = org.policy.registration, registration.isOpen {
      for login in logins where org.logins[login] == nil {
        var newcomer = registration.newcomer
        newcomer.login = login
        all.append(newcomer)
      }
    }
    if org.policy.hidesUnknownUsers {
      all += logins.filter { org.logins[$0] == nil }.map { .stranger($0) }
    }
    return distinct(all) { account in
      own.map { $0.holds(for: account, in: SignInContext()) }
    }
  }

  // MARK: Sign-ins

  /// Returns one sign-in of each class of sign-ins that the conditions distinguish; `nil` if there
  /// are too many.
  ///
  /// - Parameters:
  ///   - conditions: The conditions.
  ///   - blocked: The zones from which the org refuses every request, as a bit set.
  /// - Returns: The contexts of the sign-ins.
  static func contexts(
    _ conditions: [Condition], blocked: UInt64
  ) -> [SignInContext]? {
    var named: UInt64 = 0
    for case .zones(let zones) in conditions.map(\.subject) { named |= zones }
    // A request from a blocked zone never reaches a rule.
    named &= ~blocked
    let unknowns = conditions.unknownFacts
    guard named.nonzeroBitCount <= zonesMax, unknowns.nonzeroBitCount <= unknownsMax else {
      return nil
    }
    let known = contexts(conditions, zones: subsets(of: named))
    return subsets(of: unknowns).reversed().flatMap { holding in
      known.map { context in
        var context = context
        context.unknowns.holding = holding
        return context
      }
    }
  }

  /// The possible facts about a device that an org can know.
  ///
  /// A managed device is always registered.
  static let devices: [SignInContext.Device] = [
    [], .registered, [.registered, .managed], .unregistered,
  ]
  /// The possible risks of a sign-in that an org can know.
  static let risks = [[]] + SignInContext.Risk.words.map(\.value)

  /// Groups values that give the same result in every condition.
  ///
  /// - Parameters:
  ///   - values: The values to compare.
  ///   - conditions: The conditions.
  ///   - set: Stores a value in a context.
  /// - Returns: For each value, a list that begins with the value and continues with the other
  ///   values that the conditions don't distinguish from it.
  static func alike<Value: Hashable>(
    _ values: [Value], _ conditions: [Condition],
    _ set: (inout SignInContext, Value) -> Void
  ) -> [Value: [Value]] {
    let found = values.map { value in
      var context = SignInContext()
      set(&context, value)
      return conditions.map { $0.holds(for: .stranger(""), in: context) }
    }
    var alike: [Value: [Value]] = [:]
    for (value, own) in zip(values, found) {
      let others = zip(values, found).filter { $0.0 != value && $0.1 == own }.map(\.0)
      alike[value] = [value] + others
    }
    return alike
  }

  /// Returns one sign-in of each class that the conditions distinguish, for each of the given sets
  /// of zones.
  static func contexts(_ conditions: [Condition], zones: [UInt64]) -> [SignInContext] {
    let platforms = [[]] + SignInContext.Platform.words.map(\.value)
    var contexts: [SignInContext] = []
    for zone in zones {
      contexts.append(SignInContext(zones: zone))
    }
    contexts = spread(contexts, devices, conditions) { $0.device = $1 }
    contexts = spread(contexts, risks, conditions) { $0.risk = $1 }
    // A device assurance policy distinguishes platforms only by facts, which aren't known here.
    let ofAssurances = conditions.flatMap { condition -> [Condition] in
      guard case .assurances(let all) = condition.subject else { return [] }
      return all.map { Condition(subject: .platforms($0.platform)) }
    }
    contexts = spread(contexts, platforms, conditions + ofAssurances) { $0.platform = $1 }
    let isAboutEnrolling = conditions.contains {
      if case .authenticators = $0.subject { true } else { false }
    }
    guard isAboutEnrolling else { return contexts }
    let enrolling = SignInContext.Enrolling.words.map(\.value)
    return spread(contexts, enrolling, conditions) { $0.enrolling = $1 }
  }

  /// Returns every subset of some zones.
  ///
  /// Each subset is the next smaller number that has only bits of `zones`.
  static func subsets(of zones: UInt64) -> [UInt64] {
    var subsets: [UInt64] = [zones]
    while let last = subsets.last, last != 0 { subsets.append((last &- 1) & zones) }
    return subsets
  }

  /// Returns the contexts, each repeated once for every value that the conditions distinguish.
  private static func spread<Value>(
    _ contexts: [SignInContext], _ values: [Value], _ conditions: [Condition],
    _ set: (inout SignInContext, Value) -> Void
  ) -> [SignInContext] {
    let told = distinct(values) { value in
      var context = SignInContext()
      set(&context, value)
      return conditions.map { $0.holds(for: .stranger(""), in: context) }
    }
    return contexts.flatMap { context in
      told.map { value in
        var context = context
        set(&context, value)
        return context
      }
    }
  }

  /// Returns the first element for each distinct list of results.
  private static func distinct<Element>(
    _ elements: [Element], by finding: (Element) -> [Bool]
  ) -> [Element] {
    var seen: Set<[Bool]> = []
    return elements.filter { seen.insert(finding($0)).inserted }
  }
}

extension Conditional {
  /// Whether the rule can decide for a user in some sign-in.
  func isFor(_ account: Account) -> Bool {
    conditions.allSatisfy { condition in
      condition.looksAtContext || condition.holds(for: account, in: SignInContext())
    }
  }
}

extension Condition {
  /// Whether the condition depends on the sign-in, not on the user.
  var looksAtContext: Bool {
    switch subject {
    case .groups, .users, .types, .attribute, .logins: false
    case .zones, .devices, .risks, .platforms, .unknowns, .assurances, .authenticators: true
    }
  }
}
