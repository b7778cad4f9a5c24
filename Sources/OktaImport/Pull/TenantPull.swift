import FlowHTTP

/// Reads a tenant into a folder, one file for each list of the API.
///
/// A list that is in the folder already isn't read again. So a pull that was interrupted
/// continues.
package struct TenantPull: Sendable {
  private let reader: TenantReader
  private let folder: PullFolder
  private let choice: PullChoice
  /// Called with the name of each list before it is read.
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

  /// The types of policies, and whether a tenant without them is complete.
  package static let policyTypes = [
    "OKTA_SIGN_ON", "ACCESS_POLICY", "MFA_ENROLL", "PASSWORD", "PROFILE_ENROLLMENT",
    "IDP_DISCOVERY",
  ]

  /// Reads everything.
  ///
  /// - Returns: The lists that the tenant doesn't answer, each with the reason.
  /// - Throws: `PullFailure`.
  package func run() async throws(PullFailure) -> [String] {
    var missing: [String] = []
    var policies: [JSON] = []
    for type in TenantPull.policyTypes {
      policies += try await list("policies-\(type)", "policies?type=\(type)")
    }
    for policy in policies {
      guard let id = policy["id"]?.string, PullFolder.isName(id) else { continue }
      _ = try await list("rules-\(id)", "policies/\(id)/rules?limit=200")
      if policy["type"]?.string == "ACCESS_POLICY" {
        _ = try await list("mappings-\(id)", "policies/\(id)/mappings", missing: &missing)
      }
    }
    let authenticators = try await list("authenticators", "authenticators")
    for authenticator in authenticators {
      guard let id = authenticator["id"]?.string, PullFolder.isName(id) else { continue }
      _ = try await list("methods-\(id)", "authenticators/\(id)/methods", missing: &missing)
    }
    let apps = try await list("apps", "apps?limit=200")
    for app in apps {
      guard let id = app["id"]?.string, PullFolder.isName(id),
        app["status"]?.string?.uppercased() != "INACTIVE",
        app["_links"]?["accessPolicy"] != nil
      else { continue }
      _ = try await list("groups-of-\(id)", "apps/\(id)/groups?limit=200")
      _ = try await list("users-of-\(id)", "apps/\(id)/users?limit=500")
    }
    for (name, path) in [
      ("zones", "zones?limit=200"), ("behaviors", "behaviors"),
      ("device-assurances", "device-assurances"), ("idps", "idps?limit=200"),
      ("user-types", "meta/types/user"),
    ] {
      _ = try await list(name, path, missing: &missing)
    }
    let groups = try await list("groups", "groups?limit=200")
    try await readPeople(groups)
    return missing
  }

  // MARK: Users

  private func readPeople(_ groups: [JSON]) async throws(PullFailure) {
    var users: [String: JSON] = [:]
    func add(_ found: [JSON]) {
      for user in found {
        if let id = user["id"]?.string, PullFolder.isName(id) { users[id] = user }
      }
    }
    for login in choice.users {
      let path = "users/\(TenantPull.escaped(login))"
      do throws(PullFailure) {
        add(try await reader.list(path))
      } catch {
        guard error.status == 404 else { throw error }
        throw PullFailure("the tenant has no user `\(login)`", help: "write a login or an id")
      }
    }
    for name in choice.groups {
      let found = groups.first {
        $0["id"]?.string == name || $0["profile"]?["name"]?.string == name
      }
      guard let id = found?["id"]?.string else {
        throw PullFailure("the tenant has no group `\(name)`")
      }
      progress("members of \(name)")
      add(try await reader.list("groups/\(id)/users?limit=200"))
    }
    if choice.sample > 0 {
      // Everyone is in the built-in group.
      let known = groups.filter { $0["type"]?.string != "BUILT_IN" }.compactMap { $0["id"]?.string }
      for id in folder.namedGroups where known.contains(id) {
        progress("members of \(id)")
        add(
          try await reader.list(
            "groups/\(id)/users?limit=\(choice.sample)", most: choice.sample))
      }
      add(try await reader.list("users?limit=\(choice.sample)", most: choice.sample))
    }
    let ordered = users.sorted { $0.key < $1.key }
    for (id, _) in ordered {
      _ = try await list("groups-of-\(id)", "users/\(id)/groups")
      _ = try await list("factors-of-\(id)", "users/\(id)/factors")
    }
    try folder.write("users", ordered.map(\.value))
  }

  private static func escaped(_ text: String) -> String {
    String(FormEncoding.encode([FormPair("", text)]).dropFirst().replacing("+", with: "%20"))
  }

  // MARK: Lists

  /// Reads a list, or takes it from the folder.
  private func list(_ name: String, _ path: String) async throws(PullFailure) -> [JSON] {
    if let known = try folder.list(name) { return known }
    progress(name)
    let elements = try await reader.list(path)
    try folder.write(name, elements)
    return elements
  }

  /// Reads a list that not every tenant has, or not for every administrator.
  private func list(
    _ name: String, _ path: String, missing: inout [String]
  ) async throws(PullFailure) -> [JSON] {
    do throws(PullFailure) {
      return try await list(name, path)
    } catch {
      guard let status = error.status, [403, 404, 405].contains(status) else { throw error }
      missing.append("\(name) (\(status))")
      return []
    }
  }
}
