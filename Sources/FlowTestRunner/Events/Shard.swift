/// One of the parts into which a suite is divided, so that machines can run the parts in parallel.
package struct Shard: Sendable, Hashable {
  /// The number of the shard, from 1.
  package let index: Int
  /// The number of shards.
  package let count: Int

  /// The maximum number of shards.
  ///
  /// No suite needs more.
  package static let countMax = 10_000

  /// Creates a shard; `nil` if the numbers are out of range.
  package init?(_ index: Int, of count: Int) {
    guard (1...Shard.countMax).contains(count), (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// Whether a flow belongs to this shard.
  ///
  /// The result depends only on the key of the flow. So adding or removing other flows doesn't
  /// change it.
  package func holds(_ key: String) -> Bool {
    // FNV-1a with 64 bits is the same on every machine, unlike the standard library's hashes.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    // The low bits of this hash are the weakest, so the high bits are mixed into them.
    return (hash ^ hash >> 32) % UInt64(count) == UInt64(index - 1)
  }
}
