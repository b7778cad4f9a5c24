import CommandSupport
import FlowHTTP
import FlowTerminal
import Testing

/// Plans that `flow gate --plan` must not pass.
@Suite("flow gate --plan: changes") struct GatePlanChangesTests {
  private static func gate(_ plan: PlanFixture, _ options: String...) async throws -> Shell.Outcome
  {
    try await gate(text: plan.text, options)
  }

  private static func gate(text: String, _ options: [String] = []) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let path = try folder.write("plan.json", text)
    return await Shell()(["gate", "--plan", path, "--accept-gaps"] + options)
  }

  private static let user: JSON = [
    "id": "00u1", "login": "ada@x.example", "email": "ada@x.example", "status": "ACTIVE",
  ]

  @Test("A plan that changes nothing passes, and a new name of a group does, too")
  func same() async throws {
    let same = try await Self.gate(PlanFixture())
    #expect(same.status == .success, "\(same.all)")
    var rename = PlanFixture()
    rename.set("okta_group.staff", ["name": "Employees"])
    let renamed = try await Self.gate(rename)
    #expect(renamed.status == .success, "\(renamed.all)")
    #expect(renamed.output.contains("by the same methods"), "\(renamed.all)")
  }

  @Test("A user of the file doesn't hide what becomes weaker for others")
  func user() async throws {
    var plan = PlanFixture()
    plan.set(PlanFixture.rule, ["constraints": [#"{"possession": {"required": true}}"#]])
    for hasUser in [false, true] {
      if hasUser { plan.setBoth("okta_user.ada", Self.user) }
      let run = try await Self.gate(plan)
      #expect(run.status == .failed && run.output.contains("weaker: "), "\(run.all)")
      #expect(run.output.contains("enrolled@example.com"), "\(run.all)")
    }
  }

  @Test(
    "A change that an org doesn't have is named, and the answer isn't complete",
    arguments: [
      ("okta_trusted_origin.x", "created"), ("okta_group_rule.x", "created"),
      ("okta_admin_role_custom.x", "created"), ("okta_app_group_assignment.x", "created"),
    ])
  func uncompared(address: String, action: String) async throws {
    var plan = PlanFixture()
    plan.new[address] = ["id": "1", "app_id": "0oapay", "group_id": "00gstaff"]
    let run = try await Self.gate(plan)
    #expect(run.status == .failed, "\(run.all)")
    #expect(
      run.errors.contains("not complete: changed, but not compared: \(address) (\(action))"),
      "\(run.all)")
  }

  @Test("What both moments lack is reported once")
  func once() async throws {
    let folder = try TemporaryFolder()
    var plan = PlanFixture()
    plan.new["okta_new_thing.x"] = ["id": "1"]
    let path = try folder.write("plan.json", plan.text)
    let run = await Shell()("gate", "--plan", path)
    #expect(run.status == .failed, "\(run.all)")
    #expect(run.errors.split(separator: "the org doesn't have parts").count == 2, "\(run.all)")
  }

  @Test("Every format names the changes", arguments: ["text", "markdown", "github", "sarif"])
  func formats(format: String) async throws {
    var plan = PlanFixture()
    plan.set(PlanFixture.app, ["grant_types": ["password"]])
    plan.new["okta_brand.b"] = ["id": "bnd1"]
    let run = try await Self.gate(plan, "--format", format)
    #expect(run.status == .failed, "\(run.all)")
    let sentence = "changed, but not compared: \(PlanFixture.app) (updated: grant_types)"
    let text = (format == "text" ? run.errors : run.output).replacing("\\", with: "")
    #expect(text.contains(sentence), "\(run.all)")
    // The notes are a part of the text, and not of a format for programs.
    let isInOutput = format == "text" || format == "markdown"
    let notes = (isInOutput ? run.output : run.errors).replacing("\\", with: "")
    #expect(notes.contains("okta_brand.b (created): this setting decides"), "\(run.all)")
    #expect(run.all.split(separator: "this setting decides").count == 2, "\(run.all)")
  }

  @Test("What decides nothing is named, and the plan passes")
  func harmless() async throws {
    var plan = PlanFixture()
    plan.new["okta_brand.b"] = ["id": "bnd1"]
    let run = try await Self.gate(plan)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("note: changed, but not compared: okta_brand.b"), "\(run.all)")
  }

  @Test("A state, and a plan without its changes, are refused")
  func refused() async throws {
    let state = try await Self.gate(text: PlanFixture().stateText)
    #expect(state.status == .usage, "\(state.all)")
    #expect(state.errors.contains("this is a state of Terraform, not a plan"), "\(state.all)")
    var plan = PlanFixture()
    plan.set(PlanFixture.rule, ["factor_mode": "1FA"])
    plan.more["resource_changes"] = .null
    let open = try await Self.gate(plan)
    #expect(open.status == .wrongScript, "\(open.all)")
    #expect(open.errors.contains("in `resource_changes`"), "\(open.all)")
    let page = try await Self.gate(text: "<html>")
    #expect(page.status == .wrongScript, "\(page.all)")
    #expect(page.errors.split(separator: "not a JSON document").count == 2, "\(page.all)")
    var destroy = PlanFixture()
    destroy.new = [:]
    let nothing = try await Self.gate(destroy)
    #expect(nothing.status == .wrongScript, "\(nothing.all)")
    #expect(nothing.errors.contains("deletes all resources"), "\(nothing.all)")
  }

  @Test(
    "A plan with errors, and a partial plan, aren't complete",
    arguments: [("errored", true, "has errors"), ("complete", false, "isn't complete")])
  func partial(name: String, value: Bool, message: String) async throws {
    var plan = PlanFixture()
    plan.more[name] = .bool(value)
    let run = try await Self.gate(plan)
    #expect(run.status == .failed && run.errors.contains("the plan \(message)"), "\(run.all)")
  }

  @Test("An app that becomes active is a new app")
  func activated() async throws {
    var plan = PlanFixture()
    plan.setOld(PlanFixture.app, ["status": "INACTIVE"])
    let run = try await Self.gate(plan)
    #expect(run.status == .failed && run.output.contains("new app `Payroll`"), "\(run.all)")
    #expect(!run.errors.contains("sign up"), "\(run.all)")
  }

  @Test("Recovery that the policy turns on is weaker")
  func recovery() async throws {
    var plan = PlanFixture()
    plan.setBoth(
      "okta_policy_password.p",
      [
        "id": "rstPw", "name": "Passwords", "priority": 1, "status": "ACTIVE",
        "groups_included": ["00gstaff"], "email_recovery": "INACTIVE", "sms_recovery": "INACTIVE",
        "call_recovery": "INACTIVE", "question_recovery": "INACTIVE",
      ])
    plan.setBoth(
      "okta_policy_rule_password.p",
      [
        "id": "rulPw", "policy_id": "rstPw", "name": "r", "priority": 1, "status": "ACTIVE",
        "password_change": "ALLOW", "password_reset": "ALLOW", "password_unlock": "DENY",
        "network_connection": "ANYWHERE",
      ])
    let same = try await Self.gate(plan)
    #expect(same.status == .success, "\(same.all)")
    plan.set("okta_policy_password.p", ["sms_recovery": "ACTIVE"])
    let run = try await Self.gate(plan)
    #expect(run.status == .failed && run.output.contains("weaker: "), "\(run.all)")
  }
}
