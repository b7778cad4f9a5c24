import OktaSimulator

/// The circumstances of a change in words, with the assumptions about unknown facts apart.
struct CircumstanceWords: Sendable, Hashable {
  /// The circumstances without the assumptions; empty for the default circumstances.
  var words: String
  /// For the reason of each unknown fact, whether it holds, in the order of the conditions.
  fileprivate var facts: [Fact] = []

  fileprivate struct Fact: Sendable, Hashable {
    var reason: String
    var holds: Bool
  }

  /// Creates the words.
  ///
  /// If a fact is assumed to hold and also not to hold, it is left out: such circumstances depend on
  /// two facts with the same name.
  init(_ words: String, _ assumptions: [Assumption]) {
    self.words = words
    for assumption in assumptions where ![assumption].contradict(assumptions) {
      let fact = Fact(reason: assumption.reason, holds: assumption.holds)
      if !facts.contains(fact) { facts.append(fact) }
    }
  }

  /// The circumstances with the assumptions, as one text.
  var text: String {
    let conditions = facts.map { RouteWords.condition($0.reason, holds: $0.holds) }
    return ((words.isEmpty ? [] : [words]) + conditions).joined(separator: ", ")
  }

  /// Returns the words without assumptions that a reader already knows.
  func without(_ known: [Assumption]) -> CircumstanceWords {
    var rest = self
    rest.facts.removeAll { fact in known.contains { $0.reason == fact.reason } }
    return rest
  }

  /// Returns circumstances with fewer words for the same.
  ///
  /// Circumstances with and without a fact are the same as those that don't name it.
  static func simplified(_ all: [CircumstanceWords]) -> [CircumstanceWords] {
    var kept: [CircumstanceWords] = []
    for circumstance in all where !kept.contains(circumstance) { kept.append(circumstance) }
    guard kept.count <= simplifiedMax else { return kept }
    while let (first, second, merged) = pair(in: kept) {
      kept[first] = merged
      kept.remove(at: second)
    }
    return kept
  }

  /// The maximum number of circumstances to compare in pairs.
  private static let simplifiedMax = 64

  private static func pair(
    in all: [CircumstanceWords]
  ) -> (first: Int, second: Int, merged: CircumstanceWords)? {
    for second in all.indices {
      for first in all.indices[..<second] {
        if let merged = all[first].merged(all[second]) { return (first, second, merged) }
      }
    }
    return nil
  }

  /// Returns the circumstances that are the same as both; `nil` if both are needed.
  private func merged(_ other: CircumstanceWords) -> CircumstanceWords? {
    guard words == other.words else { return nil }
    let (own, others) = (Set(facts), Set(other.facts))
    if own.isSubset(of: others) { return self }
    if others.isSubset(of: own) { return other }
    let (left, right) = (own.subtracting(others), others.subtracting(own))
    guard left.count == 1, right.count == 1, let fact = left.first,
      right.first == Fact(reason: fact.reason, holds: !fact.holds)
    else { return nil }
    var merged = self
    merged.facts.removeAll { $0 == fact }
    return merged
  }
}
