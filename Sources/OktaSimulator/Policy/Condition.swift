/// `when [not] group staff, admins`: a condition that must hold for a rule to decide.
struct Condition: Sendable, Hashable {
  /// The facts that are tested.
  ///
  /// Any one of a list is enough.
  enum Subject: Sendable, Hashable {
    case groups([String])
    /// Logins, in lower case.
    case users([String])
    case types([String])
    /// Zones by their bits.
    case zones(UInt64)
    case devices(SignInContext.Device)
    case risks(SignInContext.Risk)
    case platforms(SignInContext.Platform)
    /// Unknown facts by their bits.
    case unknowns(UInt64)
  }

  var subject: Subject
  /// Whether the condition requires that nothing in the list holds.
  var isNegated = false

  /// Whether the condition holds.
  ///
  /// An unknown fact doesn't match any element of a list.
  func holds(for account: Account, in context: SignInContext) -> Bool {
    let isSo =
      switch subject {
      case .groups(let names): names.contains { account.groups.contains($0) }
      case .users(let logins): logins.contains(account.login.lowercased())
      case .types(let names): account.userType.map { names.contains($0) } ?? false
      case .zones(let zones): zones & context.zones != 0
      case .devices(let devices): !devices.isDisjoint(with: context.device)
      case .risks(let risks): !risks.isDisjoint(with: context.risk)
      case .platforms(let platforms): !platforms.isDisjoint(with: context.platform)
      case .unknowns(let facts): facts & context.unknowns.holding != 0
      }
    return isSo != isNegated
  }
}

/// The facts about a sign-in that aren't answers of the user: its zones, its device, its risk and
/// so on.
struct SignInContext: Sendable, Hashable {
  /// The network zones that it comes from, a bit each.
  var zones: UInt64 = 0
  /// The device; empty if it isn't known.
  ///
  /// The same applies to the next members.
  var device: Device = []
  var risk: Risk = []
  var platform: Platform = []
  /// The answers to the org's unknown facts.
  ///
  /// By default none of the facts holds.
  var unknowns = UnknownAnswers()
  /// The difference between its time and the org's.
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
    /// The words for several platforms in a condition.
    static let groups: [(word: String, value: Platform)] = [
      ("mobile", Platform(rawValue: 1 | 2)), ("desktop", Platform(rawValue: 4 | 8 | 16 | 32)),
    ]
  }
}
