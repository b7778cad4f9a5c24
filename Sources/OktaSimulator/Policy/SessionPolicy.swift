/// `session-policy ["name"] { when …; require password; mfa always; lifetime 12h; idle 2h }`: what
/// whoever signs in has to satisfy beside the sign-on rule, and how long it is remembered.
struct SessionRule: Conditional, Sendable, Hashable {
  /// When a second kind of factor is needed.
  enum Prompt: Sendable, Hashable {
    case off
    case always
    case every(Duration)
    case perSession
    /// Once on each device that is to be remembered.
    case perDevice
  }

  var name: String?
  var conditions: [Condition] = []
  var isDenied = false
  var needsPassword = false
  var prompt = Prompt.off
  /// How long a session is good; `nil` as long as it is used.
  var lifetime: Duration?
  /// How long it may be left alone: the real engine's default.
  var idle: Duration = .seconds(7200)
  /// Whether a browser keeps its cookie when it is closed.
  var isPersistent = false

  /// What it asks for; `nil` for nothing.
  private(set) var requirement: Requirement?
  /// What it asks for on a device that is remembered.
  private(set) var requirementOfRememberedDevice: Requirement?
  /// Which verifications of a session count.
  private(set) var reauthentication = Reauthentication()

  init(name: String? = nil) {
    self.name = name
  }

  /// Works out what it asks for, once everything is set.
  mutating func compile() {
    requirement = SessionRule.requirement(
      password: needsPassword, factors: prompt == .off ? 0 : 2)
    requirementOfRememberedDevice =
      prompt == .perDevice
      ? SessionRule.requirement(password: needsPassword, factors: 0) : requirement
    // The first factor opens a session; the second one is asked for again.
    switch prompt {
    case .off, .perSession, .perDevice: reauthentication.special = []
    case .always: reauthentication.special = [.init(methods: .possession, age: .always)]
    case .every(let most):
      reauthentication.special = [.init(methods: .possession, age: .every(most))]
    }
  }

  private static func requirement(password: Bool, factors: Int) -> Requirement? {
    guard password || factors > 0 else { return nil }
    return Requirement(combinations: [
      Combination(demands: password ? [Demand(methods: .password)] : [], factors: factors)
    ])
  }
}

/// `keep-me-signed-in asked { prompt every 30 days; lifetime 90 days }`.
struct KeepMeSignedIn: Sendable, Hashable {
  /// Whether people are asked when everything is verified.
  var isAsked = false
  /// How long they aren't asked again; `nil` where they always are.
  var every: Duration?
  /// How long whoever wants to stays signed in; `nil` as long as any session.
  var lifetime: Duration?
}
