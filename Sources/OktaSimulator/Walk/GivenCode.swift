import FlowEngine

// What explorations assume about temporary access codes.

extension Account {
  /// Gives the user a new code, as an administrator can at any time.
  mutating func receiveCode() {
    self.temporaryCode = TemporaryCode(Secret(WalkValues.deviceCode), end: .never)
  }
}

extension Org {
  /// Returns a user's account before any act.
  ///
  /// - Parameters:
  ///   - index: The index in `people`.
  ///   - hasCode: Whether the user was given a temporary access code.
  /// - Returns: The account.
  func account(_ index: Int, hasCode: Bool) -> Account {
    var account = people[index]
    if hasCode { account.receiveCode() }
    return account
  }

  /// Whether an exploration must assume that the user of a start may be given a temporary access
  /// code, because the user can then sign in with it.
  ///
  /// An administrator can make a code for any user at any time. Only the enrollment rule of the user
  /// prevents its use. The answer is the same under all assumptions about unknown facts.
  package func canBeGivenCode(_ start: WalkStart) -> Bool {
    guard !policy.methods(of: .tac).isEmpty, policy.purpose(of: .tac).contains(.signIn),
      let index = start.index,
      // A locked user may unlock the account first, for example.
      ![.suspended, .deactivated, .unassigned].contains(people[index].status)
    else { return false }
    for rule in policy.enrollments {
      let known = rule.conditions.filter { $0.unknownFacts == 0 }
      guard known.allSatisfy({ $0.holds(for: people[index], in: start.context) }) else { continue }
      if !rule.disabled.contains(.tac) { return true }
      if known.count == rule.conditions.count { return false }
    }
    return true
  }
}

extension WalkStart {
  /// Whether the user was given a temporary access code for this sign-in or an earlier one.
  package var isByGivenCode: Bool {
    isGivenCode || visit?.chain.contains { $0.start.isGivenCode } == true
  }

  /// Whether the user has only what the settings say: no remembered device and no temporary access
  /// code from an administrator.
  package var isPlain: Bool { !isRemembered && !isGivenCode }

  /// Whether the user needs neither an earlier sign-in to another app nor an administrator.
  package var isOwn: Bool { visit == nil && !isGivenCode }
}
