import FlowHTTP

/// Translates the rules for signing up, and the rules that route users to identity providers.
struct TerraformRegistration {
  let ids: TerraformIDs
  let users: Set<String>

  /// The attributes of a rule that say how users sign up.
  static let names = [
    "unknown_user_action", "access", "email_verification", "target_group_id", "inline_hook_id",
    "enroll_authenticator_types", "progressive_profiling_action", "profile_attributes",
  ]

  /// Returns the rule of a policy, and the first attribute that isn't known.
  ///
  /// Okta made the rule, which applies to all users.
  func rule(_ block: TerraformBlock) -> (rule: TerraformRule, unknown: String?) {
    var rule = TerraformRule(
      block, "PROFILE_ENROLLMENT", TerraformConditions(block, ids, users: users))
    let fields = (block.blocks("profile_attributes") ?? []).map { field -> JSON in
      [
        "name": .string(field.text("name") ?? ""), "label": .string(field.text("label") ?? ""),
        "required": field.known("required") ?? false,
      ]
    }
    var action: JSONObject = [
      "access": .string(block.text("access") ?? "ALLOW"),
      "unknownUserAction": .string(block.text("unknown_user_action") ?? "DENY"),
      "profileAttributes": .array(fields),
      "activationRequirements": [
        "emailVerification": block.known("email_verification") ?? true
      ],
      "progressiveProfilingAction": .string(
        block.text("progressive_profiling_action") ?? "DISABLED"),
      "enrollAuthenticatorTypes": block.known("enroll_authenticator_types") ?? [],
    ]
    if case .id(let group) = ids.reference(block, "target_group_id") {
      action["targetGroupIds"] = [.string(group)]
    }
    if let hook = block.text("inline_hook_id") {
      action["preRegistrationInlineHooks"] = [["inlineHookId": .string(hook)]]
    }
    rule.actions = ["profileEnrollment": .object(action)]
    let unknown = Self.names.first { name in
      guard block.isUnknown(name), !ids.configuration.leavesOut(block, name) else { return false }
      if case .id = ids.reference(block, name) { return false }
      return true
    }
    return (rule, unknown.map { "\(block.title).\($0)" })
  }

  /// Returns a rule that routes users, and the first attribute that isn't known.
  func routing(_ block: TerraformBlock) -> (rule: TerraformRule, unknown: String?) {
    var conditions = TerraformConditions(block, ids, users: users)
    conditions.addNetwork()
    conditions.addPlatform()
    conditions.addApps()
    conditions.addIdentifier()
    var rule = TerraformRule(block, "IDP_DISCOVERY", conditions)
    let written = block.blocks("idp_providers")
    let providers = (written ?? []).map { provider -> JSON in
      var object: JSONObject = ["type": .string(provider.text("type") ?? "OKTA")]
      if let id = provider.text("id") { object["id"] = .string(TerraformIDs.clean(id)) }
      return .object(object)
    }
    let kind = block.text("selection_type") ?? "SPECIFIC"
    var action: JSONObject = [
      "idpSelectionType": .string(kind),
      "shouldFallBackToOkta": block.known("should_fall_back_to_okta") ?? false,
    ]
    if kind == "DYNAMIC" {
      action["matchCriteria"] = [
        [
          "propertyName": .string(block.text("property_name") ?? ""),
          "providerExpression": .string(block.text("provider_expression") ?? ""),
        ]
      ]
    } else {
      block.settle("property_name", "provider_expression")
      action["providers"] = .array(providers.isEmpty ? [["type": "OKTA"]] : providers)
    }
    rule.actions = ["idp": .object(action)]
    let names = [
      "idp_providers", "selection_type", "should_fall_back_to_okta", "property_name",
      "provider_expression",
    ]
    let unknown = names.first { block.isUnknown($0) && !ids.configuration.leavesOut(block, $0) }
    return (rule, (written == nil ? "idp_providers" : unknown).map { "\(block.title).\($0)" })
  }
}
