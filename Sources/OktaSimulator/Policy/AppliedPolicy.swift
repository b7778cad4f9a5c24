/// An org's settings as they apply to one user in one world: only the rule of each policy that
/// decides, without its name and its conditions.
///
/// If two orgs have equal settings for equal users, the users can do the same: a sign-in never changes
/// which rule decides.
struct AppliedPolicy: Hashable {
  private let policy: OrgPolicy
  private let remembersDevices: Bool
  private let isBlocked: Bool

  init(_ policy: OrgPolicy, to account: Account, in context: SignInContext) {
    var own = policy
    own.rules = policy.rules.applied(.signOn, account, context)
    own.sessionRules = policy.sessionRules.applied(.session, account, context)
    own.enrollments = policy.enrollments.applied(.enrollment, account, context)
    own.passwords = policy.passwords.applied(.passwords, account, context)
    own.recoveries = policy.recoveries.applied(.recovery, account, context)
    own.zones = []
    own.unknowns = []
    own.settings = []
    own.acceptances = []
    self.policy = own
    remembersDevices = policy.remembersDevices
    isBlocked = context.zones & policy.blockedZones != 0
  }
}

extension Array where Element: Conditional {
  /// Returns the rule that decides, if there is one, without its name and its conditions.
  fileprivate func applied(
    _ policy: OktaPoint.Policy, _ account: Account, _ context: SignInContext
  ) -> [Element] {
    guard let index = deciding(for: account, in: context, as: policy) else { return [] }
    var rule = self[index]
    rule.name = nil
    rule.conditions = []
    return [rule]
  }
}
