import FlowHTTP

/// Translates the policies of what users enroll.
struct TerraformEnrollment {
  let ids: TerraformIDs
  let users: Set<String>

  /// The attributes of authenticators, in the policies of Identity Engine and of Classic Engine.
  private static let keys = [
    "okta_password", "okta_email", "okta_verify", "phone_number", "google_otp", "webauthn",
    "security_question", "duo", "external_idp", "onprem_mfa", "rsa_token", "yubikey_token",
    "smart_card_idp", "symantec_vip",
  ]
  private static let factors = [
    "duo", "fido_u2f", "fido_webauthn", "google_otp", "hotp", "okta_call", "okta_email",
    "okta_otp", "okta_password", "okta_push", "okta_question", "okta_sms", "rsa_token",
    "symantec_vip", "yubikey_token",
  ]

  /// The attributes that are settings of a policy.
  static let settings = Set(keys + factors + ["is_oie", "external_idps", "custom_app"]).sorted()

  /// Returns the settings of a policy; `nil` if one of them isn't known.
  func settings(_ block: TerraformBlock) -> JSON? {
    guard !block.isUnknown("is_oie") else { return nil }
    let isOld = block.known("is_oie")?.bool != true
    var terms: [JSONObject.Member] = []
    // The provider doesn't send the keys of the other engine.
    let others = isOld ? Self.keys + ["external_idps", "custom_app"] : Self.factors
    for key in others { block.settle(key) }
    for key in isOld ? Self.factors : Self.keys {
      guard !block.isUnknown(key) else { return nil }
      guard let value = block.known(key), let own = term(value) else { continue }
      terms.append(.init(key, own))
    }
    guard !isOld else {
      return ["type": "FACTORS", "factors": .object(JSONObject(members: terms))]
    }
    for (name, key) in [("external_idps", "external_idp"), ("custom_app", "custom_app")] {
      guard !block.isUnknown(name) else { return nil }
      for value in block.known(name)?.array ?? [] {
        guard var own = term(value)?.object else { continue }
        own["id"] = value["id"]
        terms.append(.init(key, .object(own)))
      }
    }
    return [
      "type": "AUTHENTICATORS",
      "authenticators": .array(
        terms.map { term in
          var object: JSONObject = ["key": .string(term.name)]
          for member in term.value.object?.members ?? [] { object[member.name] = member.value }
          return .object(object)
        }),
    ]
  }

  /// Returns the setting of an authenticator; `nil` if the policy doesn't have one.
  private func term(_ value: JSON) -> JSON? {
    guard let need = value["enroll"]?.string else { return nil }
    var term: JSONObject = ["enroll": ["self": .string(need)]]
    let groups = (value["constraints"]?.string ?? "").split(separator: ",").map(String.init)
    if !groups.isEmpty {
      term["constraints"] = ["aaguidGroups": .array(groups.map { .string($0) })]
    }
    for member in value.object?.members ?? [] where member.value != "" {
      switch member.name {
      case "enroll", "constraints", "id": continue
      case "consent_type": term["consent"] = ["type": member.value]
      // The import of the policy reports it.
      default: term[member.name] = member.value
      }
    }
    return .object(term)
  }

  func rule(_ block: TerraformBlock) -> TerraformRule {
    var conditions = TerraformConditions(block, ids, users: users)
    conditions.addPeople()
    conditions.addNetwork()
    conditions.addApps()
    var rule = TerraformRule(block, "MFA_ENROLL", conditions)
    rule.requireKnown("enroll")
    rule.actions = ["enroll": ["self": .string(block.text("enroll") ?? "CHALLENGE")]]
    return rule
  }
}
