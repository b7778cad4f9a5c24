/// Divides all IP addresses into regions by the zones of one or two orgs.
///
/// All addresses of a region are in the same zones.
///
/// There is one region for each set of zones that an address can be in. The number of regions grows
/// with the number of ranges, not with the number of combinations of zones.
struct AddressRegions: Sendable {
  struct Region: Sendable {
    /// An address in the region, for examples.
    var example: IPAddress
    /// The zones that contain the region, as a bit set for each org.
    var zones: [UInt64]

    /// The number of zones that contain the region, in all orgs together.
    var zoneCount: Int { zones.reduce(0) { $0 + $1.nonzeroBitCount } }
  }

  /// One region for each set of zones, in the order of their first addresses.
  let all: [Region]

  /// Divides all addresses.
  ///
  /// - Parameter orgs: The zones of each org.
  init(_ orgs: [[NetworkZone]]) {
    struct Bound {
      var address: Bits128
      var org: Int
      var zone: Int
      var change: Int
    }
    var bounds: [Bound] = []
    for (org, zones) in orgs.enumerated() {
      for (zone, ranges) in zones.map(\.ranges).enumerated() {
        for range in ranges {
          bounds.append(Bound(address: range.lowerBound.bits, org: org, zone: zone, change: 1))
          let last = range.upperBound.bits
          guard last < .max else { continue }
          bounds.append(Bound(address: last.next, org: org, zone: zone, change: -1))
        }
      }
    }
    bounds.sort { $0.address < $1.address }
    // For each zone, the number of its ranges that contain the current address. The ranges of a
    // zone may overlap.
    var open = orgs.map { [Int](repeating: 0, count: $0.count) }
    var zones = [UInt64](repeating: 0, count: orgs.count)
    var found: [Region] = []
    var known: [[UInt64]: Int] = [:]
    func add(_ first: Bits128, _ last: Bits128) {
      let example = IPAddress.example(from: first, through: last)
      guard let index = known[zones] else {
        known[zones] = found.count
        found.append(Region(example: example, zones: zones))
        return
      }
      if example.strangeness < found[index].example.strangeness { found[index].example = example }
    }
    var first: Bits128 = 0
    for bound in bounds {
      if bound.address > first {
        add(first, bound.address.previous)
        first = bound.address
      }
      open[bound.org][bound.zone] += bound.change
      let bit: UInt64 = 1 << UInt64(bound.zone)
      if open[bound.org][bound.zone] > 0 {
        zones[bound.org] |= bit
      } else {
        zones[bound.org] &= ~bit
      }
    }
    add(first, .max)
    all = found
  }
}

extension IPAddress {
  /// Returns an address in a range, if possible a familiar address.
  fileprivate static func example(from first: Bits128, through last: Bits128) -> IPAddress {
    let known = familiar.first { (first...last).contains($0.bits) }
    if let known { return known }
    // The first address of a network isn't the address of a machine.
    let isNetwork = first < last && first & 0xFF == 0
    return IPAddress(bits: isNetwork ? first.next : first)
  }

  /// Addresses for documentation (RFC 5737), addresses in private networks (RFC 1918), a public
  /// address, and an IPv6 address for documentation (RFC 3849).
  private static let familiar = [
    "203.0.113.10", "198.51.100.10", "192.0.2.10", "10.0.0.10", "192.168.0.10", "172.16.0.10",
    "8.8.8.8", "2001:db8::10",
  ].compactMap { IPAddress($0) }

  /// A rank for choosing an example.
  ///
  /// Familiar addresses have the lowest ranks.
  fileprivate var strangeness: Int {
    IPAddress.familiar.firstIndex(of: self)
      ?? IPAddress.familiar.count + (isVersion4 ? 0 : 1)
  }
}
