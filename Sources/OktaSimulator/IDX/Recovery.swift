import FlowEngine

/// Recovers passwords and unlocks accounts.
struct Recovery: TurnPart {
  let turn: Turn

  // MARK: Recovery

  /// Handles `recover`, the "forgot password" action of the password page.
  func recover(_ transaction: inout Transaction) throws(Refusal) -> Reply {
    guard policy.offersRecovery else { throw .notOffered }
    switch transaction.stage {
    case .identify where policy.asksPasswordAtOnce:
      transaction.restart()
      transaction.stage = .identifyRecovery
      return .next
    case .challenge(let challenge) where challenge.enrollment == .password:
      return recoverPassword(asksAlways: true, &transaction)
    default: throw .notOffered
    }
  }

  /// Offers the authenticators with which the user can recover the password.
  ///
  /// - Parameters:
  ///   - asksAlways: Whether the user chooses even if there is only one authenticator. Recorded
  ///     responses of the real engine do that if the identifier came first.
  ///   - transaction: The transaction.
  /// - Returns: The reply.
  func recoverPassword(
    asksAlways: Bool = false, _ transaction: inout Transaction
  ) -> Reply {
    guard let account = turn.account(of: transaction), account.canRecover,
      let rule = recoveryRule(of: transaction, for: .recovery)
    else { return .say(403, .resetNotAllowed) }
    if let requirement = rule.passwordRequirement {
      transaction.purpose = .recover
      transaction.proved = []
      return meet(requirement, or: .resetNotAllowed, asksAlways: asksAlways, &transaction)
        ?? askForPassword(&transaction)
    }
    let offers = account.enrollments(among: policy.authenticators).filter {
      rule.password.contains($0.enrollment.authenticator)
        && policy.purpose(of: $0.enrollment.authenticator).contains(.recovery)
    }
    guard !offers.isEmpty else { return .say(403, .resetNotAllowed) }
    transaction.purpose = .recover
    transaction.proved = []
    return signOn.verifyNext(offers, asksAlways: asksAlways, &transaction)
  }

  /// Continues after a verification: asks for the second one if the rule requires it, and then for
  /// the new password.
  func advanceRecovery(_ transaction: inout Transaction) -> Reply {
    // A user who opened a recovery link needs no further verification.
    let rule = transaction.proved.isEmpty ? nil : recoveryRule(of: transaction, for: .recovery)
    if let requirement = rule?.passwordRequirement,
      let reply = meet(requirement, or: .resetNotAllowed, &transaction)
    {
      return reply
    }
    if let reply = askForSecond(rule?.passwordSecond ?? [], or: .resetNotAllowed, &transaction) {
      return reply
    }
    return askForPassword(&transaction)
  }

  private func askForPassword(_ transaction: inout Transaction) -> Reply {
    transaction.stage = .newPassword(.recovery)
    transaction.enrollments = Transaction.EnrollmentOffer(authenticators: [], canSkip: false)
    return .next
  }

  /// Asks for the next verification that a requirement needs, with other authenticators than the
  /// password.
  ///
  /// - Parameters:
  ///   - requirement: The requirement.
  ///   - message: The message for a user who can't meet it.
  ///   - asksAlways: Whether the user chooses even if there is only one authenticator.
  ///   - transaction: The transaction.
  /// - Returns: The reply; `nil` if the requirement is met.
  private func meet(
    _ requirement: Requirement, or message: IonMessage, asksAlways: Bool = false,
    _ transaction: inout Transaction
  ) -> Reply? {
    guard let account = turn.account(of: transaction) else { return .say(403, message) }
    var evidence = Evidence()
    // Only what was verified since the user asked for the recovery counts.
    for proof in transaction.proofs
    where transaction.proved.contains(Methods(proof.verification.method)) {
      evidence.insert(proof.verification)
    }
    let enrolled = policy.usable(
      account.enrollments(among: policy.authenticators), by: account, in: transaction.context)
    let plan = SignOnPlan(
      [Goal(requirement: requirement, evidence: evidence)],
      enrolled: enrolled.filter { $0.enrollment != .password }, enrollable: [], mayEnroll: false)
    switch plan {
    case .met: return nil
    case .verify(let offers, _):
      return signOn.verifyNext(offers, asksAlways: asksAlways, &transaction)
    case .enroll, .impossible:
      transaction.stage = .ended
      return .say(403, message)
    }
  }

  private func recoveryRule(
    of transaction: Transaction, for policy: OktaPoint.Policy
  ) -> RecoveryRule? {
    guard let account = turn.account(of: transaction) else { return nil }
    let rules = org.policy.recoveries
    let index = rules.deciding(
      for: account, in: transaction.context, as: policy, trace: &trace)
    return index.map { rules[$0] }
  }

  /// Asks for a second verification after the first.
  ///
  /// - Parameters:
  ///   - second: The accepted authenticators; empty if one verification is enough.
  ///   - message: The message for a user who has none of these authenticators.
  ///   - transaction: The transaction.
  /// - Returns: The reply; `nil` if no second verification is required, or the user has done it.
  private func askForSecond(
    _ second: [Authenticator], or message: IonMessage, _ transaction: inout Transaction
  ) -> Reply? {
    let proved = transaction.proved
    let isProved = second.contains { authenticator in
      !proved.isDisjoint(with: authenticator.methods)
        && !proved.subtracting(authenticator.methods).isEmpty
    }
    guard !second.isEmpty, !isProved else { return nil }
    let enrolled = turn.account(of: transaction)?.enrollments(among: policy.authenticators) ?? []
    let offers = enrolled.filter { offer in
      let authenticator = offer.enrollment.authenticator
      // Any authenticator for signing in can be the second one, too.
      return second.contains(authenticator) && proved.isDisjoint(with: authenticator.methods)
        && !policy.purpose(of: authenticator).isEmpty
    }
    guard !offers.isEmpty else {
      transaction.stage = .ended
      return .say(403, message)
    }
    return signOn.verifyNext(offers, &transaction)
  }

  // MARK: Unlock

  /// Handles `unlock-account`.
  func startUnlock(_ transaction: inout Transaction) throws(Refusal) -> Reply {
    guard transaction.stage == .identify, !policy.unlockOptions.isEmpty else { throw .notOffered }
    transaction.restart()
    transaction.stage = .unlock
    return .next
  }

  /// Handles `select-authenticator-unlock-account`.
  func selectUnlock(
    _ body: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    let identifier = try body.requiredText("identifier")
    let choice = try body.requiredForm("authenticator")
    let id = try choice.requiredText("id")
    guard let authenticator = policy.unlockOptions.first(where: { org.site.id(of: $0) == id })
    else {
      throw Refusal(400, .invalid("id"))
    }
    let methodType = try choice.text("methodType")
    guard turn.identify(&transaction, identifier) else {
      transaction.identifier = nil
      return .say(200, .unknownUser(identifier))
    }
    let account = turn.account(of: transaction)
    let offer = (account?.enrollments(among: policy.authenticators) ?? []).first {
      $0.enrollment.authenticator == authenticator
    }
    let rule = recoveryRule(of: transaction, for: .unlock)
    let purpose: OfferedAuthenticator.Purpose =
      rule?.unlockRequirement == nil ? .recovery : .signIn
    let isAllowed =
      rule?.unlock.contains(authenticator) == true
      && policy.purpose(of: authenticator).contains(purpose)
    guard let offer, isAllowed, account?.status == .locked || transaction.person == .stranger
    else {
      transaction.restart()
      transaction.stage = .unlock
      return .say(400, .unlockNotAllowed)
    }
    var method: Method?
    if let methodType {
      guard let named = offer.methods.named(methodType) else {
        throw Refusal(400, .invalid("methodType"))
      }
      method = named
    }
    transaction.purpose = .unlock
    transaction.proved = []
    transaction.offers = [offer]
    return factorChallenge.begin(offer, method: method, &transaction)
  }

  /// Continues after a verification: asks for the second one if the rule requires it, and then
  /// unlocks the account.
  func advanceUnlock(_ transaction: inout Transaction) -> Reply {
    let rule = recoveryRule(of: transaction, for: .unlock) ?? RecoveryRule()
    if let requirement = rule.unlockRequirement,
      let reply = meet(requirement, or: .unlockFailed, &transaction)
    {
      return reply
    }
    if let reply = askForSecond(rule.unlockSecond, or: .unlockFailed, &transaction) { return reply }
    return finishUnlock(goesOn: rule.signsInAfterUnlock, &transaction)
  }

  /// Unlocks the account.
  ///
  /// The transaction ends unless the recovery rule lets the user continue to sign in.
  private func finishUnlock(
    goesOn: Bool, _ transaction: inout Transaction
  ) -> Reply {
    turn.change(&transaction) { $0.unlock() }
    traceNotes.noteUnlocked(transaction)
    guard !goesOn else {
      transaction.purpose = .signIn
      var reply = signOn.advance(&transaction)
      reply.messages.append(.unlockedAndGoingOn)
      return reply
    }
    transaction.stage = .ended
    return Reply(messages: [.unlocked])
  }
}
