package import FlowDiagnostics

/// An assumption that an unknown fact holds or doesn't hold.
package struct Assumption: Sendable, Hashable {
  /// The reason that identifies the fact.
  package var reason: String
  /// Whether the fact is assumed to hold.
  package var holds: Bool
  /// The first condition that names the fact.
  package var place: SourceRange

  /// Whether another assumption is the opposite of this assumption.
  fileprivate func contradicts(_ other: Assumption) -> Bool {
    reason == other.reason && holds != other.holds
  }
}

extension [Assumption] {
  /// Whether an assumption in this list is the opposite of an assumption in the other list.
  package func contradict(_ others: [Assumption]) -> Bool {
    contains { own in others.contains(where: own.contradicts) }
  }

  /// Returns the assumptions of both lists, without those that the first one has already.
  package func adding(_ others: [Assumption]) -> [Assumption] {
    self
      + others.filter { other in
        !contains { $0.reason == other.reason && $0.holds == other.holds }
      }
  }
}

extension Org {
  /// Whether a condition in the org's settings names an unknown fact.
  package var hasUnknownFacts: Bool { !policy.unknowns.isEmpty }

  /// Returns the assumptions about the unknown facts that make a difference.
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
  /// Returns the assumptions about unknown facts that are part of the start's circumstances or of
  /// an earlier sign-in.
  package func assumptions(in org: Org) -> [Assumption] {
    org.assumptions(context.unknowns).adding(visit?.assumptions ?? [])
  }

  /// The same start without any assumption about unknown facts.
  package var withoutAssumptions: WalkStart {
    var start = self
    start.context.unknowns = UnknownAnswers()
    return start
  }
}
