import FlowDiagnostics
import FlowEngine
public import SimulatorKit

extension Org: CoveredOrg {
  /// Everything in the org that flows can cover, in the order of the policies and their rules.
  ///
  /// The name of an item contains the name of its rule or, if the rule has no name, its conditions.
  /// So a new rule doesn't rename other items. The list omits items that aren't known to be
  /// possible, such as an enrollment that no rule requires. It includes items that are known to be
  /// impossible, with the reason.
  public var items: [OrgItem] {
    guard apps.isEmpty else {
      var all = OrgItemList()
      for app in apps {
        for item in app.org.items {
          guard let point = item.point.what as? OktaPoint else { continue }
          var item = item
          item.point = OrgPoint(AppPoint(app: app.name, point: point))
          all.add(item, ofApp: app.name)
        }
      }
      return all.items
    }
    var lister = OrgItemLister(self)
    lister.list()
    return lister.found.items
  }
}

/// An event in one of several apps of an org.
struct AppPoint: Sendable, Hashable {
  var app: String
  var point: OktaPoint
}

extension OrgTrace {
  /// Records the events of another trace as events in an app.
  mutating func add(_ other: OrgTrace, ofApp app: String) {
    for point in other.points {
      if let what = point.what as? OktaPoint { add(AppPoint(app: app, point: what)) }
    }
  }
}

extension OrgPoint {
  /// Returns the event as one of an org with a single app; `nil` for an event in another app.
  ///
  /// - Parameter app: The name of the app; `nil` if the org has a single one.
  /// - Returns: The point.
  package func ofApp(_ app: String?) -> OrgPoint? {
    guard let own = what as? AppPoint else { return self }
    return own.app == app ? OrgPoint(own.point) : nil
  }
}

/// Lists the items of an org.
struct OrgItemLister {
  let org: Org
  var found = OrgItemList()
  let places: PolicyPlaces

  init(_ org: Org) {
    self.org = org
    places = PolicyPlaces(org.policy.settings)
  }

  var policy: OrgPolicy { org.policy }

  mutating func list() {
    listSignOn()
    list(policy.sessionRules, .session, policy.sessionRules.map(\.name))
    listEnrollment()
    list(policy.accountRules, .account, policy.accountRules.map(\.name))
    listPasswords()
    listRecovery()
    listMethods()
    listOthers()
  }

  private mutating func add(
    _ what: OktaPoint, _ path: String, _ kind: String, _ title: String,
    at place: SourceRange? = nil, unreachable: String? = nil
  ) {
    found.add(what, path, kind, title, at: place, unreachable: unreachable)
  }

  // MARK: Rules

  /// Returns the label of a rule: its name or, if it doesn't have one, its conditions.
  func label(_ kind: OktaPoint.Policy, _ name: String?, _ conditions: [Condition]) -> String {
    if let name { return "\(kind.rawValue) \(OrgItem.quoted(name))" }
    guard !conditions.isEmpty else { return "\(kind.rawValue) for everybody" }
    let words = conditions.map { policy.words(of: $0) }
    return "\(kind.rawValue) when " + words.joined(separator: " and ")
  }

  /// Adds the rules of a policy with their conditions and results.
  ///
  /// - Parameters:
  ///   - rules: The rules.
  ///   - kind: The policy of the rules.
  ///   - names: The names of the rules.
  ///   - more: Adds the other items of a rule. The closure gets the index and the label of the
  ///     rule, and the reason if the rule never decides.
  mutating func list(
    _ rules: [some Conditional], _ kind: OktaPoint.Policy, _ names: [String?],
    more: (inout OrgItemLister, Int, String, String?) -> Void = { _, _, _, _ in }
  ) {
    guard !rules.isEmpty else { return }
    let reach = PolicyReach(rules, kind, of: org)
    for (index, rule) in rules.enumerated() {
      let label = label(kind, names[index], rule.conditions)
      let place = places.rule(kind, index)
      let dead =
        reach.contains(.decided(kind, index))
        ? nil : "earlier rules decide for all of its users"
      if kind != .recovery {
        add(
          .decided(kind, index), label, kind.word, "\(label) decides", at: place, unreachable: dead)
      }
      for (position, condition) in rule.conditions.enumerated() {
        let words = policy.words(of: condition)
        let place = places.condition(kind, index, position) ?? place
        let isAsked = [true, false].contains {
          reach.contains(.condition(kind, index, position, $0))
        }
        for holds in [true, false] {
          let can = reach.contains(.condition(kind, index, position, holds))
          add(
            .condition(kind, index, position, holds), "\(label)/when \(words)/\(holds)",
            "condition", "\(label): `\(words)` is \(holds)", at: place,
            unreachable: can
              ? nil
              : isAsked
                ? "whenever it is evaluated, it is \(!holds)" : "it is never evaluated")
        }
      }
      more(&self, index, label, dead)
    }
    guard kind != .recovery, !rules.contains(where: { $0.conditions.isEmpty }) else { return }
    let isPossible = reach.contains(.decided(kind, nil))
    add(
      .decided(kind, nil), "\(kind.rawValue) default", kind.word,
      "no \(kind.rawValue) rule decides",
      unreachable: isPossible ? nil : "one of the rules always decides")
  }

  private mutating func listSignOn() {
    list(policy.rules, .signOn, policy.rules.map(\.name)) { lister, index, label, dead in
      let rule = lister.policy.rules[index]
      guard !rule.isDenied else { return }
      let place = lister.places.part(.signOn, index, "require")
      for (position, combination) in rule.requirement.combinations.enumerated() {
        let words = lister.policy.words(of: combination)
        lister.add(
          .met(index, position), "\(label)/by \(words)", "alternative",
          "\(label) is met by \(words)", at: place, unreachable: dead)
      }
      guard lister.org.canRefuse(index) else { return }
      lister.add(
        .unmet(index), "\(label)/refused", "refusal", "\(label) refuses users who can't meet it",
        at: place, unreachable: dead)
    }
  }

  private mutating func listEnrollment() {
    list(policy.enrollments, .enrollment, policy.enrollments.map(\.name)) {
      lister, index, label, dead in
      for term in lister.policy.enrollments[index].terms {
        let authenticator = term.authenticator
        let word = authenticator.rawValue
        let place = lister.places.authenticator(
          authenticator, of: .enrollment, index, in: ["required", "optional"])
        let reason = dead ?? lister.org.obstacle(to: authenticator, by: index)
        lister.add(
          .enrolled(index, authenticator), "\(label)/\(word)", "enrollment",
          "\(label): \(word) is enrolled", at: place, unreachable: reason)
        if case .required(nil) = term.need { continue }
        lister.add(
          .skipped(index, authenticator), "\(label)/\(word) skipped", "enrollment",
          "\(label): \(word) is put off", at: place, unreachable: reason)
      }
    }
  }

  private mutating func listPasswords() {
    list(policy.passwords, .passwords, policy.passwords.map(\.name)) {
      lister, index, label, dead in
      guard let lockout = lister.policy.passwords[index].lockout, lockout.attempts < .max else {
        return
      }
      lister.add(
        .lockedOut(index), "\(label)/lockout", "lockout", "\(label) locks an account",
        at: lister.places.part(.passwords, index, "lockout"), unreachable: dead)
    }
    let rules = policy.passwords
    let isOverruled =
      rules.contains { $0.conditions.isEmpty } && rules.allSatisfy { $0.lockout != nil }
    guard places.written.has("lockout"), !isOverruled, !policy.methods(of: .password).isEmpty else {
      return
    }
    add(
      .lockedOut(nil), "lockout", "lockout", "wrong passwords lock an account",
      at: places.written.setting("lockout"))
  }

  private mutating func listRecovery() {
    let offersUnlock = !policy.unlockOptions.isEmpty
    let offersRecovery = policy.offersRecovery
    list(policy.recoveries, .recovery, policy.recoveries.map(\.name)) {
      lister, index, label, dead in
      let rule = lister.policy.recoveries[index]
      if offersRecovery {
        lister.listRecovery(
          index, label, dead, .recovery, rule.password, rule.passwordSecond)
      }
      if offersUnlock {
        lister.listRecovery(index, label, dead, .unlock, rule.unlock, rule.unlockSecond)
      }
    }
  }

  /// Adds the items of a recovery rule, either for recovering a password or for unlocking.
  private mutating func listRecovery(
    _ index: Int, _ label: String, _ dead: String?, _ kind: OktaPoint.Policy,
    _ first: [Authenticator], _ second: [Authenticator]
  ) {
    let isUnlock = kind == .unlock
    let word = isUnlock ? "unlock" : "password"
    add(
      .decided(kind, index), "\(label)/\(word)", kind.word,
      "\(label) decides on " + (isUnlock ? "an unlock" : "a new password"),
      at: places.part(.recovery, index, word), unreachable: dead)
    guard !first.isEmpty else { return }
    // One authenticator can't be used for both proofs.
    let others = second.filter { authenticator in
      !policy.methods(of: authenticator).isEmpty && first.contains { $0 != authenticator }
    }
    let provings: [(OktaPoint.Proving, [Authenticator])] =
      isUnlock
      ? [(.unlock, first), (.unlockSecond, others)]
      : [(.password, first), (.passwordSecond, others)]
    for (proving, authenticators) in provings {
      for authenticator in authenticators {
        let place = places.authenticator(
          authenticator, of: .recovery, index, in: [proving.rawValue])
        add(
          .proved(index, proving, authenticator),
          "\(label)/\(proving.rawValue) by \(authenticator.rawValue)",
          word == "unlock" ? "unlock" : "recovery",
          "\(label): \(proving.rawValue) by \(authenticator.rawValue)", at: place,
          unreachable: dead ?? nobody(has: authenticator))
      }
    }
    add(
      isUnlock ? .unlocked(index) : .recovered(index),
      "\(label)/\(isUnlock ? "unlocked" : "recovered")", isUnlock ? "unlock" : "recovery",
      "\(label): " + (isUnlock ? "an account is unlocked" : "a password is recovered"),
      at: places.part(.recovery, index, word), unreachable: dead)
  }

  // MARK: Authenticators

  private mutating func listMethods() {
    for offered in policy.authenticators {
      let word = offered.authenticator.rawValue
      let place = places.authenticator(offered.authenticator)
      for method in offered.methods.list {
        let name =
          offered.authenticator.methods.list.count == 1 ? word : "\(word) via \(method.word)"
        add(
          .verified(method), "authenticator \(name)", "method", "\(name) is verified", at: place,
          unreachable: nobody(has: offered.authenticator, by: Methods(method)))
      }
    }
  }

  /// Returns a reason if no user has or can enroll an authenticator; otherwise `nil`.
  private func nobody(has authenticator: Authenticator, by methods: Methods = .all) -> String? {
    let isThere = org.people.contains { account in
      account.enrollments(among: policy.authenticators).contains {
        $0.enrollment.authenticator == authenticator && !$0.methods.isDisjoint(with: methods)
      }
    }
    guard !isThere, !org.canBeEnrolled(authenticator) else { return nil }
    return "no user has it or can enroll it"
  }

  // MARK: Others

  private mutating func listOthers() {
    if let registration = policy.registration {
      let place = places.written.setting("registration")
      if registration.isOpen {
        add(.signedUp, "registration", "registration", "a user signs up", at: place)
        if registration.verifiesEmail, !policy.methods(of: .email).isEmpty {
          add(
            .addressProved, "registration/email", "registration",
            "a user who signs up proves the address", at: place)
        }
      }
      if registration.isProgressive {
        add(
          .profileCompleted, "registration/profile", "registration",
          "a user completes a profile", at: place)
      }
    }
    if org.people.contains(where: { $0.activationToken != nil }) {
      add(.activated, "activation", "registration", "an invited user sets up the account")
    }
    if org.people.contains(where: { $0.recoveryToken != nil }) {
      add(
        .recoveredByLink, "recovery by link", "recovery",
        "a password is set by the link of a recovery mail")
    }
    let routings = policy.routings.filter { !$0.isOfDomains }
    list(routings, .routing, routings.map(\.name))
    let providers = places.written.all("idp")
    for (index, provider) in policy.providers.enumerated() {
      add(
        .vouched(index), "idp \(OrgItem.quoted(provider.name))", "identity provider",
        "\(provider.name) vouches for a user",
        at: providers.indices.contains(index) ? providers[index] : nil,
        unreachable: provider.users.isEmpty ? "users who are sent there turn back" : nil)
    }
    var faults: Set<String> = []
    for fault in policy.faults where faults.insert(fault.text).inserted {
      add(
        .fault(fault.text), "fault \(OrgItem.quoted(fault.text))", "fault",
        "the fault \(OrgItem.quoted(fault.text)) happens",
        at: places.written.setting("fault", fault.text)
      )
    }
  }
}

extension OrgItem {
  /// Whether the item is a fault, not a result of the org's policies.
  package var isFault: Bool {
    if case .fault? = point.what as? OktaPoint { true } else { false }
  }
}

extension OktaPoint.Policy {
  /// The kind of the policy's rules, in words.
  var word: String {
    switch self {
    case .signOn: "sign-on rule"
    case .session: "session rule"
    case .enrollment: "enrollment rule"
    case .account: "account rule"
    case .passwords: "password rule"
    case .recovery: "recovery rule"
    case .routing: "routing rule"
    case .unlock: "unlock rule"
    }
  }
}

extension Org {
  /// Whether some user in the settings has no authenticator that could ever meet a sign-on rule.
  ///
  /// Only the user's attributes decide whether the rule applies. The function assumes that some
  /// sign-in satisfies the other conditions of the rule.
  fileprivate func canRefuse(_ index: Int) -> Bool {
    let rule = policy.rules[index]
    let goals = [Goal(requirement: rule.requirement, evidence: Evidence())]
    return people.contains { account in
      // A user who returns from an identity provider has the verifications of the provider.
      let isSentAway = policy.routings.contains { !$0.providers.isEmpty && $0.isFor(account) }
      guard rule.isFor(account), account.canProve, !isSentAway else { return false }
      let enrolled = account.enrollments(among: policy.authenticators).filter {
        policy.purpose(of: $0.enrollment.authenticator).contains(.signIn)
      }
      let plan = SignOnPlan(
        goals, enrolled: enrolled, enrollable: enrollable(account, enrolled), mayEnroll: false)
      return plan == .impossible
    }
  }
}

extension Org {
  /// Returns the reason why no user can enroll an authenticator under an enrollment rule; `nil` if
  /// some user can.
  fileprivate func obstacle(to authenticator: Authenticator, by rule: Int) -> String? {
    guard !policy.isOpenToNewcomers else { return nil }
    let rule = policy.enrollments[rule]
    let people = people.filter { rule.isFor($0) }
    let lacking = people.filter { account in
      !account.enrollments(among: policy.authenticators).contains {
        $0.enrollment.authenticator == authenticator
      }
    }
    guard !lacking.isEmpty else { return "all of its users have it already" }
    guard rule.asksAtSignIn || lacking.contains(where: { $0.activationToken != nil }) else {
      return "no user is asked at sign-in, and no one can sign up"
    }
    return nil
  }

  /// Whether any enrollment rule or the registration lets users enroll an authenticator.
  fileprivate func canBeEnrolled(_ authenticator: Authenticator) -> Bool {
    policy.enrollments.isEmpty
      || policy.enrollments.contains { $0.need(of: authenticator) != nil }
      || (authenticator == .email && policy.registration?.verifiesEmail == true)
  }

  /// Returns the methods that a user could add by enrolling under any enrollment rule.
  func enrollable(_ account: Account, _ enrolled: [Offer]) -> Methods {
    var all = Methods()
    for rule in policy.enrollments {
      for term in rule.terms { all.formUnion(policy.methods(of: term.authenticator)) }
    }
    if policy.enrollments.isEmpty {
      for offered in policy.authenticators { all.formUnion(offered.methods) }
    }
    for offer in enrolled { all.subtract(offer.enrollment.authenticator.methods) }
    return account.email == nil ? all.subtracting(.email) : all
  }
}
