import FlowEngine

/// The questions after all verifications: whether to stay signed in, and whether to consent to
/// scopes.
struct FinalQuestions: TurnPart {
  let turn: Turn

  /// Asks the next question before the sign-on succeeds.
  ///
  /// Returns `nil` if there is none.
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

  /// Whether to ask the user to stay signed in.
  ///
  /// The user isn't asked if the browser's session provided all verifications, or if the last
  /// question was recent.
  private func asksToStay(_ transaction: Transaction) -> Bool {
    guard policy.keepMeSignedIn.isAsked, !transaction.settled.contains(.keepMeSignedIn),
      transaction.proofs.contains(where: { !$0.isOfSession })
    else { return false }
    guard let every = policy.keepMeSignedIn.every,
      let asked = turn.account(of: transaction)?.askedToStayAt
    else { return true }
    return now - asked >= every
  }

  /// Handles the answer to `keep-me-signed-in`.
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

  /// Handles the answer to `consent`.
  ///
  /// The sign-on ends if the user doesn't consent.
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
