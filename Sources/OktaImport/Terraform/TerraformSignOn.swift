import FlowHTTP

/// Translates the rules of global session policies and of authentication policies.
struct TerraformSignOn {
  let ids: TerraformIDs
  /// The ids of the users that the file has.
  let users: Set<String>

  // MARK: Sessions

  func sessionRule(_ block: TerraformBlock) -> TerraformRule {
    var conditions = TerraformConditions(block, ids, users: users)
    conditions.addPeople()
    conditions.addNetwork()
    conditions.addBehaviors()
    for name in ["risk_level", "risc_level"] {
      conditions.addText(name, "riskScore", "level", exceptFor: "ANY")
    }
    conditions.addIdentityProvider()
    conditions.addText("authtype", "authContext", "authType", exceptFor: "ANY")
    var rule = TerraformRule(block, "OKTA_SIGN_ON", conditions)
    rule.requireKnown("access")
    let access = block.text("access") ?? "ALLOW"
    guard access != "DENY" else {
      block.settle(
        "primary_factor", "mfa_required", "mfa_prompt", "mfa_lifetime", "mfa_remember_device",
        "session_idle", "session_lifetime", "session_persistent", "factor_sequence")
      rule.actions = ["signon": ["access": "DENY"]]
      return rule
    }
    rule.requireKnown(
      "primary_factor", "mfa_required", "mfa_prompt", "mfa_lifetime", "session_idle",
      "session_lifetime", "session_persistent", "factor_sequence")
    let sequences = block.blocks("factor_sequence") ?? []
    if !sequences.isEmpty {
      rule.unknown = rule.unknown ?? "\(block.title).factor_sequence"
    } else if block.text("primary_factor") == nil {
      rule.unknown = rule.unknown ?? "\(block.title).primary_factor"
    }
    let requires = block.known("mfa_required")?.bool == true
    var action: JSONObject = [
      "access": .string(access), "requireFactor": .bool(requires),
      "primaryFactor": .string(block.text("primary_factor") ?? ""),
      "rememberDeviceByDefault": block.known("mfa_remember_device") ?? false,
      "session": [
        "maxSessionIdleMinutes": block.known("session_idle") ?? 120,
        "maxSessionLifetimeMinutes": block.known("session_lifetime") ?? 120,
        "usePersistentCookie": block.known("session_persistent") ?? false,
      ],
    ]
    if requires {
      if let prompt = block.text("mfa_prompt") { action["factorPromptMode"] = .string(prompt) }
      if let minutes = block.known("mfa_lifetime"), minutes != 0 {
        action["factorLifetime"] = minutes
      }
    }
    rule.actions = ["signon": .object(action)]
    return rule
  }

  // MARK: Apps

  /// Returns the rule of an authentication policy, which becomes two if its requirement has two
  /// readings.
  func accessRules(_ block: TerraformBlock) -> [TerraformRule] {
    var conditions = TerraformConditions(block, ids, users: users)
    conditions.addPeople()
    conditions.addNetwork()
    conditions.addDevice()
    conditions.addPlatform()
    conditions.addText("custom_expression", "elCondition", "condition")
    conditions.addText("risk_score", "riskScore", "level", exceptFor: "ANY")
    conditions.addOther("office365_client_include")
    var rule = TerraformRule(block, "ACCESS_POLICY", conditions)
    rule.requireKnown("access")
    if block.text("access") == "DENY" {
      block.settle(
        "type", "factor_mode", "constraints", "chains", "re_authentication_frequency",
        "inactivity_period", "keep_me_signed_in")
      rule.actions = ["appSignOn": ["access": "DENY"]]
      return [rule]
    }
    if let stay = stay(block) { rule.kept = ["appSignOn": ["keepMeSignedIn": stay]] }
    rule.requireKnown("type", "constraints", "chains")
    let type = block.text("type") ?? "ASSURANCE"
    let isChain = type == "AUTH_METHOD_CHAIN"
    if !isChain, type != "ASSURANCE" { rule.unknown = rule.unknown ?? "\(block.title).type" }
    guard rule.unknown == nil else { return [rule] }
    return isChain ? [chainRule(rule)] : assuranceRules(rule)
  }

  private func chainRule(_ rule: TerraformRule) -> TerraformRule {
    var rule = rule
    guard let chains = texts(rule.block, "chains") else {
      rule.unknown = "\(rule.block.title).chains"
      return rule
    }
    var method: JSONObject = ["type": "AUTH_METHOD_CHAIN", "chains": .array(chains)]
    // A time in a chain replaces the time of the rule, and the chains replace the mode.
    rule.block.settle("factor_mode", "re_authentication_frequency")
    if !chains.contains(where: { Self.has("reauthenticateIn", $0) }) {
      rule.requireKnown("re_authentication_frequency")
      if let time = rule.block.text("re_authentication_frequency") {
        method["reauthenticateIn"] = .string(time)
      }
    }
    rule.actions = action(rule.block, .object(method))
    return rule
  }

  private func assuranceRules(_ rule: TerraformRule) -> [TerraformRule] {
    var rule = rule
    let block = rule.block
    rule.requireKnown("factor_mode", "re_authentication_frequency", "inactivity_period")
    guard rule.unknown == nil, let constraints = texts(block, "constraints") else {
      rule.unknown = rule.unknown ?? "\(block.title).constraints"
      return [rule]
    }
    var method: JSONObject = [
      "type": "ASSURANCE",
      "factorMode": .string(block.text("factor_mode") ?? "2FA"),
      "constraints": .array(constraints),
    ]
    if let time = block.text("re_authentication_frequency") {
      method["reauthenticateIn"] = .string(time)
    }
    if let time = block.text("inactivity_period") { method["inactivityPeriod"] = .string(time) }
    rule.actions = action(block, .object(method))
    let loose = constraints.map(Self.withoutRequirement)
    guard loose != constraints else { return [rule] }
    // The provider sends `required: false` if it is left out, and Okta's default is `true`. It
    // isn't known whether Okta asks for less then, so an unknown condition decides.
    var strict = rule
    strict.conditions.addUnknown("\(block.title).constraints without `required`")
    method["constraints"] = .array(loose)
    rule.actions = action(block, .object(method))
    return [strict, rule]
  }

  private func action(_ block: TerraformBlock, _ method: JSON) -> JSON {
    var action: JSONObject = [
      "access": .string(block.text("access") ?? "ALLOW"), "verificationMethod": method,
    ]
    if let stay = stay(block) { action["keepMeSignedIn"] = stay }
    return ["appSignOn": .object(action)]
  }

  /// Returns whether users can stay signed in; `nil` if the rule doesn't say it.
  private func stay(_ block: TerraformBlock) -> JSON? {
    guard let all = block.blocks("keep_me_signed_in") else {
      // A text that isn't a word of the API becomes a gap.
      return ids.configuration.leavesOut(block, "keep_me_signed_in")
        ? nil : ["postAuth": "unknown"]
    }
    guard let first = all.first else { return nil }
    let isOpen = first.isUnknown("post_auth") || first.isUnknown("post_auth_prompt_frequency")
    var setting: JSONObject = [
      "postAuth": .string(isOpen ? "unknown" : first.text("post_auth") ?? "NOT_ALLOWED")
    ]
    if let time = first.text("post_auth_prompt_frequency") {
      setting["postAuthPromptFrequency"] = .string(time)
    }
    return .object(setting)
  }

  // MARK: JSON in texts

  /// Returns the objects of a list whose elements are JSON texts; `nil` if one isn't an object.
  private func texts(_ block: TerraformBlock, _ name: String) -> [JSON]? {
    guard let value = block.known(name) else { return [] }
    guard let elements = value.array else { return nil }
    var objects: [JSON] = []
    for element in elements {
      guard let text = element.string, let json = try? JSON(parsing: Array(text.utf8)),
        json.object != nil
      else { return nil }
      objects.append(json)
    }
    return objects
  }

  private static func has(_ name: String, _ json: JSON) -> Bool {
    switch json {
    case .array(let elements): elements.contains { has(name, $0) }
    case .object(let object):
      object[name] != nil || object.members.contains { has(name, $0.value) }
    default: false
    }
  }

  /// Returns a constraint that requires neither class for which `required` is left out.
  private static func withoutRequirement(_ constraint: JSON) -> JSON {
    var object = constraint.object ?? [:]
    for name in ["knowledge", "possession"] {
      guard var filter = object[name]?.object, filter["required"] == nil else { continue }
      filter["required"] = false
      object[name] = .object(filter)
    }
    return .object(object)
  }
}
