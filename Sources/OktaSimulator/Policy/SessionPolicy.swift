/// `session-policy ["name"] { when …; require password; mfa always; lifetime 12h; idle 2h }`:
/// requirements in addition to the sign-on rule, and the lifetime of sessions.
struct SessionRule: Conditional, Sendable, Hashable {
  /// The occasions on which a second kind of factor is required.
  enum Prompt: Sendable, Hashable {
    case off
    case always
    case every(Duration)
    case perSession
    /// Once on each device that should be remembered.
    case perDevice
  }

  var name: String?
  var conditions: [Condition] = []
  var isDenied = false
  var needsPassword = false
  var prompt = Prompt.off
  /// The maximum lifetime of a session; `nil` for as long as it is used.
  var lifetime: Duration?
  /// The maximum idle time of a session; the real engine's default.
  var idle: Duration = .seconds(7200)
  /// Whether a browser keeps its cookie after it is closed.
  var isPersistent = false

  /// The requirement; `nil` if there is none.
  private(set) var requirement: Requirement?
  /// The requirement on a remembered device.
  private(set) var requirementOfRememberedDevice: Requirement?
  /// The verifications of a session that count.
  private(set) var reauthentication = Reauthentication()

  init(name: String? = nil) {
    self.name = name
  }

  /// Computes the requirements after everything is set.
  mutating func compile() {
    requirement = SessionRule.requirement(
      password: needsPassword, factors: prompt == .off ? 0 : 2)
    requirementOfRememberedDevice =
      prompt == .perDevice
      ? SessionRule.requirement(password: needsPassword, factors: 0) : requirement
    // The first factor opens a session. The second one is required again.
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
  /// Whether users are asked after everything is verified.
  var isAsked = false
  /// The time for which users aren't asked again; `nil` if they always are.
  var every: Duration?
  /// The lifetime of the session of a user who stays signed in; `nil` for the lifetime of any
  /// session.
  var lifetime: Duration?
}
