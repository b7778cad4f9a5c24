import FlowHTTP

/// Translates the rules for signing up, and the rules that route users to identity providers.
struct TerraformRegistration {
  let ids: TerraformIDs
  let users: Set<String>

  private static let names = [
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

  /// Returns a rule that routes users, which lets no one in by itself.
  func routing(_ block: TerraformBlock) -> TerraformRule {
    var rule = TerraformRule(block, "IDP_DISCOVERY", TerraformConditions(block, ids, users: users))
    let providers = (block.blocks("idp_providers") ?? []).map { provider -> JSON in
      ["type": .string(provider.text("type") ?? "OKTA")]
    }
    rule.actions = [
      "idp": [
        "providers": .array(providers),
        "idpSelectionType": .string(block.text("selection_type") ?? "SPECIFIC"),
      ]
    ]
    return rule
  }
}
