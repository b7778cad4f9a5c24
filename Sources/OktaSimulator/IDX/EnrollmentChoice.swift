/// The authenticators that a user must enroll, and may enroll.
struct EnrollmentChoice: TurnPart {
  let turn: Turn

  /// The authenticators that an account hasn't enrolled, by their need.
  struct EnrolmentNeeds {
    /// The required authenticators.
    var required: [Authenticator] = []
    /// The required authenticators that may be postponed.
    var grace: [Authenticator] = []
    /// The authenticators that are offered once.
    var optional: [Authenticator] = []
    /// The methods that could be enrolled.
    var enrollable: Methods = []
  }

  /// Returns the authenticators that a user could and must enroll.
  ///
  /// - Parameters:
  ///   - account: The user's account.
  ///   - enrolled: The user's enrollments.
  ///   - isNew: Whether the account is being set up, so that users are asked regardless of `ask`.
  ///   - transaction: The transaction.
  /// - Returns: The authenticators that aren't enrolled.
  func enrolmentNeeds(
    _ account: Account, _ enrolled: [Offer], isNew: Bool, _ transaction: Transaction
  ) -> EnrolmentNeeds {
    var needs = EnrolmentNeeds()
    let index = policy.enrollments.deciding(
      for: account, in: transaction.context, as: .enrollment, trace: &trace)
    let enrollment = index.map { policy.enrollments[$0] }
    if let enrollment, !enrollment.asksAtSignIn, !isNew { return needs }
    for offered in policy.authenticators {
      let authenticator = offered.authenticator
      guard !enrolled.contains(where: { $0.enrolment.authenticator == authenticator }),
        authenticator != .email || account.email != nil
      else { continue }
      if provesAddress(authenticator, transaction) {
        needs.required.append(authenticator)
        continue
      }
      guard let enrollment else {
        // Without a policy, users who sign up set a password.
        needs.enrollable.formUnion(offered.methods)
        if isNew, authenticator == .password { needs.required.append(authenticator) }
        continue
      }
      guard let need = enrollment.need(of: authenticator) else { continue }
      needs.enrollable.formUnion(offered.methods)
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

  /// Whether a user who signs up must verify the address, regardless of other enrollments.
  private func provesAddress(_ authenticator: Authenticator, _ transaction: Transaction) -> Bool {
    authenticator == .email && transaction.draft != nil
      && policy.registration?.verifiesEmail == true
  }

  /// Offers what may be postponed or skipped; `nil` if there is nothing.
  func offerRest(
    _ needs: EnrolmentNeeds, _ account: Account, _ transaction: inout Transaction
  ) -> Reply? {
    if !needs.grace.isEmpty, !transaction.settled.contains(.grace) {
      let reply = offer(needs.grace, canSkip: true, &transaction)
      transaction.enrolments.isGrace = true
      return reply
    }
    guard !needs.optional.isEmpty, !account.hasSkippedOptional else { return nil }
    return offer(needs.optional, canSkip: true, &transaction)
  }

  /// Offers authenticators to enroll.
  func offer(
    _ authenticators: [Authenticator], canSkip: Bool, _ transaction: inout Transaction
  ) -> Reply {
    transaction.enrolments = Transaction.EnrolmentOffer(
      authenticators: authenticators, canSkip: canSkip)
    transaction.stage = .selectEnrolment
    return .next
  }

  /// `skip` on the enrollment page: optional authenticators aren't offered again, and required ones
  /// are postponed once more.
  func skipEnrolment(_ transaction: inout Transaction) throws(Refusal) -> Reply {
    guard transaction.enrolments.canSkip else { throw .notOffered }
    traceNotes.noteSkipped(transaction)
    guard transaction.enrolments.isGrace else {
      turn.change(&transaction) { $0.hasSkippedOptional = true }
      return signOn.advance(&transaction)
    }
    let putOff = transaction.enrolments.authenticators
    turn.change(&transaction) { account in
      for authenticator in putOff { account.skips[authenticator, default: 0] += 1 }
    }
    transaction.settled.insert(.grace)
    return signOn.advance(&transaction)
  }
}
