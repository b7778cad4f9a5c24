/// The difference of a network zone between two versions of an org.
package struct ZoneChange: Sendable, Hashable {
  package let name: String
  /// The name of the zone in the old org; `nil` if the zone is new.
  package let oldName: String?
  /// The addresses that only the new zone contains, whatever else must match, as the setting `ip`
  /// writes them.
  package let added: [String]
  /// The addresses that only the old zone contained, whatever else had to match, as the setting `ip`
  /// writes them.
  package let removed: [String]
  /// Whether the zone is blocked now; `nil` if that hasn't changed.
  package let isBlocked: Bool?
  /// The countries, networks and services that the zone has now, as settings write them; `nil` if
  /// they haven't changed.
  package let terms: [String]?
  /// The countries, networks and services that the old zone had.
  package let oldTerms: [String]?
  private let isGone: Bool
  /// The addresses that remain of a zone that contained every address; `nil` for other zones.
  private let remaining: [String]?

  /// Compares two versions of a zone; `nil` if they have the same places and blocking.
  fileprivate init?(_ zone: NetworkZone?, before: NetworkZone?) {
    guard let name = (zone ?? before)?.name else { return nil }
    self.name = name
    oldName = before?.name
    let (now, then) = (zone?.places ?? [], before?.places ?? [])
    let gained = now.without(then)
    // A single `0.0.0.0/0` is clearer than the ranges before and after the old addresses.
    added = now.flatMap { range in
      let new = gained.within(range)
      return range.isEverything && !new.isEmpty ? [range] : new
    }
    .map(\.asSetting)
    removed = then.without(now).map(\.asSetting)
    remaining =
      then.contains { $0 == IPAddress.range("::/0") } ? now.map(\.asSetting) : nil
    let wasBlocked = before?.isBlocked ?? false
    isBlocked = zone.flatMap { $0.isBlocked == wasBlocked ? nil : $0.isBlocked }
    isGone = zone == nil
    let places = (now: zone?.terms ?? ZoneTerms(), before: before?.terms ?? ZoneTerms())
    let areSame = places.now == places.before
    terms = areSame ? nil : places.now.settings
    oldTerms = areSame ? nil : places.before.settings
    guard !gained.isEmpty || !removed.isEmpty || isBlocked != nil || !areSame else { return nil }
  }

  /// The change in one sentence that begins in lower case.
  package var text: String {
    let isWhole = oldName == nil || isGone
    let more = ZoneChange.told(added, with: isWhole ? terms ?? [] : [])
    let less = ZoneChange.told(
      removed, with: isWhole ? oldTerms ?? [] : [], all: isGone ? "every" : "any")
    if oldName == nil {
      return "the \(isBlocked == true ? "blocked " : "")zone `\(name)` is new: \(more)"
    }
    if isGone { return "the zone `\(name)` is gone: it contained \(less)" }
    var parts: [String] = []
    if let isBlocked { parts.append(isBlocked ? "is blocked now" : "is no longer blocked") }
    if let remaining, !remaining.isEmpty, !removed.isEmpty {
      parts.append("now contains only \(ZoneChange.told(remaining, with: []))")
    } else if !removed.isEmpty {
      parts.append("no longer contains \(less)")
    }
    if !added.isEmpty { parts.append("now also contains \(more)") }
    if let terms, let oldTerms {
      func told(_ terms: [String]) -> String {
        terms.isEmpty ? "any country" : terms.joined(separator: " and ")
      }
      parts.append("now has \(told(terms)) instead of \(told(oldTerms))")
    }
    let was = oldName == name ? "" : " (was `\(oldName ?? "")`)"
    return "the zone `\(name)`\(was) \(parts.joined(separator: ", and "))"
  }

  /// Returns addresses in words, with the countries, networks and services that also must match.
  ///
  /// - Parameters:
  ///   - ranges: The addresses, as settings write them.
  ///   - terms: What else must match.
  ///   - all: The word for all addresses: `every`, or `any` after a negation.
  /// - Returns: The addresses.
  private static func told(
    _ ranges: [String], with terms: [String], all: String = "every"
  ) -> String {
    var parts = ranges.map { $0 == "0.0.0.0/0" ? "\(all) IPv4 address" : $0 }
    // The range of all IPv6 addresses also has those that stand for IPv4 addresses.
    if ranges.contains("::/0") { parts = ["\(all) address"] }
    let shown = parts.prefix(shownMost).joined(separator: ", ")
    let addresses =
      parts.count > shownMost ? "\(shown) and \(parts.count - shownMost) more" : shown
    return ([addresses] + terms).joined(separator: " with ")
  }

  /// The maximum number of address ranges in a sentence.
  private static let shownMost = 4
}

extension Org {
  /// Returns the zones whose addresses or blocking differ from an earlier version of the org.
  ///
  /// A new zone that shares addresses with a removed zone counts as the same zone under a new name.
  package func zoneChanges(since old: Org) -> [ZoneChange] {
    let (zones, before) = (policy.zones, old.policy.zones)
    var gone = before.filter { zone in !zones.contains { $0.name == zone.name } }
    var changes: [ZoneChange?] = []
    for zone in zones {
      var was = before.first { $0.name == zone.name }
      if was == nil,
        let same = gone.firstIndex(where: { $0.ranges.without(zone.ranges).isEmpty })
          ?? gone.firstIndex(where: { $0.ranges.overlap(zone.ranges) })
      {
        was = gone.remove(at: same)
      }
      changes.append(ZoneChange(zone, before: was))
    }
    return (changes + gone.map { ZoneChange(nil, before: $0) }).compactMap(\.self)
  }
}

extension NetworkZone {
  /// The addresses of the zone: all of them, if only something else must match.
  fileprivate var places: [ClosedRange<IPAddress>] {
    guard ranges.isEmpty, !terms.isEmpty else { return ranges }
    return ["0.0.0.0/0", "::/0"].compactMap(IPAddress.range)
  }

  /// Whether the zone contains every IPv4 address.
  var isEverywhere: Bool {
    IPAddress.range("0.0.0.0/0").map { [$0].without(ranges).isEmpty } ?? false
  }
}

extension [ClosedRange<IPAddress>] {
  /// Returns the addresses that aren't in other ranges, in order.
  fileprivate func without(_ others: Self) -> Self {
    let others = others.merged
    var rest: Self = []
    var next = 0
    for range in merged {
      while next < others.count, others[next].upperBound < range.lowerBound { next += 1 }
      // The start of the part that remains; `nil` if nothing remains.
      var start: IPAddress? = range.lowerBound
      var index = next
      while let from = start, index < others.count, others[index].lowerBound <= range.upperBound {
        let other = others[index]
        if from < other.lowerBound {
          rest.append(from...IPAddress(bits: other.lowerBound.bits.previous))
        }
        start =
          other.upperBound < range.upperBound ? IPAddress(bits: other.upperBound.bits.next) : nil
        index += 1
      }
      if let start { rest.append(start...range.upperBound) }
    }
    return rest
  }

  /// Returns the addresses that are also in another range.
  ///
  /// The ranges must be in order and must not overlap.
  fileprivate func within(_ other: Element) -> Self {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].upperBound < other.lowerBound { low = middle + 1 } else { high = middle }
    }
    return self[low...].prefix { $0.lowerBound <= other.upperBound }.map { $0.clamped(to: other) }
  }

  /// Whether some address is in both lists of ranges.
  fileprivate func overlap(_ others: Self) -> Bool {
    let ranges = merged
    return others.contains { !ranges.within($0).isEmpty }
  }

  /// The same addresses in order, in ranges that neither overlap nor touch.
  private var merged: Self {
    sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { all, range in
      guard let last = all.last,
        last.upperBound >= range.lowerBound || last.upperBound.bits.next == range.lowerBound.bits
      else { return all.append(range) }
      all[all.count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
    }
  }
}

extension ClosedRange<IPAddress> {
  /// Whether the range contains every IPv4 address or every IPv6 address.
  fileprivate var isEverything: Bool {
    self == IPAddress.range("0.0.0.0/0") || self == IPAddress.range("::/0")
  }

  /// The range as settings write it: `192.0.2.7`, `10.0.0.0/8` or `192.0.2.16-192.0.2.31`.
  fileprivate var asSetting: String {
    guard lowerBound != upperBound else { return lowerBound.text }
    let mask = lowerBound.bits ^ upperBound.bits
    let isBlock = mask & mask.next == 0 && lowerBound.bits & mask == 0
    guard isBlock else { return "\(lowerBound.text)-\(upperBound.text)" }
    let length = (lowerBound.isVersion4 ? 32 : 128) - mask.nonzeroBitCount
    return "\(lowerBound.text)/\(length)"
  }
}
