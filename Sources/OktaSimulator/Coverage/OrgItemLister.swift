import FlowEngine
public import SimulatorKit

extension Org: CoveredOrg {
  /// All of the org that flows can cover, in the order of its policies and of their rules.
  ///
  /// They are named by what they are called, or else by what they say, so that a rule that is added
  /// moves no other. What is not known to be possible is not among them, such as an enrolment that no
  /// rule asks for; what is known to be impossible says so.
  public var items: [OrgItem] {
    var lister = OrgItemLister(self)
    lister.list()
    return lister.found.items
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
    listPasswords()
    listRecovery()
    listMethods()
    listOthers()
  }

  mutating func add(
    _ what: OktaPoint, _ path: String, _ kind: String, _ title: String,
    at place: SettingPlace? = nil, unreachable: String? = nil
  ) {
    found.add(what, path, kind, title, at: place, unreachable: unreachable)
  }

  // MARK: Rules

  /// What a rule is called: by its name, else by what it says.
  func label(_ kind: OktaPoint.Policy, _ name: String?, _ conditions: [Condition]) -> String {
    if let name { return "\(kind.rawValue) \(OrgItem.quoted(name))" }
    guard !conditions.isEmpty else { return "\(kind.rawValue) for everybody" }
    let words = conditions.map { policy.words(of: $0) }
    return "\(kind.rawValue) when " + words.joined(separator: " and ")
  }

  /// Adds the rules of a policy with their conditions, and what follows each.
  ///
  /// - Parameters:
  ///   - rules: the rules.
  ///   - kind: which policy they are of.
  ///   - names: their names.
  ///   - more: adds what else there is of a rule: its index, what it is called, and why nothing can
  ///     come of it.
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
        ? nil : "the rules before it decide for everybody whom it is for"
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
                ? "for everybody who gets there it is \(!holds)" : "nobody gets as far as it")
        }
      }
      more(&self, index, label, dead)
    }
    guard kind != .recovery, !rules.contains(where: { $0.conditions.isEmpty }) else { return }
    let isPossible = reach.contains(.decided(kind, nil))
    add(
      .decided(kind, nil), "\(kind.rawValue) default", kind.word,
      "no \(kind.rawValue) rule decides",
      unreachable: isPossible ? nil : "one of the rules decides for everybody")
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
        .unmet(index), "\(label)/refused", "refusal", "\(label) refuses who can't meet it",
        at: place, unreachable: dead)
    }
  }
}

extension OrgItem {
  /// Whether it is a fault that the org has on demand, and nothing that its policies lead to.
  package var isFault: Bool {
    if case .fault? = point.what as? OktaPoint { true } else { false }
  }
}

extension OktaPoint.Policy {
  /// The sort of its rules.
  var word: String {
    switch self {
    case .signOn: "sign-on rule"
    case .session: "session rule"
    case .enrollment: "enrollment rule"
    case .passwords: "password rule"
    case .recovery: "recovery rule"
    case .unlock: "unlock rule"
    }
  }
}

extension Org {
  /// Whether somebody of the settings has nothing by which a sign-on rule could ever be met.
  ///
  /// Whom the rule is for is told by what is known of the person; any sign-in is taken for one that
  /// the rule is for.
  fileprivate func canRefuse(_ index: Int) -> Bool {
    let rule = policy.rules[index]
    let goals = [Goal(requirement: rule.requirement, evidence: Evidence())]
    return people.contains { account in
      // Who is sent to an identity provider comes back with what that has verified.
      let isSentAway = policy.providers.contains { $0.routes(account.login) }
      guard rule.isFor(account), account.canProve, !isSentAway else { return false }
      let enrolled = account.enrolments(among: policy.authenticators)
      let plan = SignOnPlan(
        goals, enrolled: enrolled, enrollable: enrollable(account, enrolled), mayEnroll: false)
      return plan == .impossible
    }
  }
}
