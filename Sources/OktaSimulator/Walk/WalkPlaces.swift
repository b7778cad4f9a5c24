package import FlowDiagnostics
import SimulatorKit

/// The locations of an org's rules, for an audit.
package struct WalkPlaces: Sendable {
  let places: PolicyPlaces
  let policy: OrgPolicy
  let people: [Account]

  /// Returns the location of a sign-on rule; `nil` for the default rule.
  package func rule(_ index: Int?) -> SourceRange? {
    index.flatMap { places.rule(.signOn, $0) }
  }

  /// Returns the location of a rule in the global session policy; `nil` for the default rule.
  package func sessionRule(_ index: Int?) -> SourceRange? {
    index.flatMap { places.rule(.session, $0) }
  }

  /// Returns the location of an authenticator in the `required` setting of the user's enrollment
  /// rule; `nil` if no rule fits.
  package func enrollment(_ authenticator: Authenticator, _ start: WalkStart) -> SourceRange? {
    guard let index = start.enrollment(policy, people) else { return nil }
    return places.authenticator(authenticator, of: .enrollment, index, in: ["required"])
  }
}

/// A rule of a policy that never decides.
package struct ShadowedRule: Sendable {
  /// The name of the policy in settings.
  package var policy: String
  package var name: String
  package var place: SourceRange?
  /// The earlier rules that decide instead: a single rule, or several rules together.
  ///
  /// Empty if no one can match the rule.
  package var earlier: [(index: Int, name: String, place: SourceRange?)]
  /// The assumptions about unknown facts under which the rule never decides.
  ///
  /// Empty if the rule never decides under any assumptions.
  package var assumptions: [Assumption]
  var kind: OktaPoint.Policy
  var index: Int
}

extension WalkStart {
  /// Returns the account of the start's user, who may be signing up; `nil` if no one can sign up.
  func account(_ policy: OrgPolicy, _ people: [Account]) -> Account? {
    index.map { people[$0] } ?? policy.registration?.newcomer
  }

  /// Returns the index of the enrollment rule that decides for the start's user; `nil` if no rule
  /// fits.
  func enrollment(_ policy: OrgPolicy, _ people: [Account]) -> Int? {
    guard let account = account(policy, people) else { return nil }
    return policy.enrollments.deciding(for: account, in: context, as: .enrollment)
  }
}

extension Org {
  /// The locations of the org's rules.
  package var walkPlaces: WalkPlaces {
    WalkPlaces(places: PolicyPlaces(policy.settings), policy: policy, people: people)
  }

  /// Whether the status of a user's account permits signing in.
  package func isUsable(_ index: Int) -> Bool { people[index].canSignIn }

  /// Whether a user is assigned to the app whose users see the org like this.
  package func isAssigned(_ index: Int) -> Bool {
    !policy.rules.contains { rule in
      rule.isAssignment
        && rule.conditions.allSatisfy { $0.holds(for: people[index], in: SignInContext()) }
    }
  }

  /// Returns the routing rule that leads the user of a start to identity providers that don't sign
  /// the user in; `nil` if another rule decides.
  package func misleadingRouting(
    _ start: WalkStart
  ) -> (providers: [String], place: SourceRange?)? {
    guard let account = start.account(policy, people) else { return nil }
    var trace: OrgTrace?
    guard let index = policy.routing(for: account, in: start.context, trace: &trace),
      !policy.routings[index].providers.isEmpty
    else { return nil }
    let providers = policy.routings[index].providers.map { policy.providers[$0] }
    guard !providers.contains(where: { $0.signsIn(account, in: start.context) }) else { return nil }
    return (providers.map(\.name), PolicyPlaces(policy.settings).rule(.routing, index))
  }

  /// Whether access was refused by a rule that denies access, or because the user isn't assigned to
  /// the app.
  package func isDenied(by ending: WalkEnding) -> Bool {
    if case .refused = ending.outcome, let rule = ending.rule, policy.rules[rule].isAssignment {
      return true
    }
    return ending.isRefused(with: .accessDenied)
  }

  /// Whether access was refused because a rule requires something that the user doesn't have and
  /// can't enroll.
  package func isUnsatisfied(by ending: WalkEnding) -> Bool {
    ending.isRefused(with: .unsatisfiable(""))
  }

  /// Whether rules of the account management policy limit what users enroll.
  package var limitsEnrollments: Bool { !policy.accountRules.isEmpty }

  /// Whether the enrollment rule that decides for a user requires an authenticator.
  package func requires(_ authenticator: Authenticator, _ start: WalkStart) -> Bool {
    guard let index = start.enrollment(policy, people) else { return false }
    if case .required? = policy.enrollments[index].need(of: authenticator) { return true }
    return false
  }

  /// Returns the rules of all policies that never decide, and the rules with too many combinations
  /// to try.
  ///
  /// - Parameter goesOn: Called regularly. Returns whether to continue. If it returns `false`, the
  ///   remaining rules are unknown.
  /// - Returns: The rules that never decide, and the names of the unknown rules.
  package func shadowedRules(
    while goesOn: () -> Bool = { true }
  ) -> (rules: [ShadowedRule], unknown: [String]) {
    var unknown: [String] = []
    let shadows = RuleShadows(org: self)
    var rules = shadows.rules(policy.rules, .signOn, &unknown, goesOn) { policy.name(ofRule: $0) }
    rules += shadows.rules(policy.sessionRules, .session, &unknown, goesOn) {
      policy.name(ofSessionRule: $0)
    }
    rules += shadows.rules(policy.enrollments, .enrollment, &unknown, goesOn) {
      policy.enrollments[$0].name ?? "default"
    }
    rules += shadows.rules(policy.accountRules, .account, &unknown, goesOn) {
      policy.accountRules[$0].name ?? "default"
    }
    rules += shadows.rules(policy.passwords, .passwords, &unknown, goesOn) {
      policy.passwords[$0].name ?? "default"
    }
    rules += shadows.rules(policy.recoveries, .recovery, &unknown, goesOn) {
      policy.recoveries[$0].name ?? "default"
    }
    return (rules, unknown)
  }

  /// Whether a user matches a sign-on rule that never decides.
  package func fits(_ start: WalkStart, _ shadowed: ShadowedRule) -> Bool {
    guard shadowed.kind == .signOn, let index = start.index else { return false }
    return policy.rules[shadowed.index].conditions.allSatisfy {
      $0.holds(for: people[index], in: start.context)
    }
  }
}

extension WalkEnding {
  func isRefused(with message: IonMessage) -> Bool {
    guard case .refused(let refusal) = outcome else { return false }
    return refusal.key == message.key
  }
}
