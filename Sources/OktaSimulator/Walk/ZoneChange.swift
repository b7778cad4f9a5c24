/// What has changed of a zone's addresses between two orgs.
package struct ZoneChange: Sendable, Hashable {
  package let name: String
  /// The ranges of its settings with an address that it didn't have before.
  package let added: [String]
  /// The addresses that it had before and no longer has, as `ip` writes them.
  package let removed: [String]
  private let isNew: Bool
  private let isGone: Bool

  /// Compares a zone with what it was; `nil` if it has the same addresses.
  fileprivate init?(_ zone: NetworkZone?, before: NetworkZone?) {
    guard let name = (zone ?? before)?.name else { return nil }
    self.name = name
    let (now, then) = (zone?.ranges ?? [], before?.ranges ?? [])
    let gained = now.without(then)
    added = now.filter(gained.overlap).map(\.asSetting)
    removed = then.without(now).map(\.asSetting)
    (isNew, isGone) = (before == nil, zone == nil)
    guard !added.isEmpty || !removed.isEmpty else { return nil }
  }

  /// One sentence in lower case.
  package var text: String {
    let (more, less) = (ZoneChange.told(added), ZoneChange.told(removed))
    if isNew { return "the zone `\(name)` is new: \(more)" }
    if isGone { return "the zone `\(name)` is gone: it had \(less)" }
    guard !removed.isEmpty else { return "the zone `\(name)` now has \(more) too" }
    let lost = "the zone `\(name)` no longer has \(less)"
    return added.isEmpty ? lost : "\(lost), and now has \(more)"
  }

  private static func told(_ ranges: [String]) -> String {
    let shown = ranges.prefix(shownMost).joined(separator: ", ")
    return ranges.count > shownMost ? "\(shown) and \(ranges.count - shownMost) more" : shown
  }

  /// How many ranges a sentence has.
  private static let shownMost = 4
}

extension Org {
  /// The zones whose addresses differ from those of an earlier org, by name; a zone that is only
  /// called otherwise has not changed.
  package func zoneChanges(since old: Org) -> [ZoneChange] {
    let (zones, before) = (policy.zones, old.policy.zones)
    let gone = before.filter { zone in !zones.contains { $0.name == zone.name } }
    let new = zones.filter { zone in !before.contains { $0.name == zone.name } }
    func isRenamed(_ zone: NetworkZone, among others: [NetworkZone]) -> Bool {
      others.contains {
        $0.ranges.without(zone.ranges).isEmpty && zone.ranges.without($0.ranges).isEmpty
      }
    }
    return zones.compactMap { zone in
      isRenamed(zone, among: gone) && new.contains(zone)
        ? nil : ZoneChange(zone, before: before.first { $0.name == zone.name })
    }
      + gone.compactMap { isRenamed($0, among: new) ? nil : ZoneChange(nil, before: $0) }
  }
}

extension [ClosedRange<IPAddress>] {
  /// The addresses that are in none of some other ranges, in order.
  fileprivate func without(_ others: Self) -> Self {
    let others = others.merged
    var rest: Self = []
    var next = 0
    for range in merged {
      while next < others.count, others[next].upperBound < range.lowerBound { next += 1 }
      // What is left of the range begins here; `nil` if nothing is.
      var start: IPAddress? = range.lowerBound
      var index = next
      while let from = start, index < others.count, others[index].lowerBound <= range.upperBound {
        let other = others[index]
        if from < other.lowerBound {
          rest.append(from...IPAddress(bits: other.lowerBound.bits - 1))
        }
        start =
          other.upperBound < range.upperBound ? IPAddress(bits: other.upperBound.bits + 1) : nil
        index += 1
      }
      if let start { rest.append(start...range.upperBound) }
    }
    return rest
  }

  /// Whether one of these ranges, which are in order and don't overlap, overlaps another one.
  fileprivate func overlap(_ other: Element) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].upperBound < other.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].overlaps(other)
  }

  /// The same addresses in ranges that neither overlap nor touch, in order.
  private var merged: Self {
    sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { all, range in
      guard let last = all.last,
        last.upperBound >= range.lowerBound || last.upperBound.bits + 1 == range.lowerBound.bits
      else { return all.append(range) }
      all[all.count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
    }
  }
}

extension ClosedRange<IPAddress> {
  /// `192.0.2.7`, `10.0.0.0/8` or `192.0.2.16-192.0.2.31`.
  fileprivate var asSetting: String {
    guard lowerBound != upperBound else { return lowerBound.text }
    let mask = lowerBound.bits ^ upperBound.bits
    let isBlock = mask & (mask &+ 1) == 0 && lowerBound.bits & mask == 0
    guard isBlock else { return "\(lowerBound.text)-\(upperBound.text)" }
    let length = (lowerBound.isVersion4 ? 32 : 128) - mask.nonzeroBitCount
    return "\(lowerBound.text)/\(length)"
  }
}
