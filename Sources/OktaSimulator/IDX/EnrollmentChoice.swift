/// Which authenticators somebody must enroll, and may.
struct EnrollmentChoice: TurnPart {
  let turn: Turn

  /// What an account hasn't enrolled, by what becomes of it.
  struct EnrolmentNeeds {
    /// What has to be enrolled.
    var required: [Authenticator] = []
    /// What has to be, and may be put off.
    var grace: [Authenticator] = []
    /// What is offered once.
    var optional: [Authenticator] = []
    /// The methods that could be had by enrolling.
    var enrollable: Methods = []
  }

  /// What somebody could and has to enroll.
  ///
  /// - Parameters:
  ///   - account: who.
  ///   - enrolled: what they have.
  ///   - isNew: whether the account is being set up, so that it is asked whatever `ask` says.
  ///   - transaction: the transaction.
  /// - Returns: what they haven't enrolled.
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
        // Left open, whoever signs up sets a password.
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

  /// Whether somebody who signs up has to prove the address, whatever else is enrolled.
  private func provesAddress(_ authenticator: Authenticator, _ transaction: Transaction) -> Bool {
    authenticator == .email && transaction.draft != nil
      && policy.registration?.verifiesEmail == true
  }

  /// Offers what may be put off or skipped; `nil` where there is nothing of the kind.
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

  /// `skip` at what may be enrolled: optional authenticators are not offered to this account again,
  /// and required ones are put off once more.
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
