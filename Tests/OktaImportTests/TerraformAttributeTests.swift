import Testing

@testable import OktaImport

/// Each attribute of the resources that decide about a sign-in, with two values.
///
/// If a plan changes it, the orgs before and after differ, or the change is named. The attributes
/// are those of the provider's documentation.
@Suite("Attributes of Terraform that a plan changes") struct TerraformAttributeTests {
  private typealias Attribute = ChangedAttribute

  /// What rules ask for.
  private static let requirements: [ChangedAttribute] = [
    Attribute.all(
      "okta_policy_rule_signon",
      [
        ("access", #""ALLOW""#, #""CHALLENGE""#), ("access", #""CHALLENGE""#, #""DENY""#),
        ("primary_factor", #""PASSWORD_IDP""#, #""PASSWORD_IDP_ANY_FACTOR""#),
        ("mfa_required", "true", "false"), ("mfa_prompt", #""ALWAYS""#, #""DEVICE""#),
        ("mfa_lifetime", "15", "600"), ("session_idle", "120", "600"),
        ("session_lifetime", "120", "600"), ("session_persistent", "false", "true"),
        (
          "factor_sequence",
          #"[{"primary_criteria_provider": "OKTA", "primary_criteria_factor_type": "token:hotp", "secondary_criteria": [{"provider": "OKTA", "factor_type": "push"}]}]"#,
          #"[{"primary_criteria_provider": "OKTA", "primary_criteria_factor_type": "token:hotp", "secondary_criteria": []}]"#
        ),
        ("factor_sequence", "[]", #"[{"primary_criteria_factor_type": "password"}]"#),
      ]),
    Attribute.all(
      "okta_app_signon_policy_rule",
      [
        ("access", #""ALLOW""#, #""DENY""#), ("type", #""ASSURANCE""#, #""AUTH_METHOD_CHAIN""#),
        ("factor_mode", #""2FA""#, #""1FA""#),
        ("re_authentication_frequency", #""PT2H""#, #""PT43800H""#),
        ("inactivity_period", #""PT1H""#, #""PT9H""#),
        (
          "constraints",
          #"["{\"possession\":{\"required\":true,\"phishingResistant\":\"REQUIRED\"}}"]"#, "[]"
        ),
        (
          "keep_me_signed_in", #"[{"post_auth": "NOT_ALLOWED"}]"#,
          #"[{"post_auth": "ALLOWED", "post_auth_prompt_frequency": "P30D"}]"#
        ),
        ("keep_me_signed_in", "[]", #"[{"post_auth": "ALLOWED"}]"#),
      ]),
    Attribute.all(
      "okta_app_signon_policy_rule", with: [("type", #""AUTH_METHOD_CHAIN""#)],
      [
        (
          "chains", #"["{\"authenticationMethods\":[{\"key\":\"okta_password\"}]}"]"#,
          #"["{\"authenticationMethods\":[{\"key\":\"okta_email\"}]}"]"#
        )
      ]),
    Attribute.all("okta_policy_rule_mfa", [("enroll", #""LOGIN""#, #""NEVER""#)]),
    Attribute.all(
      "okta_policy_mfa",
      ["okta_password", "okta_email", "okta_verify", "phone_number", "google_otp", "webauthn"].map {
        ($0, #"{"enroll": "REQUIRED"}"#, #"{"enroll": "OPTIONAL"}"#)
      }),
    Attribute.all(
      "okta_policy_rule_password",
      [
        ("password_change", #""ALLOW""#, #""DENY""#), ("password_reset", #""ALLOW""#, #""DENY""#),
        ("password_unlock", #""ALLOW""#, #""DENY""#),
        ("password_reset_access_control", #""LEGACY""#, #""AUTH_POLICY""#),
        ("password_reset_access_control", "null", #""AUTH_POLICY""#),
        (
          "password_reset_requirement", #"[{"primary_methods": ["email"]}]"#,
          #"[{"primary_methods": ["email", "sms"], "step_up_enabled": true}]"#
        ),
        ("password_reset_requirement", "[]", #"[{"primary_methods": ["sms"]}]"#),
      ]),
  ].flatMap(\.self)

  /// Values because of which it isn't known what a rule asks for.
  private static let vague: [String: [(name: String, value: String)]] = [
    "okta_policy_rule_signon": [
      ("access", #""CHALLENGE""#), ("primary_factor", "null"),
      ("factor_sequence", #"[{"primary_criteria_factor_type": "token:hotp"}]"#),
    ],
    "okta_app_signon_policy_rule": [
      ("access", #""ASK""#), ("type", #""NEW""#), ("chains", #"["nothing"]"#),
    ],
    "okta_policy_rule_password": [
      ("password_reset_requirement", #"[{"primary_methods": ["email"]}]"#)
    ],
  ]

  @Test("What a rule asks for is compared", arguments: requirements)
  func known(attribute: ChangedAttribute) throws {
    #expect(try attribute.plan().showsChange())
  }

  @Test(
    "It is compared even if another part of the requirement isn't known", arguments: requirements)
  func unknown(attribute: ChangedAttribute) throws {
    for other in Self.vague[attribute.resource] ?? [] where other.name != attribute.name {
      let plan = attribute.plan(with: [other])
      // What a rule that denies access asks for makes no difference.
      #expect(try plan.showsChange(), "\(other)")
    }
  }

  @Test(
    "It is compared even if it or another part of the requirement is secret",
    arguments: requirements)
  func secret(attribute: ChangedAttribute) throws {
    let other = Self.requirements.first {
      $0.resource == attribute.resource && $0.name != attribute.name
    }
    let more = other.map { [(name: $0.name, value: $0.old)] } ?? []
    for name in [attribute.name] + more.map(\.name) {
      #expect(try attribute.plan(with: more, secret: [name]).showsChange(), "\(name)")
    }
  }

  @Test("The orgs are the same if nothing changes", arguments: requirements)
  func same(attribute: ChangedAttribute) throws {
    var attribute = attribute
    attribute.new = attribute.old
    #expect(try !attribute.plan(secret: [attribute.name]).showsChange())
    for other in [[]] + (Self.vague[attribute.resource] ?? []).map({ [$0] }) {
      #expect(try !attribute.plan(with: other).showsChange(), "\(other)")
    }
  }
}
