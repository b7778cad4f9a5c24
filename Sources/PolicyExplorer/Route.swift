package import OktaSimulator
package import SimulatorKit

/// A path through an org: its user, the circumstances, the acts and the ending.
package struct Route: Sendable {
  package var kind: WalkKind
  package var start: WalkStart
  package var way: WalkGraph.Way
  package var ending: WalkEnding

  /// The needs of the route: what the person must have, do or reset to reach its ending.
  ///
  /// Sign-in routes of one exploration are compared if they use the same provider. A route is
  /// minimal unless the needs of another route are a proper subset.
  package var needs: Needs {
    Needs(
      uses: Set(
        ending.uses.map { Needs.Use(method: $0.method, traits: $0.traits, $0.isOfSession) }),
      enrolled: Set(ending.enrolled), proved: Set(ending.isRecovered ? ending.proved : []),
      isRecovered: ending.isRecovered, isUnlocked: ending.isUnlocked, provider: ending.provider)
  }

  /// The order of weakness: fewer kinds of factors come first, then none that resist phishing, then
  /// fewer things, then fewer acts.
  fileprivate var weight: [Int] {
    [
      ending.askedKinds(by: start.entry), ending.resistsPhishing ? 1 : 0, Holdings(ending).count,
      way.count,
    ]
  }

  /// Whether the route contains no wrong answer, no recovery and no unlock.
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

/// A finished exploration of one person under one set of circumstances.
package struct Exploration: Sendable {
  package var kind: WalkKind
  package var start: WalkStart
  /// The equivalent circumstances; `nil` if they aren't known.
  private let circumstance: WalkCircumstance?
  /// Every ending with its shortest route, the nearest first.
  package var routes: [Route]
  /// The authenticators that the org asks for, and that can't be enrolled.
  package var unenrollable: Set<Authenticator>
  package var states: Int
  package var steps: Int
  package var isComplete: Bool
  /// The minimal routes to success, the nearest first.
  package let ways: [Route]
  /// The points of the org that the exploration reaches, each with the shortest way to it; empty if
  /// they weren't requested.
  package let points: [(point: OrgPoint, way: WalkGraph.Way)]

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
  }

  /// The number of circumstances that this exploration represents.
  package var circumstances: Int { circumstance?.count ?? 1 }

  /// The equivalent starts, beginning with the explored one.
  package var starts: [WalkStart] { circumstance?.starts(like: start) ?? [start] }

  /// The equivalent starts whose circumstances must be listed.
  package var toldStarts: [WalkStart] { circumstance?.toldStarts(like: start) ?? [start] }

  /// The listed routes to success, the weakest first: `ways`, and the routes that need the fewest
  /// previous methods, such as recoveries.
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

extension [Exploration] {
  /// The explorations of each class of users, which are adjacent.
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
