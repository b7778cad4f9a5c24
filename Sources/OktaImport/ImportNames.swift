import FlowHTTP

/// What the ids of an export are called in the org, and which of them its rules speak of.
struct ImportNames {
  /// Groups by their ids, Everyone left out.
  private var groups: [String: String] = [:]
  /// The ids of the group that everybody is in.
  private var everyone: Set<String> = []
  /// Logins by the ids of users.
  private var users: [String: String] = [:]
  private var zones: [String: String] = [:]
  /// The directories and the like that keep the passwords of users.
  private var directories: Set<String> = []
  /// Zones that aren't in the export, and where each is named.
  private(set) var missingZones: [(id: String, place: Exported)] = []
  /// The types of users that rules look at.
  private(set) var usedTypes: Set<String> = []
  /// The names that are given away, by what they name, and how often each was asked for.
  private var given: [String: [String: Int]] = [:]

  init(_ catalog: ExportCatalog) {
    for policy in catalog.policies where policy.value.json["system"]?.bool == true {
      // Their default policies are for everybody, and list the group that everybody is in.
      let ids = policy.value.json["conditions"]?["people"]?["groups"]?["include"]?.array ?? []
      everyone.formUnion(ids.compactMap(\.string))
    }
    for group in catalog.groups {
      guard let id = group.json["id"]?.string else { continue }
      let name = group.json["profile"]?["name"]?.string ?? id
      if group.json["type"]?.string == "BUILT_IN", name == "Everyone" {
        everyone.insert(id)
      } else if !everyone.contains(id) {
        groups[id] = unused(name, "group")
      }
    }
    for user in catalog.users {
      if let type = user.json["credentials"]?["provider"]?["type"]?.string {
        directories.insert(type.uppercased())
      }
      guard let id = user.json["id"]?.string, let login = user.json["profile"]?["login"]?.string
      else { continue }
      users[id] = login
    }
    for zone in catalog.zones {
      guard let id = zone.json["id"]?.string else { continue }
      zones[id] = unused(zone.json["name"]?.string ?? id, "zone")
    }
  }

  /// A name that nothing else of a kind has: a number follows it where another one has it.
  mutating func unused(_ name: String, _ kind: String) -> String {
    let name = name.isEmpty ? "unnamed" : name
    var number = given[kind, default: [:]][name, default: 0] + 1
    var candidate = number == 1 ? name : "\(name) (\(number))"
    while number > 1, given[kind, default: [:]][candidate] != nil {
      number += 1
      candidate = "\(name) (\(number))"
    }
    given[kind, default: [:]][name] = number
    if number > 1 { given[kind, default: [:]][candidate] = 1 }
    return candidate
  }

  func isEveryone(_ id: String) -> Bool { everyone.contains(id) }

  /// A group's name; its id where the export hasn't got it, which is told.
  func group(_ value: Exported, _ id: String) -> String {
    if let name = groups[id] { return name }
    value.warn("the group \(id) isn't in the export: it has no members until you add a user")
    return id
  }

  /// A group's name where the export has it.
  func knownGroup(_ id: String) -> String? { groups[id] }

  /// A user's login; `nil` where the export hasn't got them.
  func login(_ id: String) -> String? { users[id] }

  /// Whether a directory keeps the password of a user of the export.
  func hasUsers(of directory: String) -> Bool { directories.contains(directory) }

  /// The names of all zones of the export.
  var allZones: [String] { zones.values.sorted() }

  /// A zone's name; one that the export hasn't got is noted.
  mutating func zone(_ value: Exported, _ id: String) -> String {
    if let name = zones[id] { return name }
    value.warn("the zone \(id) isn't in the export: it has no addresses")
    let name = unused(id, "zone")
    zones[id] = name
    missingZones.append((name, value))
    return name
  }

  /// The name of a zone that is in the export.
  func nameOfZone(_ id: String) -> String? { zones[id] }

  mutating func use(type: String) { usedTypes.insert(type) }
}
