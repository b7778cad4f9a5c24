import SimulatorKit

/// Determines which authenticators the account management policy lets a user enroll.
///
/// It asks for more verifications before an enrollment if a rule needs them. Users who sign up or
/// set up a new account aren't governed by the policy.
struct EnrollmentAccess: TurnPart {
  let turn: Turn

  /// What the policy asks for before an authenticator can be enrolled.
  private enum Answer {
    /// The user has verified enough.
    case met
    /// The user must verify one of these factors first.
    case verify([Offer], isPasswordFirst: Bool)
    /// A rule denies it, or asks for what the user can't verify.
    case denied
  }

  /// Whether the policy has rules for the user of a transaction.
  private func governs(_ transaction: Transaction) -> Bool {
    !policy.accountRules.isEmpty && transaction.draft == nil && !transaction.hasSignedUp
      && !transaction.isActivating
  }

  /// Leaves only authenticators that the user can enroll now, or after verifying more.
  func limit(
    _ needs: inout EnrollmentChoice.EnrollmentNeeds, _ account: Account, _ verifiable: [Offer],
    _ transaction: Transaction
  ) {
    guard governs(transaction), !needs.all.isEmpty else { return }
    let open = open(needs.all, account, verifiable, transaction)
    needs.open = open
    needs.locked = needs.required.filter { !open.contains($0) }
    needs.required.removeAll { !open.contains($0) }
    needs.grace.removeAll { !open.contains($0) }
    needs.optional.removeAll { !open.contains($0) }
    let reachable = reachable(needs.all, after: open, account, verifiable, transaction)
    let methods = reachable.reduce(into: Methods()) { $0.formUnion(policy.methods(of: $1)) }
    needs.enrollable.formIntersection(methods)
  }

  /// Returns the authenticators to enroll before a locked one; empty if no enrollment unlocks it.
  func steps(
    to locked: [Authenticator], _ needs: EnrollmentChoice.EnrollmentNeeds, _ account: Account,
    _ verifiable: [Offer], _ transaction: Transaction
  ) -> [Authenticator] {
    let open = needs.open ?? []
    let reachable = reachable(needs.all, after: open, account, verifiable, transaction)
    return locked.contains(where: reachable.contains) ? open : []
  }

  /// Asks for the verifications that a rule needs before the enrollment of an authenticator.
  ///
  /// Returns `nil` if there is nothing more to verify.
  func verifyFirst(
    _ authenticator: Authenticator, _ transaction: inout Transaction
  ) -> Reply? {
    guard governs(transaction) else { return nil }
    guard let account = turn.account(of: transaction) else {
      return identification.refuse(&transaction)
    }
    let enrolled = policy.usable(
      account.enrollments(among: policy.authenticators), by: account, in: transaction.context)
    let verifiable = signOn.verifiable(enrolled, by: account, transaction)
    let rule = rule(for: authenticator, account, transaction, trace: &trace)
    switch answer(rule, verifiable, transaction) {
    case .met: return nil
    case .verify(let offers, let isPasswordFirst):
      return signOn.verify(offers, isPasswordFirst: isPasswordFirst, by: account, &transaction)
    case .denied: return signOn.refuse(&transaction)
    }
  }

  // MARK: Rules

  private func rule(
    for authenticator: Authenticator, _ account: Account, _ transaction: Transaction,
    trace: inout OrgTrace?
  ) -> SignOnRule? {
    let index = policy.accountRules.deciding(
      for: account, in: transaction.context.enrolling(authenticator), as: .account, trace: &trace)
    return index.map { policy.accountRules[$0] }
  }

  private func answer(
    _ rule: SignOnRule?, _ verifiable: [Offer], _ transaction: Transaction
  ) -> Answer {
    guard let rule else { return .met }
    guard !rule.isDenied else { return .denied }
    let evidence = rule.reauthentication.evidence(transaction.proofs, at: now, maxAge: nil)
    let plan = SignOnPlan(
      [Goal(requirement: rule.requirement, evidence: evidence)], enrolled: verifiable,
      enrollable: [], mayEnroll: false)
    switch plan {
    case .met: return .met
    case .verify(let offers, let isPasswordFirst):
      return .verify(offers, isPasswordFirst: isPasswordFirst)
    case .enroll, .impossible:
      return rule.letsUnable(transaction.context.unknowns) ? .met : .denied
    }
  }

  /// Returns the authenticators of which the rules can be met with some enrollments.
  private func open(
    _ all: [Authenticator], _ account: Account, _ verifiable: [Offer], _ transaction: Transaction
  ) -> [Authenticator] {
    all.filter { authenticator in
      let rule = rule(for: authenticator, account, transaction, trace: &trace)
      if case .denied = answer(rule, verifiable, transaction) { return false }
      return true
    }
  }

  /// Returns the authenticators that the user can enroll in the end, because each enrollment can
  /// meet the rule for the next one.
  private func reachable(
    _ all: [Authenticator], after open: [Authenticator], _ account: Account,
    _ verifiable: [Offer], _ transaction: Transaction
  ) -> [Authenticator] {
    var reachable = open
    var offers = verifiable
    var isOpen = open
    while !isOpen.isEmpty, reachable.count < all.count {
      offers += isOpen.filter { policy.purpose(of: $0).contains(.signIn) }.map {
        $0.newEnrollment(policy.methods(of: $0))
      }
      isOpen = self.open(
        all.filter { !reachable.contains($0) }, account, offers, transaction)
      reachable += isOpen
    }
    return reachable
  }
}
