import Testing
import TestSupport

@testable import OktaSimulator

/// The places of sign-ins, checked against every combination of country, network and services.
@Suite("The places of sign-ins") struct SignInPlaceTests {
  private static let countries = ["DE", "FR", "UA", "UA-26", "UA-30", "US"]
  private static let systems = ["64500", "64501", "64502"]
  private static let services = [
    "ALL_ANONYMIZERS", "ALL_ANONYMIZERS_EXCEPT_TOR", "Any", "TOR", "VPN",
  ]
  /// The categories of requests: an anonymizer is Tor or another one, and a kind of proxy.
  private static let requests = [
    [], ["Any"], ["Any", "ALL_ANONYMIZERS", "TOR"],
    ["Any", "ALL_ANONYMIZERS", "ALL_ANONYMIZERS_EXCEPT_TOR"],
  ].flatMap { [$0, $0 + ["VPN"]] }
  private static let addresses = ["10.0.0.9", "10.9.0.9", "192.0.2.7"]

  private static func choice(
    _ values: [String], _ random: inout SeededGenerator
  ) -> ZoneTerms.Choice {
    var choice = ZoneTerms.Choice()
    for value in values {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: choice.included.insert(value)
      case 1: choice.excluded.insert(value)
      default: break
      }
    }
    return choice
  }

  private static func zone(_ name: String, _ random: inout SeededGenerator) throws -> NetworkZone {
    var zone = NetworkZone(name: name)
    if Int.random(in: 0..<3, using: &random) == 0 {
      zone.ranges = [try #require(IPAddress.range("10.0.0.0/16"))]
      if Bool.random(using: &random) { return zone }
    }
    zone.terms.countries = choice(countries, &random)
    zone.terms.systems = choice(systems, &random)
    zone.terms.services = choice(services, &random)
    if zone.isOpen { zone.ranges = [try #require(IPAddress.range("10.9.0.0/16"))] }
    return zone
  }

  /// Whether a request is in a zone, by the words of the manual.
  private static func isIn(
    _ zone: NetworkZone, _ address: IPAddress, _ country: String, _ system: String,
    _ services: [String]
  ) -> Bool {
    func fits(_ choice: ZoneTerms.Choice, _ own: [String]) -> Bool {
      let isListed = choice.included.isEmpty || own.contains { choice.included.contains($0) }
      return isListed && !own.contains { choice.excluded.contains($0) }
    }
    let isAddress = zone.ranges.isEmpty || zone.ranges.contains { $0.contains(address) }
    let places = country.contains("-") ? [country, String(country.prefix(2))] : [country]
    return isAddress && fits(zone.terms.countries, places) && fits(zone.terms.systems, [system])
      && fits(zone.terms.services, services)
  }

  @Test("Every set of zones that a request can be in is a place, and no other", arguments: 0..<60)
  func places(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let orgs = try (0..<2).map { org in
      try (0..<3).map { try Self.zone("z\(org)\($0)", &random) }
    }
    let views = orgs.map { zones in
      SignInPlaces.View(zones, [], blocked: 0).naming(0b111)
    }
    let found = Set(SignInPlaces(views).all.map(\.zones))
    var expected: Set<[UInt64]> = []
    for address in try Self.addresses.map({ try #require(IPAddress($0)) }) {
      for country in Self.countries + ["ZZ"] {
        for system in Self.systems + ["1"] {
          for services in Self.requests {
            expected.insert(
              orgs.map { zones in
                zones.enumerated().reduce(0) { bits, zone in
                  Self.isIn(zone.element, address, country, system, services)
                    ? bits | 1 << UInt64(zone.offset) : bits
                }
              })
          }
        }
      }
    }
    #expect(found == expected, "\(orgs)")
  }
}

extension SignInPlaces.View {
  fileprivate func naming(_ zones: UInt64) -> Self {
    var view = self
    view.named = zones
    return view
  }
}
