import FlowHTTP

/// Reads a tenant into a folder, one file for each list of the API.
///
/// A list that is in the folder already isn't read again. So a pull that was interrupted
/// continues. A list that the tenant refuses is recorded, and the pull goes on.
package struct TenantPull: Sendable {
  private let reader: TenantReader
  private let folder: PullFolder
  private let choice: PullChoice
  /// Called with the words for a list before it is read, but for few of many lists.
  private let progress: @Sendable (String) -> Void

  package init(
    _ reader: TenantReader, into folder: PullFolder, _ choice: PullChoice,
    progress: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.reader = reader
    self.folder = folder
    self.choice = choice
    self.progress = progress
  }

  /// The types of policies that a pull reads.
  package static let policyTypes = [
    "OKTA_SIGN_ON", "ACCESS_POLICY", "MFA_ENROLL", "PASSWORD", "PROFILE_ENROLLMENT",
    "IDP_DISCOVERY",
  ]

  /// What a pull has found so far.
  private struct Found {
    var result = PullResult()
    /// The users to write, by their ids.
    var users: [String: JSON] = [:]
    /// Whether the tenant has answered any list.
    var hasAnswer = false
    /// The first refusal of a list.
    var refusal: PullFailure?

    mutating func add(_ found: [JSON]) {
      for user in found {
        if let id = user["id"]?.string, PullFolder.isName(id) { users[id] = user }
      }
    }
  }

  /// Reads everything.
  ///
  /// - Returns: The lists that the tenant doesn't answer, and how users were chosen.
  /// - Throws: `PullFailure`, also if the tenant answers no list at all.
  package func run() async throws(PullFailure) -> PullResult {
    var found = Found()
    // A misspelled login is reported at once.
    for login in choice.users { try await readUser(login, &found) }
    let chosen = choice.groups.isEmpty ? [] : try await chosenGroups(&found)
    try await readPolicies(&found)
    try await readAuthenticators(&found)
    try await readApps(&found)
    for (name, path, words) in TenantPull.simpleLists {
      _ = try await list(name, path, as: words, &found)
    }
    let groups = try await list("groups", "groups?limit=200", as: "groups", &found)
    if let refusal = found.refusal, !found.hasAnswer { throw refusal }
    for (name, id) in chosen {
      let words = "members of `\(name)`"
      found.add(
        try await people(
          "members of \(name)", "groups/\(id)/users?limit=200", as: words, &found))
    }
    try await readPeople(groups, &found)
    return found.result
  }

  /// The lists that nothing else depends on, with their paths and the words for them.
  private static let simpleLists = [
    ("zones", "zones?limit=200", "network zones"), ("behaviors", "behaviors", "behaviors"),
    ("device-assurances", "device-assurances", "device assurance policies"),
    ("idps", "idps?limit=200", "identity providers"),
    ("user-types", "meta/types/user", "user types"),
  ]

  // MARK: Objects

  private func readPolicies(_ found: inout Found) async throws(PullFailure) {
    var policies: [JSON] = []
    for type in TenantPull.policyTypes {
      policies += try await list(
        "policies-\(type)", "policies?type=\(type)", as: "policies of the type \(type)", &found)
    }
    for (index, policy) in policies.enumerated() {
      guard let id = policy["id"]?.string, PullFolder.isName(id) else { continue }
      let words = TenantPull.words("rules", of: policy, index, policies.count)
      _ = try await list("rules-\(id)", "policies/\(id)/rules?limit=200", as: words, &found)
      if policy["type"]?.string == "ACCESS_POLICY" {
        _ = try await list("mappings-\(id)", "policies/\(id)/mappings", as: nil, &found)
      }
    }
  }

  private func readAuthenticators(_ found: inout Found) async throws(PullFailure) {
    let authenticators = try await list(
      "authenticators", "authenticators", as: "authenticators", &found)
    for (index, authenticator) in authenticators.enumerated() {
      guard let id = authenticator["id"]?.string, PullFolder.isName(id) else { continue }
      let words = TenantPull.words("methods", of: authenticator, index, authenticators.count)
      _ = try await list("methods-\(id)", "authenticators/\(id)/methods", as: words, &found)
    }
  }

  private func readApps(_ found: inout Found) async throws(PullFailure) {
    let apps = try await list("apps", "apps?limit=200", as: "apps", &found)
    for (index, app) in apps.enumerated() {
      guard let id = app["id"]?.string, PullFolder.isName(id),
        app["status"]?.string?.uppercased() != "INACTIVE",
        app["_links"]?["accessPolicy"] != nil
      else { continue }
      let words = TenantPull.words("assignments", of: app, index, apps.count)
      _ = try await list("groups-of-\(id)", "apps/\(id)/groups?limit=200", as: words, &found)
      _ = try await list("users-of-\(id)", "apps/\(id)/users?limit=500", as: nil, &found)
    }
  }

  // MARK: Users

  private func readUser(_ login: String, _ found: inout Found) async throws(PullFailure) {
    do throws(PullFailure) {
      found.add(try await reader.list("users/\(TenantPull.escaped(login))"))
    } catch {
      guard error.status != 404 else {
        throw PullFailure("the tenant has no user `\(login)`", help: "write a login or an id")
      }
      try TenantPull.note("user \(login)", error, &found)
    }
  }

  /// Returns the names and the ids of the groups whose members are read.
  private func chosenGroups(
    _ found: inout Found
  ) async throws(PullFailure) -> [(name: String, id: String)] {
    let groups = try await list("groups", "groups?limit=200", as: "groups", &found)
    // If the tenant refuses the list, which is recorded, no name can be wrong.
    guard !found.result.missing.contains(where: { $0.hasPrefix("groups (") }) else { return [] }
    var chosen: [(name: String, id: String)] = []
    for name in choice.groups {
      let group = groups.first {
        $0["id"]?.string == name || $0["profile"]?["name"]?.string == name
      }
      guard let id = group?["id"]?.string else {
        throw PullFailure("the tenant has no group `\(name)`", help: "write a name or an id")
      }
      chosen.append((name, id))
    }
    return chosen
  }

  private func readPeople(_ groups: [JSON], _ found: inout Found) async throws(PullFailure) {
    if choice.sample > 0 { try await readSample(groups, &found) }
    let ordered = found.users.sorted { $0.key < $1.key }
    for (index, (id, user)) in ordered.enumerated() {
      let words = TenantPull.words("groups and factors", of: user, index, ordered.count)
      _ = try await list("groups-of-\(id)", "users/\(id)/groups", as: words, &found)
      _ = try await list("factors-of-\(id)", "users/\(id)/factors", as: nil, &found)
    }
    try folder.write("users", ordered.map(\.value))
  }

  /// Reads some users of each class that the policies distinguish.
  private func readSample(_ groups: [JSON], _ found: inout Found) async throws(PullFailure) {
    var criteria = folder.criteria
    criteria.resolve(groups)
    var sample = UserSample(criteria)
    let ids = criteria.groups.sorted()
    for (index, id) in ids.enumerated() {
      let group = groups.first { $0["id"]?.string == id } ?? ["id": .string(id)]
      let members = try await people(
        "members of \(id)", "groups/\(id)/users?limit=200",
        as: TenantPull.words("members", of: group, index, ids.count), most: 200, &found)
      sample.add(members, group: id)
    }
    let first = try await people(
      "users", "users?limit=200", as: "users", most: TenantPull.firstMost, &found)
    sample.add(first)
    for (index, search) in searches(criteria).enumerated() {
      let path = "users?\(FormEncoding.encode([search]))&limit=\(choice.sample)"
      let words = index == 0 ? "users by status, type and attributes" : nil
      sample.add(try await people("users", path, as: words, most: choice.sample, &found))
    }
    var (users, report) = sample.choose(choice.sample)
    // A list that is shorter than its maximum has no further page.
    report.hasAll =
      !first.isEmpty && first.count < TenantPull.firstMost
      && first.allSatisfy { $0["id"]?.string.map { users[$0] != nil } ?? false }
    found.add(Array(users.values))
    found.result.sample = report
  }

  /// The maximum number of users to read without a search.
  private static let firstMost = 200

  /// The maximum number of searches for users with a certain attribute.
  private static let searchesMax = 100

  /// The searches for users that are rare, so that the first page may have none of them.
  private func searches(_ criteria: UserCriteria) -> [FormPair] {
    let statuses = [
      "LOCKED_OUT", "PASSWORD_EXPIRED", "PROVISIONED", "RECOVERY", "STAGED", "SUSPENDED",
    ]
    var texts = statuses.map { FormPair("filter", "status eq \"\($0)\"") }
    let types = (try? folder.list("user-types")) ?? []
    for type in types.compactMap({ $0["id"]?.string }) where types.count > 1 {
      texts.append(FormPair("search", "type.id eq \"\(type)\""))
    }
    for (name, literals) in criteria.attributes.sorted(by: { $0.key < $1.key }) {
      for literal in literals.sorted() where !literal.contains(where: { $0 == "\"" || $0 == "\\" })
      { texts.append(FormPair("search", "profile.\(name) eq \"\(literal)\"")) }
    }
    return Array(texts.prefix(TenantPull.searchesMax))
  }

  private static func escaped(_ text: String) -> String {
    String(FormEncoding.encode([FormPair("", text)]).dropFirst().replacing("+", with: "%20"))
  }

  // MARK: Lists

  /// Reads a list, or takes it from the folder.
  ///
  /// A list that the tenant refuses is recorded, and is empty.
  private func list(
    _ name: String, _ path: String, as words: String?, _ found: inout Found
  ) async throws(PullFailure) -> [JSON] {
    if let known = try folder.list(name) {
      found.hasAnswer = true
      return known
    }
    if let words { progress(words) }
    do throws(PullFailure) {
      let elements = try await reader.list(path)
      found.hasAnswer = true
      try folder.write(name, elements)
      return elements
    } catch {
      try TenantPull.note(name, error, &found)
      return []
    }
  }

  /// Reads users, who are written later.
  private func people(
    _ name: String, _ path: String, as words: String?, most: Int? = nil, _ found: inout Found
  ) async throws(PullFailure) -> [JSON] {
    if let words { progress(words) }
    do throws(PullFailure) {
      return try await reader.list(path, most: most)
    } catch {
      // Not every tenant can search for every attribute.
      if error.status == 400, path.contains("search=") { return [] }
      try TenantPull.note(name, error, &found)
      return []
    }
  }

  /// The maximum number of lists of one kind that are named.
  private static let namedMost = 20

  /// Returns the words for one of several lists: ``rules of `Staff` (3 of 12)``.
  ///
  /// Returns `nil` for most lists if there are many.
  private static func words(
    _ what: String, of object: JSON, _ index: Int, _ count: Int
  ) -> String? {
    guard index % ((count + namedMost - 1) / namedMost) == 0 else { return nil }
    let profile = object["profile"]
    let name =
      object["label"] ?? object["name"] ?? profile?["login"] ?? profile?["name"] ?? object["id"]
    return "\(what) of `\(name?.string ?? "")`" + (count > 1 ? " (\(index + 1) of \(count))" : "")
  }

  /// Records a list that the tenant refuses.
  ///
  /// - Throws: The failure if it isn't such a refusal.
  private static func note(
    _ name: String, _ failure: PullFailure, _ found: inout Found
  ) throws(PullFailure) {
    guard let status = failure.status, [403, 404, 405].contains(status) else { throw failure }
    found.refusal = found.refusal ?? failure
    let reason = status == 403 ? "not permitted" : "not available"
    let text = "\(name) (\(status), \(reason))"
    if !found.result.missing.contains(text) { found.result.missing.append(text) }
  }
}
