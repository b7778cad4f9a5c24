import FlowHTTP

/// The conditions of a rule, as the clauses of a `when` setting.
struct RuleConditions {
  /// The alternatives: the rule applies if all conditions of any one list hold.
  private(set) var alternatives: [[String]] = [[]]
  /// The reason why the conditions never hold in the org; `nil` if they can hold.
  ///
  /// Omitting such a rule changes nothing.
  private(set) var never: String?
  /// The rule, or the policy with its rules, for the text of a gap.
  private let owner: (value: JSON, rules: [JSON])

  /// Makes conditions that always hold.
  ///
  /// - Parameters:
  ///   - value: The rule or the policy.
  ///   - rules: The rules of the policy.
  init(of value: JSON = .null, rules: [JSON] = []) { owner = (value, rules) }

  /// Makes conditions of a rule, beginning with those of its policy.
  init(_ policy: RuleConditions, of rule: JSON) {
    (alternatives, never) = (policy.alternatives, policy.never)
    owner = (rule, [])
  }

  /// Whether the rule has no conditions, so that it always applies.
  var isEmpty: Bool { alternatives == [[]] && never == nil }

  mutating func add(_ clause: String) {
    for index in alternatives.indices { alternatives[index].append(clause) }
  }

  /// Adds a condition that holds if any one of some clauses holds.
  mutating func add(anyOf clauses: [String]) {
    alternatives = alternatives.flatMap { list in clauses.map { list + [$0] } }
  }

  /// Replaces each alternative; leaves it out for `nil`.
  mutating func keep(_ replace: ([String]) -> [String]?) {
    alternatives = alternatives.compactMap(replace)
  }

  mutating func fail(_ reason: String) { never = never ?? reason }

  /// Adds an unknown condition for a value that no org can evaluate.
  ///
  /// - Parameters:
  ///   - value: The value. The same value is the same fact in every rule.
  ///   - kind: What the value is.
  ///   - message: The reason why no org can evaluate the value.
  mutating func leaveOpen(_ value: Exported, as kind: String, _ message: String) {
    add("unknown \(open(value, as: kind, message))")
  }

  /// Reports a value that no org can evaluate.
  ///
  /// - Returns: The quoted name of the unknown condition.
  private func open(_ value: Exported, as kind: String, _ message: String) -> String {
    value.caution("\(message): the condition is unknown")
    value.settle()
    return UnknownReason(kind, value.json).quoted
  }

  /// Adds an unknown condition for an unreadable value.
  mutating func leaveOpen(_ value: Exported, _ message: String) {
    leaveOpen(value, as: value.spot.name, message)
  }

  /// Reports a list whose elements no org can evaluate.
  ///
  /// The condition holds if any element holds.
  ///
  /// - Returns: The unknown condition.
  func anyOf(_ list: Exported, as kind: String, _ message: String) -> String {
    list.caution("\(message): the condition is unknown")
    list.settle()
    let elements = list.json.array ?? [list.json]
    // An org can have only few facts, so a long list becomes one fact.
    guard elements.count <= RuleConditions.alternativesMax else {
      return "unknown " + UnknownReason(kind, list.json).quoted
    }
    return "unknown " + elements.map { UnknownReason(kind, $0).quoted }.joined(separator: ", ")
  }

  /// Reads the conditions of a policy or a rule, and adds them to the current conditions.
  mutating func read(
    _ value: Exported?, _ names: inout ImportNames, readsIdentifiers: Bool = false
  ) {
    guard let value else { return }
    guard value.json.object != nil else {
      leaveOpen(value, "these aren't conditions")
      return
    }
    if let people = part(value, "people") { readPeople(people, &names) }
    if let network = part(value, "network") { readNetwork(network, &names) }
    if let device = part(value, "device") { readDevice(device, names) }
    if let platform = part(value, "platform") { readPlatform(platform) }
    if let types = part(value, "userType") { readTypes(types, &names) }
    let level = choice(part(value, "riskScore"), "level", ["ANY", "LOW", "MEDIUM", "HIGH"])
    if let level, level != "ANY" { add("risk \(level.lowercased())") }
    if let behaviours = part(value, "risk")?["behaviors"], !behaviours.json.isNothing {
      readBehaviors(behaviours, names)
    }
    if let condition = part(value, "elCondition")?["condition"] {
      readExpression(condition, names)
    }
    readCircumstances(value, names)
    if readsIdentifiers, let identifier = part(value, "userIdentifier") {
      readIdentifier(identifier, names)
    }
    // Only `TerraformConversion` writes this member.
    for element in elements(value, "unknown") {
      leaveOpen(element, as: "Terraform", "the file doesn't have the value")
    }
    refuseOthers(value, except: readsIdentifiers ? ["userIdentifier"] : [])
  }

  private static let known = [
    "people", "network", "device", "platform", "userType", "riskScore", "risk", "elCondition",
    "authContext", "identityProvider", "authProvider", "app", "unknown",
  ]

  /// Adds an unknown condition for each member that isn't supported.
  ///
  /// Such a member may be a condition of a later API version that doesn't hold.
  private mutating func refuseOthers(_ value: Exported, except others: [String]) {
    for (name, member) in value.members
    where !(RuleConditions.known + others).contains(name) && !member.json.isNothing {
      leaveOpen(member, "this condition isn't supported")
    }
  }

  // MARK: Reading (an unreadable condition may be one that doesn't hold)

  mutating func part(_ value: Exported, _ name: String) -> Exported? {
    guard let part = value[name] else { return nil }
    if part.json.object != nil { return part }
    leaveOpen(part, "expected an object")
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
    leaveOpen(list, "expected an array")
    return []
  }

  mutating func ids(
    _ value: Exported?, _ name: String
  ) -> [(place: Exported, id: String)] {
    var ids: [(place: Exported, id: String)] = []
    for element in elements(value, name) {
      if element.json.string != nil, let id = element.string {
        ids.append((element, id))
      } else {
        leaveOpen(element, "expected an id")
      }
    }
    return ids
  }

  // MARK: People

  private mutating func readPeople(_ people: Exported, _ names: inout ImportNames) {
    let groups = part(people, "groups")
    let users = part(people, "users")
    let included = ids(groups, "include")
    let isForAll = included.contains { names.isEveryone($0.id) }
    let named = ids(users, "include")
    let logins = named.compactMap { login($0.place, $0.id, names) }
    var clauses = isForAll ? [] : groupClauses(included, names)
    if !logins.isEmpty { clauses.append("user \(OrgText.list(logins))") }
    if !isForAll, !clauses.isEmpty {
      add(anyOf: clauses)
    } else if !isForAll, !named.isEmpty {
      fail("it is only for users who aren't in the export")
    }
    let excluded = ids(groups, "exclude")
    if excluded.contains(where: { names.isEveryone($0.id) }) { fail("it applies to no one") }
    for clause in groupClauses(excluded, names) { add("not \(clause)") }
    let barred = ids(users, "exclude").compactMap { login($0.place, $0.id, names) }
    if !barred.isEmpty { add("not user \(OrgText.list(barred))") }
  }

  /// Returns conditions of which one holds for a member of a group, such as `group "Staff"`.
  ///
  /// If the export doesn't say who is in a group, the condition is unknown.
  func groupClauses(
    _ groups: [(place: Exported, id: String)], _ names: ImportNames
  ) -> [String] {
    var known: [String] = []
    var unknown: [String] = []
    for (place, id) in groups where !names.isEveryone(id) {
      if id.hasPrefix("00u") {
        // Only `TerraformConditions` writes the id of a user here.
        place.caution("the file doesn't have the user \(id): the condition is unknown")
        unknown.append(UnknownReason("user", .string(id)).quoted)
      } else if let name = names.group(place, id) {
        known.append(name)
      } else {
        let title = names.membersTitle(ofGroup: id)
        unknown.append(UnknownReason("group", .string(title)).quoted)
      }
    }
    return (known.isEmpty ? [] : ["group \(OrgText.list(known))"])
      + (unknown.isEmpty ? [] : ["unknown \(unknown.joined(separator: ", "))"])
  }

  func login(_ value: Exported, _ id: String, _ names: ImportNames) -> String? {
    if let login = names.login(id) { return login }
    if names.hasAllUsers {
      value.note("the user \(id) isn't in the export: the rule is as if there were no such user")
    } else {
      // Nothing in the script stands for this user. The gap has the rule, so that accepting it
      // doesn't accept another rule for the user.
      let definition = names.definition(of: owner.value, rules: owner.rules)
      value.with(["user": .string(id), "rule": definition]).warn(
        "the user \(id) isn't in the export: what this user can do isn't known")
    }
    return nil
  }

  private mutating func readTypes(_ types: Exported, _ names: inout ImportNames) {
    for member in ["include", "exclude"] {
      let ids = ids(types, member).map(\.id)
      for id in ids { names.use(type: id) }
      guard !ids.isEmpty else { continue }
      let clause = "type \(OrgText.list(ids.map(names.type)))"
      let isNegated = member == "exclude"
      add(
        anyOf: names.unlisted?.types(clause, ids, isNegated: isNegated)
          ?? [["\(isNegated ? "not " : "")\(clause)"]])
    }
  }

  // MARK: Network

  private mutating func readNetwork(_ network: Exported, _ names: inout ImportNames) {
    guard choice(network, "connection", ["ANYWHERE", "ZONE"]) == "ZONE" else {
      network.settle("include", "exclude")
      return
    }
    for member in ["include", "exclude"] {
      let ids = ids(network, member)
      // If the export has no zones, it isn't known what "all zones" means.
      if names.allZones.isEmpty, let (place, _) = ids.first(where: { $0.id == "ALL_ZONES" }) {
        let reason = open(place, as: "network", "the export has no zones")
        add("\(member == "include" ? "" : "not ")unknown \(reason)")
        continue
      }
      var clauses: [String] = []
      var zones: [String] = []
      for (place, id) in ids {
        for zone in id == "ALL_ZONES" ? names.allZones : [id] where !names.isEmptyZone(zone) {
          if let name = names.zone(zone) {
            zones.append(name)
          } else {
            let title = names.addressesTitle(ofZone: zone)
            place.caution("the addresses of this zone aren't known: the condition is unknown")
            clauses.append("unknown \(UnknownReason("zone", .string(title)).quoted)")
          }
        }
      }
      if !zones.isEmpty { clauses.append("zone \(OrgText.list(zones))") }
      if member == "include" {
        if !clauses.isEmpty {
          add(anyOf: clauses)
        } else if !ids.isEmpty {
          fail("it is only for zones that no sign-in comes from")
        }
      } else {
        for clause in clauses { add("not \(clause)") }
      }
    }
  }

  // MARK: Other conditions

  private mutating func readCircumstances(_ value: Exported, _ names: ImportNames) {
    let context = part(value, "authContext")
    if let type = choice(context, "authType", ["ANY", "RADIUS", "LDAP_INTERFACE"]), type != "ANY" {
      context?["authType"]?.detail("an org only has sign-ins in a browser", isWarning: false)
      fail("it is for \(type), which a simulated org doesn't have")
    }
    let identity = part(value, "identityProvider")
    if choice(identity, "provider", ["ANY", "OKTA", "SPECIFIC_IDP"]) == "SPECIFIC_IDP", let identity
    {
      let ids = identity["idpIds"] ?? identity
      add(anyOf(ids, as: "identity provider", "rules don't test where a user signed in"))
    } else {
      identity?.settle("idpIds")
    }
    let source = part(value, "authProvider")
    source?.settle("include")
    let directories = ["ACTIVE_DIRECTORY", "LDAP"]
    if let word = choice(source, "provider", ["ANY", "OKTA"] + directories), let source,
      directories.contains(word)
    {
      if names.mayHaveUsers(of: word), let place = source["provider"] {
        leaveOpen(place, as: "directory", "an org doesn't record the directory of a user")
      } else {
        fail("it is for users of a directory, and the org has no such user")
      }
    }
    if let app = part(value, "app") {
      for (member, not) in [("include", ""), ("exclude", "not ")] {
        guard let apps = app[member], !apps.json.isNothing else { continue }
        if let clause = appClause(apps, names) {
          if !clause.isEmpty {
            add(not + clause)
          } else if not.isEmpty {
            fail("it is for apps that the org doesn't have")
          }
        } else {
          add(not + anyOf(apps, as: "app", "it isn't known which app the org has"))
        }
      }
    }
  }

  /// Returns a condition such as `app "Wiki", "Payroll"`, which is empty if the org has none of the
  /// apps.
  ///
  /// `nil` if the org has a single app, or if the list doesn't consist of the ids of apps.
  private func appClause(_ apps: Exported, _ names: ImportNames) -> String? {
    guard !names.apps.isEmpty, let elements = apps.json.array else { return nil }
    var found: [String] = []
    for element in elements {
      guard element["type"]?.string == "APP", let id = element["id"]?.string else { return nil }
      if let name = names.apps[id] { found.append(name) }
    }
    apps.settle()
    return found.isEmpty ? "" : "app \(OrgText.list(found))"
  }

  /// The maximum number of a list's elements that become separate facts.
  private static let alternativesMax = 8
  /// The maximum number of narrowed platforms in a list that become separate rules.
  private static let narrowedMax = 2

  private mutating func readPlatform(_ platform: Exported) {
    for member in ["include", "exclude"] {
      var words: [String] = []
      var narrowed: [(word: String, unknown: String)] = []
      var isAny = false
      for value in elements(platform, member) {
        guard let (word, unknown) = platformWord(value) else { continue }
        if let unknown {
          narrowed.append((word, unknown))
        } else if word == "any" {
          isAny = true
        } else if !words.contains(word) {
          words.append(word)
        }
      }
      if isAny {
        if member == "exclude" { fail("it is for no platform") }
        continue
      }
      guard narrowed.count <= RuleConditions.narrowedMax else {
        let whole = UnknownReason("platform", platform.json[member] ?? .null)
        add("\(member == "include" ? "" : "not ")unknown \(whole.quoted)")
        continue
      }
      let list = words.joined(separator: ", ")
      if member == "include" {
        let clauses = narrowed.map { word, unknown in
          word == "any" ? unknown : "platform \(word) and \(unknown)"
        }
        let all = (words.isEmpty ? [] : ["platform \(list)"]) + clauses
        if !all.isEmpty { add(anyOf: all) }
      } else {
        if !words.isEmpty { add("not platform \(list)") }
        for (word, unknown) in narrowed {
          add(anyOf: (word == "any" ? [] : ["not platform \(word)"]) + ["not \(unknown)"])
        }
      }
    }
  }

  /// Returns the word for a platform, and the unknown condition that narrows the platform.
  ///
  /// The word is `any` if the platform isn't a specific one.
  private mutating func platformWord(_ value: Exported) -> (word: String, unknown: String?)? {
    let type = choice(value, "type", ["ANY", "DESKTOP", "MOBILE", "OTHER"])
    let system = part(value, "os")
    let name = choice(
      system, "type", ["ANY", "ANDROID", "IOS", "MACOS", "WINDOWS", "CHROMEOS", "LINUX", "OTHER"])
    guard type != nil || value["type"] == nil, name != nil || system?["type"] == nil else {
      return nil
    }
    var reasons: [String] = []
    if let expression = system?["expression"], expression.string?.isEmpty == false {
      reasons.append(
        open(expression, as: "system", "an expression over the system isn't evaluated"))
    }
    if let version = system?["version"], !version.json.isNothing {
      reasons.append(open(version, as: "version", "versions of systems aren't simulated"))
    }
    var word = "any"
    switch (type, name) {
    case (_, "OTHER"?):
      if let type, type == "MOBILE" || type == "DESKTOP" {
        let message = "`other` is any other system, on desktops and phones alike"
        reasons.append(open(value, as: "platform", message))
      }
      word = "other"
    case (_, let name?) where name != "ANY": word = name.lowercased()
    case ("MOBILE"?, _): word = "mobile"
    case ("DESKTOP"?, _): word = "desktop"
    case ("OTHER"?, _): word = "other"
    default: break
    }
    // The conditions must hold together, but a list would mean alternatives. So several become one
    // fact.
    guard reasons.count < 2 else {
      return (word, "unknown \(UnknownReason("platform", value.json).quoted)")
    }
    return (word, reasons.first.map { "unknown \($0)" })
  }

  // MARK: Expressions

  /// Reads an expression.
  ///
  /// Each part becomes a known or an unknown condition.
  private mutating func readExpression(_ value: Exported, _ names: ImportNames) {
    guard let text = value.string, !text.isEmpty else { return }
    guard let expression = OktaExpression(text),
      let all = ExpressionConditions(names).alternatives(expression)
    else {
      return leaveOpen(value, as: "expression", "an expression isn't evaluated")
    }
    guard !all.isEmpty else { return fail("its expression never holds") }
    if all.joined().contains(where: { $0.contains("unknown \"") }) {
      value.caution("a part of the expression isn't evaluated: the condition is unknown")
    }
    add(anyOf: all)
  }

  /// Adds conditions of which all of one list hold.
  mutating func add(anyOf lists: [[String]]) {
    alternatives = alternatives.flatMap { list in lists.map { list + $0 } }
  }
}
