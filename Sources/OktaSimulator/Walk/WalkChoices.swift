import FlowEngine
import SimulatorKit

/// Lists the acts that a user can perform.
///
/// The acts correspond to the forms of the current page.
struct WalkChoices: TurnPart {
  let turn: Turn

  /// Returns the acts that a user can perform; empty at the end of a transaction.
  ///
  /// If several acts lead to the same result, the act that requires the least is first.
  func acts(_ transaction: Transaction) -> [WalkAct] {
    switch transaction.stage {
    case .identify: firstActs(transaction)
    case .identifyRecovery: [.identify]
    case .enrollProfile: [.signUp]
    case .updateProfile: (requiresProfile(transaction) ? [] : [.skip]) + [.completeProfile]
    case .unlock:
      policy.unlockOptions.flatMap { authenticator in
        choices(authenticator, policy.methods(of: authenticator)).map {
          .unlock(authenticator, $0)
        }
      }
    case .selectFactor: selections(transaction)
    case .chooseMethod(let enrollment): selections(transaction, of: enrollment)
    // The page before offered the other choices, which lead to the same positions as choosing again
    // here. Only the password page can appear without a choice before it.
    case .challenge(let challenge):
      answers(to: challenge, transaction)
        + (challenge.enrollment == .password && transaction.offersChoice
          ? selections(transaction) : [])
    case .chooseOktaVerify(let methods): methods.list.map { .select(.oktaVerify, $0) }
    case .push(let push):
      push.end == nil ? [.wait] : transaction.offersChoice ? selections(transaction) : []
    case .selectEnrollment, .choosePhone, .enroll, .enrollApp: enrollmentActs(transaction)
    case .newPassword(.warning): [.skip, .setPassword]
    case .newPassword: [.setPassword]
    case .redirect(let indices): indices.map { .signInElsewhere($0) }
    case .keepMeSignedIn: [.stay(false), .stay(true)]
    case .consent: [.agree(true), .agree(false)]
    case .linkConsent, .succeeded, .ended: []
    }
  }

  private func firstActs(_ transaction: Transaction) -> [WalkAct] {
    // The settings don't contain the user. So the user can only sign up, if they haven't yet.
    guard let account = state.people.first else {
      return policy.isOpenToNewcomers && state.registered.numbers.isEmpty
        ? [.startSignUp] : []
    }
    var acts: [WalkAct] = [.identify]
    if policy.asksPasswordAtOnce {
      acts.append(.fail)
      if policy.offersRecovery { acts.append(.recover) }
    }
    if !transaction.autofillNonce.isEmpty, !account.passkeys.isEmpty { acts.append(.usePasskey) }
    if !policy.unlockOptions.isEmpty { acts.append(.startUnlock) }
    for (index, provider) in policy.providers.enumerated()
    where provider.isOffered && provider.signsIn(account, in: transaction.context) {
      acts.append(.signInElsewhere(index))
    }
    return acts
  }

  private func requiresProfile(_ transaction: Transaction) -> Bool {
    policy.registration?.missing(from: turn.account(of: transaction)).contains(where: \.isRequired)
      == true
  }

  // MARK: Verifying

  private func selections(
    _ transaction: Transaction, of enrollment: Enrollment? = nil
  ) -> [WalkAct] {
    var acts: [WalkAct] = []
    for offer in transaction.offers where enrollment == nil || offer.enrollment == enrollment {
      for method in choices(offer.enrollment.authenticator, offer.methods) {
        acts.append(.select(offer.enrollment, method))
      }
    }
    return acts
  }

  /// Returns the methods of an authenticator that the user can choose.
  private func choices(_ authenticator: Authenticator, _ methods: Methods) -> [Method] {
    authenticator == .phone || authenticator == .oktaVerify
      ? methods.list : Array(methods.list.prefix(1))
  }

  private func answers(
    to challenge: Transaction.Challenge, _ transaction: Transaction
  ) -> [WalkAct] {
    guard challenge.failures < policy.codes.attempts else { return [] }
    var acts: [WalkAct] = []
    switch challenge.enrollment {
    case .webauthn:
      let account = turn.account(of: transaction)
      for passkey in account?.passkeys ?? [] {
        guard !challenge.mustVerifyUser || !passkey.traits.isDisjoint(with: .verification),
          !acts.contains(.answer(passkey.traits))
        else { continue }
        acts.append(.answer(passkey.traits))
      }
    case .password:
      // An invited user may have no password that could be entered.
      if turn.account(of: transaction)?.password != nil { acts.append(.answer([])) }
      acts.append(.fail)
      if policy.offersRecovery { acts.append(.recover) }
    default: acts += [.answer([]), .fail]
    }
    return acts
  }

  // MARK: Enrolling

  private func enrollmentActs(_ transaction: Transaction) -> [WalkAct] {
    var acts: [WalkAct] = []
    switch transaction.stage {
    case .enroll: acts.append(.enroll)
    case .enrollApp where policy.oktaVerify.enrollsAfter != nil: acts.append(.enroll)
    case .selectEnrollment:
      for authenticator in transaction.enrollments.authenticators {
        let methods = policy.methods(of: authenticator).list
        // Okta Verify is enrolled with all its methods. A phone is enrolled with the method that
        // sends the code.
        for method in authenticator == .phone ? methods : Array(methods.prefix(1)) {
          acts.append(.selectNew(authenticator, method))
        }
      }
    default: break
    }
    return transaction.enrollments.canSkip ? acts + [.skip] : acts
  }
}
