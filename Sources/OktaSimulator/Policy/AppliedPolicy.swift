/// The settings of an org that apply to one user under fixed circumstances.
///
/// From each policy it contains only the rule that decides, without its name and its conditions. If
/// these settings are equal in two orgs, equal users can do the same in both, because a sign-in
/// never changes which rule decides.
struct AppliedPolicy: Hashable {
  private let policy: OrgPolicy
  private let remembersDevices: Bool
  private let isBlocked: Bool

  init(_ policy: OrgPolicy, to account: Account, in context: SignInContext) {
    self.init(policy, to: account, in: context, policy.deciders(for: account, in: context))
  }

  /// Creates the settings, with the rules that decide.
  init(
    _ policy: OrgPolicy, to account: Account, in context: SignInContext,
    _ deciders: OrgPolicy.Deciders
  ) {
    var own = policy
    own.rules = policy.rules.applied(deciders.rule)
    own.sessionRules = policy.sessionRules.applied(deciders.sessionRule)
    own.enrollments = policy.enrollments.applied(.enrollment, account, context)
    own.passwords = policy.passwords.applied(.passwords, account, context)
    own.accountRules = policy.accountRules.applied(policy, account, context)
    own.recoveries = policy.recoveries.applied(.recovery, account, context)
    own.routings = policy.routings.applied(.routing, account, context)
    for index in own.providers.indices {
      own.providers[index].users = policy.providers[index].signsIn(account, in: context) ? [[]] : []
    }
    // Unknown facts have different indices in two orgs.
    own.oktaVerify.verification = policy.oktaVerify.traits(of: nil, in: context)
    own.oktaVerify.verificationFact = nil
    own.zones = []
    own.unknowns = []
    own.assurances = []
    own.settings = []
    own.acceptances = []
    own.gaps = []
    own.details = []
    self.policy = own
    remembersDevices = policy.remembersDevices
    isBlocked = context.zones & policy.blockedZones != 0
  }
}

extension Array where Element: Conditional {
  /// Returns an array with the rule that decides, without its name and its conditions; empty if no
  /// rule fits.
  fileprivate func applied(
    _ policy: OktaPoint.Policy, _ account: Account, _ context: SignInContext
  ) -> [Element] {
    applied(deciding(for: account, in: context, as: policy))
  }

  /// Returns an array with a rule, without its name and its conditions; empty for `nil`.
  fileprivate func applied(_ index: Int?) -> [Element] {
    guard let index else { return [] }
    var rule = self[index]
    rule.name = nil
    rule.conditions = []
    return [rule]
  }
}

extension [SignOnRule] {
  /// Returns the rule that decides for each authenticator that the account can still enroll.
  fileprivate func applied(
    _ policy: OrgPolicy, _ account: Account, _ context: SignInContext
  ) -> [SignOnRule] {
    policy.authenticatorsToEnroll(by: account).map { authenticator in
      let found = applied(.account, account, context.enrolling(authenticator))
      // Without a rule, whatever the user has verified is enough.
      var rule = found.first ?? SignOnRule(requirement: .any(1))
      let isFor = Condition(subject: .authenticators(SignInContext.Enrolling(authenticator)))
      rule.conditions = [isFor]
      // Only whether the fact holds makes a difference.
      rule.unableFact = rule.letsUnable(context.unknowns) ? 0 : nil
      return rule
    }
  }
}

extension OrgPolicy {
  /// The indices of the sign-on rule and the session rule that decide; `nil` if no rule fits.
  struct Deciders {
    var rule: Int?
    var sessionRule: Int?
  }

  /// Returns the sign-on rule and the session rule that decide for a user.
  func deciders(for account: Account, in context: SignInContext) -> Deciders {
    Deciders(
      rule: rules.deciding(for: account, in: context, as: .signOn),
      sessionRule: sessionRules.deciding(for: account, in: context, as: .session))
  }
}
