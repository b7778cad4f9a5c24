import FlowEngine
import SimulatorKit

/// A page as a walk knows it: what it is about, without what it says.
package enum WalkPage: Sendable, Hashable {
  /// Why a password is set.
  package enum Change: Sendable, Hashable {
    case recovery, expiry, warning
  }

  case identify, identifyRecovery, signUp, profile, unlock, selectFactor, stay, consent, over
  case chooseMethod(Enrolment)
  case challenge(Enrolment, Method)
  case chooseOktaVerify
  case push(Method)
  case selectEnrolment, choosePhone
  case enroll(Authenticator, Method)
  case enrollApp
  case newPassword(Change)
  case redirect(Int)
}

/// One act of a way, where it was done and what came of it.
package struct WalkStep: Sendable {
  package var page: WalkPage
  package var act: WalkAct
  /// What the org said against it; `nil` where it was taken.
  package var refusal: WalkRefusal?
  /// A password that is set, as far as the act sets one.
  package var password: String?
  /// What a form of a profile is filled with.
  package var fields: [(name: String, value: String)] = []
  /// Whether the first page asks for the password too.
  package var asksPassword: Bool
}

extension Walk {
  /// Goes a way again, and tells each step.
  package func steps(of way: [WalkAct]) -> [WalkStep] {
    var replay = WalkReplay(self)
    return replay.steps(of: way)
  }

  /// Does an act, and tells it as a step, with where it leads.
  func step(_ act: WalkAct, at position: WalkPosition) -> (step: WalkStep, reached: WalkPosition) {
    let reached = take(act, at: position)
    let step = WalkStep(
      page: position.page, act: act, refusal: reached.refusal,
      password: password(reached, position), fields: fields(at: position),
      asksPassword: org.asksPasswordAtOnce)
    return (step, reached)
  }

  /// What the form of a profile is filled with, where there is one.
  private func fields(at position: WalkPosition) -> [(name: String, value: String)] {
    guard position.page == .signUp || position.page == .profile else { return [] }
    return work(position) { turn, transaction in turn.walkPerformance.profileValues(transaction) }
  }

  /// What each of the person's passkeys is, in the order of the settings.
  package var passkeyTraits: [Traits] { account?.passkeys.map(\.traits) ?? [] }

  /// The password that an act has set.
  private func password(_ reached: WalkPosition, _ before: WalkPosition) -> String? {
    let (new, old) = (reached.account?.password, before.account?.password)
    return new == old ? nil : new?.reveal()
  }
}

extension WalkPosition {
  /// Whom it is about, as the account is now.
  var account: Account? {
    people.first ?? registered.numbers.first.flatMap { registered[$0] } ?? transaction.draft
  }

  /// Which page is shown.
  package var page: WalkPage {
    switch transaction.stage {
    case .identify: .identify
    case .identifyRecovery: .identifyRecovery
    case .enrollProfile: .signUp
    case .updateProfile: .profile
    case .unlock: .unlock
    case .selectFactor: .selectFactor
    case .chooseMethod(let enrolment): .chooseMethod(enrolment)
    case .challenge(let challenge): .challenge(challenge.enrolment, challenge.method)
    case .chooseOktaVerify: .chooseOktaVerify
    case .push(let push): .push(push.method)
    case .selectEnrolment: .selectEnrolment
    case .choosePhone: .choosePhone
    case .enroll(let enrolling): .enroll(enrolling.authenticator, enrolling.method)
    case .enrollApp: .enrollApp
    case .newPassword(.recovery): .newPassword(.recovery)
    case .newPassword(.expiry): .newPassword(.expiry)
    case .newPassword(.warning): .newPassword(.warning)
    case .redirect(let index): .redirect(index)
    case .keepMeSignedIn: .stay
    case .consent: .consent
    case .linkConsent, .succeeded, .ended: .over
    }
  }
}
