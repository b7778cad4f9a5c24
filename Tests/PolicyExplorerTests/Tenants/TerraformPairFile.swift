import FlowHTTP

/// Writes the org of a pair as a plan or a state of Terraform.
struct TerraformPairFile {
  /// The files that Terraform can write about the same org.
  enum Form: CaseIterable {
    case state, unchangedPlan
    /// A plan that creates the policies, the rules, the apps and a zone, whose ids aren't known.
    case createdPlan
  }

  struct Resource {
    var type: String
    var name: String
    var values: JSONObject
    var isData = false
    /// Whether the plan may create it.
    var isNew = false
    /// The attributes that Okta computes.
    var computed: [String] = []

    var local: String { (isData ? "data." : "") + "\(type).\(name)" }
  }

  private(set) var resources: [Resource] = []
  private let form: Form
  /// The address of the module that has the resources; empty for the root module.
  private let module: String
  private let pair: TerraformPair

  init(_ pair: TerraformPair, _ form: Form, isInModule: Bool) {
    self.pair = pair
    self.form = form
    module = isInModule ? #"module.okta["eu.1"]"# : ""
    addObjects()
    addPolicies()
  }

  /// A reference to a resource, which the writer replaces with its id.
  private func ref(_ local: String) -> JSON { ["ref": .string(local)] }

  private func refs(_ type: String, _ numbers: [Int]) -> JSON {
    .array(
      numbers.map { number in
        number < 0 ? ref("data.okta_everyone_group.all") : ref("\(type).n\(number)")
      })
  }

  private mutating func add(
    _ type: String, _ name: String, _ values: JSON, isData: Bool = false, isNew: Bool = false,
    computed: [String] = []
  ) {
    resources.append(
      Resource(
        type: type, name: name, values: values.object ?? [:], isData: isData, isNew: isNew,
        computed: computed))
  }

  // MARK: Resources

  private mutating func addObjects() {
    for (number, zone) in pair.zones.enumerated() {
      add(
        "okta_network_zone", "n\(number)",
        [
          "id": .string("nzo\(number)"), "name": .string(zone.name), "type": "IP",
          "status": zone.isActive ? "ACTIVE" : "INACTIVE",
          "usage": zone.isBlocked ? "BLOCKLIST" : "POLICY",
          "gateways": .array(zone.ranges.map { .string($0) }), "proxies": .null, "asns": [],
          "dynamic_proxy_type": "",
        ], isNew: number == 0)
    }
    for (key, type) in TerraformPair.keys {
      let settings = pair.allowedFor[key].map { #"{"allowedFor": "\#($0)"}"# }
      add(
        "okta_authenticator", key,
        [
          "id": .string("aut-\(key)"), "key": .string(key), "name": .string(key),
          "status": "ACTIVE", "type": .string(type), "settings": settings.map { .string($0) } ?? "",
          "provider_shared_secret": "s3cr3t",
        ])
    }
    add("okta_everyone_group", "all", ["id": "00gall", "description": ""], isData: true)
    for (number, members) in pair.groups.enumerated() {
      let name: JSON = .string("Group \(number)")
      add("okta_group", "n\(number)", ["id": .string("00g\(number)"), "name": name])
      add(
        "okta_group_memberships", "n\(number)",
        [
          "id": .string("00g\(number)"), "group_id": ref("okta_group.n\(number)"),
          "users": refs("okta_user", members), "track_all_users": true,
        ])
    }
    for (number, department) in pair.users.enumerated() {
      add(
        "okta_user", "n\(number)",
        [
          "id": .string("00u\(number)"), "login": .string("u\(number)@example.com"),
          "email": .string("u\(number)@example.com"), "department": .string(department),
          "status": "ACTIVE", "raw_status": "ACTIVE", "custom_profile_attributes": "{}",
          "password": .null, "title": "",
        ])
    }
  }

  private mutating func addPolicies() {
    for (number, policy) in pair.sessions.enumerated() {
      addPolicy("okta_policy_signon", "S\(number)", policy, priority: number + 1)
      for rule in policy.rules {
        addRule("okta_policy_rule_signon", "okta_policy_signon.S\(number)", rule, session(rule))
      }
    }
    for (number, policy) in pair.access.enumerated() {
      addPolicy("okta_app_signon_policy", "A\(number)", policy, priority: 1)
      for rule in policy.rules {
        addRule(
          "okta_app_signon_policy_rule", "okta_app_signon_policy.A\(number)", rule, access(rule))
      }
      add(
        "okta_app_oauth", "n\(number)",
        [
          "id": .string("0oa\(number)"), "label": .string("App \(number)"),
          "client_id": .string("client\(number)"), "status": "ACTIVE", "type": "web",
          "authentication_policy": ref("okta_app_signon_policy.A\(number)"),
          "client_secret": "s3cr3t",
        ])
    }
    for (number, policy) in pair.enrollments.enumerated() {
      var terms: JSONObject = ["is_oie": true]
      for term in policy.terms { terms[term.key] = ["enroll": .string(term.need)] }
      addPolicy("okta_policy_mfa", "E\(number)", policy, priority: number + 1, terms)
      for rule in policy.rules {
        addRule(
          "okta_policy_rule_mfa", "okta_policy_mfa.E\(number)", rule,
          ["enroll": rule.action["self"] ?? .null])
      }
    }
    add(
      "okta_policy_password_default", "all",
      [
        "id": "rstP", "name": "Passwords", "status": "ACTIVE", "priority": 1,
        "default_included_group_id": "00gall", "password_min_length": .integer(pair.minLength),
        "password_max_lockout_attempts": 10, "email_recovery": "ACTIVE",
      ])
    for rule in pair.passwords.rules {
      addRule(
        "okta_policy_rule_password", "okta_policy_password_default.all", rule, recovery(rule))
    }
    addSignUp()
  }

  private mutating func addSignUp() {
    add(
      "okta_policy_profile_enrollment", "u",
      ["id": "rstU", "name": "Sign-up", "status": "ACTIVE"])
    add(
      "okta_policy_rule_profile_enrollment", "u",
      [
        "id": "rulU", "name": "Catch-all Rule",
        "policy_id": ref("okta_policy_profile_enrollment.u"),
        "unknown_user_action": .string(pair.signUp), "access": "ALLOW",
        "email_verification": false, "progressive_profiling_action": "DISABLED",
      ])
    add(
      "okta_policy_profile_enrollment_apps", "u",
      [
        "policy_id": ref("okta_policy_profile_enrollment.u"),
        "apps": refs("okta_app_oauth", Array(pair.access.indices)),
      ])
  }

  private mutating func addPolicy(
    _ type: String, _ name: String, _ policy: TerraformPair.Policy, priority: Int,
    _ more: JSONObject = [:]
  ) {
    var values: JSONObject = [
      "id": .string("rst\(name)"), "name": .string(policy.name), "status": "ACTIVE",
      "priority": .integer(priority), "description": "",
      "groups_included": refs("okta_group", policy.groups),
    ]
    for member in more.members { values[member.name] = member.value }
    add(type, name, .object(values), isNew: true)
  }

  private mutating func addRule(
    _ type: String, _ policy: String, _ rule: TerraformPair.Rule, _ action: JSONObject
  ) {
    let conditions = rule.conditions
    let zones = conditions.zones
    var values: JSONObject = [
      "id": .string("rul\(rule.name)"), "policy_id": ref(policy), "name": .string(rule.name),
      "priority": .integer(rule.priority), "status": rule.isActive ? "ACTIVE" : "INACTIVE",
      "network_connection": zones.included.isEmpty && zones.excluded.isEmpty ? "ANYWHERE" : "ZONE",
      "network_includes": refs("okta_network_zone", zones.included),
      "network_excludes": refs("okta_network_zone", zones.excluded),
    ]
    for (word, groups, users) in [
      ("included", conditions.groups.included, conditions.users.included),
      ("excluded", conditions.groups.excluded, conditions.users.excluded),
    ] {
      values["groups_\(word)"] = refs("okta_group", groups)
      values["users_\(word)"] = refs("okta_user", users)
    }
    let name = rule.name.replacing(" ", with: "_")
    let isAccess = type == "okta_app_signon_policy_rule"
    let isSession = type == "okta_policy_rule_signon"
    if isAccess {
      if conditions.isManaged {
        values["device_is_registered"] = true
        values["device_is_managed"] = true
      }
      values["platform_include"] = .array(
        conditions.platforms.map {
          ["type": .string($0.type), "os_type": .string($0.system), "os_expression": ""]
        })
      if let text = conditions.expression { values["custom_expression"] = .string(text) }
      if let risk = conditions.risk { values["risk_score"] = .string(risk) }
    }
    if isSession {
      values["risk_level"] = conditions.risk.map { .string($0) } ?? ""
      values["behaviors"] = []
    }
    for member in action.members { values[member.name] = member.value }
    let computed = isAccess && conditions.risk == nil ? ["risk_score", "system"] : []
    add(
      type, name, .object(values), isNew: policy != "okta_policy_password_default.all",
      computed: computed)
  }

  // MARK: Actions

  private func session(_ rule: TerraformPair.Rule) -> JSONObject {
    func member(_ name: String) -> JSON { rule.action[name] ?? .null }
    guard rule.action["access"] == "ALLOW" else { return ["access": "DENY"] }
    return [
      "access": "ALLOW", "authtype": "ANY", "primary_factor": member("primary"),
      "mfa_required": member("mfa"), "mfa_prompt": member("prompt"), "mfa_lifetime": 15,
      "session_idle": member("idle"), "session_lifetime": member("lifetime"),
      "session_persistent": member("persistent"), "identity_provider": "ANY",
    ]
  }

  private func access(_ rule: TerraformPair.Rule) -> JSONObject {
    guard rule.action["access"] == "ALLOW" else { return ["access": "DENY"] }
    func texts(_ name: String) -> JSON {
      .array(
        (rule.action[name]?.array ?? []).map {
          .string(String(decoding: $0.bytes(), as: UTF8.self))
        }
      )
    }
    return [
      "access": "ALLOW",
      "type": rule.action["chains"] == nil ? "ASSURANCE" : "AUTH_METHOD_CHAIN",
      "factor_mode": rule.action["mode"] ?? "2FA", "constraints": texts("constraints"),
      "chains": texts("chains"), "re_authentication_frequency": rule.action["time"] ?? .null,
      "inactivity_period": "",
    ]
  }

  private func recovery(_ rule: TerraformPair.Rule) -> JSONObject {
    func member(_ name: String) -> JSON { rule.action[name] ?? .null }
    return [
      "password_change": "ALLOW", "password_reset": member("reset"),
      "password_unlock": member("unlock"), "password_reset_access_control": member("control"),
      "password_reset_requirement": [
        [
          "primary_methods": member("methods"), "method_constraints": [],
          "step_up_enabled": member("stepUp"), "step_up_methods": [],
        ]
      ],
    ]
  }

  // MARK: Files

  private var isCreated: Bool { form == .createdPlan }

  private func isOpen(_ local: String) -> Bool {
    isCreated && resources.contains { $0.local == local && $0.isNew }
  }

  /// Returns a value with ids in place of references, and the marks of what isn't known.
  private func resolved(_ value: JSON) -> (value: JSON, mark: JSON) {
    if let local = value["ref"]?.string {
      let id = resources.first { $0.local == local }?.values["id"] ?? .null
      return isOpen(local) ? (.null, true) : (id, false)
    }
    guard let elements = value.array else { return (value, false) }
    let all = elements.map(resolved)
    return (.array(all.map(\.value)), .array(all.map(\.mark)))
  }

  private func instance(_ resource: Resource) -> (object: JSONObject, values: JSON, unknown: JSON) {
    var values: JSONObject = [:]
    var unknown: JSONObject = [:]
    for member in resource.values.members {
      if member.name == "id", isCreated, resource.isNew {
        unknown["id"] = true
        continue
      }
      let (value, mark) = resolved(member.value)
      if mark == true { unknown[member.name] = true } else { values[member.name] = value }
      if mark.array?.contains(true) == true { unknown[member.name] = mark }
    }
    if isCreated, resource.isNew { for name in resource.computed { unknown[name] = true } }
    let address = module.isEmpty ? resource.local : "\(module).\(resource.local)"
    var object: JSONObject = [
      "address": .string(address), "mode": resource.isData ? "data" : "managed",
      "type": .string(resource.type), "name": .string(resource.name),
      "provider_name": "registry.terraform.io/okta/okta",
    ]
    if !module.isEmpty { object["module_address"] = .string(module) }
    return (object, .object(values), .object(unknown))
  }

  private func state(_ all: [Resource]) -> JSON {
    let own = all.map { resource -> JSON in
      var (object, values, _) = instance(resource)
      object["module_address"] = nil
      object["values"] = values
      object["sensitive_values"] = ["client_secret": true]
      return .object(object)
    }
    let inner: JSON = ["resources": .array(own)]
    let root: JSON =
      module.isEmpty
      ? inner : ["child_modules": [inner.with("address", .string(module))]]
    return ["format_version": "1.0", "values": ["root_module": root]]
  }

  /// The contents of the file.
  var json: JSON {
    guard form != .state else { return state(resources) }
    let changes = resources.filter { !$0.isData }.map { resource -> JSON in
      var (object, values, unknown) = instance(resource)
      let isNew = isCreated && resource.isNew
      object["change"] = [
        "actions": isNew ? ["create"] : ["no-op"], "before": isNew ? .null : values,
        "after": values, "after_unknown": unknown, "after_sensitive": ["client_secret": true],
      ]
      return .object(object)
    }
    return [
      "format_version": "1.2", "complete": true, "errored": false,
      "resource_changes": .array(changes),
      "prior_state": state(resources.filter { $0.isData || !(isCreated && $0.isNew) }),
      "configuration": configuration,
    ]
  }

  private var configuration: JSON {
    let entries = resources.map { resource -> JSON in
      var expressions: JSONObject = [:]
      for member in resource.values.members where member.name != "id" {
        expressions[member.name] = expression(member.value)
      }
      return [
        "address": .string(resource.local), "mode": resource.isData ? "data" : "managed",
        "type": .string(resource.type), "name": .string(resource.name),
        "provider_config_key": "okta", "expressions": .object(expressions),
      ]
    }
    let inner: JSON = ["resources": .array(entries)]
    let root: JSON =
      module.isEmpty ? inner : ["module_calls": ["okta": ["source": "./okta", "module": inner]]]
    return ["root_module": root]
  }

  private func expression(_ value: JSON) -> JSON {
    let all = [value] + (value.array ?? [])
    let locals = all.compactMap { $0["ref"]?.string }
    guard !locals.isEmpty else { return ["constant_value": value] }
    return ["references": .array(locals.flatMap { [.string($0 + ".id"), .string($0)] })]
  }
}
