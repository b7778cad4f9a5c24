import FlowHTTP

/// The properties by which the policies of a tenant distinguish users.
struct UserCriteria: Sendable, Hashable {
  /// The ids of the groups that policies, rules and apps name.
  var groups: Set<String> = []
  /// How the names of groups begin that expressions compare.
  var groupNames: Set<String> = []
  /// The attributes of expressions, each with the texts that the expressions compare.
  var attributes: [String: Set<String>] = [:]

  /// Collects the criteria in a list.
  ///
  /// - Parameter json: The elements.
  mutating func collect(_ json: JSON) {
    switch json {
    case .string(let text): collect(text)
    case .array(let elements): for element in elements { collect(element) }
    case .object(let object): for member in object.members { collect(member.value) }
    default: break
    }
  }

  private mutating func collect(_ text: String) {
    for part in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber })
    where part.hasPrefix("00g") && part.count >= 15 { groups.insert(String(part)) }
    let parts = text.split(separator: UserCriteria.attribute, omittingEmptySubsequences: false)
    let comparesNames = text.contains(UserCriteria.groupName)
    guard parts.count > 1 || comparesNames else { return }
    let literals = UserCriteria.literals(in: text)
    if comparesNames { groupNames.formUnion(literals.filter { !$0.isEmpty }) }
    for part in parts.dropFirst() {
      let name = String(part.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
      guard !name.isEmpty else { continue }
      attributes[name, default: []].formUnion(literals)
    }
  }

  /// How an expression begins to name an attribute.
  private static let attribute = "user.profile."
  /// How an expression compares the name of a group: without an operator, it is a prefix.
  private static let groupName = "group.profile.name"

  /// Keeps the groups that a tenant has, and finds those whose names are compared.
  ///
  /// - Parameter groups: The groups of the tenant.
  mutating func resolve(_ groups: [JSON]) {
    var known: Set<String> = []
    for group in groups {
      // Everyone is in the built-in group.
      guard group["type"]?.string != "BUILT_IN", let id = group["id"]?.string else { continue }
      let name = group["profile"]?["name"]?.string ?? ""
      let isCompared = groupNames.contains { name.hasPrefix($0) }
      if isCompared || self.groups.contains(id) { known.insert(id) }
    }
    self.groups = known
  }

  /// Returns the quoted texts of an expression.
  private static func literals(in text: String) -> Set<String> {
    var found: Set<String> = []
    var rest = text[...]
    while let start = rest.firstIndex(where: { $0 == "'" || $0 == "\"" }) {
      let quote = rest[start]
      rest = rest[rest.index(after: start)...]
      guard let end = rest.firstIndex(of: quote) else { break }
      found.insert(String(rest[..<end]))
      rest = rest[rest.index(after: end)...]
    }
    return found
  }
}
