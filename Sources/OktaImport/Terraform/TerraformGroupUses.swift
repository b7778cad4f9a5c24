import FlowHTTP

/// The groups that policies, rules, apps and roles name before or after the changes of a plan.
struct TerraformGroupUses {
  /// The ids of the groups; `nil` if any group may be named.
  private(set) var ids: Set<String>? = []
  private let references: TerraformIDs

  init(_ file: TerraformFile) {
    // A rule that the plan deletes names its groups, too, so that both moments have the same gaps.
    let (resources, ids) = file.bothMoments()
    references = ids
    for resource in resources
    where !resource.isData && resource.type != "okta_group_rule"
      && !resource.type.hasSuffix("group_memberships")
    {
      add(resource.block)
      for name in ["rule", "group"] {
        guard let blocks = resource.block.blocks(name) else {
          self.ids = nil
          continue
        }
        for block in blocks {
          add(block)
          if name == "group" { add(block, "id") }
        }
      }
    }
  }

  private mutating func add(_ block: TerraformBlock) {
    for name in ["groups_included", "groups_excluded"] {
      let list = references.list(block, name)
      if list.contains(where: \.isUnknown) { ids = nil }
      ids?.formUnion(list.map(\.id))
    }
    for name in ["group_id", "target_group_id"] { add(block, name) }
    // An expression can name a group in many ways.
    let expression = "custom_expression"
    let text = block.text(expression) ?? ""
    if block.isUnknown(expression) || UnevaluatedTest.isAbout(.group, text) { ids = nil }
  }

  private mutating func add(_ block: TerraformBlock, _ name: String) {
    switch references.reference(block, name) {
    case .absent: return
    case .id(let id): ids?.insert(id)
    case .unknown: ids = nil
    }
  }
}
