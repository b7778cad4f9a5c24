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
  /// The names of the org's identity providers by their ids.
  private(set) var providers: [String: String] = [:]
  /// The ids of the directories that store users' passwords.
  private var directories: Set<String> = []
  /// The titles of all zones and groups by their ids, whether an org can have them or not.
  private var zoneTitles: [String: String] = [:]
  private var groupTitles: [String: String] = [:]
  /// The addresses of groups in a file of Terraform, by their ids.
  private var groupAddresses: [String: String] = [:]
  /// The ids of the zones that no address is in.
  private var emptyZones: Set<String> = []
  /// The names of the device assurance policies by their ids.
  private(set) var assurances: [String: String] = [:]
  /// The behaviors by their ids; the names are those of the export.
  private(set) var behaviors: [String: (name: String, isActive: Bool)] = [:]
  /// The keys of the authenticators by their ids, without keys that several of them have.
  private var authenticators: [String: String] = [:]
  /// Whether the export has every user who can sign in.
  let hasAllUsers: Bool
  /// The users that the export doesn't have; `nil` if its users stand for them.
  let unlisted: UnlistedUsers?
  /// The zones, device assurance policies and behaviors by their ids.
  private var objects: [String: JSON] = [:]
  /// The names of behaviors, and the titles of zones and groups, that several of them have.
  private var shared: (behaviors: Set<String>, zones: Set<String>, groups: Set<String>) = (
    [], [], []
  )
  private var types: [String: String] = [:]
  /// The ids of the user types to which rules refer.
  private(set) var usedTypes: Set<String> = []
  /// How often each name was requested, by the kind of object.
  private var given: [String: [String: Int]] = [:]

  init(_ catalog: ExportCatalog) {
    hasAllUsers = catalog.hasAllUsers
    unlisted = UnlistedUsers(catalog)
    for object in catalog.zones + catalog.assurances + catalog.behaviors {
      if let id = object.json["id"]?.string { objects[id] = object.json.withoutIdentity }
    }
    let keys = catalog.authenticators.compactMap { $0.json["key"]?.string }
    for value in catalog.authenticators {
      guard let id = value.json["id"]?.string, let key = value.json["key"]?.string,
        keys.count(where: { $0 == key }) == 1
      else { continue }
      authenticators[id] = key
    }
    for policy in catalog.policies where policy.value.json["system"]?.bool == true {
      // The default policies apply to all users, so their group is the one that contains all users.
      let ids = policy.value.json["conditions"]?["people"]?["groups"]?["include"]?.array ?? []
      everyone.formUnion(ids.compactMap(\.string))
    }
    for group in catalog.groups {
      guard let id = group.json["id"]?.string else { continue }
      let name = group.json["profile"]?["name"]?.string ?? id
      groupTitles[id] = name
      if catalog.isOfTerraform { groupAddresses[id] = group.spot.name }
      if group.json["type"]?.string == "BUILT_IN", name == "Everyone" {
        everyone.insert(id)
      } else if !everyone.contains(id), catalog.knowsMembers(of: id) {
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
      let name = zone.json["name"]?.string ?? id
      zoneTitles[id] = name
      if ZoneImport.isEmpty(zone.json) { emptyZones.insert(id) }
      if ZoneImport.isKnown(zone.json) { zones[id] = unused(name, "zone") }
    }
    for assurance in catalog.assurances {
      guard let id = assurance.json["id"]?.string,
        DeviceAssuranceImport.platform(assurance.json) != nil
      else { continue }
      assurances[id] = unused(assurance.json["name"]?.string ?? id, "assurance")
    }
    for behavior in catalog.behaviors {
      guard let id = behavior.json["id"]?.string else { continue }
      let isActive = behavior.json["status"]?.string?.uppercased() != "INACTIVE"
      // An expression names a behavior as the export does, so the name stays as it is.
      behaviors[id] = (behavior.json["name"]?.string ?? id, isActive)
    }
    for type in catalog.userTypes {
      guard let id = type.json["id"]?.string else { continue }
      types[id] = unused(type.json["name"]?.string ?? id, "type")
    }
    shared = (
      Self.repeated(behaviors.values.map(\.name)), Self.repeated(zoneTitles.values.map(\.self)),
      Self.repeated(groupTitles.values.map(\.self))
    )
  }

  /// Returns the texts that occur more than once.
  private static func repeated(_ texts: [String]) -> Set<String> {
    var seen: Set<String> = []
    return Set(texts.filter { !seen.insert($0).inserted })
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

  /// Records an identity provider of the org, and returns its name.
  mutating func add(provider id: String, _ title: String) -> String {
    let name = unused(title, "identity provider")
    providers[id] = name
    return name
  }

  func isEveryone(_ id: String) -> Bool { everyone.contains(id) }

  /// Returns a group's name; `nil` if the export doesn't say who is in the group, which is reported.
  func group(_ value: Exported, _ id: String) -> String? {
    if let name = groups[id] { return name }
    value.caution("the export doesn't say who is in the group \(id): the condition is unknown")
    return nil
  }

  /// Returns the title of a group that the export has; `nil` for another one.
  func title(ofGroup id: String) -> String? { groupTitles[id] }

  /// Returns what names the unknown members of a group.
  ///
  /// Terraform can give a group another name, and its members stay the same.
  func membersTitle(ofGroup id: String) -> String {
    let title = groupTitles[id].map { shared.groups.contains($0) ? "\($0) (\(id))" : $0 }
    return "members: \(groupAddresses[id] ?? title ?? id)"
  }

  /// Returns what names the unknown addresses of a zone: its title, with its id if other zones have
  /// the same title.
  func addressesTitle(ofZone id: String) -> String {
    guard let title = zoneTitles[id] else { return id }
    return shared.zones.contains(title) ? "\(title) (\(id))" : title
  }

  /// Returns the name of a behavior, with its id if other behaviors have the same name.
  ///
  /// An expression, which has only the name, is about another fact then.
  func name(ofBehavior id: String) -> String? {
    behaviors[id].map { shared.behaviors.contains($0.name) ? "\($0.name) (\(id))" : $0.name }
  }

  /// Returns the name of a user type, or the id if the export doesn't have it.
  func type(_ id: String) -> String { types[id] ?? id }

  /// Whether the export has behaviors with a name, and all of them are inactive.
  func isInactive(behavior name: String) -> Bool {
    let named = behaviors.values.filter { $0.name == name }
    return !named.isEmpty && !named.contains(where: \.isActive)
  }

  /// Returns the condition that a sign-in has one of some behaviors.
  static func clause(ofBehaviors names: [String]) -> String {
    let isValid = names.allSatisfy { UnknownReason.isWhole($0) }
    guard isValid else {
      let reasons = names.map { UnknownReason("behavior", .string($0)).quoted }
      return "unknown \(reasons.joined(separator: ", "))"
    }
    return "behavior \(OrgText.list(names))"
  }

  /// Returns the key of an authenticator; `nil` if the export doesn't have the id, or if other
  /// authenticators have the same key.
  func key(ofAuthenticator id: String) -> String? { authenticators[id] }

  /// Returns the name of a group; `nil` if the group isn't in the export.
  func knownGroup(_ id: String) -> String? { groups[id] }

  /// Returns the name in the org of the only group with a title; `nil` if its members aren't known.
  func group(named title: String) -> String? {
    let ids = groupTitles.filter { $0.value == title }.map(\.key)
    return ids.count == 1 ? groups[ids[0]] : nil
  }

  /// Returns the names in the org of the groups whose titles begin with one of some texts; `nil` if
  /// the members of one aren't known.
  func groups(beginningWith texts: [String]) -> [String]? {
    let ids = groupTitles.filter { title in texts.contains { title.value.hasPrefix($0) } }
      .map(\.key).sorted()
    let found = ids.compactMap { groups[$0] }
    return found.count == ids.count ? found : nil
  }

  /// Returns a user's login; `nil` if the user isn't in the export.
  func login(_ id: String) -> String? { users[id] }

  /// Whether a directory may store the password of a user.
  func mayHaveUsers(of directory: String) -> Bool {
    directories.contains(directory) || !hasAllUsers
  }

  // MARK: What rules do

  /// Returns everything that decides what a rule does, or a policy with its rules: the members that
  /// aren't names or dates, and the objects that they name.
  ///
  /// - Parameters:
  ///   - value: The rule or the policy.
  ///   - rules: The rules of the policy.
  /// - Returns: The value; equal for rules that do the same.
  func definition(of value: JSON, rules: [JSON] = []) -> JSON {
    let parts = ([value] + rules).map { part -> JSON in
      var object = part.object ?? [:]
      for name in Self.idle { object[name] = nil }
      return JSON.object(object).canonical(hasOnlySets: false)
    }
    var named: Set<String> = []
    for part in parts { collectNames(in: part, &named) }
    let all = named.sorted().compactMap { objects[$0]?.canonical(hasOnlySets: false) }
    return .array(parts + all)
  }

  /// The members of a rule or a policy that decide nothing, or whose contents are read elsewhere.
  private static let idle = [
    "id", "name", "description", "created", "createdBy", "lastUpdated", "lastUpdatedBy", "_links",
    "_embedded", "rules",
  ]

  private func collectNames(in value: JSON, _ names: inout Set<String>) {
    switch value {
    case .string(let text): if objects[text] != nil { names.insert(text) }
    case .array(let elements): for element in elements { collectNames(in: element, &names) }
    case .object(let object):
      for member in object.members { collectNames(in: member.value, &names) }
    default: return
    }
  }

  /// The ids of all zones of the export, sorted.
  var allZones: [String] { zoneTitles.keys.sorted() }

  /// Whether no sign-in comes from a zone.
  func isEmptyZone(_ id: String) -> Bool { emptyZones.contains(id) }

  /// Returns the name of a zone; `nil` if the export doesn't say what is in it.
  func zone(_ id: String) -> String? { zones[id] }

  mutating func use(type: String) { usedTypes.insert(type) }
}
