import FlowEngine

/// A session in which a user returns to an org long after a verification.
package struct LongSession: Sendable {
  /// The time since the verification in the session.
  package let age: Duration
  /// The start of the user, with the session.
  package let start: WalkStart
}

extension Org {
  /// Returns sessions of a user whose verifications are older than a limit, the oldest first.
  ///
  /// - Parameters:
  ///   - start: The start of the user, without a session.
  ///   - verified: The methods that the user verified in the session.
  ///   - limit: The age above which a session is long.
  ///   - isInUse: Whether the session was used continuously. Otherwise it was idle.
  /// - Returns: A session shortly before each age at which the org ends the session or asks again,
  ///   and a session that is older than all these ages.
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

  /// An age that is longer than every limit of the org.
  ///
  /// A session that is still valid at this age is unlimited.
  package var endlessSession: Duration { (sessionAges.max() ?? .zero) + LongSession.day }

  /// Whether an org limits how long verifications count.
  ///
  /// A sign-on rule does so if it asks for verifications again. A session rule does so if its times
  /// differ from the default.
  ///
  /// - Parameters:
  ///   - rule: The index of the sign-on rule that decides; `nil` if no rule fits.
  ///   - sessionRule: The index of the session rule that decides; `nil` if no rule fits.
  ///   - isInUse: Whether the session is used continuously. Otherwise it is idle.
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
