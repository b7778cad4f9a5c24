/// The places that sign-ins come from, one of each that the policies of one or two orgs
/// distinguish: an address of each region that the zones form, inside and outside each zone without
/// addresses.
struct SignInPlaces: Sendable {
  /// The zones of an org, and which of them matter to its policies.
  struct View {
    var zones: [NetworkZone]
    /// The zones that conditions name, a bit each.
    var named: UInt64
    /// The zones from which everything is refused, a bit each.
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
    /// The zones of each org that the place is in, a bit each.
    var zones: [UInt64]
  }

  /// The places, without those that every org blocks.
  private(set) var all: [Place] = []
  /// Whether every combination of zones without addresses is among them.
  let isComplete: Bool

  /// The maximum number of zones without addresses that are combined in every way.
  private static let freeMax = 6
  /// The maximum number of such zones that a place is in if there are more than that.
  private static let freeAtOnce = 2

  /// Finds the places.
  init(_ orgs: [View]) {
    // Places differ by the zones that rules name, and by blocked zones.
    let told = orgs.map { $0.named | $0.blocked }
    var seen: Set<[UInt64]> = []
    var regions: [Place] = []
    // If no rule distinguishes regions, use the one in the fewest zones.
    let ordered = AddressRegions(orgs.map(\.zones)).all.enumerated().sorted {
      ($0.element.zoneCount, $0.offset) < ($1.element.zoneCount, $1.offset)
    }
    for region in ordered.map(\.element)
    where seen.insert(zip(region.zones, told).map { $0 & $1 }).inserted {
      regions.append(Place(address: region.example, zones: region.zones))
    }
    let free = SignInPlaces.free(orgs, told)
    let subsets = SignInPlaces.subsets(of: free.count)
    isComplete = free.count <= SignInPlaces.freeMax
    for region in regions {
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

  /// The zones without addresses that matter; zones of the same name are the same place.
  private static func free(_ orgs: [View], _ told: [UInt64]) -> [[(org: Int, bit: UInt64)]] {
    var all: [[(org: Int, bit: UInt64)]] = []
    var indices: [String: Int] = [:]
    for (org, view) in orgs.enumerated() {
      for (zone, place) in view.zones.enumerated() where place.ranges.isEmpty {
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

  /// The subsets of some things: all subsets, or only the small ones if there are many things.
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
