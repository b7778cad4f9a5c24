import SimulatorKit

/// A policy from a list.
///
/// The first policy whose conditions all hold decides.
protocol Conditional {
  /// The name in the settings; `nil` if it has none.
  var name: String? { get set }
  /// The conditions that must all hold for it to decide; empty if it always does.
  var conditions: [Condition] { get set }
}

extension Array where Element: Conditional {
  /// Returns the index of the policy that decides for a user; `nil` if none fits.
  ///
  /// - Parameters:
  ///   - account: The user's account.
  ///   - context: The circumstances of the sign-in.
  ///   - policy: The kind of policy in the org.
  ///   - trace: Records the conditions that are evaluated and the policy that decides, if given.
  /// - Returns: The index.
  func deciding(
    for account: Account, in context: SignInContext, as policy: OktaPoint.Policy,
    trace: inout OrgTrace?
  ) -> Int? {
    for index in indices {
      var decides = true
      for (position, condition) in self[index].conditions.enumerated() {
        decides = condition.holds(for: account, in: context)
        trace?.note(.condition(policy.home, index, position, decides))
        guard decides else { break }
      }
      guard decides else { continue }
      trace?.note(.decided(policy, index))
      return index
    }
    trace?.note(.decided(policy, nil))
    return nil
  }

  /// Returns the index of the policy that decides for a user, without a trace.
  func deciding(
    for account: Account, in context: SignInContext, as policy: OktaPoint.Policy
  ) -> Int? {
    var trace: OrgTrace?
    return deciding(for: account, in: context, as: policy, trace: &trace)
  }
}

extension OrgPolicy {
  /// Returns the rule of the global session policy for a user; the real engine's default if none
  /// fits.
  func sessionRule(for account: Account, in context: SignInContext) -> SessionRule {
    sessionRule(sessionRules.deciding(for: account, in: context, as: .session))
  }

  /// Returns the rule of the global session policy at an index; the real engine's default for
  /// `nil`.
  func sessionRule(_ index: Int?) -> SessionRule { index.map { sessionRules[$0] } ?? SessionRule() }

  /// Returns the enrollment policy of a user; `nil` if none fits.
  func enrollment(for account: Account, in context: SignInContext) -> EnrollmentPolicy? {
    enrollments.deciding(for: account, in: context, as: .enrollment).map { enrollments[$0] }
  }

  /// Returns the password policy of a user.
  func passwords(for account: Account, in context: SignInContext) -> PasswordPolicy {
    passwords.deciding(for: account, in: context, as: .passwords).map { passwords[$0] }
      ?? PasswordPolicy()
  }
}
