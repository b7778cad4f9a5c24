/// The least that a rule asks for, by which any two rules can be compared.
package struct RuleStrength: Sendable, Hashable {
  /// The number of kinds of factors.
  package var kinds: Int
  /// Whether every accepted verification resists being passed on to another site.
  package var isPhishingResistant: Bool
  /// The number of verifications.
  package var things: Int

  /// Whether this is less in some respect, and more in none.
  package func isLess(than other: RuleStrength) -> Bool {
    self != other && kinds <= other.kinds && things <= other.things
      && (other.isPhishingResistant || !isPhishingResistant)
  }

  /// The strength of a rule that asks for nothing.
  static let nothing = RuleStrength(kinds: 0, isPhishingResistant: false, things: 0)

  /// Returns what two rules ask for together.
  ///
  /// An email and a password are two things of two kinds, although each by itself is one thing of
  /// one kind.
  ///
  /// - Parameters:
  ///   - other: The strength of the other rule by itself.
  ///   - requirements: The requirements of both.
  ///   - possible: Every verification that the org allows.
  /// - Returns: The least that meets both.
  func and(
    _ other: RuleStrength, of requirements: [Requirement], among possible: [Verification]
  ) -> RuleStrength {
    var both = RuleStrength(
      kinds: max(kinds, other.kinds),
      isPhishingResistant: isPhishingResistant || other.isPhishingResistant,
      things: max(things, other.things))
    guard requirements.count > 1 else { return both }
    func isMet(_ some: [Verification]) -> Bool {
      requirements.allSatisfy { $0.isMet(byAnyOf: some) }
    }
    let kinds = (1...7).map { Kinds(rawValue: $0) }.filter { kinds in
      isMet(possible.filter { kinds.isSuperset(of: $0.kinds) })
    }
    both.kinds = kinds.map(\.count).min() ?? both.kinds
    let best = possible.best
    both.things =
      (both.things...max(both.things, RuleStrength.thingsMax)).first { count in
        best.containsSubset(of: count, where: isMet)
      } ?? both.things
    return both
  }

  /// The maximum number of verifications to try: in practice, rules ask for no more.
  private static let thingsMax = 4
}

extension Requirement {
  /// Returns the least that it asks for.
  ///
  /// - Parameter possible: Every verification that the org allows.
  /// - Returns: The least; `nil` if nothing that the org allows meets it.
  func strength(among possible: [Verification]) -> RuleStrength? {
    let open = combinations.filter { $0.isMet(byAnyOf: possible) }
    guard let things = open.map({ $0.fewest(among: possible) }).min() else { return nil }
    let fewest = (1...3).first { count in
      open.contains { $0.kindsMeeting(possible, count) != nil }
    }
    let phishable = possible.filter { !$0.traits.contains(.phishingResistant) }
    return RuleStrength(
      kinds: fewest ?? 3, isPhishingResistant: !open.contains { $0.isMet(byAnyOf: phishable) },
      things: things)
  }

  /// Whether two verifications of one kind meet a combination that asks for two.
  func takesTwoOfAKind(among possible: [Verification]) -> Bool {
    combinations.contains { combination in
      combination.isMet(byAnyOf: possible) && combination.fewest(among: possible) >= 2
        && combination.kindsMeeting(possible, 1) != nil
    }
  }
}

extension Requirement {
  /// Whether some possible verifications meet it.
  fileprivate func isMet(byAnyOf possible: [Verification]) -> Bool {
    combinations.contains { $0.isMet(byAnyOf: possible) }
  }
}

extension [Verification] {
  /// One verification of each method, with all possible traits.
  fileprivate var best: [Verification] {
    reduce(into: []) { all, verification in
      if let index = all.firstIndex(where: { $0.method == verification.method }) {
        all[index].traits.formUnion(verification.traits)
      } else {
        all.append(verification)
      }
    }
  }

  /// Whether a subset of a size meets a condition.
  fileprivate func containsSubset(
    of size: Int, where isSo: ([Verification]) -> Bool
  ) -> Bool {
    func contains(_ chosen: [Verification], from start: Int) -> Bool {
      guard chosen.count < size else { return isSo(chosen) }
      return indices[start...].contains { contains(chosen + [self[$0]], from: $0 + 1) }
    }
    return contains([], from: 0)
  }
}

extension Combination {
  /// Whether some possible verifications meet it.
  fileprivate func isMet(byAnyOf possible: [Verification]) -> Bool {
    var all = Evidence()
    for verification in possible { all.insert(verification) }
    return isReachable(Evidence(), all, all: all)
  }

  /// Returns some number of kinds of factors that are enough to meet it; `nil` if none are.
  fileprivate func kindsMeeting(_ possible: [Verification], _ count: Int) -> Kinds? {
    (1...7).map { Kinds(rawValue: $0) }.first { kinds in
      kinds.count == count && isMet(byAnyOf: possible.filter { kinds.isSuperset(of: $0.kinds) })
    }
  }

  /// Returns the minimum number of verifications that meet it.
  fileprivate func fewest(among possible: [Verification]) -> Int {
    guard chain.isEmpty else { return chain.count }
    let most =
      possible.map { verification in
        var kinds = Kinds()
        count(verification, &kinds)
        return kinds.count
      }.max() ?? 0
    // One ceremony may prove two kinds.
    let forFactors = factors == 0 ? 0 : most >= factors ? 1 : factors
    return max(demands.count, forFactors, 1)
  }
}

extension OrgPolicy {
  /// Every verification that the org's authenticators allow, with all possible traits.
  var possibleVerifications: [Verification] {
    authenticators.flatMap(\.methods.list).flatMap { method in
      Traits.forms.map { Verification(method: method, traits: method.traits(of: $0)) }
    }
  }
}

extension Traits {
  /// The traits of enrollments and ceremonies, in every combination.
  fileprivate static let forms: [Traits] = {
    let keys: [Traits] = [[], .hardwareProtected, .deviceBound]
    let holders: [Traits] = [[], .biometrics, .pin]
    return keys.flatMap { key in holders.map { key.union($0) } }
  }()
}
