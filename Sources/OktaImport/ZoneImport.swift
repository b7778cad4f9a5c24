import FlowDiagnostics
import FlowSyntax
import FlowHTTP

/// Reads the network zones of an export.
struct ZoneImport: ImportPart {
  let whole: OktaImport

  /// Whether an org can have a zone: it consists of addresses, or of countries, networks and
  /// services.
  ///
  /// An inactive zone never matches, so it has no addresses.
  static func isKnown(_ zone: JSON) -> Bool {
    let type = zone["type"]?.string?.uppercased()
    if isInactive(zone) { return true }
    switch type {
    case nil, "IP":
      return !["locations", "asns", "proxyType", "ipServiceCategories"].contains { has(zone, $0) }
    case "DYNAMIC", "DYNAMIC_V2":
      return !["gateways", "proxies"].contains { has(zone, $0) } && ZonePlaces(zone) != nil
    default: return false
    }
  }

  private static func isInactive(_ zone: JSON) -> Bool {
    zone["status"]?.string?.uppercased() == "INACTIVE"
  }

  private static func isDynamic(_ zone: JSON) -> Bool {
    zone["type"]?.string?.uppercased().hasPrefix("DYNAMIC") ?? false
  }

  private static func has(_ zone: JSON, _ member: String) -> Bool {
    let value = zone[member] ?? .null
    return !value.isNothing && value.string != ""
  }

  /// Whether a zone never matches: it is inactive, or has no address.
  static func isEmpty(_ zone: JSON) -> Bool {
    isInactive(zone) || isKnown(zone) && !isDynamic(zone) && !has(zone, "gateways")
  }

  /// Returns lines for the zones of the export.
  ///
  /// Zones whose places aren't known are only in conditions, as unknown ones.
  func zones() -> [OrgLine] {
    var lines: [OrgLine] = []
    for zone in catalog.zones {
      let mark = ledger.remarks.count
      zone.settle("id", "created", "create", "lastUpdated", "_links", "system", "type", "name")
      let title = zone.json["name"]?.string ?? "zone"
      ledger.subject = "zone \(title)"
      let body: [OrgLine]
      if ZoneImport.isKnown(zone.json) {
        body = zoneBody(zone)
      } else {
        body = []
        readPlaces(zone)
      }
      ledger.reportUnread(zone)
      let comments = ledger.comments(since: mark)
      if !ZoneImport.isEmpty(zone.json),
        let name = zone.json["id"]?.string.flatMap({ names.zone($0) })
      {
        lines.append(
          OrgLine("zone \(TextLiteral.quoted(name))", zone, block: body, comments: comments))
      } else {
        lines += comments.map(OrgLine.init(comment:))
      }
    }
    return lines
  }

  private func zoneBody(_ zone: Exported) -> [OrgLine] {
    guard zone.word("status", ["ACTIVE", "INACTIVE"]) != "INACTIVE" else {
      zone.note("the zone is inactive: it never matches")
      zone.settle()
      return []
    }
    var lines: [OrgLine] = []
    let addresses = zone.list("gateways").compactMap { gateway -> String? in
      _ = gateway.word("type", ["CIDR", "RANGE"])
      return gateway.text("value")
    }
    if !addresses.isEmpty {
      lines.append(OrgLine("ip \(OrgText.list(addresses))", zone["gateways"]))
    }
    if ZoneImport.isDynamic(zone.json), let places = ZonePlaces(zone.json) {
      lines += places.settings.map { OrgLine($0, zone) }
      for oddity in places.oddities { zone.note(oddity) }
    }
    if let proxies = zone["proxies"], !proxies.json.isNothing {
      proxies.detail("a sign-in states the address behind the proxies", isWarning: false)
      proxies.settle()
    }
    if zone.word("usage", ["POLICY", "BLOCKLIST"]) == "BLOCKLIST" {
      lines.append(OrgLine("blocked on", zone["usage"]))
    }
    readExemption(zone)
    zone.settle("proxyType", "locations", "asns", "ipServiceCategories")
    return lines
  }

  /// Reads a zone whose addresses beat the blocked zones.
  private func readExemption(_ zone: Exported) {
    let isExempt =
      zone.json["name"]?.string == "DefaultExemptIpZone"
      || zone.json["useAsExemptList"]?.bool == true
    zone.settle("useAsExemptList")
    if zone.json["useAsBlackList"]?.bool == false { zone.settle("useAsBlackList") }
    guard isExempt, zone["gateways"]?.json.isNothing == false,
      catalog.zones.contains(where: ZoneImport.isBlocking)
    else { return }
    zone.warn("its addresses aren't blocked, whatever other zones say; here they are")
  }

  private static func isBlocking(_ zone: Exported) -> Bool {
    zone.json["usage"]?.string?.uppercased() == "BLOCKLIST"
      && !isEmpty(zone.json)
  }

  /// Reads a zone of a kind that isn't known.
  private func readPlaces(_ zone: Exported) {
    zone.settle("status", "proxyType", "locations", "asns", "ipServiceCategories", "gateways")
    zone.settle("proxies")
    guard zone.word("usage", ["POLICY", "BLOCKLIST"]) == "BLOCKLIST" else {
      return zone.detail(
        "its addresses aren't known: where rules name it, the condition is unknown",
        isWarning: false)
    }
    // A request from the zone is refused, so without it the org allows more.
    zone.detail("its addresses aren't known: no address is blocked")
  }
}
