/// A policy of several: the first decides whose conditions all hold.
protocol Conditional {
  /// All of them hold where it decides; empty where it always does.
  var conditions: [Condition] { get }
}

extension Array where Element: Conditional {
  /// The one that decides for somebody; `nil` where none fits.
  func deciding(for account: Account, in context: SignInContext) -> Element? {
    first { policy in
      policy.conditions.allSatisfy { $0.holds(for: account, in: context) }
    }
  }
}

extension OrgPolicy {
  /// What somebody enrolls; `nil` where that is left open.
  func enrollment(for account: Account, in context: SignInContext) -> EnrollmentPolicy? {
    enrollments.deciding(for: account, in: context)
  }

  /// What somebody's password must be like.
  func passwords(for account: Account, in context: SignInContext) -> PasswordPolicy {
    passwords.deciding(for: account, in: context) ?? PasswordPolicy()
  }

  /// How somebody recovers and unlocks; `nil` where they can't.
  func recovery(for account: Account, in context: SignInContext) -> RecoveryRule? {
    recoveries.deciding(for: account, in: context)
  }

  /// How many wrong passwords lock somebody's account.
  func lockout(for account: Account, in context: SignInContext) -> Lockout {
    passwords(for: account, in: context).lockout ?? lockout
  }
}
