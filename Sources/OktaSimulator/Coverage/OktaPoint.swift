import SimulatorKit

/// An event in a simulated Identity Engine org that coverage counts, such as a decision by a rule.
///
/// An event identifies a rule by its index in the policy, so recording the event is cheap. The
/// names of the events are in `Org.items`.
enum OktaPoint: Sendable, Hashable {
  /// A rule of the policy decided.
  ///
  /// The number is the index of the rule; `nil` if no rule fits.
  case decided(Policy, Int?)
  /// The org evaluated a condition of a rule.
  ///
  /// The numbers are the index of the rule and the index of the condition. The Boolean is the
  /// result.
  case condition(Policy, Int, Int, Bool)
  /// A user met one combination of authenticators that a sign-on rule accepts.
  ///
  /// The numbers are the index of the rule and the index of the combination.
  case met(Int, Int)
  /// A user had no way to meet the requirement of a sign-on rule.
  ///
  /// The number is the index of the rule; `nil` if no rule fits.
  case unmet(Int?)
  case verified(Method)
  /// A user enrolled an authenticator that an enrollment rule offers or requires.
  case enrolled(Int?, Authenticator)
  /// A user postponed or skipped the enrollment of an authenticator.
  case skipped(Int?, Authenticator)
  /// A user verified an authenticator to recover a password or to unlock an account.
  ///
  /// The number is the index of the recovery rule.
  case proved(Int, Proving, Authenticator)
  case recovered(Int?)
  case unlocked(Int?)
  /// Wrong passwords locked an account.
  ///
  /// The number is the index of the password rule that sets the limit; `nil` if no rule sets it.
  case lockedOut(Int?)
  /// A user signed up.
  case signedUp
  /// A user verified an email address while signing up.
  case addressProved
  /// A user completed a profile.
  case profileCompleted
  /// An invited user set up the account.
  case activated
  /// A user set a new password with the link of a recovery mail.
  case recoveredByLink
  /// An identity provider vouched for a user.
  ///
  /// The number is the index of the identity provider.
  case vouched(Int)
  /// A fault happened.
  ///
  /// The string is the text of the fault.
  case fault(String)

  /// A policy: a list of rules in which the first rule that fits decides.
  enum Policy: String, Sendable, Hashable, CaseIterable {
    case signOn = "sign-on"
    case session = "session-policy"
    case enrollment
    /// The rules for enrolling an authenticator.
    case account = "account-management"
    case passwords
    case recovery
    case routing
    /// The rules of the recovery policy, evaluated to unlock an account.
    case unlock

    /// The policy that contains the rules: `recovery` for `unlock`, otherwise the policy itself.
    var home: Policy { self == .unlock ? .recovery : self }
  }

  /// The reason why a user verifies an authenticator outside of a sign-in.
  enum Proving: String, Sendable, Hashable, CaseIterable {
    case password
    case passwordSecond = "password-second"
    case unlock
    case unlockSecond = "unlock-second"
  }
}

extension OrgTrace {
  /// Records an event in the trace.
  mutating func note(_ point: OktaPoint) { add(point) }
}
