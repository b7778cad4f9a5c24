import FlowEngine

/// The end of an exploration's path, and how the user got there.
package struct WalkEnding: Sendable, Hashable {
  package enum Outcome: Sendable, Hashable {
    case signedIn
    /// The account was unlocked, but the user isn't signed in.
    case unlocked
    /// Too many wrong passwords locked the account.
    case locked
    /// The org refused access.
    case refused(WalkRefusal)
  }

  /// A verification that the user has done.
  package struct Use: Sendable, Hashable {
    package var method: Method
    package var traits: Traits
    /// Whether the user had the authenticator before the sign-in.
    ///
    /// If not, it was enrolled on the way, or it is a password that was reset without the old one.
    package var isHeld: Bool
    /// Whether the verification is from an earlier sign-in.
    package var isOfSession: Bool
  }

  package var outcome: Outcome
  /// The index of the sign-on rule that decided; `nil` if no rule fits.
  package var rule: Int?
  /// The index of the rule in the global session policy that decided; `nil` if no rule fits.
  package var sessionRule: Int?
  /// The verifications of the user, sorted by method and traits.
  package var uses: [Use] = []
  /// The authenticators that the user enrolled on the way.
  package var enrolled: [Authenticator] = []
  /// Whether the user set a password without the old one.
  package var isRecovered = false
  /// The methods that the user verified to reset the password or to unlock the account.
  package var proved: [Method] = []
  /// Whether the user unlocked a locked account.
  package var isUnlocked = false
  /// Whether the sign-in ends here.
  ///
  /// Otherwise the user can go on.
  package var isAtEnd = true
  /// The index of the identity provider that vouched for the user; `nil` if none did.
  package var provider: Int?
  /// Whether the authenticators that the user had before the sign-in are enough for the sign-on
  /// rule.
  package var isEnoughForRule = true
  /// Whether the authenticators that the user had before the sign-in are enough for the rule of the
  /// global session policy.
  package var isEnoughForSession = true
  /// The number of kinds of factors that the user has verified.
  package var kinds = 0
  /// The number of kinds of factors that the user has verified with authenticators from before the
  /// sign-in.
  package var heldKinds = 0
}

extension Walk {
  /// Returns the ending at a position: a success, an unlocked account, a lockout or a refusal.
  ///
  /// Returns `nil` if the last act simply continued the sign-in.
  ///
  /// After a refusal the user may be able to continue.
  package func ending(at position: WalkPosition) -> WalkEnding? {
    let transaction = position.transaction
    switch transaction.stage {
    case .succeeded: return success(position)
    case .ended where position.isUnlocked:
      return WalkEnding(
        outcome: .unlocked, proved: transaction.proved.list, isUnlocked: true)
    case _ where position.hasUnlocked:
      // The user goes on to sign in, but the account is unlocked, whatever follows.
      return WalkEnding(
        outcome: .unlocked, proved: transaction.proved.list, isUnlocked: true, isAtEnd: false)
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
      let now = after?.enrollments(among: org.policy.authenticators) ?? []
      let had = Set(enrollments(of: account))
      let proof = proof(at: position)
      let uses = transaction.proofs.map { use($0, of: transaction, had, proof) }
      var held = transaction
      // The proofs of the user's own authenticators keep the times of their verification.
      var earlier = start.visit?.proof ?? WalkProof()
      earlier.reset = proof.reset
      held.proofs =
        earlier.proofs
        + zip(transaction.proofs, uses).filter { own, use in
          use.isHeld
            || proof.isRecovered && own.verification.method == .password && proof.standsForPassword
        }.map(\.0)
      let goals = turn.policyDecisions.goals(now, transaction)
      let heldGoals = turn.policyDecisions.goals(now, held)
      // A user who signs up always has enough, unless the rule lets only members of a group in.
      let isNewcomer = account == nil
      let isOwn = isNewcomer && !org.trustsNewcomers(start.context, rule: transaction.rule)
      return WalkEnding(
        outcome: .signedIn, rule: transaction.rule, sessionRule: transaction.sessionRule,
        uses: WalkEnding.sorted(uses + earlier.uses.filter { !uses.contains($0) }),
        enrolled: Set(now.map(\.enrollment.authenticator)).subtracting(had)
          .sorted { $0.rawValue < $1.rawValue },
        isRecovered: proof.isRecovered, proved: proof.isRecovered ? proved(position) : [],
        isUnlocked: account?.status == .locked || position.hasUnlocked,
        provider: transaction.provider,
        isEnoughForRule: isOwn || heldGoals[0].isMet,
        isEnoughForSession: isNewcomer
          ? !org.sessionTrustsNewcomers(start.context)
          : heldGoals.dropFirst().allSatisfy(\.isMet),
        kinds: goals[0].evidence.kinds.count, heldKinds: heldGoals[0].evidence.kinds.count)
    }
  }

  /// Returns the methods that the user verified to set a password without the old one.
  private func proved(_ position: WalkPosition) -> [Method] {
    var methods = position.recovery ?? []
    if let visit = start.visit { methods.formUnion(visit.proof.reset) }
    return methods.list
  }
}

extension WalkEnding {
  /// The key of the message that the account was unlocked and that the sign-in goes on.
  package static var unlockedKey: String { IonMessage.unlockedAndGoingOn.key ?? "" }

  /// Whether the authenticators that the user had before the sign-in are enough for both rules.
  package var isEnough: Bool { isEnoughForRule && isEnoughForSession }

  /// Sorts verifications by method and traits.
  fileprivate static func sorted(_ uses: [Use]) -> [Use] {
    uses.sorted {
      ($0.method.rawValue, $0.traits.rawValue) < ($1.method.rawValue, $1.traits.rawValue)
    }
  }
}
