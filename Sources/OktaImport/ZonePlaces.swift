import FlowHTTP
import OktaSimulator

/// The countries, networks and services of a dynamic zone.
struct ZonePlaces {
  /// The settings of the org, such as `country "FR"`.
  let settings: [String]
  /// What is probably misspelled, one sentence each.
  private(set) var oddities: [String] = []

  /// Reads the places; `nil` if one isn't as the API describes it.
  ///
  /// A zone of type `DYNAMIC` has lists, and one of type `DYNAMIC_V2` has objects with `include`
  /// and `exclude`. A member that is missing or empty restricts nothing.
  init?(_ zone: JSON) {
    var settings: [String] = []
    for (member, word, read) in ZonePlaces.members {
      let value = zone[member] ?? .null
      guard let lists = ZonePlaces.lists(value) else { return nil }
      for (list, not) in lists where !list.isEmpty {
        var names: [String] = []
        for element in list {
          guard let name = read(element) else { return nil }
          names.append(name)
          let oddity =
            word == "country"
            ? ZoneOddity(country: name) : word == "service" ? ZoneOddity(service: name) : nil
          if let oddity { oddities.append(oddity.message) }
        }
        settings.append("\(word) \(not)\(OrgText.list(names))")
      }
    }
    switch zone["proxyType"] ?? .null {
    case .null, .string(""), .string("null"): break
    case .string(let type):
      guard ZoneValue.isService(type) else { return nil }
      let category = ZonePlaces.categories[type.uppercased()] ?? type
      settings.append("service \(OrgText.list([category]))")
      if category == ServiceCategory.anyProxy {
        oddities.append("it isn't known which requests the kind of proxy `Any` has")
      }
    default: return nil
    }
    // A zone without restrictions contains every address.
    self.settings = settings.isEmpty ? ["ip \(OrgText.list(["0.0.0.0/0", "::/0"]))"] : settings
  }

  /// The categories with the same requests as kinds of proxies.
  private static let categories = [
    "TOR": ServiceCategory.tor, "TORANONYMIZER": ServiceCategory.tor,
    "NOTTORANONYMIZER": ServiceCategory.otherAnonymizers, "ANY": ServiceCategory.anyProxy,
  ]

  private static let members: [(String, String, @Sendable (JSON) -> String?)] = [
    ("locations", "country", country), ("asns", "asn", system),
    (
      "ipServiceCategories", "service", { $0.string.flatMap { ZoneValue.isService($0) ? $0 : nil } }
    ),
  ]

  /// Returns the values to include and to exclude, with the word for the setting.
  private static func lists(_ value: JSON) -> [(list: [JSON], not: String)]? {
    switch value {
    case .null: return []
    case .array(let list): return [(list, "")]
    case .object(let object):
      var lists: [(list: [JSON], not: String)] = []
      for (name, member) in object.members.map({ ($0.name, $0.value) }) {
        guard name == "include" || name == "exclude" else { return nil }
        if member == .null { continue }
        guard let list = member.array else { return nil }
        lists.append((list, name == "include" ? "" : "not "))
      }
      return lists
    default: return nil
    }
  }

  /// Returns a country such as `FR`, or a subdivision such as `UA-26`.
  private static func country(_ location: JSON) -> String? {
    guard let country = location["country"]?.string,
      location.object?.members.allSatisfy({ ["country", "region"].contains($0.name) }) == true
    else { return nil }
    var name = country
    switch location["region"] ?? .null {
    case .null, .string(""): break
    case .string(let region): name = region.contains("-") ? region : "\(country)-\(region)"
    default: return nil
    }
    return ZoneValue.isCountry(name) ? name : nil
  }

  /// Returns the number of an autonomous system, which the API writes as a text.
  private static func system(_ value: JSON) -> String? {
    let text = value.string ?? value.integer.map(String.init) ?? ""
    return UInt32(text).map(String.init)
  }
}
