/// One shard of a suite.
package struct Shard: Sendable, Hashable {
  /// The number of the shard, from 1.
  package let index: Int
  /// The number of shards.
  package let count: Int

  /// The most shards, more than a suite needs.
  package static let countMax = 10_000

  /// Creates a shard; `nil` if the numbers are out of range.
  package init?(_ index: Int, of count: Int) {
    guard (1...Shard.countMax).contains(count), (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// Whether a flow belongs to this shard.
  ///
  /// Only its own text matters, so adding or removing a flow doesn't move others.
  package func holds(_ key: String) -> Bool {
    // FNV-1a, 64 bits: the same on every machine, unlike the standard library's hashes.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    // The lowest bits are mixed worst, so the high bits are added to them.
    return (hash ^ hash >> 32) % UInt64(count) == UInt64(index - 1)
  }
}
