import FlowCLI
import FlowWire
import Testing

/// Flows of two apps from the command line, against a simulated org.
@Suite("Runs of the mobile identity provider flow")
struct MobileIdPRunTests {
  private static func run(
    _ text: String, _ options: [String] = [], environment: [String: String] = [:]
  ) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let path = try folder.write("script.flow", text)
    return await Shell(environment: environment)(["run", path] + options)
  }

  // MARK: The built-in org

  static let demo: [(name: String, body: String)] = [
    (
      "begun at the client",
      AppSuite.byProvider
        + "expect success and via is \"idp\" and user is \"ada@acme.test\" and fallback is \"none\"\n"
        + "expect sent authrequest and sent authresponse and not sent error\n"
        + "expect client.tokens contains \"refresh-token of ada@acme.test for SP_KEY\""
    ),
    (
      "standard login",
      "on choose-login choose standard\n"
        + "on login client answer username = \"bob@acme.test\", password = secret BOB_PASSWORD\n"
        + "on approve choose allow\n"
        + "expect success and via is \"standard\" and user is \"bob@acme.test\" and not sent authrequest"
    ),
    (
      "begun at the provider",
      "start from provider\non select-app choose \"Sample App\"\non approve choose allow\n"
        + "expect success and via is \"idp\" and user is \"ada@acme.test\"\n"
        + "expect sent idpinit and sent authrequest\n"
        + "expect authrequest.user_hint is \"00D000000000001EAA:005000000000001AAA\""
    ),
    (
      "denied",
      "on choose-login choose identity-provider\non select-account choose bob@acme.test\n"
        + "on approve choose deny\n"
        + "expect failure and reason is \"idp-error\" and code is \"access_denied\" and sent error"
    ),
    (
      "another account",
      "on choose-login choose identity-provider\non select-account choose add-account\n"
        + "on login provider answer username = \"ada@acme.test\", password = secret ADA_PASSWORD\n"
        + "on approve choose allow\nexpect success and user is \"ada@acme.test\""
    ),
    (
      "by a profile",
      "use ada\non choose-login choose standard\non approve choose allow\n"
        + "expect success and user is \"ada@acme.test\""
    ),
  ]

  @Test("The built-in org has what a first script needs", arguments: demo)
  func demoOrg(name: String, body: String) async throws {
    let body = body.replacing("choose bob@acme.test", with: "choose \"bob@acme.test\"")
    let profile = "profile ada { username = \"ada@acme.test\"; password = secret ADA_PASSWORD }\n"
    let text = profile + "flow \"\(name)\" {\nengine mobile-idp\n\(body)\n}\n"
    let run = try await Self.run(text)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.errors.contains("built-in demo org"))
    let folder = try TemporaryFolder()
    let check = await Shell()("check", "--strict", try folder.write("script.flow", text))
    #expect(check.status == .success, "\(check.all)")
  }

  // MARK: Orgs of a script

  private static let configured = "provider \"Authenticator\""
  private static let standard =
    "on choose-login choose identity-provider\n"
    + "on login client answer username = \"ada@acme.test\", password = \"Analytical-Engine-1\"\n"
    + "on approve choose allow\n"
    + "expect success and via is \"standard\" and not sent authrequest\n"
  private static let fromProvider =
    "start from provider\non select-app choose \"Sample App\"\non approve choose allow\n"
  private static let both = "logged-in \"Authenticator\", \"Sample App\""

  /// An org, and what a flow does and expects of it.
  static let flows: [(name: String, org: String, body: String)] = [
    (
      "refresh", AppSuite.org(ada: both),
      "on choose-login fail \"it asks\"\n"
        + "expect success and via is \"refresh\" and client.calls is \"refresh\"\n"
        + "expect not sent authrequest"
    ),
    (
      "a revoked refresh token", AppSuite.org(ada: "\(both) revoked"),
      AppSuite.byProvider + "expect success and via is \"idp\" and client.calls contains \"refresh\""
    ),
    (
      "a refresh token of nobody", AppSuite.org(client: "\(configured); refresh-token \"stale\""),
      AppSuite.byProvider + "expect success and via is \"idp\" and client.calls contains \"refresh\""
    ),
    (
      "no provider configured", AppSuite.org(client: ""),
      standard + "expect fallback is \"no-idp-configured\""
    ),
    (
      "the provider not installed", AppSuite.org(provider: "installed off"),
      standard + "expect fallback is \"idp-not-found\""
    ),
    (
      "the provider uninstalled", AppSuite.org(),
      "on choose-login once meanwhile uninstall with app = \"Authenticator\"\n" + standard
        + "expect fallback is \"idp-not-found\""
    ),
    (
      "switched", AppSuite.org(ada: both),
      fromProvider + "expect success and via is \"switched\" and not sent authrequest\n"
        + "expect user is \"ada@acme.test\""
    ),
    (
      "a start URL, switched",
      AppSuite.org(client: "\(configured); start-url \"https://acme.test/home\"", ada: both),
      fromProvider + "expect via is \"switched\" and start-url is \"https://acme.test/home\""
    ),
    (
      "a start URL, after a code",
      AppSuite.org(client: "\(configured); start-url \"https://acme.test/home\""),
      fromProvider + "expect via is \"idp\" and start-url is \"https://acme.test/home\""
    ),
    (
      "a start URL that no app may open",
      AppSuite.org(client: "\(configured); start-url \"http://acme.test/home\"", ada: both),
      fromProvider + "expect success and dropped contains \"start-url-refused\""
    ),
    (
      "a shared keychain", AppSuite.org(client: "\(configured); keychain-group \"acme\""),
      fromProvider + "expect success and via is \"idp\" and sent idpauthcodeinit\n"
        + "expect not sent idpinit and idpauthcodeinit.keychain_group is \"acme\""
    ),
    (
      "another keychain",
      AppSuite.org(client: "\(configured); keychain-group \"acme\"; keychain-access \"other\""),
      fromProvider + "expect failure and reason is \"keychain-missing\"\n"
        + "expect not client.calls contains \"token\""
    ),
    (
      "the SDK's messages",
      AppSuite.org(provider: "messages ios", client: "\(configured); messages ios"),
      AppSuite.byProvider + "expect success and via is \"idp\" and not has authrequest.state"
    ),
    (
      "hybrid", AppSuite.org(client: "\(configured); hybrid on"),
      AppSuite.byProvider + "expect success and via is \"idp\""
    ),
    (
      "a passcode", AppSuite.org(provider: "passcode \"1234\"; passcode-attempts 2"),
      AppSuite.byProvider
        + "on security-check when message answer passcode = \"1234\"\n"
        + "on security-check answer passcode = \"0000\"\nexpect success"
    ),
    (
      "wrong passcodes", AppSuite.org(provider: "passcode \"1234\"; passcode-attempts 2"),
      AppSuite.byProvider + "on security-check answer passcode = \"0000\"\n"
        + "on security-check when message answer passcode = \"0001\"\n"
        + "expect failure and code is \"access_denied\""
    ),
    (
      "wrong passwords", AppSuite.org(provider: "login-attempts 2"),
      "on choose-login choose identity-provider\non select-account choose add-account\n"
        + "on login answer username = \"ada@acme.test\", password = \"no\"\n"
        + "on login when message answer username = \"ada@acme.test\", password = \"nor this\"\n"
        + "expect failure and code is \"access_denied\""
    ),
    (
      "a refused session, an error", AppSuite.org(ada: "logged-in \"Authenticator\" revoked"),
      AppSuite.byProvider + "expect failure and code is \"session_refused\""
    ),
    (
      "a refused session, a login",
      AppSuite.org(
        provider: "refused-session login", ada: "logged-in \"Authenticator\" revoked"),
      AppSuite.byProvider
        + "on login provider answer username = \"ada@acme.test\", "
        + "password = \"Analytical-Engine-1\"\nexpect success"
    ),
    (
      "an app that nobody verifies", AppSuite.org(provider: "check-caller on"),
      AppSuite.byProvider + "expect success"
    ),
    (
      "an app with another id",
      AppSuite.org(provider: "check-caller on", client: "\(configured); id \"com.evil.app\""),
      AppSuite.byProvider + "expect failure and code is \"untrusted_app\""
    ),
    (
      "two hosts",
      "org suite2 { }\n"
        + AppSuite.org(more: "login-hosts \"login.salesforce.com\", \"test.salesforce.com\""),
      "on choose-login choose identity-provider with login-host = \"login.salesforce.com\"\n"
        + "on select-account choose \"ada@acme.test\"\non approve choose allow\nexpect success"
    ),
  ]

  @Test("What the org says is what the apps do", arguments: flows)
  func endToEnd(name: String, org: String, body: String) async throws {
    let text = org + "flow \"\(name)\" {\nengine mobile-idp\n\(body)\n}\n"
    let run = try await Self.run(text)
    #expect(run.status == .success, "\(run.all)")
    #expect(!run.errors.contains("demo"))
  }
}
