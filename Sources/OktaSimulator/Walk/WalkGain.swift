import FlowEngine
import SimulatorKit

/// Authenticators that a user has enrolled at a position of an exploration.
package struct WalkGain: Sendable {
  /// The authenticators.
  package let enrolled: [Authenticator]
  /// What the user needed for the acts.
  let proof: WalkProof
  /// The acts that lead to the position.
  package let way: [WalkAct]

  /// The gain without the acts.
  package struct Content: Sendable, Hashable {
    fileprivate let enrolled: [Authenticator]
    fileprivate let proof: WalkProof

    /// Whether this has everything that another gain has, and needs no more.
    package func covers(_ other: Content) -> Bool {
      other.enrolled.allSatisfy(enrolled.contains) && proof.isPart(of: other.proof)
    }
  }

  package var content: Content { Content(enrolled: enrolled, proof: proof) }
}

/// What a user has verified with things from before an exploration.
struct WalkProof: Sendable, Hashable {
  /// The verifications with authenticators that the user had.
  var uses: [WalkEnding.Use] = []
  /// The methods that the user verified to set a password without the old one, or to activate the
  /// account.
  var reset = Methods()
  /// Whether the user set a password without the old one.
  var isRecovered = false
  /// Whether the methods of `reset` are as good as the old password.
  var standsForPassword = false

  /// Whether another proof includes everything in this one.
  func isPart(of other: WalkProof) -> Bool {
    uses.allSatisfy(other.uses.contains) && reset.isSubset(of: other.reset)
      && (!isRecovered || other.isRecovered)
  }

  /// The verifications as a sign-in records them.
  var proofs: [Proof] {
    uses.map { Proof(verification: Verification(method: $0.method, traits: $0.traits), at: .zero) }
      + reset.list.map {
        Proof(verification: Verification(method: $0, traits: $0.traits), at: .zero)
      }
  }
}

extension Walk {
  /// Returns the authenticators that the user has enrolled at a position.
  ///
  /// - Parameters:
  ///   - position: The position.
  ///   - way: Returns the acts that lead to the position.
  /// - Returns: The authenticators and what the user needed; `nil` if there are none, or if the user
  ///   signs up.
  package func gain(at position: WalkPosition, by way: () -> [WalkAct]) -> WalkGain? {
    guard let account, let after = position.account, after != account else { return nil }
    let enrolled = Set(enrollments(of: after)).subtracting(enrollments(of: account))
    // What the user enrolled at an earlier sign-in isn't gained here.
    guard !enrolled.isEmpty, enrolled != start.visit.map({ Set($0.enrolled) }) else { return nil }
    return WalkGain(
      enrolled: enrolled.sorted { $0.rawValue < $1.rawValue }, proof: proof(at: position),
      way: way())
  }

  /// Returns the authenticators that an account has in the org; empty for `nil`.
  func enrollments(of account: Account?) -> [Authenticator] {
    account?.enrollments(among: org.policy.authenticators).map(\.enrollment.authenticator) ?? []
  }

  /// Returns what the user has verified at a position with things from before the exploration and
  /// before an earlier sign-in.
  func proof(at position: WalkPosition) -> WalkProof {
    let transaction = position.transaction
    var proof = start.visit?.proof ?? WalkProof()
    proof.isRecovered = proof.isRecovered || position.recovery != nil
    let methods = methodsOfReset(position)
    proof.reset.formUnion(methods)
    // These methods are as good as the old password if they include knowledge or two kinds of
    // factors.
    let kinds = methods.list.reduce(into: Kinds()) {
      $0.formUnion(Verification(method: $1, traits: $1.traits).kinds)
    }
    proof.standsForPassword =
      proof.standsForPassword || kinds.contains(.knowledge) || kinds.count >= 2
    let had = Set(enrollments(of: account))
    for use in transaction.proofs.map({ use($0, of: transaction, had, proof) })
    where use.isHeld && !proof.uses.contains(use) {
      proof.uses.append(use)
    }
    return proof
  }

  /// Returns a verification, and whether the user had the authenticator before.
  func use(
    _ verified: Proof, of transaction: Transaction, _ had: Set<Authenticator>, _ proof: WalkProof
  ) -> WalkEnding.Use {
    let authenticator = Authenticator(of: verified.verification.method)
    let isHeld =
      authenticator == .password
      // A user from an identity provider has verified a substitute for the password there.
      ? transaction.provider != nil || had.contains(.password) && !proof.isRecovered
      : had.contains(authenticator)
    return WalkEnding.Use(
      method: verified.verification.method, traits: verified.verification.traits, isHeld: isHeld,
      isOfSession: verified.isOfSession)
  }

  /// Returns the methods that the user verified to set a password without the old one, or to
  /// activate an account.
  private func methodsOfReset(_ position: WalkPosition) -> Methods {
    var methods = position.recovery ?? []
    // The links in both mails prove access to the user's mailbox.
    if start.entry == .activation || start.entry == .recoveryLink { methods.insert(.email) }
    return methods
  }
}
