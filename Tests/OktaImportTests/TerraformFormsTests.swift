import FlowHTTP
import FlowText
import Testing

@testable import OktaImport

/// The forms in which a plan has resources, and the values that Okta chooses.
@Suite("Forms of a plan of Terraform")
struct TerraformFormsTests {
  private typealias Change = TerraformPlanText.Change

  private static let policy = TerraformPlanText.same(
    "okta_app_signon_policy.p", #"{"id": "rst1", "name": "App"}"#)

  private static func rule(_ name: String, _ values: String) -> String {
    #"{"id": "rul\#(name)", "policy_id": "rst1", "name": "\#(name)", "access": "DENY", \#(values)}"#
  }

  // MARK: Instances

  @Test("Rules of one resource, with their priorities")
  func plural() throws {
    let rules = TerraformPlanText.same(
      "okta_app_signon_policy_rules.r",
      """
      {"id": "rst1", "policy_id": "rst1", "rule": [
        {"id": "rul1", "name": "second", "priority": 2, "access": "DENY", "risk_score": "HIGH"},
        {"id": "rul2", "name": "first", "priority": 1, "access": "DENY", "risk_score": "LOW"}]}
      """)
    let org = try TerraformPlanText([Self.policy, rules]).imported()
    let first = try #require(org.line.firstRange(of: #"sign-on "first" { when risk low deny }"#))
    let second = try #require(org.line.firstRange(of: #"sign-on "second" { when risk high deny }"#))
    #expect(first.lowerBound < second.lowerBound, "\(org.text)")
    // It isn't known how many rules there are.
    var open = rules
    open.after = #"{"id": "rst1", "policy_id": "rst1"}"#
    open.unknown = #"{"rule": true}"#
    let none = try TerraformPlanText([Self.policy, open]).imported()
    #expect(none.line.contains("its rules aren't known"), "\(none.text)")
  }

  @Test("Each instance of `count` and of `for_each` is a rule of its own")
  func instances() throws {
    let levels = ["LOW", "MEDIUM", "HIGH"]
    let rules = [("[0]", "a"), ("[1]", "b"), (#"["x.y"]"#, "c")].enumerated().map { index, rule in
      TerraformPlanText.same(
        "okta_app_signon_policy_rule.r\(rule.0)",
        Self.rule(rule.1, #""priority": \#(index + 1), "risk_score": "\#(levels[index])""#))
    }
    let whole = TerraformPlanText([Self.policy] + rules)
    let all = try whole.imported()
    for name in ["a", "b", "c"] {
      #expect(all.line.contains("sign-on \"\(name)\" { when risk"), "\(all.text)")
    }
    #expect(!all.line.contains("the order of"), "\(all.text)")
    // A smaller `count` deletes the last instance.
    var fewer = whole
    fewer.changes[2].after = nil
    #expect(try fewer.imported(.prior).line.contains(#"sign-on "b""#))
    #expect(try !fewer.imported().line.contains(#"sign-on "b""#))
    #expect(try fewer.imported().line.contains(#"sign-on "c""#))
  }

  @Test("A resource that is moved is the same in both moments")
  func moved() throws {
    var rule = TerraformPlanText.same(
      "okta_app_signon_policy_rule.new[0]",
      Self.rule("a", #""priority": 1, "custom_expression": "other(1)""#))
    rule.more = #""previous_address": "okta_app_signon_policy_rule.old","#
    let plan = TerraformPlanText([Self.policy, rule])
    let text = plan.text
    let range = try #require(
      text.range(of: "okta_app_signon_policy_rule.new[0]", after: "prior_state"))
    let moved = text.replacingCharacters(in: range, with: "okta_app_signon_policy_rule.old")
    let planned = try TerraformImportTests.imported(moved)
    #expect(try TerraformImportTests.imported(moved, .prior).line == planned.line)
    #expect(!planned.line.contains(#""a (2)""#), "\(planned.text)")
  }

  @Test("A deferred change is a gap after the changes, and drift is a warning")
  func deferred() throws {
    let deferred = """
      "deferred_changes": [{"reason": "resource_config_unknown", "resource_change":
        {"address": "okta_app_signon_policy_rule.d", "mode": "managed",
         "type": "okta_app_signon_policy_rule", "name": "d",
         "provider_name": "registry.terraform.io/okta/okta",
         "change": {"actions": ["create"], "before": null,
           "after": {"name": "d", "access": "DENY"}, "after_unknown": {"policy_id": true}}}}],
      "resource_drift": [{"address": "okta_app_signon_policy.p", "type": "okta_app_signon_policy",
        "change": {"actions": ["update"]}}], "complete": false,
      """
    let plan = TerraformPlanText([Self.policy], more: deferred)
    let planned = try plan.imported()
    #expect(planned.line.contains("change of okta_app_signon_policy_rule.d is deferred"))
    #expect(planned.line.contains("the plan isn't complete"), "\(planned.text)")
    #expect(planned.remarks.contains { $0.message.contains("changed outside of Terraform") })
    let prior = try plan.imported(.prior)
    #expect(!prior.line.contains("deferred") && !prior.line.contains("isn't complete"))
  }

  @Test("A plan without the changes of its values is refused")
  func withoutChanges() throws {
    let values =
      #"{"address": "okta_group.g", "mode": "managed", "type": "okta_group", "name": "g","#
    func state(_ name: String) -> String {
      #"{"root_module": {"resources": [\#(values) "values": {"id": "00g1", "name": "\#(name)"}}]}}"#
    }
    func plan(_ old: String, _ new: String, _ more: String = "") -> String {
      """
      {"format_version": "1.2", \(more) "planned_values": \(state(new)),
       "prior_state": {"values": \(state(old))}}
      """
    }
    for text in [plan("a", "b"), plan("a", "b", #""resource_changes": [],"#), plan("a", "a")] {
      let failure = #expect(throws: PlainFailure.self) {
        try TerraformFile(Array(text.utf8), path: "x")
      }
      #expect(failure?.message.contains("the change of `okta_group.g`") == true)
    }
    // A plan with `-target` doesn't have the other resources.
    for more in [#""resource_changes": [],"#, #""complete": false,"#] {
      #expect(throws: Never.self) {
        try TerraformFile(Array(plan("a", "a", more).utf8), path: "x")
      }
    }
  }

  // MARK: Values

  @Test("The position 0 is the first one of an authentication policy")
  func zero() throws {
    let first = Change(
      address: "okta_app_signon_policy_rule.a", before: nil,
      after: Self.rule("a", #""risk_score": "HIGH", "priority": 0"#))
    let second = TerraformPlanText.same(
      "okta_app_signon_policy_rule.b", Self.rule("b", #""priority": 1"#))
    let org = try TerraformPlanText([Self.policy, second, first]).imported()
    #expect(!org.line.contains("isn't known: no `priority`"), "\(org.text)")
    let a = try #require(org.line.firstRange(of: #"sign-on "a""#))
    let b = try #require(org.line.firstRange(of: #"sign-on "b""#))
    #expect(a.lowerBound < b.lowerBound, "\(org.text)")
    let none = first.after?.replacing(#", "priority": 0"#, with: "")
    let open = Change(address: first.address, before: nil, after: none)
    let unknown = try TerraformPlanText([Self.policy, second, open]).imported()
    #expect(unknown.line.contains("isn't known: no `priority`"), "\(unknown.text)")
  }

  @Test("Without a requirement, the recovery factors of the policy may decide")
  func recovery() throws {
    func org(_ mail: String) throws -> String {
      let authenticators = ["okta_email", "okta_password"].map { key in
        TerraformPlanText.same(
          "okta_authenticator.\(key)",
          #"{"id": "aut-\#(key)", "key": "\#(key)", "name": "\#(key)", "status": "ACTIVE"}"#)
      }
      let password = TerraformPlanText.same(
        "okta_policy_password.p",
        #"{"id": "rst2", "name": "P", "priority": 1, "email_recovery": "\#(mail)"}"#)
      let rule = TerraformPlanText.same(
        "okta_policy_rule_password.r",
        """
        {"id": "rul2", "policy_id": "rst2", "name": "r", "priority": 1, "password_reset": "ALLOW",
         "network_connection": "ANYWHERE"}
        """)
      return try TerraformPlanText([Self.policy, password, rule] + authenticators).imported().line
    }
    let on = try org("ACTIVE")
    #expect(on.contains("okta_policy_rule_password.r without `password_reset_requirement`"))
    #expect(on.contains("password by email"), "\(on)")
    #expect(try org("INACTIVE") != on)
  }

  @Test("An inactive app leaves its policy to other apps")
  func inactive() throws {
    let values =
      #"{"id": "0oa1", "label": "W", "authentication_policy": "rst1", "status": "ACTIVE"}"#
    let app = Change(
      address: "okta_app_oauth.w", before: values.replacing("ACTIVE", with: "INACTIVE"),
      after: values)
    let plan = TerraformPlanText([Self.policy, app])
    #expect(try plan.imported(.prior).line.contains(#"app "An app of App""#))
    #expect(try plan.imported().line.contains(#"app "W""#))
  }

  @Test("The default policy for signing up is one gap, unless an app had another one")
  func signUp() throws {
    let app = TerraformPlanText.same(
      "okta_app_oauth.w", #"{"id": "0oa1", "label": "Wiki", "authentication_policy": "rst1"}"#)
    let plain = try TerraformPlanText([Self.policy, app]).imported()
    #expect(plain.line.contains("the default policy for signing up"), "\(plain.text)")
    #expect(!plain.line.contains("of the app Wiki"), "\(plain.text)")
    let link = Change(
      address: "okta_policy_profile_enrollment_apps.l",
      before: #"{"policy_id": "rst3", "apps": ["0oa1"]}"#, after: nil)
    let policy = TerraformPlanText.same(
      "okta_policy_profile_enrollment.s", #"{"id": "rst3", "name": "Sign-up"}"#)
    let without = try TerraformPlanText([Self.policy, app, policy, link]).imported()
    #expect(without.line.contains("how users of the app Wiki sign up"), "\(without.text)")
  }

  @Test(
    "Zones have the form of the management API",
    arguments: [
      (
        #""type": "DYNAMIC", "dynamic_locations": ["US", "UA-26"], "asns": ["1"]"#,
        #"{"locations":[{"country":"US","region":null},{"country":"UA","region":"UA-26"}]}"#
      ),
      (
        """
        "type": "DYNAMIC_V2", "dynamic_locations_exclude": ["US"],
        "ip_service_categories_include": ["VPN"], "ip_service_categories_exclude": ["TOR"]
        """,
        """
        {"locations":{"include":[],"exclude":[{"country":"US","region":null}]},\
        "asns":{"include":[],"exclude":[]},\
        "ipServiceCategories":{"include":["VPN"],"exclude":["TOR"]}}
        """
      ),
    ])
  func zones(values: String, expected: String) throws {
    let zone = TerraformPlanText.same(
      "okta_network_zone.z", #"{"id": "nzo1", "name": "Z", "status": "ACTIVE", \#(values)}"#)
    let file = try TerraformFile(
      Array(TerraformPlanText([Self.policy, zone]).text.utf8), path: "plan.json")
    let bodies = file.bodies(.planned, ImportLedger()).map(\.json)
    let body = try #require(bodies.first { $0["id"] == "nzo1" })
    for member in try #require(JSON(parsing: Array(expected.utf8)).object).members {
      #expect(body[member.name] == member.value, "\(member.name)")
    }
  }
}

extension String {
  /// The first range of a text after another one.
  fileprivate func range(of text: String, after mark: String) -> Range<String.Index>? {
    firstRange(of: mark).flatMap { self[$0.upperBound...].firstRange(of: text) }
  }

  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }
}
