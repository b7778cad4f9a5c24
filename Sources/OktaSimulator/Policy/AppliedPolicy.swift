/// What is left of an org's settings for one user in one world: of each policy the rule that decides,
/// without its name and its conditions.
///
/// Where two orgs are equal in that, and the user is, nothing that the user can do differs: a sign-in
/// never changes whom, or what circumstances, a rule is for.
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
    own.settings = []
    self.policy = own
    remembersDevices = policy.remembersDevices
    isBlocked = context.zones & policy.blockedZones != 0
  }
}

/// A rule of a policy, as far as it matters where it decides.
protocol AppliedRule: Conditional {
  var name: String? { get set }
  var conditions: [Condition] { get set }
}

extension SignOnRule: AppliedRule {}
extension SessionRule: AppliedRule {}
extension EnrollmentPolicy: AppliedRule {}
extension PasswordPolicy: AppliedRule {}
extension RecoveryRule: AppliedRule {}

extension Array where Element: AppliedRule {
  /// The rule that decides, if there is one, without its name and its conditions.
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
