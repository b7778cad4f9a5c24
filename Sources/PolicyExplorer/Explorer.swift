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
  /// Whether to record what users can enroll.
  package var notesGains = false
  /// The users of the org; `nil` to group them when they are needed.
  ///
  /// The apps of an org share them.
  package var alike: AlikeUsers?
  /// The time of the org since the start of 1970, UTC.
  package let now: Duration

  /// The default of `statesMax`.
  package static let statesUsual = 200_000

  package init(_ org: Org, now: Duration) {
    self.org = org
    self.now = now
  }

  /// An exploration to run: the class of users, the start and the circumstances.
  package struct Planned {
    package var kind: WalkKind
    package var start: WalkStart
    /// The equivalent circumstances; `nil` if they weren't determined.
    package var circumstance: WalkCircumstance?
    /// After a visit to another app, the index of the first user of the class that the users belong
    /// to without the visit.
    var base: Int?

    /// The starts in all equivalent circumstances.
    package var starts: [WalkStart] { circumstance?.starts(like: start) ?? [start] }
  }

  /// Lists the explorations to run, in the order of the settings.
  ///
  /// - Parameter goesOn: Called regularly. Returns whether to continue.
  /// - Returns: The classes of users, the explorations, and whether they cover everything that the
  ///   policies distinguish.
  package func plan(
    while goesOn: () -> Bool = { true }
  ) -> (kinds: [WalkKind], starts: [Planned], isComplete: Bool) {
    let kinds = alike.map(org.walkKinds) ?? org.walkKinds
    let contexts = org.walkContexts(asked: asked)
    var planned: [Planned] = []
    var isComplete = contexts.isComplete
    for kind in kinds where users.isEmpty || kind.logins.contains(where: users.contains) {
      for entry in org.walkEntries(of: kind) {
        guard let own = plan(kind, entry, contexts, while: goesOn) else {
          return (kinds, planned, false)
        }
        planned += own.starts
        isComplete = isComplete && own.isComplete
      }
    }
    return (kinds, planned, isComplete)
  }

  /// Lists the explorations of users after earlier sign-ins to other apps.
  ///
  /// - Parameters:
  ///   - visits: The visits.
  ///   - goesOn: Called regularly. Returns whether to continue.
  /// - Returns: The explorations, and whether they cover everything that the policies distinguish.
  func plan(
    after visits: [AppVisits.Found], while goesOn: () -> Bool
  ) -> (starts: [Planned], isComplete: Bool) {
    let contexts = org.walkContexts(asked: asked)
    var planned: [Planned] = []
    var isComplete = contexts.isComplete
    for found in visits {
      // The links in mails lead to the same app, and they aren't valid after the visit.
      for entry in org.walkEntries(of: found.kind)
      where [.identifier, .session].contains(entry) {
        guard var own = plan(found.kind, entry, contexts, while: goesOn) else {
          return (planned, false)
        }
        for index in own.starts.indices {
          own.starts[index].start.visit = found.visit
          own.starts[index].base = found.base
        }
        planned += own.starts
        isComplete = isComplete && own.isComplete
      }
    }
    return (planned, isComplete)
  }

  private func plan(
    _ kind: WalkKind, _ entry: WalkStart.Entry, _ contexts: WalkContexts, while goesOn: () -> Bool
  ) -> (starts: [Planned], isComplete: Bool)? {
    let circumstances = org.walkCircumstances(
      of: kind, by: entry, in: contexts, now: now, notes: notesPoints, while: goesOn)
    guard let circumstances else { return nil }
    var planned: [Planned] = []
    for circumstance in circumstances.all {
      let start = org.walkStart(kind, entry, circumstance)
      planned.append(Planned(kind: kind, start: start, circumstance: circumstance))
      // Most circumstances are without a code, so these come first.
      let canBeGivenCode = circumstance.starts(like: start).contains(where: org.canBeGivenCode)
      let codes = canBeGivenCode ? [false, true] : [false]
      let remembers = org.remembersDevices && entry.mayBeRemembered && kind.index != nil
      for isRemembered in remembers ? [false, true] : [false] {
        for isGivenCode in codes where isRemembered || isGivenCode {
          planned.append(
            Planned(
              kind: kind,
              start: org.walkStart(
                kind, entry, circumstance, isRemembered: isRemembered, isGivenCode: isGivenCode),
              circumstance: circumstance))
        }
      }
    }
    return (planned, circumstances.isComplete)
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
        Walk(org, start, now: now), statesMax: statesMax, notes: notesPoints,
        notesGains: notesGains, while: goesOn))
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
    if position.isOver || position.refusal != nil || position.hasUnlocked,
      let ending = walk.ending(at: position)
    {
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
