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

  /// What the person had to hold before it began.
  ///
  /// What was enrolled on the way isn't among it, and in place of a password that was reset there is
  /// what the reset required.
  package var holdings: Set<Holding> {
    var all = Set(
      ending.uses.filter(\.isHeld).map { Holding.method($0.method, $0.traits, $0.isOfSession) })
    all.formUnion(ending.proved.map { .method($0, $0.traits, false) })
    if let provider = ending.provider { all.insert(.provider(provider)) }
    if start.entry == .activation || start.entry == .recoveryLink { all.insert(.link) }
    if start.isRemembered { all.insert(.device) }
    return all
  }

  /// Something that a person holds.
  package enum Holding: Sendable, Hashable {
    /// What a verification takes, and whether an open session stands for it.
    case method(Method, Traits, Bool)
    /// An account at an identity provider, by index.
    case provider(Int)
    /// The link of a welcome mail, or of a recovery mail.
    case link
    /// A device that is remembered.
    case device
  }

  /// Whether it proves less than another route: fewer kinds of factors, then nothing that resists
  /// phishing, then fewer things.
  package func isWeaker(than other: Route) -> Bool {
    weight.lexicographicallyPrecedes(other.weight)
  }

  private var weight: [Int] {
    let resists = ending.uses.contains {
      $0.isHeld && $0.traits.isSuperset(of: .phishingResistant)
    }
    return [ending.heldKinds, resists ? 1 : 0, holdings.count, way.count]
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

  /// The routes to success that a person is told, the weakest first: `ways`, and those than which no
  /// other needs less to be held before.
  package var toldWays: [Route] {
    let successes = routes.filter { $0.ending.outcome == .signedIn }
    let holdings = successes.map(\.holdings)
    var first: Set<Set<Route.Holding>> = []
    var told = ways
    let known = Set(ways.map(\.ending))
    for (index, own) in holdings.enumerated()
    where !known.contains(successes[index].ending) && first.insert(own).inserted
      && !holdings.contains(where: { $0.isStrictSubset(of: own) })
      && !ways.contains(where: { $0.holdings == own })
    {
      told.append(successes[index])
    }
    return told.enumerated().sorted { one, other in
      if one.element.isWeaker(than: other.element) { return true }
      return !other.element.isWeaker(than: one.element) && one.offset < other.offset
    }.map(\.element)
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
