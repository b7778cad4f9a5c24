package import FlowDiagnostics

/// The locations of an org's rules, for an audit.
package struct WalkPlaces: Sendable {
  let places: PolicyPlaces
  let policy: OrgPolicy
  let people: [Account]

  /// The location of a sign-on rule.
  package func rule(_ index: Int?) -> SourceRange? {
    index.flatMap { places.rule(.signOn, $0) }
  }

  /// The location of a rule of the global session policy.
  package func sessionRule(_ index: Int?) -> SourceRange? {
    index.flatMap { places.rule(.session, $0) }
  }

  /// The location of the setting that requires an authenticator.
  package func enrollment(_ authenticator: Authenticator, _ start: WalkStart) -> SourceRange? {
    guard let index = start.enrollment(policy, people) else { return nil }
    return places.authenticator(authenticator, of: .enrollment, index, in: ["required"])
  }
}

/// A rule of a policy that never decides.
package struct ShadowedRule: Sendable {
  /// The policy, as settings call it.
  package var policy: String
  package var name: String
  package var place: SourceRange?
  /// The rule that decides instead, or the rules that do so between them; empty if no one can match
  /// the rule at all.
  package var earlier: [(index: Int, name: String, place: SourceRange?)]
  /// The answers to unknown facts with which it never decides; empty if it never does with any.
  package var assumptions: [Assumption]
  var kind: OktaPoint.Policy
  var index: Int
}

extension WalkStart {
  /// The account of its user, which may be a user who signs up; `nil` if no one can sign up.
  func account(_ policy: OrgPolicy, _ people: [Account]) -> Account? {
    index.map { people[$0] } ?? policy.registration?.newcomer
  }

  /// The enrollment policy that decides for it.
  func enrollment(_ policy: OrgPolicy, _ people: [Account]) -> Int? {
    guard let account = account(policy, people) else { return nil }
    return policy.enrollments.deciding(for: account, in: context, as: .enrollment)
  }
}

extension Org {
  /// The locations of its rules.
  package var walkPlaces: WalkPlaces {
    WalkPlaces(places: PolicyPlaces(policy.settings), policy: policy, people: people)
  }

  /// Whether a user's account is able to sign in at all.
  package func isUsable(_ index: Int) -> Bool { people[index].canSignIn }

  /// The name of the identity provider to which a user is sent by the domain of their login, if it
  /// doesn't sign that user in; `nil` if there is no such provider.
  package func providerWithoutUser(_ login: String) -> String? {
    policy.providers.first { $0.routes(login) }
      .flatMap { $0.login?.lowercased() == login.lowercased() ? nil : $0.name }
  }

  /// Whether the ending comes from a rule that denies access.
  package func isDenied(by ending: WalkEnding) -> Bool {
    ending.isRefused(with: .accessDenied)
  }

  /// Whether the ending comes from a rule that asks for something that the user doesn't have and
  /// can't enroll.
  package func isUnsatisfied(by ending: WalkEnding) -> Bool {
    ending.isRefused(with: .unsatisfiable(""))
  }

  /// Whether a user must enroll an authenticator.
  package func requires(_ authenticator: Authenticator, _ start: WalkStart) -> Bool {
    guard let index = start.enrollment(policy, people) else { return false }
    if case .required? = policy.enrollments[index].need(of: authenticator) { return true }
    return false
  }

  /// Returns the rules of all policies that never decide, and the rules with too many combinations
  /// to try.
  ///
  /// - Parameter goesOn: Called now and then; returns whether to go on. The rules that are left
  ///   then are unknown.
  /// - Returns: The rules, and the names of the unknown ones.
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
    rules += shadows.rules(policy.passwords, .passwords, &unknown, goesOn) {
      policy.passwords[$0].name ?? "default"
    }
    rules += shadows.rules(policy.recoveries, .recovery, &unknown, goesOn) {
      policy.recoveries[$0].name ?? "default"
    }
    return (rules, unknown)
  }

  /// Whether a user matches a rule that never decides.
  package func fits(_ start: WalkStart, _ shadowed: ShadowedRule) -> Bool {
    guard shadowed.kind == .signOn, let index = start.index else { return false }
    return policy.rules[shadowed.index].conditions.allSatisfy {
      $0.holds(for: people[index], in: start.context)
    }
  }
}

extension WalkEnding {
  fileprivate func isRefused(with message: IonMessage) -> Bool {
    guard case .refused(let refusal) = outcome else { return false }
    return refusal.key == message.key
  }
}
