import FlowHTTP

/// Translates who is assigned to the apps.
///
/// `okta_app_group_assignments` has all groups of an app. Users can be assigned one by one, too,
/// and Terraform doesn't have all of them. If it isn't known who is assigned, everyone is.
struct TerraformAssignments {
  let conversion: TerraformConversion
  /// The ids of the groups whose members are all known.
  let closed: Set<String>
  private var ids: TerraformIDs { conversion.ids }

  /// The types of resources that assign groups or users to apps.
  static let types: Set<String> = [
    "okta_app_group_assignment", "okta_app_group_assignments", "okta_app_user",
  ]

  /// The resources of a type by the ids of their apps; the key is empty if the app isn't known.
  private func byApp(_ type: String) -> [String: [TerraformResource]] {
    let own = conversion.resources.filter { $0.type == type && !$0.isData }
    return Dictionary(grouping: own) { resource in
      if case .id(let id) = ids.reference(resource.block, "app_id") { id } else { "" }
    }
  }

  /// Adds the assignments to the conversion.
  func write() {
    let all = byApp("okta_app_group_assignments")
    let single = byApp("okta_app_group_assignment")
    let users = byApp("okta_app_user")
    let isOpen = [all, single, users].contains { $0[""] != nil }
    var written: Set<String> = []
    for (app, resources) in all.sorted(by: { $0.key < $1.key }) {
      // The import recognizes apps, groups and users by their ids.
      guard !isOpen, app.hasPrefix("0oa"), single[app] == nil, resources.count == 1,
        let resource = resources.first, let groups = groups(resource.block),
        let named = logins(users[app] ?? [])
      else { continue }
      written.insert(app)
      write(app, groups, named, at: resource)
    }
    for (app, resources) in [all, single, users].flatMap(Array.init) where !written.contains(app) {
      for resource in resources {
        conversion.leaveOut(
          resource, "everyone is assigned to the app, because there may be other assignments")
      }
    }
  }

  /// Returns the ids of the groups of an app; `nil` if it isn't known who is in them.
  private func groups(_ block: TerraformBlock) -> [String]? {
    guard let blocks = block.blocks("group") else { return nil }
    var groups: [String] = []
    for block in blocks {
      guard case .id(let id) = ids.reference(block, "id"), id.hasPrefix("00g"),
        closed.contains(id) || conversion.everyone.contains(id)
      else { return nil }
      groups.append(id)
    }
    return groups
  }

  /// Returns the ids of the users who are assigned one by one; `nil` if one isn't in the file.
  private func logins(_ resources: [TerraformResource]) -> [String]? {
    var users: [String] = []
    for resource in resources {
      guard case .id(let id) = ids.reference(resource.block, "user_id"), id.hasPrefix("00u"),
        conversion.users.contains(id)
      else { return nil }
      users.append(id)
    }
    return users
  }

  private func write(
    _ app: String, _ groups: [String], _ users: [String], at resource: TerraformResource
  ) {
    let links: JSON = ["app": ["href": .string("/api/v1/apps/\(app)")]]
    // Both lists are known, even if they are empty.
    for name in ["groups", "users"] {
      conversion.add([name: .object([app: []])], at: resource.address)
    }
    for (number, group) in groups.enumerated() {
      conversion.add(
        ["id": .string(group), "priority": .integer(number), "_links": links],
        at: resource.address)
    }
    for user in users {
      conversion.add(
        ["id": .string(user), "scope": "USER", "_links": links], at: resource.address)
    }
    conversion.gap("other users may be assigned to the app, one by one", at: resource.block)
  }
}
