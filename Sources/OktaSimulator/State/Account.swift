import FlowEngine
import SimulatorKit

/// A person's account: what the settings gave it, and what requests changed.
///
/// A value behind one reference: accounts are handed about, and copying two dozen parts each time
/// would cost more than what is done with them.
@dynamicMemberLookup
struct Account: Sendable, Hashable {
  /// Whether somebody may sign in.
  enum Status: String, Sendable, Hashable, CaseIterable {
    case active
    case locked
    case suspended
    case deactivated
    case passwordExpired = "password-expired"
    case staged
    /// A new password was asked for, or ordered: the old one is worth nothing.
    case recovery
    case unassigned
  }

  /// A phone that is enrolled.
  struct Phone: Sendable, Hashable {
    var number: String
    var methods: Methods
    /// What its owner calls it.
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

  /// What somebody does with the link of a mail.
  struct LinkHabit: Sendable, Hashable {
    /// How long after the mail came they open it.
    var delay: Duration = .zero
    /// Whether they do so where they sign in.
    var isHere = true
    /// What they answer where they are asked whether it was them.
    var agrees = true
  }

  /// All that is known of it.
  struct Parts: Sendable, Hashable {
    var id: String
    var login: String
    /// The primary address, where there is one.
    var email: String?
    /// Whether the address is enrolled as an authenticator.
    var isEmailVerified = true
    var profile: [Attribute] = []
    var groups: [String] = []
    /// What type of user they are, as rules ask for it.
    var userType: String?
    /// What a browser of theirs has verified before anything else happens.
    var session: SessionSetting?
    /// When they were asked last whether to stay signed in.
    var askedToStayAt: Duration?
    var status = Status.active
    /// What they were before they locked themselves out, and are again when that ends.
    var statusBeforeLock = Status.active
    /// When a lock ends by itself, as time since 1970.
    var lockedUntil: Duration?
    var failedPasswords = 0
    var password: Secret?
    /// When the password was set.
    var passwordSet = PasswordDate.before(.zero)
    /// In how many days the password expires, whatever the policy says; `nil` where that decides.
    var passwordDays: Int?
    /// The passwords before this one, the newest first.
    var oldPasswords: [Secret] = []
    /// What the link of a welcome mail carries; spent by the first sign-on.
    var activationToken: Secret?
    /// What the link of a recovery mail carries; spent by the new password.
    var recoveryToken: Secret?
    var phones: [Phone] = []
    var codeKey: CodeKey?
    var oktaVerify: OktaVerify?
    var question: Question?
    var passkeys: [Passkey] = []
    /// What their devices show.
    var devices: [Authenticator: Secret] = [:]
    /// Whether and when links of mails are opened; `nil` where never.
    var linkHabit: LinkHabit?
    /// Whether the optional authenticators were offered and skipped.
    var hasSkippedOptional = false
    /// How often something that is required was put off.
    var skips: [Authenticator: Int] = [:]
    /// Whether what their profile may hold was asked for and skipped.
    var hasSkippedProfile = false
  }

  /// The one set of parts: an array is a reference that is copied when it is changed.
  private var parts: [Parts]

  init(_ parts: Parts) {
    self.parts = [parts]
  }

  @inline(__always)
  subscript<Part>(dynamicMember path: WritableKeyPath<Parts, Part>) -> Part {
    get { parts[0][keyPath: path] }
    set { parts[0][keyPath: path] = newValue }
  }

  /// An attribute of the profile.
  func attribute(_ name: String) -> String? {
    self.profile.first { $0.name == name }?.value
  }

  /// Ends a lock whose time is over.
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

  /// Ends a lock: who has no app, or an old password, is no better off than before it.
  mutating func unlock() {
    if self.status == .locked { self.status = self.statusBeforeLock }
    self.lockedUntil = nil
    self.failedPasswords = 0
  }

  /// What an org's authenticators find enrolled, in the org's order.
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

  /// Somebody who doesn't exist, treated as if they had a password and an address.
  static func stranger(_ identifier: String) -> Account {
    // A form with an empty password is refused before it is compared: this one is never right.
    Account(
      Parts(
        id: SimulatedID.made("00u", of: identifier), login: identifier, email: identifier,
        password: Secret("")))
  }
}
