import FlowHTTP

/// Writes the conditions of a rule as the management API has them.
struct ManagementConditions {
  /// The members of `conditions`.
  private(set) var members: JSONObject = [:]
  /// The groups of which a user must be in one, for policies that have this condition themselves;
  /// `nil` if there is no such condition.
  private(set) var groups: [String]?

  /// The conditions that the rules of a policy have in the API.
  struct Kind: OptionSet {
    let rawValue: Int
    static let groups = Kind(rawValue: 1)
    static let users = Kind(rawValue: 2)
    static let excludedUsers = Kind(rawValue: 4)
    static let network = Kind(rawValue: 8)
    static let device = Kind(rawValue: 16)
    static let risk = Kind(rawValue: 32)
    static let platform = Kind(rawValue: 64)
    static let types = Kind(rawValue: 128)
    static let expression = Kind(rawValue: 256)
    /// The groups are a condition of the policy, which has nothing else.
    static let policyGroups = Kind(rawValue: 512)
    /// What the user enters, or an attribute of the user with that login.
    static let identifier = Kind(rawValue: 1024)
    /// A list of behaviors.
    static let behaviors = Kind(rawValue: 2048)
  }

  private var expressions: [String]
  private let policy: OrgPolicy

  /// Writes conditions.
  ///
  /// - Parameters:
  ///   - conditions: The conditions, which must all hold.
  ///   - policy: The policy whose zones and facts the conditions name.
  ///   - kinds: What rules of this type can have.
  ///   - other: An expression that must hold too; `nil` if there is none.
  ///   - writer: Gives ids, and records what can't be said.
  init(
    _ conditions: [Condition], of policy: OrgPolicy, kinds: Kind, and other: String? = nil,
    _ writer: inout ManagementWriter
  ) {
    self.policy = policy
    expressions = other.map { [$0] } ?? []
    let hasUsers = conditions.contains { if case .users = $0.subject { true } else { false } }
    for condition in conditions where !add(condition, kinds, hasUsers: hasUsers, &writer) {
      writer.lose("the condition `\(policy.words(of: condition))`")
    }
    if !expressions.isEmpty {
      members["elCondition"] = [
        "condition": .string(expressions.map { "(\($0))" }.joined(separator: " && "))
      ]
    }
  }

  private mutating func add(
    _ condition: Condition, _ kinds: Kind, hasUsers: Bool, _ writer: inout ManagementWriter
  ) -> Bool {
    let word = condition.isNegated ? "exclude" : "include"
    switch condition.subject {
    case .groups(let names):
      let ids = names.map { writer.id(ofGroup: $0) }
      if kinds.contains(.policyGroups) {
        guard !condition.isNegated, groups == nil else { return false }
        groups = ids
        return true
      }
      // In the API, a listed user or a member of a listed group is enough.
      if kinds.contains(.groups), !hasUsers || condition.isNegated,
        set(["people", "groups", word], .array(ids.map { .string($0) }))
      {
        return true
      }
      guard kinds.contains(.expression) else { return false }
      let list = ids.map { "'\($0)'" }.joined(separator: ", ")
      return say("user.isMemberOf({'group.id': {\(list)}})", condition)
    case .users(let logins):
      let isAllowed =
        kinds.contains(.users) || kinds.contains(.excludedUsers) && condition.isNegated
      let ids = logins.compactMap { login in
        writer.org.logins[login].map { JSON.string(writer.org.people[$0].id) }
      }
      guard isAllowed, ids.count == logins.count else { return false }
      return set(["people", "users", word], .array(ids))
    case .types(let names):
      guard kinds.contains(.types) else { return false }
      let ids = names.map { JSON.string(writer.id(ofType: $0)) }
      return set(["userType", word], .array(ids))
    case .logins(let patterns):
      let written = patterns.map { (type: $0.matchType, text: $0.text) }
      return kinds.contains(.identifier) && !condition.isNegated
        && set(["userIdentifier"], identifier(["type": "IDENTIFIER"], written))
    case .attribute(let name, let values) where kinds.contains(.identifier):
      let written = values.map { (type: "EQUALS", text: $0) }
      return !condition.isNegated
        && set(
          ["userIdentifier"],
          identifier(["type": "ATTRIBUTE", "attribute": .string(name)], written))
    case .attribute(let name, let values):
      guard kinds.contains(.expression) else { return false }
      guard let list = ManagementConditions.list(values) else { return false }
      return say("\(list).contains(user.profile.\(name))", condition)
    case .zones(let bits):
      guard kinds.contains(.network), members["network"] == nil else { return false }
      let ids = policy.zones.indices.filter { bits & 1 << UInt64($0) != 0 }
        .map { JSON.string(writer.id(ofZone: policy.zones[$0].name)) }
      members["network"] = .object(["connection": "ZONE", word: .array(ids)])
      return true
    case .devices(let devices): return kinds.contains(.device) && add(devices, condition)
    case .risks(let risks): return add(risks, kinds, condition)
    case .platforms(let platforms):
      guard kinds.contains(.platform) else { return false }
      return set(["platform", word], .array(ManagementConditions.platforms(platforms)))
    case .authenticators(let some):
      let keys = Authenticator.allCases
        .filter { some.contains(SignInContext.Enrolling($0)) }.map(\.key)
      guard let list = ManagementConditions.list(keys) else { return false }
      return say("\(list).contains(accessRequest.authenticator.key)", condition)
    case .unknowns(let bits):
      if kinds.contains(.behaviors), let names = behaviors(bits), !condition.isNegated {
        let ids = names.map { JSON.string(writer.id(ofBehavior: $0)) }
        return set(["risk", "behaviors"], .array(ids))
      }
      return kinds.contains(.expression) && add(unknowns: bits, condition)
    case .assurances(let all):
      let ids = all.map { JSON.string(writer.id(ofAssurance: $0.name)) }
      return kinds.contains(.device) && !condition.isNegated
        && set(["device", "assurance", "include"], .array(ids))
    }
  }

  private func identifier(
    _ subject: JSONObject, _ patterns: [(type: String, text: String)]
  ) -> JSON {
    var object = subject
    object["patterns"] = .array(
      patterns.map { ["matchType": .string($0.type), "value": .string($0.text)] })
    return .object(object)
  }

  /// Adds a member; returns `false` if it is there already.
  private mutating func set(_ path: [String], _ value: JSON) -> Bool {
    var objects: [JSONObject] = [members]
    for name in path.dropLast() {
      objects.append(objects[objects.count - 1][name]?.object ?? [:])
    }
    guard objects[objects.count - 1][path[path.count - 1]] == nil else { return false }
    objects[objects.count - 1][path[path.count - 1]] = value
    for index in path.indices.dropLast().reversed() {
      objects[index][path[index]] = .object(objects[index + 1])
    }
    members = objects[0]
    return true
  }

  private mutating func say(_ expression: String, _ condition: Condition) -> Bool {
    expressions.append(condition.isNegated ? "!\(expression)" : expression)
    return true
  }

  /// Returns texts as a list of the expression language; `nil` if it can't have one of them.
  private static func list(_ texts: [String]) -> String? {
    guard texts.allSatisfy({ !$0.contains("\\") }) else { return nil }
    let quoted = texts.map { "'\($0.replacing("'", with: "''"))'" }
    return "{\(quoted.joined(separator: ", "))}"
  }

  // MARK: Circumstances

  private mutating func add(_ devices: SignInContext.Device, _ condition: Condition) -> Bool {
    var facts: JSONObject
    switch (devices, condition.isNegated) {
    case (.managed, false): facts = ["registered": true, "managed": true]
    case (.managed, true): facts = ["managed": false]
    // A managed device is also registered.
    case (.registered, let isNegated), ([.registered, .managed], let isNegated):
      facts = ["registered": .bool(!isNegated)]
    default: return false
    }
    for known in members["device"]?.object?.members ?? [] {
      guard facts[known.name] ?? known.value == known.value else { return false }
      facts[known.name] = known.value
    }
    // A device that isn't registered isn't managed either.
    if facts["registered"] == false { facts["managed"] = nil }
    members["device"] = .object(facts)
    return true
  }

  private mutating func add(
    _ risks: SignInContext.Risk, _ kinds: Kind, _ condition: Condition
  ) -> Bool {
    let words = SignInContext.Risk.words.filter { risks.contains($0.value) }
      .map { $0.word.uppercased() }
    if words.count == 1, !condition.isNegated, kinds.contains(.risk), members["riskScore"] == nil {
      members["riskScore"] = ["level": .string(words[0])]
      return true
    }
    guard kinds.contains(.expression), let list = ManagementConditions.list(words) else {
      return false
    }
    return say("\(list).contains(security.risk.level)", condition)
  }

  private static func platforms(_ platforms: SignInContext.Platform) -> [JSON] {
    SignInContext.Platform.words.filter { platforms.contains($0.value) }.map { word, _ in
      let type =
        switch word {
        case "ios", "android": "MOBILE"
        case "other": "OTHER"
        default: "DESKTOP"
        }
      return ["type": .string(type), "os": ["type": .string(word.uppercased())]]
    }
  }

  /// Returns the behaviors with some facts; `nil` if one of the facts isn't a behavior.
  private func behaviors(_ bits: UInt64) -> [String]? {
    var names: [String] = []
    for fact in bits.bits {
      guard case .behavior(let name) = policy.unknowns[fact].content else { return nil }
      names.append(name)
    }
    return names
  }

  /// Adds facts that an expression can state.
  private mutating func add(unknowns bits: UInt64, _ condition: Condition) -> Bool {
    var parts: [String] = []
    for fact in bits.bits {
      switch policy.unknowns[fact].content {
      case .unknown(let reason) where reason.hasPrefix("expression: "):
        parts.append("(\(reason.dropFirst("expression: ".count)))")
      case .behavior(let name):
        guard let list = ManagementConditions.list([name]) else { return false }
        parts.append("security.behaviors.contains(\(list.dropFirst().dropLast()))")
      default: return false
      }
    }
    return say("(\(parts.joined(separator: " || ")))", condition)
  }
}
