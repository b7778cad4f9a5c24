/// `recovery ["name"] { when …; password by …; unlock by … }`.
struct RecoveryRule: Conditional, Sendable, Hashable {
  var name: String?
  var conditions: [Condition] = []
  /// What a forgotten password is recovered with; empty where it can't be.
  var password: [Authenticator] = []
  /// What that has to be proved with besides; empty where one proof is enough.
  var passwordSecond: [Authenticator] = []
  /// What a locked account is unlocked with; empty where it can't be.
  var unlock: [Authenticator] = []
  /// What an unlock has to be proved with besides; empty where one proof is enough.
  var unlockSecond: [Authenticator] = []
  /// Whether an unlocked account goes on to sign in.
  var signsInAfterUnlock = false
}

extension OrgPolicy {
  /// Whether pages show a way to a new password: the same to everybody, so that it tells nothing of
  /// anybody.
  var offersRecovery: Bool { recoveries.contains { !$0.password.isEmpty } }

  /// What pages offer to unlock an account with, likewise.
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
