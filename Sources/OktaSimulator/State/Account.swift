import FlowEngine
import SimulatorKit

/// A user's account.
///
/// It begins with the values in the settings, and requests change it.
///
/// The members are behind one reference, because accounts are passed around often. Copying two
/// dozen members each time would cost more than the actual work.
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
    /// The user or an administrator requested a new password, so the old password isn't valid.
    case recovery
    case unassigned
  }

  /// An enrolled phone.
  struct Phone: Sendable, Hashable {
    var number: String
    var methods: Methods
    /// The user's name for the phone; `nil` if there is none.
    var nickname: String?
  }

  /// A key for time-based codes, and the time step of the last accepted code (RFC 6238, section
  /// 5.2).
  struct CodeKey: Sendable, Hashable {
    /// The key in base32.
    var secret: Secret
    var lastStep = -1
  }

  /// A security question with its answer.
  struct Question: Sendable, Hashable {
    var key: String
    var text: String
    var answer: Secret
  }

  /// An attribute of the profile.
  struct Attribute: Sendable, Hashable {
    var name: String
    var value: String
  }

  /// The way in which a user opens the link in a mail.
  struct LinkHabit: Sendable, Hashable {
    /// The time between the arrival of the mail and opening the link.
    var delay: Duration = .zero
    /// Whether the user opens the link on the device of the sign-in.
    var isHere = true
    /// Whether the user consents when the link asks to confirm the sign-in.
    var agrees = true
  }

  /// The members of the account.
  struct Parts: Sendable, Hashable {
    var id: String
    var login: String
    /// The primary email address; `nil` if there is none.
    var email: String?
    /// Whether the email address is enrolled as an authenticator.
    var isEmailVerified = true
    var profile: [Attribute] = []
    var groups: [String] = []
    /// The type of the user, which rules can test; `nil` if there is none.
    var userType: String?
    /// The session that the user's browser has before the first request; `nil` if there is none.
    var session: SessionSetting?
    /// The time when the user was last asked whether to stay signed in; `nil` if they never were.
    var askedToStayAt: Duration?
    var status = Status.active
    /// The status before the account was locked.
    ///
    /// Unlocking restores it.
    var statusBeforeLock = Status.active
    /// The time since 1970 when the lock ends by itself; `nil` if the lock doesn't end by itself.
    var lockedUntil: Duration?
    var failedPasswords = 0
    var password: Secret?
    /// The time when the password was set.
    var passwordSet = PasswordDate.before(.zero)
    /// The number of days until the password expires, regardless of the policy; `nil` if the policy
    /// decides.
    var passwordDays: Int?
    /// The earlier passwords, latest first.
    var oldPasswords: [Secret] = []
    /// The token in the link of a welcome mail; `nil` if there is none.
    ///
    /// The first successful sign-on consumes the token.
    var activationToken: Secret?
    /// The token in the link of a recovery mail; `nil` if there is none.
    ///
    /// Setting a new password consumes the token.
    var recoveryToken: Secret?
    var phones: [Phone] = []
    var codeKey: CodeKey?
    var oktaVerify: OktaVerify?
    var question: Question?
    var passkeys: [Passkey] = []
    /// The code that each of the user's devices shows.
    var devices: [Authenticator: Secret] = [:]
    /// The code that an administrator has made for the user; `nil` if there is none.
    var temporaryCode: TemporaryCode?
    /// The way in which the user opens the links in mails; `nil` if they never do.
    var linkHabit: LinkHabit?
    /// Whether the user skipped the enrollment of the optional authenticators.
    var hasSkippedOptional = false
    /// How often the user postponed each required authenticator.
    var skips: [Authenticator: Int] = [:]
    /// Whether the user skipped the optional attributes of the profile.
    var hasSkippedProfile = false
  }

  /// The members, in an array with one element.
  ///
  /// An array is a reference that is copied only when it changes.
  private var parts: [Parts]

  init(_ parts: Parts) {
    self.parts = [parts]
  }

  @inline(__always)
  subscript<Part>(dynamicMember path: WritableKeyPath<Parts, Part>) -> Part {
    get { parts[0][keyPath: path] }
    set { parts[0][keyPath: path] = newValue }
  }

  /// Returns the value of an attribute in the profile; `nil` if the profile doesn't have it.
  func attribute(_ name: String) -> String? {
    self.profile.first { $0.name == name }?.value
  }

  /// Ends the lock if its time is over.
  mutating func unlockIfDue(at now: Duration) {
    guard self.status == .locked, let until = self.lockedUntil, until <= now else { return }
    unlock()
  }

  /// Locks the account.
  ///
  /// - Parameter end: The time since 1970 when the lock ends by itself; `nil` for never.
  mutating func lock(until end: Duration?) {
    if self.status != .locked { self.statusBeforeLock = self.status }
    self.status = .locked
    self.lockedUntil = end
  }

  /// Unlocks the account, and restores the status from before the lock.
  mutating func unlock() {
    if self.status == .locked { self.status = self.statusBeforeLock }
    self.lockedUntil = nil
    self.failedPasswords = 0
  }

  /// Returns the account's enrollments in the given authenticators of an org, in the same order.
  func enrollments(among offered: [OfferedAuthenticator]) -> [Offer] {
    var offers: [Offer] = []
    offers.reserveCapacity(offered.count)
    for offered in offered {
      switch offered.authenticator {
      case .password where self.password != nil:
        offers.append(Offer(enrollment: .password, methods: .password))
      case .email where self.email != nil && self.isEmailVerified:
        offers.append(Offer(enrollment: .email, methods: .email))
      case .phone:
        for (index, phone) in self.phones.enumerated() {
          let methods = phone.methods.intersection(offered.methods)
          guard !methods.isEmpty else { continue }
          offers.append(Offer(enrollment: .phone(index), methods: methods))
        }
      case .googleOTP where self.codeKey != nil:
        offers.append(Offer(enrollment: .googleOTP, methods: .otp))
      case .oktaVerify:
        guard let phone = self.oktaVerify else { continue }
        let methods = offered.methods.intersection(phone.methods ?? offered.methods)
        guard !methods.isEmpty else { continue }
        offers.append(Offer(enrollment: .oktaVerify, methods: methods, traits: phone.traits))
      case .securityQuestion where self.question != nil:
        offers.append(Offer(enrollment: .securityQuestion, methods: .securityQuestion))
      case .customOTP, .duo, .onPremMFA, .rsaToken, .symantecVIP, .yubikey:
        guard self.devices[offered.authenticator] != nil else { continue }
        offers.append(
          Offer(enrollment: .device(offered.authenticator), methods: offered.methods))
      case .tac where self.temporaryCode != nil:
        offers.append(Offer(enrollment: .device(.tac), methods: .tac))
      case .webauthn where !self.passkeys.isEmpty:
        offers.append(passkeyOffer)
      default: break
      }
    }
    return offers
  }

  /// Returns an account that stands for an unknown user, with a password and an email address.
  static func stranger(_ identifier: String) -> Account {
    // Forms with an empty password are refused, so this password never matches.
    Account(
      Parts(
        id: SimulatedID.made("00u", of: identifier), login: identifier, email: identifier,
        password: Secret("")))
  }
}
