import FlowEngine
import SimulatorKit

/// A page in an exploration: its subject, without texts.
package enum WalkPage: Sendable, Hashable {
  /// The reason why the page asks for a new password.
  package enum Change: Sendable, Hashable {
    case recovery, expiry, warning
  }

  case identify, identifyRecovery, signUp, profile, unlock, selectFactor, stay, consent, over
  case chooseMethod(Enrollment)
  case challenge(Enrollment, Method)
  case chooseOktaVerify
  case push(Method)
  case selectEnrollment, choosePhone
  case enroll(Authenticator, Method)
  case enrollApp
  case newPassword(Change)
  case redirect([Int])
}

/// An act on a path, with the page and the result.
package struct WalkStep: Sendable {
  package var page: WalkPage
  package var act: WalkAct
  /// The error with which the org refused the act; `nil` if it accepted the act.
  package var refusal: WalkRefusal?
  /// The password that the act sets; `nil` if it sets none.
  package var password: String?
  /// The values entered in the profile form; empty on other pages.
  package var fields: [(name: String, value: String)] = []
  /// Whether the first page also asks for the password.
  package var asksPassword: Bool
}

extension Walk {
  /// Replays a path, and returns a step for each act.
  package func steps(of way: [WalkAct]) -> [WalkStep] {
    var replay = WalkReplay(self)
    return replay.steps(of: way)
  }

  /// Performs an act.
  ///
  /// Returns the act as a step, and the position that the act leads to.
  func step(_ act: WalkAct, at position: WalkPosition) -> (step: WalkStep, reached: WalkPosition) {
    let reached = take(act, at: position)
    let step = WalkStep(
      page: position.page, act: act, refusal: reached.refusal,
      password: password(reached, position), fields: fields(at: position),
      asksPassword: org.asksPasswordAtOnce)
    return (step, reached)
  }

  /// Returns values for the profile form; empty if the page has no profile form.
  private func fields(at position: WalkPosition) -> [(name: String, value: String)] {
    guard position.page == .signUp || position.page == .profile else { return [] }
    return work(position) { turn, transaction in turn.walkPerformance.profileValues(transaction) }
  }

  /// The traits of each of the user's passkeys, in the order of the settings.
  package var passkeyTraits: [Traits] { account?.passkeys.map(\.traits) ?? [] }

  /// Returns the password that an act has set; `nil` if it has set none.
  private func password(_ reached: WalkPosition, _ before: WalkPosition) -> String? {
    let (new, old) = (reached.account?.password, before.account?.password)
    return new == old ? nil : new?.reveal()
  }
}

extension WalkPosition {
  /// The current account of the user; `nil` if there is none yet.
  var account: Account? {
    people.first ?? registered.numbers.first.flatMap { registered[$0] } ?? transaction.draft
  }

  /// The current page.
  package var page: WalkPage {
    switch transaction.stage {
    case .identify: .identify
    case .identifyRecovery: .identifyRecovery
    case .enrollProfile: .signUp
    case .updateProfile: .profile
    case .unlock: .unlock
    case .selectFactor: .selectFactor
    case .chooseMethod(let enrollment): .chooseMethod(enrollment)
    case .challenge(let challenge): .challenge(challenge.enrollment, challenge.method)
    case .chooseOktaVerify: .chooseOktaVerify
    case .push(let push): .push(push.method)
    case .selectEnrollment: .selectEnrollment
    case .choosePhone: .choosePhone
    case .enroll(let enrolling): .enroll(enrolling.authenticator, enrolling.method)
    case .enrollApp: .enrollApp
    case .newPassword(.recovery): .newPassword(.recovery)
    case .newPassword(.expiry): .newPassword(.expiry)
    case .newPassword(.warning): .newPassword(.warning)
    case .redirect(let indices): .redirect(indices)
    case .keepMeSignedIn: .stay
    case .consent: .consent
    case .linkConsent, .succeeded, .ended: .over
    }
  }
}
