/// Something that a simulated org has done or found while it answered, as coverage counts it.
///
/// Rules are known by their places in the org's policies, so that noting one costs little; what a
/// point is called is in the org's `items`.
public struct OrgPoint: Sendable, Hashable {
  let what: What

  init(_ what: What) {
    self.what = what
  }

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

  enum What: Sendable, Hashable {
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

    // Of a nextAuth.

    /// Somebody logged in with an account, by its id.
    case loggedIn(String)
    /// An account was made, by the name of the server.
    case enrolledAt(String)
    /// A second factor was set or verified.
    case factor(NextAuthOrg.Factor)
    /// Too many wrong PINs were given.
    case blockedPIN
    /// A server failed as it is set to.
    case failedStep(NextAuthState.Failure)

    // Of a server for mobile identity providers.

    /// Tokens were given to an app, by its consumer key, for somebody.
    case tokens(client: String, user: String)
    /// A provider's app took its user to a browser, by its consumer key.
    case bridged(client: String)
    /// A fault happened, by its index.
    case appFault(Int)
  }

  /// What something is proved for.
  enum Proving: String, Sendable, Hashable, CaseIterable {
    case password
    case passwordSecond = "password-second"
    case unlock
    case unlockSecond = "unlock-second"
  }
}

/// What an org has done while it answered requests: each thing once, whatever the order.
///
/// It is an output beside the response and no part of the org's state, and it is made only where
/// somebody asks for it.
public struct OrgTrace: Sendable, Hashable {
  /// What was done.
  public private(set) var points: Set<OrgPoint> = []

  /// Makes a trace of nothing.
  public init() {}

  mutating func note(_ what: OrgPoint.What) { points.insert(OrgPoint(what)) }

  /// Adds what another trace has.
  public mutating func formUnion(_ other: OrgTrace) { points.formUnion(other.points) }
}
