import FlowEngine

/// A session in which a user may return to an org long after a verification.
package struct LongSession: Sendable {
  /// The time since the verification.
  package let age: Duration
  /// The user's start in the session.
  package let start: WalkStart
}

extension Org {
  /// Returns sessions of a user that are older than a limit, the oldest first.
  ///
  /// - Parameters:
  ///   - start: The user's start without a session.
  ///   - verified: The methods that the session has verified.
  ///   - limit: The age from which a session is long.
  ///   - isInUse: Whether the session was in use since then. Otherwise, it was idle.
  /// - Returns: A session just before each time at which a part of it runs out, and one that is
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

  /// The age from which a session is unlimited, if it is still valid then.
  package var endlessSession: Duration { (sessionAges.max() ?? .zero) + LongSession.day }

  /// Whether an org limits how long verifications count: with a sign-on rule that asks again, or
  /// with a session policy that has times of its own.
  ///
  /// - Parameters:
  ///   - rule: The sign-on rule that decides, by index.
  ///   - sessionRule: The rule of the session policy, by index.
  ///   - isInUse: Whether the session is in use. Otherwise, it is idle.
  /// - Returns: Whether the org limits the time.
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
