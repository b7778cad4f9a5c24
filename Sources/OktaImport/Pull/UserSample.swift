import FlowHTTP

/// Chooses few users of a tenant: some of each class of users that its policies distinguish.
struct UserSample {
  private let criteria: UserCriteria
  /// The users that were seen, by their ids.
  private var users: [String: JSON] = [:]
  /// The groups with which users were seen.
  private var groups: [String: Set<String>] = [:]

  /// The maximum number of users: each one needs two more requests.
  static let usersMax = 500
  /// The maximum number of values of an attribute that each make a class.
  private static let valuesMax = 20

  init(_ criteria: UserCriteria) { self.criteria = criteria }

  /// Adds users that were seen.
  ///
  /// - Parameters:
  ///   - found: The users.
  ///   - group: The id of a group whose members they are; `nil` for none.
  mutating func add(_ found: [JSON], group: String? = nil) {
    for user in found {
      guard let id = user["id"]?.string, PullFolder.isName(id) else { continue }
      users[id] = user
      if let group { groups[id, default: []].insert(group) }
    }
  }

  /// Chooses users.
  ///
  /// The order is: one user for each value, such as a group, then one for each class, then more.
  ///
  /// - Parameter count: The number of users of each class.
  /// - Returns: The users by their ids, and how they were chosen.
  func choose(_ count: Int) -> (users: [String: JSON], report: PullResult.Sample) {
    let classes = self.classes
    var report = PullResult.Sample()
    report.classes = classes.count
    report.groups = criteria.groups.intersection(groups.values.joined()).count
    report.attributes = criteria.attributes.keys.sorted()
    var chosen: Set<String> = []
    var covered: Set<String> = []
    for (values, ids) in classes where !covered.isSuperset(of: values) {
      guard chosen.count < UserSample.usersMax else { break }
      chosen.insert(ids[0])
      covered.formUnion(values)
    }
    for round in 0..<count {
      for (_, ids) in classes where round < ids.count && chosen.count < UserSample.usersMax {
        chosen.insert(ids[round])
      }
    }
    report.users = chosen.count
    report.leftOut = classes.count { chosen.isDisjoint(with: $0.ids) }
    return (users.filter { chosen.contains($0.key) }, report)
  }

  /// The classes: their values, and the ids of their users, both sorted.
  private var classes: [(values: [String], ids: [String])] {
    let short = Set(criteria.attributes.keys.filter(hasFewValues))
    let members = Dictionary(grouping: users.keys.sorted()) { values(of: $0, short) }
    return members.map { ($0.key, $0.value) }.sorted { $0.ids[0] < $1.ids[0] }
  }

  /// The values by which a user differs from others.
  private func values(of id: String, _ short: Set<String>) -> [String] {
    let user = users[id] ?? .null
    var values = (groups[id] ?? []).sorted().map { "group \($0)" }
    values.append("status \(user["status"]?.string ?? "")")
    values.append("type \(user["type"]?["id"]?.string ?? "")")
    for (name, literals) in criteria.attributes.sorted(by: { $0.key < $1.key }) {
      let value = UserSample.text(user["profile"]?[name])
      if short.contains(name) {
        values.append("\(name) \(value)")
      } else {
        // If almost every user has another value, the texts of the expressions count.
        let held = literals.filter { !$0.isEmpty && value.lowercased().contains($0.lowercased()) }
        values.append("\(name) \(value.isEmpty) \(held.sorted())")
      }
    }
    return values
  }

  private func hasFewValues(_ name: String) -> Bool {
    var seen: Set<String> = []
    for user in users.values {
      seen.insert(UserSample.text(user["profile"]?[name]))
      if seen.count > UserSample.valuesMax { return false }
    }
    return true
  }

  private static func text(_ json: JSON?) -> String {
    guard let json, json != .null else { return "" }
    return json.string ?? String(decoding: json.bytes(), as: UTF8.self)
  }
}
