/// A condition of a rule, such as `when [not] group staff, admins`.
struct Condition: Sendable, Hashable {
  /// The facts that a condition tests.
  ///
  /// The condition holds if any element of its list applies.
  enum Subject: Sendable, Hashable {
    case groups([String])
    /// Logins, in lower case.
    case users([String])
    case types([String])
    /// An attribute of the profile, or `login` or `email`, with the accepted values.
    case attribute(String, [String])
    /// Patterns of logins.
    case logins([LoginPattern])
    /// Network zones, as a bit set.
    case zones(UInt64)
    case devices(SignInContext.Device)
    case risks(SignInContext.Risk)
    case platforms(SignInContext.Platform)
    /// Facts that a client states, as a bit set: unknown conditions or behaviors.
    case unknowns(UInt64)
    /// The device assurance policies of which the device must meet one.
    case assurances([DeviceAssurance])
    /// The authenticators that a user is about to enroll.
    case authenticators(SignInContext.Enrolling)
  }

  var subject: Subject
  /// Whether the condition requires that no element of the list applies.
  var isNegated = false

  /// Whether the condition holds for a user's sign-in.
  ///
  /// If the org doesn't know a fact, such as the device, no element of a list applies.
  func holds(for account: Account, in context: SignInContext) -> Bool {
    let isSo =
      switch subject {
      case .groups(let names): names.contains { account.groups.contains($0) }
      case .users(let logins): logins.contains(account.login.lowercased())
      case .types(let names): account.userType.map { names.contains($0) } ?? false
      case .attribute(let name, let values): account.value(of: name).map(values.contains) ?? false
      case .logins(let patterns): patterns.contains { $0.fits(account.login) }
      case .zones(let zones): zones & context.zones != 0
      case .devices(let devices): !devices.isDisjoint(with: context.device)
      case .risks(let risks): !risks.isDisjoint(with: context.risk)
      case .platforms(let platforms): !platforms.isDisjoint(with: context.platform)
      case .unknowns(let facts): facts & context.unknowns.holding != 0
      case .assurances(let all): all.contains { $0.isMet(in: context) }
      case .authenticators(let some): !some.isDisjoint(with: context.enrolling)
      }
    return isSo != isNegated
  }
}

extension Account {
  /// Returns the value that conditions test: the login, the address, or an attribute of the profile.
  ///
  /// `nil` if the user doesn't have it.
  fileprivate func value(of name: String) -> String? {
    switch name {
    case "login": self.login
    case "email": self.email
    default: attribute(name)
    }
  }
}

/// The circumstances of a sign-in that the user doesn't enter: its zones, its device, its risk and
/// so on.
struct SignInContext: Sendable, Hashable {
  /// The network zones that the sign-in comes from, as a bit set.
  var zones: UInt64 = 0
  /// The device; empty if the org doesn't know it.
  ///
  /// The risk and the platform are also empty if the org doesn't know them.
  var device: Device = []
  var risk: Risk = []
  var platform: Platform = []
  /// The authenticator that the user is about to enroll; empty except for the account management
  /// policy.
  var enrolling: Enrolling = []
  /// Which of the org's facts hold, such as unknown conditions, behaviors and checks of the device.
  ///
  /// By default none of them holds.
  var unknowns = UnknownAnswers()
  /// The offset of the sign-in's time from the org's time.
  var clock: Duration = .zero

  struct Device: OptionSet, Sendable, Hashable {
    let rawValue: UInt8
    static let registered = Device(rawValue: 1)
    static let managed = Device(rawValue: 2)
    static let unregistered = Device(rawValue: 4)

    static let words: [(word: String, value: Device)] = [
      ("registered", .registered), ("managed", .managed), ("unregistered", .unregistered),
    ]
  }

  /// Authenticators that a user enrolls, as a bit set.
  struct Enrolling: OptionSet, Sendable, Hashable {
    let rawValue: UInt16

    static let words: [(word: String, value: Enrolling)] =
      Authenticator.allCases.enumerated().map { index, authenticator in
        (authenticator.rawValue, Enrolling(rawValue: 1 << UInt16(index)))
      }
  }

  /// Returns the same context in which the user is about to enroll an authenticator.
  func enrolling(_ authenticator: Authenticator) -> SignInContext {
    var context = self
    context.enrolling = Enrolling(authenticator)
    return context
  }

  struct Risk: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let words: [(word: String, value: Risk)] = [
      ("low", Risk(rawValue: 1)), ("medium", Risk(rawValue: 2)), ("high", Risk(rawValue: 4)),
    ]
  }

  struct Platform: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let words: [(word: String, value: Platform)] = [
      ("ios", Platform(rawValue: 1)), ("android", Platform(rawValue: 2)),
      ("macos", Platform(rawValue: 4)), ("windows", Platform(rawValue: 8)),
      ("linux", Platform(rawValue: 16)), ("chromeos", Platform(rawValue: 32)),
      ("other", Platform(rawValue: 64)),
    ]
    /// The words that stand for several platforms in a condition.
    static let groups: [(word: String, value: Platform)] = [
      ("mobile", Platform(rawValue: 1 | 2)), ("desktop", Platform(rawValue: 4 | 8 | 16 | 32)),
    ]
  }
}

extension SignInContext.Enrolling {
  init(_ authenticator: Authenticator) {
    let found = SignInContext.Enrolling.words.first { $0.word == authenticator.rawValue }
    self = found?.value ?? []
  }
}
