public import SimulatorKit

/// An action of a simulated nextAuth that coverage counts.
enum NextAuthPoint: Sendable, Hashable {
  /// A user logged in with the account that has this id.
  case loggedIn(String)
  /// An account was created at the server with this name.
  case enrolledAt(String)
  /// A second factor was set or verified.
  case factor(NextAuthOrg.Factor)
  /// The PIN was blocked after too many wrong attempts.
  case blockedPIN
  /// A step failed because the server's settings say so.
  case failedStep(NextAuthState.Failure)
}

extension OrgTrace {
  /// Records an action of the simulated nextAuth.
  mutating func note(_ point: NextAuthPoint) { add(point) }
}

extension NextAuthOrg: CoveredOrg {
  /// The parts of a nextAuth that flows can cover: its accounts, servers, second factors and
  /// faults.
  ///
  /// The results of sessions aren't items, because they are the SDK's and the same for every org.
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
        NextAuthPoint.enrolledAt(server.name), "server \(name)/enrollment", "enrollment",
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
  /// The word for the step in the settings.
  fileprivate var word: String {
    switch self {
    case .login: "login"
    case .parameters: "parameters"
    case .verification: "verification"
    }
  }
}
