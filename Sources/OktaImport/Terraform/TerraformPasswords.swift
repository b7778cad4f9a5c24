import FlowHTTP

/// Translates password policies and the rules for recovery.
struct TerraformPasswords {
  let ids: TerraformIDs
  let users: Set<String>

  // MARK: Settings

  private static let complexity = [
    ("min_length", "minLength"), ("min_lowercase", "minLowerCase"),
    ("min_uppercase", "minUpperCase"), ("min_number", "minNumber"), ("min_symbol", "minSymbol"),
    ("exclude_username", "excludeUsername"),
  ]
  private static let age = [
    ("max_age_days", "maxAgeDays"), ("expire_warn_days", "expireWarnDays"),
    ("min_age_minutes", "minAgeMinutes"), ("history_count", "historyCount"),
  ]
  private static let lockout = [
    ("max_lockout_attempts", "maxAttempts"), ("auto_unlock_minutes", "autoUnlockMinutes"),
    ("show_lockout_failures", "showLockoutFailures"),
  ]
  private static let recovery = [
    ("email_recovery", "okta_email", "ACTIVE"), ("sms_recovery", "okta_sms", "INACTIVE"),
    ("call_recovery", "okta_call", "INACTIVE"),
    ("question_recovery", "recovery_question", "ACTIVE"),
  ]

  /// The attributes of a policy that decide about passwords and recovery.
  private static let names: [String] =
    (complexity + age + lockout).map { "password_" + $0.0 } + recovery.map(\.0)
    + [
      "password_exclude_first_name", "password_exclude_last_name", "password_dictionary_lookup",
      "recovery_email_token", "question_min_length", "skip_unlock",
    ]

  /// The attributes of a policy that its rules for recovery use.
  static let recoveryNames = recovery.map(\.0)

  /// The lifetime of a recovery link that the provider sets by default.
  private static let tokenMinutes = 60

  /// Returns the settings of a policy, and the attributes that aren't known.
  func settings(_ block: TerraformBlock) -> (json: JSON, unknown: [String]) {
    func members(_ names: [(String, String)]) -> JSONObject {
      JSONObject(
        members: names.compactMap { name, member in
          block.known("password_" + name).map { JSONObject.Member(member, $0) }
        })
    }
    func isOn(_ name: String) -> Bool { block.known("password_" + name)?.bool == true }
    var complexity = members(Self.complexity)
    let excluded = [("exclude_first_name", "firstName"), ("exclude_last_name", "lastName")]
    complexity["excludeAttributes"] = .array(
      excluded.filter { isOn($0.0) }.map { .string($0.1) })
    complexity["dictionary"] = ["common": ["exclude": .bool(isOn("dictionary_lookup"))]]
    var factors: JSONObject = [:]
    for (name, member, usual) in Self.recovery {
      var factor: JSONObject = ["status": .string(block.text(name) ?? usual)]
      if member == "recovery_question" {
        let length = block.known("question_min_length") ?? 4
        factor["properties"] = ["complexity": ["minLength": length]]
      }
      if member == "okta_email", let minutes = block.known("recovery_email_token"),
        minutes != .integer(Self.tokenMinutes)
      {
        factor["properties"] = ["recoveryToken": ["tokenLifetimeMinutes": minutes]]
      }
      factors[member] = .object(factor)
    }
    var password: JSONObject = [
      "complexity": .object(complexity), "age": .object(members(Self.age)),
      "lockout": .object(members(Self.lockout)),
    ]
    // The attributes become a detail, with their own names.
    let breached = ids.unread.read(block, block.names.filter { $0.hasPrefix("breached_password_") })
    if !breached.members.isEmpty { password["breachedProtection"] = .object(breached) }
    let skips = block.known("skip_unlock")?.bool == true
    let json: JSON = [
      "password": .object(password), "recovery": ["factors": .object(factors)],
      "delegation": ["options": ["skipUnlock": .bool(skips)]],
    ]
    let unknown = Self.names.filter {
      block.isUnknown($0) && !ids.configuration.leavesOut(block, $0)
    }
    return (json, unknown)
  }

  /// Returns the conditions of a policy: its groups and the directory of its users.
  func conditions(_ block: TerraformBlock) -> TerraformConditions {
    var conditions = TerraformConditions(block, ids, users: users)
    conditions.addPeople()
    conditions.addText("auth_provider", "authProvider", "provider", exceptFor: "OKTA")
    return conditions
  }

  // MARK: Rules

  /// Returns the rule, which becomes two if its requirement has two readings.
  func rules(_ block: TerraformBlock) -> [TerraformRule] {
    var conditions = TerraformConditions(block, ids, users: users)
    conditions.addPeople()
    conditions.addNetwork()
    var rule = TerraformRule(block, "PASSWORD", conditions)
    rule.requireKnown("password_change", "password_reset", "password_unlock")
    let reset = block.text("password_reset") ?? "ALLOW"
    let unlock = block.text("password_unlock") ?? "DENY"
    var action: JSONObject = ["access": .string(reset)]
    var isByPolicy = false
    if reset == "DENY", unlock == "DENY" {
      block.settle("password_reset_access_control", "password_reset_requirement")
    } else {
      rule.requireKnown("password_reset_access_control", "password_reset_requirement")
      let control = block.text("password_reset_access_control")
      if control == "AUTH_POLICY" {
        action["requirement"] = ["accessControl": "AUTH_POLICY"]
      } else if let control, let own = block.blocks("password_reset_requirement")?.first {
        action["requirement"] = requirement(own, control)
      } else {
        isByPolicy = rule.unknown == nil
      }
    }
    rule.actions = [
      "passwordChange": ["access": .string(block.text("password_change") ?? "ALLOW")],
      "selfServicePasswordReset": .object(action),
      "selfServiceUnlock": ["access": .string(unlock)],
    ]
    guard isByPolicy else { return [rule] }
    // Without a requirement, the recovery factors of the policy decide, unless the rule in Okta has
    // a requirement that the file doesn't have. So an unknown condition decides.
    var other = rule
    other.unknown = "\(block.title).password_reset_requirement"
    rule.conditions.addUnknown("\(block.title) without `password_reset_requirement`")
    return [rule, other]
  }

  private func requirement(_ block: TerraformBlock, _ control: String) -> JSON {
    func texts(_ block: TerraformBlock, _ name: String) -> JSON {
      .array(block.known(name)?.array ?? [])
    }
    let constraints = (block.blocks("method_constraints") ?? []).map { constraint -> JSON in
      let keys = (constraint.known("allowed_authenticators")?.array ?? []).map { value -> JSON in
        value.string == nil ? value : ["key": value]
      }
      return [
        "method": .string(constraint.text("method") ?? ""), "allowedAuthenticators": .array(keys),
      ]
    }
    return [
      "accessControl": .string(control),
      "primary": [
        "methods": texts(block, "primary_methods"), "methodConstraints": .array(constraints),
      ],
      "stepUp": [
        "required": block.known("step_up_enabled") ?? false,
        "methods": texts(block, "step_up_methods"),
      ],
    ]
  }
}
