import OktaSimulator

/// How long sessions let somebody in without verifying anything.
///
/// That follows from the two rules that decide and from what the session has verified; it doesn't
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

  /// The oldest session after a sign-in that lets in without verifying anything.
  ///
  /// - Parameters:
  ///   - route: The sign-in.
  ///   - limit: The age beyond which sessions are looked at.
  ///   - isInUse: Whether the session was used ever since; else it was idle.
  /// - Returns: Its age, and how it lets in; `nil` if there is none.
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

  /// How long after a sign-in its session lets in without verifying anything; `nil` if without end.
  func limit(after route: Route, isInUse: Bool) -> Duration? {
    let key = Key(
      rule: route.ending.rule, sessionRule: route.ending.sessionRule,
      verified: Set(route.ending.uses.map(\.method)), isInUse: isInUse)
    // The oldest that is good ends a second later.
    let limit =
      known[key]
      ?? oldest(after: route, beyond: .zero, isInUse: isInUse).map { $0.age + .seconds(1) } ?? .zero
    known[key] = limit
    return limit > explorer.org.endlessSession ? nil : limit
  }
}
