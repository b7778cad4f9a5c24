import OktaSimulator

/// Finds the routes that require the least.
///
/// Each possible need is a bit. So comparing thousands of routes in pairs takes no longer than
/// exploring them.
struct LeastNeeds {
  private enum Need: Hashable {
    case use(Route.Needs.Use)
    case enrolled(Authenticator)
    case proved(Method)
    case recovery, unlocking
  }

  private struct Bits: Hashable {
    var words: [UInt64]
    /// The identity provider of the route.
    ///
    /// Routes with different providers aren't compared.
    var provider: Int?
    var count: Int

    /// Whether these needs are a proper subset of other needs.
    func isLess(than other: Bits) -> Bool {
      guard count < other.count, provider == other.provider else { return false }
      for index in words.indices where words[index] & ~other.words[index] != 0 { return false }
      return true
    }
  }

  private var numbers: [Need: Int] = [:]

  /// Finds the routes that require the least.
  ///
  /// - Parameter all: The needs of each route, the shortest route first.
  /// - Returns: The indices of the routes for which no other route's needs are a proper subset. Of
  ///   routes with equal needs, only the first is included.
  static func indices(of all: [Route.Needs]) -> [Int] {
    var least = LeastNeeds()
    let numbered = all.map { least.numbers(of: $0) }
    var first: [Bits: Int] = [:]
    for index in all.indices {
      let bits = least.bits(numbered[index], all[index].provider)
      if first[bits] == nil { first[bits] = index }
    }
    // A proper subset has fewer elements, so only earlier elements can be subsets of later ones.
    let ordered = first.sorted { ($0.key.count, $0.value) < ($1.key.count, $1.value) }
    var kept: [(key: Bits, value: Int)] = []
    for bits in ordered where !kept.contains(where: { $0.key.isLess(than: bits.key) }) {
      kept.append(bits)
    }
    return kept.map(\.value).sorted()
  }

  private mutating func numbers(of needs: Route.Needs) -> [Int] {
    var all = needs.uses.map { number(.use($0)) }
    all += needs.enrolled.map { number(.enrolled($0)) }
    all += needs.proved.map { number(.proved($0)) }
    if needs.isRecovered { all.append(number(.recovery)) }
    if needs.isUnlocked { all.append(number(.unlocking)) }
    return all
  }

  private mutating func number(_ need: Need) -> Int {
    if let known = numbers[need] { return known }
    numbers[need] = numbers.count
    return numbers.count - 1
  }

  private func bits(_ needs: [Int], _ provider: Int?) -> Bits {
    var words = [UInt64](repeating: 0, count: numbers.count / 64 + 1)
    for need in needs { words[need / 64] |= 1 << UInt64(need % 64) }
    return Bits(words: words, provider: provider, count: needs.count)
  }
}
