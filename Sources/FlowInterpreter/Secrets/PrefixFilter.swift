/// Excludes most numbers that aren't in a set.
///
/// Almost no byte of a text begins a secret, and a look-up for each would take ten times as long. A
/// number has two bits in one word, so a test reads one memory location.
struct PrefixFilter: Sendable {
  private var words: [UInt64] = []
  private var shift: UInt32 = 0

  /// The bits for each number in the set: fewer than one in a hundred of the others passes.
  private static let bitsEach = 32

  /// Creates an empty filter.
  init() {}

  init(of prefixes: some Collection<UInt32>) {
    var count = 16
    while count * 64 < prefixes.count * PrefixFilter.bitsEach * 2 { count *= 2 }
    words = Array(repeating: 0, count: count)
    shift = UInt32(32 - count.trailingZeroBitCount)
    for prefix in prefixes { insert(prefix) }
  }

  /// Whether it is large enough for this many numbers.
  func holds(_ count: Int) -> Bool { count * PrefixFilter.bitsEach <= words.count * 64 }

  mutating func insert(_ prefix: UInt32) {
    let spread = PrefixFilter.spread(prefix)
    words[Int(spread >> shift)] |= PrefixFilter.bits(spread)
  }

  /// Whether a number may be in the set.
  @inline(__always)
  func mayHave(_ prefix: UInt32) -> Bool {
    let spread = PrefixFilter.spread(prefix)
    let bits = PrefixFilter.bits(spread)
    return words[Int(spread >> shift)] & bits == bits
  }

  /// Returns a product with the golden ratio, whose upper bits spread similar numbers.
  @inline(__always)
  private static func spread(_ prefix: UInt32) -> UInt32 { prefix &* 0x9E37_79B1 }

  /// Returns two bits of a word, by the lower bits, which don't select the word unless there are
  /// many.
  @inline(__always)
  private static func bits(_ spread: UInt32) -> UInt64 {
    1 &<< UInt64(spread & 63) | 1 &<< UInt64(spread >> 6 & 63)
  }
}
