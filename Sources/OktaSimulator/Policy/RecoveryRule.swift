/// A recovery rule: `recovery ["name"] { when …; password by …; unlock by … }`.
struct RecoveryRule: Conditional, Sendable, Hashable {
  var name: String?
  var conditions: [Condition] = []
  /// The authenticators that can start the recovery of a password; empty if users can't recover it.
  var password: [Authenticator] = []
  /// The authenticators for the second verification in a password recovery; empty if one
  /// verification is enough.
  var passwordSecond: [Authenticator] = []
  /// The authenticators that can start unlocking an account; empty if users can't unlock it.
  var unlock: [Authenticator] = []
  /// The authenticators for the second verification in unlocking; empty if one verification is
  /// enough.
  var unlockSecond: [Authenticator] = []
  /// What the user must verify to recover a password, with other authenticators than the password;
  /// `nil` if one of `password` and one of `passwordSecond` are enough.
  var passwordRequirement: Requirement?
  /// What the user must verify to unlock an account; `nil` if one of `unlock` and one of
  /// `unlockSecond` are enough.
  var unlockRequirement: Requirement?
  /// What the user must verify to replace a password that has expired; `nil` if the old password is
  /// enough.
  var expiryRequirement: Requirement?
  /// Whether users can't replace a password that has expired.
  var deniesExpiry = false
  /// Whether the user continues to sign in after unlocking the account.
  var signsInAfterUnlock = false
}

extension OrgPolicy {
  /// Whether pages offer to recover a forgotten password.
  ///
  /// The value is the same for all users, so it reveals nothing about a user.
  var offersRecovery: Bool { recoveries.contains { !$0.password.isEmpty } }

  /// The authenticators that pages offer for unlocking.
  ///
  /// The list is the same for all users.
  var unlockOptions: [Authenticator] {
    guard recoveries.count != 1 else { return recoveries[0].unlock }
    var options: [Authenticator] = []
    for rule in recoveries {
      for authenticator in rule.unlock where !options.contains(authenticator) {
        options.append(authenticator)
      }
    }
    return options
  }
}
