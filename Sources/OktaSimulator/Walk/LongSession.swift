import FlowEngine

/// The sessions in which a user may come back to an org long after anything was verified.
package struct LongSession: Sendable {
  /// How long ago it was verified.
  package let age: Duration
  /// How the user begins in it.
  package let start: WalkStart
}

extension Org {
  /// Sessions of a user that are older than a limit, the oldest first.
  ///
  /// - Parameters:
  ///   - start: How the user begins without a session.
  ///   - verified: What the session has verified.
  ///   - limit: The age beyond which a session is long.
  ///   - isInUse: Whether the session was used ever since; else it was idle.
  /// - Returns: A session just before each time at which something of it runs out, and one that is
  ///   older than all of those.
  package func longSessions(
    _ start: WalkStart, verified: Set<Method>, beyond limit: Duration, isInUse: Bool
  ) -> [LongSession] {
    let end = (sessionAges.max() ?? .zero) + LongSession.day
    let ages = Set(sessionAges.map { $0 - .seconds(1) } + [end, limit + .seconds(1)])
    let stays = policy.keepMeSignedIn.isAsked ? [true, false] : [false]
    return ages.filter { $0 > limit }.sorted(by: >).flatMap { age in
      stays.map { stays in
        let session = Account.SessionSetting(
          methods: Methods(verified), age: age, isInUse: isInUse, staysSignedIn: stays)
        return LongSession(age: age, start: start.returning(in: session))
      }
    }
  }

  /// The age from which a session has no end, if it is good at all then.
  package var endlessSession: Duration { (sessionAges.max() ?? .zero) + LongSession.day }

  /// Whether an org says how long what was verified counts: a sign-on rule that asks again, or a
  /// session policy with times of its own.
  ///
  /// - Parameters:
  ///   - rule: The sign-on rule that decides, by index.
  ///   - sessionRule: The rule of the session policy, likewise.
  ///   - isInUse: Whether the session is used; else it is idle.
  /// - Returns: Whether it does.
  package func saysHowLong(rule: Int?, sessionRule: Int?, isInUse: Bool) -> Bool {
    let usual = SessionRule()
    let terms = policy.sessionRule(sessionRule)
    let hasTimes =
      terms.lifetime != usual.lifetime || terms.idle != usual.idle
      || policy.keepMeSignedIn.isAsked
    guard isInUse else { return hasTimes }
    return hasTimes || rule.map { policy.rules[$0].reauthentication != Reauthentication() } ?? false
  }
}

extension LongSession {
  fileprivate static let day: Duration = .seconds(86_400)
}
