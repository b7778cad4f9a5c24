import FlowHTTP

/// Translates who is in which group, as far as Terraform manages it completely.
struct TerraformMembers {
  let conversion: TerraformConversion
  private var ids: TerraformIDs { conversion.ids }

  /// Adds the members of groups to the conversion.
  ///
  /// - Returns: The ids of the groups whose members are all known.
  func write() -> Set<String> {
    let (byRule, hasUnknownRule) = readRules()
    var closed: Set<String> = []
    for resource in conversion.resources where resource.type == "okta_group_memberships" {
      let block = resource.block
      let members = ids.list(block, "users")
      let tracksAll = block.known("track_all_users")?.bool == true
      guard case .id(let group) = ids.reference(block, "group_id"), tracksAll,
        !hasUnknownRule, !byRule.contains(group)
      else {
        conversion.leaveOut(resource, "the group may have other members, too")
        continue
      }
      // A member that isn't in the file is one of those that the examples stand for.
      guard members.allSatisfy({ !$0.isUnknown && conversion.users.contains($0.id) }) else {
        conversion.leaveOut(resource, "the group has members that aren't in the file")
        continue
      }
      closed.insert(group)
      conversion.add(
        ["members": .object([group: .array(members.map { .string($0.id) })])],
        at: resource.address)
    }
    for resource in conversion.resources
    where resource.type == "okta_user_group_memberships" && !resource.isData {
      conversion.leaveOut(resource, "the groups may have other members, too")
    }
    return closed
  }

  // MARK: Group rules

  /// Reads the rules by which Okta puts users into groups.
  ///
  /// - Returns: The groups of the rules, and whether a rule may be for any group.
  private func readRules() -> (groups: Set<String>, hasUnknown: Bool) {
    var all: Set<String> = []
    var hasUnknown = false
    let named = TerraformGroupUses(conversion.file).ids
    let addresses = Dictionary(
      conversion.resources.filter { $0.type.hasPrefix("okta_group") }
        .map { (TerraformIDs.id(of: $0), $0.address) },
      uniquingKeysWith: { first, _ in first })
    for resource in conversion.resources where resource.type == "okta_group_rule" {
      let block = resource.block
      // Expressions have one type.
      block.settle("name", "expression_type")
      let groups = ids.list(block, "group_assignments")
      guard block.text("status") != "INACTIVE" || block.isUnknown("status") else {
        block.settle("expression_value", "users_excluded")
        continue
      }
      hasUnknown = hasUnknown || groups.contains(where: \.isUnknown)
      all.formUnion(groups.map(\.id))
      guard !resource.isData else { continue }
      if let named, !groups.contains(where: { $0.isUnknown || named.contains($0.id) }) {
        conversion.leaveOut(resource, "no policy of the file names the groups of the rule")
      } else {
        report(block, groups.map { addresses[$0.id] ?? $0.id })
      }
    }
    return (all, hasUnknown)
  }

  /// Reports a rule that decides which users other rules are for.
  private func report(_ block: TerraformBlock, _ groups: [String]) {
    let condition =
      block.isUnknown("expression_value")
      ? "it isn't known when" : "if `\(block.text("expression_value") ?? "")`"
    let list = groups.sorted().joined(separator: ", ")
    conversion.gap("the rule puts users into \(list), \(condition)", at: block)
  }
}
