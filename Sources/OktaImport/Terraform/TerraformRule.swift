import FlowHTTP

/// A rule of a policy, as the management API has it.
struct TerraformRule {
  let block: TerraformBlock
  /// The type of the policy to which the rule belongs.
  let type: String
  var conditions: TerraformConditions
  var actions: JSON = [:]
  /// The part of the actions that counts even if it isn't known what the rule asks for.
  var kept: JSON = [:]
  /// The attribute because of which it isn't known what the rule asks for; `nil` if it is known.
  var unknown: String?

  init(_ block: TerraformBlock, _ type: String, _ conditions: TerraformConditions) {
    self.block = block
    self.type = type
    self.conditions = conditions
    // An inactive rule never applies.
    if block.isUnknown("status") { self.conditions.addUnknown("\(block.title).status") }
  }

  /// Whether the rule is the last one of its policy, which Okta made.
  var isSystem: Bool { block.known("system")?.bool == true }

  /// The position in the policy; `nil` if Okta chooses it or has chosen it.
  ///
  /// The provider sends a position of an authentication policy even if it is 0, unless all rules
  /// are in one resource.
  var priority: Int? {
    block.known("priority")?.integer.flatMap {
      $0 == 0 && !isSystem && !isNumberedFromZero ? nil : $0
    }
  }

  /// Whether 0 may be the position of the rule, and doesn't mean that the position isn't set.
  private var isNumberedFromZero: Bool {
    switch type {
    case "ACCESS_POLICY": block.path.isEmpty || !block.resource.isChanged
    case "PROFILE_ENROLLMENT": !block.resource.isChanged
    default: false
    }
  }

  /// The name, or the address if the name isn't known or is secret.
  var name: String { block.text("name") ?? block.title }

  /// Records the first of some attributes that isn't known.
  ///
  /// Then it isn't known what the rule asks for.
  mutating func requireKnown(_ names: String...) {
    guard unknown == nil, let name = names.first(where: block.isUnknown) else { return }
    unknown = "\(block.title).\(name)"
  }

  /// The attributes that say what a rule asks for, by the type of its policy.
  private static let asked = [
    "OKTA_SIGN_ON": [
      "access", "primary_factor", "factor_sequence", "mfa_required", "mfa_prompt", "mfa_lifetime",
      "mfa_remember_device", "session_idle", "session_lifetime", "session_persistent",
    ],
    "ACCESS_POLICY": [
      "access", "type", "factor_mode", "constraints", "chains", "re_authentication_frequency",
      "inactivity_period", "keep_me_signed_in",
    ],
    "MFA_ENROLL": ["enroll"],
    "PASSWORD": [
      "password_change", "password_reset", "password_unlock", "password_reset_access_control",
      "password_reset_requirement",
    ],
  ]

  /// Returns the body of the rule.
  ///
  /// - Parameters:
  ///   - policy: The id of the policy.
  ///   - number: The number of the copy, because a rule may become several.
  ///   - values: Returns attributes of a block with their values.
  /// - Returns: The body, with a link to the policy.
  func body(
    in policy: String, copy number: Int, _ values: TerraformUnread
  ) -> JSON {
    var id = TerraformIDs.id(of: block.resource)
    if !block.path.isEmpty {
      id = block.text("id").map(TerraformIDs.clean) ?? TerraformIDs.made("rul", block.title)
    }
    if number > 0 { id += "-\(number)" }
    var body: JSONObject = [
      "id": .string(id), "name": .string(name), "type": .string(type),
      "status": .string(block.text("status") ?? "ACTIVE"),
      "priority": priority.map { .integer($0) } ?? .null, "system": .bool(isSystem),
      "conditions": isSystem ? .null : conditions.json,
      "_links": ["self": ["href": .string("/api/v1/policies/\(policy)/rules/\(id)")]],
    ]
    body["actions"] = unknown == nil ? actions : kept
    if let unknown {
      // A change of what is known is another requirement, too.
      body["unknown"] = .string(values.reason(unknown, block, Self.asked[type] ?? []))
    }
    return .object(body)
  }
}
