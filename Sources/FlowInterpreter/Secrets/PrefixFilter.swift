/// A fast filter that excludes most numbers that aren't in a set (a Bloom filter).
///
/// Almost no position in a text begins a secret, and a dictionary look-up at each would take ten
/// times as long. Each number sets two bits in one word, so a test reads one memory location.
struct PrefixFilter: Sendable {
  private var words: [UInt64] = []
  private var shift: UInt32 = 0

  /// The number of bits per number in the set.
  ///
  /// Fewer than 1 in 100 other numbers pass.
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

  /// Whether the filter is large enough for this many numbers.
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

  /// Multiplies by the golden ratio, so that similar numbers differ in their upper bits.
  @inline(__always)
  private static func spread(_ prefix: UInt32) -> UInt32 { prefix &* 0x9E37_79B1 }

  /// Returns the two bits of a number within its word.
  ///
  /// The lower bits of the number select the two bits. The upper bits already select the word.
  @inline(__always)
  private static func bits(_ spread: UInt32) -> UInt64 {
    1 &<< UInt64(spread & 63) | 1 &<< UInt64(spread >> 6 & 63)
  }
}
