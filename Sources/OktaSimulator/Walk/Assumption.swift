package import FlowDiagnostics

/// An assumption that a fact of an org holds or doesn't hold.
///
/// The fact is an unknown condition, or a circumstance of the sign-in: a behavior, or a check that
/// the device fulfills.
package struct Assumption: Sendable, Hashable {
  private let fact: UnknownFact
  /// Whether the fact is assumed to hold.
  package let holds: Bool

  init(_ fact: UnknownFact, holds: Bool) {
    self.fact = fact
    self.holds = holds
  }

  /// Creates an assumption about an unknown condition.
  package init(reason: String, holds: Bool, place: SourceRange) {
    self.init(UnknownFact(content: .unknown(reason), place: place), holds: holds)
  }

  /// The reason that identifies an unknown condition, or the name of a circumstance.
  package var reason: String { fact.name }

  /// The first condition that names the fact.
  package var place: SourceRange { fact.place }

  /// Whether the fact is an unknown condition.
  ///
  /// Otherwise it is a circumstance, on which a result may depend and still be certain.
  package var isUnknown: Bool { fact.isUnknown }

  /// What the fact says.
  var content: UnknownFact.Content { fact.content }

  /// The assumption that the fact doesn't hold if it holds here, and the other way round.
  package var opposite: Assumption { Assumption(fact, holds: !holds) }

  /// The same assumption about another fact.
  func with(_ content: UnknownFact.Content) -> Assumption {
    Assumption(UnknownFact(content: content, place: place), holds: holds)
  }

  /// Whether both assumptions are about the same fact.
  package func isAbout(_ other: Assumption) -> Bool { content == other.content }

  /// Whether both assumptions can't be true together.
  fileprivate func contradicts(_ other: Assumption) -> Bool {
    guard holds != other.holds else { return false }
    return holds ? content.implies(other.content) : other.content.implies(content)
  }

  /// Whether both assumptions are the same, wherever the fact is named.
  fileprivate func isSame(_ other: Assumption) -> Bool { isAbout(other) && holds == other.holds }

  /// Whether another assumption follows from this one.
  fileprivate func implies(_ other: Assumption) -> Bool {
    guard holds == other.holds else { return false }
    return holds ? content.implies(other.content) : other.content.implies(content)
  }
}

extension [Assumption] {
  /// Whether an assumption in this list can't be true together with one in the other list.
  package func contradict(_ others: [Assumption]) -> Bool {
    contains { own in others.contains(where: own.contradicts) }
      || excludeEveryValue(with: others)
  }

  /// Returns the assumptions of both lists, without those that the first one has already.
  package func adding(_ others: [Assumption]) -> [Assumption] {
    self + others.filter { other in !contains(where: other.isSame) }
  }

  /// The assumptions about unknown conditions.
  package var unknown: [Assumption] { filter(\.isUnknown) }

  /// The circumstances that hold, as parameters of `start`: `behavior = "New IP"`.
  ///
  /// A check is left out if another one implies it. If a device can have one of several values, the
  /// first one is named, because a client states a value.
  package var parameters: [(name: String, value: String)] {
    let holding = withOneValue.filter(\.holds)
    func value(_ isPart: (UnknownFact.Content) -> Bool) -> String {
      let own = holding.filter { isPart($0.content) }
      let plain = own.filter { one in
        !own.contains { $0 != one && $0.implies(one) && !one.implies($0) }
      }
      let words = plain.map(\.reason)
      return words.indices.filter { !words[..<$0].contains(words[$0]) }.map { words[$0] }
        .joined(separator: "\(UnknownFact.separator) ")
    }
    return [
      ("behavior", value { if case .behavior = $0 { true } else { false } }),
      ("posture", value { if case .check = $0 { true } else { false } }),
      ("unknown", value { if case .unknown = $0 { true } else { false } }),
    ].filter { !$0.value.isEmpty }
  }
}

extension Org {
  /// Whether a condition in the org's settings is unknown.
  package var hasUnknownFacts: Bool { policy.unknowns.contains(where: \.isUnknown) }

  /// Whether a client may state a fact of another org: a check that all orgs understand, or a fact
  /// that this org has too.
  func canState(_ assumption: Assumption) -> Bool {
    switch assumption.content {
    case .unknown, .grace: false
    case .check(.version), .check(.disk), .check(.lock), .check(.secureHardware),
      .check(.notJailbroken):
      true
    case .behavior, .check(.other): policy.unknowns.contains { $0.content == assumption.content }
    }
  }

  /// Returns the assumptions about the facts that make a difference.
  func facts(_ answers: UnknownAnswers) -> [Assumption] {
    policy.unknowns.enumerated().compactMap { index, fact in
      let bit: UInt64 = 1 << UInt64(index)
      guard answers.relevant & bit != 0 else { return nil }
      return Assumption(fact, holds: answers.holding & bit != 0)
    }
  }

  /// Returns the assumptions about the unknown conditions that make a difference.
  func assumptions(_ answers: UnknownAnswers) -> [Assumption] { facts(answers).unknown }
}

extension WalkStart {
  /// Returns the assumptions about unknown conditions that are part of the start's circumstances or
  /// of an earlier sign-in.
  package func assumptions(in org: Org) -> [Assumption] {
    org.assumptions(context.unknowns).adding(visit?.assumptions ?? [])
  }

  /// Returns the facts that are part of the start's circumstances, with those that are unknown.
  package func facts(in org: Org) -> [Assumption] {
    org.facts(context.unknowns).adding(visit?.assumptions ?? [])
  }

  /// The same start without any assumption about the org's facts.
  package var withoutFacts: WalkStart {
    var start = self
    start.context.unknowns = UnknownAnswers()
    return start
  }
}
