/// What a claim can ask of a route.
public enum ClaimFact: String, Sendable, Hashable, CaseIterable {
  // What was verified, and what led there.
  case kinds
  case heldKinds = "held-kinds"
  case heldAuthenticators = "held-authenticators"
  case phishingResistant = "phishing-resistant"
  case heldPhishingResistant = "held-phishing-resistant"
  case phishingResistantHardware = "phishing-resistant-hardware"
  case heldPhishingResistantHardware = "held-phishing-resistant-hardware"
  case enrolled, recovered, unlocked
  case recoveredBy = "recovered-by"
  // How it ended, and by which rules.
  case success, rule
  case sessionRule = "session-rule"
  // Where and with what it began.
  case zone, device, risk, platform, session, remembered
  // How long the session that it opens lets in.
  case sessionLimit = "session-limit"
  case idleLimit = "idle-limit"
  // Settings of the policies that decide.
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

  /// What it is of a route, in a sentence.
  public var meaning: String {
    switch self {
    case .kinds: "How many kinds of factors were verified and counted."
    case .heldKinds: "How many kinds of factors were verified that the person had before."
    case .heldAuthenticators:
      "How many authenticators were verified that the person had before, for a recovery too."
    case .phishingResistant: "Something that was verified resists phishing."
    case .heldPhishingResistant:
      "Something that was verified resists phishing, and the person had it before."
    case .phishingResistantHardware:
      "Something that was verified resists phishing, and its key can't leave the hardware."
    case .heldPhishingResistantHardware:
      "The same of something that the person had before."
    case .enrolled: "The authenticators that were enrolled on the way, a list."
    case .recovered: "A password was set without the old one."
    case .unlocked: "A lock was ended."
    case .recoveredBy: "What was verified to set a password or to end a lock, a list."
    case .success: "Somebody is signed in at the end."
    case .rule: "The authentication policy's rule that decided, by name."
    case .sessionRule: "The global session policy's rule that decided, by name."
    case .zone: "The network zones that it begins in, a list."
    case .device: "What the org knows of the device that it begins on."
    case .risk: "How risky it looks at the beginning."
    case .platform: "What the device runs on that it begins on."
    case .session: "It began in an open session."
    case .remembered: "It began on a device that is remembered."
    case .sessionLimit: "How long its session lets in without verifying anything, if it is used."
    case .idleLimit: "How long its session lets in without verifying anything, if it is left alone."
    case .sessionLifetime: "How long the session that it opens can be used."
    case .sessionIdle: "How long the session that it opens can be left alone."
    case .sessionPersistent: "The session's cookie stays when the browser is closed."
    case .passwordLength: "The least number of characters of the person's password."
    case .passwordLower: "The least number of lower-case letters."
    case .passwordUpper: "The least number of upper-case letters."
    case .passwordNumber: "The least number of digits."
    case .passwordSymbol: "The least number of other characters."
    case .passwordCommon: "Whether a common password is `allowed` or `forbidden`."
    case .passwordHistory: "How many of the last passwords can't be used again."
    case .passwordExpiry: "How old a password gets."
    case .passwordMinAge: "How long a password can't be changed."
    case .passwordLockout: "How many wrong passwords lock the account."
    }
  }

  /// Whether it is set of every route to success, so that a condition without a comparison says
  /// nothing.
  public var isAlwaysSet: Bool {
    switch self {
    case .success, .kinds, .heldKinds, .heldAuthenticators, .rule, .sessionRule, .sessionIdle,
      .passwordLength, .passwordLower, .passwordUpper, .passwordNumber, .passwordSymbol,
      .passwordCommon, .passwordHistory, .passwordMinAge:
      true
    default: false
    }
  }

  /// Whether its values are durations.
  public var isTime: Bool {
    switch self {
    case .sessionLimit, .idleLimit, .sessionLifetime, .sessionIdle, .passwordExpiry,
      .passwordMinAge:
      true
    default: false
    }
  }
}
