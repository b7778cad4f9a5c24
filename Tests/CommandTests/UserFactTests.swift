import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import Testing

@Suite("Facts of the user")
struct UserFactTests {
  private static let org = """
    org o {
      authenticators password
      user "jane@example.com" {
        password "Correct-Horse-1"; first-name "Jane"; last-name "Doe"
      }
      sign-on { require password }
    }
    on identify answer identifier = "jane@example.com"
    on challenge password answer passcode = secret PASSWORD
    """
  private static let environment = ["PASSWORD": "Correct-Horse-1"]

  private func run(_ expectations: String, _ options: [String] = []) async throws -> Shell.Outcome {
    let path = try TemporaryScript.write(Self.org + "\n" + expectations)
    defer { TemporaryScript.remove(path) }
    return await Shell(environment: Self.environment)(["run", path] + options)
  }

  @Test(
    "A simulated org reports them after the sign-in",
    arguments: [
      "expect user.email is \"jane@example.com\"",
      "expect user.given_name is \"Jane\" and user.lastName is \"Doe\" and user.sub is token.sub",
      "expect user.name matches \"Jane*\" and not user.email_verified is false",
    ])
  func simulated(expectation: String) async throws {
    let run = try await run(expectation)
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("An unexpected value and an unavailable fact are reported")
  func failed() async throws {
    let wrong = try await run("expect user.email is \"eve@example.com\"")
    #expect(wrong.status == .failed)
    #expect(wrong.errors.contains("user.email is \"jane@example.com\""), "\(wrong.all)")
    let absent = try await run("expect user.nickname is \"J\"")
    #expect(absent.status == .failed)
    #expect(absent.errors.contains("user.nickname is absent"), "\(absent.all)")
  }

  @Test("If an issuer doesn't report them, no expectation about them passes")
  func fault() async throws {
    for expectation in ["expect user.email is \"x\"", "expect not user.email is \"x\""] {
      let run = try await run(expectation, ["--fault", "userinfo: 500"])
      #expect(run.status != .success, "\(run.all)")
      #expect(run.errors.contains("the server failed at `userinfo` (HTTP 500)"), "\(run.all)")
    }
  }

  @Test("Nothing is requested unless an expectation needs it")
  func unasked() async throws {
    for more in [
      "", "\nexpect success", "\nexpect user.identifier is \"jane@example.com\"",
      "\non challenge when user.email is \"x\" stop",
    ] {
      let transport = ScriptedTransport(
        [
          .page(Pages.interact), .page(Pages.page([Pages.identify])),
          .page(
            Pages.page(
              [Pages.challenge],
              ["user": ["type": "object", "value": ["identifier": "jane@example.com"]]])),
          .page(Pages.success), .page(Pages.tokens),
        ])
      let path = try TemporaryScript.write(
        """
        on identify  answer identifier = "jane@example.com"
        on challenge answer passcode = secret PASSWORD\(more)
        """)
      defer { TemporaryScript.remove(path) }
      let run = await Shell(transport: transport, environment: Self.environment)(
        ["run", path, "--scopes", "profile"] + Pages.options)
      #expect(run.status == .success, "\(run.all)")
      #expect(!transport.paths.contains { $0.contains("userinfo") }, "\(transport.paths)")
    }
  }

  @Test("A missing ID token is reported, and nothing is sent")
  func noIDToken() async throws {
    let transport = ScriptedTransport(Pages.signIn)
    let path = try TemporaryScript.write(Pages.script + "\nexpect user.email is \"x\"")
    defer { TemporaryScript.remove(path) }
    let run = await Shell(transport: transport, environment: Self.environment)(
      ["run", path] + Pages.options)
    #expect(run.status != .success)
    #expect(run.errors.contains("without an ID token"), "\(run.all)")
    #expect(run.errors.contains("ask for the scope `openid`"), "\(run.all)")
    #expect(transport.requests.count == 5)
  }
}
