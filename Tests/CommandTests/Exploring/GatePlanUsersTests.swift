import CommandSupport
import FlowHTTP
import FlowTerminal
import Testing

/// Rules of Terraform for users that it doesn't manage.
@Suite("flow gate --plan: types and attributes of users") struct GatePlanUsersTests {
  /// A condition about users, as attributes of a rule.
  struct Condition: Sendable, CustomTestStringConvertible {
    var name: String
    var value: JSON

    var testDescription: String { "\(name): \(String(decoding: value.bytes(), as: UTF8.self))" }
  }

  static let conditions: [Condition] =
    ["user_types_included", "user_types_excluded"].map {
      Condition(name: $0, value: ["otyBots"])
    }
    + [
      "user.profile.title == 'Clerk'", "user.profile.title != 'Clerk'",
      "user.profile.title != 'Clerk' AND user.profile.city == 'Bern'",
      "!(user.profile.title == 'Clerk' OR user.profile.city == 'Bern')",
      "user.profile.login == 'kim@x.example'", "user.profile.email == 'kim@x.example'",
      "{'Clerk', 'Nurse'}.contains(user.profile.title)", "user.profile.login.contains('@x.')",
    ].map { Condition(name: "custom_expression", value: .string($0)) }

  private static let address = "okta_app_signon_policy_rule.some"
  private static let phishingResistant: JSON = [
    .string(
      #"{"knowledge": {"types": ["password"], "required": true}, "#
        + #""possession": {"phishingResistant": "REQUIRED", "required": true}}"#)
  ]

  /// A rule for some users.
  private static func rule(
    _ condition: Condition?, _ mode: String, priority: Int = 1, access: String = "ALLOW"
  ) -> JSON {
    var rule: JSONObject = [
      "id": "rulSome", "policy_id": "rstPay", "name": "some", "priority": .integer(priority),
      "status": "ACTIVE", "access": .string(access), "network_connection": "ANYWHERE",
      "type": "ASSURANCE", "factor_mode": .string(mode), "re_authentication_frequency": "PT2H",
      "constraints": mode == "2FA"
        ? phishingResistant : [#"{"knowledge": {"types": ["password"], "required": true}}"#],
    ]
    if let condition { rule[condition.name] = condition.value }
    return .object(rule)
  }

  /// A plan of an org that has a user type, and that may have a user.
  private static func plan(hasUser: Bool) -> PlanFixture {
    var plan = PlanFixture()
    plan.setBoth("okta_user_type.bots", ["id": "otyBots", "name": "bots", "display_name": "Bots"])
    guard hasUser else { return plan }
    plan.setBoth(
      "okta_user.ada",
      ["id": "00u1", "login": "ada@y.example", "email": "ada@y.example", "status": "ACTIVE"])
    return plan
  }

  private static func gate(_ plan: PlanFixture, claims: String? = nil) async throws
    -> Shell.Outcome
  {
    let folder = try TemporaryFolder()
    var arguments = ["gate", "--plan", try folder.write("plan.json", plan.text), "--accept-gaps"]
    if let claims { arguments += ["--claims", try folder.write("claims.flow", claims)] }
    return await Shell()(arguments)
  }

  @Test("A new rule that asks for less isn't passed", arguments: conditions)
  func new(condition: Condition) async throws {
    for hasUser in [false, true] {
      var plan = Self.plan(hasUser: hasUser)
      plan.new[Self.address] = Self.rule(condition, "1FA")
      let run = try await Self.gate(plan)
      #expect(run.status == .failed && run.output.contains("weaker: "), "\(run.all)")
    }
  }

  @Test("A rule that asks for less than before isn't passed", arguments: conditions)
  func changed(condition: Condition) async throws {
    for hasUser in [false, true] {
      var plan = Self.plan(hasUser: hasUser)
      plan.setBoth(Self.address, Self.rule(condition, "2FA"))
      #expect(try await Self.gate(plan).status == .success)
      plan.set(Self.address, Self.rule(condition, "1FA"))
      let run = try await Self.gate(plan)
      #expect(run.status == .failed && run.output.contains("weaker: "), "\(run.all)")
    }
  }

  @Test("A denial that a plan moves behind a rule for all isn't passed", arguments: conditions)
  func moved(condition: Condition) async throws {
    for hasUser in [false, true] {
      var plan = Self.plan(hasUser: hasUser)
      plan.setBoth("okta_app_signon_policy_rule.all", Self.rule(nil, "1FA", priority: 2))
      plan.setBoth("okta_app_signon_policy_rule.all", ["id": "rulAll", "name": "all"])
      plan.old[Self.address] = Self.rule(condition, "2FA", access: "DENY")
      plan.new[Self.address] = Self.rule(condition, "2FA", priority: 3, access: "DENY")
      let run = try await Self.gate(plan)
      #expect(run.status == .failed && run.output.contains("weaker: "), "\(run.all)")
    }
  }

  @Test("A claim about all users doesn't hold because of such a rule", arguments: conditions)
  func claim(condition: Condition) async throws {
    for hasUser in [false, true] {
      for (mode, status) in [("2FA", ExitStatus.success), ("1FA", .failed)] {
        var plan = Self.plan(hasUser: hasUser)
        plan.setBoth(Self.address, Self.rule(condition, mode))
        let run = try await Self.gate(plan, claims: "claim \"two\" { always kinds >= 2 }\n")
        #expect(run.status == status, "\(mode): \(run.all)")
      }
    }
  }

  @Test("A rule for another class of users isn't passed, whatever it asks for")
  func other() async throws {
    for (name, old, new) in [
      ("user_types_included", ["otyBots"], ["otyStaff"]),
      ("user_types_excluded", ["otyBots"], ["otyStaff"]),
      ("custom_expression", "user.profile.title == 'Clerk'", "user.profile.title == 'Nurse'"),
      ("custom_expression", "user.profile.login == 'a@x.test'", "user.profile.login == 'b@x.test'"),
    ] as [(String, JSON, JSON)] {
      for (access, hasUser) in [("ALLOW", false), ("DENY", false), ("ALLOW", true), ("DENY", true)]
      {
        var plan = Self.plan(hasUser: hasUser)
        plan.setBoth("okta_app_signon_policy_rule.all", Self.rule(nil, "2FA", priority: 2))
        plan.setBoth("okta_app_signon_policy_rule.all", ["id": "rulAll", "name": "all"])
        let (old, new) = (Condition(name: name, value: old), Condition(name: name, value: new))
        plan.old[Self.address] = Self.rule(old, "1FA", access: access)
        plan.new[Self.address] = Self.rule(new, "1FA", access: access)
        let run = try await Self.gate(plan)
        #expect(run.status == .failed && run.output.contains("weaker: "), "\(name): \(run.all)")
      }
    }
  }

  @Test("A user of the file has the type and the attributes of the file")
  func known() async throws {
    let cases: [(condition: Condition, change: JSON)] = [
      (Condition(name: "user_types_included", value: ["otyStaff"]), ["type": [["id": "otyBots"]]]),
      (
        Condition(name: "custom_expression", value: "user.profile.title == 'Nurse'"),
        ["title": "Clerk"]
      ),
    ]
    for (condition, change) in cases {
      var plan = Self.plan(hasUser: true)
      plan.setBoth("okta_user.ada", ["type": [["id": "otyStaff"]], "title": "Nurse"])
      plan.setBoth("okta_app_signon_policy_rule.all", Self.rule(nil, "1FA", priority: 2))
      plan.setBoth("okta_app_signon_policy_rule.all", ["id": "rulAll", "name": "all"])
      plan.setBoth(Self.address, Self.rule(condition, "2FA", access: "DENY"))
      plan.set("okta_user.ada", change)
      let run = try await Self.gate(plan)
      #expect(
        run.status == .failed && run.output.contains("weaker: ada@y.example"), "\(run.all)")
    }
  }

  @Test("A rule for fewer users that asks for less passes")
  func fewer() async throws {
    for (name, old, new) in [
      ("user_types_included", ["otyBots", "otyStaff"], ["otyBots"]),
      (
        "custom_expression", "{'Clerk', 'Nurse'}.contains(user.profile.title)",
        "user.profile.title == 'Clerk'"
      ),
    ] as [(String, JSON, JSON)] {
      var plan = Self.plan(hasUser: false)
      plan.setBoth("okta_app_signon_policy_rule.all", Self.rule(nil, "2FA", priority: 2))
      plan.setBoth("okta_app_signon_policy_rule.all", ["id": "rulAll", "name": "all"])
      plan.old[Self.address] = Self.rule(Condition(name: name, value: old), "1FA")
      plan.new[Self.address] = Self.rule(Condition(name: name, value: new), "1FA")
      let run = try await Self.gate(plan)
      #expect(run.status == .success && run.output.contains("stronger: "), "\(name): \(run.all)")
    }
  }

  @Test("A new name of a type makes no difference")
  func renamed() async throws {
    var plan = Self.plan(hasUser: true)
    plan.setBoth(Self.address, Self.rule(Self.conditions[0], "1FA"))
    plan.set("okta_user_type.bots", ["name": "robots"])
    let run = try await Self.gate(plan)
    #expect(run.status == .success, "\(run.all)")
  }
}
