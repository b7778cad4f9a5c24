import SimulatorKit

/// What a person does at a page, as far as an org tells one act from another.
///
/// The acts of a walk are those of the pages' forms, but for what leads back to where one has been:
/// giving up, having a code sent again, and opening a mail's link in place of typing its code.
package enum WalkAct: Sendable, Hashable {
  /// Says who one is, with the password where the first page asks for it.
  case identify
  /// Begins with a passkey in place of an identifier.
  case usePasskey
  /// Goes to an identity provider, by index, and comes back signed in there.
  case signInElsewhere(Int)
  case startSignUp
  /// Fills the form of the profile.
  case signUp
  case startUnlock
  /// Chooses what the account is unlocked with.
  case unlock(Authenticator, Method)
  /// Chooses what is verified next, and by which of its methods.
  case select(Enrolment, Method)
  /// Answers rightly; of several passkeys by one of a kind.
  case answer(Traits)
  /// Answers wrongly for as often as that is taken.
  case fail
  /// Waits for what the phone answers.
  case wait
  /// Has forgotten the password.
  case recover
  case setPassword
  case skip
  /// Chooses what is enrolled next, and by which method.
  case selectNew(Authenticator, Method)
  /// Enrols what was chosen.
  case enroll
  case completeProfile
  case stay(Bool)
  case agree(Bool)
}

/// Where a person stands in a walk: all that the org knows, and what it said last.
package struct WalkPosition: Sendable {
  var transaction: Transaction
  /// The accounts that can be changed: that of the settings, and what a sign-up has made.
  var people: [Account]
  var registered: Ring<Account>
  var registeredLogins: [String: Int]
  /// What was proved to set a password without the old one; `nil` where none was set so.
  ///
  /// A transaction that begins anew forgets it; whoever did it does not.
  var recovery: Methods?
  /// What the org answered to the act that led here.
  var reply = Reply.next
}

/// What an answer of an org says against an act.
package struct WalkRefusal: Sendable, Hashable {
  /// The server's key for it, or its text where it has none.
  package var key: String
  package var text: String
}

extension WalkPosition {
  /// Whether nothing more can be done.
  package var isOver: Bool {
    switch transaction.stage {
    case .succeeded, .ended: true
    default: false
    }
  }

  /// Whether somebody is signed in.
  package var hasSucceeded: Bool {
    if case .succeeded = transaction.stage { true } else { false }
  }

  /// What was said against the act that led here; `nil` where it was taken.
  package var refusal: WalkRefusal? {
    guard reply.status >= 400 else { return nil }
    let message = reply.messages.first ?? reply.fields.first?.messages.first
    guard let message else { return nil }
    return WalkRefusal(key: message.key ?? message.text, text: message.text)
  }
}
