import OktaSimulator

/// Finds how long sessions let a user in without any verification.
///
/// The time depends only on the two rules that decide and the methods that the session verified,
/// not on the user.
final class SessionTimes {
  private struct Key: Hashable {
    var rule: Int?
    var sessionRule: Int?
    var verified: Set<Method>
    var isInUse: Bool
  }

  private let explorer: Explorer
  private let goesOn: () -> Bool
  private var known: [Key: Duration] = [:]

  /// Prepares to explore the sessions of an org.
  init(_ explorer: Explorer, while goesOn: @escaping () -> Bool = { true }) {
    self.explorer = explorer
    self.goesOn = goesOn
  }

  /// Returns the oldest session after a sign-in that lets the user in without any verification.
  ///
  /// - Parameters:
  ///   - route: The sign-in.
  ///   - limit: The age above which sessions are checked.
  ///   - isInUse: Whether the session was used continuously. Otherwise it was idle.
  /// - Returns: The age of the session, and its route; `nil` if there is no such session.
  func oldest(
    after route: Route, beyond limit: Duration, isInUse: Bool
  ) -> (age: Duration, route: Route)? {
    let sessions = explorer.org.longSessions(
      route.start, verified: Set(route.ending.uses.map(\.method)), beyond: limit, isInUse: isInUse)
    for session in sessions where goesOn() {
      let walked = explorer.explore(route.kind, session.start, while: goesOn)
      let free = walked.routes.first { found in
        found.ending.outcome == .signedIn && found.ending.rule == route.ending.rule
          && !found.ending.uses.isEmpty && found.ending.uses.allSatisfy(\.isOfSession)
      }
      if let free { return (session.age, free) }
    }
    return nil
  }

  /// Returns how long after a sign-in its session lets the user in without any verification; `nil`
  /// if there is no limit.
  func limit(after route: Route, isInUse: Bool) -> Duration? {
    let key = Key(
      rule: route.ending.rule, sessionRule: route.ending.sessionRule,
      verified: Set(route.ending.uses.map(\.method)), isInUse: isInUse)
    // The session ends one second after the oldest age that is valid.
    let limit =
      known[key]
      ?? oldest(after: route, beyond: .zero, isInUse: isInUse).map { $0.age + .seconds(1) } ?? .zero
    known[key] = limit
    return limit > explorer.org.endlessSession ? nil : limit
  }
}
