package import OktaSimulator

/// Walks an org as every kind of person that it can tell from another, under all circumstances that its
/// policies look at.
package struct Explorer: Sendable {
  package let org: Org
  /// How many positions are kept of one walk.
  package var statesMax = statesUsual
  /// The logins of the people to walk as; empty for everybody.
  package var users: Set<String> = []
  /// Whether it is noted on which ways the org does what.
  package var notesPoints = false
  /// What is to tell circumstances apart besides the policies: what claims ask of them.
  package var asked: [WalkQuestion] = []
  /// The time of the org since the start of 1970, UTC.
  package let now: Duration

  /// How many positions are kept where nobody says otherwise.
  package static let statesUsual = 200_000

  package init(_ org: Org, now: Duration) {
    self.org = org
    self.now = now
  }

  /// What will be walked, in the order of the settings.
  ///
  /// - Parameter goesOn: asked now and then whether to go on.
  /// - Returns: the walks, and whether these are all that the policies tell apart.
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

  /// Walks one of them; the circumstance is what else comes to the same, where that matters.
  package func explore(
    _ kind: WalkKind, _ start: WalkStart, _ circumstance: WalkCircumstance? = nil,
    while goesOn: () -> Bool = { true }
  ) -> Exploration {
    Exploration(
      kind, start, circumstance,
      WalkGraph(
        Walk(org, start, now: now), statesMax: statesMax, notes: notesPoints, while: goesOn))
  }

  /// A route that begins with a way: it goes on to where somebody gets in, or else to the nearest end.
  ///
  /// - Parameters:
  ///   - kind: The class of users.
  ///   - start: Where the route starts.
  ///   - way: The acts that it begins with.
  ///   - goesOn: Asked before each act whether to look on for the rest of the route.
  /// - Returns: The route; `nil` if the way comes to no end, or none was found in time.
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

  /// How many positions are looked at for the rest of a route.
  private static let restMax = 2_000
}
