/// The types of resources that decide nothing about a sign-in in the org.
enum TerraformHarmless {
  /// The types of objects to which rules refer.
  static func isObject(_ type: String) -> Bool {
    objects.contains(type) || type.hasPrefix("okta_policy_device_assurance_")
  }

  private static let objects: Set<String> = [
    "okta_authenticator", "okta_behavior", "okta_everyone_group", "okta_group",
    "okta_group_memberships", "okta_group_rule", "okta_idp_oidc", "okta_idp_saml",
    "okta_idp_social", "okta_network_zone", "okta_user", "okta_user_group_memberships",
    "okta_user_type",
  ]

  /// Returns why resources of a type make no difference; `nil` if they may make one.
  static func reason(_ type: String) -> String? {
    switch type {
    case "okta_authenticator_method_webauthn": "any passkey will do"
    case "okta_threat_insight_settings": "ThreatInsight only refuses requests that the org allows"
    case "okta_entity_risk_policy_rule", "okta_post_auth_session_policy_rule",
      "okta_session_violation_policy_rule":
      "rules of this type let no one in: they end sessions"
    default:
      parts.contains { type.hasPrefix("okta_" + $0) }
        ? "this setting decides nothing about a sign-in" : nil
    }
  }

  /// The beginnings of the names of other types.
  private static let parts = [
    "admin_role", "app_oauth_", "app_saml_app_settings", "app_user_base",
    "app_user_schema", "auth_server", "brand", "captcha", "domain", "email_", "event_hook",
    "group_owner", "group_role", "group_schema", "inline_hook", "link_",
    "log_stream", "org_configuration", "org_support", "profile_mapping", "rate_limit",
    "resource_set", "role_subscription", "security_notification", "template_sms", "theme",
    "trusted_origin", "trusted_server", "user_admin_roles", "user_base_schema", "user_schema",
    "user_security_question",
  ]
}
