/// A fact about a route that a claim can test.
///
/// A route is one way through a sign-in.
public enum ClaimFact: String, Sendable, Hashable, CaseIterable {
  // The verified factors, and the enrollments and recoveries on the way.
  case kinds
  case heldKinds = "held-kinds"
  case heldAuthenticators = "held-authenticators"
  case phishingResistant = "phishing-resistant"
  case heldPhishingResistant = "held-phishing-resistant"
  case phishingResistantHardware = "phishing-resistant-hardware"
  case heldPhishingResistantHardware = "held-phishing-resistant-hardware"
  case enrolled, recovered, unlocked
  case recoveredBy = "recovered-by"
  // The outcome, and the rules that applied.
  case success, rule
  case sessionRule = "session-rule"
  // The circumstances at the start.
  case zone, device, risk, platform, session, remembered
  // The limits of the resulting session.
  case sessionLimit = "session-limit"
  case idleLimit = "idle-limit"
  // The settings of the policies that applied.
  case sessionLifetime = "session-policy.lifetime"
  case sessionIdle = "session-policy.idle"
  case sessionPersistent = "session-policy.persistent"
  case passwordLength = "passwords.min-length"
  case passwordLower = "passwords.min-lower"
  case passwordUpper = "passwords.min-upper"
  case passwordNumber = "passwords.min-number"
  case passwordSymbol = "passwords.min-symbol"
  case passwordCommon = "passwords.common"
  case passwordHistory = "passwords.history"
  case passwordExpiry = "passwords.expire"
  case passwordMinAge = "passwords.min-age"
  case passwordLockout = "passwords.lockout"

  /// What the fact means for a route, as a sentence.
  public var meaning: String {
    switch self {
    case .kinds: "The number of kinds of factors that were verified and counted."
    case .heldKinds: "The number of verified kinds of factors that the user had before."
    case .heldAuthenticators:
      "The number of verified authenticators that the user had before, including a recovery."
    case .phishingResistant: "A verified method is phishing-resistant."
    case .heldPhishingResistant:
      "A verified method is phishing-resistant, and the user had it before."
    case .phishingResistantHardware:
      "A verified method is phishing-resistant, and its key can't leave the hardware."
    case .heldPhishingResistantHardware:
      "The same for a method that the user had before."
    case .enrolled: "The list of authenticators that were enrolled on the way."
    case .recovered: "A password was set without the old one."
    case .unlocked: "The account was unlocked."
    case .recoveredBy:
      "The list of methods that were verified to set a password or to unlock the account."
    case .success: "A user is signed in at the end."
    case .rule: "The name of the authentication policy's rule that decided."
    case .sessionRule: "The name of the global session policy's rule that decided."
    case .zone: "The list of network zones in which the route begins."
    case .device: "The org's view of the device on which the route begins."
    case .risk: "The risk level at the beginning."
    case .platform: "The platform of the device on which the route begins."
    case .session: "The route began in an open session."
    case .remembered: "The route began on a remembered device."
    case .sessionLimit: "The time for which the session is enough to sign in, if it is used."
    case .idleLimit: "The time for which the session is enough to sign in, if it is idle."
    case .sessionLifetime: "The lifetime of the session that the route opens."
    case .sessionIdle: "The maximum idle time of the session that the route opens."
    case .sessionPersistent: "The session's cookie stays when the browser is closed."
    case .passwordLength: "The minimum length of the user's password."
    case .passwordLower: "The minimum number of lower-case letters."
    case .passwordUpper: "The minimum number of upper-case letters."
    case .passwordNumber: "The minimum number of digits."
    case .passwordSymbol: "The minimum number of other characters."
    case .passwordCommon: "Whether a common password is `allowed` or `forbidden`."
    case .passwordHistory: "The number of recent passwords that can't be reused."
    case .passwordExpiry: "The maximum age of a password."
    case .passwordMinAge: "The minimum age before a password can be changed."
    case .passwordLockout: "The number of wrong passwords that lock the account."
    }
  }

  /// Whether every successful route has the fact.
  ///
  /// A condition that only tests whether the fact exists is then pointless.
  public var isAlwaysSet: Bool {
    switch self {
    case .success, .kinds, .heldKinds, .heldAuthenticators, .rule, .sessionRule, .sessionIdle,
      .passwordLength, .passwordLower, .passwordUpper, .passwordNumber, .passwordSymbol,
      .passwordCommon, .passwordHistory, .passwordMinAge:
      true
    default: false
    }
  }

  /// Whether the values of the fact are durations.
  public var isTime: Bool {
    switch self {
    case .sessionLimit, .idleLimit, .sessionLifetime, .sessionIdle, .passwordExpiry,
      .passwordMinAge:
      true
    default: false
    }
  }
}
