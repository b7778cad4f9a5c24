import FlowHTTP

/// What files of an export hold, told apart by their content.
struct ExportCatalog {
  /// A policy with its rules.
  struct Policy {
    var value: Exported
    var id: String
    var type: String
    var rules: [Exported] = []
    /// Whether the export holds rules of it at all.
    var hasRules = false
  }

  /// Something that belongs to an object with an id.
  struct Part {
    var value: Exported
    /// Whose it is; `nil` where nothing says so.
    var owner: String?
  }

  private(set) var policies: [Policy] = []
  private(set) var authenticators: [Exported] = []
  private(set) var methods: [Part] = []
  private(set) var groups: [Exported] = []
  private(set) var users: [Exported] = []
  private(set) var zones: [Exported] = []
  private(set) var apps: [Exported] = []
  private(set) var factors: [Part] = []
  /// The ids of groups by the ids of their members.
  private(set) var memberships: [String: Set<String>] = [:]
  /// Whether the export says anything of who is in which group.
  var knowsMembers: Bool { !memberships.isEmpty }

  private var rules: [Part] = []
  /// The policies whose rules are embedded in them, even if there are none.
  private var withRules: Set<String> = []
  /// What was taken already, by its kind and id, and its content.
  private var taken: [String: Exported] = [:]

  /// Whether nothing was recognised.
  var isEmpty: Bool {
    policies.isEmpty && authenticators.isEmpty && methods.isEmpty && groups.isEmpty && users.isEmpty
      && zones.isEmpty && factors.isEmpty
  }

  /// Takes what files hold.
  init(_ values: [Exported]) {
    for value in values where !take(value, owner: ExportCatalog.idInName(value.file)) {
      tellUnknown(value)
    }
    assignRules()
  }

  private func tellUnknown(_ value: Exported) {
    value.warn("this isn't a known object of the management API")
  }

  /// An id in a file's name, as in `rst1abc-rules.json`.
  private static func idInName(_ path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.first { word in
      word.count >= 15 && idPrefixes.contains { word.hasPrefix($0) }
    }.map(String.init)
  }

  private static let idPrefixes = ["rst", "00p", "00u", "00g", "aut"]

  // MARK: Telling apart

  /// Takes a value and what is in it.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - owner: the id that it stands under, where there is one.
  /// - Returns: whether anything of it was recognised, or told.
  private mutating func take(_ value: Exported, owner: String?) -> Bool {
    guard let object = value.json.object else {
      return takeAll(value.members.map { (owner, $0.value) })
    }
    if let kind = ExportKind(object) {
      take(value, kind, owner)
      return true
    }
    // An object that holds others by name: `{"policies": […], "rules": {"rst1": […]}}`.
    return takeAll(value.members.map { ($0.name, $0.value) })
  }

  private mutating func takeAll(_ values: [(owner: String?, value: Exported)]) -> Bool {
    var unknown: [Exported] = []
    for (owner, value) in values {
      if value.json.isNothing || owner == "_links" { continue }
      if let owner, takeIDs(value, of: owner) { continue }
      if !take(value, owner: owner) { unknown.append(value) }
    }
    guard unknown.count < values.count else { return values.isEmpty }
    for value in unknown { tellUnknown(value) }
    return true
  }

  /// Takes the ids of a group's members, or of a user's groups, which stand under its id.
  ///
  /// - Returns: whether it is an array of such ids.
  private mutating func takeIDs(_ value: Exported, of owner: String) -> Bool {
    guard let elements = value.json.array, !elements.isEmpty else { return false }
    let ids = elements.compactMap(\.string)
    guard ids.count == elements.count else { return false }
    if owner.hasPrefix("00u") || ids.allSatisfy({ $0.hasPrefix("00g") }) {
      memberships[owner, default: []].formUnion(ids)
    } else if owner.hasPrefix("00g") || ids.allSatisfy({ $0.hasPrefix("00u") }) {
      for id in ids { memberships[id, default: []].insert(owner) }
    } else {
      return false
    }
    return true
  }

  private mutating func take(_ value: Exported, _ kind: ExportKind, _ owner: String?) {
    let id = value.json["id"]?.string ?? "\(value.spot.key)"
    if kind != .method, kind != .factor,
      let first = taken.updateValue(value, forKey: "\(kind) \(id)")
    {
      takeParts(of: value, kind, id, owner)
      if first.json != value.json {
        value.note("\(first.path) of \(first.file) has the same id and is used instead")
      }
      taken["\(kind) \(id)"] = first
      return
    }
    switch kind {
    case .policy:
      policies.append(Policy(value: value, id: id, type: value.text("type") ?? ""))
    case .rule: rules.append(Part(value: value, owner: value.linked("self", "policies") ?? owner))
    case .authenticator: authenticators.append(value)
    case .method:
      methods.append(Part(value: value, owner: value.linked("self", "authenticators") ?? owner))
    case .group: groups.append(value)
    case .user: users.append(value)
    case .zone: zones.append(value)
    case .app: apps.append(value)
    case .factor:
      let user = value.linked("user", "users") ?? value.linked("self", "users") ?? owner
      factors.append(Part(value: value, owner: user))
    case .other(let reason):
      value.warn(reason)
      return
    }
    takeParts(of: value, kind, id, owner)
  }

  /// Takes what is embedded in an object, and notes whose it is.
  private mutating func takeParts(
    of value: Exported, _ kind: ExportKind, _ id: String, _ owner: String?
  ) {
    let names: [String]
    switch kind {
    case .policy: names = ["rules"]
    case .authenticator: names = ["methods"]
    case .user: names = ["factors", "groups", "groupIds"]
    case .group: names = ["users", "members"]
    default: return
    }
    if let owner {
      if kind == .user, owner.hasPrefix("00g") { memberships[id, default: []].insert(owner) }
      if kind == .group, owner.hasPrefix("00u") { memberships[owner, default: []].insert(id) }
    }
    for holder in [value, value["_embedded"]].compactMap({ $0 }) {
      for name in names {
        guard let parts = holder[name], case .array(let elements) = parts.json else { continue }
        if !elements.isEmpty, !takeIDs(parts, of: id) {
          _ = takeAll(parts.members.map { (id, $0.value) })
        }
        if kind == .policy { withRules.insert(id) }
        // What is in them tells for itself what was read of it.
        parts.settle()
      }
    }
  }

  // MARK: Rules and their policies

  private mutating func assignRules() {
    var places: [String: Int] = [:]
    var ofType: [String: [Int]] = [:]
    for (index, policy) in policies.enumerated() {
      policies[index].hasRules = withRules.contains(policy.id)
      places[policy.id] = index
      ofType[policy.type, default: []].append(index)
    }
    for rule in rules {
      let type = ExportKind.policyType(ofRule: rule.value.json) ?? ""
      let owner = rule.owner.flatMap { places[$0] == nil && !ExportCatalog.isID($0) ? nil : $0 }
      if let index = owner.flatMap({ places[$0] }) {
        add(rule.value, to: index)
      } else if owner == nil, let only = ofType[type], only.count == 1 {
        add(rule.value, to: only[0])
      } else {
        // Rules without their policy: one that has nothing but them.
        let id = owner ?? "unknown \(type)"
        let value = rule.value.with(
          ["id": .string(id), "type": .string(type), "name": .string(owner ?? "unknown")])
        rule.value.note("the policy of this rule isn't in the export: it applies to all users")
        places[id] = policies.count
        policies.append(
          Policy(value: value, id: id, type: type, rules: [rule.value], hasRules: true))
      }
    }
  }

  private static func isID(_ text: String) -> Bool {
    idPrefixes.contains { text.hasPrefix($0) }
  }

  private mutating func add(_ rule: Exported, to index: Int) {
    policies[index].rules.append(rule)
    policies[index].hasRules = true
  }
}
