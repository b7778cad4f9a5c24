import FlowEngine
import SimulatorKit

/// A user's account: the settings, and the changes by requests.
///
/// It is a value behind one reference, because accounts are passed around. Copying two dozen
/// members each time would cost more than the work on them.
@dynamicMemberLookup
struct Account: Sendable, Hashable {
  /// The status of an account.
  enum Status: String, Sendable, Hashable, CaseIterable {
    case active
    case locked
    case suspended
    case deactivated
    case passwordExpired = "password-expired"
    case staged
    /// A new password was requested or ordered, so the old one isn't valid.
    case recovery
    case unassigned
  }

  /// A phone that is enrolled.
  struct Phone: Sendable, Hashable {
    var number: String
    var methods: Methods
    /// The owner's name for it.
    var nickname: String?
  }

  /// A key for time-based codes, and the last step whose code was used (RFC 6238, section 5.2).
  struct CodeKey: Sendable, Hashable {
    /// The key, as base32.
    var secret: Secret
    var lastStep = -1
  }

  /// A question with its answer.
  struct Question: Sendable, Hashable {
    var key: String
    var text: String
    var answer: Secret
  }

  /// One attribute of the profile.
  struct Attribute: Sendable, Hashable {
    var name: String
    var value: String
  }

  /// The way in which a user opens the link of a mail.
  struct LinkHabit: Sendable, Hashable {
    /// The time between the arrival of the mail and the opening.
    var delay: Duration = .zero
    /// Whether it is opened on the same device.
    var isHere = true
    /// The user's answer to the consent question.
    var agrees = true
  }

  /// The members of the account.
  struct Parts: Sendable, Hashable {
    var id: String
    var login: String
    /// The primary address, if there is one.
    var email: String?
    /// Whether the address is enrolled as an authenticator.
    var isEmailVerified = true
    var profile: [Attribute] = []
    var groups: [String] = []
    /// The type of the user for rules.
    var userType: String?
    /// The verifications of the user's browser before the first request.
    var session: SessionSetting?
    /// The last time at which the user was asked whether to stay signed in.
    var askedToStayAt: Duration?
    var status = Status.active
    /// The status before a lockout, to which the account returns.
    var statusBeforeLock = Status.active
    /// The time at which a lock ends by itself, since 1970.
    var lockedUntil: Duration?
    var failedPasswords = 0
    var password: Secret?
    /// The date on which the password was set.
    var passwordSet = PasswordDate.before(.zero)
    /// The number of days until the password expires, regardless of the policy; `nil` if the policy
    /// decides.
    var passwordDays: Int?
    /// The earlier passwords, latest first.
    var oldPasswords: [Secret] = []
    /// The token in the link of a welcome mail.
    ///
    /// The first sign-on consumes it.
    var activationToken: Secret?
    /// The token in the link of a recovery mail.
    ///
    /// The new password consumes it.
    var recoveryToken: Secret?
    var phones: [Phone] = []
    var codeKey: CodeKey?
    var oktaVerify: OktaVerify?
    var question: Question?
    var passkeys: [Passkey] = []
    /// The codes of the user's devices.
    var devices: [Authenticator: Secret] = [:]
    /// The way in which links of mails are opened; `nil` if they never are.
    var linkHabit: LinkHabit?
    /// Whether the optional authenticators were offered and skipped.
    var hasSkippedOptional = false
    /// The number of times that a required authenticator was postponed.
    var skips: [Authenticator: Int] = [:]
    /// Whether the optional profile attributes were requested and skipped.
    var hasSkippedProfile = false
  }

  /// The members: an array is a reference that is copied when it is changed.
  private var parts: [Parts]

  init(_ parts: Parts) {
    self.parts = [parts]
  }

  @inline(__always)
  subscript<Part>(dynamicMember path: WritableKeyPath<Parts, Part>) -> Part {
    get { parts[0][keyPath: path] }
    set { parts[0][keyPath: path] = newValue }
  }

  /// Returns an attribute of the profile.
  func attribute(_ name: String) -> String? {
    self.profile.first { $0.name == name }?.value
  }

  /// Ends a lock that has expired.
  mutating func unlockIfDue(at now: Duration) {
    guard self.status == .locked, let until = self.lockedUntil, until <= now else { return }
    unlock()
  }

  /// Begins a lock.
  ///
  /// - Parameter end: When it ends by itself, as time since 1970; `nil` for never.
  mutating func lock(until end: Duration?) {
    if self.status != .locked { self.statusBeforeLock = self.status }
    self.status = .locked
    self.lockedUntil = end
  }

  /// Ends a lock.
  ///
  /// A user without the app or with an expired password has the same status as before.
  mutating func unlock() {
    if self.status == .locked { self.status = self.statusBeforeLock }
    self.lockedUntil = nil
    self.failedPasswords = 0
  }

  /// Returns the enrollments in an org's authenticators, in the org's order.
  func enrolments(among offered: [OfferedAuthenticator]) -> [Offer] {
    var offers: [Offer] = []
    offers.reserveCapacity(offered.count)
    for offered in offered {
      switch offered.authenticator {
      case .password where self.password != nil:
        offers.append(Offer(enrolment: .password, methods: .password))
      case .email where self.email != nil && self.isEmailVerified:
        offers.append(Offer(enrolment: .email, methods: .email))
      case .phone:
        for (index, phone) in self.phones.enumerated() {
          let methods = phone.methods.intersection(offered.methods)
          guard !methods.isEmpty else { continue }
          offers.append(Offer(enrolment: .phone(index), methods: methods))
        }
      case .googleOTP where self.codeKey != nil:
        offers.append(Offer(enrolment: .googleOTP, methods: .otp))
      case .oktaVerify where self.oktaVerify != nil:
        offers.append(
          Offer(
            enrolment: .oktaVerify, methods: offered.methods,
            traits: self.oktaVerify?.traits ?? []))
      case .securityQuestion where self.question != nil:
        offers.append(Offer(enrolment: .securityQuestion, methods: .securityQuestion))
      case .customOTP, .duo, .onPremMFA, .rsaToken, .symantecVIP, .yubikey:
        guard self.devices[offered.authenticator] != nil else { continue }
        offers.append(
          Offer(enrolment: .device(offered.authenticator), methods: offered.methods))
      case .webauthn where !self.passkeys.isEmpty:
        offers.append(passkeyOffer)
      default: break
      }
    }
    return offers
  }

  /// Returns an account for an unknown user, treated as if it had a password and an address.
  static func stranger(_ identifier: String) -> Account {
    // An empty password in a form is refused before any comparison, so this one never matches.
    Account(
      Parts(
        id: SimulatedID.made("00u", of: identifier), login: identifier, email: identifier,
        password: Secret("")))
  }
}
