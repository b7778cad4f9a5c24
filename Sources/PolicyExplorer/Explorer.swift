package import OktaSimulator

/// Explores an org as every class of users that it distinguishes, under all circumstances that its
/// policies check.
package struct Explorer: Sendable {
  package let org: Org
  /// The maximum number of states of one exploration.
  package var statesMax = statesUsual
  /// The logins of the users to explore; empty for all users.
  package var users: Set<String> = []
  /// Whether to record what the org does on each route.
  package var notesPoints = false
  /// The questions of claims, which distinguish circumstances in addition to the policies.
  package var asked: [WalkQuestion] = []
  /// The time of the org since the start of 1970, UTC.
  package let now: Duration

  /// The default of `statesMax`.
  package static let statesUsual = 200_000

  package init(_ org: Org, now: Duration) {
    self.org = org
    self.now = now
  }

  /// Plans the explorations, in the order of the settings.
  ///
  /// - Parameter goesOn: Called now and then; returns whether to go on.
  /// - Returns: The planned explorations, and whether they are all that the policies distinguish.
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

  /// Runs one exploration.
  ///
  /// The circumstance lists the equivalent contexts, if they matter.
  package func explore(
    _ kind: WalkKind, _ start: WalkStart, _ circumstance: WalkCircumstance? = nil,
    while goesOn: () -> Bool = { true }
  ) -> Exploration {
    Exploration(
      kind, start, circumstance,
      WalkGraph(
        Walk(org, start, now: now), statesMax: statesMax, notes: notesPoints, while: goesOn))
  }

  /// Finds a route that begins with some acts.
  ///
  /// It continues to a sign-in, or else to the nearest end.
  ///
  /// - Parameters:
  ///   - kind: The class of users.
  ///   - start: Where the route starts.
  ///   - way: The acts that it begins with.
  ///   - goesOn: Called before each act; returns whether to continue the search.
  /// - Returns: The route; `nil` if the acts lead to no end, or no route was found in time.
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

  /// The maximum number of states in a search for the rest of a route.
  private static let restMax = 2_000
}
