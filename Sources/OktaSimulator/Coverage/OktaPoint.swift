import SimulatorKit

/// An event of an Identity Engine org while it answered, as coverage counts it.
///
/// Rules are identified by their indices in the org's policies, so that recording one is cheap. The
/// names of points are in the org's `items`.
enum OktaPoint: Sendable, Hashable {
  /// A rule decided; `nil` if no rule of the policy fits.
  case decided(Policy, Int?)
  /// A condition of a rule was evaluated, by the index of the rule and its own.
  case condition(Policy, Int, Int, Bool)
  /// A combination of a sign-on rule's requirement was met, by the index of the rule and its own.
  case met(Int, Int)
  /// A user had no way to meet a sign-on rule's requirement.
  case unmet(Int?)
  case verified(Method)
  /// An authenticator was enrolled that an enrollment rule requires.
  case enrolled(Int?, Authenticator)
  /// The enrollment was postponed or skipped.
  case skipped(Int?, Authenticator)
  /// An authenticator was verified to recover or to unlock, by the index of the recovery rule.
  case proved(Int, Proving, Authenticator)
  case recovered(Int?)
  case unlocked(Int?)
  /// Wrong passwords have locked an account, by the index of the password rule with the limit.
  case lockedOut(Int?)
  /// A user has signed up.
  case signedUp
  /// A user who signs up has verified the address.
  case addressProved
  /// A user has completed a profile.
  case profileCompleted
  /// An invited user has set up the account.
  case activated
  /// A new password was set by the link of a recovery mail.
  case recoveredByLink
  /// An identity provider has vouched for a user.
  case vouched(Int)
  /// A fault happened, by its text.
  case fault(String)

  /// A list of rules of which the first that fits decides.
  enum Policy: String, Sendable, Hashable, CaseIterable {
    case signOn = "sign-on"
    case session = "session-policy"
    case enrollment
    case passwords
    case recovery
    /// The rules of recovery, evaluated for an unlock.
    case unlock

    /// The policy that contains the rules.
    var home: Policy { self == .unlock ? .recovery : self }
  }

  /// The purpose of a proof.
  enum Proving: String, Sendable, Hashable, CaseIterable {
    case password
    case passwordSecond = "password-second"
    case unlock
    case unlockSecond = "unlock-second"
  }
}

extension OrgTrace {
  /// Records an event of the org.
  mutating func note(_ point: OktaPoint) { add(point) }
}
