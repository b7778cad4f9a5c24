import FlowHTTP

/// When a rule decides, as `when` says it.
struct RuleConditions {
  /// What has to hold: all of a list, of any of the lists.
  private(set) var alternatives: [[String]] = [[]]
  /// Why it never holds here; leaving the rule out then changes nothing.
  private(set) var never: String?
  /// Where something stands that can't be evaluated, so that nobody may take it as true.
  private(set) var unknown: Exported?

  /// Whether it always holds.
  var isEmpty: Bool { alternatives == [[]] && never == nil && unknown == nil }

  mutating func add(_ clause: String) {
    for index in alternatives.indices { alternatives[index].append(clause) }
  }

  /// Adds what has to hold in one way or another.
  mutating func add(anyOf clauses: [String]) {
    alternatives = alternatives.flatMap { list in clauses.map { list + [$0] } }
  }

  mutating func fail(_ reason: String) { never = never ?? reason }

  mutating func leaveOpen(_ value: Exported, _ message: String) {
    value.warn(message)
    value.settle()
    unknown = unknown ?? value
  }

  /// Reads the conditions of a policy or of a rule besides those that are there.
  mutating func read(_ value: Exported?, _ names: inout ImportNames) {
    guard let value else { return }
    guard value.json.object != nil else {
      leaveOpen(value, "these are no conditions")
      return
    }
    if let people = part(value, "people") { readPeople(people, &names) }
    if let network = part(value, "network") { readNetwork(network, &names) }
    if let device = part(value, "device") { readDevice(device) }
    if let platform = part(value, "platform") { readPlatform(platform) }
    if let types = part(value, "userType") { readTypes(types, &names) }
    let level = choice(part(value, "riskScore"), "level", ["ANY", "LOW", "MEDIUM", "HIGH"])
    if let level, level != "ANY" { add("risk \(level.lowercased())") }
    if let behaviours = part(value, "risk")?["behaviors"], !behaviours.json.isNothing {
      leaveOpen(behaviours, "what somebody usually does isn't known of a simulated sign-in")
    }
    if let condition = part(value, "elCondition")?["condition"] { readExpression(condition) }
    readCircumstances(value)
    refuseOthers(value)
  }

  private static let known = [
    "people", "network", "device", "platform", "userType", "riskScore", "risk", "elCondition",
    "authContext", "identityProvider", "authProvider", "app",
  ]

  /// A condition of a later version may be one that doesn't hold.
  private mutating func refuseOthers(_ value: Exported) {
    for (name, member) in value.members
    where !RuleConditions.known.contains(name) && !member.json.isNothing {
      leaveOpen(member, "this condition isn't known")
    }
  }

  // MARK: Reading: what can't be read may be what doesn't hold

  mutating func part(_ value: Exported, _ name: String) -> Exported? {
    guard let part = value[name] else { return nil }
    if part.json.object != nil { return part }
    leaveOpen(part, "an object is expected here")
    return nil
  }

  mutating func choice(_ value: Exported?, _ name: String, _ words: [String]) -> String? {
    guard let value, let member = value[name] else { return nil }
    if let word = member.json.string?.uppercased(), words.contains(word) {
      return value.text(name)?.uppercased()
    }
    leaveOpen(member, "this isn't one of \(words.joined(separator: ", "))")
    return nil
  }

  mutating func elements(_ value: Exported?, _ name: String) -> [Exported] {
    guard let list = value?[name] else { return [] }
    if case .array = list.json { return list.members.map(\.value) }
    leaveOpen(list, "an array is expected here")
    return []
  }

  private mutating func ids(
    _ value: Exported?, _ name: String
  ) -> [(place: Exported, id: String)] {
    var ids: [(place: Exported, id: String)] = []
    for element in elements(value, name) {
      if element.json.string != nil, let id = element.string {
        ids.append((element, id))
      } else {
        leaveOpen(element, "an id is expected here")
      }
    }
    return ids
  }

  // MARK: People

  private mutating func readPeople(_ people: Exported, _ names: inout ImportNames) {
    let groups = part(people, "groups")
    let users = part(people, "users")
    let included = ids(groups, "include")
    var clauses: [String] = []
    let isForAll = included.contains { names.isEveryone($0.id) }
    if !isForAll, !included.isEmpty {
      clauses.append(groupClause(included.map { names.group($0.place, $0.id) }))
    }
    let named = ids(users, "include")
    let logins = named.compactMap { login($0.place, $0.id, names) }
    if !logins.isEmpty { clauses.append("user \(OrgText.list(logins))") }
    if !isForAll, !clauses.isEmpty {
      add(anyOf: clauses)
    } else if !isForAll, !named.isEmpty {
      fail("it is for users alone who aren't in the export")
    }
    let excluded = ids(groups, "exclude")
    if excluded.contains(where: { names.isEveryone($0.id) }) { fail("it is for nobody") }
    let shut = excluded.filter { !names.isEveryone($0.id) }
    if !shut.isEmpty { add("not " + groupClause(shut.map { names.group($0.place, $0.id) })) }
    let barred = ids(users, "exclude").compactMap { login($0.place, $0.id, names) }
    if !barred.isEmpty { add("not user \(OrgText.list(barred))") }
  }

  private func groupClause(_ names: [String]) -> String { "group \(OrgText.list(names))" }

  private func login(_ value: Exported, _ id: String, _ names: ImportNames) -> String? {
    if let login = names.login(id) { return login }
    value.warn("the user \(id) isn't in the export")
    return nil
  }

  private mutating func readTypes(_ types: Exported, _ names: inout ImportNames) {
    for (member, word) in [("include", "type"), ("exclude", "not type")] {
      let ids = ids(types, member).map(\.id)
      for id in ids { names.use(type: id) }
      if !ids.isEmpty { add("\(word) \(OrgText.list(ids))") }
    }
  }

  // MARK: Network

  private mutating func readNetwork(_ network: Exported, _ names: inout ImportNames) {
    guard choice(network, "connection", ["ANYWHERE", "ZONE"]) == "ZONE" else {
      network.settle("include", "exclude")
      return
    }
    for (member, word) in [("include", "zone"), ("exclude", "not zone")] {
      let ids = ids(network, member)
      let zones = ids.flatMap { place, id in
        id == "ALL_ZONES" ? names.allZones : [names.zone(place, id)]
      }
      if !zones.isEmpty {
        add("\(word) \(OrgText.list(zones))")
      } else if member == "include", !ids.isEmpty {
        fail("it is for zones of which the export has none")
      }
    }
  }

  // MARK: What else there is

  private mutating func readCircumstances(_ value: Exported) {
    let context = part(value, "authContext")
    if let type = choice(context, "authType", ["ANY", "RADIUS", "LDAP_INTERFACE"]), type != "ANY" {
      fail("it is for \(type), and a simulated org has none")
    }
    let identity = part(value, "identityProvider")
    identity?.settle("idpIds")
    if choice(identity, "provider", ["ANY", "OKTA", "SPECIFIC_IDP"]) == "SPECIFIC_IDP" {
      fail("it is for an identity provider, and none is imported")
    }
    let source = part(value, "authProvider")
    source?.settle("include")
    let directories = ["ACTIVE_DIRECTORY", "LDAP"]
    if let word = choice(source, "provider", ["ANY", "OKTA"] + directories),
      directories.contains(word)
    {
      fail("it is for users of a directory, and an org has none: they fall under the other rules")
    }
    if let app = part(value, "app") {
      for member in ["include", "exclude"] {
        if let apps = app[member], !apps.json.isNothing {
          leaveOpen(apps, "an org is one app's: which one this is isn't known")
        }
      }
    }
  }

  private mutating func readDevice(_ device: Exported) {
    if let assurance = device["assurance"], !assurance.json.isNothing,
      assurance.json["include"]?.isNothing == false
    {
      leaveOpen(assurance, "device assurance isn't simulated")
    }
    for name in ["registered", "managed"] {
      if let member = device[name], member.json.bool == nil {
        leaveOpen(member, "true or false is expected here")
      }
    }
    let isRegistered = device.json["registered"]?.bool
    let isManaged = device.json["managed"]?.bool
    device.settle("registered", "managed")
    switch (isRegistered, isManaged) {
    case (false?, true?): fail("a device that is managed is registered")
    case (_, true?): add("device managed")
    case (true?, false?): add("device registered")
    case (true?, nil): add("device registered, managed")
    case (false?, _): add("not device registered, managed")
    case (nil, false?): add("not device managed")
    case (nil, nil): break
    }
  }

  private mutating func readPlatform(_ platform: Exported) {
    for (member, word) in [("include", "platform"), ("exclude", "not platform")] {
      var words: [String] = []
      var isAny = false
      for value in elements(platform, member) {
        guard let name = platformWord(value) else { continue }
        if name == "any" { isAny = true }
        if !words.contains(name) { words.append(name) }
      }
      if isAny {
        if member == "exclude" { fail("it is for no platform") }
      } else if !words.isEmpty {
        add("\(word) \(words.joined(separator: ", "))")
      }
    }
  }

  /// The word of a platform, `any` where it is none in particular.
  private mutating func platformWord(_ value: Exported) -> String? {
    let type = choice(value, "type", ["ANY", "DESKTOP", "MOBILE", "OTHER"])
    let system = part(value, "os")
    let name = choice(
      system, "type", ["ANY", "ANDROID", "IOS", "MACOS", "WINDOWS", "CHROMEOS", "LINUX", "OTHER"])
    if let expression = system?["expression"], expression.string?.isEmpty == false {
      leaveOpen(expression, "an expression over the system isn't evaluated")
    }
    if let version = system?["version"], !version.json.isNothing {
      leaveOpen(version, "versions of systems aren't simulated")
    }
    switch (type, name) {
    case (nil, _) where value["type"] != nil, (_, nil) where system?["type"] != nil: return nil
    case (_, "OTHER"?):
      if type == "MOBILE" || type == "DESKTOP" {
        value.warn("`other` is any other system, on desktops and phones alike")
      }
      return "other"
    case (_, let name?) where name != "ANY": return name.lowercased()
    case ("MOBILE"?, _): return "mobile"
    case ("DESKTOP"?, _): return "desktop"
    case ("OTHER"?, _): return "other"
    default: return "any"
    }
  }

  // MARK: Expressions

  /// Reads an expression of which every part is known, joined by `&&`; any other one is left open.
  private mutating func readExpression(_ value: Exported) {
    guard let text = value.string, !text.isEmpty else { return }
    var clauses: [String] = []
    for part in text.split(separator: "&&", omittingEmptySubsequences: false) {
      guard let clause = RuleConditions.clause(part) else {
        leaveOpen(value, "an expression isn't evaluated")
        return
      }
      clauses.append(clause)
    }
    for clause in clauses { add(clause) }
  }

  /// What a comparison is as a condition: of the risk's level, and of the device.
  private static func clause(_ text: Substring) -> String? {
    let words = text.split { $0 == " " || $0 == "\t" || $0 == "\n" }.map(String.init)
    guard words.count == 3, words[1] == "==" || words[1] == "!=" else { return nil }
    let not = words[1] == "!=" ? "not " : ""
    let value = words[2].lowercased()
    switch words[0] {
    case "security.risk.level":
      guard let quote = value.first, quote == "'" || quote == "\"", value.count > 1,
        value.last == quote
      else { return nil }
      let level = value.dropFirst().dropLast()
      return ["low", "medium", "high"].contains(level) ? "\(not)risk \(level)" : nil
    case "device.profile.managed", "device.profile.registered":
      guard value == "true" || value == "false" else { return nil }
      let devices = words[0].hasSuffix("managed") ? "managed" : "registered, managed"
      return "\((value == "true") == not.isEmpty ? "" : "not ")device \(devices)"
    default: return nil
    }
  }
}
