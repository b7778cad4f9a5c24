import FlowDiagnostics
import FlowSyntax
import FlowHTTP

/// Reads the network zones of an export.
struct ZoneImport: ImportPart {
  let whole: OktaImport

  /// Returns lines for the zones of the export, and for the zones that rules name but the export
  /// lacks.
  func zones() -> [OrgLine] {
    var lines: [OrgLine] = []
    for zone in catalog.zones {
      let mark = ledger.remarks.count
      zone.settle("id", "created", "create", "lastUpdated", "_links", "system", "type", "name")
      let name =
        zone.json["id"]?.string.flatMap { names.nameOfZone($0) }
        ?? names.unused(zone.json["name"]?.string ?? "", "zone")
      let body = zoneBody(zone)
      ledger.reportUnread(zone)
      lines.append(
        OrgLine(
          "zone \(TextLiteral.quoted(name))", zone, block: body,
          comments: ledger.comments(since: mark)))
    }
    for missing in names.missingZones {
      lines.append(
        OrgLine(
          "zone \(TextLiteral.quoted(missing.id))", missing.place,
          comments: ["\(missing.place.spot.comment): the zone isn't in the export."]))
    }
    return lines
  }

  private func zoneBody(_ zone: Exported) -> [OrgLine] {
    guard zone.word("status", ["ACTIVE", "INACTIVE"]) != "INACTIVE" else {
      zone.note("the zone is inactive: it has no addresses")
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
    if zone.word("usage", ["POLICY", "BLOCKLIST"]) == "BLOCKLIST" {
      lines.append(OrgLine("blocked on", zone["usage"]))
    }
    if let proxy = zone["proxyType"], proxy.json.string?.uppercased() == "ANY" { proxy.settle() }
    return lines
  }
}
