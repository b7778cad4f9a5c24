/// What a sign-on rule asks for: one of several combinations.
///
/// A combination is a list of demands, each met by another authenticator: `email and possession`
/// takes an e-mail and one more thing that is had.
struct Requirement: Sendable, Hashable {
  /// The combinations; each demand is the set of methods that meet it.
  var combinations: [[Methods]]

  /// Any number of different authenticators.
  static func any(_ count: Int) -> Requirement {
    Requirement(combinations: [Array(repeating: .all, count: count)])
  }

  /// Whether what was verified meets one of the combinations.
  func isMet(by verified: Methods) -> Bool {
    combinations.contains { Requirement.met($0[...], by: verified) == $0.count }
  }

  /// The methods of each authenticator.
  private static let authenticators = Authenticator.allCases.map(\.methods)

  /// How many demands can be met at the same time, each by another authenticator.
  static func met(_ demands: ArraySlice<Methods>, by methods: Methods) -> Int {
    guard let demand = demands.first, !methods.isEmpty else { return 0 }
    let rest = demands.dropFirst()
    var most = 0
    for set in authenticators {
      let own = methods.intersection(set)
      guard !own.isDisjoint(with: demand) else { continue }
      most = max(most, 1 + met(rest, by: methods.subtracting(own)))
      if most == demands.count { return most }
    }
    return max(most, met(rest, by: methods))
  }
}
