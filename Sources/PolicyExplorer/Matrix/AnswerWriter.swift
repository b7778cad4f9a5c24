import FlowHost
import OktaSimulator

/// Writes the explorations of an org as answers in a matrix.
struct AnswerWriter {
  let org: Org
  private let words: RouteWords
  private let people: OrgPeople
  private let isBuiltIn: Bool
  private let isMasked: Bool
  private let now: Duration

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - org: The org.
  ///   - people: The passwords and keys of the org's users.
  ///   - isBuiltIn: Whether the org is built in, so that flows don't have to name it.
  ///   - isMasked: Whether flows mask passwords and keys, because they are displayed.
  ///   - now: The time of the org in the explorations.
  init(
    _ org: Org, people: OrgPeople, isBuiltIn: Bool = false, isMasked: Bool = true, now: Duration
  ) {
    self.org = org
    words = RouteWords(org)
    self.people = people
    self.isBuiltIn = isBuiltIn
    self.isMasked = isMasked
    self.now = now
  }

  /// Creates a writer for an org that the command line names.
  init(_ found: OrgSource.Found, now: Duration) {
    self.init(
      found.org, people: OrgPeople(found.located), isBuiltIn: found.isBuiltIn, now: now)
  }

  /// An answer, and the route that shows it.
  struct Written {
    var answer: MatrixAnswer
    /// The weakest route or, if no route leads in, the route of a user who does everything right
    /// and is refused.
    var route: Route?
  }

  /// Returns the answer for an exploration.
  func write(_ exploration: Exploration) -> Written {
    let routes = write(Holdings.minimal(exploration.routes))
    let isComplete = exploration.isComplete
    if let weakest = routes.first {
      return Written(
        answer: MatrixAnswer(
          level: weakest.words.level, routes: routes.map(\.words), isComplete: isComplete),
        route: weakest.route)
    }
    let refused = exploration.routes.last(where: \.isStraight)
    guard isComplete else {
      return Written(answer: MatrixAnswer(level: .incomplete, isComplete: false), route: nil)
    }
    let isDenied = refused.map { org.isDenied(by: $0.ending) } ?? false
    return Written(
      answer: MatrixAnswer(
        level: isDenied ? .denied : .noWayIn,
        refusal: refused.map { words.outcome($0.ending) } ?? "no page is shown"),
      route: refused)
  }

  /// Returns routes in words, the weakest first.
  func write(_ routes: [Route]) -> [(route: Route, words: MatrixRoute)] {
    guard let start = routes.first?.start else { return [] }
    var replay = WalkReplay(Walk(org, start, now: now))
    return routes.map { route in (route, write(route, &replay)) }
      .sorted { MatrixRoute.isWeaker($0.words, than: $1.words) }
  }

  private func write(_ route: Route, _ replay: inout WalkReplay) -> MatrixRoute {
    let ending = route.ending
    return MatrixRoute(
      things: things(route), steps: words.way(replay.steps(of: route.way)),
      kinds: ending.askedKinds(by: route.start.entry), resistsPhishing: ending.resistsPhishing,
      earlier: unique(ending.uses.filter(\.isOfSession).map { words.name($0.method) }),
      rule: org.name(ofRule: ending.rule), sessionRule: org.name(ofSessionRule: ending.sessionRule),
      isEnough: ending.isEnough, length: route.way.count)
  }

  /// Returns the things that the user of a route needs.
  ///
  /// Each thing is listed once.
  private func things(_ route: Route) -> [String] {
    let ending = route.ending
    var things: [String] = []
    switch route.start.entry {
    case .activation: things.append("welcome link")
    case .recoveryLink: things.append("recovery link")
    case .identifier, .session: break
    }
    if route.way.contains(.startSignUp) { things.append("sign up") }
    if ending.isUnlocked { things.append("unlock") }
    if ending.isRecovered {
      let proved = ending.proved.map { words.name($0) }
      things.append("reset the password" + (proved.isEmpty ? "" : " by \(RouteWords.list(proved))"))
    }
    if let provider = ending.provider {
      things.append("identity provider \(org.name(ofProvider: provider))")
    }
    // The password comes first, as people usually write it.
    let methods = ending.asked.map(\.method)
    let rest = methods.filter { $0 != .password && !ending.proved.contains($0) }
      .map { words.name($0) }
    if ending.provider == nil, methods.contains(.password) {
      things.append(words.name(.password))
    }
    things += rest
    things += ending.enrolled.map { "enroll \($0.rawValue)" }
    return unique(things)
  }

  private func unique(_ words: [String]) -> [String] {
    var seen: Set<String> = []
    return words.filter { seen.insert($0).inserted }
  }

  // MARK: Witnesses

  /// Returns the flow of a route in the same form as `flow explore --write`; `nil` if no script can
  /// express it.
  func flow(_ route: Route) -> String? {
    // The server sends no page with such a refusal, so a flow can't expect it.
    let isByLink = [.activation, .recoveryLink].contains(route.start.entry)
    if isByLink, route.way.isEmpty, route.ending.outcome != .signedIn { return nil }
    let values = people.values(of: route.kind.logins.first)
    let script = RouteScript(route, of: org, as: isMasked ? values.masked : values, now: now)
    guard script.canBeWritten else { return nil }
    let steps = Walk(org, route.start, now: now).steps(of: route.way)
    return script.flow(
      named: "\(RouteWords.told(words.way(steps))): \(words.outcome(route.ending))",
      isBuiltIn: isBuiltIn)
  }
}
