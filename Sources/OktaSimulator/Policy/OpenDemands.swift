/// The demands of a combination that aren't met yet.
///
/// Only combinations that demand methods and numbers of factors are supported.
struct OpenDemands {
  /// The accepted methods of each demand that isn't met.
  private var demands: [Methods]
  /// The kinds of factors that the user has verified.
  ///
  /// `factors` is the required number of kinds, and `counted` are the methods that count.
  private var kinds: Kinds
  private var factors: Int
  private var counted: Methods

  /// The minimum number of verifications that are still missing.
  var count: Int { demands.count + max(0, factors - kinds.count) }

  /// The methods that may prove inherence or knowledge in addition to possession.
  private static let proving: Methods = [.push, .signedNonce, .webauthn]

  /// Determines the demands that verifications leave open; `nil` if the combination has demands of
  /// another type.
  init?(_ combination: Combination, after evidence: Evidence) {
    guard let plain = combination.plain, combination.shared.isEmpty, combination.chain.isEmpty
    else { return nil }
    var met: [Methods] = []
    demands = []
    for demand in plain {
      // The matching finds the maximum number of demands that can be met together. The order of the
      // demands doesn't change that number.
      if !evidence.methods.isEmpty,
        Combination.met(met + [demand], by: evidence.methods) > met.count
      {
        met.append(demand)
      } else {
        demands.append(demand)
      }
    }
    kinds = []
    factors = combination.factors
    counted = combination.counted.reduce(into: Methods()) { $0.formUnion($1.methods) }
    guard factors > 0 else { return }
    for verification in evidence.verifications { combination.count(verification, &kinds) }
  }

  /// Whether every set of verifications that meets the other demands also meets these demands,
  /// which must be fewer.
  func isPart(of others: OpenDemands) -> Bool {
    count < others.count && hasKinds(of: others)
      && OpenDemands.isPart(demands, of: others.demands)
  }

  private func hasKinds(of others: OpenDemands) -> Bool {
    if factors <= kinds.count { return true }
    guard factors <= others.factors, kinds.isSuperset(of: others.kinds) else { return false }
    // A method that adds a missing kind for the other combination must also add that kind for this
    // one.
    var bringing = Methods()
    if !kinds.contains(.knowledge) { bringing.formUnion([.knowledge, OpenDemands.proving]) }
    if !kinds.contains(.possession) { bringing.formUnion(.possession) }
    if !kinds.contains(.inherence) { bringing.formUnion(OpenDemands.proving) }
    return counted.isSuperset(of: others.counted.intersection(bringing))
  }

  /// Whether each demand in `few` has its own demand in `many`, all of whose methods it accepts.
  private static func isPart(_ few: [Methods], of many: [Methods]) -> Bool {
    guard !few.isEmpty else { return true }
    // A combination can't have more demands than an org has authenticators.
    let many = many.prefix(UInt64.bitWidth)
    let possible = few.map { demand in
      var possible: UInt64 = 0
      for (index, other) in many.enumerated() where demand.isSuperset(of: other) {
        possible |= 1 << UInt64(index)
      }
      return possible
    }
    return Pairing.count(possible) == few.count
  }
}
