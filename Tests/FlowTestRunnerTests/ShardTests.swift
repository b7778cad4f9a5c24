import Testing

@testable import FlowTestRunner

@Suite("Shards")
struct ShardTests {
  @Test("Every flow is in exactly one shard, and the shards have similar sizes")
  func parts() throws {
    for count in [1, 2, 5, 7] {
      let shards = try (1...count).map { try #require(Shard($0, of: count)) }
      var sizes = Array(repeating: 0, count: count)
      for number in 0..<5_000 {
        let holding = shards.indices.filter { shards[$0].holds("a.flow#flow \(number)") }
        #expect(holding.count == 1)
        for index in holding { sizes[index] += 1 }
      }
      let share = 5_000 / count
      #expect(sizes.allSatisfy { abs($0 - share) < share / 5 }, "\(sizes)")
    }
  }

  @Test("A shard that doesn't exist is refused")
  func none() {
    #expect(Shard(0, of: 5) == nil)
    #expect(Shard(6, of: 5) == nil)
    #expect(Shard(1, of: 0) == nil)
    #expect(Shard(1, of: Shard.countMax + 1) == nil)
  }
}
