import FlowHTTP
import Testing

@testable import OktaImport

/// Attributes of resources that the import doesn't know, such as those of a later provider.
@Suite("Attributes of Terraform that the import doesn't read")
struct TerraformUnreadTests {
  private typealias Plan = TerraformPlanText

  private static let policy = Plan.same(
    "okta_app_signon_policy.p", #"{"id": "rst1", "name": "App"}"#)

  /// A resource of each type that the import translates, with the values that it needs.
  static let resources: [(address: String, values: String)] = [
    (
      "okta_app_signon_policy_rule.x",
      #""policy_id": "rst1", "name": "a", "priority": 1, "access": "ALLOW", "network_connection": "ANYWHERE""#
    ),
    ("okta_app_signon_policy.x", #""name": "Other""#),
    ("okta_policy_signon.x", #""name": "Session", "priority": 1, "status": "ACTIVE""#),
    (
      "okta_policy_rule_signon.x",
      #""policy_id": "rst2", "name": "s", "priority": 1, "access": "ALLOW", "primary_factor": "PASSWORD_IDP", "network_connection": "ANYWHERE""#
    ),
    (
      "okta_policy_mfa.x",
      #""name": "Enroll", "priority": 1, "is_oie": true, "okta_password": {"enroll": "REQUIRED"}"#
    ),
    ("okta_policy_mfa_default.x", #""is_oie": true, "okta_password": {"enroll": "REQUIRED"}"#),
    (
      "okta_policy_rule_mfa.x",
      #""policy_id": "rst3", "name": "m", "priority": 1, "enroll": "LOGIN", "network_connection": "ANYWHERE""#
    ),
    ("okta_policy_password.x", #""name": "Passwords", "priority": 1"#),
    ("okta_policy_password_default.x", #""password_min_length": 9"#),
    (
      "okta_policy_rule_password.x",
      #""policy_id": "rst4", "name": "r", "priority": 1, "network_connection": "ANYWHERE""#
    ),
    ("okta_policy_profile_enrollment.x", #""name": "Sign up""#),
    (
      "okta_policy_rule_profile_enrollment.x",
      #""policy_id": "rst5", "unknown_user_action": "DENY""#
    ),
    (
      "okta_policy_rule_idp_discovery.x",
      #""policy_id": "rst6", "name": "i", "priority": 1, "network_connection": "ANYWHERE""#
    ),
    (
      "okta_policy_device_assurance_macos.x", #""id": "dae1", "name": "Macs", "os_version": "14.1""#
    ),
    ("okta_policy_device_assurance_windows.x", #""id": "dae1", "name": "PCs""#),
    (
      "okta_policy_device_assurance_android.x",
      #""id": "dae1", "name": "Phones", "jailbreak": false"#
    ),
    (
      "okta_network_zone.x", #""id": "nzo1", "name": "Z", "type": "IP", "gateways": ["10.0.0.0/8"]"#
    ),
    ("okta_behavior.x", #""id": "bhv1", "name": "B", "type": "VELOCITY""#),
    ("okta_authenticator.x", #""id": "aut1", "key": "okta_verify", "name": "Okta Verify""#),
    (
      "okta_group_rule.x",
      #""name": "g", "status": "ACTIVE", "expression_value": "true", "group_assignments": ["00g1"]"#
    ),
    ("okta_idp_oidc.x", #""id": "0oa7", "name": "Partner""#),
    ("okta_idp_saml.x", #""id": "0oa7", "name": "Partner""#),
    ("okta_idp_social.x", #""id": "0oa7", "name": "Partner", "type": "GOOGLE""#),
    ("okta_user.x", #""id": "00u1", "login": "jane@example.com", "email": "jane@example.com""#),
    ("okta_app_access_policy_assignment.x", #""app_id": "0oa1", "policy_id": "rst1""#),
  ]

  /// The types whose attributes decide nothing, and what a note says about them.
  static let harmless: [(address: String, values: String)] = [
    ("okta_group.x", #""id": "00g2", "name": "Bots""#),
    ("okta_user_type.x", #""id": "oty1", "name": "bots""#),
    ("okta_app_oauth.x", #""id": "0oa1", "label": "W", "authentication_policy": "rst1""#),
    ("okta_app_saml.x", #""id": "0oa1", "label": "W", "authentication_policy": "rst1""#),
  ]

  private static let values = [
    #""x-77""#, "true", "7", #"["x-77"]"#, #"[{"id": "x-77"}]"#, #"{"a": "x-77"}"#, "false",
  ]

  private static func org(
    _ address: String, _ values: String, _ more: [Plan.Change] = [], isNew: Bool = false
  ) throws -> Importing.Outcome {
    let text = "{\(values)}"
    let group = Plan.same("okta_group.staff", #"{"id": "00g1", "name": "Staff"}"#)
    let named = Plan.same(
      "okta_app_signon_policy_rule.of-staff",
      #"{"policy_id": "rst1", "name": "of staff", "priority": 7, "access": "DENY", "network_connection": "ANYWHERE", "groups_included": ["00g1"]}"#
    )
    let change =
      isNew
      ? Plan.Change(address: address, before: nil, after: text) : Plan.same(address, text)
    return try Plan([policy, group, named, change] + more).imported()
  }

  @Test(
    "An attribute that may decide who gets in is in the org, whether the resource is new or not",
    arguments: resources.map(\.address))
  func kept(address: String) throws {
    let values = try #require(Self.resources.first { $0.address == address }).values
    let plain = try Self.org(address, values)
    #expect(!plain.line.contains("no equivalent"), "\(plain.text)")
    for value in Self.values {
      for isNew in [false, true] {
        let own = values + #", "future_setting": \#(value)"#
        let other = try Self.org(address, own, isNew: isNew)
        #expect(other.line.contains("future_setting"), "\(value)\n\(other.text)")
      }
    }
    // Nothing else is there without a value.
    for value in ["null", #""""#, "[]", "{}"] {
      let other = try Self.org(address, values + #", "future_setting": \#(value)"#)
      #expect(other.line == plain.line, "\(value)\n\(other.text)")
    }
  }

  @Test("An attribute that decides nothing is in a note", arguments: harmless.map(\.address))
  func noted(address: String) throws {
    let values = try #require(Self.harmless.first { $0.address == address }).values
    let other = try Self.org(address, values + #", "future_setting": "x-77""#)
    #expect(
      other.remarks.contains { $0.message.contains("`future_setting`") }, "\(other.remarks)")
    #expect(!other.line.contains("future_setting"), "\(other.text)")
  }

  @Test("An attribute inside a block is in the org")
  func blocks() throws {
    func org(_ values: String) throws -> Importing.Outcome {
      try Self.org(
        "okta_app_signon_policy_rules.x",
        #""policy_id": "rst1", "rule": [{"name": "a", "priority": 1, "access": "DENY"}, {"name": "b", "priority": 2, "access": "DENY"\#(values)}]"#
      )
    }
    #expect(!(try org("")).line.contains("no equivalent"))
    let other = try org(#", "future_setting": "x-77""#)
    #expect(other.line.contains("`rule[1].future_setting`"), "\(other.text)")
    let enroll = try Self.org(
      "okta_policy_mfa.x",
      #""name": "E", "priority": 1, "is_oie": true, "okta_verify": {"enroll": "REQUIRED", "future_setting": "x-77"}"#
    )
    #expect(enroll.line.contains("x-77"), "\(enroll.text)")
  }

  /// Types of objects that a rule can name, with an attribute that isn't simulated.
  static let pairs: [(type: String, values: String, attribute: String, rule: String)] = [
    (
      "okta_policy_device_assurance_macos", #""os_version": "14.1""#,
      #""third_party_signal_providers": true, "tpsp_os_firewall": true"#,
      #""device_assurances_included": ["ID"]"#
    ),
    (
      "okta_policy_device_assurance_windows", #""os_version": "10.0.1""#,
      #""os_version_constraint": [{"major_version_constraint": "WINDOWS_11"}]"#,
      #""device_assurances_included": ["ID"]"#
    ),
    (
      "okta_network_zone", #""type": "IP", "gateways": ["10.0.0.0/8"]"#,
      #""future_setting": ["x"]"#,
      #""network_connection": "ZONE", "network_includes": ["ID"]"#
    ),
  ]

  /// The lines of an org that decide, without gaps and details.
  private static func deciding(_ org: Importing.Outcome) -> [Substring] {
    org.text.split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { line in !["#", "gap ", "detail "].contains { line.hasPrefix($0) } }
  }

  @Test("An object with the attribute decides differently", arguments: pairs.indices)
  func moved(index: Int) throws {
    let pair = Self.pairs[index]
    func deciding(_ attribute: String) throws -> [Substring] {
      let object = Plan.same(
        "\(pair.type).o", #"{"id": "obj1", "name": "O", \#(pair.values)\#(attribute)}"#)
      let rule =
        #""policy_id": "rst1", "name": "a", "priority": 1, "access": "ALLOW", \#(pair.rule)"#
      return Self.deciding(
        try Self.org(
          "okta_app_signon_policy_rule.x", rule.replacing("ID", with: "obj1"), [object]))
    }
    #expect(try deciding("") != deciding(", " + pair.attribute))
    #expect(try deciding(", " + pair.attribute) == deciding(", " + pair.attribute))
  }

  @Test("Both moments of a plan have the same text for what it leaves as it is")
  func moments() throws {
    for (address, values) in Self.resources {
      let change = Plan.same(address, "{\(values), \"future_setting\": [\"x\"], \"tpsp_a\": true}")
      let plan = Plan([Self.policy, change])
      #expect(try plan.imported(.prior).line == plan.imported(.planned).line, "\(address)")
    }
  }

  @Test("A secret is never in the org, even if the import doesn't know its attribute")
  func secrets() throws {
    for values in [
      #""provider_shared_secret": "hush-1", "provider_hostname": "radius.example.com""#,
      #""provider_json": "{\"type\": \"X\", \"configuration\": {\"secretKey\": \"hush-1\", \"host\": \"radius.example.com\"}}""#,
    ] {
      let org = try Self.org(
        "okta_authenticator.x", #""id": "aut1", "key": "duo", "name": "Duo", \#(values)"#)
      #expect(org.line.contains("radius.example.com"), "\(org.text)")
      #expect(!org.text.contains("hush"), "\(org.text)")
      #expect(!org.remarks.contains { $0.message.contains("hush") })
    }
  }

  @Test("The order of a set makes no difference to a device assurance policy")
  func order() throws {
    func line(_ values: String) throws -> String {
      try Self.org(
        "okta_policy_device_assurance_macos.x", #""id": "dae1", "name": "M", \#(values)"#
      ).line
    }
    #expect(
      try line(
        #""tpsp_a": ["x", "y"], "tpsp_b": "1", "screenlock_type": ["PASSCODE", "BIOMETRIC"]"#)
        == line(
          #""screenlock_type": ["BIOMETRIC", "PASSCODE"], "tpsp_b": "1", "tpsp_a": ["y", "x"]"#))
  }
}
