/// Pairs things with others of which each may be used once: demands with what meets them.
///
/// A maximum matching, found by augmenting paths (Kuhn's algorithm): for `n` things and at most 64
/// others it takes `n` times the number of possible pairs, where trying every order would take `n!`.
struct Pairing {
  /// Which thing has each of the others; -1 for none.
  private var owners: SIMD64<Int8> = SIMD64(repeating: -1)
  /// What each thing can be paired with, a bit each.
  private let possible: [UInt64]

  /// The number of things that can be paired at the same time.
  ///
  /// - Parameter possible: What each thing can be paired with, a bit each; of more than 127 things
  ///   the first are paired.
  /// - Returns: The size of the largest pairing.
  static func count(_ possible: [UInt64]) -> Int {
    // One thing needs no search, and most requirements have one or two.
    if possible.count == 1 { return possible[0] == 0 ? 0 : 1 }
    var pairing = Pairing(possible: Array(possible.prefix(Int(Int8.max))))
    var count = 0
    for thing in pairing.possible.indices {
      var tried: UInt64 = 0
      if pairing.pair(thing, &tried) { count += 1 }
    }
    return count
  }

  private init(possible: [UInt64]) { self.possible = possible }

  /// Pairs one more thing, which may give the others of earlier things new owners.
  private mutating func pair(_ thing: Int, _ tried: inout UInt64) -> Bool {
    // Something free first: it ends the search.
    var left = possible[thing] & ~tried
    while left != 0 {
      let other = left.trailingZeroBitCount
      left &= left - 1
      guard owners[other] < 0 else { continue }
      owners[other] = Int8(truncatingIfNeeded: thing)
      return true
    }
    while case let open = possible[thing] & ~tried, open != 0 {
      let other = open.trailingZeroBitCount
      tried |= 1 << UInt64(other)
      guard pair(Int(owners[other]), &tried) else { continue }
      owners[other] = Int8(truncatingIfNeeded: thing)
      return true
    }
    return false
  }
}
