package import OktaSimulator

/// The worlds that explorations distinguish, each with the answers to unknown facts that make a
/// difference there.
///
/// An unknown fact may have any answer in any world. So something certainly exists only if it exists
/// in one world with every answer; it may exist if it exists in one world with some answers.
package struct UnknownWorlds {
  /// A world with some answers to unknown facts.
  package struct Leaf {
    /// The index of the exploration.
    package let exploration: Int
    /// The circumstances in full.
    package let start: WalkStart
    /// The answers that make a difference.
    let assumptions: [Assumption]
  }

  /// The answers that a statement about explorations relies on.
  package struct Reliance {
    /// The answers that it needs; empty if it needs none.
    package var assumptions: [Assumption]
    /// A world in which the statement is true with these answers; `nil` if it is about all worlds.
    package var leaf: Leaf?
  }

  /// The leaves of each world; empty if the org has no unknown facts.
  private let worlds: [[Leaf]]

  /// Groups the explorations of an org by their worlds.
  package init(_ explorations: [Exploration], of org: Org) {
    guard org.hasUnknownFacts else {
      worlds = []
      return
    }
    var indices: [WalkStart: Int] = [:]
    var worlds: [[Leaf]] = []
    for (index, exploration) in explorations.enumerated() {
      for start in exploration.starts {
        let leaf = Leaf(
          exploration: index, start: start, assumptions: start.assumptions(in: org))
        let world = start.withoutAssumptions
        if let known = indices[world] {
          worlds[known].append(leaf)
        } else {
          indices[world] = worlds.count
          worlds.append([leaf])
        }
      }
    }
    self.worlds = worlds
  }

  /// Whether no answer makes a difference.
  package var isEmpty: Bool { worlds.allSatisfy { $0.allSatisfy(\.assumptions.isEmpty) } }

  /// Finds what a statement relies on if it is true when it is true in one world.
  ///
  /// Prefers the fewest answers, then the lowest cost.
  ///
  /// - Parameters:
  ///   - cost: The cost of a leaf for which the statement is true.
  ///   - isSo: Whether the statement is true with some answers.
  /// - Returns: The reliance; `nil` if the statement is true nowhere.
  package func reliance(
    cost: (Leaf) -> Int = { _ in 0 }, anywhere isSo: (Leaf) -> Bool
  ) -> Reliance? {
    var best: (reliance: Reliance, cost: Int)?
    var seen: Set<[Pattern]> = []
    for world in worlds {
      let truths = world.map(isSo)
      guard truths.contains(true) else { continue }
      let price = zip(world, truths).map { $1 ? cost($0) : .max }
      // Worlds that differ in nothing else need the same answers.
      guard seen.insert(UnknownWorlds.patterns(world, price)).inserted else { continue }
      let leaves = world.map(\.assumptions)
      for index in world.indices where truths[index] {
        let least = UnknownWorlds.least(of: index, among: leaves, truths)
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

  /// Finds what a statement relies on if it is true only when it is true in all worlds of some
  /// explorations.
  ///
  /// - Parameters:
  ///   - isMeant: Whether the statement is about a leaf.
  ///   - isSo: Whether the statement is true with some answers.
  /// - Returns: The reliance; `nil` if it is false in some world with any answers.
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

  /// The answers of a leaf without those that a statement doesn't need.
  ///
  /// - Parameters:
  ///   - index: The leaf, in which the statement is true.
  ///   - leaves: The answers of all leaves of the world.
  ///   - truths: Whether the statement is true in each of them.
  /// - Returns: The answers that it needs.
  static func least(
    of index: Int, among leaves: [[Assumption]], _ truths: [Bool]
  ) -> [Assumption] {
    var kept = leaves[index]
    for assumption in kept {
      let fewer = kept.filter { $0 != assumption }
      let isNeeded = leaves.indices.contains { !truths[$0] && !leaves[$0].contradict(fewer) }
      if !isNeeded { kept = fewer }
    }
    return kept
  }
}
