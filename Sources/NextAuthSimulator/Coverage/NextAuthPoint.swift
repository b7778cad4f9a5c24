public import SimulatorKit

/// Something that a simulated nextAuth has done or found, as coverage counts it.
enum NextAuthPoint: Sendable, Hashable {
  /// A user logged in with an account, by its id.
  case loggedIn(String)
  /// An account was created, by the name of the server.
  case enrolledAt(String)
  /// A second factor was set or verified.
  case factor(NextAuthOrg.Factor)
  /// Too many wrong PINs were given.
  case blockedPIN
  /// A server failed because of its settings.
  case failedStep(NextAuthState.Failure)
}

extension OrgTrace {
  /// Records an action of the nextAuth.
  mutating func note(_ point: NextAuthPoint) { add(point) }
}

extension NextAuthOrg: CoveredOrg {
  /// The items of a nextAuth that flows can cover: its accounts, servers and second factors, and
  /// the faults in its settings.
  ///
  /// The results of sessions aren't among them: they belong to the SDK, and are the same in every
  /// org.
  public var items: [OrgItem] {
    var list = OrgItemList()
    let places = SettingPlaces(settings)
    for account in accounts {
      let name = OrgItem.quoted(account.name)
      list.add(
        NextAuthPoint.loggedIn(account.id), "account \(name)", "account",
        "a user logs in as \(name)",
        at: places.setting("account", account.name))
    }
    for server in servers {
      let name = OrgItem.quoted(server.name)
      list.add(
        NextAuthPoint.enrolledAt(server.name), "server \(name)/enrolment", "enrollment",
        "an account is created at \(name)", at: places.setting("server", server.name))
      for (step, answering) in NextAuthState.Failure.steps(of: server) {
        guard let code = answering.code else { continue }
        let word = step.word
        list.add(
          NextAuthPoint.failedStep(NextAuthState.Failure(step: step, server: server.name)),
          "server \(name)/\(word) \(code)", "fault", "\(word) fails with \(code) at \(name)",
          at: places.inner(word, of: "server", server.name))
      }
    }
    for factor in Factor.allCases {
      list.add(
        NextAuthPoint.factor(factor), "factor \(factor.rawValue)", "method",
        "a \(factor.rawValue) is the second factor", at: places.setting("device"),
        unreachable: factor == .biometric && device.configuration.disablesBiometrics
          ? "biometrics are disabled" : nil)
    }
    if servers.contains(where: { $0.secondFactor != .never }) {
      list.add(
        NextAuthPoint.blockedPIN, "factor pin/blocked", "lockout", "wrong PINs block the PIN",
        at: places.setting("device"))
    }
    return list.items
  }
}

extension NextAuthState.Failure.Step {
  /// Its name in the settings.
  fileprivate var word: String {
    switch self {
    case .login: "login"
    case .parameters: "parameters"
    case .verification: "verification"
    }
  }
}
