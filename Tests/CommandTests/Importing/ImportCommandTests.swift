import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

@Suite("flow import")
struct ImportCommandTests {
  /// Staff with a second factor, others not at all; Jane is staff, and Sam isn't.
  static let export = """
    {
      "groups": [{"id": "00g1", "type": "OKTA_GROUP", "profile": {"name": "Staff"}}],
      "members": {"00g1": ["00u1"]}, "factors": {"00u1": [], "00u2": []},
      "users": [
        {"id": "00u1", "status": "ACTIVE", "profile": {"login": "jane@example.com"}},
        {"id": "00u2", "status": "ACTIVE", "profile": {"login": "sam@example.com"}}
      ],
      "authenticators": [
        {"id": "aut1", "key": "okta_password", "type": "password", "status": "ACTIVE"},
        {"id": "aut2", "key": "okta_email", "type": "email", "status": "ACTIVE"}
      ],
      "policies": [{
        "id": "rst1", "type": "ACCESS_POLICY", "name": "App", "priority": 1, "status": "ACTIVE",
        "rules": [
          {"id": "rul2", "name": "Catch-all Rule", "priority": 99, "status": "ACTIVE", "system": true,
           "conditions": null, "actions": {"appSignOn": {"access": "DENY"}}},
          {"id": "rul1", "name": "Staff", "priority": 0, "status": "ACTIVE",
           "conditions": {"people": {"groups": {"include": ["00g1"]}}},
           "actions": {"appSignOn": {"access": "ALLOW", "verificationMethod": {"type": "ASSURANCE",
             "factorMode": "2FA", "inactivityPeriod": "PT1H",
             "constraints": [{"knowledge": {"types": ["password"]}}]}}}}
        ]
      }]
    }
    """

  static let flows = """
    import "org.flow"

    flow "jane" {
      against export
      on identify           answer identifier = "jane@example.com"
      on challenge password answer passcode = "Correct-Horse-1"
      on challenge email    answer code = inbox email
      expect rule is "Staff" and factors is 2
    }

    flow "sam" {
      against export
      on identify           answer identifier = "sam@example.com"
      on challenge password answer passcode = "Correct-Horse-1"
      expect failure
    }
    """

  @Test("Users of an imported org sign in according to its policies")
  func signIn() async throws {
    let folder = try TemporaryFolder()
    let export = try folder.write("export.json", Self.export)
    let output = folder.path + "/org.flow"
    let run = await Shell()("import", "okta", export, "--output", output)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output == output + "\n")
    #expect(
      run.errors.contains(
        "flow: warning: \(export): $.policies[0].rules[1].actions.appSignOn"
          + ".verificationMethod.inactivityPeriod: an org doesn't end a session earlier that is idle\n"
      ),
      "\(run.errors)")
    let missing = "the export has no policies of OKTA_SIGN_ON, MFA_ENROLL, PASSWORD"
    #expect(run.errors.contains(missing), "\(run.errors)")
    let script = try folder.write("flows.flow", Self.flows)
    let flows = await Shell()("run", script)
    #expect(flows.status == .success, "\(flows.all)")
    for command in [["check", "--strict", output], ["fmt", "--check", output]] {
      let checked = await Shell()(command)
      #expect(checked.status == .success, "\(checked.all)")
    }

    // An existing file stays unchanged, unless the user says otherwise.
    let again = await Shell()("import", "okta", export, "-o", output)
    #expect(again.status == .usage)
    #expect(again.errors.contains("already exists"))
    let forced = await Shell()(
      "import", "okta", export, "-o", output, "--force", "--name", "acme", "--json", "-q")
    #expect(forced.status == .success && forced.output.isEmpty)
    #expect(forced.errors.hasPrefix(#"{"kind":"warning","file":"#), "\(forced.all)")
    let text = await Shell()("import", "okta", export, "--policy", "App", "--name", "acme")
    #expect(text.output.contains("\norg acme {\n"))
  }

  @Test("An invalid export and an incomplete command line are reported")
  func wrong() async throws {
    let folder = try TemporaryFolder()
    let policies = ["rst1", "rst2"].map {
      #"{"id": "\#($0)", "type": "ACCESS_POLICY", "name": "Of \#($0)", "priority": 1}"#
    }
    let two = try folder.write("two.json", "[\(policies.joined(separator: ","))]")
    let broken = try folder.write("broken.json", "[")
    let deep = try folder.write("deep.json", String(repeating: "[", count: 100_000))
    let other = try folder.write("other.json", #"{"colour": "red"}"#)
    let lines: [(words: [String], status: FlowTerminal.ExitStatus, message: String)] = [
      (["okta", two], .usage, "write `--policy` and one of `Of rst1`, `Of rst2`"),
      (["okta", two, "--policy", "App"], .usage, "no authentication policy `App`"),
      (["okta", two, "--name", "a b"], .usage, "`a b` isn't a name for an org"),
      (["okta"], .usage, "no export to read"),
      (["entra", two], .usage, "takes `okta` or `terraform`"),
      (["okta", broken], .wrongScript, "not a JSON document"),
      (["okta", deep], .wrongScript, "too many nested arrays"),
      (["okta", folder.path + "/none.json"], .wrongScript, "there is no such file"),
      (["okta", other], .wrongScript, "nothing in these files is an answer"),
    ]
    for line in lines {
      let run = await Shell()(["import"] + line.words)
      #expect(run.status == line.status, "\(run.all)")
      #expect(run.errors.contains(line.message), "\(run.all)")
      #expect(run.output.isEmpty)
    }
  }
}
