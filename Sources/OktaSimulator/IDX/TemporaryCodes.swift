import FlowEngine

/// Checks temporary access codes, which administrators give to users.
struct TemporaryCodes: TurnPart {
  let turn: Turn

  /// Checks a code.
  ///
  /// Returns an error reply if the code is wrong or has expired; otherwise `nil`.
  func check(_ credentials: FormBody, _ account: Account) throws(Refusal) -> Reply? {
    let code = try credentials.requiredCode("passcode")
    return isValid(account) && account.temporaryCode?.secret.reveal() == code
      ? nil : .say(401, .invalidCode, at: "passcode")
  }

  /// Uses up a code, unless the org allows to use it again.
  func consume(_ transaction: inout Transaction) {
    guard !policy.temporaryCodes.isMultiUse else { return }
    turn.change(&transaction) { $0.temporaryCode = nil }
  }

  /// Removes a code that has expired, so that pages don't offer it.
  func removeExpired(_ transaction: inout Transaction) {
    guard let account = turn.account(of: transaction), account.temporaryCode != nil,
      !isValid(account)
    else { return }
    turn.change(&transaction) { $0.temporaryCode = nil }
  }

  private func isValid(_ account: Account) -> Bool {
    account.temporaryCode?.isValid(
      at: now, began: state.began ?? now, policy.temporaryCodes) == true
  }
}
