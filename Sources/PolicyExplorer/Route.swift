package import OktaSimulator
package import SimulatorKit

/// A path through an org: the class of users, the circumstances, the acts and the ending.
package struct Route: Sendable {
  package var kind: WalkKind
  package var start: WalkStart
  package var way: WalkGraph.Way
  package var ending: WalkEnding

  /// What the route requires: what the user verifies, enrolls, resets or unlocks.
  ///
  /// A route is minimal if no other route's needs are a proper subset. Only routes of the same
  /// exploration and with the same identity provider are compared.
  package var needs: Needs {
    Needs(
      uses: Set(
        ending.uses.map { Needs.Use(method: $0.method, traits: $0.traits, $0.isOfSession) }),
      enrolled: Set(ending.enrolled), proved: Set(ending.isRecovered ? ending.proved : []),
      isRecovered: ending.isRecovered, isUnlocked: ending.isUnlocked, provider: ending.provider)
  }

  /// A key that sorts routes by weakness.
  ///
  /// The criteria are, in order: fewer kinds of factors, no phishing resistance, fewer things that
  /// the user must have, and fewer acts.
  fileprivate var weight: [Int] {
    [
      ending.askedKinds(by: start.entry), ending.resistsPhishing ? 1 : 0, Holdings(ending).count,
      way.count,
    ]
  }

  /// Whether the route has no wrong answer, no recovery and no unlock.
  package var isStraight: Bool {
    !way.contains { [.fail, .startUnlock, .recover].contains($0) }
  }

  package struct Needs: Sendable, Hashable {
    package struct Use: Sendable, Hashable {
      package var method: Method
      package var traits: Traits
      package var isOfSession: Bool

      init(method: Method, traits: Traits, _ isOfSession: Bool) {
        self.method = method
        self.traits = traits
        self.isOfSession = isOfSession
      }
    }

    package var uses: Set<Use>
    package var enrolled: Set<Authenticator>
    package var proved: Set<Method>
    package var isRecovered: Bool
    package var isUnlocked: Bool
    package var provider: Int?
  }
}

/// The result of exploring an org as one class of users under one set of circumstances.
package struct Exploration: Sendable {
  package var kind: WalkKind
  package var start: WalkStart
  /// The equivalent circumstances; `nil` if they weren't determined.
  private let circumstance: WalkCircumstance?
  /// The shortest route to each ending.
  ///
  /// Shorter routes come first.
  package var routes: [Route]
  /// The authenticators that the org asks the user to enroll but that can't be enrolled.
  package var unenrollable: Set<Authenticator>
  package var states: Int
  package var steps: Int
  package var isComplete: Bool
  /// The minimal routes on which the user signs in.
  ///
  /// Shorter routes come first.
  package let ways: [Route]
  /// The events in the org that the exploration can cause, each with the shortest path of acts to
  /// it; empty if they weren't recorded.
  package let points: [(point: OrgPoint, way: WalkGraph.Way)]
  /// What the user can enroll, with the least that it needs; empty if it wasn't recorded.
  let gained: [WalkGain]
  /// After a visit to another app, the index of the first user of the class that the users belong
  /// to without the visit.
  var base: Int?

  init(
    _ kind: WalkKind, _ start: WalkStart, _ circumstance: WalkCircumstance?, _ graph: WalkGraph
  ) {
    self.kind = kind
    self.start = start
    self.circumstance = circumstance
    unenrollable = graph.unenrollable
    states = graph.states
    steps = graph.steps
    isComplete = graph.isComplete
    routes = graph.endings.map {
      Route(kind: kind, start: start, way: $0.way, ending: $0.ending)
    }
    ways = Exploration.ways(among: routes)
    points = graph.points
    gained = graph.gained
  }

  /// Makes the exploration of an equal subject, with other rules.
  ///
  /// Returns `nil` if another rule than the deciding one decided at an ending.
  init?(
    _ other: Exploration, of kind: WalkKind, _ start: WalkStart, _ circumstance: WalkCircumstance?,
    deciders: (old: WalkDeciders, new: WalkDeciders)
  ) {
    var isAlike = true
    func moved(_ route: Route) -> Route {
      let ending = route.ending.moved(from: deciders.old, to: deciders.new)
      isAlike = isAlike && ending != nil
      return Route(kind: kind, start: start, way: route.way, ending: ending ?? route.ending)
    }
    self.kind = kind
    self.start = start
    self.circumstance = circumstance
    unenrollable = other.unenrollable
    states = other.states
    steps = other.steps
    isComplete = other.isComplete
    routes = other.routes.map(moved)
    ways = other.ways.map(moved)
    points = other.points
    gained = other.gained
    guard isAlike else { return nil }
  }

  /// The number of equivalent circumstances.
  package var circumstances: Int { circumstance?.count ?? 1 }

  /// The starts in all equivalent circumstances, the explored one first.
  package var starts: [WalkStart] { circumstance?.starts(like: start) ?? [start] }

  /// The equivalent starts that a report must list.
  package var toldStarts: [WalkStart] { circumstance?.toldStarts(like: start) ?? [start] }

  /// The routes on which the user signs in that a report lists, the weakest first.
  ///
  /// These are `ways` and the routes for which the user must have had the least before, such as
  /// recoveries.
  package var toldWays: [Route] {
    let known = Set(ways.map(\.ending))
    let told = ways + Holdings.minimal(routes).filter { !known.contains($0.ending) }
    return told.map { (route: $0, weight: $0.weight) }.enumerated().sorted { one, other in
      one.element.weight == other.element.weight
        ? one.offset < other.offset
        : one.element.weight.lexicographicallyPrecedes(other.element.weight)
    }.map(\.element.route)
  }

  private static func ways(among routes: [Route]) -> [Route] {
    let successes = routes.filter { $0.ending.outcome == .signedIn }
    return LeastNeeds.indices(of: successes.map(\.needs)).map { successes[$0] }
  }
}

/// The explorations after visits to other apps.
struct Revisits {
  private let byBase: [Int?: [Exploration]]

  init(_ explorations: [Exploration]) {
    byBase = Dictionary(
      grouping: explorations.filter { $0.start.visit?.assumptions.isEmpty == true }, by: \.base)
  }

  /// Whether each user of a class has an exploration that meets a condition.
  func cover(_ kind: WalkKind, where isSo: (Exploration) -> Bool) -> Bool {
    guard let index = kind.index, let own = byBase[index] else { return false }
    var left = Set(kind.logins)
    for exploration in own where isSo(exploration) { left.subtract(exploration.kind.logins) }
    return left.isEmpty
  }
}

extension [Exploration] {
  /// The explorations, grouped by class of users.
  ///
  /// Explorations of the same class must be adjacent.
  package var byKind: [(kind: WalkKind, explorations: [Exploration])] {
    var kinds: [(kind: WalkKind, explorations: [Exploration])] = []
    for exploration in self {
      if kinds.last?.kind == exploration.kind {
        kinds[kinds.count - 1].explorations.append(exploration)
      } else {
        kinds.append((exploration.kind, [exploration]))
      }
    }
    return kinds
  }
}
