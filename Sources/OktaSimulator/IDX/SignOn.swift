import FlowEngine
import SimulatorKit

/// The sign-on journey: which page comes next, until everything is verified.
struct SignOn: TurnPart {
  let turn: Turn

  /// Notes that something was verified, and goes on.
  ///
  /// - Parameters:
  ///   - method: by what.
  ///   - traits: what of its enrolment was used.
  ///   - transaction: the transaction.
  /// - Returns: what to say.
  func verify(
    _ method: Method, by traits: Traits = [], _ transaction: inout Transaction
  ) -> Reply {
    if trace != nil { traceNotes.noteProof(method, transaction) }
    policyDecisions.note(
      Verification(method: method, traits: method.traits(of: traits)), &transaction)
    if transaction.purpose != .signIn { transaction.proved.insert(Methods(method)) }
    return advance(&transaction)
  }

  /// Finds the next page after the one that was answered.
  func advance(_ transaction: inout Transaction) -> Reply {
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
    let enrolled = account.enrolments(among: policy.authenticators)
    let needs = enrollmentChoice.enrolmentNeeds(account, enrolled, isNew: isNew, transaction)
    // Who signs up enrolls first; who signs in proves who they are first.
    if isNew, !needs.required.isEmpty {
      return enrollmentChoice.offer(needs.required, canSkip: false, &transaction)
    }
    let goals = policyDecisions.goals(enrolled, transaction)
    transaction.kinds = goals[0].evidence.kinds
    // Who has no password here proves it again where they came from.
    let provider = providerToAskAgain(account, transaction)
    let elsewhere =
      provider == nil ? [] : [Offer(enrolment: .password, methods: .password)]
    let plan = SignOnPlan(
      goals, enrolled: elsewhere + enrolled, enrollable: needs.enrollable,
      mayEnroll: isNew || !goals[0].evidence.methods.isEmpty)
    switch plan {
    case .verify(let offers, let isPasswordFirst):
      if let provider, offers.contains(where: { $0.enrolment == .password }) {
        transaction.stage = .redirect(provider)
        return .next
      }
      return verifyNext(offers, isPasswordFirst: isPasswordFirst, &transaction)
    case .enroll(let authenticators):
      return enrollmentChoice.offer(authenticators, canSkip: false, &transaction)
    case .impossible: return deny(&transaction)
    case .met: traceNotes.noteMet(goals[0].evidence, transaction)
    }
    if !needs.required.isEmpty {
      return enrollmentChoice.offer(needs.required, canSkip: false, &transaction)
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

  /// Offers what is to be verified next.
  ///
  /// - Parameters:
  ///   - offers: What can be verified.
  ///   - isPasswordFirst: Whether a password is asked for before anything can be chosen.
  ///   - asksAlways: Whether a single factor is chosen too; otherwise its challenge begins at once.
  ///   - transaction: The transaction.
  /// - Returns: What to say.
  func verifyNext(
    _ offers: [Offer], isPasswordFirst: Bool = false, asksAlways: Bool = false,
    _ transaction: inout Transaction
  ) -> Reply {
    transaction.offers = offers
    if hasBrowser, offers.count > 1 || offers.first?.enrolment != .password {
      let page = Page(
        org: org, transaction: transaction, account: turn.account(of: transaction), reply: .next,
        memo: turn.memo)
      transaction.keepForms(page.authenticatorList.factors, at: org.site)
    }
    let password = isPasswordFirst ? offers.first { $0.enrolment == .password } : nil
    let only = offers.count == 1 && !asksAlways ? offers.first : nil
    guard let first = password ?? only else {
      transaction.stage = .selectFactor
      return .next
    }
    return factorChallenge.begin(first, method: nil, &transaction)
  }

  /// The identity provider that vouched in an earlier sign-in for a user who has no password here.
  private func providerToAskAgain(_ account: Account, _ transaction: Transaction) -> Int? {
    let vouchedBefore = transaction.proofs.contains {
      $0.verification.method == .password && $0.isOfSession
    }
    return account.password == nil && vouchedBefore ? transaction.provider : nil
  }

  private func deny(_ transaction: inout Transaction) -> Reply {
    trace?.note(.unmet(transaction.rule))
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

  /// How long an interaction code can be redeemed.
  static let interactionCodeLife: Duration = .seconds(60)
}
