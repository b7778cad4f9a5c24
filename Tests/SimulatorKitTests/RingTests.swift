import Testing

@testable import SimulatorKit

struct RingTests {
  @Test func aRingKeepsTheNewestByTheirNumbers() {
    var ring = Ring<String>(limit: 2)
    #expect(ring[0] == nil)
    #expect(ring.append("a") == nil)
    #expect(ring.append("b") == nil)
    #expect(ring.append("c") == "a")
    #expect(ring.numbers == 1..<3)
    #expect(ring[0] == nil)
    #expect(ring[1] == "b")
    #expect(ring[2] == "c")
    ring[2] = "d"
    ring[0] = "x"
    #expect(ring[2] == "d")
    #expect(ring[-1] == nil)
    #expect(ring[3] == nil)
  }
}
