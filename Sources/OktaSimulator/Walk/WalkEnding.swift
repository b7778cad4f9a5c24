import FlowEngine

/// The end of a walk, and what led to it.
package struct WalkEnding: Sendable, Hashable {
  package enum Outcome: Sendable, Hashable {
    case signedIn
    /// The account is unlocked, and the user isn't signed in.
    case unlocked
    /// Too many wrong passwords.
    case locked
    /// The org has refused access.
    case refused(WalkRefusal)
  }

  /// A verification.
  package struct Use: Sendable, Hashable {
    package var method: Method
    package var traits: Traits
    /// Whether the person had it before.
    ///
    /// It was not enrolled on the way, and it isn't a password that was reset without the old one.
    package var isHeld: Bool
    /// Whether an earlier sign-in had verified it.
    package var isOfSession: Bool
  }

  package var outcome: Outcome
  /// The sign-on rule that decided, by index; `nil` for none.
  package var rule: Int?
  /// The rule of the global session policy, by index; `nil` for none.
  package var sessionRule: Int?
  /// The verifications that count, in a fixed order.
  package var uses: [Use] = []
  /// The authenticators that were enrolled on the way.
  package var enrolled: [Authenticator] = []
  /// Whether a password was set without the old one.
  package var isRecovered = false
  /// The methods that were proved for the reset, or to unlock the account.
  package var proved: [Method] = []
  /// Whether a locked account was unlocked.
  package var isUnlocked = false
  /// The identity provider that vouched, by index.
  package var provider: Int?
  /// Whether what the person had before is enough by itself for the sign-on rule that decided.
  package var isEnoughForRule = true
  /// Whether it is enough for the rule of the global session policy.
  package var isEnoughForSession = true
  /// The number of kinds of factors that were verified.
  package var kinds = 0
  /// The number of verified kinds of factors that the person had before.
  package var heldKinds = 0
}

extension Walk {
  /// Returns the ending of the walk at a position, or the part of it that ended on the way there;
  /// `nil` if the walk simply goes on.
  package func ending(at position: WalkPosition) -> WalkEnding? {
    let transaction = position.transaction
    switch transaction.stage {
    case .succeeded: return success(position)
    case .ended where position.reply.status < 400:
      return WalkEnding(
        outcome: .unlocked, proved: transaction.proved.list, isUnlocked: true)
    default: break
    }
    guard let refusal = position.refusal else { return nil }
    let isLocked = refusal.key == IonMessage.suspendedFactor.key
    return WalkEnding(
      outcome: isLocked ? .locked : .refused(refusal), rule: transaction.rule,
      sessionRule: transaction.sessionRule)
  }

  private func success(_ position: WalkPosition) -> WalkEnding {
    let transaction = position.transaction
    return work(position) { turn, _ in
      let after = turn.account(of: transaction)
      let isRecovered = position.recovery != nil
      let authenticators = org.policy.authenticators
      let before = account?.enrolments(among: authenticators) ?? []
      let now = after?.enrolments(among: authenticators) ?? []
      let had = Set(before.map(\.enrolment.authenticator))
      let reset = proofsOfReset(position)
      func isHeld(_ proof: Proof) -> Bool {
        let authenticator = Authenticator(of: proof.verification.method)
        guard authenticator == .password else { return had.contains(authenticator) }
        // A user from an identity provider has already shown a substitute for the password there.
        return transaction.provider != nil || had.contains(.password) && !isRecovered
      }
      func counts(_ proof: Proof) -> Bool {
        isHeld(proof)
          || isRecovered && proof.verification.method == .password && reset.standsForPassword
      }
      var held = transaction
      held.proofs = reset.proofs + transaction.proofs.filter(counts)
      let goals = turn.policyDecisions.goals(now, transaction)
      let heldGoals = turn.policyDecisions.goals(now, held)
      // An account that is created on the way belongs to its creator, unless a rule names its
      // people.
      let isNewcomer = account == nil
      let isOwn = isNewcomer && !org.trustsNewcomers(start.context, rule: transaction.rule)
      return WalkEnding(
        outcome: .signedIn, rule: transaction.rule, sessionRule: transaction.sessionRule,
        uses: WalkEnding.uses(transaction.proofs, isHeld),
        enrolled: Set(now.map(\.enrolment.authenticator)).subtracting(had)
          .sorted { $0.rawValue < $1.rawValue },
        isRecovered: isRecovered, proved: position.recovery?.list ?? [],
        isUnlocked: account?.status == .locked, provider: transaction.provider,
        isEnoughForRule: isOwn || heldGoals[0].isMet,
        isEnoughForSession: isNewcomer
          ? !org.sessionTrustsNewcomers(start.context)
          : heldGoals.dropFirst().allSatisfy(\.isMet),
        kinds: goals[0].evidence.kinds.count, heldKinds: heldGoals[0].evidence.kinds.count)
    }
  }

  /// Returns the methods that were proved to set a password without the old one, or to activate an
  /// account.
  ///
  /// The result includes whether they are as good as the old password. A password counts as the
  /// kinds of factors that its reset required: it replaces the old one if something known was among
  /// them, or two kinds were.
  private func proofsOfReset(
    _ position: WalkPosition
  ) -> (proofs: [Proof], standsForPassword: Bool) {
    var methods = position.recovery ?? []
    // The links of both mails prove access to the user's mail.
    if start.entry == .activation || start.entry == .recoveryLink { methods.insert(.email) }
    let proofs = methods.list.map { method in
      Proof(verification: Verification(method: method, traits: method.traits), at: .zero)
    }
    let kinds = proofs.reduce(into: Kinds()) { $0.formUnion($1.verification.kinds) }
    return (proofs, kinds.contains(.knowledge) || kinds.count >= 2)
  }
}

extension WalkEnding {
  /// Whether what the person had before is enough for both rules.
  package var isEnough: Bool { isEnoughForRule && isEnoughForSession }

  fileprivate static func uses(_ proofs: [Proof], _ isHeld: (Proof) -> Bool) -> [Use] {
    proofs.map { proof in
      Use(
        method: proof.verification.method, traits: proof.verification.traits,
        isHeld: isHeld(proof), isOfSession: proof.isOfSession)
    }
    .sorted { ($0.method.rawValue, $0.traits.rawValue) < ($1.method.rawValue, $1.traits.rawValue) }
  }
}
