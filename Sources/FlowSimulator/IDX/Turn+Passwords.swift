import FlowEngine

extension Turn {
  /// The page of a password that expired, or that does so soon; `nil` where neither is so.
  mutating func askForNewPassword(
    _ account: Account, _ transaction: inout Transaction
  ) -> Reply? {
    // Who came from elsewhere has not used the password.
    guard transaction.verified.contains(.password), transaction.provider == nil else { return nil }
    let isExpired = account.status == .passwordExpired
    let isExpiring = account.passwordDays != nil && !transaction.settled.contains(.passwordWarning)
    guard isExpired || isExpiring else { return nil }
    transaction.stage = .newPassword(isExpired ? .expiry : .warning)
    transaction.enrolments = Transaction.EnrolmentOffer(authenticators: [], canSkip: false)
    return isExpired ? .next : .say(200, .passwordExpiring(org.name))
  }
}

extension Account {
  /// Whether a password is one of the last ones, the present one among them.
  func hasUsed(_ password: String, inLast count: Int) -> Bool {
    ([self.password].compactMap { $0 } + oldPasswords).prefix(count)
      .contains { $0.reveal() == password }
  }

  /// Sets a new password, and keeps as many old ones as must not come again.
  mutating func replacePassword(by new: Secret, keeping count: Int) {
    if let password { oldPasswords.insert(password, at: 0) }
    oldPasswords = Array(oldPasswords.prefix(count))
    password = new
    passwordDays = nil
    recoveryToken = nil
  }
}
