import FlowHTTP

/// The names in the org for the ids of an export, and the ids to which rules refer.
struct ImportNames {
  /// The names of groups by their ids, without the group Everyone.
  private var groups: [String: String] = [:]
  /// The ids of the groups that contain all users.
  private var everyone: Set<String> = []
  /// The logins by the ids of users.
  private var users: [String: String] = [:]
  private var zones: [String: String] = [:]
  /// The names of the org's apps by their ids; empty if the org has a single app.
  private(set) var apps: [String: String] = [:]
  /// The ids of the directories that store users' passwords.
  private var directories: Set<String> = []
  /// The zones that rules name but the export lacks, each with the location of the first reference.
  private(set) var missingZones: [(id: String, place: Exported)] = []
  /// The ids of the user types to which rules refer.
  private(set) var usedTypes: Set<String> = []
  /// How often each name was requested, by the kind of object.
  private var given: [String: [String: Int]] = [:]

  init(_ catalog: ExportCatalog) {
    for policy in catalog.policies where policy.value.json["system"]?.bool == true {
      // The default policies apply to all users, so their group is the one that contains all users.
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

  /// Returns a name that no other object of the kind has.
  ///
  /// If the name is taken, a number is added.
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

  /// Records an app of the org, and returns its name.
  mutating func add(app id: String, _ label: String) -> String {
    let name = unused(label, "app")
    apps[id] = name
    return name
  }

  func isEveryone(_ id: String) -> Bool { everyone.contains(id) }

  /// Returns a group's name.
  ///
  /// If the group isn't in the export, this is reported, and the id is its name.
  func group(_ value: Exported, _ id: String) -> String {
    if let name = groups[id] { return name }
    value.warn("the group \(id) isn't in the export: it has no members until you add a user")
    return id
  }

  /// Returns the name of a group; `nil` if the group isn't in the export.
  func knownGroup(_ id: String) -> String? { groups[id] }

  /// Returns a user's login; `nil` if the user isn't in the export.
  func login(_ id: String) -> String? { users[id] }

  /// Whether a directory stores the password of an exported user.
  func hasUsers(of directory: String) -> Bool { directories.contains(directory) }

  /// The names of all zones of the export, sorted.
  var allZones: [String] { zones.values.sorted() }

  /// Returns a zone's name, and records the zone if it isn't in the export.
  mutating func zone(_ value: Exported, _ id: String) -> String {
    if let name = zones[id] { return name }
    value.warn("the zone \(id) isn't in the export: it has no addresses")
    let name = unused(id, "zone")
    zones[id] = name
    missingZones.append((name, value))
    return name
  }

  /// The name of a zone; `nil` if the zone isn't in the export.
  func nameOfZone(_ id: String) -> String? { zones[id] }

  mutating func use(type: String) { usedTypes.insert(type) }
}
