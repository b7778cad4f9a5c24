import FlowEngine

/// Sets a new password, after a recovery or because the old one has expired.
struct PasswordReset: TurnPart {
  let turn: Turn

  /// The time of the org's first request.
  ///
  /// The ages in the org's settings are relative to this time.
  private var began: Duration { state.began ?? clock }

  /// Asks for a new password if the password has expired or expires soon.
  ///
  /// Returns `nil` otherwise.
  func askForNewPassword(
    _ account: Account, _ transaction: inout Transaction
  ) -> Reply? {
    // A user from an identity provider didn't use the org's password.
    guard transaction.verified.contains(.password), transaction.provider == nil else { return nil }
    let policy = traceNotes.passwordPolicy(for: account, transaction)
    let change: Transaction.PasswordChange
    switch policy.age(of: account, at: now, began: began) {
    case .expired: change = .expiry
    case .expiring(let days) where !transaction.settled.contains(.passwordWarning):
      change = .warning(days: days)
    case .good, .expiring: return nil
    }
    let plan = planOfChange(account, transaction)
    if plan != .met {
      // A user whose password hasn't expired yet keeps it.
      guard change == .expiry else { return nil }
      guard case .verify(let offers, let isPasswordFirst) = plan else {
        return signOn.refuse(&transaction)
      }
      return signOn.verify(offers, isPasswordFirst: isPasswordFirst, by: account, &transaction)
    }
    transaction.stage = .newPassword(change)
    transaction.enrollments = Transaction.EnrollmentOffer(authenticators: [], canSkip: false)
    return change == .expiry ? .next : .say(200, .passwordExpiring(org.name))
  }

  /// Determines what a user must still verify to replace a password that expires.
  private func planOfChange(_ account: Account, _ transaction: Transaction) -> SignOnPlan {
    let rules = policy.recoveries
    let index = rules.deciding(for: account, in: transaction.context, as: .recovery)
    guard let rule = index.map({ rules[$0] }) else { return .met }
    guard !rule.deniesExpiry else { return .impossible }
    guard let requirement = rule.expiryRequirement else { return .met }
    let enrolled = policy.usable(
      account.enrollments(among: policy.authenticators), by: account, in: transaction.context)
    let evidence = Reauthentication().evidence(transaction.proofs, at: now, maxAge: nil)
    return SignOnPlan(
      [Goal(requirement: requirement, evidence: evidence)], enrolled: enrolled, enrollable: [],
      mayEnroll: false)
  }

  /// Handles the answer to `reset-authenticator` and `reenroll-authenticator`.
  func newPassword(
    _ credentials: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    let password = try credentials.requiredText("passcode")
    let endsSessions = try credentials.flag("revokeSessions") ?? false
    guard let account = turn.account(of: transaction) else {
      return identification.refuse(&transaction)
    }
    let rules = traceNotes.passwordPolicy(for: account, transaction).rules
    if let message = message(refusing: password, for: account, by: rules) {
      return .say(400, message, at: "passcode")
    }
    // The minimum age doesn't apply to a password that has expired.
    if transaction.stage != .newPassword(.expiry), isTooNew(account, rules) {
      return .say(400, .passwordRefused(rules), at: "passcode")
    }
    if endsSessions { browserSession.endSessions(of: transaction.person) }
    traceNotes.noteNewPassword(transaction)
    let now = now
    turn.change(&transaction) { account in
      account.replacePassword(by: Secret(password), at: now, keeping: rules.history)
      account.endRecovery()
    }
    transaction.purpose = .signIn
    transaction.settled.insert(.passwordWarning)
    return signOn.verify(.password, &transaction)
  }

  private func isTooNew(_ account: Account, _ rules: PasswordRules) -> Bool {
    guard account.password != nil, rules.minAge > .zero else { return false }
    return now - account.passwordSet.time(began: began) < rules.minAge
  }

  /// Returns the message that explains why a new password isn't valid; `nil` if it is valid.
  func message(
    refusing password: String, for account: Account, by rules: PasswordRules
  ) -> IonMessage? {
    guard rules.accept(password, for: account), !account.hasUsed(password, inLast: rules.history)
    else { return .passwordRefused(rules) }
    return rules.excludesCommon && CommonPasswords.contain(password) ? .passwordCommon : nil
  }
}

extension Account {
  /// Whether a password is among the last `count` passwords of the account, including the current
  /// one.
  func hasUsed(_ password: String, inLast count: Int) -> Bool {
    ([self.password].compactMap { $0 } + self.oldPasswords).prefix(count)
      .contains { $0.reveal() == password }
  }

  /// Sets a new password, and stores the latest old passwords that the user can't reuse.
  mutating func replacePassword(by new: Secret, at now: Duration, keeping count: Int) {
    if let old = self.password { self.oldPasswords.insert(old, at: 0) }
    self.oldPasswords = Array(self.oldPasswords.prefix(count))
    self.password = new
    self.passwordSet = .at(now)
    self.passwordDays = nil
    self.recoveryToken = nil
  }

  /// Ends the states that a new password resolves: a lock, an expired password, and a requested
  /// reset.
  mutating func endRecovery() {
    unlock()
    switch self.status {
    case .passwordExpired, .recovery: self.status = .active
    case .active, .locked, .suspended, .deactivated, .staged, .unassigned: break
    }
  }
}
