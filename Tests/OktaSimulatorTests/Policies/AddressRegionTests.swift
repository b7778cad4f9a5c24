import TestSupport
import Testing

@testable import OktaSimulator

/// The regions that zones make, compared with a test of every single address.
@Suite("Regions of addresses") struct AddressRegionTests {
  /// The zones of some ranges of `10.0.0.0/26`, whose 64 addresses can all be tested.
  private static func zones(_ random: inout SeededGenerator) -> [NetworkZone] {
    (0..<Int.random(in: 0...4, using: &random)).map { index in
      var zone = NetworkZone(name: "z\(index)")
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let first = Int.random(in: 0..<64, using: &random)
        let last = Int.random(in: first..<64, using: &random)
        zone.ranges += [IPAddress.range("10.0.0.\(first)-10.0.0.\(last)")].compactMap(\.self)
      }
      return zone
    }
  }

  /// The zones of an address, tested with each range.
  private static func bits(_ zones: [NetworkZone], _ address: IPAddress) -> UInt64 {
    zones.enumerated().reduce(0) { bits, zone in
      zone.element.ranges.contains { $0.contains(address) } ? bits | 1 << UInt64(zone.offset) : bits
    }
  }

  @Test("They are the combinations of zones that an address is in", arguments: 0..<200)
  func everyAddress(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let orgs = [Self.zones(&random), Self.zones(&random)]
    let regions = AddressRegions(orgs).all
    var expected: Set<[UInt64]> = [[0, 0]]
    for number in 0..<64 {
      let address = try #require(IPAddress("10.0.0.\(number)"))
      expected.insert(orgs.map { Self.bits($0, address) })
    }
    #expect(Set(regions.map(\.zones)) == expected)
    #expect(regions.count == expected.count)
    for region in regions {
      #expect(orgs.map { Self.bits($0, region.example) } == region.zones, "\(region)")
    }
  }

  @Test("A zone of all addresses leaves none outside")
  func everything() throws {
    var zone = NetworkZone(name: "all")
    zone.ranges = try ["0.0.0.0/0", "::/0"].map { try #require(IPAddress.range($0)) }
    #expect(AddressRegions([[zone]]).all.map(\.zones) == [[1]])
    zone.ranges.removeLast()
    #expect(Set(AddressRegions([[zone]]).all.map(\.zones)) == [[0], [1]])
  }

  @Test(
    "An address is written in its canonical form",
    arguments: [
      ("10.0.0.1", "10.0.0.1"), ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"), ("::", "::"),
      ("1:0:0:2:0:0:0:3", "1:0:0:2::3"), ("1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"), ("1::", "1::"),
      ("::ffff:192.0.2.1", "192.0.2.1"),
    ])
  func text(written: String, text: String) throws {
    #expect(try #require(IPAddress(written)).text == text)
  }
}
