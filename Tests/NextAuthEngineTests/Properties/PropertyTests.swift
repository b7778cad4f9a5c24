import NextAuthEngine
import TestSupport
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The invariants of the machine under random sequences of calls and of events in the world.
///
/// A failure prints its seed and the smallest sequence that fails in the same way;
/// `FLOW_NEXTAUTH_SEED` runs the sequences from that seed on. One part runs at a time, and lets the
/// tests that wait for real servers run between.
@Suite("Invariants of nextAuth sessions", .serialized)
struct PropertyTests {
  /// The first seed.
  static let base = ProcessInfo.processInfo.environment["FLOW_NEXTAUTH_SEED"].flatMap(UInt64.init)

  /// The number of sequences, run in parts; a failure names its part's first.
  static let count = 100_000
  static let parts = 8

  @Test("The invariants hold under 100,000 random sequences", arguments: 0..<parts)
  func invariants(_ part: Int) async {
    let size = PropertyTests.count / PropertyTests.parts
    let first = (PropertyTests.base ?? 1) &+ UInt64(part * size)
    for seed in first..<first &+ UInt64(size) {
      // Other tests wait for real servers meanwhile.
      if seed.isMultiple(of: 10) { await Task.yield() }
      let sequence = MoveSequence(seed: seed)
      guard let fault = sequence.fault() else { continue }
      Issue.record(
        """
        \(fault)
        FLOW_NEXTAUTH_SEED=\(seed)
        \(sequence.shrunk(fault))
        """)
      return
    }
  }

  @Test(
    "A mistake in the machine violates its invariant, and is shrunk to a few moves",
    arguments: Wrong.allCases)
  func mistakes(_ wrong: Wrong) async throws {
    var found: (sequence: MoveSequence, fault: String)?
    for seed in UInt64(1)..<20_000 where found == nil {
      if seed.isMultiple(of: 10) { await Task.yield() }
      let sequence = MoveSequence(seed: seed)
      found = sequence.fault(wrong).map { (sequence, $0) }
    }
    let (sequence, fault) = try #require(found)
    #expect(fault.hasPrefix(wrong.rawValue + ":"), "\(fault)")
    let shrunk = sequence.shrunk(fault, wrong)
    #expect(shrunk.moves.count <= 6, "\(shrunk)")
    #expect(shrunk.fault(wrong)?.hasPrefix(wrong.rawValue + ":") == true)
    for index in shrunk.moves.indices {
      var shorter = shrunk
      shorter.moves.remove(at: index)
      #expect(shorter.fault(wrong)?.hasPrefix(wrong.rawValue + ":") != true, "\(shrunk)")
    }
    #expect(shrunk.fault() == nil, "the machine itself makes no mistake")
  }

  @Test("A seed gives the same sequence again")
  func seeds() {
    #expect(MoveSequence(seed: 5).description == MoveSequence(seed: 5).description)
    #expect(MoveSequence(seed: 5).description != MoveSequence(seed: 6).description)
  }

  @Test("Random sequences cover every row of the table from each of its states")
  func coverage() async {
    var missing = Set(SessionTransition.table.flatMap(\.steps))
    for seed in UInt64(1)..<60_000 where !missing.isEmpty {
      if seed.isMultiple(of: 10) { await Task.yield() }
      let sequence = MoveSequence(seed: seed)
      var world = World(sequence.setup)
      for move in sequence.moves {
        _ = world.make(move)
        for row in world.lastTaken { missing.remove(row) }
      }
    }
    #expect(missing.isEmpty, "\(missing)")
  }
}
