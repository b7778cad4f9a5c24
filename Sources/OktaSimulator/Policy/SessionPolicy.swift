/// A rule of the global session policy: `session-policy ["name"] { when …; require password; mfa
/// always; lifetime 12h; idle 2h }`.
///
/// It adds requirements to the sign-on rule, and limits the lifetime of sessions.
struct SessionRule: Conditional, Sendable, Hashable {
  /// When a second kind of factor is required.
  enum Prompt: Sendable, Hashable {
    case off
    case always
    case every(Duration)
    case perSession
    /// Once for each device that the user asks to remember.
    case perDevice
  }

  var name: String?
  var conditions: [Condition] = []
  var isDenied = false
  var needsPassword = false
  var prompt = Prompt.off
  /// The maximum lifetime of a session; `nil` for no limit as long as the session is used.
  var lifetime: Duration?
  /// The maximum time without use after which a session ends.
  ///
  /// The default is the same as in the real engine.
  var idle: Duration = .seconds(7200)
  /// Whether the cookie of the session survives closing the browser.
  var isPersistent = false

  /// The requirement in addition to the sign-on rule; `nil` if there is none.
  private(set) var requirement: Requirement?
  /// The requirement on a device that the org remembers; `nil` if there is none.
  private(set) var requirementOfRememberedDevice: Requirement?
  /// Which verifications from an earlier sign-in count.
  private(set) var reauthentication = Reauthentication()

  init(name: String? = nil) {
    self.name = name
  }

  /// Computes the derived properties.
  ///
  /// Called after all settings have been read.
  mutating func compile() {
    requirement = SessionRule.requirement(
      password: needsPassword, factors: prompt == .off ? 0 : 2)
    requirementOfRememberedDevice =
      prompt == .perDevice
      ? SessionRule.requirement(password: needsPassword, factors: 0) : requirement
    // The first factor opens a session. Only the second factor must be verified again.
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

/// The settings for staying signed in: `keep-me-signed-in asked { prompt every 30 days; lifetime 90
/// days }`.
struct KeepMeSignedIn: Sendable, Hashable {
  /// Whether the org asks users after all verifications whether to stay signed in.
  var isAsked = false
  /// The time after which a user is asked again; `nil` if the org asks in every sign-in.
  var every: Duration?
  /// The lifetime of the session of a user who stays signed in; `nil` for the lifetime in the
  /// session rule.
  var lifetime: Duration?
}
