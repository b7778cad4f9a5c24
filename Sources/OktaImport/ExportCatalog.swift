import FlowHTTP

/// The objects in an export's files, classified by their members.
struct ExportCatalog {
  /// A policy with its rules.
  struct Policy {
    var value: Exported
    var id: String
    var type: String
    var rules: [Exported] = []
    /// Whether the export has the policy's rules.
    var hasRules = false
  }

  /// An object that belongs to another object.
  struct Part {
    var value: Exported
    /// The id of the other object; `nil` if the export doesn't state it.
    var owner: String?
  }

  private(set) var policies: [Policy] = []
  private(set) var authenticators: [Exported] = []
  private(set) var methods: [Part] = []
  private(set) var groups: [Exported] = []
  private(set) var users: [Exported] = []
  private(set) var zones: [Exported] = []
  private(set) var apps: [Exported] = []
  private(set) var assurances: [Exported] = []
  private(set) var behaviors: [Exported] = []
  private(set) var userTypes: [Exported] = []
  private(set) var providers: [Exported] = []
  /// The ids of authentication policies by the ids of their apps, from the policies' mappings.
  private(set) var mappings: [String: String] = [:]
  private(set) var factors: [Part] = []
  /// The groups and users that are assigned to apps, by the ids of the apps.
  private(set) var assignments: [String: [Exported]] = [:]
  /// The ids of groups, by the ids of their members.
  private(set) var memberships: [String: Set<String>] = [:]
  /// The groups whose members the export lists, and the users whose groups it lists.
  private var listed: Set<String> = []
  /// The users whose factors the export lists.
  private var enrolled: Set<String> = []
  /// The types of policies of which the export says that there are none.
  private(set) var emptyTypes: Set<String> = []
  /// The names of the files, without their folders.
  private var fileNames: Set<String> = []
  /// What `flow pull` wrote about itself.
  private(set) var records: [Exported] = []

  /// Whether the export says what a user has enrolled.
  func knowsFactors(of user: String) -> Bool { enrolled.contains(user) }

  /// Whether the export lists the members of any group.
  var knowsMembers: Bool { !listed.isEmpty }

  /// Whether the export says who is in a group.
  ///
  /// If it has no members at all, no user is in any group, which is reported once. The users whose
  /// groups aren't listed are reported, too.
  func knowsMembers(of group: String) -> Bool {
    if isOfTerraform { return listed.contains(group) }
    return !knowsMembers || listed.contains(group) || listed.contains { $0.hasPrefix("00u") }
  }

  /// Whether the export lists the groups of a user, by the user or by all groups.
  func knowsGroups(of user: String) -> Bool {
    listed.contains(user)
      || groups.allSatisfy { group in
        group.json["type"]?.string == "BUILT_IN" || listed.contains(group.json["id"]?.string ?? "")
      }
  }

  /// Whether the export lists the groups and the users that are assigned to an app.
  func knowsAssignments(of app: String) -> Bool {
    assigned.groups.contains(app) && assigned.users.contains(app)
  }

  /// The apps of which the export lists the assigned groups, and the assigned users.
  private var assigned: (groups: Set<String>, users: Set<String>) = ([], [])
  private var rules: [Part] = []
  /// The ids of policies whose rules are embedded, even if there are none.
  private var withRules: Set<String> = []
  /// The objects that were accepted, by kind and id.
  private var taken: [String: Exported] = [:]

  /// Whether the objects are from Terraform, which doesn't manage all objects of an org.
  private(set) var isOfTerraform = false

  /// Whether the users are only a sample of those of the tenant.
  var isSample: Bool { records.contains { $0.json["sample"]?.bool == true } }

  /// Whether the export has every user who can sign in, as only the record of a pull can say.
  var hasAllUsers: Bool {
    !records.isEmpty
      && records.allSatisfy { record in
        record.json["all-users"]?.bool == true && record.json["complete"]?.bool == true
          && missingFiles(of: record).isEmpty
      }
  }

  /// The files of a pull that the export lacks.
  private func missingFiles(of record: Exported) -> [String] {
    (record.json["files"]?.array?.compactMap(\.string) ?? []).filter { !fileNames.contains($0) }
  }

  /// Whether the export is a pull that wasn't finished.
  var isPartOfPull: Bool { records.contains { $0.json["complete"]?.bool != true } }

  /// Whether no object was recognized.
  var isEmpty: Bool {
    policies.isEmpty && authenticators.isEmpty && methods.isEmpty && groups.isEmpty && users.isEmpty
      && zones.isEmpty && factors.isEmpty && apps.isEmpty && assurances.isEmpty
      && behaviors.isEmpty && userTypes.isEmpty && providers.isEmpty
  }

  /// Collects the objects in files.
  init(_ values: [Exported]) {
    for value in values {
      let owner = ExportCatalog.idInName(value.file)
      let name = value.file.split(separator: "/").last.map(String.init) ?? value.file
      fileNames.insert(name)
      if name.hasPrefix("policies-"), value.json.array?.isEmpty == true {
        emptyTypes.insert(String(name.dropFirst("policies-".count).dropLast(".json".count)))
      }
      if let owner, value.json.array?.isEmpty == true { noteList(of: owner, value.file) }
      if !take(value, owner: owner) { tellUnknown(value) }
    }
    assignRules()
    tellMissing(values.first)
    for record in records { note(record: record) }
  }

  /// Reports the lists that a folder lacks, if its files are those of the manual.
  private func tellMissing(_ first: Exported?) {
    guard let first, records.isEmpty, fileNames.contains(where: { $0.hasPrefix("policies-") })
    else { return }
    first.ledger.subject = "export"
    for list in ["apps", "groups", "idps", "zones"]
    where !fileNames.contains(where: { $0.hasPrefix(list) && !$0.contains("-of-") }) {
      first.warn("the export has no file of \(list)", isWhole: true)
    }
  }

  private func tellUnknown(_ value: Exported) {
    value.warn("this isn't a known object of the management API")
  }

  /// Returns the id in a file's name, such as `rst1abc-rules.json`.
  private static func idInName(_ path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.first { word in
      word.count >= 15 && idPrefixes.contains { word.hasPrefix($0) }
    }.map(String.init)
  }

  /// Records that the export lists the members of a group, or the groups or factors of a user.
  ///
  /// - Parameters:
  ///   - owner: The id of the group or the user.
  ///   - name: The name of the list, or of its file.
  private mutating func noteList(of owner: String, _ name: String) {
    let name = name.split(separator: "/").last.map(String.init) ?? name
    if owner.hasPrefix("0oa") {
      if name.contains("groups") { assigned.groups.insert(owner) }
      if name.contains("users") { assigned.users.insert(owner) }
      return
    }
    if name.contains("factors") || name.contains("enrollments") {
      enrolled.insert(owner)
    } else if owner.hasPrefix("00u") && name.contains("groups")
      || owner.hasPrefix("00g") && (name.contains("users") || name.contains("members"))
    {
      listed.insert(owner)
    }
  }

  /// Records the empty lists in an object such as `{"factors": {"00u1": []}}`.
  private mutating func noteEmptyLists(in value: Exported) {
    guard value.json.object != nil else { return }
    for (name, member) in value.parts {
      if member.json.array?.isEmpty == true { noteList(of: name, value.spot.name) }
      if member.json.isNothing { noteEmptyLists(in: member) }
    }
  }

  private static let idPrefixes = ["rst", "00p", "00u", "00g", "aut", "0oa"]

  // MARK: Classification

  /// Collects the objects in a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - owner: The id of the object to which the value belongs; `nil` if there is none.
  /// - Returns: Whether the value has an object that was recognized or reported.
  private mutating func take(_ value: Exported, owner: String?) -> Bool {
    guard let object = value.json.object else {
      guard case .array = value.json else { return false }
      return takeAll(value.members.map { (owner, $0.value) })
    }
    if let kind = ExportKind(object) {
      // A rule without actions looks like a policy.
      let isRule =
        kind == .policy && object["priority"] != nil && object["settings"] == nil
        && owner.map { $0.hasPrefix("rst") || $0.hasPrefix("00p") } == true
        && value.json["id"]?.string != owner
      take(value, isRule ? .rule : kind, owner)
      return true
    }
    // The object has others by name: `{"policies": […], "rules": {"rst1": […]}}`.
    noteEmptyLists(in: value)
    return takeAll(value.members.map { ($0.name, $0.value) })
  }

  private mutating func takeAll(_ values: [(owner: String?, value: Exported)]) -> Bool {
    var unknown: [Exported] = []
    var isEmpty = true
    var isKnown = false
    for (owner, value) in values {
      guard !value.json.isNothing, owner != "_links" else {
        noteEmptyLists(in: value)
        continue
      }
      isEmpty = false
      if let owner, takeIDs(value, of: owner) {
        isKnown = true
      } else if take(value, owner: owner) {
        isKnown = true
      } else {
        unknown.append(value)
      }
    }
    guard isKnown else { return isEmpty }
    // Texts and numbers beside known objects say something about the file.
    for value in unknown where value.json.object != nil || value.json.array != nil {
      tellUnknown(value)
    }
    return true
  }

  /// Collects an array of ids: the members of a group, or the groups of a user.
  ///
  /// - Parameters:
  ///   - value: The array.
  ///   - owner: The id of the group or the user.
  /// - Returns: Whether the value is an array of such ids.
  private mutating func takeIDs(_ value: Exported, of owner: String) -> Bool {
    guard let elements = value.json.array, !elements.isEmpty else { return false }
    let ids = elements.compactMap(\.string)
    guard ids.count == elements.count else { return false }
    if owner.hasPrefix("00u") || ids.allSatisfy({ $0.hasPrefix("00g") }) {
      listed.insert(owner)
      memberships[owner, default: []].formUnion(ids)
    } else if owner.hasPrefix("00g") || ids.allSatisfy({ $0.hasPrefix("00u") }) {
      listed.insert(owner)
      for id in ids { memberships[id, default: []].insert(owner) }
    } else {
      return false
    }
    return true
  }

  private mutating func take(_ value: Exported, _ kind: ExportKind, _ owner: String?) {
    let id = value.json["id"]?.string ?? "\(value.spot.key)"
    if kind == .record { return records.append(value) }
    if kind == .terraform {
      isOfTerraform = true
      return value.settle()
    }
    if kind == .mapping {
      let policy = value.linked("policy", "policies") ?? value.linked("self", "policies") ?? owner
      if let policy, let app = value.linked("application", "apps") { mappings[app] = policy }
      return value.settle()
    }
    if kind == .appGroup || kind == .appUser {
      guard let app = value.linked("app", "apps") ?? owner, app.hasPrefix("0oa") else {
        return value.warn("it isn't known to which app this is assigned")
      }
      if kind == .appGroup { assigned.groups.insert(app) } else { assigned.users.insert(app) }
      return assignments[app, default: []].append(value)
    }
    if kind != .method, kind != .factor,
      let first = taken.updateValue(value, forKey: "\(kind) \(id)")
    {
      takeParts(of: value, kind, id, owner)
      if first.json != value.json {
        value.ledger.subject = value.json["name"]?.string ?? id
        value.warn(
          "\(first.spot.comment) has the same id and is used instead", isWhole: true)
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
      if let user { enrolled.insert(user) }
      factors.append(Part(value: value, owner: user))
    case .deviceAssurance: assurances.append(value)
    case .behavior: behaviors.append(value)
    case .userType: userTypes.append(value)
    case .provider: providers.append(value)
    case .appGroup, .appUser, .mapping, .record, .terraform: return
    case .harmless(let reason):
      value.note(reason)
      // A setting of the whole org that only refuses requests.
      if value.json["excludeZones"] != nil {
        value.ledger.subject = "ThreatInsight"
        value.ledger.addDetail(at: value)
      }
      return value.settle()
    case .other(let reason):
      value.warn(reason)
      return
    }
    takeParts(of: value, kind, id, owner)
  }

  /// Collects the objects that are embedded in an object, and records that they belong to it.
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
      if kind == .user && owner.hasPrefix("00g") || kind == .group && owner.hasPrefix("00u") {
        listed.insert(owner)
      }
    }
    for holder in [value, value["_embedded"]].compactMap({ $0 }) {
      for name in names {
        guard let parts = holder[name], case .array(let elements) = parts.json else { continue }
        if kind == .user || kind == .group {
          noteList(of: id, name == "groupIds" ? "groups" : name)
        }
        if !elements.isEmpty, !takeIDs(parts, of: id) {
          _ = takeAll(parts.members.map { (id, $0.value) })
        }
        if kind == .policy { withRules.insert(id) }
        // The embedded objects are reported separately.
        parts.settle()
      }
    }
  }

  /// Reports what `flow pull` couldn't read.
  private func note(record: Exported) {
    record.settle()
    record.ledger.subject = "pull"
    if record.json["complete"]?.bool != true {
      record.warn("the pull isn't complete: run `flow pull okta` again", isWhole: true)
    }
    for name in missingFiles(of: record) {
      record.warn("the file \(name) of the pull is missing", isWhole: true)
    }
    for name in record.json["missing"]?.array?.compactMap(\.string) ?? [] {
      record.warn("the tenant didn't answer \(name)", isWhole: true)
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
        // If a rule's policy is missing from the export, a policy for its rules is made.
        let id = owner ?? "unknown \(type)"
        let value = rule.value.with(
          ["id": .string(id), "type": .string(type), "name": .string(owner ?? "unknown")])
        rule.value.ledger.subject = rule.value.json["name"]?.string ?? "rule"
        rule.value.warn(
          "the policy of this rule isn't in the export: it applies to all users", isWhole: true)
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
