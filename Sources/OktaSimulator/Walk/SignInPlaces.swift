/// The places that sign-ins can come from, one for each that the policies of one or two orgs
/// distinguish.
///
/// The zones with addresses divide all addresses into regions, and the zones of countries, networks
/// and services divide everything else about a place. Zones of which nothing is known are combined
/// with each place.
struct SignInPlaces: Sendable {
  /// The zones of an org that matter to its policies.
  struct View {
    var zones: [NetworkZone]
    /// The zones that conditions name, as a bit set.
    var named: UInt64
    /// The zones from which the org refuses every request, as a bit set.
    var blocked: UInt64

    init(_ zones: [NetworkZone], _ conditions: [Condition], blocked: UInt64) {
      self.zones = zones
      self.blocked = blocked
      named = 0
      for case .zones(let zones) in conditions.map(\.subject) { named |= zones }
    }
  }

  struct Place: Hashable {
    /// An address in the place.
    var address: IPAddress
    /// The country, the network and the services.
    var whereabouts = Whereabouts()
    /// Whether a zone contains the address.
    var isAddressInZone: Bool
    /// The zones that contain the place, as a bit set for each org.
    var zones: [UInt64]
  }

  /// The places, without the places that all orgs block.
  private(set) var all: [Place] = []
  /// Whether `all` includes every combination of zones.
  let isComplete: Bool

  /// The maximum number of regions of addresses, each with each country, network and set of
  /// services.
  private static let combinationsMax = 65_536
  /// The maximum number of places, apart from the combinations of zones of which nothing is known.
  private static let placesMax = 4_096
  /// The maximum number of zones of which nothing is known for which every combination is included.
  private static let freeMax = 6
  /// The maximum number of such zones in one place, if there are more than `freeMax`.
  private static let freeAtOnce = 2

  /// Finds the places that one or two orgs distinguish.
  init(_ orgs: [View]) {
    // Only zones that rules name and blocked zones distinguish places.
    let told = orgs.map { $0.named | $0.blocked }
    var seen: Set<[UInt64]> = []
    var regions: [Place] = []
    // If rules don't distinguish regions, the region in the fewest zones stands for them.
    let ordered = AddressRegions(orgs.map(\.zones)).all.enumerated().sorted {
      ($0.element.zoneCount, $0.offset) < ($1.element.zoneCount, $1.offset)
    }
    for region in ordered.map(\.element)
    where seen.insert(zip(region.zones, told).map { $0 & $1 }).inserted {
      regions.append(
        Place(
          address: region.example, isAddressInZone: region.zoneCount > 0, zones: region.zones))
    }
    let choices = WhereaboutsChoices(orgs.map(\.zones), told: told)
    let free = SignInPlaces.free(orgs, told)
    let subsets = SignInPlaces.subsets(of: free.count)
    // More places than that can't be combined in reasonable time.
    let most = SignInPlaces.combinationsMax / max(1, regions.count)
    let combined = SignInPlaces.combined(regions, choices.all.prefix(most), orgs, told)
    isComplete =
      free.count <= SignInPlaces.freeMax && choices.isComplete && choices.all.count <= most
      && combined.count <= SignInPlaces.placesMax
    for region in combined.prefix(SignInPlaces.placesMax) {
      for subset in subsets {
        var place = region
        for index in subset {
          for (org, bit) in free[index] { place.zones[org] |= bit }
        }
        let isBlocked = zip(place.zones, orgs).allSatisfy { $0 & $1.blocked != 0 }
        if !isBlocked { all.append(place) }
      }
    }
  }

  /// Returns the regions of addresses with each country, network and set of services that makes a
  /// difference, the places in the fewest zones first.
  private static func combined(
    _ regions: [Place], _ choices: ArraySlice<WhereaboutsChoices.Choice>, _ orgs: [View],
    _ told: [UInt64]
  ) -> [Place] {
    guard orgs.contains(where: { $0.zones.contains { !$0.terms.isEmpty } }) else { return regions }
    // An address is in no zone without addresses, but such a zone doesn't depend on it.
    let anywhere = orgs.map { org in
      org.zones.enumerated().reduce(UInt64(0)) { bits, zone in
        zone.element.ranges.isEmpty && !zone.element.terms.isEmpty
          ? bits | 1 << UInt64(zone.offset) : bits
      }
    }
    var places = regions.flatMap { region in
      choices.map { choice in
        Place(
          address: region.address, whereabouts: choice.place,
          isAddressInZone: region.isAddressInZone,
          zones: region.zones.indices.map {
            (region.zones[$0] | anywhere[$0]) & choice.zones[$0]
          })
      }
    }
    places = places.enumerated().sorted {
      ($0.element.zoneCount, $0.offset) < ($1.element.zoneCount, $1.offset)
    }.map(\.element)
    var seen: Set<[UInt64]> = []
    return places.filter { seen.insert(zip($0.zones, told).map { $0 & $1 }).inserted }
  }

  /// Returns the zones of which nothing is known that matter.
  ///
  /// Zones with the same name in two orgs are the same place.
  private static func free(_ orgs: [View], _ told: [UInt64]) -> [[(org: Int, bit: UInt64)]] {
    var all: [[(org: Int, bit: UInt64)]] = []
    var indices: [String: Int] = [:]
    for (org, view) in orgs.enumerated() {
      for (zone, place) in view.zones.enumerated() where place.isOpen {
        let bit: UInt64 = 1 << UInt64(zone)
        guard told[org] & bit != 0 else { continue }
        if let known = indices[place.name] {
          all[known].append((org, bit))
        } else {
          indices[place.name] = all.count
          all.append([(org, bit)])
        }
      }
    }
    return all
  }

  /// Returns all subsets of a number of elements.
  ///
  /// If there are many elements, returns only the small subsets.
  private static func subsets(of count: Int) -> [[Int]] {
    guard count > freeMax else {
      return (0..<1 << count).map { set in (0..<count).filter { set >> $0 & 1 == 1 } }
    }
    var sets: [[Int]] = [[]]
    var last = sets
    for _ in 0..<freeAtOnce {
      last = last.flatMap { set in ((set.last.map { $0 + 1 } ?? 0)..<count).map { set + [$0] } }
      sets += last
    }
    return sets
  }
}

extension SignInPlaces.Place {
  /// The number of zones that contain the place, in all orgs together.
  fileprivate var zoneCount: Int { zones.reduce(0) { $0 + $1.nonzeroBitCount } }
}
