import CommandSupport
import FlowTerminal
import Testing

@Suite("flow import terraform")
struct TerraformCommandTests {
  private static let state = """
    {"format_version": "1.0", "values": {"root_module": {"resources": [
      {"address": "okta_app_signon_policy.p", "mode": "managed", "type": "okta_app_signon_policy",
       "name": "p", "provider_name": "registry.terraform.io/okta/okta",
       "values": {"id": "rst1", "name": "App", "description": "For the app"}},
      {"address": "okta_app_signon_policy_rule.r[0]", "mode": "managed", "index": 0,
       "type": "okta_app_signon_policy_rule", "name": "r",
       "provider_name": "registry.terraform.io/okta/okta",
       "values": {"id": "rul1", "policy_id": "rst1", "name": "Phones", "priority": 0,
         "status": "ACTIVE", "access": "ALLOW", "type": "ASSURANCE", "factor_mode": "1FA",
         "re_authentication_frequency": "PT1H", "network_connection": "ANYWHERE",
         "platform_include": [{"type": "MOBILE", "os_type": "ANY", "os_expression": ""}],
         "constraints": ["{\\"possession\\": {\\"methods\\": [\\"sms\\"], \\"required\\": true}}"]}}
    ]}}}
    """

  @Test("A state becomes an org that can be checked, formatted and explored")
  func state() async throws {
    let folder = try TemporaryFolder()
    let state = try folder.write("state.json", Self.state)
    let output = folder.path + "/org.flow"
    let run = await Shell()("import", "terraform", state, "--name", "acme", "-o", output)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.errors.contains("Terraform can't manage the account management policy"))
    let text = await Shell()("import", "terraform", state, "--name", "acme", "--quiet").output
    #expect(text.contains("\norg acme {\n"), "\(text)")
    #expect(text.contains("when platform mobile"), "\(text)")
    for command in [["check", "--strict", output], ["fmt", "--check", output]] {
      let checked = await Shell()(command)
      #expect(checked.status == .success, "\(checked.all)")
    }
    let explored = await Shell()("explore", output)
    #expect(explored.all.contains("Phones"), "\(explored.all)")
  }

  @Test("`flow import okta` refuses a file of Terraform")
  func refused() async throws {
    let folder = try TemporaryFolder()
    for (text, message) in [
      (Self.state, "a state of Terraform"), (#"{"version": 4, "resources": []}"#, "a state"),
      (#"{"format_version": "1.2", "resource_changes": []}"#, "a plan of Terraform"),
    ] {
      let run = await Shell()("import", "okta", try folder.write("a.json", text))
      #expect(run.status == .wrongScript && run.output.isEmpty, "\(run.all)")
      #expect(run.errors.contains("this is \(message)"), "\(run.all)")
      #expect(run.errors.contains("use `flow import terraform`"), "\(run.all)")
    }
  }

  @Test("A wrong file and an incomplete command line are reported with help")
  func wrong() async throws {
    let folder = try TemporaryFolder()
    let state = try folder.write("state.json", Self.state)
    let binary = try folder.write("tfplan", "PK\u{3}\u{4}")
    let empty = try folder.write("empty.json", #"{"format_version": "1.0"}"#)
    let answer = try folder.write(
      "zones.json", #"[{"id": "nzo1", "type": "IP", "name": "Z", "gateways": []}]"#)
    let lines: [(words: [String], status: FlowTerminal.ExitStatus, message: String)] = [
      ([], .usage, "no plan or state to read"), ([state, state], .usage, "only one plan or state"),
      ([binary], .wrongScript, "this is a binary plan"),
      ([empty], .wrongScript, "no resource of the provider `okta`"),
      ([folder.path + "/none.json"], .wrongScript, "there is no such file"),
      ([answer], .wrongScript, "an answer of the Okta management API"),
      ([answer], .wrongScript, "use `flow import okta`"),
    ]
    for line in lines {
      let run = await Shell()(["import", "terraform"] + line.words)
      #expect(run.status == line.status, "\(run.all)")
      #expect(run.errors.contains(line.message), "\(run.all)")
      #expect(run.output.isEmpty)
    }
  }
}
