import Testing

@testable import OktaImport

/// An attribute of a resource of Terraform, and its values before and after a plan.
struct ChangedAttribute: Sendable, CustomTestStringConvertible {
  var resource: String
  var name: String
  var old: String
  var new: String
  /// Other attributes of the resource, in both moments.
  var others: [(name: String, value: String)] = []

  var testDescription: String { "\(resource).\(name): \(old) → \(new)" }

  /// The other attributes of the resources.
  private static let bases: [String: [(name: String, value: String)]] = [
    "okta_policy_rule_signon": [
      ("policy_id", #""rst2""#), ("name", #""s""#), ("access", #""ALLOW""#),
      ("network_connection", #""ANYWHERE""#), ("primary_factor", #""PASSWORD_IDP""#),
      ("mfa_required", "true"), ("mfa_prompt", #""SESSION""#), ("mfa_lifetime", "15"),
    ],
    "okta_app_signon_policy_rule": [
      ("policy_id", #""rst1""#), ("name", #""a""#), ("priority", "1"), ("access", #""ALLOW""#),
      ("network_connection", #""ANYWHERE""#), ("factor_mode", #""2FA""#),
    ],
    "okta_policy_mfa": [("name", #""Enroll""#), ("is_oie", "true")],
    "okta_policy_rule_mfa": [
      ("policy_id", #""rst3""#), ("name", #""m""#), ("network_connection", #""ANYWHERE""#),
    ],
    "okta_policy_password": [("name", #""Passwords""#), ("priority", "1")],
    "okta_policy_rule_password": [
      ("policy_id", #""rst4""#), ("name", #""r""#), ("network_connection", #""ANYWHERE""#),
    ],
    "okta_policy_signon": [("name", #""Second""#), ("priority", "2")],
    "okta_policy_rule_profile_enrollment": [
      ("policy_id", #""rst5""#), ("unknown_user_action", #""REGISTER""#),
    ],
    "okta_policy_rule_idp_discovery": [
      ("policy_id", #""rst6""#), ("name", #""i""#), ("network_connection", #""ANYWHERE""#),
      ("idp_providers", #"[{"type": "OIDC", "id": "0oa7"}]"#),
    ],
    "okta_authenticator": [("key", #""okta_verify""#), ("name", #""Okta Verify""#)],
    "okta_network_zone": [
      ("name", #""Zone""#), ("type", #""IP""#), ("gateways", #"["198.51.100.0/24"]"#),
    ],
    "okta_behavior": [("name", #""New""#), ("type", #""VELOCITY""#)],
    "okta_policy_device_assurance_macos": [("name", #""Macs""#), ("os_version", #""14.1""#)],
    "okta_policy_device_assurance_windows": [("name", #""PCs""#), ("os_version", #""10.0.1""#)],
    "okta_policy_device_assurance_android": [("name", #""Phones""#), ("os_version", #""12""#)],
    "okta_group_rule": [
      ("name", #""g""#), ("status", #""ACTIVE""#), ("expression_value", #""true""#),
      ("group_assignments", #"["00g1"]"#),
    ],
    "okta_user": [("login", #""jane@x.example""#), ("email", #""jane@x.example""#)],
    "okta_idp_saml": [("name", #""Other""#), ("status", #""ACTIVE""#)],
    "okta_idp_social": [("name", #""Other""#), ("status", #""ACTIVE""#), ("type", #""GOOGLE""#)],
    "okta_app_oauth": [
      ("label", #""Other""#), ("authentication_policy", #""rst1""#), ("type", #""web""#),
    ],
    "okta_app_saml": [("label", #""Other""#), ("authentication_policy", #""rst1""#)],
    "okta_app_group_assignment": [("app_id", #""0oa1""#), ("group_id", #""00g1""#)],
    "okta_app_group_assignments": [("app_id", #""0oa1""#), ("group", #"[{"id": "00g1"}]"#)],
    "okta_app_access_policy_assignment": [("app_id", #""0oa1""#), ("policy_id", #""rst1""#)],
    "okta_group_memberships": [("group_id", #""00g1""#), ("users", "[]")],
  ]

  /// The changes of some attributes.
  ///
  /// One direction is enough, because equal orgs are equal in both.
  static func all(
    _ resource: String, with others: [(name: String, value: String)] = [],
    _ all: [(String, String, String)]
  ) -> [ChangedAttribute] {
    all.map { name, old, new in
      ChangedAttribute(resource: resource, name: name, old: old, new: new, others: others)
    }
  }

  /// The plan that changes the attribute.
  ///
  /// - Parameters:
  ///   - more: More attributes of the resource, in both moments.
  ///   - secret: The names of the secret attributes.
  /// - Returns: The plan.
  func plan(
    with more: [(name: String, value: String)] = [], secret: [String] = []
  ) -> TerraformPlanText {
    func values(_ own: String) -> String {
      var all = ["id": #""x1""#]
      for member in (Self.bases[resource] ?? []) + others + more { all[member.name] = member.value }
      all[name] = own
      return "{"
        + all.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
        .joined(separator: ", ") + "}"
    }
    // A policy of enrollment decides by its rules.
    let rule =
      #"{"id": "rul7", "policy_id": "x1", "name": "all", "network_connection": "ANYWHERE"}"#
    let rules =
      resource == "okta_policy_mfa"
      ? [TerraformPlanText.same("okta_policy_rule_mfa.y", rule)] : []
    let marks = secret.map { "\"\($0)\": true" }.joined(separator: ", ")
    return TerraformPlanText(
      rules + [
        TerraformPlanText.same("okta_app_signon_policy.p", #"{"id": "rst1", "name": "App"}"#),
        TerraformPlanText.same(
          "okta_policy_signon.p", #"{"id": "rst2", "name": "Session", "priority": 1}"#),
        TerraformPlanText.same(
          "okta_policy_mfa.p",
          #"{"id": "rst3", "name": "Other", "is_oie": true, "okta_email": {"enroll": "REQUIRED"}}"#),
        TerraformPlanText.same(
          "okta_policy_password.p",
          #"{"id": "rst4", "name": "Other passwords", "priority": 2, "groups_included": ["00g9"]}"#),
        TerraformPlanText.same(
          "okta_policy_profile_enrollment.p", #"{"id": "rst5", "name": "Sign up"}"#),
        TerraformPlanText.same(
          "okta_app_oauth.w",
          #"{"id": "0oa1", "label": "Wiki", "authentication_policy": "rst1", "client_id": "c1"}"#),
        TerraformPlanText.same("okta_group.g", #"{"id": "00g1", "name": "Staff"}"#),
        TerraformPlanText.same(
          "okta_idp_oidc.i", #"{"id": "0oa7", "name": "Partner", "status": "ACTIVE"}"#),
        TerraformPlanText.same(
          "okta_behavior.b", #"{"id": "bhv1", "name": "Far", "type": "VELOCITY"}"#),
        TerraformPlanText.same(
          "okta_network_zone.z",
          #"{"id": "nzo1", "name": "Office", "type": "IP", "gateways": ["10.0.0.0/8"]}"#),
        TerraformPlanText.same(
          "okta_network_zone.b",
          #"{"id": "nzo2", "name": "Lab", "type": "IP", "gateways": ["192.0.2.0/24"]}"#),
        TerraformPlanText.Change(
          address: "\(resource).x", before: values(old), after: values(new),
          sensitive: "{\(marks)}"),
      ])
  }
}

extension TerraformPlanText {
  /// Whether the orgs before and after the plan differ, or the file names a change that isn't in
  /// them.
  ///
  /// Other tests check the orgs.
  func showsChange() throws -> Bool {
    let file = try TerraformFile(Array(text.utf8), path: "plan.json")
    let orgs = try [TerraformFile.Moment.prior, .planned].map { moment in
      let ledger = ImportLedger()
      let made = try ImportedOrg.make(file.bodies(moment, ledger), ledger, name: nil, policy: nil)
      return Importing.plain(try #require(made).text)
    }
    return orgs[0] != orgs[1] || !file.uncompared().isEmpty
  }
}
