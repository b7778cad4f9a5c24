/// Records the events of a request if the caller asked for a trace.
struct TraceNotes: TurnPart {
  let turn: Turn

  /// Returns the password policy of a user, and records which rule decided.
  func passwordPolicy(
    for account: Account, _ transaction: Transaction
  ) -> PasswordPolicy {
    let index = policy.passwords.deciding(
      for: account, in: transaction.context, as: .passwords, trace: &trace)
    return index.map { policy.passwords[$0] } ?? PasswordPolicy()
  }

  /// Returns the index of the rule that decides for the user of a transaction; `nil` if no rule
  /// fits.
  private func index(
    _ rules: [some Conditional], _ kind: OktaPoint.Policy, _ transaction: Transaction
  ) -> Int? {
    turn.account(of: transaction).flatMap {
      rules.deciding(for: $0, in: transaction.context, as: kind)
    }
  }

  /// Records which event a correct answer to the current page causes.
  func noteProof(_ method: Method, _ transaction: Transaction) {
    let authenticator = Authenticator(of: method)
    switch transaction.stage {
    case .enroll, .enrollApp:
      let isAddress = authenticator == .email && transaction.draft != nil
      if isAddress, policy.registration?.verifiesEmail == true { trace?.note(.addressProved) }
      let rule = index(policy.enrollments, .enrollment, transaction)
      trace?.note(.enrolled(rule, authenticator))
    case .newPassword, .enrollProfile: break
    default:
      if let provider = transaction.provider {
        trace?.note(.vouched(provider))
        return
      }
      trace?.note(.verified(method))
      guard transaction.purpose != .signIn,
        let rule = index(policy.recoveries, .recovery, transaction)
      else { return }
      let isFirst = transaction.proved.isEmpty
      let proving: OktaPoint.Proving =
        transaction.purpose == .recover
        ? (isFirst ? .password : .passwordSecond) : (isFirst ? .unlock : .unlockSecond)
      trace?.note(.proved(rule, proving, authenticator))
    }
  }

  /// Records which combinations of the deciding rule's requirement the evidence meets.
  func noteMet(_ evidence: Evidence, _ transaction: Transaction) {
    guard trace != nil, let rule = transaction.rule else { return }
    for (index, combination) in policy.rules[rule].requirement.combinations.enumerated()
    where combination.isMet(by: evidence) {
      trace?.note(.met(rule, index))
    }
  }

  /// Records which enrollments a user postpones or skips.
  func noteSkipped(_ transaction: Transaction) {
    guard trace != nil else { return }
    let rule = index(policy.enrollments, .enrollment, transaction)
    for authenticator in transaction.enrollments.authenticators {
      trace?.note(.skipped(rule, authenticator))
    }
  }

  /// Records that wrong passwords locked an account.
  func noteLockout(of account: Account, _ transaction: Transaction) {
    guard trace != nil else { return }
    let rule = index(policy.passwords, .passwords, transaction)
    let ownRule = rule.flatMap { policy.passwords[$0].lockout == nil ? nil : $0 }
    trace?.note(.lockedOut(ownRule))
  }

  /// Records that a user replaced a forgotten password.
  func noteNewPassword(_ transaction: Transaction) {
    guard trace != nil, transaction.stage == .newPassword(.recovery) else { return }
    guard !transaction.proved.isEmpty else {
      trace?.note(.recoveredByLink)
      return
    }
    let rule = index(policy.recoveries, .recovery, transaction)
    trace?.note(.recovered(rule))
  }

  /// Records that a user unlocked the account.
  func noteUnlocked(_ transaction: Transaction) {
    guard trace != nil else { return }
    let rule = index(policy.recoveries, .recovery, transaction)
    trace?.note(.unlocked(rule))
  }
}
