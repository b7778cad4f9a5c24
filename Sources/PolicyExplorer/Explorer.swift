package import OktaSimulator

/// Explores an org: every class of users that it distinguishes, in all circumstances that its
/// policies distinguish.
package struct Explorer: Sendable {
  package let org: Org
  /// The maximum number of states of one exploration.
  package var statesMax = statesUsual
  /// The logins of the users to explore; empty for all users.
  package var users: Set<String> = []
  /// Whether to record the events in the org on each route.
  package var notesPoints = false
  /// The questions in claims.
  ///
  /// The questions distinguish circumstances in addition to the policies.
  package var asked: [WalkQuestion] = []
  /// The time of the org since the start of 1970, UTC.
  package let now: Duration

  /// The default of `statesMax`.
  package static let statesUsual = 200_000

  package init(_ org: Org, now: Duration) {
    self.org = org
    self.now = now
  }

  /// Lists the explorations to run, in the order of the settings.
  ///
  /// - Parameter goesOn: Called regularly. Returns whether to continue.
  /// - Returns: The start of each exploration, and whether they cover everything that the policies
  ///   distinguish.
  package func plan(while goesOn: () -> Bool = { true }) -> (
    starts: [(kind: WalkKind, start: WalkStart, circumstance: WalkCircumstance)],
    isComplete: Bool
  ) {
    var starts: [(kind: WalkKind, start: WalkStart, circumstance: WalkCircumstance)] = []
    let contexts = org.walkContexts(asked: asked)
    var isComplete = contexts.isComplete
    for kind in org.walkKinds
    where users.isEmpty || kind.logins.contains(where: users.contains) {
      for entry in org.walkEntries(of: kind) {
        let circumstances = org.walkCircumstances(
          of: kind, by: entry, in: contexts, now: now, notes: notesPoints, while: goesOn)
        guard let circumstances else { return (starts, false) }
        isComplete = isComplete && circumstances.isComplete
        for circumstance in circumstances.all {
          starts.append((kind, org.walkStart(kind, entry, circumstance), circumstance))
          guard org.remembersDevices, entry.mayBeRemembered, kind.index != nil else { continue }
          starts.append(
            (
              kind, org.walkStart(kind, entry, circumstance, isRemembered: true), circumstance
            ))
        }
      }
    }
    return (starts, isComplete)
  }

  /// Runs an exploration.
  ///
  /// `circumstance` is necessary only to know the equivalent circumstances.
  package func explore(
    _ kind: WalkKind, _ start: WalkStart, _ circumstance: WalkCircumstance? = nil,
    while goesOn: () -> Bool = { true }
  ) -> Exploration {
    Exploration(
      kind, start, circumstance,
      WalkGraph(
        Walk(org, start, now: now), statesMax: statesMax, notes: notesPoints, while: goesOn))
  }

  /// Finds a route that begins with given acts.
  ///
  /// If possible, the route ends with a successful sign-in, and otherwise with the nearest end.
  ///
  /// - Parameters:
  ///   - kind: The class of users.
  ///   - start: The start of the route.
  ///   - way: The first acts of the route.
  ///   - goesOn: Called before each act. Returns whether to continue the search.
  /// - Returns: The route; `nil` if the acts lead to no end, or if no route was found in time.
  package func route(
    _ kind: WalkKind, _ start: WalkStart, by way: WalkGraph.Way,
    while goesOn: () -> Bool = { true }
  ) -> Route? {
    let walk = Walk(org, start, now: now)
    guard var position = walk.first else { return nil }
    for act in way { position = walk.take(act, at: position) }
    func route(_ rest: WalkGraph.Way, _ ending: WalkEnding) -> Route {
      Route(kind: kind, start: start, way: way + rest, ending: ending)
    }
    if position.isOver || position.refusal != nil, let ending = walk.ending(at: position) {
      return route([], ending)
    }
    let endings = WalkGraph(
      walk, from: position, statesMax: Explorer.restMax, while: goesOn
    ).endings
    let ending = endings.first { $0.ending.outcome == .signedIn } ?? endings.first
    return ending.map { route($0.way, $0.ending) }
  }

  /// The maximum number of states to explore for the rest of a route.
  private static let restMax = 2_000
}
