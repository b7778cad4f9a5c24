/// One part of a suite of so many.
package struct Shard: Sendable, Hashable {
  /// Which one, from 1.
  package let index: Int
  /// Of how many.
  package let count: Int

  /// More parts than that no cluster runs of one suite.
  package static let countMax = 10_000

  /// Makes a part; `nil` where there is none such.
  package init?(_ index: Int, of count: Int) {
    guard (1...Shard.countMax).contains(count), (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// Whether a flow is of this part: by a text of its own alone, so that a flow that is added or taken
  /// away moves no other.
  package func holds(_ key: String) -> Bool {
    // FNV-1a, of 64 bits: the same on every machine, unlike the standard library's hashes.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    // Its lowest bits are the worst mixed ones.
    return (hash ^ hash >> 32) % UInt64(count) == UInt64(index - 1)
  }
}
