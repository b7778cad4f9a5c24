package import FlowDiagnostics

/// An answer to an unknown fact that something relies on.
package struct Assumption: Sendable, Hashable {
  /// The reason of the fact.
  package var reason: String
  /// Whether the fact holds.
  package var holds: Bool
  /// The first condition that names the fact.
  package var place: SourceRange

  /// Whether another assumption is the opposite of this one.
  fileprivate func contradicts(_ other: Assumption) -> Bool {
    reason == other.reason && holds != other.holds
  }
}

extension [Assumption] {
  /// Whether they can't all be true together with some others.
  package func contradict(_ others: [Assumption]) -> Bool {
    contains { own in others.contains(where: own.contradicts) }
  }
}

extension Org {
  /// Whether conditions of the org name unknown facts.
  package var hasUnknownFacts: Bool { !policy.unknowns.isEmpty }

  /// The answers to unknown facts that make a difference.
  func assumptions(_ answers: UnknownAnswers) -> [Assumption] {
    policy.unknowns.enumerated().compactMap { index, fact in
      let bit: UInt64 = 1 << UInt64(index)
      guard answers.relevant & bit != 0 else { return nil }
      return Assumption(
        reason: fact.reason, holds: answers.holding & bit != 0, place: fact.place)
    }
  }
}

extension WalkStart {
  /// The answers to unknown facts that are part of its circumstances.
  package func assumptions(in org: Org) -> [Assumption] { org.assumptions(context.unknowns) }

  /// The same start without an answer to any unknown fact.
  package var withoutAssumptions: WalkStart {
    var start = self
    start.context.unknowns = UnknownAnswers()
    return start
  }
}
