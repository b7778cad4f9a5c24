/// Divides cases into worlds, in which each circumstance such as a behavior holds or doesn't.
package enum CircumstanceWorlds {
  /// The maximum number of worlds.
  private static let most = 256

  /// A case with unknown conditions.
  private struct Part<Key: Hashable> {
    var index: Int
    var key: Key
    /// The circumstances that make a difference.
    var facts: [Assumption]

    /// Whether the case covers the whole world.
    func isCertain(_ known: [Assumption]) -> Bool {
      facts.allSatisfy { fact in known.contains { $0.isAbout(fact) } }
    }
  }

  /// Divides cases that differ only in facts of the org.
  ///
  /// A case is in several worlds if a circumstance makes no difference in it. A case without unknown
  /// conditions is a world of its own: nothing else can make a difference in its circumstances. So
  /// only cases with unknown conditions have to be divided.
  ///
  /// - Parameters:
  ///   - cases: The cases.
  ///   - facts: Returns the facts that make a difference in a case. Unknown conditions don't divide
  ///     cases.
  ///   - key: Returns a value that is equal for cases with the same result and the same unknown
  ///     conditions. If one of them covers a world, the others may be left out of it.
  /// - Returns: The cases of each world, and whether every world has its own list. If there are too
  ///   many worlds, some lists have the cases of several.
  package static func divide<Case, Key: Hashable>(
    _ cases: [Case], by facts: (Case) -> [Assumption], alike key: (Case) -> Key
  ) -> (worlds: [[Case]], isComplete: Bool) {
    var worlds: [[Int]] = []
    var all: [Part<Key>] = []
    for (index, one) in cases.enumerated() {
      let own = facts(one)
      if own.contains(where: \.isUnknown) {
        all.append(Part(index: index, key: key(one), facts: own.filter { !$0.isUnknown }))
      } else {
        worlds.append([index])
      }
    }
    var open = all.isEmpty ? [] : [(parts: all, known: [Assumption]())]
    var isComplete = true
    while let (parts, known) = open.popLast() {
      let left = settled(parts, known)
      let named = left.lazy.flatMap(\.facts).first { fact in
        !known.contains { $0.isAbout(fact) }
      }
      guard let named, worlds.count + open.count < cases.count + most else {
        if named != nil { isComplete = false }
        worlds.append(left.map(\.index))
        continue
      }
      for one in [named.opposite, named] where ![one].contradict(known) {
        let own = left.filter { ![one].contradict($0.facts) }
        if !own.isEmpty { open.append((own, known + [one])) }
      }
    }
    // A case whose worlds all have another case like it.
    let listed = Set(worlds.joined())
    for lost in all where !listed.contains(lost.index) {
      worlds.append(all.filter { !$0.facts.contradict(lost.facts) }.map(\.index))
    }
    return (worlds.map { $0.map { cases[$0] } }, isComplete)
  }

  /// Leaves out the cases that may cover a world, if a case like them covers it.
  private static func settled<Key>(
    _ parts: [Part<Key>], _ known: [Assumption]
  ) -> [Part<Key>] {
    let certain = parts.map { $0.isCertain(known) }
    let keys = Set(zip(parts, certain).filter(\.1).map(\.0.key))
    return zip(parts, certain).filter { $1 || !keys.contains($0.key) }.map(\.0)
  }
}
