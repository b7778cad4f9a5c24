/// Divides cases into worlds, in which each circumstance such as a behavior holds or doesn't.
package enum CircumstanceWorlds {
  /// The maximum number of worlds.
  private static let most = 256

  /// Divides cases that differ only in facts of the org.
  ///
  /// A case is in several worlds if a circumstance makes no difference in it.
  ///
  /// - Parameters:
  ///   - cases: The cases.
  ///   - facts: Returns the facts that make a difference in a case. Unknown conditions don't divide
  ///     cases.
  /// - Returns: The cases of each world.
  package static func divide<Case>(
    _ cases: [Case], by facts: (Case) -> [Assumption]
  ) -> [[Case]] {
    let all = cases.map { (case: $0, facts: facts($0).filter { !$0.isUnknown }) }
    var open = [(cases: all, known: [Assumption]())]
    var next = 0
    while next < open.count {
      let (part, known) = open[next]
      let named = part.lazy.flatMap(\.facts).first { fact in
        !known.contains { $0.isAbout(fact) }
      }
      guard let named, open.count < most else {
        next += 1
        continue
      }
      let parts = [named, named.opposite].filter { ![$0].contradict(known) }
        .map { one in (part.filter { ![one].contradict($0.facts) }, known + [one]) }
      open.replaceSubrange(next...next, with: parts.filter { !$0.0.isEmpty })
    }
    return open.map { $0.cases.map(\.case) }
  }
}
