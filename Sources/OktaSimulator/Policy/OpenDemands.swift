/// What a combination still asks for, where that is methods and kinds of factors alone.
struct OpenDemands {
  /// The methods of each demand that nothing meets yet.
  private var demands: [Methods]
  /// The kinds of factors that were shown, how many there have to be, and which methods count.
  private var kinds: Kinds
  private var factors: Int
  private var counted: Methods

  /// How many things are missing.
  var count: Int { demands.count + max(0, factors - kinds.count) }

  /// Methods that may prove what somebody is or knows besides.
  private static let proving: Methods = [.push, .signedNonce, .webauthn]

  /// What a combination asks for after some verifications; `nil` where it asks for more than methods.
  init?(_ combination: Combination, after evidence: Evidence) {
    guard let plain = combination.plain, combination.shared.isEmpty, combination.chain.isEmpty
    else { return nil }
    var met: [Methods] = []
    demands = []
    for demand in plain {
      // The demands that can be met together are the most that can, in whichever order they are taken.
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

  /// Whether whatever meets others, which are more, meets these on the way.
  func isPart(of others: OpenDemands) -> Bool {
    count < others.count && hasKinds(of: others)
      && OpenDemands.isPart(demands, of: others.demands)
  }

  private func hasKinds(of others: OpenDemands) -> Bool {
    if factors <= kinds.count { return true }
    guard factors <= others.factors, kinds.isSuperset(of: others.kinds) else { return false }
    // Whatever brings them a kind that is missing here brings it here too.
    var bringing = Methods()
    if !kinds.contains(.knowledge) { bringing.formUnion([.knowledge, OpenDemands.proving]) }
    if !kinds.contains(.possession) { bringing.formUnion(.possession) }
    if !kinds.contains(.inherence) { bringing.formUnion(OpenDemands.proving) }
    return counted.isSuperset(of: others.counted.intersection(bringing))
  }

  /// Whether each of a few demands is met by whatever meets another one of many.
  private static func isPart(_ few: [Methods], of many: [Methods]) -> Bool {
    guard !few.isEmpty else { return true }
    // No org has so many authenticators that a combination could have more demands.
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
