/// Determines which authenticators a user must enroll and which a user may enroll, and offers them.
struct EnrollmentChoice: TurnPart {
  let turn: Turn

  /// The authenticators that an account hasn't enrolled, grouped by how urgent they are.
  struct EnrollmentNeeds {
    /// The authenticators that the user must enroll now.
    var required: [Authenticator] = []
    /// The required authenticators whose enrollment the user may still postpone.
    var grace: [Authenticator] = []
    /// The authenticators that the org offers once and that the user may skip.
    var optional: [Authenticator] = []
    /// The methods that the user could add by enrolling.
    var enrollable: Methods = []
    /// The authenticators that the enrollment rule lets the user enroll.
    var all: [Authenticator] = []
    /// The authenticators that the account management policy lets the user enroll next; `nil` if it
    /// has no rules for the user.
    var open: [Authenticator]?
    /// The required authenticators that the user can't enroll next.
    var locked: [Authenticator] = []

    /// Returns the authenticators to enroll next so that the user can enroll some in the end.
    func steps(to wanted: [Authenticator]) -> [Authenticator] {
      guard let open else { return wanted }
      let next = wanted.filter(open.contains)
      return next.isEmpty ? open : next
    }
  }

  /// Returns the authenticators that a user hasn't enrolled but must or may enroll.
  ///
  /// - Parameters:
  ///   - account: The user's account.
  ///   - enrolled: The user's enrollments.
  ///   - isNew: Whether the user is setting up the account. If so, the `ask` setting of the
  ///     enrollment rule is ignored.
  ///   - transaction: The transaction.
  /// - Returns: The authenticators that aren't enrolled.
  func enrollmentNeeds(
    _ account: Account, _ enrolled: [Offer], isNew: Bool, _ transaction: Transaction
  ) -> EnrollmentNeeds {
    var needs = EnrollmentNeeds()
    let index = policy.enrollments.deciding(
      for: account, in: transaction.context, as: .enrollment, trace: &trace)
    let enrollment = index.map { policy.enrollments[$0] }
    if let enrollment, !enrollment.asksAtSignIn, !isNew { return needs }
    for offered in policy.authenticators {
      let authenticator = offered.authenticator
      guard !enrolled.contains(where: { $0.enrollment.authenticator == authenticator }),
        authenticator != .email || account.email != nil, authenticator.isEnrolledByUsers
      else { continue }
      if provesAddress(authenticator, transaction) {
        needs.required.append(authenticator)
        continue
      }
      guard let enrollment else {
        // Without an enrollment policy, users who sign up must set a password.
        needs.all.append(authenticator)
        if offered.purpose.contains(.signIn) { needs.enrollable.formUnion(offered.methods) }
        if isNew, authenticator == .password { needs.required.append(authenticator) }
        continue
      }
      guard let need = enrollment.need(of: authenticator) else { continue }
      needs.all.append(authenticator)
      if offered.purpose.contains(.signIn) { needs.enrollable.formUnion(offered.methods) }
      switch need {
      case .required(let grace?)
      where transaction.settled.contains(.grace)
        || grace.isRunning(for: authenticator, of: account, at: now):
        needs.grace.append(authenticator)
      case .required: needs.required.append(authenticator)
      case .optional: needs.optional.append(authenticator)
      }
    }
    return needs
  }

  /// Whether the user is signing up and must verify the email address.
  ///
  /// If so, the enrollment policy doesn't matter.
  private func provesAddress(_ authenticator: Authenticator, _ transaction: Transaction) -> Bool {
    authenticator == .email && transaction.draft != nil
      && policy.registration?.verifiesEmail == true
  }

  /// Offers the authenticators whose enrollment the user may postpone or skip.
  ///
  /// Returns `nil` if there are none.
  func offerRest(
    _ needs: EnrollmentNeeds, _ account: Account, _ transaction: inout Transaction
  ) -> Reply? {
    if !needs.grace.isEmpty, !transaction.settled.contains(.grace) {
      let reply = offer(needs.grace, canSkip: true, &transaction)
      transaction.enrollments.isGrace = true
      return reply
    }
    guard !needs.optional.isEmpty, !account.hasSkippedOptional else { return nil }
    return offer(needs.optional, canSkip: true, &transaction)
  }

  /// Offers authenticators to enroll.
  func offer(
    _ authenticators: [Authenticator], canSkip: Bool, _ transaction: inout Transaction
  ) -> Reply {
    transaction.enrollments = Transaction.EnrollmentOffer(
      authenticators: authenticators, canSkip: canSkip)
    transaction.stage = .selectEnrollment
    return .next
  }

  /// Handles `skip` on the enrollment page.
  ///
  /// Optional authenticators aren't offered again. Required authenticators are postponed, which
  /// counts as one skip.
  func skipEnrollment(_ transaction: inout Transaction) throws(Refusal) -> Reply {
    guard transaction.enrollments.canSkip else { throw .notOffered }
    traceNotes.noteSkipped(transaction)
    guard transaction.enrollments.isGrace else {
      turn.change(&transaction) { $0.hasSkippedOptional = true }
      return signOn.advance(&transaction)
    }
    let putOff = transaction.enrollments.authenticators
    turn.change(&transaction) { account in
      for authenticator in putOff { account.skips[authenticator, default: 0] += 1 }
    }
    transaction.settled.insert(.grace)
    return signOn.advance(&transaction)
  }
}
