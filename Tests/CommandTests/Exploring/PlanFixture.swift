import FlowHTTP

/// A plan of Terraform of a small org: an app for a group, with the factors that its rule asks for.
struct PlanFixture {
  /// The values of the resources before the changes, by their addresses.
  var old: [String: JSON]
  /// The values of the resources after the changes.
  var new: [String: JSON]
  /// More members of the plan.
  var more: [String: JSON] = ["errored": false]

  /// A plan that changes nothing.
  init() {
    old = PlanFixture.base
    new = PlanFixture.base
  }

  /// Changes attributes in the planned state.
  mutating func set(_ address: String, _ values: JSON) {
    new[address] = PlanFixture.with(new[address], values)
  }

  /// Changes attributes in the prior state.
  mutating func setOld(_ address: String, _ values: JSON) {
    old[address] = PlanFixture.with(old[address], values)
  }

  /// Changes attributes in both states.
  mutating func setBoth(_ address: String, _ values: JSON) {
    setOld(address, values)
    set(address, values)
  }

  private static func with(_ json: JSON?, _ values: JSON) -> JSON {
    var object = json?.object ?? [:]
    for member in values.object?.members ?? [] { object[member.name] = member.value }
    return .object(object)
  }

  static let rule = "okta_app_signon_policy_rule.staff"
  static let app = "okta_app_oauth.pay"

  private static let base: [String: JSON] = [
    "okta_group.staff": ["id": "00gstaff", "name": "Staff"],
    app: [
      "id": "0oapay", "label": "Payroll", "status": "ACTIVE", "client_id": "0oapay",
      "authentication_policy": "rstPay", "redirect_uris": ["https://pay.example/cb"],
      "grant_types": ["authorization_code"],
    ],
    "okta_app_signon_policy.pay": [
      "id": "rstPay", "name": "Payroll policy", "description": "x", "catch_all": true,
    ],
    rule: [
      "id": "rulStaff", "policy_id": "rstPay", "name": "staff", "priority": 0, "status": "ACTIVE",
      "access": "ALLOW", "type": "ASSURANCE", "factor_mode": "2FA",
      "re_authentication_frequency": "PT2H", "groups_included": ["00gstaff"],
      "network_connection": "ANYWHERE",
      "constraints": [
        .string(
          #"{"knowledge": {"types": ["password"], "required": true}, "#
            + #""possession": {"phishingResistant": "REQUIRED", "required": true}}"#)
      ],
    ],
    "okta_app_signon_policy_rule.last": [
      "id": "rulLast", "policy_id": "rstPay", "name": "Catch-all Rule", "priority": 99,
      "status": "ACTIVE", "access": "DENY", "system": true, "network_connection": "ANYWHERE",
    ],
    "okta_authenticator.password": [
      "id": "autpw", "key": "okta_password", "name": "Password", "status": "ACTIVE",
      "type": "password", "settings": "{}",
    ],
    "okta_authenticator.phone": [
      "id": "autph", "key": "phone_number", "name": "Phone", "status": "ACTIVE", "type": "phone",
      "settings": #"{"allowedFor": "any"}"#,
    ],
    "okta_authenticator.passkey": [
      "id": "autwa", "key": "webauthn", "name": "Passkey", "status": "ACTIVE",
      "type": "security_key", "settings": "",
    ],
  ]

  private static func head(_ address: String) -> JSONObject {
    let parts = address.split(separator: ".").map(String.init)
    return [
      "address": .string(address), "mode": "managed", "type": .string(parts[0]),
      "name": .string(parts[1]), "provider_name": "registry.terraform.io/okta/okta",
    ]
  }

  private static func state(_ resources: [String: JSON]) -> JSON {
    let all = resources.sorted { $0.key < $1.key }.map { address, values -> JSON in
      var object = head(address)
      object["values"] = values
      return .object(object)
    }
    return ["format_version": "1.0", "values": ["root_module": ["resources": .array(all)]]]
  }

  /// The state after the changes, as `terraform show -json` without a plan writes it.
  var stateText: String { String(decoding: PlanFixture.state(new).bytes(), as: UTF8.self) }

  /// The text of the plan.
  var text: String {
    let changes = Set(old.keys).union(new.keys).sorted().map { address -> JSON in
      var object = PlanFixture.head(address)
      let (before, after) = (old[address], new[address])
      let action =
        before == after
        ? "no-op" : before == nil ? "create" : after == nil ? "delete" : "update"
      object["change"] = [
        "actions": [.string(action)], "before": before ?? .null, "after": after ?? .null,
        "after_unknown": [:],
      ]
      return .object(object)
    }
    var plan: JSONObject = [
      "format_version": "1.2", "configuration": ["root_module": [:]],
      "resource_changes": .array(changes), "prior_state": PlanFixture.state(old),
      "planned_values": PlanFixture.state(new)["values"] ?? .null,
    ]
    for (name, value) in more { plan[name] = value == .null ? nil : value }
    return String(decoding: JSON.object(plan).bytes(), as: UTF8.self)
  }
}
