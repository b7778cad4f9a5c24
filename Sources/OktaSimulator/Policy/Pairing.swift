/// Pairs things with partners, such as demands with the verifications that meet them.
///
/// Each partner is used at most once.
///
/// The result is a maximum matching, found by augmenting paths (Kuhn's algorithm). For `n` things
/// and at most 64 partners, this takes `n` times the number of possible pairs. Trying every order
/// would take `n!`.
struct Pairing {
  /// The index of the thing that is paired with each partner; -1 for none.
  private var owners: SIMD64<Int8> = SIMD64(repeating: -1)
  /// The possible partners of each thing, as a bit set.
  private let possible: [UInt64]

  /// Returns the maximum number of things that can be paired at the same time.
  ///
  /// - Parameter possible: The possible partners of each thing, as a bit set. Only the first 127
  ///   things are paired.
  /// - Returns: The size of the largest pairing.
  static func count(_ possible: [UInt64]) -> Int {
    // A single thing needs no search. Most requirements have only one or two.
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

  /// Pairs one more thing, if possible.
  ///
  /// Returns whether it was paired.
  ///
  /// Earlier things may get other partners.
  private mutating func pair(_ thing: Int, _ tried: inout UInt64) -> Bool {
    // Tries free partners first, because they end the search.
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
