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
  private let outcome: Outcome
  /// The rules that decide here, and those that decided in `outcome`; `nil` if they are the same.
  private let deciders: (old: WalkDeciders, new: WalkDeciders)?
  /// After a visit to another app, the index of the first user of the class that the users belong
  /// to without the visit.
  var base: Int?

  /// What the exploration found.
  ///
  /// Explorations with equal subjects share it. A large tenant has tens of thousands of them.
  private final class Outcome: Sendable {
    let endings: [(ending: WalkEnding, way: WalkGraph.Way)]
    /// The indices of the minimal endings.
    let ways: [Int]
    let unenrollable: Set<Authenticator>
    let states: Int
    let steps: Int
    let isComplete: Bool
    let points: [(point: OrgPoint, way: WalkGraph.Way)]
    let gained: [WalkGain]

    init(_ graph: WalkGraph, _ route: (WalkGraph.Way, WalkEnding) -> Route) {
      let all = graph.endings
      endings = all
      unenrollable = graph.unenrollable
      states = graph.states
      steps = graph.steps
      isComplete = graph.isComplete
      points = graph.points
      gained = graph.gained
      let successes = all.indices.filter { all[$0].ending.outcome == .signedIn }
      let needs = successes.map { route(all[$0].way, all[$0].ending).needs }
      ways = LeastNeeds.indices(of: needs).map { successes[$0] }
    }
  }

  init(
    _ kind: WalkKind, _ start: WalkStart, _ circumstance: WalkCircumstance?, _ graph: WalkGraph
  ) {
    self.kind = kind
    self.start = start
    self.circumstance = circumstance
    outcome = Outcome(graph) { Route(kind: kind, start: start, way: $0, ending: $1) }
    deciders = nil
  }

  /// Makes the exploration of an equal subject, with other rules.
  ///
  /// - Parameters:
  ///   - other: The exploration, of which `canMove` is true.
  ///   - kind: The class of users.
  ///   - start: The start.
  ///   - circumstance: The equivalent circumstances.
  ///   - deciders: The rules that decided in the other exploration, and those that decide here.
  init(
    _ other: Exploration, of kind: WalkKind, _ start: WalkStart, _ circumstance: WalkCircumstance?,
    deciders: (old: WalkDeciders, new: WalkDeciders)
  ) {
    self.kind = kind
    self.start = start
    self.circumstance = circumstance
    self.deciders = deciders
    outcome = other.outcome
  }

  /// Whether only the deciding rules decided at every ending, so that the exploration is the same
  /// with other names of the rules.
  func canMove(from deciders: WalkDeciders) -> Bool {
    outcome.endings.allSatisfy { $0.ending.isDecided(by: deciders) }
  }

  /// The shortest route to each ending.
  ///
  /// Shorter routes come first.
  package var routes: [Route] { outcome.endings.indices.map(route) }

  /// The minimal routes on which the user signs in.
  ///
  /// Shorter routes come first.
  package var ways: [Route] { outcome.ways.map(route) }

  private func route(_ index: Int) -> Route {
    var (ending, way) = outcome.endings[index]
    if let deciders { ending.move(from: deciders.old, to: deciders.new) }
    return Route(kind: kind, start: start, way: way, ending: ending)
  }

  /// The authenticators that the org asks the user to enroll but that can't be enrolled.
  package var unenrollable: Set<Authenticator> { outcome.unenrollable }
  package var states: Int { outcome.states }
  package var steps: Int { outcome.steps }
  package var isComplete: Bool { outcome.isComplete }
  /// The events in the org that the exploration can cause, each with the shortest path of acts to
  /// it; empty if they weren't recorded.
  package var points: [(point: OrgPoint, way: WalkGraph.Way)] { outcome.points }
  /// What the user can enroll, with the least that it needs; empty if it wasn't recorded.
  var gained: [WalkGain] { outcome.gained }

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
}

extension Exploration {
  /// The routes on which a user whose account is locked from the start unlocks it.
  ///
  /// Another user must first give wrong answers.
  var unlocks: [Route] {
    routes.filter { $0.ending.outcome == .unlocked && !$0.way.contains(.fail) }
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
