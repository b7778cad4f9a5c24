import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
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

  // MARK: Time, and several requests

  @Test("Initial codes and tokens are valid as long as the settings say")
  func lifetimes() async throws {
    let run = try await Self.run(
      """
      org life for mobile-idp {
        app "Authenticator" {
          role provider; scheme "sampleidpapp"; consumer-key "IDP_KEY"
          scopes api, web, refresh_token
        }
        app "Sample App" {
          scheme "sampleapp"; consumer-key "SP_KEY"; scopes api; provider "Authenticator"
        }
        user "ada" { password "Correct-Horse-1"; logged-in "Authenticator" }
        lifetimes { access-token 1h; refresh-token 2h; code 1m }
      }
      flow "at once" {
        engine mobile-idp
        on choose-login choose identity-provider
        on select-account choose ada
        on approve choose allow
        expect success and not provider.calls contains "refresh"
      }
      flow "the access token has run out" {
        engine mobile-idp
        on choose-login choose identity-provider
        on select-account wait 90m then choose ada
        on approve choose allow
        expect success and provider.calls contains "refresh"
      }
      flow "both have run out" {
        engine mobile-idp
        on choose-login choose identity-provider
        on select-account wait 3h then choose ada
        expect failure
      }
      """)
    #expect(run.status == .success, "\(run.all)")
  }

  @Test(
    "Giving up one request says nothing about the next",
    arguments: [
      "on approve once deny", "on select-account when attempt is 2 cancel",
    ])
  func giveUpOne(rule: String) async throws {
    let url =
      "sampleidpapp://oauth2/v1.0/authrequest?oauth_client_id=SP_KEY"
      + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&scopes=api"
      + "&oauth_redirect_uri=sampleapp%3A%2F%2Foauth2%2Fdone&state=s"
    let run = try await Self.run(
      """
      org two for mobile-idp {
        app "Authenticator" {
          role provider; scheme "sampleidpapp"; consumer-key "IDP_KEY"; scopes api, web
          second-request queue
        }
        app "Sample App" {
          scheme "sampleapp"; consumer-key "SP_KEY"; scopes api; provider "Authenticator"
        }
        user "ada" { password "Correct-Horse-1"; logged-in "Authenticator" }
        user "bob" { password "Correct-Horse-1"; logged-in "Authenticator" }
      }
      flow "go on" {
        engine mobile-idp
        start message with from = "Sample App", url = "\(url)"
        on select-account once meanwhile message with from = "Sample App", url = "\(url)2"
        \(rule)
        on select-account choose ada
        on approve choose allow
        expect failure and sent authresponse
      }
      """)
    #expect(run.status == .success, "\(run.all)")
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
      "on choose-login choose identity-provider\non select-account choose \"bob@acme.test\"\n"
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

  @Test("The same answer to the same page isn't progress, whatever the call lists say")
  func circle() async throws {
    let login = "answer username = \"ada@acme.test\", password = secret WRONG"
    let run = try await Self.run(
      "engine mobile-idp\non choose-login choose standard\non login once \(login)\n"
        + "on login when message \(login)\n", environment: ["WRONG": "nope-nope"])
    #expect(run.errors.contains("error[no-progress]"), "\(run.all)")
    #expect(run.output.contains("failure, 3 steps"), "\(run.all)")
  }

  @Test(
    "An app that isn't in the org is reported wherever it is named",
    arguments: [
      "start message with from = \"Theif\", url = \"a://b\"",
      "on choose-login meanwhile uninstall with app = \"Theif\"",
    ])
  func apps(line: String) async throws {
    let run = try await Self.run(
      AppSuite.org(more: AppSuite.thief)
        + "flow \"a\" {\n  engine mobile-idp\n  \(line)\n  on any stop\n  expect stopped\n}\n")
    #expect(run.errors.contains("warning[not-in-org]"), "\(run.all)")
    #expect(run.errors.contains("did you mean `Thief`?"), "\(run.all)")
  }

  @Test("The built-in org has everything that a first script needs", arguments: demo)
  func demoOrg(name: String, body: String) async throws {
    let profile = "profile ada { username = \"ada@acme.test\"; password = secret ADA_PASSWORD }\n"
    let used = body.contains("use ada") ? profile : ""
    let text = used + "flow \"\(name)\" {\nengine mobile-idp\n\(body)\n}\n"
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

  /// An org, and a flow's actions and expectations for it.
  static let flows: [(name: String, org: String, body: String)] = [
    (
      "refresh", AppSuite.org(ada: both),
      "on choose-login fail \"it asks\"\n"
        + "expect success and via is \"refresh\"\n"
        + "expect client.calls contains \"refresh\" and not client.calls contains \"authorize\"\n"
        + "expect not sent authrequest"
    ),
    (
      "a revoked refresh token", AppSuite.org(ada: "\(both) revoked"),
      AppSuite.byProvider
        + "expect success and via is \"idp\" and client.calls contains \"refresh\""
    ),
    (
      "a refresh token of no one", AppSuite.org(client: "\(configured); refresh-token \"stale\""),
      AppSuite.byProvider
        + "expect success and via is \"idp\" and client.calls contains \"refresh\""
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
      AppSuite.byProvider + "expect success and via is \"idp\""
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
      "an app that no one verifies", AppSuite.org(provider: "check-caller on"),
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

  @Test("The apps follow the org's settings", arguments: flows)
  func endToEnd(name: String, org: String, body: String) async throws {
    let text = org + "flow \"\(name)\" {\nengine mobile-idp\n\(body)\n}\n"
    let run = try await Self.run(text)
    #expect(run.status == .success, "\(run.all)")
    #expect(!run.errors.contains("demo"))
  }

  // MARK: During a request

  private static let request =
    "sampleidpapp://oauth2/v1.0/authrequest?oauth_client_id=SP_KEY"
    + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    + "&oauth_redirect_uri=sampleapp%3A%2F%2Foauth2%2Fdone&scopes=api"
    + "&login_host=login.salesforce.com&state=another"

  @Test(
    "A second request is refused or waits, depending on the provider's setting",
    arguments: [false, true])
  func second(isQueued: Bool) async throws {
    let settings = isQueued ? "second-request queue" : "second-request refuse"
    let run = try await Self.run(
      AppSuite.org(provider: settings)
        + """
        engine mobile-idp
        on choose-login choose identity-provider
        on select-account once meanwhile message with url = "\(Self.request)"
        on select-account choose "ada@acme.test"
        on approve choose allow
        expect success and \(isQueued ? "not " : "")sent error
        expect \(isQueued ? "not " : "")dropped contains "state-differs"
        """)
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("A start at the provider during a request is refused, or replaces the request")
  func replaced() async throws {
    let start =
      "sampleapp://oauth2/v1.0/idpinit?user_hint=00D000000000001EAA%3A005000000000002AAA"
      + "&login_host=login.salesforce.com"
    func text(_ settings: String, _ end: String) -> String {
      AppSuite.org(
        provider: "second-request queue",
        client: "provider \"Authenticator\"; idpinit-while-waiting \(settings)")
          + """
          engine mobile-idp
          on choose-login choose identity-provider
          on select-account once meanwhile message with url = "\(start)", from = "Authenticator"
          on select-account choose "ada@acme.test"
          on approve choose allow
          \(end)
          """
    }
    let refused = try await Self.run(
      text(
        "refuse",
        "expect success and user is \"ada@acme.test\" and dropped contains \"out-of-place\""))
    #expect(refused.status == .success, "\(refused.all)")
    let replaced = try await Self.run(
      text("replace", "expect authrequest.user_hint is \"00D000000000001EAA:005000000000002AAA\""))
    #expect(replaced.status != .wrongScript, "\(replaced.all)")
    #expect(replaced.output.contains("pass expect authrequest.user_hint"), "\(replaced.all)")
  }

  // MARK: A hostile app

  @Test("A thief gets the answer but can't redeem the code, and the client gets nothing")
  func thief() async throws {
    let run = try await Self.run(
      AppSuite.org(more: AppSuite.thief) + "engine mobile-idp\n" + AppSuite.byProvider
        + "expect failure and reason is \"no-answer\" and message.to is \"Thief\"\n", ["--trace"])
    #expect(run.status == .success, "\(run.all)")
    let line = "    Thief -> login.salesforce.com  token 400 invalid_grant"
    #expect(run.lines.count { $0 == line } == 3, "\(run.all)")
    let sent = run.lines.firstIndex { $0.hasPrefix("    Authenticator -> Thief  authresponse") }
    let tried = run.lines.firstIndex(of: line)
    #expect(try #require(sent) < #require(tried))
  }

  @Test("A thief whose own request is answered has both halves: the check of the caller stops it")
  func ownRequest() async throws {
    for (settings, end) in [
      ("check-caller off", "expect failure and message.to is \"Thief\""),
      ("check-caller on", "expect error.error_code is \"untrusted_app\" and not sent authresponse"),
    ] {
      let run = try await Self.run(
        AppSuite.org(provider: settings, more: AppSuite.thief)
          + """
          engine mobile-idp
          start message with url = "\(Self.request)", from = "Thief"
          on select-account choose "ada@acme.test"
          on approve choose allow
          \(end.replacing("expect failure and ", with: "expect "))
          """, ["--trace"])
      let isOpen = settings.hasSuffix("off")
      #expect(run.output.contains("pass expect"), "\(run.all)")
      #expect(run.output.contains("Thief -> login.salesforce.com  token 200") == isOpen)
    }
  }

  // MARK: Reports

  private static let lines = [
    "Sample App -> Authenticator  authrequest",
    "Authenticator -> login.salesforce.com  singleaccess",
    "Authenticator -> login.salesforce.com  frontdoor",
    "Authenticator -> login.salesforce.com  authorize",
    "Authenticator -> login.salesforce.com  approval", "Authenticator -> Sample App  authresponse",
    "Sample App -> login.salesforce.com  token",
  ]

  @Test("A trace shows each message and call on a line, in order, with sender and receiver")
  func trace() async throws {
    let run = try await Self.run("engine mobile-idp\n" + AppSuite.byProvider, ["--trace"])
    let shown = run.lines.filter { $0.contains(" -> ") }
    #expect(shown.count == Self.lines.count, "\(run.all)")
    for (line, expected) in zip(shown, Self.lines) {
      #expect(line.hasPrefix("    \(expected)"), "\(run.all)")
    }
    #expect(!run.output.contains("called back"))
    let usual = try await Self.run("engine mobile-idp\n" + AppSuite.byProvider)
    #expect(!usual.output.contains(" -> "))
  }

  @Test("JSON has the lines of each step")
  func json() async throws {
    let run = try await Self.run("engine mobile-idp\n" + AppSuite.byProvider, ["--json"])
    let object = try JSON(parsing: Array(run.output.utf8))
    let steps = object["steps"]?.array ?? []
    let shown = steps.flatMap { $0["callbacks"]?.array ?? [] }.compactMap(\.string)
    #expect(shown.count == Self.lines.count, "\(run.all)")
    for (line, expected) in zip(shown, Self.lines) { #expect(line.hasPrefix(expected)) }
  }
}
