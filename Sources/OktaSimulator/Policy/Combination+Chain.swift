// Chains: steps that are passed in order, each by another verification.
extension Combination {
  /// What the steps of a chain were passed by, one after the other.
  func used(_ evidence: Evidence) -> [Verification] {
    var used: [Verification] = []
    for verification in evidence.verifications where used.count < chain.count {
      if chain[used.count].contains(where: { $0.isMet(by: verification) }) {
        used.append(verification)
      }
    }
    return used
  }

  /// Whether a verification passes the next step: what has passed an earlier one counts no second
  /// time, since a verification takes the place of an older one that was no more.
  func passes(_ verification: Verification, after used: [Verification]) -> Bool {
    used.count < chain.count
      && chain[used.count].contains { $0.isMet(by: verification) }
      && !used.contains {
        $0.method == verification.method && $0.traits.isSubset(of: verification.traits)
      }
  }

  /// Whether what could be verified leads through the steps that are left.
  func isReachable(from used: [Verification], _ potential: Evidence) -> Bool {
    guard used.count < chain.count else { return true }
    return potential.verifications.contains { verification in
      passes(verification, after: used) && isReachable(from: used + [verification], potential)
    }
  }
}
