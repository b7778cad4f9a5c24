import Testing

@testable import OktaImport

/// What a plan changes and the import doesn't compare.
@Suite("Changes of a plan that aren't compared")
struct TerraformChangesTests {
  private typealias Change = TerraformPlanText.Change

  private static let policy = TerraformPlanText.same(
    "okta_app_signon_policy.p", #"{"id": "rst1", "name": "App"}"#)

  private static func uncompared(_ changes: Change...) throws -> [String] {
    try TerraformPlanText([policy] + changes).uncompared()
  }

  private static func rule(_ values: String) -> String {
    #"{"id": "rul1", "policy_id": "rst1", "name": "a", "priority": 1, "access": "ALLOW", "#
      + #""network_connection": "ANYWHERE", "factor_mode": "2FA"\#(values)}"#
  }

  @Test("A resource that an org doesn't have is named")
  func resources() throws {
    let origin = #"{"id": "tos1", "name": "x", "origin": "https://x.example"}"#
    #expect(
      try Self.uncompared(Change(address: "okta_trusted_origin.x", before: nil, after: origin))
        == ["okta_trusted_origin.x (created)"])
    #expect(
      try Self.uncompared(Change(address: "okta_trusted_origin.x", before: origin, after: nil))
        == ["okta_trusted_origin.x (deleted)"])
    let other = origin.replacing("x.example", with: "y.example")
    #expect(
      try Self.uncompared(Change(address: "okta_trusted_origin.x", before: origin, after: other))
        == ["okta_trusted_origin.x (updated: origin)"])
    #expect(try Self.uncompared(TerraformPlanText.same("okta_trusted_origin.x", origin)).isEmpty)
    // A type that no version of the import knows.
    let new = Change(address: "okta_new_thing.x", before: nil, after: #"{"id": "1"}"#)
    #expect(try Self.uncompared(new) == ["okta_new_thing.x (created)"])
    let brand = Change(address: "okta_brand.b", before: nil, after: #"{"id": "bnd1"}"#)
    #expect(
      try Self.uncompared(brand)
        == ["okta_brand.b (created): this setting decides nothing about a sign-in"])
  }

  @Test(
    "Assignments, members and roles are named",
    arguments: [
      ("okta_app_group_assignment", #"{"app_id": "0oa1", "group_id": "00g1"}"#),
      ("okta_app_group_assignments", #"{"app_id": "0oa1", "group": [{"id": "00g1"}]}"#),
      ("okta_app_user", #"{"app_id": "0oa1", "user_id": "00u1"}"#),
      ("okta_group_memberships", #"{"group_id": "00g1", "users": ["00u1"]}"#),
      ("okta_user_group_memberships", #"{"user_id": "00u1", "groups": ["00g1"]}"#),
      ("okta_group_rule", #"{"expression_value": "true", "group_assignments": ["00g1"]}"#),
      ("okta_group_role", #"{"group_id": "00g2", "role_type": "SUPER_ADMIN"}"#),
      ("okta_admin_role_custom", #"{"id": "cr1", "permissions": ["okta.users.manage"]}"#),
    ])
  func people(type: String, values: String) throws {
    let change = Change(address: "\(type).x", before: nil, after: values)
    #expect(try Self.uncompared(change) == ["\(type).x (created)"])
  }

  @Test("An attribute that the import doesn't read is named")
  func attributes() throws {
    func app(_ values: String) -> String {
      #"{"id": "0oa1", "label": "W", "status": "ACTIVE", "authentication_policy": "rst1"\#(values)}"#
    }
    let old = app(#", "redirect_uris": ["https://x.example/a"], "grant_types": null"#)
    let new = app(
      #", "redirect_uris": ["https://y.example/a"], "grant_types": ["password"], "logo": "a.png""#)
    #expect(
      try Self.uncompared(Change(address: "okta_app_oauth.w", before: old, after: new))
        == ["okta_app_oauth.w (updated: grant_types, redirect_uris)"])
    // A value that is known only after the plan is applied.
    let open = Change(
      address: "okta_app_oauth.w", before: old, after: app(""),
      unknown: #"{"redirect_uris": true, "grant_types": false}"#)
    #expect(try Self.uncompared(open) == ["okta_app_oauth.w (updated: redirect_uris)"])
    // The order of a set makes no difference, and an empty value is the same as none.
    let first = app(#", "redirect_uris": ["a", "b"], "grant_types": [], "hide_web": false"#)
    let second = app(#", "redirect_uris": ["b", "a"], "grant_types": null, "hide_web": null"#)
    let reordered = Change(address: "okta_app_oauth.w", before: first, after: second)
    #expect(try Self.uncompared(reordered).isEmpty)
  }

  @Test("A rule is compared, unless it has an attribute that the import doesn't know")
  func rules() throws {
    let address = "okta_app_signon_policy_rule.a"
    let weaker = Self.rule("").replacing("2FA", with: "1FA")
    #expect(
      try Self.uncompared(Change(address: address, before: Self.rule(""), after: weaker)).isEmpty)
    let new = Self.rule(#", "new_condition": ["x"]"#)
    #expect(
      try Self.uncompared(Change(address: address, before: Self.rule(""), after: new))
        == ["\(address) (updated: new_condition)"])
    #expect(
      try Self.uncompared(Change(address: address, before: nil, after: new))
        == ["\(address) (created: new_condition)"])
    #expect(try Self.uncompared(Change(address: address, before: new, after: nil)).isEmpty)
    // What a rule that denies access would ask for makes no difference.
    let (old, other) = (Self.rule(""), weaker)
    #expect(
      try Self.uncompared(
        Change(
          address: address, before: old.replacing("ALLOW", with: "DENY"),
          after: other.replacing("ALLOW", with: "DENY"))
      ).isEmpty)
  }

  @Test("An attribute of a block is named by its path")
  func blocks() throws {
    func rules(_ values: String) -> String {
      #"{"policy_id": "rst1", "rule": [\#(Self.rule("")), \#(Self.rule(values))]}"#
    }
    let address = "okta_app_signon_policy_rules.r"
    let change = Change(
      address: address, before: rules(""),
      after: rules(#", "new_condition": "x", "risk_score": "HIGH""#))
    #expect(try Self.uncompared(change) == ["\(address) (updated: rule.new_condition)"])
    let moved = Change(
      address: address, before: rules(#", "risk_score": "HIGH""#),
      after: rules(#", "risk_score": "LOW""#))
    #expect(try Self.uncompared(moved).isEmpty)
  }

  @Test("What an org has only the name of, or doesn't have at all, is named")
  func ignored() throws {
    func zone(_ values: String) -> String {
      #"{"id": "nzo1", "name": "Z", "status": "ACTIVE", \#(values)}"#
    }
    func change(_ old: String, _ new: String) throws -> [String] {
      try Self.uncompared(
        Change(address: "okta_network_zone.z", before: zone(old), after: zone(new)))
    }
    let addresses = #""type": "IP", "gateways": ["10.0.0.0/8"]"#
    #expect(try change(addresses, addresses.replacing("10.", with: "11.")).isEmpty)
    #expect(
      try change(addresses, addresses + #", "proxies": ["192.0.2.0/24"]"#)
        == ["okta_network_zone.z (updated: proxies)"])
    let hook = Change(
      address: "okta_policy_rule_profile_enrollment.r",
      before: #"{"id": "rul2", "policy_id": "rst2", "inline_hook_id": "cal1"}"#,
      after: #"{"id": "rul2", "policy_id": "rst2"}"#)
    #expect(
      try Self.uncompared(hook)
        == ["okta_policy_rule_profile_enrollment.r (updated: inline_hook_id)"])
    let behavior = #"{"id": "bhv1", "name": "B", "type": "VELOCITY", "velocity": "#
    #expect(
      try Self.uncompared(
        Change(address: "okta_behavior.b", before: behavior + "800}", after: behavior + "900}"))
        == ["okta_behavior.b (updated: velocity)"])
  }

  @Test("The new name of a group counts where an expression may have it")
  func groupName() throws {
    let rename = Change(
      address: "okta_group.g", before: #"{"id": "00g1", "name": "Staff"}"#,
      after: #"{"id": "00g1", "name": "Employees"}"#)
    #expect(try Self.uncompared(rename).isEmpty)
    let rule = TerraformPlanText.same(
      "okta_app_signon_policy_rule.a",
      Self.rule(#", "custom_expression": "user.isMemberOf({'group.profile.name': 'Staff'})""#))
    #expect(try Self.uncompared(rename, rule) == ["okta_group.g (updated: name)"])
  }

  @Test("A data source and a resource that Terraform forgets aren't changes")
  func noChanges() throws {
    let origin = Change(
      address: "okta_trusted_origin.x", before: nil, after: #"{"id": "tos1"}"#)
    for (old, new) in [(#"["create"]"#, #"["forget"]"#), (#"["create"]"#, #"["read"]"#)] {
      let text = TerraformPlanText([Self.policy, origin]).text.replacing(old, with: new)
      let file = try TerraformFile(Array(text.utf8), path: "plan.json")
      _ = file.bodies(.planned, ImportLedger())
      #expect(file.uncompared().isEmpty)
    }
  }
}
