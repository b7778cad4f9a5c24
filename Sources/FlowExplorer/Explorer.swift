package import FlowSimulator

/// Walks an org as every kind of person that it can tell from another, under all circumstances that its
/// policies look at.
package struct Explorer: Sendable {
  package let org: Org
  /// How many positions are kept of one walk.
  package var statesMax = statesUsual
  /// The logins of the people to walk as; empty for everybody.
  package var users: Set<String> = []
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
  /// - Returns: the walks, and whether these are all that the policies tell apart.
  package func plan() -> (
    starts: [(kind: WalkKind, start: WalkStart, count: Int)], isComplete: Bool
  ) {
    var starts: [(kind: WalkKind, start: WalkStart, count: Int)] = []
    var isComplete = true
    for kind in org.walkKinds
    where users.isEmpty || kind.logins.contains(where: users.contains) {
      for entry in org.walkEntries(of: kind) {
        let circumstances = org.walkCircumstances(of: kind, by: entry)
        isComplete = isComplete && circumstances.isComplete
        for circumstance in circumstances.all {
          starts.append(
            (kind, org.walkStart(kind, entry, circumstance), circumstance.count))
          guard org.remembersDevices, entry == .identifier, kind.index != nil else { continue }
          starts.append(
            (
              kind, org.walkStart(kind, entry, circumstance, isRemembered: true),
              circumstance.count
            ))
        }
      }
    }
    return (starts, isComplete)
  }

  /// Walks one of them.
  package func explore(
    _ kind: WalkKind, _ start: WalkStart, count: Int, while goesOn: () -> Bool = { true }
  ) -> Exploration {
    Exploration(
      kind, start, count: count,
      WalkGraph(Walk(org, start, now: now), statesMax: statesMax, while: goesOn))
  }
}
