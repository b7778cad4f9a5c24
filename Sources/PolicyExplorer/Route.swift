package import OktaSimulator
package import SimulatorKit

/// A way through an org that it allows: who goes it, under what circumstances, what they do, and how
/// it ends.
package struct Route: Sendable {
  package var kind: WalkKind
  package var start: WalkStart
  package var way: WalkGraph.Way
  package var ending: WalkEnding

  /// What the route takes: what the person has to have, do or set anew for it to end as it does.
  ///
  /// Of two routes of the same person that end alike, one that takes less tells all.
  package var needs: Needs {
    Needs(
      uses: Set(
        ending.uses.map { Needs.Use(method: $0.method, traits: $0.traits, $0.isOfSession) }),
      enrolled: Set(ending.enrolled), proved: Set(ending.isRecovered ? ending.proved : []),
      isRecovered: ending.isRecovered, isUnlocked: ending.isUnlocked, provider: ending.provider)
  }

  /// How weak the route is: fewer kinds of factors come first, then none that resist phishing, then
  /// fewer things, then fewer acts.
  fileprivate var weight: [Int] {
    [
      ending.askedKinds(by: start.entry), ending.resistsPhishing ? 1 : 0, Holdings(ending).count,
      way.count,
    ]
  }

  /// Whether nothing of it is done wrongly, and nothing is recovered or unlocked on the way.
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

/// One person's walk under one set of circumstances, done.
package struct Exploration: Sendable {
  package var kind: WalkKind
  package var start: WalkStart
  /// What else comes to the same; `nil` where that isn't known.
  private let circumstance: WalkCircumstance?
  /// Every ending with its shortest way, the nearest first.
  package var routes: [Route]
  /// What nobody could enrol who was asked to.
  package var unenrollable: Set<Authenticator>
  package var states: Int
  package var steps: Int
  package var isComplete: Bool
  /// The routes to success of which none takes more than another, the nearest first.
  package let ways: [Route]
  /// What the org does in the walk, each with the shortest way to it, where that was asked for.
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

  /// How many circumstances are told of by this one.
  package var circumstances: Int { circumstance?.count ?? 1 }

  /// The ways to begin that come to the same, that of the walk first.
  package var starts: [WalkStart] { circumstance?.starts(like: start) ?? [start] }

  /// Those of them whose circumstances have to be told.
  package var toldStarts: [WalkStart] { circumstance?.toldStarts(like: start) ?? [start] }

  /// The routes to success that are listed, the weakest first: `ways`, and the routes that need the
  /// least to be held before, such as those of a recovery.
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
  /// The walks of each kind of people, which stand one after the other.
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
