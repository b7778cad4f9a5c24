import Testing

/// The attributes of the provider's documentation that aren't requirements of rules.
///
/// If a plan changes one, the orgs before and after differ, or the change is named.
@Suite("Conditions and settings of Terraform that a plan changes") struct TerraformSettingTests {
  private typealias Attribute = ChangedAttribute

  private static let network = [
    ("network_connection", #""ANYWHERE""#, #""ZONE""#),
    ("network_includes", #"["nzo1"]"#, #"["nzo2"]"#),
    ("network_excludes", #"["nzo1"]"#, #"["nzo1", "nzo2"]"#),
  ]
  private static let people = [
    ("groups_included", #"["00g1"]"#, #"["00g1", "00g2"]"#),
    ("groups_excluded", "[]", #"["00g1"]"#),
    ("users_included", #"["00u1"]"#, #"["00u2"]"#), ("users_excluded", "[]", #"["00u1"]"#),
  ]
  private static let platforms =
    #"[{"type": "MOBILE", "os_type": "IOS", "os_expression": ""}]"#
  private static let status = ("status", #""ACTIVE""#, #""INACTIVE""#)

  private static func conditions(
    _ resource: String, _ all: [(String, String, String)]
  ) -> [ChangedAttribute] {
    all.flatMap { attribute in
      let isZone = attribute.0.hasPrefix("network_") && attribute.0 != "network_connection"
      let zone = [(name: "network_connection", value: #""ZONE""#)]
      let connection = [(name: "network_includes", value: #"["nzo1"]"#)]
      let more = isZone ? zone : attribute.0 == "network_connection" ? connection : []
      return Attribute.all(resource, with: more, [attribute])
    }
  }

  static let conditions: [ChangedAttribute] = [
    conditions(
      "okta_policy_rule_signon",
      network + people + [
        status, ("authtype", #""ANY""#, #""RADIUS""#), ("behaviors", "[]", #"["bhv1"]"#),
        ("risk_level", #""ANY""#, #""HIGH""#), ("risc_level", #""LOW""#, #""HIGH""#),
        ("identity_provider", #""ANY""#, #""SPECIFIC_IDP""#),
      ]),
    Attribute.all(
      "okta_policy_rule_signon", with: [("identity_provider", #""SPECIFIC_IDP""#)],
      [("identity_provider_ids", #"["0oa7"]"#, #"["0oa7", "0oa8"]"#)]),
    conditions(
      "okta_app_signon_policy_rule",
      network + people + [
        status, ("user_types_included", #"["oty1"]"#, #"["oty2"]"#),
        ("user_types_excluded", "[]", #"["oty1"]"#), ("device_is_registered", "null", "true"),
        ("device_is_managed", "null", "true"), ("device_assurances_included", "[]", #"["dae1"]"#),
        ("device_assurances_included", #"["dae1"]"#, #"["dae2"]"#),
        ("platform_include", "[]", platforms),
        ("platform_include", platforms, platforms.replacing("IOS", with: "ANDROID")),
        ("platform_include", platforms, platforms.replacing(#""""#, with: #""x""#)),
        ("custom_expression", #""""#, #""user.profile.title == 'a'""#),
        ("custom_expression", #""user.profile.title == 'b'""#, #""user.profile.title == 'a'""#),
        ("custom_expression", #""user.profile.login == 'b'""#, #""user.profile.login == 'a'""#),
        ("custom_expression", #""user.isMemberOf({'group.id': 'a'})""#, #""""#),
        ("risk_score", #""ANY""#, #""LOW""#), ("office365_client_include", "[]", #"["WEB"]"#),
        ("policy_id", #""rst1""#, #""rst9""#),
      ]),
    conditions(
      "okta_policy_rule_mfa",
      network + people.suffix(1) + [
        status, ("app_include", "[]", #"[{"type": "APP", "id": "0oa1"}]"#),
        ("app_exclude", "[]", #"[{"type": "APP", "id": "0oa1"}]"#),
      ]),
    conditions("okta_policy_rule_password", network + people + [status]),
    conditions("okta_policy_signon", [status] + people.prefix(1)),
    conditions("okta_policy_mfa", [status] + people.prefix(1)),
    conditions("okta_policy_password", [status] + people.prefix(1)),
    conditions(
      "okta_policy_rule_idp_discovery",
      network + [
        status, ("platform_include", "[]", platforms),
        ("app_include", "[]", #"[{"type": "APP", "id": "0oa1"}]"#),
        ("app_exclude", "[]", #"[{"type": "APP", "id": "0oa1"}]"#),
        (
          "user_identifier_patterns", #"[{"match_type": "SUFFIX", "value": "a.test"}]"#,
          #"[{"match_type": "SUFFIX", "value": "b.test"}]"#
        ),
        ("idp_providers", #"[{"type": "OIDC", "id": "0oa7"}]"#, "[]"),
        ("selection_type", #""SPECIFIC""#, #""DYNAMIC""#),
        ("should_fall_back_to_okta", "true", "false"),
      ]),
    Attribute.all(
      "okta_policy_rule_idp_discovery", with: [("selection_type", #""DYNAMIC""#)],
      [
        ("property_name", #""name""#, #""x""#),
        (
          "provider_expression", #""login.identifier.substringAfter('@')""#, #""login.identifier""#
        ),
      ]),
    Attribute.all(
      "okta_policy_rule_idp_discovery",
      with: [("user_identifier_patterns", #"[{"match_type": "EQUALS", "value": "a"}]"#)],
      [("user_identifier_type", #""IDENTIFIER""#, #""ATTRIBUTE""#)]),
    Attribute.all(
      "okta_policy_rule_idp_discovery",
      with: [
        ("user_identifier_patterns", #"[{"match_type": "EQUALS", "value": "a"}]"#),
        ("user_identifier_type", #""ATTRIBUTE""#),
      ], [("user_identifier_attribute", #""title""#, #""city""#)]),
  ].flatMap(\.self)

  static let settings: [ChangedAttribute] = [
    Attribute.all(
      "okta_policy_password",
      [
        ("auth_provider", #""OKTA""#, #""ACTIVE_DIRECTORY""#), ("password_min_length", "8", "12"),
        ("password_min_lowercase", "1", "0"), ("password_min_uppercase", "1", "0"),
        ("password_min_number", "1", "0"), ("password_min_symbol", "0", "1"),
        ("password_exclude_username", "true", "false"),
        ("password_exclude_first_name", "true", "false"),
        ("password_exclude_last_name", "true", "false"),
        ("password_dictionary_lookup", "true", "false"), ("password_max_age_days", "0", "90"),
        ("password_min_age_minutes", "0", "60"), ("password_history_count", "4", "0"),
        ("password_max_lockout_attempts", "10", "0"),
        ("email_recovery", #""ACTIVE""#, #""INACTIVE""#),
        ("question_recovery", #""ACTIVE""#, #""INACTIVE""#),
        ("sms_recovery", #""ACTIVE""#, #""INACTIVE""#),
        ("call_recovery", #""ACTIVE""#, #""INACTIVE""#),
        ("recovery_email_token", "60", "10080"), ("question_min_length", "4", "1"),
        ("skip_unlock", "false", "true"), ("breached_password_expire_after_days", "0", "365"),
        ("breached_password_expire_after_days", "null", "0"),
        ("breached_password_logout_enabled", "true", "false"),
        ("breached_password_logout_enabled", "null", "false"),
        ("breached_password_delegated_workflow_id", #""w1""#, #""w2""#),
        ("breached_password_future", #""w1""#, #""w2""#),
      ]),
    Attribute.all(
      "okta_policy_password", with: [("password_max_age_days", "90")],
      [("password_expire_warn_days", "5", "15")]),
    Attribute.all(
      "okta_policy_password", with: [("password_max_lockout_attempts", "5")],
      [
        ("password_auto_unlock_minutes", "0", "5"),
        ("password_show_lockout_failures", "false", "true"),
      ]),
    Attribute.all(
      "okta_policy_mfa",
      [
        ("is_oie", "true", "false"),
        ("webauthn", #"{"enroll": "OPTIONAL", "constraints": "a"}"#, #"{"enroll": "OPTIONAL"}"#),
        ("external_idps", "[]", #"[{"enroll": "OPTIONAL", "id": "0oa7"}]"#),
        ("custom_app", "[]", #"[{"enroll": "OPTIONAL", "id": "aut1"}]"#),
      ]
        + [
          "duo", "google_otp", "okta_email", "okta_password", "okta_verify", "phone_number",
          "security_question", "webauthn", "yubikey_token", "onprem_mfa", "rsa_token",
          "external_idp", "smart_card_idp",
        ].map { ($0, #"{"enroll": "NOT_ALLOWED"}"#, #"{"enroll": "OPTIONAL"}"#) }),
    Attribute.all("okta_policy_profile_enrollment", [status]),
    Attribute.all(
      "okta_policy_rule_profile_enrollment",
      [
        ("unknown_user_action", #""DENY""#, #""REGISTER""#), ("access", #""ALLOW""#, #""DENY""#),
        ("email_verification", "true", "false"), ("target_group_id", "null", #""00g1""#),
        ("inline_hook_id", #""cal1""#, "null"),
        ("enroll_authenticator_types", "[]", #"["password"]"#),
        ("progressive_profiling_action", #""DISABLED""#, #""ENABLED""#),
        ("profile_attributes", "[]", #"[{"name": "email", "label": "E", "required": true}]"#),
      ]),
  ].flatMap(\.self)

  static let objects: [ChangedAttribute] = [
    Attribute.all(
      "okta_authenticator",
      [
        status, ("settings", #""{\"userVerification\":\"REQUIRED\"}""#, "null"),
        ("settings", #""{\"userVerification\":\"REQUIRED\"}""#, #""{\"x\":1}""#),
        ("provider_host", #""a""#, #""b""#), ("provider_auth_port", "1", "2"),
      ]),
    Attribute.all(
      "okta_network_zone",
      [
        status, ("type", #""IP""#, #""DYNAMIC""#), ("usage", #""POLICY""#, #""BLOCKLIST""#),
        ("gateways", #"["10.0.0.0/8"]"#, #"["10.0.0.0/8", "0.0.0.0/0"]"#),
        ("proxies", "[]", #"["192.0.2.0/24"]"#),
      ]),
    Attribute.all(
      "okta_network_zone", with: [("type", #""DYNAMIC_V2""#)],
      [
        ("asns", #"["1"]"#, #"["2"]"#), ("dynamic_locations", #"["US"]"#, #"["US", "CA"]"#),
        ("dynamic_locations_exclude", #"["US"]"#, "[]"),
        ("dynamic_proxy_type", #""Any""#, #""TorAnonymizer""#),
        ("ip_service_categories_include", #"["A"]"#, #"["A", "B"]"#),
        ("ip_service_categories_exclude", #"["A"]"#, "[]"),
      ]),
    Attribute.all(
      "okta_behavior",
      [
        status, ("type", #""VELOCITY""#, #""ANOMALOUS_IP""#),
        ("number_of_authentications", "20", "1"),
        ("location_granularity_type", #""CITY""#, #""COUNTRY""#),
        ("radius_from_location", "20", "900"), ("velocity", "805", "9000"),
      ]),
    ["macos", "windows", "android"].flatMap { system in
      Attribute.all(
        "okta_policy_device_assurance_\(system)",
        [
          ("os_version", #""12.0.1""#, #""1""#), ("screenlock_type", #"["BIOMETRIC"]"#, "[]"),
          ("disk_encryption_type", #"["ALL_INTERNAL_VOLUMES"]"#, "[]"),
          ("jailbreak", "false", "true"), ("secure_hardware_present", "true", "false"),
          ("third_party_signal_providers", "true", "false"), ("tpsp_os_firewall", "true", "false"),
          ("os_version_constraint", #"[{"major_version_constraint": "WINDOWS_11"}]"#, "[]"),
        ])
    },
    Attribute.all(
      "okta_group_rule",
      [
        status, ("expression_value", #""true""#, #""false""#),
        ("users_excluded", #"["00u1"]"#, "[]"),
      ]),
    Attribute.all(
      "okta_user",
      [
        ("status", #""ACTIVE""#, #""SUSPENDED""#), ("department", #""it""#, #""hr""#),
        ("custom_profile_attributes", #""{\"a\":\"1\"}""#, #""{\"a\":\"2\"}""#),
      ]),
    ["okta_idp_saml", "okta_idp_social"].flatMap { type in
      Attribute.all(
        type,
        [
          status, ("provisioning_action", #""AUTO""#, #""DISABLED""#),
          ("account_link_action", #""AUTO""#, #""DISABLED""#),
          ("groups_action", #""NONE""#, #""ASSIGN""#), ("profile_master", "false", "true"),
          ("groups_assignment", "[]", #"["00g1"]"#),
          ("account_link_group_include", "[]", #"["00g1"]"#),
          ("issuer_url", #""https://a.test""#, #""https://b.test""#),
        ])
    },
    ["okta_app_oauth", "okta_app_saml"].flatMap { type in
      Attribute.all(
        type,
        [
          status, ("authentication_policy", #""rst1""#, #""rst9""#),
          ("skip_authentication_policy", "false", "true"), ("future_setting", "null", "false"),
          ("future_setting", "null", "0"), ("future_setting", #""a""#, #""b""#),
        ])
    },
    Attribute.all(
      "okta_app_oauth",
      [
        ("type", #""web""#, #""browser""#), ("client_id", #""a""#, #""b""#),
        ("grant_types", #"["authorization_code"]"#, #"["password"]"#),
        ("redirect_uris", #"["https://a.test"]"#, #"["https://b.test"]"#),
        ("pkce_required", "true", "false"), ("pkce_required", "null", "false"),
        ("token_endpoint_auth_method", #""client_secret_basic""#, #""none""#),
        ("client_secret", #""x""#, #""y""#),
      ]),
    Attribute.all("okta_app_group_assignment", [("group_id", #""00g1""#, #""00g2""#)]),
    Attribute.all(
      "okta_app_group_assignments", [("group", #"[{"id": "00g1"}]"#, #"[{"id": "00g2"}]"#)]),
    Attribute.all("okta_app_access_policy_assignment", [("policy_id", #""rst1""#, #""rst9""#)]),
    Attribute.all(
      "okta_group_memberships",
      [("users", "[]", #"["00u1"]"#), ("track_all_users", "false", "true")]),
  ].flatMap(\.self)

  @Test("A condition is compared", arguments: conditions)
  func condition(attribute: ChangedAttribute) throws {
    #expect(try attribute.plan().showsChange())
  }

  @Test("A setting of a policy is compared", arguments: settings)
  func setting(attribute: ChangedAttribute) throws {
    #expect(try attribute.plan().showsChange())
  }

  @Test("An object is compared", arguments: objects)
  func object(attribute: ChangedAttribute) throws {
    #expect(try attribute.plan().showsChange())
  }

  /// Some of the attributes, because all are read in the same way.
  static let some = (conditions + settings + objects).enumerated().filter { $0.offset % 5 == 0 }
    .map(\.element)

  @Test("A secret that changes is compared", arguments: some)
  func secret(attribute: ChangedAttribute) throws {
    #expect(try attribute.plan(secret: [attribute.name]).showsChange())
  }

  @Test("An attribute that decides nothing isn't named")
  func idle() throws {
    for (resource, name, old, new) in [
      ("okta_app_signon_policy_rule", "description", #""a""#, #""b""#),
      ("okta_app_oauth", "hide_web", "null", "false"),
      ("okta_app_oauth", "implicit_assignment", "null", "false"),
      ("okta_policy_password", "password_lockout_notification_channels", #"["EMAIL"]"#, "[]"),
    ] {
      let attribute = ChangedAttribute(resource: resource, name: name, old: old, new: new)
      #expect(try !attribute.plan().showsChange(), "\(attribute.testDescription)")
    }
  }
}
