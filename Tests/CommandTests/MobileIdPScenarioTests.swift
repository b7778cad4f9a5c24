import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

@Suite("The scenarios of the mobile identity provider flow, as scripts")
struct MobileIdPScenarioTests {
  static let scripts = ScenarioScripts("mobile-idp")

  /// The scenarios that no runnable script can express.
  ///
  /// 35 and 70 to 73 are mistakes of an org or a script: `MobileIdPMistakeTests` has them. 45, 48,
  /// 49 and 56 are about an app's actions after its sign-in has ended, or about a verifier that no
  /// app would accept: the tests of the machine and of the server have them.
  static let leftOut: Set = [35, 45, 48, 49, 56, 70, 71, 72, 73]

  @Test(
    "Each runs as expected on its own org, without an option or a user's input",
    arguments: scripts.names)
  func runs(script: String) async { await Self.scripts.holdRun(of: script) }

  @Test("Each passes the check, including warnings", arguments: scripts.names)
  func checks(script: String) async { await Self.scripts.holdCheck(of: script) }

  @Test("Every scenario has a flow that begins with its number, or is listed as left out")
  func areThere() throws {
    let numbers = try Self.scripts.numbers()
    #expect(numbers.union(Self.leftOut) == Set(1...74))
    #expect(numbers.isDisjoint(with: Self.leftOut))
  }

  @Test("A trace shows each message as it goes from app to app, and each call")
  func trace() async throws {
    let run = await Shell()("run", "--trace", Self.scripts.path("client-initiated.flow"))
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("1 from the client"))
    let order = [
      "Sample App -> Authenticator  authrequest oauth_client_id=SP_KEY code_challenge=",
      "Authenticator -> login.salesforce.com  singleaccess 200",
      "Authenticator -> login.salesforce.com  frontdoor 302",
      "Authenticator -> login.salesforce.com  authorize 200",
      "Authenticator -> login.salesforce.com  approval 302",
      "Authenticator -> Sample App  authresponse code=•••• state=•••• login_host=",
      "Sample App -> login.salesforce.com  token 200",
    ]
    let lines = run.output.split(separator: "\n").map(String.init)
    var from = 0
    for text in order {
      let found = lines[from...].firstIndex { $0.contains(text) }
      from = try #require(found, "\(text) is not after line \(from) of\n\(run.output)") + 1
    }
    #expect(run.output.contains("answered nothing: \(Self.scripts.path("client-initiated.flow")):"))
  }
}

@Suite("Mistakes in scripts and orgs of the mobile identity provider flow")
struct MobileIdPMistakeTests {
  private func run(_ text: String) async throws -> Outcome {
    let folder = try TemporaryFolder()
    let run = await Shell()("run", try folder.write("a.flow", text))
    return Outcome(status: run.status, all: run.all)
  }

  private struct Outcome {
    var status: FlowTerminal.ExitStatus
    var all: String
  }

  @Test(
    "A mistake ends with its problem, and suggests the correct form",
    arguments: [
      (
        "70", "on choose-login choose identity-provider", FlowTerminal.ExitStatus.failed, "no-rule",
        ["select-account", "ada@acme.test", "add-account"]
      ),
      (
        "71", "on choose-login choose identity-provider\non select-account choose \"eve\"",
        .failed, "no-rule", ["eve", "ada@acme.test", "bob@acme.test"]
      ),
      ("72", "on approve choose maybe", .wrongScript, "wrong-word", ["`allow`", "`deny`"]),
      (
        "73",
        "on choose-login choose standard\non login answer username = \"ada@acme.test\"",
        .failed, "required-field", ["password"]
      ),
      (
        "73, a field that the step hasn't",
        "on login answer username = \"a\", passwort = secret ADA_PASSWORD", .wrongScript,
        "wrong-word", ["`username`", "`password`"]
      ),
    ])
  func mistakes(
    _ row: (
      number: String, rules: String, status: FlowTerminal.ExitStatus, problem: String,
      words: [String]
    )
  ) async throws {
    let run = try await run("engine mobile-idp\n" + row.rules)
    #expect(run.status == row.status, "\(row.number): \(run.all)")
    #expect(run.all.contains("[\(row.problem)]"), "\(row.number): \(run.all)")
    for word in row.words { #expect(run.all.contains(word), "\(row.number): \(run.all)") }
  }

  @Test("35: a client and a provider that share a callback scheme aren't a valid org")
  func schemes() async throws {
    let run = try await run(
      """
      org suite for mobile-idp {
        app "Authenticator" { role provider; scheme "same"; consumer-key "IDP_KEY" }
        app "Sample App" { scheme "same"; consumer-key "SP_KEY"; provider "Authenticator" }
      }
      engine mobile-idp
      against suite
      on choose-login cancel
      """)
    #expect(run.status == .wrongScript, "\(run.all)")
    #expect(run.all.contains("[setting-duplicate]"), "\(run.all)")
    #expect(run.all.contains("have the same scheme `same`"), "\(run.all)")
  }

  @Test("14: an account that isn't available can't be chosen, and the others are named")
  func native() async throws {
    let run = try await run(
      """
      org suite for mobile-idp {
        app "Authenticator" { role provider; scheme "idp"; consumer-key "IDP_KEY"; scopes web }
        app "Sample App" { scheme "sp"; consumer-key "SP_KEY"; provider "Authenticator" }
        user "ada@acme.test" { logged-in "Authenticator" }
        user "eve@acme.test" { native-login on; logged-in "Authenticator" }
      }
      engine mobile-idp
      against suite
      on choose-login   choose identity-provider
      on select-account choose "eve@acme.test"
      """)
    #expect(run.status != .success && run.all.contains("can't be chosen"), "\(run.all)")
    #expect(run.all.contains("write `choose \"ada@acme.test\"`"), "\(run.all)")
  }
}
