import CommandSupport
import FlowCLI
import FlowSyntax
import FlowTerminal
import Testing

/// The org that a flow of two apps runs against, and the options that don't apply to it.
@Suite("Orgs of the mobile identity provider flow")
struct MobileIdPHostingTests {
  private static func run(
    _ text: String, _ options: [String] = [], environment: [String: String] = [:]
  ) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let path = try folder.write("script.flow", text)
    return await Shell(environment: environment)(["run", path] + options)
  }

  private static let script = "engine mobile-idp\n" + AppSuite.byProvider

  @Test(
    "Options about an issuer, tokens or another engine's org are rejected",
    arguments: [
      (["--issuer", "https://acme.okta.com"], "`--issuer` requires the engine `idx`"),
      (["--client-id", "0oa"], "`--client-id` requires the engine `idx`"),
      (["--fault", "identify: 500"], "`--fault` requires the engine `idx`"),
      (["--tokens", "/tmp/never-written.json"], "`--tokens` requires the engine `idx`"),
      (["--revoke"], "`--revoke` requires the engine `idx`"),
    ])
  func options(options: [String], words: String) async throws {
    let run = try await Self.run(Self.script, options)
    #expect(run.status == .usage, "\(run.all)")
    #expect(run.errors.contains(words), "\(run.all)")
    #expect(run.errors.contains("this flow's is `mobile-idp`"), "\(run.all)")
  }

  @Test("The environment's issuer has no effect, and the org's time is asked for")
  func environment() async throws {
    let run = try await Self.run(
      Self.script, ["--at", "2030-01-01T00:00:00Z"],
      environment: ["FLOW_ISSUER": "https://acme.okta.com", "FLOW_CLIENT_ID": "0oa"])
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("A flow runs against its engine's org, in a script that has one of each")
  func ownOrg() async throws {
    let run = try await Self.run(
      """
      org okta { user "ann@example.com" { password "Correct-Horse-1" }; sign-on { require password } }
      \(AppSuite.org(ada: "logged-in \"Authenticator\", \"Sample App\""))
      flow "idx" {
        on identify answer identifier = "ann@example.com"
        on challenge password answer passcode = "Correct-Horse-1"
      }
      flow "apps" {
        engine mobile-idp
        on choose-login fail "it asks"
        expect success and via is "refresh"
      }
      """)
    #expect(run.status == .success, "\(run.all)")
    #expect(!run.errors.contains("demo"))
  }

  @Test("An org from `--org` must be of the flow's engine")
  func otherOrg() async throws {
    let folder = try TemporaryFolder()
    let okta = try folder.write("okta.flow", "org okta { }")
    let script = try folder.write("a.flow", Self.script)
    let run = await Shell()("run", script, "--org", okta)
    #expect(run.status == .wrongScript)
    #expect(
      run.errors.contains("the engine `mobile-idp` can't run against an org of `idx`"),
      "\(run.all)")
  }

  @Test("Every flow begins with the org as written")
  func fresh() async throws {
    let flow = "engine mobile-idp\n" + AppSuite.byProvider + "expect success and via is \"idp\""
    let run = try await Self.run(
      AppSuite.org() + "flow \"one\" {\n\(flow)\n}\nflow \"two\" {\n\(flow)\n}\n")
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.count(of: "pass expect success") == 2)
  }

  @Test("Two apps with one scheme are a problem before anything runs (rule K4)")
  func sameScheme() async throws {
    let text = AppSuite.org().replacing(
      "scheme \"sampleapp\"", with: "scheme \"sampleidpapp\"")
    let folder = try TemporaryFolder()
    let path = try folder.write("script.flow", text + Self.script)
    for command in ["check", "run"] {
      let run = await Shell()(command, path)
      #expect(run.status == .wrongScript)
      #expect(
        run.all.contains(
          "error[setting-duplicate]: `Authenticator` and `Sample App` have the same scheme"),
        "\(run.all)")
      #expect(!run.output.contains("success"))
    }
  }

  @Test("It has its own settings, has no address, and isn't served")
  func settings() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "at.flow", "org a for mobile-idp at \"https://acme.okta.com\" { }\non identify submit")
    let run = await Shell()("check", path)
    #expect(run.all.contains("an org of the engine `mobile-idp` has no address"), "\(run.all)")
    let wrong = try folder.write(
      "wrong.flow", "org a for mobile-idp { sign-on { } }\non identify submit")
    let check = await Shell()("check", wrong)
    #expect(check.all.contains("error[unknown-setting]"), "\(check.all)")
    let org = try folder.write("org.flow", AppSuite.org())
    let only = await Shell()("serve", org)
    #expect(only.status == .wrongScript && only.errors.contains("doesn't have a simulated org"))
    let named = await Shell()("serve", org, "suite")
    #expect(named.errors.contains("is an org of the engine `mobile-idp`"), "\(named.all)")
  }
}
