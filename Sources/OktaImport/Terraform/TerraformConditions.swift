import FlowHTTP

/// The conditions of a rule or a policy, as the management API has them.
///
/// An attribute that isn't known becomes an element of the member `unknown`, which `RuleConditions`
/// reads as an unknown condition.
struct TerraformConditions {
  private var members: JSONObject = [:]
  private var unknown: [String] = []
  private let block: TerraformBlock
  private let ids: TerraformIDs
  /// The ids of the users that the file has.
  private let users: Set<String>

  /// The value of the member `conditions`.
  var json: JSON {
    var members = members
    if !unknown.isEmpty { members["unknown"] = .array(unknown.map { .string($0) }) }
    return members.members.isEmpty ? .null : .object(members)
  }

  init(_ block: TerraformBlock, _ ids: TerraformIDs, users: Set<String>) {
    self.block = block
    self.ids = ids
    self.users = users
  }

  /// Adds an unknown condition.
  mutating func addUnknown(_ reason: String) { unknown.append(reason) }

  /// Records that an attribute isn't known.
  private mutating func open(_ name: String) { addUnknown("\(block.title).\(name)") }

  private mutating func set(_ path: String..., to value: JSON) {
    func set(_ object: JSONObject, _ path: ArraySlice<String>) -> JSONObject {
      guard let name = path.first else { return object }
      var object = object
      object[name] =
        path.count == 1 ? value : .object(set(object[name]?.object ?? [:], path.dropFirst()))
      return object
    }
    members = set(members, path[...])
  }

  // MARK: People

  /// Adds the groups, the users and the types of users.
  mutating func addPeople() {
    for (word, member) in [("included", "include"), ("excluded", "exclude")] {
      var groups = ids.list(block, "groups_\(word)").map(\.id)
      var named: [String] = []
      for user in ids.list(block, "users_\(word)") {
        // It isn't known whether a user of the org is the one that the file doesn't have. In the
        // API, a user of the list or a member of a group of the list is enough.
        if !user.isUnknown, users.contains(user.id) {
          named.append(user.id)
        } else {
          groups.append(user.id)
        }
      }
      if !groups.isEmpty {
        set("people", "groups", member, to: .array(groups.map { .string($0) }))
      }
      if !named.isEmpty { set("people", "users", member, to: .array(named.map { .string($0) })) }
      addList("user_types_\(word)", "userType", member)
    }
  }

  /// Adds a list of ids of which none may be unknown.
  private mutating func addList(_ name: String, _ path: String, _ member: String) {
    let list = ids.list(block, name)
    if list.contains(where: \.isUnknown) { return open(name) }
    if !list.isEmpty { set(path, member, to: .array(list.map { .string($0.id) })) }
  }

  // MARK: Network

  mutating func addNetwork() {
    guard !block.isUnknown("network_connection") else { return open("network_connection") }
    let included = ids.list(block, "network_includes")
    let excluded = ids.list(block, "network_excludes")
    guard let connection = block.text("network_connection"), connection != "ANYWHERE" else {
      return
    }
    set("network", "connection", to: .string(connection))
    // A zone that the org doesn't have is an unknown condition.
    for (member, list) in [("include", included), ("exclude", excluded)] where !list.isEmpty {
      set("network", member, to: .array(list.map { .string($0.id) }))
    }
    if included.isEmpty, excluded.isEmpty { open("network_includes") }
  }

  // MARK: Devices and platforms

  mutating func addDevice() {
    let names = ["device_is_registered", "device_is_managed"]
    for name in names where block.isUnknown(name) { return open(name) }
    let isRegistered = block.known(names[0])?.bool == true
    let isManaged = block.known(names[1])?.bool == true
    if isRegistered || isManaged { set("device", "registered", to: true) }
    if isManaged {
      set("device", "managed", to: true)
    } else if isRegistered {
      // The provider sends `false` whether the attribute is set or not.
      open(names[1])
    }
    addAssurances()
  }

  private mutating func addAssurances() {
    let list = ids.list(block, "device_assurances_included")
    guard !list.isEmpty else { return }
    set("device", "assurance", "include", to: .array(list.map { .string($0.id) }))
  }

  mutating func addPlatform() {
    guard !block.isUnknown("platform_include"), let all = block.blocks("platform_include") else {
      return open("platform_include")
    }
    guard !all.isEmpty else { return }
    let platforms = all.map { platform -> JSON in
      var system: JSONObject = ["type": .string(platform.text("os_type") ?? "ANY")]
      if let text = platform.text("os_expression") { system["expression"] = .string(text) }
      return [
        "type": .string(platform.text("type") ?? "ANY"), "os": .object(system),
      ]
    }
    set("platform", "include", to: .array(platforms))
  }

  // MARK: Other conditions

  /// Adds a text of an attribute, unless it is one of those that mean nothing.
  mutating func addText(
    _ name: String, _ parent: String, _ member: String, exceptFor idle: String? = nil
  ) {
    if block.isUnknown(name) {
      if !ids.configuration.leavesOut(block, name) { open(name) }
      return
    }
    if let value = block.known(name), value.string == nil { return open(name) }
    if let text = block.text(name), text != idle { set(parent, member, to: .string(text)) }
  }

  mutating func addBehaviors() {
    let list = ids.list(block, "behaviors")
    if list.contains(where: \.isUnknown) { return open("behaviors") }
    if !list.isEmpty { set("risk", "behaviors", to: .array(list.map { .string($0.id) })) }
  }

  mutating func addIdentityProvider() {
    addText("identity_provider", "identityProvider", "provider", exceptFor: "ANY")
    let list = ids.list(block, "identity_provider_ids")
    if members["identityProvider"] != nil, !list.isEmpty {
      set("identityProvider", "idpIds", to: .array(list.map { .string($0.id) }))
    }
  }

  mutating func addApps() {
    for (name, member) in [("app_include", "include"), ("app_exclude", "exclude")] {
      guard !block.isUnknown(name), let all = block.blocks(name) else {
        open(name)
        continue
      }
      guard !all.isEmpty else { continue }
      let apps = all.map { app -> JSON in
        var object: JSONObject = ["type": .string(app.text("type") ?? "APP")]
        if let id = app.text("id") { object["id"] = .string(TerraformIDs.clean(id)) }
        if let name = app.text("name") { object["name"] = .string(name) }
        return .object(object)
      }
      set("app", member, to: .array(apps))
    }
  }

  /// Adds the patterns of what users enter.
  mutating func addIdentifier() {
    let names = ["user_identifier_type", "user_identifier_attribute", "user_identifier_patterns"]
    for name in names where block.isUnknown(name) && !ids.configuration.leavesOut(block, name) {
      return open(name)
    }
    guard let patterns = block.blocks(names[2]) else { return open(names[2]) }
    let all = patterns.map { pattern -> JSON in
      [
        "matchType": .string(pattern.text("match_type") ?? ""),
        "value": .string(pattern.text("value") ?? ""),
      ]
    }
    guard !all.isEmpty else { return }
    set("userIdentifier", "patterns", to: .array(all))
    set("userIdentifier", "type", to: .string(block.text(names[0]) ?? "IDENTIFIER"))
    if let attribute = block.text(names[1]) {
      set("userIdentifier", "attribute", to: .string(attribute))
    }
  }

  /// Adds an attribute that only later versions of the API have, as an unknown condition.
  mutating func addOther(_ name: String) {
    switch block.value(name) {
    case .known(let value) where !value.isNothing: open(name)
    case .unknown where !ids.configuration.leavesOut(block, name): open(name)
    default: return
    }
  }
}
