import FlowHTTP
import FlowText
import Testing

@testable import OktaImport

/// What an import of Terraform easily gets wrong.
@Suite("Import of Terraform")
struct TerraformImportTests {
  /// A resource of a plan, with its values and the marks of what isn't known.
  static func change(
    _ address: String, _ values: String, unknown: String = "{}", actions: String = #"["no-op"]"#,
    more: String = ""
  ) -> String {
    let parts = TerraformAddress(address).parts
    let own = parts.suffix(2)
    let module = parts.dropLast(2).map(\.text).joined(separator: ".")
    return """
      {"address": \(quoted(address)), "mode": "managed", "type": "\(own[own.startIndex].name)",
       "name": "\(own[own.startIndex + 1].name)", "module_address": \(quoted(module)),
       "provider_name": "registry.terraform.io/okta/okta", \(more)
       "change": {"actions": \(actions), "before": null, "after": \(values),
                  "after_unknown": \(unknown), "after_sensitive": {}}}
      """
  }

  private static func quoted(_ text: String) -> String {
    String(decoding: JSON.string(text).bytes(), as: UTF8.self)
  }

  static let policy = change("okta_app_signon_policy.p", #"{"id": "rst1", "name": "App"}"#)

  static func rule(_ name: String, _ values: String, unknown: String = "{}") -> String {
    change(
      "okta_app_signon_policy_rule.\(name)",
      """
      {"id": "rul\(name)", "name": "\(name)", "policy_id": "rst1", "status": "ACTIVE",
       "access": "DENY", "network_connection": "ANYWHERE", \(values)}
      """, unknown: unknown)
  }

  static func plan(_ changes: [String], _ more: String = "") -> String {
    #"{"format_version": "1.2", \#(more) "resource_changes": [\#(changes.joined(separator: ","))]}"#
  }

  static func imported(
    _ text: String, _ moment: TerraformFile.Moment = .planned
  ) throws -> Importing.Outcome {
    let ledger = ImportLedger()
    let file = try TerraformFile(Array(text.utf8), path: "plan.json")
    let made = try #require(
      try ImportedOrg.make(file.bodies(moment, ledger), ledger, name: nil, policy: nil))
    let outcome = Importing.Outcome(text: made.text, remarks: made.remarks)
    #expect(outcome.faults == [], "\(made.text)")
    return outcome
  }

  // MARK: Values that aren't known

  @Test(
    "A condition that isn't known is an unknown condition",
    arguments: [
      "groups_included", "groups_excluded", "users_included", "network_includes",
      "device_is_managed", "platform_include", "custom_expression", "risk_score",
      "device_assurances_included", "user_types_included", "status",
    ])
  func unknownCondition(name: String) throws {
    let values =
      name == "network_includes"
      ? #""network_connection": "ZONE", "priority": 1"# : #""priority": 1"#
    let text = Self.plan([Self.policy, Self.rule("a", values, unknown: #"{"\#(name)": true}"#)])
      .replacing(
        #""network_connection": "ANYWHERE", "network_connection""#, with: #""network_connection""#)
    let org = try Self.imported(text)
    #expect(org.line.contains("okta_app_signon_policy_rule.a.\(name)"), "\(org.text)")
    #expect(!org.line.contains(#"sign-on "a" { deny }"#), "\(org.text)")
  }

  @Test(
    "A requirement that isn't known is unknown",
    arguments: ["access", "type", "factor_mode", "constraints", "re_authentication_frequency"])
  func unknownRequirement(name: String) throws {
    let values = #""priority": 1, "access": "ALLOW", "type": "ASSURANCE", "factor_mode": "2FA""#
    let rule = Self.rule("a", values, unknown: #"{"\#(name)": true}"#)
      .replacing(#""access": "DENY", "#, with: "")
    let org = try Self.imported(Self.plan([Self.policy, rule]))
    #expect(
      org.line.contains(
        #"sign-on "a" { when unknown "requirement: okta_app_signon_policy_rule.a.\#(name), with {"#),
      "\(org.text)")
    #expect(org.line.contains(#"sign-on "a (or 2)" { deny }"#), "\(org.text)")
  }

  @Test("An unset `required` has two readings")
  func required() throws {
    let constraint = #"{\"possession\": {\"phishingResistant\": \"REQUIRED\"}}"#
    let rule = Self.rule(
      "a",
      #""priority": 1, "access": "ALLOW", "factor_mode": "1FA", "constraints": ["\#(constraint)"]"#
    )
    .replacing(#""access": "DENY", "#, with: "")
    let org = try Self.imported(Self.plan([Self.policy, rule]))
    #expect(
      org.line.contains(#"constraints without `required`" require phishing-resistant possession"#),
      "\(org.text)")
    #expect(org.line.contains("require any 1"), "\(org.text)")
  }

  @Test("The id of a zone of the same plan is resolved by the configuration")
  func createdZone() throws {
    let zone = Self.change(
      "okta_network_zone.z", #"{"name": "Office", "type": "IP", "gateways": ["10.0.0.0/8"]}"#,
      unknown: #"{"id": true}"#, actions: #"["create"]"#)
    let rule = Self.rule(
      "a", #""priority": 1, "network_includes": [null]"#, unknown: #"{"network_includes": [true]}"#
    )
    .replacing("ANYWHERE", with: "ZONE")
    func configuration(_ references: String) -> String {
      """
      "configuration": {"root_module": {"resources": [{"address": "okta_app_signon_policy_rule.a",
        "expressions": {"network_includes": {"references": [\(references)]}}}]}},
      """
    }
    let known = try Self.imported(
      Self.plan(
        [Self.policy, zone, rule],
        configuration(#""okta_network_zone.z.id", "okta_network_zone.z""#)))
    #expect(known.line.contains(#"when zone "Office" deny"#), "\(known.text)")
    // The value of a local isn't in a plan.
    for references in [#""local.zone""#, #""okta_network_zone.z.id", "local.zone""#, ""] {
      let open = try Self.imported(Self.plan([Self.policy, zone, rule], configuration(references)))
      #expect(open.line.contains(#"network_includes[0]" deny"#), "\(open.text)")
    }
  }

  @Test("Instances, modules, variables and outputs lead to a resource")
  func modules() throws {
    let key = #"hr.\"x\"]"#
    let policy = Self.change(
      #"module.p["a.b"].okta_app_signon_policy.p["\#(key)"]"#, #"{"name": "App"}"#,
      unknown: #"{"id": true}"#, actions: #"["create"]"#)
    let rule = Self.change(
      "module.r.okta_app_signon_policy_rule.a[0]",
      #"{"name": "a", "priority": 1, "access": "DENY", "network_connection": "ANYWHERE"}"#,
      unknown: #"{"id": true, "policy_id": true}"#, actions: #"["create"]"#)
    let configuration = """
      "configuration": {"root_module": {"module_calls": {
        "p": {"module": {"outputs": {"id": {"expression":
          {"references": [\(Self.quoted(#"okta_app_signon_policy.p["\#(key)"].id"#))]}}}}},
        "r": {"expressions": {"policy": {"references": ["module.p[\\"a.b\\"].id", "module.p"]}},
          "module": {"resources": [{"address": "okta_app_signon_policy_rule.a",
            "expressions": {"policy_id": {"references": ["var.policy"]}}}]}}}}},
      """
    let org = try Self.imported(Self.plan([policy, rule], configuration))
    #expect(org.line.contains(#"sign-on-policy "App" { sign-on "a" { deny }"#), "\(org.text)")
  }

  @Test("Modules that refer to each other in a circle end")
  func circle() throws {
    let rule = Self.change(
      "module.a.okta_app_signon_policy_rule.a", #"{"name": "a", "access": "DENY", "priority": 1}"#,
      unknown: #"{"policy_id": true}"#)
    let configuration = """
      "configuration": {"root_module": {"module_calls": {
        "a": {"expressions": {"x": {"references": ["module.a.y"]}}, "module": {
          "outputs": {"y": {"expression": {"references": ["var.x"]}}},
          "resources": [{"address": "okta_app_signon_policy_rule.a",
            "expressions": {"policy_id": {"references": ["var.x"]}}}]}}}}},
      """
    let org = try Self.imported(Self.plan([Self.policy, rule], configuration))
    #expect(org.line.contains("the policy of the rule isn't known"), "\(org.text)")
  }

  @Test("A rule of one of several policies is in each, under an unknown condition")
  func severalPolicies() throws {
    let policies = ["x", "y"].map {
      Self.change(
        #"okta_app_signon_policy.p["\#($0)"]"#, #"{"name": "\#($0)"}"#, unknown: #"{"id": true}"#,
        actions: #"["create"]"#)
    }
    let rule = Self.rule("a", #""priority": 1"#, unknown: #"{"policy_id": true}"#)
      .replacing(#""policy_id": "rst1","#, with: "")
    let configuration = """
      "configuration": {"root_module": {"resources": [{"address": "okta_app_signon_policy_rule.a",
        "expressions": {"policy_id": {"references": ["okta_app_signon_policy.p", "each.key"]}}}]}},
      """
    let org = try Self.imported(Self.plan(policies + [rule], configuration))
    for name in ["x", "y"] {
      #expect(org.line.contains("policy_id is \(name)\" deny"), "\(org.text)")
    }
  }

  // MARK: What isn't in the file

  @Test("The last rule is unknown, unless the plan makes the policy without it")
  func catchAll() throws {
    let open = try Self.imported(Self.plan([Self.policy]))
    #expect(open.line.contains(#"when unknown "no rule: App" require any 1"#), "\(open.text)")
    let made = Self.change(
      "okta_app_signon_policy.p", #"{"name": "App", "catch_all": false}"#,
      unknown: #"{"id": true}"#,
      actions: #"["create"]"#)
    let shut = try Self.imported(Self.plan([made]))
    #expect(shut.line.contains(#"sign-on "Catch-all Rule" { deny }"#), "\(shut.text)")
    // An import of the policy reads `true`, so only a creation has the meaning.
    let read = made.replacing(#"["create"]"#, with: #"["no-op"]"#)
    #expect(try Self.imported(Self.plan([read])).line.contains("no rule: App"))
  }

  @Test(
    "An order that isn't known is a gap",
    arguments: [
      (#""priority": 1"#, #""priority": 1"#, true), (#""priority": null"#, #""priority": 2"#, true),
      (#""priority": 1"#, #""priority": 2"#, false),
    ])
  func order(first: String, second: String, isOpen: Bool) throws {
    let org = try Self.imported(
      Self.plan([Self.policy, Self.rule("a", first), Self.rule("b", second)]))
    #expect(org.line.contains("the order of the rules of App isn't known") == isOpen, "\(org.text)")
    let only = try Self.imported(Self.plan([Self.policy, Self.rule("a", first)]))
    #expect(!only.line.contains("the order of"), "\(only.text)")
  }

  @Test("A policy of a data source has unknown rules before the managed ones")
  func dataSource() throws {
    let data = #"""
      "prior_state": {"values": {"root_module": {"resources": [{"address": "data.okta_policy.d",
       "mode": "data", "type": "okta_policy", "name": "d",
       "values": {"id": "rst1", "name": "Shared"},
       "provider_name": "registry.terraform.io/okta/okta"}]}}},
      """#
    let org = try Self.imported(Self.plan([Self.rule("a", #""priority": 1"#)], data))
    let parts = [
      #"sign-on-policy "Shared" { sign-on "rules that Terraform doesn't manage" { when unknown"#,
      #"sign-on "a" { deny }"#,
    ]
    for part in parts { #expect(org.line.contains(part), "\(org.text)") }
  }

  @Test("Two policies of an app are a conflict, and an app without one has an unknown policy")
  func conflict() throws {
    let app = Self.change(
      "okta_app_oauth.o", #"{"id": "0oa1", "label": "Wiki", "authentication_policy": "rst2"}"#)
    let link = Self.change(
      "okta_app_access_policy_assignment.l", #"{"app_id": "0oa1", "policy_id": "rst1"}"#)
    let both = try Self.imported(
      Self.plan([Self.policy, Self.rule("a", #""priority": 1"#), app, link]))
    #expect(both.line.contains(#"sign-on-policy "authentication policy of Wiki""#), "\(both.text)")
    let saml = Self.change("okta_app_swa.s", #"{"id": "0oa2", "label": "Old"}"#)
    let open = try Self.imported(Self.plan([Self.policy, saml]))
    #expect(open.line.contains(#"sign-on-policy "authentication policy of Old""#), "\(open.text)")
  }

  @Test("Members that a group rule or another tool may add aren't known")
  func members() throws {
    let objects = [
      Self.change("okta_user.u", #"{"id": "00u1", "login": "jane@example.com"}"#),
      Self.change("okta_group.g", #"{"id": "00g1", "name": "Staff"}"#),
      Self.rule("a", #""priority": 1, "groups_included": ["00g1"]"#), Self.policy,
    ]
    func memberships(_ tracks: Bool) -> String {
      Self.change(
        "okta_group_memberships.m",
        #"{"group_id": "00g1", "users": ["00u1"], "track_all_users": \#(tracks)}"#)
    }
    let byRule = Self.change("okta_group_rule.r", #"{"group_assignments": ["00g1"]}"#)
    let known = try Self.imported(Self.plan(objects + [memberships(true)]))
    #expect(known.line.contains(#"when group "Staff" deny"#), "\(known.text)")
    for more in [[], [memberships(false)], [memberships(true), byRule]] {
      let open = try Self.imported(Self.plan(objects + more))
      #expect(open.line.contains(#"unknown "group: members: okta_group.g" deny"#), "\(open.text)")
    }
  }

  @Test("A user or a group that isn't in the file is an unknown condition")
  func unmanaged() throws {
    for name in ["groups_included", "users_included", "groups_excluded", "users_excluded"] {
      let (id, reason) =
        name.hasPrefix("groups") ? ("00gX", "group: members: 00gX") : ("00uX", "user: 00uX")
      let org = try Self.imported(
        Self.plan([Self.policy, Self.rule("a", #""priority": 1, "\#(name)": ["\#(id)"]"#)]))
      #expect(org.line.contains("unknown \"\(reason)\" deny"), "\(org.text)")
    }
  }

  // MARK: The planned and the prior state

  @Test("A deleted rule is only in the prior state, and a forgotten one in both")
  func moments() throws {
    let values = #"""
      {"id": "rulb", "name": "b", "policy_id": "rst1", "priority": 1, "access": "DENY"}
      """#
    func gone(_ action: String) -> String {
      Self.change("okta_app_signon_policy_rule.b", "null", actions: #"["\#(action)"]"#)
        .replacing(#""before": null"#, with: #""before": \#(values)"#)
    }
    let prior = """
      "prior_state": {"values": {"root_module": {"resources": [
        {"address": "okta_app_signon_policy.p", "mode": "managed", "type": "okta_app_signon_policy",
         "name": "p", "values": {"id": "rst1", "name": "App"}},
        {"address": "okta_app_signon_policy_rule.b", "mode": "managed",
         "type": "okta_app_signon_policy_rule", "name": "b", "values": \(values)}]}}},
      """
    let plan = Self.plan([Self.policy, gone("delete")], prior)
    #expect(try Self.imported(plan, .prior).line.contains(#"sign-on "b" { deny }"#))
    #expect(try !Self.imported(plan).line.contains(#"sign-on "b""#))
    let forgets = Self.plan([Self.policy, gone("forget")], prior)
    #expect(try Self.imported(forgets).line.contains(#"sign-on "b" { deny }"#))
  }

  // MARK: Secrets and other files

  @Test("A secret value is never in the org or in a remark")
  func secrets() throws {
    let rule = Self.rule(
      "a", #""priority": 1, "custom_expression": "user.profile.pin == 's3cr3t'""#
    )
    .replacing(#""after_sensitive": {}"#, with: #""after_sensitive": {"custom_expression": true}"#)
    let user = Self.change(
      "okta_user.u",
      #"{"id": "00u1", "login": "jane@example.com", "password": "s3cr3t", "title": "s3cr3t"}"#
    )
    .replacing(
      #""after_sensitive": {}"#, with: #""after_sensitive": {"password": true, "title": true}"#)
    let org = try Self.imported(Self.plan([Self.policy, rule, user]))
    #expect(!org.text.contains("s3cr3t"))
    #expect(!org.remarks.contains { "\($0)".contains("s3cr3t") })
    #expect(org.line.contains("okta_app_signon_policy_rule.a.custom_expression"), "\(org.text)")
  }

  @Test("A file that isn't a plan or a state of the provider is refused with help")
  func refused() throws {
    let aliased = """
      "configuration": {"provider_config": {
         "okta": {"full_name": "registry.terraform.io/okta/okta",
                  "expressions": {"org_name": {"constant_value": "a"}}},
         "okta.eu": {"full_name": "registry.terraform.io/okta/okta",
                     "expressions": {"org_name": {"constant_value": "b"}}}},
       "root_module": {"resources": [{"address": "x", "provider_config_key": "okta"},
                                     {"address": "y", "provider_config_key": "okta.eu"}]}},
      """
    let aws = Self.policy.replacing("okta/okta", with: "hashicorp/aws")
    let cases: [(text: String, message: String, help: String)] = [
      ("PK\u{3}\u{4}", "this is a binary plan", "terraform show -json"),
      (#"{"@level":"info"}"# + "\n{}", "the log of `terraform plan -json`", "terraform show"),
      (#"{"version": 4, "resources": []}"#, "state file of Terraform", "terraform show -json"),
      ("[]", "neither a plan nor a state", "terraform show -json"),
      (#"{"format_version": "2.0"}"#, "the format version `2.0`", "versions 0 and 1"),
      (#"{"format_version": "1.0"}"#, "the state has no resource of the provider `okta`", ""),
      (Self.plan([aws]), "the plan has no resource", "`registry.terraform.io/hashicorp/aws`"),
      (Self.plan([Self.policy], aliased), "more than one org", "terraform plan -target"),
    ]
    for one in cases {
      let failure = #expect(throws: PlainFailure.self) {
        try TerraformFile(Array(one.text.utf8), path: "x")
      }
      #expect(failure?.message.contains(one.message) == true, "\(String(describing: failure))")
      if !one.help.isEmpty {
        #expect(failure?.help?.contains(one.help) == true, "\(String(describing: failure))")
      }
    }
  }
}
