import FlowEngine

/// The questions after all verifications: to stay signed in, and to agree to scopes.
struct FinalQuestions: TurnPart {
  let turn: Turn

  /// Returns the next question before the sign-on ends; `nil` if there is none.
  func askBeforeSuccess(_ transaction: inout Transaction) -> Reply? {
    if asksToStay(transaction) {
      transaction.stage = .keepMeSignedIn
      return .next
    }
    let asksForScopes = policy.app.consent.contains { transaction.interaction.asks(for: $0) }
    if asksForScopes, !transaction.settled.contains(.consent) {
      transaction.stage = .consent
      return .next
    }
    return nil
  }

  /// Whether a user is asked to stay signed in.
  ///
  /// A user isn't asked after a session signed them on without a question, or if they were asked
  /// recently.
  private func asksToStay(_ transaction: Transaction) -> Bool {
    guard policy.keepMeSignedIn.isAsked, !transaction.settled.contains(.keepMeSignedIn),
      transaction.proofs.contains(where: { !$0.isOfSession })
    else { return false }
    guard let every = policy.keepMeSignedIn.every,
      let asked = turn.account(of: transaction)?.askedToStayAt
    else { return true }
    return now - asked >= every
  }

  /// The answer to `keep-me-signed-in`.
  ///
  /// The sign-on continues with either answer.
  func keepMeSignedIn(
    _ body: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    guard transaction.stage == .keepMeSignedIn else { throw .notOffered }
    transaction.staysSignedIn = try body.requiredFlag("keepMeSignedIn")
    let now = now
    if policy.keepMeSignedIn.every != nil { turn.change(&transaction) { $0.askedToStayAt = now } }
    transaction.settled.insert(.keepMeSignedIn)
    return signOn.advance(&transaction)
  }

  /// The answer to `consent`.
  ///
  /// Without consent the sign-on ends.
  func consent(
    _ body: FormBody, _ transaction: inout Transaction
  ) throws(Refusal) -> Reply {
    guard transaction.stage == .consent else { throw .notOffered }
    guard try body.requiredFlag("consent") else {
      transaction.stage = .ended
      return .say(403, .consentDenied)
    }
    transaction.settled.insert(.consent)
    return signOn.advance(&transaction)
  }
}
