import CommandSupport
import FlowTerminal
import Testing

/// `flow gate --plan`, and plans that end or are refused.
@Suite("flow gate --plan") struct GatePlanTests {
  /// A plan that changes the requirement of one rule.
  private static func plan(_ before: String, _ after: String, unknown: String = "{}") -> String {
    let provider = #""provider_name": "registry.terraform.io/okta/okta", "mode": "managed""#
    func rule(_ mode: String) -> String {
      """
      {"id": "rul1", "policy_id": "rst1", "name": "All", "priority": 1, "status": "ACTIVE",
       "access": "ALLOW", "type": "ASSURANCE", "network_connection": "ANYWHERE",
       "re_authentication_frequency": "PT2H", "constraints": []\(mode)}
      """
    }
    func resource(_ type: String, _ values: String) -> String {
      #"{"address": "\#(type).a", "type": "\#(type)", "name": "a", \#(provider), "values": \#(values)}"#
    }
    func change(_ type: String, _ before: String, _ after: String, _ unknown: String) -> String {
      #"{"address": "\#(type).a", "type": "\#(type)", "name": "a", \#(provider), "change": "#
        + #"{"actions": ["update"], "before": \#(before), "after": \#(after), "#
        + #""after_unknown": \#(unknown)}}"#
    }
    let policy = #"{"id": "rst1", "name": "App", "description": "", "catch_all": true}"#
    let user =
      #"{"id": "00u1", "login": "ada@x.example", "email": "ada@x.example", "status": "ACTIVE", "#
      + #""password": "Very-Secret-99"}"#
    let (old, new) = (rule(before), rule(after))
    return """
      {"format_version": "1.2", "terraform_version": "1.9.0", "configuration": {"root_module": {}},
       "resource_changes": [
        \(change("okta_app_signon_policy", policy, policy, "{}")),
        \(change("okta_user", user, user, "{}")),
        \(change("okta_app_signon_policy_rule", old, new, unknown))],
       "prior_state": {"values": {"root_module": {"resources": [
        \(resource("okta_app_signon_policy", policy)), \(resource("okta_user", user)),
        \(resource("okta_app_signon_policy_rule", old))]}}}}
      """
  }

  @Test("A plan is compared by what it changes for users")
  func gate() async throws {
    let folder = try TemporaryFolder()
    let (one, two) = (#", "factor_mode": "1FA""#, #", "factor_mode": "2FA""#)
    let weaker = try folder.write("weaker.json", GatePlanTests.plan(two, one))
    let run = await Shell()("gate", "--plan", weaker)
    #expect(run.status == .failed && run.output.contains("weaker: ada@x.example"), "\(run.all)")
    #expect(!run.all.contains("Very-Secret-99"), "\(run.all)")
    let stronger = try folder.write("stronger.json", GatePlanTests.plan(one, two))
    let strict = await Shell()("gate", "--plan", stronger, "--accept-gaps")
    #expect(strict.output.contains("stronger: ada@x.example"), "\(strict.all)")
    #expect(!strict.output.contains("weaker: "), "\(strict.all)")
    // What the files don't have stays a gap if nothing accepts it.
    let same = try folder.write("same.json", GatePlanTests.plan(two, two))
    let gaps = await Shell()("gate", "--plan", same)
    #expect(gaps.status == .failed && gaps.errors.contains("not complete"), "\(gaps.all)")
    let accepted = await Shell()("gate", "--plan", same, "--accept-gaps")
    #expect(accepted.status == .success, "\(accepted.all)")
    // A value that is known only after the plan is applied isn't the old one.
    let unknown = try folder.write(
      "unknown.json", GatePlanTests.plan(two, "", unknown: #"{"factor_mode": true}"#))
    let open = await Shell()("gate", "--plan", unknown, "--accept-gaps")
    #expect(open.status == .failed, "\(open.all)")
    let binary = await Shell()("gate", "--plan", try folder.write("tfplan", "PK\u{3}\u{4}zip"))
    #expect(binary.status == .wrongScript && binary.errors.contains("binary plan"), "\(binary.all)")
    let both = await Shell()("gate", weaker, "--plan", weaker)
    #expect(both.status == .usage && both.errors.contains("both versions"), "\(both.all)")
  }

  @Test("The planned org, without secrets")
  func planned() async throws {
    let folder = try TemporaryFolder()
    let plan = try folder.write(
      "plan.json", GatePlanTests.plan("", #", "factor_mode": "1FA""#))
    let run = await Shell()("import", "terraform", plan)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("user \"ada@x.example\""), "\(run.all)")
    #expect(!run.all.contains("Very-Secret-99"), "\(run.all)")
    let checked = await Shell()("check", try folder.write("org.flow", run.output))
    #expect(checked.status == .success, "\(checked.all)")
  }

  @Test(
    "A wrong file gets an error with help",
    arguments: [
      ("{}", "neither a plan nor a state"), ("PK\u{3}\u{4}zip", "binary plan"),
      (#"{"@level": "info"}"#, "neither a plan nor a state"), ("not JSON", "not a JSON document"),
      (#"{"version": 4, "resources": []}"#, "state file of Terraform, not its JSON output"),
      (#"{"format_version": "9.0"}"#, "format version `9.0`"),
      (#"{"format_version": "1.0", "values": {"root_module": {}}}"#, "no resource of the provider"),
    ])
  func wrong(text: String, message: String) async throws {
    let folder = try TemporaryFolder()
    let run = await Shell()("import", "terraform", try folder.write("a.json", text))
    #expect(run.status == .wrongScript && run.errors.contains(message), "\(run.all)")
    #expect(run.output.isEmpty, "\(run.all)")
  }

  @Test("Modules that refer to each other in a circle, and deep ones, end")
  func circle() async throws {
    let folder = try TemporaryFolder()
    let plan = GatePlanTests.plan("", "", unknown: #"{"policy_id": true}"#)
    let rule =
      #"{"address": "okta_app_signon_policy_rule.a", "type": "okta_app_signon_policy_rule", "#
      + #""name": "a", "expressions": {"policy_id": {"references": ["module.m.out", "module.m"]}}}"#
    let circle =
      #"{"root_module": {"resources": ["# + rule
      + #"], "module_calls": {"m": {"expressions": {"v": {"references": ["module.m.out"]}}, "#
      + #""module": {"outputs": {"out": {"expression": {"references": ["var.v"]}}}, "#
      + #""variables": {"v": {}}}}}}}"#
    let text = plan.replacing(
      #""configuration": {"root_module": {}}"#, with: #""configuration": "# + circle)
    let run = await Shell()("import", "terraform", try folder.write("a.json", text))
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("unknown") || run.output.contains("gap "), "\(run.all)")
  }
}
