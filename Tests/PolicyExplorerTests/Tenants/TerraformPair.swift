import FlowHTTP
import OktaImport
import TestSupport

/// A random org, written as answers of the management API and as resources of Terraform.
struct TerraformPair {
  /// A resource of the provider `okta`.
  private struct Resource {
    var type: String
    var name: String
    var values: JSON
  }

  /// The answers of the API by the names of their files.
  private var answers: [String: JSON] = [:]
  private var resources: [Resource] = []
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    addPeople()
    addZone()
    addAuthenticators()
    var policies = [addAccess(), addSessions(), addEnrollment(), addPasswords()]
    policies.append(addRegistration())
    answers["policies"] = .array(policies)
  }

  // MARK: Random choices

  private mutating func coin(_ most: Int = 2) -> Bool {
    Int.random(in: 0..<most, using: &random) == 0
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  // MARK: Objects

  private mutating func addPeople() {
    answers["groups"] = [
      ["id": "00g0", "type": "BUILT_IN", "profile": ["name": "Everyone"]],
      ["id": "00g1", "type": "OKTA_GROUP", "profile": ["name": "staff"]],
      ["id": "00g2", "type": "OKTA_GROUP", "profile": ["name": "admins"]],
    ]
    resources.append(
      Resource(
        type: "okta_everyone_group", name: "everyone", values: ["id": "00g0", "name": "Everyone"]))
    for (id, name) in [("00g1", "staff"), ("00g2", "admins")] {
      resources.append(
        Resource(
          type: "okta_group", name: name, values: ["id": .string(id), "name": .string(name)]))
      let members = (1...2).filter { _ in coin() }.map { JSON.string("00u\($0)") }
      answers["members-\(id)"] = ["members": .object([id: .array(members)])]
      resources.append(
        Resource(
          type: "okta_group_memberships", name: name,
          values: [
            "id": .string("m\(id)"), "group_id": .string(id), "users": .array(members),
            "track_all_users": true,
          ]))
    }
    answers["users"] = .array(
      (1...2).map { number in
        let login = JSON.string("u\(number)@example.com")
        return [
          "id": .string("00u\(number)"), "status": "ACTIVE",
          "profile": ["login": login, "email": login],
          "credentials": ["password": [:], "provider": ["type": "OKTA", "name": "OKTA"]],
        ]
      })
    for number in 1...2 {
      let login = JSON.string("u\(number)@example.com")
      resources.append(
        Resource(
          type: "okta_user", name: "u\(number)",
          values: [
            "id": .string("00u\(number)"), "status": "ACTIVE", "raw_status": "ACTIVE",
            "login": login, "email": login, "password": "Planned-Secret-77",
          ]))
    }
  }

  private mutating func addZone() {
    answers["zones"] = [
      [
        "id": "nzo1", "type": "IP", "name": "office", "status": "ACTIVE", "usage": "POLICY",
        "gateways": [["type": "CIDR", "value": "10.0.0.0/8"]],
      ]
    ]
    resources.append(
      Resource(
        type: "okta_network_zone", name: "office",
        values: [
          "id": "nzo1", "type": "IP", "name": "office", "status": "ACTIVE", "usage": "POLICY",
          "gateways": ["10.0.0.0/8"],
        ]))
  }

  private mutating func addAuthenticators() {
    var all: [JSON] = []
    for (index, (key, type)) in [
      ("okta_password", "password"), ("okta_email", "email"), ("phone_number", "phone"),
      ("okta_verify", "app"), ("security_question", "security_question"),
    ].enumerated() {
      let status = JSON.string(index > 2 && coin(3) ? "INACTIVE" : "ACTIVE")
      let settings: JSON =
        key == "okta_email" ? ["allowedFor": .string(pick(["any", "sso", "recovery"]))] : [:]
      all.append([
        "id": .string("aut\(index)"), "key": .string(key), "type": .string(type),
        "name": .string(key), "status": status, "settings": settings,
      ])
      resources.append(
        Resource(
          type: "okta_authenticator", name: key,
          values: [
            "id": .string("aut\(index)"), "key": .string(key), "type": .string(type),
            "name": .string(key), "status": status,
            "settings": .string(String(decoding: settings.bytes(), as: UTF8.self)),
          ]))
    }
    answers["authenticators"] = .array(all)
  }

  // MARK: Policies

  /// The conditions of a rule in both forms.
  private mutating func conditions(_ kinds: [String]) -> (api: JSON, values: JSONObject) {
    var api: [JSONObject.Member] = []
    var values: JSONObject = ["network_connection": "ANYWHERE"]
    for kind in kinds where coin(3) {
      switch kind {
      case "groups":
        let group = JSON.string(pick(["00g1", "00g2"]))
        let isIncluded = coin()
        let word = isIncluded ? "include" : "exclude"
        api.append(.init("people", ["groups": .object([word: [group]])]))
        values["groups_\(word)d"] = [group]
      case "network":
        let word = pick(["include", "exclude"])
        api.append(.init("network", .object(["connection": "ZONE", word: ["nzo1"]])))
        values["network_connection"] = "ZONE"
        values["network_\(word)s"] = ["nzo1"]
      case "risk":
        let level = JSON.string(pick(["LOW", "HIGH"]))
        api.append(.init("riskScore", ["level": level]))
        values["risk_score"] = level
      default:
        let text = JSON.string(
          pick(["user.profile.login == 'u1@example.com'", "security.risk.level == 'HIGH'"]))
        api.append(.init("elCondition", ["condition": text]))
        values["custom_expression"] = text
      }
    }
    return (.object(JSONObject(members: api)), values)
  }

  private func policy(_ type: String, _ id: String, _ rules: [JSON], isSystem: Bool) -> JSON {
    [
      "id": .string(id), "type": .string(type), "name": .string("Policy \(id)"), "priority": 1,
      "status": "ACTIVE", "system": .bool(isSystem), "conditions": .null, "rules": .array(rules),
    ]
  }

  private mutating func add(_ type: String, _ name: String, _ values: JSONObject) {
    resources.append(Resource(type: type, name: name, values: .object(values)))
  }

  /// Adds a rule in both forms; returns its body.
  private mutating func rule(
    _ number: Int, isLast: Bool, of policy: String, _ resource: String,
    _ conditions: (api: JSON, values: JSONObject), _ actions: JSON, _ values: JSONObject
  ) -> JSON {
    let name = isLast ? "Default Rule" : "Rule \(number)"
    var all = conditions.values
    for member in values.members { all[member.name] = member.value }
    all["id"] = .string("rul\(policy)\(number)")
    all["policy_id"] = .string(policy)
    all["name"] = .string(name)
    all["priority"] = .integer(isLast ? 99 : number + 1)
    all["status"] = "ACTIVE"
    all["system"] = .bool(isLast)
    add(resource, "r\(policy)\(number)", all)
    return [
      "id": .string("rul\(policy)\(number)"), "name": .string(name),
      "priority": .integer(isLast ? 99 : number + 1), "status": "ACTIVE", "system": .bool(isLast),
      "conditions": isLast ? .null : conditions.api, "actions": actions,
    ]
  }

  private mutating func addAccess() -> JSON {
    add(
      "okta_app_signon_policy", "app",
      ["id": "rstA", "name": "Policy rstA", "description": "", "catch_all": true])
    let rules = (0..<3).map { number -> JSON in
      let isLast = number == 2
      let conditions = isLast ? ([:], [:]) : conditions(["groups", "network", "risk", "text"])
      if coin(4) {
        return rule(
          number, isLast: isLast, of: "rstA", "okta_app_signon_policy_rule", conditions,
          ["appSignOn": ["access": "DENY"]], ["access": "DENY"])
      }
      let constraints: [JSON] = pick([
        [], [["knowledge": ["types": ["password"], "required": true]]],
        [["possession": ["phishingResistant": "REQUIRED", "required": true]]],
        [["possession": ["methods": ["sms"], "required": true]]],
      ])
      let (mode, time) = (JSON.string(pick(["1FA", "2FA"])), JSON.string(pick(["PT0S", "PT2H"])))
      return rule(
        number, isLast: isLast, of: "rstA", "okta_app_signon_policy_rule", conditions,
        [
          "appSignOn": [
            "access": "ALLOW",
            "verificationMethod": [
              "type": "ASSURANCE", "factorMode": mode, "reauthenticateIn": time,
              "constraints": .array(constraints),
            ],
          ]
        ],
        [
          "access": "ALLOW", "type": "ASSURANCE", "factor_mode": mode,
          "re_authentication_frequency": time,
          "constraints": .array(
            constraints.map { .string(String(decoding: $0.bytes(), as: UTF8.self)) }),
        ])
    }
    return policy("ACCESS_POLICY", "rstA", rules, isSystem: false)
  }

  private mutating func addSessions() -> JSON {
    add(
      "okta_policy_signon", "sessions",
      [
        "id": "rstS", "name": "Policy rstS", "priority": 1, "status": "ACTIVE",
        "groups_included": ["00g0"],
      ])
    let rules = (0..<2).map { number -> JSON in
      let isLast = number == 1
      var found = isLast ? (JSON.object([:]), JSONObject()) : conditions(["network"])
      found.1["risk_score"] = nil
      if coin(5), !isLast {
        return rule(
          number, isLast: isLast, of: "rstS", "okta_policy_rule_signon", found,
          ["signon": ["access": "DENY"]], ["access": "DENY"])
      }
      let factor = JSON.string(pick(["PASSWORD_IDP", "PASSWORD_IDP_ANY_FACTOR"]))
      let requires = coin()
      var action: JSONObject = [
        "access": "ALLOW", "requireFactor": .bool(requires), "primaryFactor": factor,
        "session": [
          "maxSessionIdleMinutes": 30, "maxSessionLifetimeMinutes": 60,
          "usePersistentCookie": false,
        ],
      ]
      if requires { action["factorPromptMode"] = "ALWAYS" }
      return rule(
        number, isLast: isLast, of: "rstS", "okta_policy_rule_signon", found,
        ["signon": .object(action)],
        [
          "access": "ALLOW", "primary_factor": factor, "mfa_required": .bool(requires),
          "mfa_prompt": requires ? "ALWAYS" : .null, "session_idle": 30, "session_lifetime": 60,
          "session_persistent": false,
        ])
    }
    return policy("OKTA_SIGN_ON", "rstS", rules, isSystem: false)
      .with("conditions", ["people": ["groups": ["include": ["00g0"]]]])
  }

  private mutating func addEnrollment() -> JSON {
    var terms: [JSON] = []
    var values: JSONObject = [
      "id": "rstE", "name": "Policy rstE", "priority": 1, "status": "ACTIVE", "is_oie": true,
      "groups_included": ["00g0"],
    ]
    for key in ["okta_password", "okta_email", "phone_number", "okta_verify"] {
      let word =
        key == "okta_password" ? "REQUIRED" : pick(["REQUIRED", "OPTIONAL", "NOT_ALLOWED"])
      terms.append(["key": .string(key), "enroll": ["self": .string(word)]])
      values[key] = ["enroll": .string(word)]
    }
    add("okta_policy_mfa", "enrollment", values)
    let word = JSON.string(pick(["CHALLENGE", "NEVER"]))
    let body = rule(
      0, isLast: true, of: "rstE", "okta_policy_rule_mfa",
      ([:], ["network_connection": "ANYWHERE"]),
      ["enroll": ["self": word]], ["enroll": word])
    return policy("MFA_ENROLL", "rstE", [body], isSystem: false)
      .with("settings", ["type": "AUTHENTICATORS", "authenticators": .array(terms)])
      .with("conditions", ["people": ["groups": ["include": ["00g0"]]]])
  }

  private mutating func addPasswords() -> JSON {
    let (length, tries) = (pick([8, 12]), pick([3, 10]))
    add(
      "okta_policy_password", "passwords",
      [
        "id": "rstP", "name": "Policy rstP", "priority": 1, "status": "ACTIVE",
        "groups_included": ["00g0"], "password_min_length": .integer(length),
        "password_min_lowercase": 1, "password_min_uppercase": 1, "password_min_number": 1,
        "password_min_symbol": 0, "password_max_lockout_attempts": .integer(tries),
        "password_history_count": 0, "password_max_age_days": 0, "password_min_age_minutes": 0,
        "password_auto_unlock_minutes": 0, "password_exclude_username": true,
        "password_dictionary_lookup": false, "email_recovery": "ACTIVE",
        "sms_recovery": "INACTIVE", "call_recovery": "INACTIVE", "question_recovery": "INACTIVE",
      ])
    let access = JSON.string(pick(["ALLOW", "DENY"]))
    let body = rule(
      0, isLast: true, of: "rstP", "okta_policy_rule_password",
      ([:], ["network_connection": "ANYWHERE"]),
      [
        "passwordChange": ["access": "ALLOW"],
        "selfServicePasswordReset": [
          "access": access,
          "requirement": [
            "accessControl": "LEGACY", "primary": ["methods": ["email"]],
            "stepUp": ["required": false],
          ],
        ],
        "selfServiceUnlock": ["access": "DENY"],
      ],
      [
        "password_change": "ALLOW", "password_reset": access, "password_unlock": "DENY",
        "password_reset_access_control": "LEGACY",
        "password_reset_requirement": [
          ["primary_methods": ["email"], "step_up_enabled": false]
        ],
      ])
    return policy("PASSWORD", "rstP", [body], isSystem: false)
      .with(
        "settings",
        [
          "password": [
            "complexity": [
              "minLength": .integer(length), "minLowerCase": 1, "minUpperCase": 1, "minNumber": 1,
              "minSymbol": 0, "excludeUsername": true,
            ],
            "lockout": ["maxAttempts": .integer(tries), "autoUnlockMinutes": 0],
            "age": ["maxAgeDays": 0, "minAgeMinutes": 0, "historyCount": 0],
          ]
        ]
      ).with("conditions", ["people": ["groups": ["include": ["00g0"]]]])
  }

  private mutating func addRegistration() -> JSON {
    add(
      "okta_policy_profile_enrollment", "signup",
      ["id": "rstR", "name": "Policy rstR", "status": "ACTIVE"])
    let body = rule(
      0, isLast: true, of: "rstR", "okta_policy_rule_profile_enrollment", ([:], [:]),
      [
        "profileEnrollment": [
          "access": "ALLOW", "unknownUserAction": "DENY",
          "activationRequirements": ["emailVerification": true],
        ]
      ],
      ["access": "ALLOW", "unknown_user_action": "DENY", "email_verification": true])
    return policy("PROFILE_ENROLLMENT", "rstR", [body], isSystem: false)
  }

  // MARK: Files

  /// The answers as files of an export.
  func export(_ ledger: ImportLedger) -> [Exported] {
    answers.sorted { $0.key < $1.key }.map { name, json in
      Exported(json: json, spot: ExportPlace("\(name).json"), ledger: ledger)
    }
  }

  /// The state of Terraform.
  var state: JSON {
    [
      "format_version": "1.0", "terraform_version": "1.9.0",
      "values": ["root_module": ["resources": .array(resources.map(Self.resource))]],
    ]
  }

  /// A plan that creates the resources, or changes nothing.
  ///
  /// - Parameter hidden: The address of a resource and the attribute that isn't known yet.
  /// - Returns: The plan.
  func plan(hiding hidden: (address: String, name: String)? = nil) -> JSON {
    let changes = resources.map { resource -> JSON in
      let address = "\(resource.type).\(resource.name)"
      var after = resource.values.object ?? [:]
      var unknown: JSONObject = [:]
      if let hidden, hidden.address == address {
        after[hidden.name] = nil
        unknown[hidden.name] = true
      }
      return [
        "address": .string(address), "mode": "managed", "type": .string(resource.type),
        "name": .string(resource.name), "provider_name": "registry.terraform.io/okta/okta",
        "change": [
          "actions": [hidden == nil ? "no-op" : "update"], "before": resource.values,
          "after": .object(after), "after_unknown": .object(unknown),
        ],
      ]
    }
    return [
      "format_version": "1.2", "terraform_version": "1.9.0", "resource_changes": .array(changes),
      "configuration": ["root_module": [:]],
      "prior_state": [
        "values": ["root_module": ["resources": .array(resources.map(Self.resource))]]
      ],
    ]
  }

  /// The resources and the attributes that a plan may not know.
  var hideable: [(address: String, name: String)] {
    resources.flatMap { resource in
      (resource.values.object?.members ?? []).map(\.name)
        .filter { $0 != "id" && $0 != "system" && resource.values[$0] != .null }
        .map { ("\(resource.type).\(resource.name)", $0) }
    }
  }

  private static func resource(_ resource: Resource) -> JSON {
    [
      "address": .string("\(resource.type).\(resource.name)"), "mode": "managed",
      "type": .string(resource.type), "name": .string(resource.name),
      "provider_name": "registry.terraform.io/okta/okta", "values": resource.values,
    ]
  }
}
