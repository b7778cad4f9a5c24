/// The open demands of a combination, if they are only methods and kinds of factors.
struct OpenDemands {
  /// The methods of each demand that isn't met.
  private var demands: [Methods]
  /// The kinds of factors that were shown, the required number, and the methods that count.
  private var kinds: Kinds
  private var factors: Int
  private var counted: Methods

  /// The number of missing verifications.
  var count: Int { demands.count + max(0, factors - kinds.count) }

  /// The methods that may also prove inherence or knowledge.
  private static let proving: Methods = [.push, .signedNonce, .webauthn]

  /// Determines the open demands after some verifications; `nil` if there are other demands.
  init?(_ combination: Combination, after evidence: Evidence) {
    guard let plain = combination.plain, combination.shared.isEmpty, combination.chain.isEmpty
    else { return nil }
    var met: [Methods] = []
    demands = []
    for demand in plain {
      // The demands that can be met together are the maximum, regardless of their order.
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

  /// Whether every set of verifications that meets others, which are more, also meets these.
  func isPart(of others: OpenDemands) -> Bool {
    count < others.count && hasKinds(of: others)
      && OpenDemands.isPart(demands, of: others.demands)
  }

  private func hasKinds(of others: OpenDemands) -> Bool {
    if factors <= kinds.count { return true }
    guard factors <= others.factors, kinds.isSuperset(of: others.kinds) else { return false }
    // Methods that add a missing kind there add it here too.
    var bringing = Methods()
    if !kinds.contains(.knowledge) { bringing.formUnion([.knowledge, OpenDemands.proving]) }
    if !kinds.contains(.possession) { bringing.formUnion(.possession) }
    if !kinds.contains(.inherence) { bringing.formUnion(OpenDemands.proving) }
    return counted.isSuperset(of: others.counted.intersection(bringing))
  }

  /// Whether each of a few demands is met by every method of a different one of many.
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
