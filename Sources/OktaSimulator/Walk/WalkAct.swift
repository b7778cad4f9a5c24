import SimulatorKit

/// An act of a person at a page, as far as an org distinguishes acts.
///
/// The acts of a walk are the acts of the pages' forms, without acts that lead back: giving up,
/// having a code sent again, and opening a mail's link instead of typing its code.
package enum WalkAct: Sendable, Hashable {
  /// Enters the identifier, with the password if the first page asks for it.
  case identify
  /// Begins with a passkey instead of an identifier.
  case usePasskey
  /// Goes to an identity provider, by index, and comes back signed in there.
  case signInElsewhere(Int)
  case startSignUp
  /// Fills the form of the profile.
  case signUp
  case startUnlock
  /// Chooses the authenticator that unlocks the account.
  case unlock(Authenticator, Method)
  /// Chooses the next authenticator to verify, and its method.
  case select(Enrolment, Method)
  /// Answers correctly; with several passkeys, uses one with these traits.
  case answer(Traits)
  /// Answers wrongly until the org no longer accepts an answer.
  case fail
  /// Waits for the answer of the phone.
  case wait
  /// Recovers a forgotten password.
  case recover
  case setPassword
  case skip
  /// Chooses the next authenticator to enroll, and its method.
  case selectNew(Authenticator, Method)
  /// Enrolls the chosen authenticator.
  case enroll
  case completeProfile
  case stay(Bool)
  case agree(Bool)
}

/// The position of a person in a walk: everything that the org knows, and its last reply.
package struct WalkPosition: Sendable {
  var transaction: Transaction
  /// The accounts that can be changed: the account of the settings, and the account that a sign-up
  /// created.
  var people: [Account]
  var registered: Ring<Account>
  var registeredLogins: [String: Int]
  /// The methods that were proved to set a password without the old one; `nil` if no password was
  /// set in this way.
  ///
  /// A new transaction doesn't keep this, but the person still has the proofs.
  var recovery: Methods?
  /// The org's reply to the act that led here.
  var reply = Reply.next
}

/// The reason why an org refuses an act.
package struct WalkRefusal: Sendable, Hashable {
  /// The server's key for it, or its text if it has no key.
  package var key: String
  package var text: String
}

extension WalkPosition {
  /// Whether no further act is possible.
  package var isOver: Bool {
    switch transaction.stage {
    case .succeeded, .ended: true
    default: false
    }
  }

  /// Whether the person is signed in.
  package var hasSucceeded: Bool {
    if case .succeeded = transaction.stage { true } else { false }
  }

  /// The refusal of the act that led here; `nil` if it was accepted.
  package var refusal: WalkRefusal? {
    guard reply.status >= 400 else { return nil }
    let message = reply.messages.first ?? reply.fields.first?.messages.first
    guard let message else { return nil }
    return WalkRefusal(key: message.key ?? message.text, text: message.text)
  }
}
