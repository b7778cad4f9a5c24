import FlowEngine
import SimulatorKit

/// The steps of a sign-on, until everything is verified.
struct SignOn: TurnPart {
  let turn: Turn

  /// Records a verification, and continues.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - traits: The traits of the enrollment that the user verified with.
  ///   - transaction: The transaction.
  /// - Returns: The reply.
  func verify(
    _ method: Method, by traits: Traits = [], _ transaction: inout Transaction
  ) -> Reply {
    if trace != nil { traceNotes.noteProof(method, transaction) }
    if method == .tac { temporaryCodes.consume(&transaction) }
    if policy.serves(.signIn, method) {
      policyDecisions.note(
        Verification(method: method, traits: method.traits(of: traits)), &transaction)
    }
    if transaction.purpose != .signIn { transaction.proved.insert(Methods(method)) }
    return advance(&transaction)
  }

  /// Continues the transaction after an answer, and returns the next page.
  func advance(_ transaction: inout Transaction) -> Reply {
    temporaryCodes.removeExpired(&transaction)
    switch transaction.purpose {
    case .unlock: return recovery.advanceUnlock(&transaction)
    case .recover: return recovery.advanceRecovery(&transaction)
    case .signIn: return signOn(&transaction)
    }
  }

  private func signOn(_ transaction: inout Transaction) -> Reply {
    guard let account = turn.account(of: transaction) else {
      return identification.refuse(&transaction)
    }
    if account.status == .unassigned, !transaction.verified.isEmpty {
      return identification.refuseUnassigned(&transaction)
    }
    if let reply = policyDecisions.decide(for: account, &transaction) { return reply }
    if let reply = passwordReset.askForNewPassword(account, &transaction) { return reply }
    let isNew = transaction.draft != nil || transaction.isActivating
    let all = account.enrollments(among: policy.authenticators)
    var needs = enrollmentChoice.enrollmentNeeds(account, all, isNew: isNew, transaction)
    let enrolled = policy.usable(all, by: account, in: transaction.context)
    // A user who signs up enrolls authenticators before verifying. A user who signs in verifies
    // first.
    if isNew, !needs.required.isEmpty {
      return enrollmentChoice.offer(needs.required, canSkip: false, &transaction)
    }
    let goals = policyDecisions.goals(enrolled, transaction)
    transaction.kinds = goals[0].evidence.kinds
    let verifiable = self.verifiable(enrolled, by: account, transaction)
    enrollmentAccess.limit(&needs, account, verifiable, transaction)
    let plan = SignOnPlan(
      goals, enrolled: verifiable, enrollable: needs.enrollable,
      mayEnroll: isNew || !goals[0].evidence.methods.isEmpty)
    switch plan {
    case .verify(let offers, let isPasswordFirst):
      return verify(offers, isPasswordFirst: isPasswordFirst, by: account, &transaction)
    case .enroll(let authenticators):
      return enrollmentChoice.offer(
        needs.steps(to: authenticators), canSkip: false, &transaction)
    case .impossible: return deny(&transaction)
    case .met: traceNotes.noteMet(goals[0].evidence, transaction)
    }
    if !needs.required.isEmpty {
      return enrollmentChoice.offer(needs.required, canSkip: false, &transaction)
    }
    if !needs.locked.isEmpty {
      let steps = enrollmentAccess.steps(to: needs.locked, needs, account, verifiable, transaction)
      guard !steps.isEmpty else { return refuse(&transaction) }
      return enrollmentChoice.offer(steps, canSkip: false, &transaction)
    }
    guard turn.commitDraft(&transaction) else {
      transaction.stage = .enrollProfile
      transaction.draft = nil
      transaction.person = .nobody
      return .say(400, .notUnique("Email"), at: "email")
    }
    if let reply = enrollmentChoice.offerRest(needs, account, &transaction) { return reply }
    if let reply = signUp.askForProfile(account, &transaction) { return reply }
    if transaction.isActivating {
      trace?.note(.activated)
      turn.change(&transaction) { account in
        account.activationToken = nil
        if account.status == .staged { account.status = .active }
      }
    }
    if let reply = finalQuestions.askBeforeSuccess(&transaction) { return reply }
    return succeed(&transaction)
  }

  /// Returns what a user can verify: the usable enrollments, and the password of an identity
  /// provider that verifies the user again because the user has no password in this org.
  func verifiable(
    _ enrolled: [Offer], by account: Account, _ transaction: Transaction
  ) -> [Offer] {
    guard providerToAskAgain(account, transaction) != nil else { return enrolled }
    return [Offer(enrollment: .password, methods: .password)] + enrolled
  }

  /// Offers the next verifications, or leads to the identity provider that does the first one.
  func verify(
    _ offers: [Offer], isPasswordFirst: Bool, by account: Account,
    _ transaction: inout Transaction
  ) -> Reply {
    if let provider = providerToAskAgain(account, transaction),
      offers.contains(where: { $0.enrollment == .password })
    {
      transaction.stage = .redirect([provider])
      return .next
    }
    return verifyNext(offers, isPasswordFirst: isPasswordFirst, &transaction)
  }

  /// Offers the next verifications.
  ///
  /// - Parameters:
  ///   - offers: The possible verifications.
  ///   - isPasswordFirst: Whether the user must enter the password before choosing another factor.
  ///   - asksAlways: Whether the user chooses even if there is only one factor. Otherwise its
  ///     challenge begins at once.
  ///   - transaction: The transaction.
  /// - Returns: The reply.
  func verifyNext(
    _ offers: [Offer], isPasswordFirst: Bool = false, asksAlways: Bool = false,
    _ transaction: inout Transaction
  ) -> Reply {
    transaction.offers = offers
    if hasBrowser, offers.count > 1 || offers.first?.enrollment != .password {
      let page = Page(
        org: org, transaction: transaction, account: turn.account(of: transaction), reply: .next,
        memo: turn.memo)
      transaction.keepForms(page.authenticatorList.factors, at: org.site)
    }
    let password = isPasswordFirst ? offers.first { $0.enrollment == .password } : nil
    let only = offers.count == 1 && !asksAlways ? offers.first : nil
    guard let first = password ?? only else {
      transaction.stage = .selectFactor
      return .next
    }
    return factorChallenge.begin(first, method: nil, &transaction)
  }

  /// Returns the index of the identity provider that must verify the user again; `nil` if no
  /// identity provider must do so.
  ///
  /// This is the provider that vouched for the user in an earlier sign-in, if the user has no
  /// password in this org.
  private func providerToAskAgain(_ account: Account, _ transaction: Transaction) -> Int? {
    guard account.password == nil, let provider = transaction.provider else { return nil }
    let vouchedBefore = transaction.proofs.contains {
      $0.verification.method == .password && $0.isOfSession
    }
    return vouchedBefore ? provider : nil
  }

  private func deny(_ transaction: inout Transaction) -> Reply {
    trace?.note(.unmet(transaction.rule))
    return refuse(&transaction)
  }

  /// Refuses a user who can't do what a policy asks for.
  func refuse(_ transaction: inout Transaction) -> Reply {
    transaction.stage = .ended
    return .say(403, .unsatisfiable(policy.app.label))
  }

  private func succeed(_ transaction: inout Transaction) -> Reply {
    transaction.offers = []
    transaction.stage = .succeeded(
      code: Secret(draw.handle(of: transaction.number)), expires: now + SignOn.interactionCodeLife)
    if hasBrowser {
      browserSession.openSession(&transaction)
      policyDecisions.rememberDevice(&transaction)
    }
    return .next
  }

  /// The time during which a client can redeem an interaction code.
  static let interactionCodeLife: Duration = .seconds(60)
}
