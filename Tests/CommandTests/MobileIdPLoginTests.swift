import CommandSupport
import FlowCLI
import FlowTerminal
import Testing

/// Logins of a provider's app at an org of another engine.
@Suite("A provider's login at an org of the Identity Engine")
struct MobileIdPLoginTests {
  private static func run(_ text: String, _ options: [String] = []) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let path = try folder.write("script.flow", text)
    return await Shell()(["run", path] + options)
  }

  private static let people = """
    org people {
      authenticators password, email
      user "ada@acme.test" { password "Correct-Horse-1" }
      user "eve@acme.test" { password "Correct-Horse-1" }
      sign-on { require password and email }
    }

    """

  private static func suite(_ login: String = "login by people") -> String {
    AppSuite.org(provider: login, ada: "")
  }

  private static func flow(_ end: String, as user: String = "ada@acme.test") -> String {
    """
    engine mobile-idp
    start from client
    on choose-login choose identity-provider
    on select-account choose add-account
    on identify answer identifier = "\(user)"
    on challenge password answer passcode = "Correct-Horse-1"
    on challenge email answer code = inbox email
    on approve choose allow
    \(end)
    """
  }

  @Test("A code from a mail of one org leads to the tokens of the other")
  func emailCode() async throws {
    let end =
      "expect success and via is \"idp\" and user is \"ada@acme.test\"\n"
      + "expect sent authresponse and provider.users contains \"ada@acme.test\"\n"
    let run = try await Self.run(Self.people + Self.suite() + Self.flow(end), ["--trace"])
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("Authenticator -> login.salesforce.com  login"), "\(run.all)")
    #expect(!run.output.contains("Analytical-Engine-1"))
  }

  @Test("The check knows the steps of the login")
  func check() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "script.flow", Self.people + Self.suite() + Self.flow("expect success"))
    let check = await Shell()("check", path)
    #expect(check.status == .success, "\(check.all)")
    // The script contains the test's password.
    #expect(check.output.contains("0 errors, 1 warning"), "\(check.all)")
    #expect(check.output.contains("warning[secret-literal]"), "\(check.all)")
  }

  @Test("A user unknown to the host gets no code")
  func stranger() async throws {
    let run = try await Self.run(
      Self.people + Self.suite()
        + Self.flow("expect failure and not sent authresponse and sent error", as: "eve@acme.test"))
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("Standard login stays the server's own page")
  func standard() async throws {
    let run = try await Self.run(
      Self.people + Self.suite()
        + """
        engine mobile-idp
        on choose-login choose standard
        on login client answer username = "ada@acme.test", password = "Analytical-Engine-1"
        on approve choose allow
        expect success and via is "standard"
        """)
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("Giving up a login gives up the request")
  func cancelled() async throws {
    let run = try await Self.run(
      Self.people + Self.suite()
        + """
        engine mobile-idp
        on choose-login choose identity-provider
        on select-account choose add-account
        on identify cancel
        expect failure and code is "user_cancelled" and sent error
        """)
    #expect(run.status == .success, "\(run.all)")
  }

  // MARK: The chosen org

  @Test(
    "The org must be of the program and of its engine; otherwise it is a problem at its name",
    arguments: [
      ("login by peopl", "there is no org `peopl`", "did you mean `people`?"),
      ("login by suite", "`suite` is an org of the engine `mobile-idp`", "a simulated org"),
      ("login by bank", "`bank` is an org of the engine `nextauth`", "a simulated org"),
      ("login by real", "`real` is a real issuer", "a simulated org"),
    ])
  func wrong(login: String, message: String, help: String) async throws {
    let orgs =
      Self.people + "org bank for nextauth { }\n"
      + "org real at \"https://acme.okta.com\" { client-id \"0oa\" }\n"
    let text = orgs + Self.suite(login) + Self.flow("against suite")
    let folder = try TemporaryFolder()
    let path = try folder.write("script.flow", text)
    let line =
      1
      + text.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { !$0.contains("login by") }.count
    for command in ["check", "run"] {
      let run = await Shell()(command, path)
      #expect(run.status == .wrongScript, "\(run.all)")
      #expect(run.all.contains("error[setting-value]: \(message)"), "\(run.all)")
      #expect(run.all.contains("script.flow:\(line):"), "\(run.all)")
      #expect(run.all.contains(help), "\(run.all)")
    }
  }

  @Test("The org can be imported, and its mistakes are reported")
  func imported() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("people.flow", Self.people)
    let text = "import \"people.flow\"\n" + Self.suite() + Self.flow("expect success")
    let run = await Shell()("run", try folder.write("script.flow", text))
    #expect(run.status == .success, "\(run.all)")
    let wrong = try await Self.run(
      Self.people.replacing("password, email\n", with: "pasword\n") + Self.suite()
        + Self.flow("expect success"))
    #expect(wrong.status == .wrongScript && wrong.errors.contains("pasword"), "\(wrong.all)")
  }

  @Test("With `--org`, the other org is looked up in the same file")
  func ofAnotherFile() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("script.flow", Self.flow("expect success"))
    let orgs = try folder.write("orgs.flow", Self.people + Self.suite())
    let run = await Shell()("run", script, "--org", "\(orgs):suite")
    #expect(run.status == .success, "\(run.all)")
  }
}
