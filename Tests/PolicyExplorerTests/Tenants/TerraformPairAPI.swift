import FlowHTTP
import OktaImport

extension TerraformPair {
  private static func ids(_ prefix: String, _ numbers: [Int]) -> JSON {
    .array(numbers.map { .string("\(prefix)\($0 < 0 ? "all" : String($0))") })
  }

  /// The org as answers of the management API.
  func answers(_ ledger: ImportLedger) -> [Exported] {
    let all: [(String, JSON)] = [
      ("zones", .array(zones.indices.map(zone))), ("authenticators", authenticators),
      ("groups", groupBodies), ("users", .array(users.indices.map(user))),
      (
        "members",
        [
          "members": .object(
            JSONObject(
              members: groups.indices.map { .init("00g\($0)", Self.ids("00u", groups[$0])) }))
        ]
      ), ("policies", policies), ("apps", .array(access.indices.map(app))),
    ]
    return all.map { name, json in
      Exported(json: json, spot: ExportPlace("\(name).json"), ledger: ledger)
    }
  }

  // MARK: Objects

  private func zone(_ number: Int) -> JSON {
    let zone = zones[number]
    let gateways = zone.ranges.map { text -> JSON in
      ["type": text.contains("/") ? "CIDR" : "RANGE", "value": .string(text)]
    }
    return [
      "id": .string("nzo\(number)"), "type": "IP", "name": .string(zone.name),
      "status": zone.isActive ? "ACTIVE" : "INACTIVE",
      "usage": zone.isBlocked ? "BLOCKLIST" : "POLICY", "gateways": .array(gateways),
      "proxies": .null, "system": false,
    ]
  }

  private var authenticators: JSON {
    .array(
      Self.keys.map { key, type in
        [
          "id": .string("aut-\(key)"), "key": .string(key), "type": .string(type),
          "status": "ACTIVE", "name": .string(key),
          "settings": allowedFor[key].map { ["allowedFor": .string($0)] } ?? .null,
        ]
      })
  }

  private var groupBodies: JSON {
    .array(
      [
        [
          "id": "00gall", "type": "BUILT_IN", "objectClass": ["okta:user_group"],
          "profile": ["name": "Everyone"],
        ]
      ]
        + groups.indices.map { number in
          [
            "id": .string("00g\(number)"), "type": "OKTA_GROUP",
            "objectClass": ["okta:user_group"],
            "profile": ["name": .string("Group \(number)")],
          ]
        })
  }

  private func user(_ number: Int) -> JSON {
    [
      "id": .string("00u\(number)"), "status": "ACTIVE",
      "profile": [
        "login": .string("u\(number)@example.com"), "email": .string("u\(number)@example.com"),
        "department": .string(users[number]),
      ],
    ]
  }

  private func app(_ number: Int) -> JSON {
    [
      "id": .string("0oa\(number)"), "name": "oidc", "label": .string("App \(number)"),
      "status": "ACTIVE", "signOnMode": "OPENID_CONNECT",
      "credentials": ["oauthClient": ["client_id": .string("client\(number)")]],
      "_links": [
        "accessPolicy": ["href": .string("https://x.example/api/v1/policies/rstA\(number)")],
        "profileEnrollment": ["href": "https://x.example/api/v1/policies/rstU"],
      ],
    ]
  }

  // MARK: Policies

  private var policies: JSON {
    let settings: JSON = [
      "password": [
        "complexity": ["minLength": .integer(minLength)], "lockout": ["maxAttempts": 10],
      ]
    ]
    let sign: JSON = [
      "profileEnrollment": ["access": "ALLOW", "unknownUserAction": .string(signUp)]
    ]
    return .array(
      sessions.indices.map { policy("OKTA_SIGN_ON", "rstS\($0)", $0 + 1, sessions[$0]) }
        + access.indices.map { policy("ACCESS_POLICY", "rstA\($0)", 1, access[$0]) }
        + enrollments.indices.map { policy("MFA_ENROLL", "rstE\($0)", $0 + 1, enrollments[$0]) }
        + [
          policy("PASSWORD", "rstP", 1, passwords, isDefault: true).with("settings", settings),
          policy("PROFILE_ENROLLMENT", "rstU", 1, Policy(name: "Sign-up", rules: []))
            .with(
              "rules",
              [
                [
                  "id": "rulU", "name": "Catch-all Rule", "status": "ACTIVE", "priority": 99,
                  "system": true, "conditions": .null, "actions": sign,
                ]
              ]),
        ])
  }

  private func policy(
    _ type: String, _ id: String, _ priority: Int, _ policy: Policy, isDefault: Bool = false
  ) -> JSON {
    var body: JSONObject = [
      "id": .string(id), "type": .string(type), "name": .string(policy.name), "status": "ACTIVE",
      "priority": .integer(priority), "system": .bool(isDefault),
      "conditions": policy.groups.isEmpty
        ? .null : ["people": ["groups": ["include": Self.ids("00g", policy.groups)]]],
      "rules": .array(
        policy.rules.enumerated().map { number, rule in
          [
            "id": .string("rul\(id)\(number)"), "name": .string(rule.name),
            "priority": .integer(rule.priority),
            "status": rule.isActive ? "ACTIVE" : "INACTIVE", "system": false,
            "conditions": conditions(rule.conditions), "actions": actions(type, rule.action),
          ]
        }),
    ]
    if !policy.terms.isEmpty {
      body["settings"] = [
        "type": "AUTHENTICATORS",
        "authenticators": .array(
          policy.terms.map { ["key": .string($0.key), "enroll": ["self": .string($0.need)]] }),
      ]
    }
    return .object(body)
  }

  private func conditions(_ all: Conditions) -> JSON {
    var body: JSONObject = [:]
    var people: JSONObject = [:]
    for (name, prefix, lists) in [("groups", "00g", all.groups), ("users", "00u", all.users)]
    where !lists.included.isEmpty || !lists.excluded.isEmpty {
      people[name] = [
        "include": Self.ids(prefix, lists.included), "exclude": Self.ids(prefix, lists.excluded),
      ]
    }
    if !people.members.isEmpty { body["people"] = .object(people) }
    let (included, excluded) = all.zones
    if !included.isEmpty || !excluded.isEmpty {
      let list = Self.ids("nzo", included + excluded)
      body["network"] = .object(
        JSONObject(members: [
          .init("connection", "ZONE"), .init(included.isEmpty ? "exclude" : "include", list),
        ]))
    } else {
      body["network"] = ["connection": "ANYWHERE"]
    }
    if all.isManaged { body["device"] = ["registered": true, "managed": true] }
    if !all.platforms.isEmpty {
      body["platform"] = [
        "include": .array(
          all.platforms.map {
            ["type": .string($0.type), "os": ["type": .string($0.system), "expression": ""]]
          })
      ]
    }
    if let risk = all.risk { body["riskScore"] = ["level": .string(risk)] }
    if let text = all.expression { body["elCondition"] = ["condition": .string(text)] }
    return .object(body)
  }

  private func actions(_ type: String, _ action: JSON) -> JSON {
    func member(_ name: String) -> JSON { action[name] ?? .null }
    switch type {
    case "OKTA_SIGN_ON":
      guard action["access"] == "ALLOW" else { return ["signon": ["access": "DENY"]] }
      return [
        "signon": [
          "access": "ALLOW", "primaryFactor": member("primary"), "requireFactor": member("mfa"),
          "factorPromptMode": member("prompt"), "factorLifetime": 15,
          "session": [
            "maxSessionIdleMinutes": member("idle"),
            "maxSessionLifetimeMinutes": member("lifetime"),
            "usePersistentCookie": member("persistent"),
          ],
        ]
      ]
    case "ACCESS_POLICY":
      guard action["access"] == "ALLOW" else { return ["appSignOn": ["access": "DENY"]] }
      let method: JSON =
        action["chains"] != nil
        ? [
          "type": "AUTH_METHOD_CHAIN", "chains": member("chains"),
          "reauthenticateIn": member("time"),
        ]
        : [
          "type": "ASSURANCE", "factorMode": member("mode"), "constraints": member("constraints"),
          "reauthenticateIn": member("time"),
        ]
      return ["appSignOn": ["access": "ALLOW", "verificationMethod": method]]
    case "MFA_ENROLL": return ["enroll": action]
    default:
      return [
        "passwordChange": ["access": "ALLOW"],
        "selfServicePasswordReset": [
          "access": member("reset"),
          "requirement": [
            "accessControl": member("control"),
            "primary": ["methods": member("methods")], "stepUp": ["required": member("stepUp")],
          ],
        ],
        "selfServiceUnlock": ["access": member("unlock")],
      ]
    }
  }
}
