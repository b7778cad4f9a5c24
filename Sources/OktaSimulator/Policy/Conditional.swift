import SimulatorKit

/// A policy of several: the first decides whose conditions all hold.
protocol Conditional {
  /// What settings call it; `nil` if they don't name it.
  var name: String? { get set }
  /// The conditions that must all hold for it to decide; empty if it always does.
  var conditions: [Condition] { get set }
}

extension Array where Element: Conditional {
  /// The index of the one that decides for somebody; `nil` where none fits.
  ///
  /// - Parameters:
  ///   - account: who.
  ///   - context: from where and with what.
  ///   - policy: which of the org's policies these are the rules of.
  ///   - trace: takes note of each condition that is asked and of what decides, where there is one.
  /// - Returns: the index.
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

  /// The index of the one that decides for somebody, where nobody takes note of it.
  func deciding(
    for account: Account, in context: SignInContext, as policy: OktaPoint.Policy
  ) -> Int? {
    var trace: OrgTrace?
    return deciding(for: account, in: context, as: policy, trace: &trace)
  }
}

extension OrgPolicy {
  /// The rule of the global session policy for a user; the real engine's default if none fits.
  func sessionRule(for account: Account, in context: SignInContext) -> SessionRule {
    sessionRule(sessionRules.deciding(for: account, in: context, as: .session))
  }

  /// The rule of the global session policy at an index; the real engine's default for none.
  func sessionRule(_ index: Int?) -> SessionRule { index.map { sessionRules[$0] } ?? SessionRule() }

  /// What somebody enrolls; `nil` where that is left open.
  func enrollment(for account: Account, in context: SignInContext) -> EnrollmentPolicy? {
    enrollments.deciding(for: account, in: context, as: .enrollment).map { enrollments[$0] }
  }

  /// What somebody's password must be like.
  func passwords(for account: Account, in context: SignInContext) -> PasswordPolicy {
    passwords.deciding(for: account, in: context, as: .passwords).map { passwords[$0] }
      ?? PasswordPolicy()
  }
}
