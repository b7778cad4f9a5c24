package import OktaSimulator

/// Groups explorations by their circumstances without assumptions, called worlds.
///
/// An unknown condition may hold or not hold in any world. So a result is certain only if one world
/// has it under every assumption. A result is possible if one world has it under some assumptions.
package struct UnknownWorlds {
  /// A world with some assumptions about unknown facts.
  package struct Leaf {
    /// The index of the exploration.
    package let exploration: Int
    /// The circumstances, including the assumptions.
    package let start: WalkStart
    /// The facts that make a difference, including circumstances such as behaviors.
    fileprivate let facts: [Assumption]
    /// The assumptions that make a difference.
    let assumptions: [Assumption]

    fileprivate init(exploration: Int, start: WalkStart, in org: Org) {
      self.exploration = exploration
      self.start = start
      facts = start.facts(in: org)
      assumptions = facts.unknown
    }
  }

  /// The assumptions under which a statement about explorations is true.
  package struct Reliance {
    /// The assumptions; empty if the statement needs none.
    package var assumptions: [Assumption]
    /// A leaf in which the statement is true under these assumptions; `nil` if the statement is
    /// about all worlds.
    package var leaf: Leaf?
  }

  /// The leaves of each world; empty if the org has no unknown facts.
  private let worlds: [[Leaf]]
  /// Whether every world was judged, although there may be many.
  let isComplete: Bool

  /// Groups the explorations of an org by world.
  package init(_ explorations: [Exploration], of org: Org) {
    let visits = explorations.compactMap(\.start.visit)
    guard org.hasUnknownFacts || visits.contains(where: { !$0.assumptions.isEmpty }) else {
      worlds = []
      isComplete = true
      return
    }
    var indices: [WalkStart: Int] = [:]
    var worlds: [[Leaf]] = []
    for (index, exploration) in explorations.enumerated() {
      for start in exploration.starts {
        let leaf = Leaf(exploration: index, start: start, in: org)
        let world = start.withoutFacts
        if let known = indices[world] {
          worlds[known].append(leaf)
        } else {
          indices[world] = worlds.count
          worlds.append([leaf])
        }
      }
    }
    let divided = worlds.map {
      CircumstanceWorlds.divide(
        $0, by: \.facts,
        alike: { Pattern(assumptions: $0.assumptions, value: $0.exploration) })
    }
    self.worlds = divided.flatMap(\.worlds)
    isComplete = divided.allSatisfy(\.isComplete)
  }

  /// Whether no assumption makes a difference.
  package var isEmpty: Bool { worlds.allSatisfy { $0.allSatisfy(\.assumptions.isEmpty) } }

  /// Finds the assumptions under which a statement is true in at least one world.
  ///
  /// The result has the fewest assumptions, and among these the lowest cost.
  ///
  /// - Parameters:
  ///   - cost: Returns the cost of a leaf in which the statement is true.
  ///   - isSo: Returns whether the statement is true in a leaf.
  /// - Returns: The assumptions, and the leaf in which the statement is true; `nil` if it is true
  ///   nowhere.
  package func reliance(
    cost: (Leaf) -> Int = { _ in 0 }, anywhere isSo: (Leaf) -> Bool
  ) -> Reliance? {
    var best: (reliance: Reliance, cost: Int)?
    var seen: Set<[Pattern]> = []
    for world in worlds {
      let truths = world.map(isSo)
      guard truths.contains(true) else { continue }
      let price = zip(world, truths).map { $1 ? cost($0) : .max }
      // Worlds with the same assumptions and costs give the same result.
      guard seen.insert(UnknownWorlds.patterns(world, price)).inserted else { continue }
      let leaves = world.map(\.assumptions)
      for index in world.indices where truths[index] {
        // An earlier sign-in always needs its assumptions.
        let least = UnknownWorlds.least(of: index, among: leaves, truths)
          .adding(world[index].start.visit?.assumptions ?? [])
        let isBetter = best.map {
          (least.count, price[index]) < ($0.reliance.assumptions.count, $0.cost)
        }
        if isBetter ?? true {
          best = (Reliance(assumptions: least, leaf: world[index]), price[index])
        }
      }
    }
    return best?.reliance
  }

  /// Finds the assumptions under which a statement is true in all worlds of some explorations.
  ///
  /// - Parameters:
  ///   - isMeant: Returns whether the statement is about a leaf.
  ///   - isSo: Returns whether the statement is true in a leaf.
  /// - Returns: The assumptions; `nil` if the statement is false in some world under every
  ///   assumption.
  package func reliance(
    of isMeant: (Leaf) -> Bool, everywhere isSo: (Leaf) -> Bool
  ) -> Reliance? {
    var all: [Assumption] = []
    var seen: Set<[Pattern]> = []
    for world in worlds.map({ $0.filter(isMeant) }) where !world.isEmpty {
      let truths = world.map(isSo)
      guard truths.contains(true) else { return nil }
      guard seen.insert(UnknownWorlds.patterns(world, truths.map { $0 ? 1 : 0 })).inserted else {
        continue
      }
      let leaves = world.map(\.assumptions)
      let least = world.indices.filter { truths[$0] }
        .map { UnknownWorlds.least(of: $0, among: leaves, truths) }.min { $0.count < $1.count }
      for assumption in least ?? [] where !all.contains(assumption) { all.append(assumption) }
    }
    return Reliance(assumptions: all)
  }

  // MARK: The least answers

  /// The properties of a leaf that matter to a statement.
  private struct Pattern: Hashable {
    var assumptions: [Assumption]
    var value: Int
  }

  private static func patterns(_ world: [Leaf], _ values: [Int]) -> [Pattern] {
    zip(world, values).map { Pattern(assumptions: $0.assumptions, value: $1) }
  }

  /// Returns only the assumptions of a leaf that a statement needs.
  ///
  /// - Parameters:
  ///   - index: The index of the leaf, in which the statement is true.
  ///   - leaves: The assumptions of all leaves of the world, and their circumstances.
  ///   - truths: Whether the statement is true in each leaf.
  /// - Returns: The assumptions that the statement needs in the leaf's circumstances.
  static func least(
    of index: Int, among leaves: [[Assumption]], _ truths: [Bool]
  ) -> [Assumption] {
    var kept = leaves[index]
    for assumption in kept.unknown {
      let fewer = kept.filter { $0 != assumption }
      let isNeeded = leaves.indices.contains { !truths[$0] && !leaves[$0].contradict(fewer) }
      if !isNeeded { kept = fewer }
    }
    return kept.unknown
  }
}
