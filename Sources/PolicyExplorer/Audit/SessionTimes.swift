import OktaSimulator

/// Finds how long sessions let a user in without verifying anything.
///
/// The two rules that decide and the verified methods of the session determine the time. It doesn't
/// depend on the user.
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

  /// Prepares for the sessions of an org.
  init(_ explorer: Explorer, while goesOn: @escaping () -> Bool = { true }) {
    self.explorer = explorer
    self.goesOn = goesOn
  }

  /// The oldest session after a sign-in that lets the user in without verifying anything.
  ///
  /// - Parameters:
  ///   - route: The sign-in.
  ///   - limit: The age from which sessions are checked.
  ///   - isInUse: Whether the session was in use since then. Otherwise, it was idle.
  /// - Returns: Its age, and its route; `nil` if there is no such session.
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

  /// The time after a sign-in for which its session lets the user in without verifying anything;
  /// `nil` if it is unlimited.
  func limit(after route: Route, isInUse: Bool) -> Duration? {
    let key = Key(
      rule: route.ending.rule, sessionRule: route.ending.sessionRule,
      verified: Set(route.ending.uses.map(\.method)), isInUse: isInUse)
    // The oldest valid session ends a second later.
    let limit =
      known[key]
      ?? oldest(after: route, beyond: .zero, isInUse: isInUse).map { $0.age + .seconds(1) } ?? .zero
    known[key] = limit
    return limit > explorer.org.endlessSession ? nil : limit
  }
}
