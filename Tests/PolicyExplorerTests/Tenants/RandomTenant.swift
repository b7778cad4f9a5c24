import FlowHTTP
import OktaImport
import TestSupport

/// Random answers of the management API that belong together: a tenant with a few users.
struct RandomTenant {
  /// The answers by the names of their files.
  var answers: [String: JSON]
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    answers = [:]
    answers["policies"] = .array([
      policy("OKTA_SIGN_ON", "Sessions", rules: sessionRules()),
      policy("ACCESS_POLICY", "App", rules: accessRules()),
      enrollmentPolicy(), passwordPolicy(),
      policy(
        "PROFILE_ENROLLMENT", "SignUp",
        rules: [
          rule(
            "U", 99, .null,
            ["profileEnrollment": ["access": "ALLOW", "unknownUserAction": "DENY"]], isSystem: true)
        ]),
    ])
    if coin(), let policies = answers["policies"]?.array {
      answers["policies"] = .array(policies + [accountPolicy()])
    }
    answers["authenticators"] = authenticators()
    answers["zones"] = [
      [
        "id": "nzo1", "type": "IP", "name": "office", "status": "ACTIVE", "usage": "POLICY",
        "gateways": [["type": "CIDR", "value": "10.0.0.0/8"]],
      ]
    ]
    answers["groups"] = [
      ["id": "00g0", "type": "BUILT_IN", "profile": ["name": "Everyone"]],
      ["id": "00g1", "type": "OKTA_GROUP", "profile": ["name": "staff"]],
      ["id": "00g2", "type": "OKTA_GROUP", "profile": ["name": "admins"]],
    ]
    answers["users"] = .array([user(1), user(2)])
    let members: [JSON] = [
      .array((1...2).filter { _ in coin() }.map { .string("00u\($0)") }),
      .array((1...2).filter { _ in coin() }.map { .string("00u\($0)") }),
    ]
    answers["members"] = ["members": ["00g1": members[0], "00g2": members[1]]]
    answers["factors"] = ["factors": ["00u1": factors(1), "00u2": factors(2)]]
    if coin() { addProviders() }
    answers["device-assurances"] = [
      [
        "id": "dae1", "name": "Macs", "platform": "MACOS", "osVersion": ["minimum": "14"],
        "diskEncryptionType": ["include": ["ALL_INTERNAL_VOLUMES"]],
      ],
      ["id": "dae2", "name": "New Macs", "platform": "MACOS", "osVersion": ["minimum": "15.1"]],
    ]
    answers["behaviors"] = [
      ["id": "bhv1", "name": "New IP", "type": "ANOMALOUS_IP", "status": "ACTIVE"]
    ]
  }

  // MARK: Random choices

  private mutating func coin(_ most: Int = 2) -> Bool {
    Int.random(in: 0..<most, using: &random) == 0
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  // MARK: Policies

  private func policy(_ type: String, _ name: String, rules: [JSON]) -> JSON {
    [
      "id": .string("rst\(name)"), "type": .string(type), "name": .string(name), "priority": 1,
      "status": "ACTIVE", "system": false, "conditions": .null, "rules": .array(rules),
    ]
  }

  private func rule(
    _ name: String, _ priority: Int, _ conditions: JSON, _ actions: JSON, isSystem: Bool = false
  ) -> JSON {
    [
      "id": .string("rul\(name)"), "name": .string(name), "priority": .integer(priority),
      "status": "ACTIVE", "system": .bool(isSystem), "conditions": conditions, "actions": actions,
    ]
  }

  private mutating func conditions(_ kinds: [String]) -> JSON {
    var members: [JSONObject.Member] = []
    for kind in kinds where coin(3) {
      switch kind {
      case "people":
        let word = pick(["include", "exclude"])
        let group: JSON = .string(pick(["00g1", "00g2"]))
        members.append(
          .init("people", ["groups": .object([word: .array([group])])]))
      case "network":
        let word = pick(["include", "exclude"])
        members.append(
          .init("network", .object(["connection": "ZONE", word: ["nzo1"]])))
      case "riskScore":
        members.append(.init("riskScore", ["level": .string(pick(["LOW", "HIGH"]))]))
      case "device":
        var device: JSONObject = ["registered": true, "managed": .bool(coin())]
        if coin() { device["assurance"] = ["include": [.string(pick(["dae1", "dae2"]))]] }
        members.append(.init("device", .object(device)))
      case "risk": members.append(.init("risk", ["behaviors": ["bhv1"]]))
      default:
        let text = pick([
          "user.profile.team == 'blue'", "user.isMemberOf({'group.id': '00g1'})",
          "security.risk.level == 'HIGH' || user.profile.team != 'blue'",
          "!security.behaviors.contains('New IP')",
        ])
        members.append(.init("elCondition", ["condition": .string(text)]))
      }
    }
    return .object(JSONObject(members: members))
  }

  private mutating func sessionRules() -> [JSON] {
    (0..<2).map { index in
      let isLast = index == 1
      let action: JSON =
        coin(6) && !isLast
        ? ["access": "DENY"]
        : [
          "access": "ALLOW", "requireFactor": .bool(coin()), "factorPromptMode": "ALWAYS",
          "primaryFactor": .string(pick(["PASSWORD_IDP", "PASSWORD_IDP_ANY_FACTOR"])),
          "session": ["maxSessionIdleMinutes": 30, "maxSessionLifetimeMinutes": 60],
        ]
      return rule(
        "S\(index)", isLast ? 99 : index,
        isLast ? .null : conditions(["people", "network", "risk"]),
        ["signon": action], isSystem: isLast)
    }
  }

  private mutating func accessRules() -> [JSON] {
    let kinds = ["people", "network", "riskScore", "device", "elCondition"]
    return (0..<3).map { index in
      let isLast = index == 2
      let action: JSON =
        coin(4)
        ? ["access": "DENY"] : ["access": "ALLOW", "verificationMethod": verification()]
      return rule(
        "A\(index)", isLast ? 99 : index, isLast ? .null : conditions(kinds),
        ["appSignOn": action], isSystem: isLast)
    }
  }

  private mutating func verification() -> JSON {
    let constraints: [JSON] = [
      [], [["knowledge": ["types": ["password"]]]],
      [["possession": ["methods": ["sms"]]]],
      [["knowledge": ["types": ["password"]]], ["possession": ["methods": ["push"]]]],
      [["possession": ["userVerification": "REQUIRED"]]],
      [
        [
          "possession": [
            "excludedAuthenticationMethods": [["key": "okta_email"]], "required": false,
          ]
        ]
      ],
    ]
    return [
      "type": "ASSURANCE", "factorMode": .string(pick(["1FA", "2FA"])),
      "reauthenticateIn": .string(pick(["PT0S", "PT2H"])), "constraints": pick(constraints),
    ]
  }

  private mutating func accountPolicy() -> JSON {
    let rules = (0..<3).map { index -> JSON in
      let isLast = index == 2
      let action: JSON =
        coin(4)
        ? ["access": "DENY"] : ["access": "ALLOW", "verificationMethod": verification()]
      let text = pick([
        "accessRequest.operation == 'enroll'",
        "accessRequest.operation == 'enroll' || accessRequest.operation == 'unenroll' && "
          + "accessRequest.authenticator.key == 'phone_number'",
        "accessRequest.operation == 'enroll' && accessRequest.authenticator.key != 'okta_verify'",
        "accessRequest.operation == 'recover' && accessRequest.metadata.type == 'expiry'",
        "user.profile.team == 'blue'",
      ])
      var conditions = conditions(["people", "network", "riskScore"]).object ?? [:]
      conditions["elCondition"] = ["condition": .string(text)]
      return rule(
        "O\(index)", isLast ? 99 : index, isLast ? .null : .object(conditions),
        ["appSignOn": action], isSystem: isLast)
    }
    return policy("ACCESS_POLICY", "Accounts", rules: rules)
      .with("_embedded", ["resourceType": "END_USER_ACCOUNT_MANAGEMENT"])
  }

  private mutating func enrollmentPolicy() -> JSON {
    let terms: [JSON] = ["okta_password", "okta_email", "phone_number", "okta_verify"].map { key in
      [
        "key": .string(key),
        "enroll": ["self": .string(pick(["REQUIRED", "OPTIONAL", "NOT_ALLOWED", "OPTIONAL"]))],
      ]
    }
    let rules = [
      rule(
        "E0", 0, conditions(["network"]),
        ["enroll": ["self": .string(pick(["CHALLENGE", "NEVER"]))]]),
      rule(
        "E1", 99, .null, ["enroll": ["self": .string(pick(["CHALLENGE", "NEVER"]))]], isSystem: true
      ),
    ]
    return policy("MFA_ENROLL", "Enroll", rules: rules)
      .with("settings", ["type": "AUTHENTICATORS", "authenticators": .array(terms)])
  }

  private mutating func passwordPolicy() -> JSON {
    let requirement: JSON = [
      "accessControl": .string(pick(["LEGACY", "LEGACY", "AUTH_POLICY"])),
      "primary": ["methods": pick([["email"], ["sms"], ["email", "sms"]])],
      "stepUp": ["required": .bool(coin())],
    ]
    let actions: JSON = [
      "passwordChange": ["access": "ALLOW"],
      "selfServicePasswordReset": [
        "access": .string(pick(["ALLOW", "DENY", "ALLOW"])), "requirement": requirement,
      ],
      "selfServiceUnlock": ["access": .string(pick(["ALLOW", "DENY"]))],
    ]
    let rules = [
      rule("P0", 0, conditions(["people", "network"]), actions),
      rule("P1", 99, .null, actions, isSystem: true),
    ]
    return policy("PASSWORD", "Passwords", rules: rules)
      .with("settings", ["password": ["lockout": ["maxAttempts": 5]]])
  }

  // MARK: Objects

  private mutating func authenticators() -> JSON {
    let uses = ["any", "sso", "recovery"]
    return [
      ["id": "aut1", "key": "okta_password", "type": "password", "status": "ACTIVE"],
      [
        "id": "aut2", "key": "okta_email", "type": "email", "status": "ACTIVE",
        "settings": ["allowedFor": .string(pick(uses))],
      ],
      [
        "id": "aut3", "key": "phone_number", "type": "phone", "status": "ACTIVE",
        "settings": ["allowedFor": .string(pick(uses))],
      ],
      [
        "id": "aut4", "key": "okta_verify", "type": "app", "status": "ACTIVE",
        "settings": ["userVerification": .string(pick(["REQUIRED", "DISCOURAGED"]))],
      ],
    ]
  }

  private mutating func user(_ number: Int) -> JSON {
    [
      "id": .string("00u\(number)"), "status": "ACTIVE",
      "passwordChanged": "2026-01-01T00:00:00.000Z",
      "profile": [
        "login": .string("u\(number)@example.com"), "email": .string("u\(number)@example.com"),
        "team": .string(pick(["blue", "red"])),
      ],
      "credentials": ["password": [:], "provider": ["type": "OKTA", "name": "OKTA"]],
    ]
  }

  private mutating func factors(_ number: Int) -> JSON {
    var factors: [JSON] = []
    if coin() {
      factors.append([
        "factorType": "sms", "provider": "OKTA", "status": "ACTIVE",
        "profile": ["phoneNumber": .string("+1555000000\(number)")],
      ])
    }
    if coin() { factors.append(["factorType": "push", "provider": "OKTA", "status": "ACTIVE"]) }
    return .array(factors)
  }

  // MARK: Identity providers

  private mutating func addProviders() {
    let filter: JSON = coin() ? .null : ["groups": ["include": ["00g1"]]]
    answers["idps"] = [
      [
        "id": "0oa1", "name": "partner.com", "type": "SAML2", "status": "ACTIVE",
        "protocol": ["type": "SAML2"],
        "policy": [
          "accountLink": ["action": .string(pick(["AUTO", "DISABLED"])), "filter": filter],
          "provisioning": ["action": .string(pick(["AUTO", "DISABLED"]))], "trustClaims": false,
        ],
      ]
    ]
    let patterns: JSON = [["matchType": "SUFFIX", "value": .string(pick(["com", "@other.org"]))]]
    var conditions: JSONObject = ["userIdentifier": ["type": "IDENTIFIER", "patterns": patterns]]
    if coin() { conditions["network"] = ["connection": "ZONE", "include": ["nzo1"]] }
    let rules = [
      rule(
        "Away", 1, .object(conditions),
        ["idp": ["providers": [["type": "SAML2", "id": "0oa1"]], "idpSelectionType": "SPECIFIC"]],
        isSystem: false),
      rule("Default Rule", 2, .null, ["idp": ["providers": [["type": "OKTA"]]]], isSystem: true),
    ]
    let routing = policy("IDP_DISCOVERY", "Routing", rules: rules)
    answers["policies"] = .array((answers["policies"]?.array ?? []) + [routing])
  }

  // MARK: Files

  /// The answers as files of an export.
  func files(_ ledger: ImportLedger) -> [Exported] {
    answers.sorted { $0.key < $1.key }.map { name, json in
      Exported(json: json, spot: ExportPlace("\(name).json"), ledger: ledger)
    }
  }

  var text: String {
    answers.sorted { $0.key < $1.key }
      .map { "\($0.key): \(String(decoding: $0.value.bytes(), as: UTF8.self))" }
      .joined(separator: "\n")
  }
}

extension JSON {
  /// The object with another value of a member.
  func with(_ name: String, _ value: JSON) -> JSON {
    var object = object ?? [:]
    object[name] = value
    return .object(object)
  }
}
