import OktaSimulator

/// How long a session may let a user in without any verification, if the rule asks for two factors.
package struct SessionLimits: Sendable {
  /// The maximum time since the last verification.
  ///
  /// The default is 12 hours (NIST SP 800-63B, revision 3, section 4.2.3, AAL2).
  package var verified: Duration = .seconds(12 * 3600)
  /// The maximum time since the session was last used.
  ///
  /// The default is 30 minutes (the same section).
  package var idle: Duration = .seconds(30 * 60)

  /// Creates the limits of AAL2.
  package init() {}
}

/// Finds sessions that let users in without any verification for longer than a limit, although the
/// rule asks for two factors: `long-session`.
struct LongSessions {
  private let scene: AuditScene
  private let times: SessionTimes
  private let limits: SessionLimits
  private let goesOn: () -> Bool

  init(
    _ scene: AuditScene, _ explorer: Explorer, _ limits: SessionLimits,
    while goesOn: @escaping () -> Bool
  ) {
    self.scene = scene
    times = SessionTimes(explorer, while: goesOn)
    self.limits = limits
    self.goesOn = goesOn
  }

  private struct Cause: Hashable {
    var rule: Int?
    var sessionRule: Int?
    var isInUse: Bool
  }

  var findings: [OrgFinding] {
    var found = Collected<Cause>(scene)
    var longest: [Cause: Duration] = [:]
    // The result depends only on the two rules and not on the user, so each pair of rules is
    // explored once.
    var walked: [Cause: Route?] = [:]
    for (index, exploration) in scene.explorations.enumerated()
    where exploration.start.entry == .identifier && exploration.start.isPlain {
      for route in exploration.ways where asksForTwo(route) && goesOn() {
        for isInUse in [true, false] {
          let cause = Cause(
            rule: route.ending.rule, sessionRule: route.ending.sessionRule, isInUse: isInUse)
          if walked[cause] == nil {
            let long = self.longest(cause, route)
            walked[cause] = .some(long?.route)
            longest[cause] = long?.age
          }
          guard case .some(.some(var witness)) = walked[cause] else { continue }
          witness.kind = exploration.kind
          found.note(cause, witness, in: index)
        }
      }
    }
    return found.entries.compactMap { entry in
      guard let (_, reliesOn) = found.judged(entry), let route = walked[entry.cause] ?? nil else {
        return nil
      }
      var own = finding(entry, route, longest[entry.cause])
      own.reliesOn = reliesOn
      return own
    }
  }

  private func asksForTwo(_ route: Route) -> Bool {
    guard route.ending.outcome == .signedIn, route.kind.index != nil else { return false }
    let strength = scene.facts.strength(route.ending.rule, route.start)
    return strength.map { $0.kinds >= 2 || $0.things >= 2 } ?? false
  }

  /// Returns the oldest session that lets a user in, and its route; `nil` if no session exceeds the
  /// limit.
  private func longest(_ cause: Cause, _ route: Route) -> (age: Duration, route: Route)? {
    guard
      scene.org.saysHowLong(
        rule: cause.rule, sessionRule: cause.sessionRule, isInUse: cause.isInUse)
    else { return nil }
    return times.oldest(
      after: route, beyond: cause.isInUse ? limits.verified : limits.idle, isInUse: cause.isInUse)
  }

  private func finding(
    _ entry: Collected<Cause>.Entry, _ witness: Route, _ age: Duration?
  ) -> OrgFinding {
    let (cause, org) = (entry.cause, scene.org)
    let rule = org.name(ofRule: cause.rule)
    let limit = cause.isInUse ? limits.verified : limits.idle
    let isEndless = age.map { $0 >= org.endlessSession } ?? false
    let time = isEndless ? "indefinitely" : "for \(age.map { told($0) } ?? "too long")"
    let isKept = witness.start.staysSignedIn
    let use =
      isKept ? "staying signed in" : cause.isInUse ? "a session in use" : "an idle session"
    var finding = OrgFinding(
      .longSession,
      "\(use) lets \(scene.words.people(AuditScene.together(entry.classes))) in by the rule "
        + "`\(rule)` and the session rule `\(org.name(ofSessionRule: cause.sessionRule))` \(time) "
        + "without any verification, although the rule asks for two factors; the limit is "
        + "\(RouteWords.duration(limit))",
      at: (isKept ? nil : scene.places.sessionRule(cause.sessionRule))
        ?? scene.places.rule(cause.rule),
      witness: witness)
    finding.classes = entry.classes
    finding.cause = [
      rule, org.name(ofSessionRule: cause.sessionRule), cause.isInUse ? "in use" : "idle",
    ]
    finding.help =
      isKept
      ? "set `lifetime` in `keep-me-signed-in`, or `reauthenticate` in the rule, to at most "
        + RouteWords.duration(limit)
      : cause.isInUse
        ? "set `lifetime` in `session-policy`, or `reauthenticate` in the rule, to at most "
          + RouteWords.duration(limit)
        : "set `idle` in `session-policy` to at most \(RouteWords.duration(limit))"
    return finding
  }

  /// Returns the time after which the session ends: one second after the oldest valid age.
  private func told(_ age: Duration) -> String { RouteWords.duration(age + .seconds(1)) }
}
