import SimulatorKit

/// Something that an Identity Engine org has done or found while it answered, as coverage counts it.
///
/// Rules are known by their places in the org's policies, so that noting one costs little; what a
/// point is called is in the org's `items`.
enum OktaPoint: Sendable, Hashable {
  /// A rule decided; `nil` where none of the policy's fits.
  case decided(Policy, Int?)
  /// A condition of a rule was asked, by the index of the rule and its own.
  case condition(Policy, Int, Int, Bool)
  /// A combination of a sign-on rule's requirement was met, by the index of the rule and its own.
  case met(Int, Int)
  /// Nobody could meet a sign-on rule's requirement, whatever they did.
  case unmet(Int?)
  case verified(Method)
  /// Something was enrolled that an enrolment rule asks for.
  case enrolled(Int?, Authenticator)
  /// It was put off or skipped.
  case skipped(Int?, Authenticator)
  /// Something was proved to recover or to unlock, by the index of the recovery rule.
  case proved(Int, Proving, Authenticator)
  case recovered(Int?)
  case unlocked(Int?)
  /// Wrong passwords have locked an account, by the index of the password rule that says when.
  case lockedOut(Int?)
  /// Somebody has signed up.
  case signedUp
  /// Somebody who signs up has proved the address.
  case addressProved
  /// Somebody has completed a profile.
  case profileCompleted
  /// Somebody who was invited has set up the account.
  case activated
  /// A new password was set by the link of a recovery mail.
  case recoveredByLink
  /// An identity provider has vouched for somebody.
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
    /// The rules of recovery, asked for an unlock.
    case unlock

    /// The policy that the rules stand in.
    var home: Policy { self == .unlock ? .recovery : self }
  }

  /// What something is proved for.
  enum Proving: String, Sendable, Hashable, CaseIterable {
    case password
    case passwordSecond = "password-second"
    case unlock
    case unlockSecond = "unlock-second"
  }
}

extension OrgTrace {
  /// Notes what the org has done.
  mutating func note(_ point: OktaPoint) { add(point) }
}
