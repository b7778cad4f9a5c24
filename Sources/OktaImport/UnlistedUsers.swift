import FlowHTTP

/// The users that an export doesn't have.
///
/// Their types and attributes aren't known. A condition about them is a fact: it holds for a user of
/// the export as the export says, and for all others if the fact is so. So a rule decides something
/// even if no example is in its class of users.
struct UnlistedUsers {
  /// The logins of the users whose types the export has.
  private let typed: [String]
  /// The logins of the users whose attributes the export has.
  private let described: [String]
  /// The addresses of the user types in a file of Terraform, by their ids.
  private let addresses: [String: String]

  /// The beginning of the ids of examples, which stand for users that the export doesn't have.
  static let exampleID = "00u-example-"

  /// Reads the users of an export; `nil` if its users stand for all users.
  init?(_ catalog: ExportCatalog) {
    guard catalog.isOfTerraform else { return nil }
    let listed = catalog.users.compactMap { user -> (login: String, isTyped: Bool)? in
      guard let id = user.json["id"]?.string, !id.hasPrefix(Self.exampleID),
        let login = user.json["profile"]?["login"]?.string, !login.isEmpty
      else { return nil }
      return (login, user.json["type"]?["id"]?.string != nil)
    }
    described = listed.map(\.login)
    typed = listed.filter(\.isTyped).map(\.login)
    addresses = Dictionary(
      catalog.userTypes.compactMap { type in
        type.json["id"]?.string.map { ($0, type.spot.name) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the alternatives of a condition about the types of users.
  ///
  /// - Parameters:
  ///   - clause: The condition, such as `type "Staff"`.
  ///   - ids: The ids of the types.
  ///   - isNegated: Whether the condition must not hold.
  /// - Returns: The alternatives, each with the conditions that all hold.
  func types(_ clause: String, _ ids: [String], isNegated: Bool) -> [[String]] {
    // A type keeps its id if Terraform gives it another name.
    let titles = ids.map { id in
      addresses[id].map { id.hasSuffix($0) ? $0 : "\($0) (\(id))" } ?? id
    }
    return alternatives(clause, facts("users of the type", titles), typed, isNegated)
  }

  /// Returns the alternatives of a condition that an attribute of users has one of some values.
  func attribute(_ name: String, _ values: [String], isNegated: Bool) -> [[String]] {
    let clause = "attribute \(name) \(OrgText.list(values))"
    // Each value is a fact, so that another list of values has the same facts.
    let titles = values.map { "attribute \(name) \(OrgText.list([$0]))" }
    return alternatives(clause, facts("users with", titles), described, isNegated)
  }

  /// Returns the names of facts, of which one must hold.
  private func facts(_ kind: String, _ titles: [String]) -> String {
    // An org can have only few facts, so a long list becomes one fact.
    let all =
      titles.count <= Self.factsMax ? titles : [titles.sorted().joined(separator: ", ")]
    return all.map { UnknownReason(kind, .string($0)).quoted }.joined(separator: ", ")
  }

  /// The maximum number of elements of a list that become separate facts.
  private static let factsMax = 8

  /// Returns the alternatives of a routing condition, which can't exclude users.
  func routing(_ clause: String) -> [[String]] {
    let fact = UnknownReason("users with", .string(clause)).quoted
    return described.isEmpty ? [["unknown \(fact)"]] : [[clause], ["unknown \(fact)"]]
  }

  /// Returns a condition that is known for some users, and a fact for the others.
  private func alternatives(
    _ clause: String, _ facts: String, _ known: [String], _ isNegated: Bool
  ) -> [[String]] {
    guard !known.isEmpty else { return [["\(isNegated ? "not " : "")unknown \(facts)"]] }
    let users = "user \(OrgText.list(known))"
    return isNegated
      ? [["not \(clause)", users], ["not unknown \(facts)", "not \(users)"]]
      : [[clause, users], ["unknown \(facts)", "not \(users)"]]
  }
}
