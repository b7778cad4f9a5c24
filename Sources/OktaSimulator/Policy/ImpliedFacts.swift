// Facts that follow from each other: a device with a later version fulfills every lower minimum,
// and a device has one screen lock.
extension OrgPolicy {
  /// Returns the facts that follow if a fact holds, or if it doesn't, as a bit set with the fact.
  private func following(from fact: Int, holds: Bool) -> UInt64 {
    let content = unknowns[fact].content
    return unknowns.indices.reduce(0) { bits, index in
      let other = unknowns[index].content
      let follows = holds ? content.implies(other) : other.implies(content)
      return follows ? bits | 1 << UInt64(index) : bits
    }
  }

  /// Adds the assumption that some facts hold or don't hold, and what follows from it.
  func assume(_ facts: UInt64, hold: Bool, in answers: inout UnknownAnswers) {
    for fact in facts.bits {
      let following = following(from: fact, holds: hold)
      answers.relevant |= following
      if hold { answers.holding |= following } else { answers.holding &= ~following }
    }
    for values in DeviceValues<UInt64>.groups(unknowns.map(\.content)) {
      values.settle(&answers.relevant, &answers.holding)
    }
  }

  /// Returns answers with what follows from them, and with the grace periods as known facts.
  func completed(_ answers: UnknownAnswers) -> UnknownAnswers {
    var all = answers
    assume(answers.relevant & answers.holding, hold: true, in: &all)
    assume(answers.relevant & ~answers.holding, hold: false, in: &all)
    for (index, fact) in unknowns.enumerated() {
      if case .grace = fact.content { all.relevant |= 1 << UInt64(index) }
    }
    return all
  }

  /// The behaviors that rules name.
  var behaviors: [UnknownFact] {
    unknowns.filter { if case .behavior = $0.content { true } else { false } }
  }

  /// The checks of all device assurance policies.
  var checks: [DeviceCheck] {
    unknowns.compactMap { if case .check(let check) = $0.content { check } else { nil } }
  }

  /// The facts that hold for a device which fulfills a check, as a bit set.
  func facts(of check: DeviceCheck) -> UInt64 {
    unknowns.enumerated().reduce(0) { bits, fact in
      guard case .check(let own) = fact.element.content, check.implies(own) else { return bits }
      return bits | 1 << UInt64(fact.offset)
    }
  }

  /// The grace periods that last at a time since 1970, as a bit set of facts.
  func graces(at time: Duration) -> UInt64 {
    unknowns.enumerated().reduce(0) { bits, fact in
      guard case .grace(let end) = fact.element.content, time < end else { return bits }
      return bits | 1 << UInt64(fact.offset)
    }
  }
}
