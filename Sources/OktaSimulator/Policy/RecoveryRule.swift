/// `recovery ["name"] { when …; password by …; unlock by … }`.
struct RecoveryRule: Conditional, Sendable, Hashable {
  var name: String?
  var conditions: [Condition] = []
  /// The first proofs for a forgotten password; empty if it can't be recovered.
  var password: [Authenticator] = []
  /// The second proofs for it; empty if one proof is enough.
  var passwordSecond: [Authenticator] = []
  /// The first proofs for an unlock; empty if accounts can't be unlocked.
  var unlock: [Authenticator] = []
  /// The second proofs for an unlock; empty if one proof is enough.
  var unlockSecond: [Authenticator] = []
  /// Whether the sign-in continues after an unlock.
  var signsInAfterUnlock = false
}

extension OrgPolicy {
  /// Whether pages show a link to a new password.
  ///
  /// It is the same for all users, so it reveals nothing about them.
  var offersRecovery: Bool { recoveries.contains { !$0.password.isEmpty } }

  /// The authenticators that pages offer for an unlock, the same for all users.
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
