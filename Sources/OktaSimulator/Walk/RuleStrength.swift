/// The least that a rule asks for.
///
/// Any two strengths can be compared.
package struct RuleStrength: Sendable, Hashable {
  /// The number of kinds of factors that the user must verify.
  package var kinds: Int
  /// Whether every accepted way includes a phishing-resistant verification.
  package var isPhishingResistant: Bool
  /// The number of verifications that the user must do.
  package var things: Int

  /// Whether this strength is lower in some respect and higher in none.
  package func isLess(than other: RuleStrength) -> Bool {
    self != other && kinds <= other.kinds && things <= other.things
      && (other.isPhishingResistant || !isPhishingResistant)
  }

  /// The strength of a rule that asks for nothing.
  static let nothing = RuleStrength(kinds: 0, isPhishingResistant: false, things: 0)

  /// Returns the least that two rules ask for together.
  ///
  /// It can be more than each asks for. For example, an email and a password are two verifications
  /// of two kinds, although each rule asks for only one.
  ///
  /// - Parameters:
  ///   - other: The strength of the other rule.
  ///   - requirements: The requirements of both rules.
  ///   - possible: Every verification that the org allows.
  /// - Returns: The least that meets both rules.
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

  /// The maximum number of verifications to try.
  ///
  /// In practice, rules don't ask for more.
  private static let thingsMax = 4
}

extension Requirement {
  /// Returns the least that meets the requirement.
  ///
  /// - Parameter possible: Every verification that the org allows.
  /// - Returns: The strength; `nil` if no allowed verifications meet the requirement.
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

  /// Whether two verifications of the same kind meet a combination that asks for two.
  func takesTwoOfAKind(among possible: [Verification]) -> Bool {
    combinations.contains { combination in
      combination.isMet(byAnyOf: possible) && combination.fewest(among: possible) >= 2
        && combination.kindsMeeting(possible, 1) != nil
    }
  }
}

extension Requirement {
  /// Whether the given verifications can meet the requirement.
  fileprivate func isMet(byAnyOf possible: [Verification]) -> Bool {
    combinations.contains { $0.isMet(byAnyOf: possible) }
  }
}

extension [Verification] {
  /// One verification for each method, with all traits that the method can have.
  fileprivate var best: [Verification] {
    reduce(into: []) { all, verification in
      if let index = all.firstIndex(where: { $0.method == verification.method }) {
        all[index].traits.formUnion(verification.traits)
      } else {
        all.append(verification)
      }
    }
  }

  /// Whether a subset with a number of elements meets a condition.
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
  /// Whether the given verifications can meet the combination.
  fileprivate func isMet(byAnyOf possible: [Verification]) -> Bool {
    var all = Evidence()
    for verification in possible { all.insert(verification) }
    return isReachable(Evidence(), all, all: all)
  }

  /// Returns a set with a number of kinds of factors that is enough to meet the combination; `nil`
  /// if there is none.
  fileprivate func kindsMeeting(_ possible: [Verification], _ count: Int) -> Kinds? {
    (1...7).map { Kinds(rawValue: $0) }.first { kinds in
      kinds.count == count && isMet(byAnyOf: possible.filter { kinds.isSuperset(of: $0.kinds) })
    }
  }

  /// Returns the minimum number of verifications that meet the combination.
  fileprivate func fewest(among possible: [Verification]) -> Int {
    guard chain.isEmpty else { return chain.count }
    let most =
      possible.map { verification in
        var kinds = Kinds()
        count(verification, &kinds)
        return kinds.count
      }.max() ?? 0
    // One verification may prove two kinds of factors.
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
  /// The traits of enrollments and verifications, in every combination.
  fileprivate static let forms: [Traits] = {
    let keys: [Traits] = [[], .hardwareProtected, .deviceBound]
    let holders: [Traits] = [[], .biometrics, .pin]
    return keys.flatMap { key in holders.map { key.union($0) } }
  }()
}
