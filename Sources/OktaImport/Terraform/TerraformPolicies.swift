import FlowHTTP

/// Puts the policies of a file together.
struct TerraformPolicies {
  private let conversion: TerraformConversion
  private var ids: TerraformIDs { conversion.ids }
  private(set) var all: [TerraformPolicy] = []
  private var places: [String: Int] = [:]

  init(_ conversion: TerraformConversion) {
    self.conversion = conversion
    for resource in conversion.resources where !resource.isData { addPolicy(resource) }
    addDefaults()
    for resource in conversion.resources where !resource.isData { addRules(resource) }
    for policy in all where policy.type == "PROFILE_ENROLLMENT" && policy.rules.isEmpty {
      conversion.gap("it isn't known how users sign up by \(policy.name)", at: policy.block)
    }
  }

  // MARK: Policies

  /// The types of policies by the types of their resources.
  private static let types = [
    "okta_policy_signon": "OKTA_SIGN_ON", "okta_app_signon_policy": "ACCESS_POLICY",
    "okta_policy_mfa": "MFA_ENROLL", "okta_policy_mfa_default": "MFA_ENROLL",
    "okta_policy_password": "PASSWORD", "okta_policy_password_default": "PASSWORD",
    "okta_policy_profile_enrollment": "PROFILE_ENROLLMENT",
  ]
  /// The types of policies by the types of the resources of their rules.
  private static let ruleTypes = [
    "okta_policy_rule_signon": "OKTA_SIGN_ON", "okta_app_signon_policy_rule": "ACCESS_POLICY",
    "okta_app_signon_policy_rules": "ACCESS_POLICY", "okta_policy_rule_mfa": "MFA_ENROLL",
    "okta_policy_rule_password": "PASSWORD",
    "okta_policy_rule_profile_enrollment": "PROFILE_ENROLLMENT",
    "okta_policy_rule_idp_discovery": "IDP_DISCOVERY",
  ]
  /// The types that have a default policy, which Terraform may not manage.
  private static let defaults = ["OKTA_SIGN_ON", "MFA_ENROLL", "PASSWORD"]

  /// The types of resources that this part translates.
  static let handled = Set(types.keys).union(ruleTypes.keys)

  /// Adds a policy; returns its index.
  @discardableResult
  mutating func add(_ policy: TerraformPolicy) -> Int {
    if let index = places[policy.id] { return index }
    places[policy.id] = all.count
    all.append(policy)
    return all.count - 1
  }

  /// Whether there is a policy with an id.
  func has(_ id: String) -> Bool { places[id] != nil }

  private mutating func addPolicy(_ resource: TerraformResource) {
    guard let type = Self.types[resource.type] else { return }
    let block = resource.block
    var policy = TerraformPolicy(block, type)
    policy.isDefault = resource.type.hasSuffix("_default")
    var conditions = TerraformConditions(block, ids, users: conversion.users)
    switch type {
    case "MFA_ENROLL":
      conditions.addPeople()
      let part = TerraformEnrollment(ids: ids, users: conversion.users)
      policy.settings = part.settings(block)
      if policy.settings == nil {
        policy.unknown = ids.unread.reason(
          "\(block.title): settings", block, TerraformEnrollment.settings)
      }
    case "PASSWORD":
      let part = TerraformPasswords(ids: ids, users: conversion.users)
      conditions = part.conditions(block)
      let (settings, unknown) = part.settings(block)
      policy.settings = settings
      for name in unknown { conversion.gap("it isn't known: \(block.title).\(name)", at: block) }
    case "OKTA_SIGN_ON": conditions.addPeople()
    default: break
    }
    if block.isUnknown("status") { conditions.addUnknown("\(block.title).status") }
    policy.conditions = conditions.json
    if policy.isDefault {
      // The group of everyone, by which the import recognizes it.
      policy.conditions =
        block.text("default_included_group_id").map { id in
          ["people": ["groups": ["include": [.string(TerraformIDs.clean(id))]]]]
        } ?? .null
    }
    add(policy)
  }

  /// Adds the default policies that the file doesn't manage.
  private mutating func addDefaults() {
    for type in Self.defaults where !all.contains(where: { $0.type == type && $0.isDefault }) {
      let data = conversion.resources.first {
        $0.type == "okta_default_policy" && $0.block.text("type") == type
      }
      let id = data.map(TerraformIDs.id) ?? TerraformIDs.made("rst", "default \(type)")
      var policy = TerraformPolicy(
        id: id, type, name: Self.defaultName(type), address: data?.address ?? "")
      policy.isDefault = true
      policy.unknown = "\(policy.name): settings"
      add(policy)
      if type == "PASSWORD" {
        conversion.gap("the settings of the default password policy aren't in the file")
      }
    }
  }

  private static func defaultName(_ type: String) -> String {
    switch type {
    case "OKTA_SIGN_ON": "Default global session policy"
    case "MFA_ENROLL": "Default enrollment policy"
    default: "Default password policy"
    }
  }

  // MARK: Rules

  private mutating func addRules(_ resource: TerraformResource) {
    guard let type = Self.ruleTypes[resource.type] else { return }
    let signOn = TerraformSignOn(ids: ids, users: conversion.users)
    let registration = TerraformRegistration(ids: ids, users: conversion.users)
    let block = resource.block
    switch resource.type {
    case "okta_policy_rule_signon": add([signOn.sessionRule(block)], of: block, type)
    case "okta_app_signon_policy_rule": add(signOn.accessRules(block), of: block, type)
    case "okta_app_signon_policy_rules":
      guard let rules = block.blocks("rule") else {
        return conversion.gap("its rules aren't known", at: block)
      }
      for rule in rules { add(signOn.accessRules(rule), of: block, type) }
    case "okta_policy_rule_mfa":
      let part = TerraformEnrollment(ids: ids, users: conversion.users)
      add([part.rule(block)], of: block, type)
    case "okta_policy_rule_password":
      let part = TerraformPasswords(ids: ids, users: conversion.users)
      add(part.rules(block), of: block, type)
    case "okta_policy_rule_profile_enrollment":
      let (rule, unknown) = registration.rule(block)
      if let unknown { conversion.gap("it isn't known: \(unknown)", at: block) }
      add([rule], of: block, type)
    default:
      let (rule, unknown) = registration.routing(block)
      if let unknown { conversion.gap("it isn't known: \(unknown)", at: block) }
      conversion.gap("routing rules that Terraform doesn't manage may decide before", at: block)
      add([rule], of: block, type)
    }
  }

  /// Adds a rule, which may have several readings, to the policy that the attribute `policy_id`
  /// refers to.
  private mutating func add(_ rules: [TerraformRule], of block: TerraformBlock, _ type: String) {
    let address = block.resource.address
    switch ids.reference(block, "policy_id") {
    case .id(let id):
      let index = places[id] ?? add(unmanaged(id, type, of: block))
      all[index].rules.append((rules, address))
    case .absent where type == "IDP_DISCOVERY":
      let id = TerraformIDs.made("rst", type)
      let index = add(TerraformPolicy(id: id, type, name: "Routing", address: address))
      all[index].rules.append((rules, address))
    case .absent: conversion.gap("the policy of the rule isn't known", at: block)
    case .unknown(let candidates):
      let indices = candidates.compactMap { places[TerraformIDs.id(of: $0)] }.filter {
        all[$0].type == type
      }
      guard !indices.isEmpty else {
        return conversion.gap("the policy of the rule isn't known", at: block)
      }
      for index in indices {
        let copies = rules.map { rule in
          var copy = rule
          copy.conditions.addUnknown("\(block.title).policy_id is \(all[index].name)")
          return copy
        }
        all[index].rules.append((copies, address))
      }
    }
  }

  /// A policy that only a rule or an app names, and maybe a data source.
  func unmanaged(_ id: String, _ type: String, of block: TerraformBlock) -> TerraformPolicy {
    let data = conversion.resources.first { $0.isData && TerraformIDs.id(of: $0) == id }
    return TerraformPolicy(
      id: id, type, name: data?.block.text("name") ?? id,
      address: data?.address ?? block.resource.address)
  }
}
