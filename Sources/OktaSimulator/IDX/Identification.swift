import FlowEngine

/// Identifies the user of a sign-in, and checks the password.
struct Identification: TurnPart {
  let turn: Turn

  /// Handles `identify` and `identify-recovery`.
  func identify(
    _ body: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    let identifier = try body.requiredText("identifier")
    let remembers = try body.flag("rememberMe") ?? false
    switch transaction.stage {
    case .identify: break
    case .identifyRecovery:
      guard turn.identify(&transaction, identifier) else {
        return .say(200, .unknownUser(identifier))
      }
      return recovery.recoverPassword(&transaction)
    default: throw .notOffered
    }
    var password: String?
    if policy.asksPasswordAtOnce {
      password = try body.requiredForm("credentials").requiredText("passcode")
    }
    if let rule = routing(identifier, transaction), !rule.providers.isEmpty {
      transaction.identifier = identifier
      transaction.stage = .redirect(rule.providers)
      return .next
    }
    guard turn.identify(&transaction, identifier) else {
      return .say(200, .unknownUser(identifier))
    }
    browserSession.joinSession(of: transaction.person, &transaction)
    transaction.identifier = identifier
    transaction.remembersDevice = remembers
    guard let password else { return signOn.advance(&transaction) }
    return checkPassword(password, &transaction, isFirstPage: true)
  }

  /// Returns the routing rule for what the user entered; `nil` if no rule fits.
  private func routing(_ identifier: String, _ transaction: Transaction) -> RoutingRule? {
    var account = Account.stranger(identifier)
    if let person = turn.person(identifier), let known = turn.account(of: person) {
      account = known
    }
    return policy.routing(for: account, in: transaction.context, trace: &turn.trace)
      .map { policy.routings[$0] }
  }

  /// Handles `select-identify`, which returns from the sign-up to the sign-in.
  func selectIdentify(_ transaction: inout Transaction) throws(Refusal) -> Reply {
    guard transaction.stage == .enrollProfile else { throw .notOffered }
    transaction.restart()
    return .next
  }

  /// Checks a password, counts wrong passwords, and locks the account after too many.
  ///
  /// On the first page, the message for a wrong password is only that the authentication failed. On
  /// the password page, the message is that the password is wrong.
  func checkPassword(
    _ password: String, _ transaction: inout Transaction, isFirstPage: Bool
  ) -> Reply {
    guard let account = turn.account(of: transaction) else { return refuse(&transaction) }
    guard account.canProve else { return refuseLocked(account, &transaction) }
    if let right = account.password, right.reveal() == password {
      if account.failedPasswords > 0 { turn.change(&transaction) { $0.failedPasswords = 0 } }
      return signOn.verify(.password, &transaction)
    }
    let lockout = traceNotes.passwordPolicy(for: account, transaction).lockout ?? policy.lockout
    let now = now
    var isLocked = false
    turn.change(&transaction) { account in
      account.failedPasswords += 1
      guard account.failedPasswords >= lockout.attempts else { return }
      account.lock(until: lockout.duration.map { now + $0 })
      isLocked = true
    }
    if isLocked {
      traceNotes.noteLockout(of: account, transaction)
      restart(&transaction)
      return .say(400, .suspendedFactor)
    }
    guard isFirstPage else { return .say(400, .incorrectPassword) }
    restart(&transaction)
    return .say(400, .authenticationFailed)
  }

  /// Returns to the first page with a message that gives no reason.
  func refuse(_ transaction: inout Transaction) -> Reply {
    restart(&transaction)
    return .say(400, .authenticationFailed)
  }

  /// Refuses a user whose account is unusable.
  ///
  /// The message gives the reason only if the account is locked and the password policy reveals
  /// that.
  private func refuseLocked(
    _ account: Account, _ transaction: inout Transaction
  ) -> Reply {
    let reply = refuse(&transaction)
    guard account.status == .locked,
      traceNotes.passwordPolicy(for: account, transaction).tellsLocked
    else { return reply }
    return .say(400, .accountLocked)
  }

  /// Refuses a user who isn't assigned to this app.
  ///
  /// The user has already verified a factor, so the message can give the reason.
  func refuseUnassigned(_ transaction: inout Transaction) -> Reply {
    restart(&transaction)
    return .say(400, .notAssigned)
  }

  /// Returns to the first page, with the identifier filled in.
  private func restart(_ transaction: inout Transaction) {
    let identifier = transaction.identifier
    transaction.restart()
    transaction.identifier = identifier
  }
}

extension Account {
  /// Whether the account's status permits signing in.
  var canSignIn: Bool { self.status == .active || self.status == .passwordExpired }

  /// Whether the org accepts verifications for the account.
  ///
  /// A user who isn't assigned to the app can verify factors, and gets the refusal afterward.
  var canProve: Bool { canSignIn || self.status == .unassigned }

  /// Whether the link of a welcome mail works for the account.
  ///
  /// The link doesn't end a lock or a suspension.
  var canActivate: Bool {
    self.activationToken != nil && (self.status == .staged || self.status == .active)
  }

  /// Whether the user of the account can request a new password.
  var canRecover: Bool { canProve || self.status == .locked || self.status == .recovery }
}
