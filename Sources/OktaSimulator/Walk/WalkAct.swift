import SimulatorKit

/// Something that a user can do on a page, as far as it makes a difference to the org.
///
/// Most acts submit a form of the page. There are no acts for canceling, for sending a code again,
/// and for opening a link in a mail instead of entering its code.
package enum WalkAct: Sendable, Hashable {
  /// Enters the identifier, and the password if the first page also asks for it.
  case identify
  /// Uses a passkey instead of entering an identifier.
  case usePasskey
  /// Signs in at the identity provider with this index, and returns.
  case signInElsewhere(Int)
  case startSignUp
  /// Fills in and submits the profile form.
  case signUp
  case startUnlock
  /// Chooses the authenticator and the method that unlock the account.
  case unlock(Authenticator, Method)
  /// Chooses the next authenticator to verify, and the method.
  case select(Enrollment, Method)
  /// Gives the correct answer.
  ///
  /// If the user has several passkeys, uses one with these traits.
  case answer(Traits)
  /// Gives wrong answers until the org accepts no more.
  case fail
  /// Waits until the phone has answered.
  case wait
  /// Begins to recover a forgotten password.
  case recover
  case setPassword
  case skip
  /// Chooses the next authenticator to enroll, and the method.
  case selectNew(Authenticator, Method)
  /// Enrolls the chosen authenticator.
  case enroll
  case completeProfile
  case stay(Bool)
  case agree(Bool)
}

/// A position in an exploration: the state of the sign-in, and the org's last reply.
package struct WalkPosition: Sendable {
  var transaction: Transaction
  /// The user's account; empty if the settings don't contain the account.
  ///
  /// `registered` and `registeredLogins` have the account that a sign-up created.
  var people: [Account]
  var registered: Ring<Account>
  var registeredLogins: [String: Int]
  /// The methods that the user verified to set a password without the old one; `nil` if the user
  /// didn't set a password in this way.
  ///
  /// The methods are stored here because a new transaction doesn't contain them.
  var recovery: Methods?
  /// The reply of the org to the act that led to this position.
  var reply = Reply.next
}

/// The error with which an org refused an act.
package struct WalkRefusal: Sendable, Hashable {
  /// The engine's i18n key of the message, or the text if there is no key.
  package var key: String
  package var text: String
}

extension WalkPosition {
  /// Whether the exploration can't continue from here.
  package var isOver: Bool {
    switch transaction.stage {
    case .succeeded, .ended: true
    default: false
    }
  }

  /// Whether the sign-in has ended without a success.
  private var isEnded: Bool {
    if case .ended = transaction.stage { true } else { false }
  }

  /// Whether the account was unlocked, and the sign-in has ended.
  var isUnlocked: Bool {
    isEnded && reply.status < 400 && reply.messages.contains { $0.key == IonMessage.unlocked.key }
  }

  /// Whether the act that led here unlocked the account, and the sign-in goes on.
  package var hasUnlocked: Bool {
    reply.status < 400 && reply.messages.contains { $0.key == IonMessage.unlockedAndGoingOn.key }
  }

  /// Whether the user has signed in.
  package var hasSucceeded: Bool {
    if case .succeeded = transaction.stage { true } else { false }
  }

  /// The error with which the org refused the act that led here; `nil` if it accepted the act.
  package var refusal: WalkRefusal? {
    guard reply.status >= 400 || isEnded && !isUnlocked else { return nil }
    let message = reply.messages.first ?? reply.fields.first?.messages.first
    guard let message else { return nil }
    return WalkRefusal(key: message.key ?? message.text, text: message.text)
  }
}
