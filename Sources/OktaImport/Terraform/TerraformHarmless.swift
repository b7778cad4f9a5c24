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

  /// Returns why a change of a resource of a type makes no difference to who gets in; `nil` if it
  /// may make one.
  static func inertReason(_ type: String) -> String? {
    inert.contains { type.hasPrefix("okta_" + $0) } ? reason(type) : nil
  }

  /// The beginnings of the names of types whose changes let no one in and keep no one out.
  private static let inert = [
    "brand", "captcha", "domain", "email_", "event_hook", "log_stream", "org_configuration",
    "rate_limit", "role_subscription", "security_notification", "template_sms", "theme",
  ]

  /// Whether an org has no equivalent of an attribute, although the import reads it.
  static func isIgnored(_ name: String, _ type: String) -> Bool {
    switch type {
    case "okta_network_zone": name == "proxies"
    case "okta_policy_rule_profile_enrollment": name == "inline_hook_id"
    default: false
    }
  }

  /// Whether an attribute, of any type, makes no difference to who gets in.
  ///
  /// Those of the password policy are settings of messages, and those of a user are secrets of this
  /// user.
  static func isDecoration(_ name: String) -> Bool { decorations.contains(name) }

  private static let decorations: Set<String> = [
    "accessibility_error_redirect_url", "accessibility_login_redirect_url", "admin_note",
    "agree_to_terms", "auto_submit_toolbar", "catch_all", "client_uri", "created",
    "default_policy_id", "default_rule_id", "description", "enduser_note",
    "expire_password_on_create", "hide_ios", "hide_web", "id", "last_membership_updated",
    "last_updated", "legacy_ignore_name", "links", "logo", "logo_uri", "logo_url", "old_password",
    "password", "password_hash", "password_lockout_notification_channels", "policy_uri",
    "recovery_answer", "recovery_question", "skip_groups", "skip_roles", "skip_users", "timeouts",
    "tos_uri", "ui_schema_id",
  ]

  /// Whether an attribute that isn't set is the same as `false` or 0, as the documentation of the
  /// provider says.
  static func isOffByDefault(_ name: String) -> Bool { offByDefault.contains(name) }

  private static let offByDefault: Set<String> = [
    "accessibility_self_service", "assertion_signed", "honor_force_authn", "implicit_assignment",
    "omit_secret", "refresh_token_leeway", "request_compressed", "response_signed",
    "saml_signed_request_enabled",
  ]

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
