import TestSupport
import Testing

@testable import OktaSimulator

/// The changes of a zone's addresses, compared with a test of every single address.
@Suite("Changes of zones") struct ZoneChangeTests {
  private static func org(_ zones: String) throws -> Org {
    try OrgClient.org("authenticators password\n\(zones)")
  }

  private static func zone(_ ranges: [String], _ name: String = "z") -> String {
    ranges.isEmpty
      ? "" : "zone \"\(name)\" { ip \(ranges.map { "\"\($0)\"" }.joined(separator: ", ")) }"
  }

  private static func ranges(_ random: inout SeededGenerator) -> [String] {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in
      let first = Int.random(in: 0..<64, using: &random)
      return "10.0.0.\(first)-10.0.0.\(Int.random(in: first..<64, using: &random))"
    }
  }

  @Test("An old part was there and isn't any more, and a new part is new", arguments: 0..<200)
  func everyAddress(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (before, after) = (Self.ranges(&random), Self.ranges(&random))
    let change = try Self.org(Self.zone(after)).zoneChanges(since: Self.org(Self.zone(before)))
      .first
    func contain(_ ranges: [String], _ number: Int) throws -> Bool {
      let address = try #require(IPAddress("10.0.0.\(number)"))
      return try ranges.contains { try #require(IPAddress.range($0)).contains(address) }
    }
    for number in 0..<64 {
      let (was, now) = (try contain(before, number), try contain(after, number))
      #expect(try contain(change?.removed ?? [], number) == (was && !now), "10.0.0.\(number)")
      if now, !was { #expect(try contain(change?.added ?? [], number)) }
    }
    for range in change?.added ?? [] {
      let isNew = try (0..<64).contains { try contain([range], $0) && !contain(before, $0) }
      #expect(isNew, "\(range) has nothing new")
    }
  }

  @Test(
    "A sentence lists additions and removals",
    arguments: [
      (
        ["10.0.0.0/8"], ["10.0.0.0/8", "0.0.0.0/0"],
        "the zone `z` now also contains every IPv4 address"
      ),
      (
        ["0.0.0.0/0", "2001:db8::/32"], ["2001:db8::/32"],
        "the zone `z` no longer contains any IPv4 address"
      ),
      (["::/0"], ["10.0.0.0/8"], "the zone `z` now contains only 10.0.0.0/8"),
      (
        ["0.0.0.0/0", "2001:db8::1"], ["0.0.0.0/0"], "the zone `z` no longer contains 2001:db8::1"
      ),
      (["10.0.0.0/8"], ["10.0.0.0/9"], "the zone `z` no longer contains 10.128.0.0/9"),
      (
        ["192.0.2.7"], ["2001:db8::/32"],
        "the zone `z` no longer contains 192.0.2.7, and now also contains 2001:db8::/32"
      ),
      ([], ["192.0.2.16-192.0.2.31"], "the zone `z` is new: 192.0.2.16/28"),
      (["::/0"], [], "the zone `z` is gone: it contained every address"),
      (
        [], ["192.0.2.1", "192.0.2.3", "192.0.2.5", "192.0.2.7", "192.0.2.9", "192.0.2.11"],
        "the zone `z` is new: 192.0.2.1, 192.0.2.3, 192.0.2.5, 192.0.2.7 and 2 more"
      ),
    ])
  func sentences(before: [String], after: [String], text: String) throws {
    let changes = try Self.org(Self.zone(after)).zoneChanges(since: Self.org(Self.zone(before)))
    #expect(changes.map(\.text) == [text])
  }

  @Test(
    "A sentence states the addresses and what else must match",
    arguments: [
      (
        "ip \"10.0.0.0/8\"", "country \"FR\"",
        "the zone `z` now also contains every address, and now has country \"FR\" instead of any "
          + "country"
      ),
      (
        "ip \"0.0.0.0/1\", \"128.0.0.0/1\", \"::/0\"; country \"DE\"", "country \"FR\"",
        "the zone `z` now has country \"FR\" instead of country \"DE\""
      ),
      (
        "",
        "ip \"10.0.0.1\", \"10.0.0.3\", \"10.0.0.5\", \"10.0.0.7\", \"10.0.0.9\"; country \"FR\"",
        "the zone `z` is new: 10.0.0.1, 10.0.0.3, 10.0.0.5, 10.0.0.7 and 1 more with country \"FR\""
      ),
    ])
  func terms(before: String, after: String, text: String) throws {
    func org(_ zone: String) throws -> Org {
      try Self.org(zone.isEmpty ? "" : "zone \"z\" { \(zone) }")
    }
    #expect(try org(after).zoneChanges(since: org(before)).map(\.text) == [text])
    // All addresses are the same as none that must match.
    let everywhere = try org("ip \"0.0.0.0/0\", \"::/0\"; country \"FR\"")
    #expect(try everywhere.zoneChanges(since: org("country \"FR\"")).isEmpty)
  }

  @Test(
    "A zone that is blocked or has another name is named with both",
    arguments: [
      ("blocked on; ", "", "the zone `z` is no longer blocked"),
      ("", "blocked on; ", "the zone `z` is blocked now"),
    ])
  func blocked(before: String, after: String, text: String) throws {
    func org(_ setting: String) throws -> Org {
      try Self.org("zone \"z\" { \(setting)ip \"10.0.0.0/8\" }")
    }
    #expect(try org(after).zoneChanges(since: org(before)).map(\.text) == [text])
  }

  @Test("A zone under another name with more addresses is the same zone")
  func renamed() throws {
    let changes = try Self.org(Self.zone(["10.0.0.0/15"], "y"))
      .zoneChanges(since: Self.org(Self.zone(["10.0.0.0/16"])))
    #expect(changes.map(\.text) == ["the zone `y` (was `z`) now also contains 10.1.0.0/16"])
  }

  @Test(
    "Another name and other words for the same addresses aren't a change",
    arguments: [
      zone(["10.0.0.0/8"], "y"), zone(["10.0.0.0/9", "10.128.0.0/9"]),
      zone(["10.0.0.0-10.255.255.255", "10.1.0.0/16"], "y"),
    ])
  func same(after: String) throws {
    let changes = try Self.org(after).zoneChanges(since: Self.org(Self.zone(["10.0.0.0/8"])))
    #expect(changes.isEmpty, "\(changes)")
  }
}
