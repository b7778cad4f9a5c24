import FlowEngine
import FlowSignIn
import FlowHTTP
import MobileIdPEngine
import FlowLock
import Testing

/// An app that is the provider, opened by a client's app outside the run.
@Suite("An app as the identity provider", .timeLimit(.minutes(5)))
struct MobileIdPProviderTests {
  static let request =
    "sampleidpapp://oauth2/v1.0/authrequest?oauth_client_id=SP_KEY&code_challenge="
    + "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&oauth_redirect_uri="
    + "sampleapp%3A%2F%2Foauth2%2Fdone&scopes=api%2Cweb&login_host=login.salesforce.com&"
    + "state=af0ifjsldkj"

  /// The opened URLs.
  private final class Opened: Sendable {
    let urls = Mutex<[String]>([])
    var last: String { urls.withLock { $0.last ?? "" } }
  }

  private static func configuration(
    _ server: StandInServer, _ opened: Opened, _ browser: StandInBrowser, hasUser: Bool,
    opens: Bool
  ) throws -> SignInConfiguration {
    let host = try #require(LoginHost("login.salesforce.com"))
    let user = try #require(UserHint(org: "00D000000000001EAA", user: "005000000000001AAA"))
    let ada = ProviderUser(
      ProviderAccount(user: user, username: "ada@acme.test", name: "Ada", host: host),
      accessToken: Secret("idp-access"), refreshToken: nil)
    let provider = MobileIdPWorld.Provider(
      name: "Authenticator",
      configuration: ProviderConfiguration(
        scheme: try #require(URLScheme("sampleidpapp")), clientID: "IDP_KEY",
        callback: try #require(CallbackURI("sampleidpapp://done")), scopes: ["api", "web"],
        defaultHost: host),
      users: hasUser ? [ada] : [], current: hasUser ? user : nil)
    let links = AppLinks(
      app: "Authenticator", canOpen: { $0.text == "sampleapp" },
      open: { url in
        opened.urls.withLock { $0.append(url.reveal()) }
        return opens
      })
    return SignInConfiguration(
      mobileIdP: MobileIdPWorld(clients: [], providers: [provider]), links: links,
      transport: server,
      webLogin: { page in
        let arrived = await browser.show(page.address.reveal(), until: page.callback.text)
        guard let arrived else { throw CancellationError() }
        return Secret(arrived)
      }, timeout: .seconds(60))
  }

  private static func run(
    _ rules: String, _ server: StandInServer, _ opened: Opened, _ browser: StandInBrowser,
    hasUser: Bool = true, opens: Bool = true
  ) async throws -> SignInResult {
    let script = try SignInScript(
      "engine mobile-idp\nstart message with url = link\n" + rules, values: ["link"])
    return try await script.start(
      try configuration(server, opened, browser, hasUser: hasUser, opens: opens),
      values: ["link": request]
    ).result()
  }

  @Test("A request that opens the app is answered with a code, and the session with a front door")
  func answers() async throws {
    let (server, opened) = (StandInServer(), Opened())
    let browser = StandInBrowser { _, callback in callback + "?code=code-9" }
    let result = try await Self.run(
      "on select-account choose \"ada@acme.test\"\nexpect finished and sent authresponse",
      server, opened, browser)
    #expect(result.outcome == .finished)
    #expect(
      opened.last
        == "sampleapp://oauth2/v1.0/authresponse?code=code-9&state=af0ifjsldkj&"
        + "login_host=login.salesforce.com")
    #expect(server.lines == ["POST /services/oauth2/singleaccess"])
    #expect(browser.shown == ["https://login.salesforce.com/secur/frontdoor.jsp?otp=1"])
  }

  @Test("A client that the system can't reopen ends the run at once")
  func notOpened() async throws {
    let opened = Opened()
    await #expect {
      _ = try await Self.run(
        "on select-account choose \"ada@acme.test\"", StandInServer(), opened,
        StandInBrowser { _, callback in callback + "?code=code-9" }, opens: false)
    } throws: { error in
      guard case .unanswered(let text)? = error as? SignInFailure else { return false }
      return text.hasPrefix("authresponse of Authenticator could not be opened")
    }
    #expect(opened.last.contains("/authresponse?"))
  }

  @Test("If no one is logged in, the user logs in first, even in the app's browser")
  func logsIn() async throws {
    let (server, opened) = (StandInServer(), Opened())
    let browser = StandInBrowser { address, callback in
      guard let challenge = StandInServer.parameter("code_challenge", of: address) else {
        return callback + "?code=code-9"
      }
      server.give("own-code", for: challenge)
      return callback + "?code=own-code"
    }
    let result = try await Self.run("expect finished", server, opened, browser, hasUser: false)
    #expect(result.outcome == .finished)
    #expect(opened.last.contains("/authresponse?code=code-9&state=af0ifjsldkj"))
    #expect(
      server.lines == ["POST /services/oauth2/token", "POST /services/oauth2/singleaccess"])
    #expect(browser.shown.count == 2)
  }

  @Test("A page that the user closes is an error to the client, like a cancel")
  func closed() async throws {
    for hasUser in [true, false] {
      let opened = Opened()
      _ = try await Self.run(
        (hasUser ? "on select-account choose \"ada@acme.test\"\n" : "") + "expect failure",
        StandInServer(), opened, StandInBrowser { _, _ in nil }, hasUser: hasUser)
      #expect(opened.last.contains("/error?error_code=user_cancelled"), "\(opened.last)")
      #expect(opened.last.hasSuffix("state=af0ifjsldkj"))
    }
  }

  @Test("A server that refuses the client is the client's error, with the server's message")
  func refused() async throws {
    let opened = Opened()
    _ = try await Self.run(
      "on select-account choose \"ada@acme.test\"\nexpect failure", StandInServer(), opened,
      StandInBrowser { _, callback in
        callback + "?error=invalid_scope&error_description=not+yours"
      })
    #expect(opened.last.contains("error_code=invalid_scope"), "\(opened.last)")
    #expect(opened.last.contains("not%20yours"))
  }
}
