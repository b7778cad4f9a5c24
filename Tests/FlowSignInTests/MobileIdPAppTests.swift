import FlowEngine
import FlowHTTP
import MobileIdPEngine
import FlowLock
import Testing

@testable import FlowSignIn

/// An app that is the client, with a provider's app outside the run.
@Suite("An app as the client of an identity provider", .timeLimit(.minutes(5)))
struct MobileIdPAppTests {
  private struct Scene {
    let server = StandInServer()
    let provider: StandInProvider
    let browser: StandInBrowser
    let links: AppLinks

    init(
      isInstalled: Bool = true,
      browser: StandInBrowser = StandInBrowser { _, _ in nil },
      answer: StandInProvider.Answer? = nil
    ) {
      let server = server
      provider = StandInProvider(
        isInstalled: isInstalled,
        answer: answer ?? { request in
          server.give("code-1", for: request.challenge.text)
          return [StandInProvider.response(request)]
        })
      self.browser = browser
      links = appLinks(of: provider)
      provider.answer(by: links)
    }

    func start(
      _ rules: String, kept: [TokenSet] = [], values: [String: String] = [:],
      timeout: Duration = .seconds(60)
    ) throws -> SignIn {
      let configured = try configuration(links: links, browser: browser, kept: kept)
      guard let apps = configured.target as? MobileApps else { throw NotConfigured() }
      return try SignInScript("engine mobile-idp\n" + rules, values: Array(values.keys)).start(
        SignInConfiguration(
          mobileIdP: apps.world, links: links, transport: server, webLogin: apps.webLogin,
          timeout: timeout), values: values)
    }
  }

  private static let byProvider = "on choose-login choose identity-provider\n"
  private static let standard = "on choose-login choose standard\n"

  private static func lines(of signIn: SignIn) async -> [String] {
    var lines: [String] = []
    for await event in signIn.events {
      if case .callback(let line) = event { lines.append(line) }
    }
    return lines
  }

  @Test("The manual's app signs in by the provider, and its trace has no secret")
  func signsIn() async throws {
    let scene = Scene()
    let signIn = try scene.start(
      Self.byProvider + "expect success and via is \"idp\" and sent authrequest")
    let lines = await Self.lines(of: signIn)
    let tokens = try await signIn.tokens()
    #expect(tokens.accessToken == Secret("access-1"))
    #expect(tokens.refreshToken == Secret("refresh-1"))
    #expect(scene.server.lines == ["POST /services/oauth2/token"])
    #expect(scene.provider.opened.count == 1)
    let host = try #require(LoginHost("login.salesforce.com"))
    let kept = try #require(try await signIn.result().tokenSet(of: host))
    #expect(kept.user == UserHint(org: "00D000000000001EAA", user: "005000000000001AAA"))
    #expect(kept.refreshToken == tokens.refreshToken)
    #expect(kept.scopes == ["api", "web"])
    #expect(lines.count >= 3, "\(lines)")
    for secret in ["code-1", "access-1", "refresh-1"] {
      #expect(!lines.contains { $0.contains(secret) }, "\(lines)")
    }
  }

  @Test("The tokens that an app has stored are refreshed without a step")
  func refreshes() async throws {
    let scene = Scene()
    let user = try #require(UserHint(org: "00D000000000001EAA", user: "005000000000001AAA"))
    let host = try #require(LoginHost("login.salesforce.com"))
    let kept = TokenSet(
      user: user, host: host, accessToken: Secret("old"), refreshToken: Secret("old-refresh"))
    let signIn = try scene.start("expect success and via is \"refresh\"", kept: [kept])
    let tokens = try await signIn.tokens()
    #expect(tokens.accessToken == Secret("access-1"))
    #expect(scene.server.lines == ["POST /services/oauth2/token"])
    #expect(scene.provider.opened.isEmpty)
  }

  @Test("A provider that refuses, or answers another request, yields no token")
  func refusals() async throws {
    let refuse = Scene { request in
      [
        "sampleapp://oauth2/v1.0/error?error_code=access_denied&error_desc=&error_reason=no&state="
          + (request.state?.reveal() ?? "")
      ]
    }
    let refused = try refuse.start(Self.byProvider + "expect failure and code is \"access_denied\"")
    #expect(try await refused.result().outcome == .failure)
    let other = Scene { [StandInProvider.response($0, state: "another")] }
    let signIn = try other.start(
      Self.byProvider + "expect failure and reason is \"state-mismatch\"")
    #expect(try await signIn.result().outcome == .failure)
    #expect(other.server.lines.isEmpty, "no code was exchanged")
  }

  @Test("An error with another state is dropped, and the answer after it counts")
  func dropped() async throws {
    let server = StandInServer()
    let provider = StandInProvider { request in
      server.give("code-1", for: request.challenge.text)
      return [
        "sampleapp://oauth2/v1.0/error?error_code=x&error_desc=&error_reason=&state=no",
        StandInProvider.response(request),
      ]
    }
    let links = appLinks(of: provider)
    provider.answer(by: links)
    let configured = try configuration(
      links: links, browser: StandInBrowser { _, _ in nil }, kept: [])
    guard let apps = configured.target as? MobileApps else { throw NotConfigured() }
    let signIn = try SignInScript("engine mobile-idp\n" + Self.byProvider).start(
      SignInConfiguration(mobileIdP: apps.world, links: links, transport: server))
    #expect(try await signIn.tokens().accessToken == Secret("access-1"))
  }

  // MARK: The browser

  @Test("Without the provider's app it is standard login, in the app's browser")
  func standardLogin() async throws {
    let server = StandInServer()
    let browser = StandInBrowser { address, callback in
      server.give("code-2", for: StandInServer.parameter("code_challenge", of: address) ?? "")
      return callback + "?code=code-2"
    }
    let provider = StandInProvider(isInstalled: false) { _ in [] }
    let links = appLinks(of: provider)
    let configured = try configuration(links: links, browser: browser, kept: [])
    guard let apps = configured.target as? MobileApps else { throw NotConfigured() }
    let signIn = try SignInScript(
      "engine mobile-idp\n" + Self.byProvider
        + "expect success and via is \"standard\" and fallback is \"idp-not-found\""
    ).start(
      SignInConfiguration(
        mobileIdP: apps.world, links: links, transport: server, webLogin: apps.webLogin))
    #expect(try await signIn.tokens().accessToken == Secret("access-1"))
    #expect(browser.shown.count == 1)
    let address = try #require(browser.shown.first)
    #expect(address.hasPrefix("https://login.salesforce.com/services/oauth2/authorize?"))
    #expect(StandInServer.parameter("client_id", of: address) == "SP_KEY")
    #expect(provider.opened.isEmpty)
    #expect(server.lines == ["POST /services/oauth2/token"])
  }

  @Test("If the system doesn't open the provider's app, it is standard login, at once")
  func notOpened() async throws {
    let server = StandInServer()
    let browser = StandInBrowser { address, callback in
      server.give("code-2", for: StandInServer.parameter("code_challenge", of: address) ?? "")
      return callback + "?code=code-2"
    }
    let links = AppLinks(app: "Sample App", canOpen: { _ in true }, open: { _ in false })
    let configured = try configuration(links: links, browser: browser, kept: [])
    guard let apps = configured.target as? MobileApps else { throw NotConfigured() }
    let signIn = try SignInScript(
      "engine mobile-idp\n" + Self.byProvider + "expect success and via is \"standard\" and "
        + "fallback is \"idp-not-found\" and dropped contains \"not-opened\""
    ).start(
      SignInConfiguration(
        mobileIdP: apps.world, links: links, transport: server, webLogin: apps.webLogin))
    #expect(try await signIn.tokens().accessToken == Secret("access-1"))
    #expect(browser.shown.count == 1)
  }

  @Test("A browser that the user closes is a cancel; a refused one is reported with its reason")
  func closed() async throws {
    let closed = try Scene().start(Self.standard + "expect cancelled")
    #expect(try await closed.result().outcome == .cancelled)
    let denied = Scene(
      browser: StandInBrowser { _, callback in callback + "?error=access_denied" })
    let signIn = try denied.start(Self.standard + "expect failure and code is \"access_denied\"")
    #expect(try await signIn.result().outcome == .failure)
  }

  @Test("An address other than the callback's isn't an arrival")
  func elsewhere() async throws {
    for address in ["https://evil.test/?code=c", "", "sampleapp://oauth2/donexyz?code=c"] {
      let scene = Scene(browser: StandInBrowser { _, _ in address })
      let signIn = try scene.start(Self.standard + "expect failure")
      #expect(try await signIn.result().outcome == .failure)
      #expect(!scene.server.lines.contains { $0.hasSuffix("token") })
    }
  }

  // MARK: Failures without a server

  /// Has no connection.
  private struct DeadTransport: Transport {
    let failure: TransportFailure

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
      throw failure
    }
  }

  private struct BrokenBrowser: Error {}

  private static func failure(
    _ rules: String, _ scene: Scene, transport: (any Transport)? = nil,
    webLogin: @escaping WebLogin = { _ in throw BrokenBrowser() }
  ) async throws -> SignInFailure? {
    let configured = try configuration(links: scene.links, browser: scene.browser, kept: [])
    guard let apps = configured.target as? MobileApps else { throw NotConfigured() }
    let signIn = try SignInScript("engine mobile-idp\n" + rules).start(
      SignInConfiguration(
        mobileIdP: apps.world, links: scene.links, transport: transport ?? scene.server,
        webLogin: webLogin, timeout: .seconds(60)))
    do {
      _ = try await signIn.result()
      return nil
    } catch { return error }
  }

  @Test("Without a network, the failure is the network's, not a server's refusal")
  func noNetwork() async throws {
    let cases: [(TransportFailure, SignInFailure.Kind, id: String)] = [
      (.unreachable("no net"), .network, "server-unreachable"),
      (.dropped("gone"), .network, "server-unreachable"),
      (.insecure("a stranger's"), .untrusted, "certificate-refused"),
    ]
    for (cause, kind, id) in cases {
      let failure = try await Self.failure(
        Self.byProvider, Scene(), transport: DeadTransport(failure: cause))
      #expect(failure?.kind == kind)
      #expect(failure?.problems.map(\.id) == [id])
      #expect(failure?.description.contains("can't be reached: \(cause.reason)") == true)
      let expected = try await Self.failure(
        Self.byProvider + "expect failure and code is \"network\"", Scene(),
        transport: DeadTransport(failure: cause))
      #expect(expected == nil)
    }
  }

  @Test("A failed browser hasn't answered, and one that arrives elsewhere isn't trusted")
  func brokenBrowser() async throws {
    let failure = try await Self.failure(Self.standard, Scene())
    #expect(failure == .unanswered("the app's browser has failed (BrokenBrowser)"))
    let elsewhere = try await Self.failure(Self.standard, Scene()) { _ in
      Secret("https://evil.test/?code=secret-code")
    }
    #expect(elsewhere?.kind == .untrusted)
    #expect(elsewhere?.description == "The browser did not arrive at the callback.")
    #expect(try await Self.failure(Self.standard + "expect failure", Scene()) == nil)
  }

  @Test("A user who returns without an answer has given up")
  func givesUp() async throws {
    let scene = Scene { _ in [] }
    let giver = Task {
      while !Task.isCancelled {
        scene.links.giveUp()
        await Task.yield()
      }
    }
    defer { giver.cancel() }
    #expect(try await Self.failure(Self.byProvider, scene) == .cancelled)
  }

  // MARK: Ends

  @Test("A provider that never answers ends the run at its time limit")
  func silent() async throws {
    let scene = Scene { _ in [] }
    let signIn = try scene.start(Self.byProvider, timeout: .milliseconds(300))
    await #expect {
      _ = try await signIn.result()
    } throws: { error in
      if case .timedOut? = error as? SignInFailure { true } else { false }
    }
  }

  @Test(
    "A run that waits for the provider is canceled at once, and can learn that no answer will come")
  func cancelled() async throws {
    let scene = Scene { _ in [] }
    let signIn = try scene.start(Self.byProvider)
    while scene.provider.opened.isEmpty { await Task.yield() }
    signIn.cancel()
    await #expect(throws: SignInFailure.cancelled) { _ = try await signIn.result() }
    let other = Scene { _ in [] }
    let run = try other.start(Self.byProvider + "expect failure and reason is \"no-answer\"")
    let giver = Task {
      while !Task.isCancelled {
        other.links.giveUp()
        await Task.yield()
      }
    }
    #expect(try await run.result().outcome == .failure)
    giver.cancel()
  }

  @Test("A browser that ignores everything doesn't delay a run that is canceled or out of time")
  func heedless() async throws {
    let scene = Scene()
    let held = Held()
    defer { held.end() }
    let configured = try configuration(links: scene.links, browser: scene.browser, kept: [])
    guard let apps = configured.target as? MobileApps else { throw NotConfigured() }
    func start(_ timeout: Duration) throws -> SignIn {
      try SignInScript("engine mobile-idp\n" + Self.standard).start(
        SignInConfiguration(
          mobileIdP: apps.world, links: scene.links, transport: scene.server,
          webLogin: { _ in
            await held.wait()
            throw CancellationError()
          }, timeout: timeout))
    }
    let cancelled = try start(.seconds(60))
    cancelled.cancel()
    await #expect(throws: SignInFailure.cancelled) { _ = try await cancelled.result() }
    let late = try start(.milliseconds(200))
    await #expect {
      _ = try await late.result()
    } throws: { error in
      if case .timedOut? = error as? SignInFailure { true } else { false }
    }
  }

  // MARK: The provider begins

  @Test("A URL with which the provider has opened the app begins a run")
  func opened() async throws {
    let scene = Scene()
    let link =
      "sampleapp://oauth2/v1.0/idpinit?user_hint=00D000000000001EAA%3A005000000000001AAA&"
      + "login_host=login.salesforce.com"
    let signIn = try scene.start(
      "start message with url = link\nexpect success and via is \"idp\" and sent idpinit",
      values: ["link": link])
    #expect(try await signIn.tokens().accessToken == Secret("access-1"))
    #expect(scene.provider.opened.first?.contains("user_hint=00D000000000001EAA") == true)
    let other = try scene.start(
      "start message with url = link", values: ["link": "thief://oauth2/v1.0/idpinit"])
    await #expect(throws: SignInFailure.self) { _ = try await other.result() }
  }

  @Test("A configuration of apps and a flow of another engine are distinguished, both ways")
  func mismatch() throws {
    let scene = Scene()
    let configured = try configuration(links: scene.links, browser: scene.browser, kept: [])
    let idx = try SignInScript("on identify submit")
    let apps = try SignInScript("engine mobile-idp\n" + Self.standard)
    let issuer = try SignInConfiguration(
      issuer: "https://acme.okta.com", clientID: "0oa1", redirectURI: "a:/b")
    for (script, configuration, help) in [
      (idx, configured, "engine mobile-idp"), (apps, issuer, "mobileIdP: world"),
    ] {
      #expect {
        _ = try script.start(configuration)
      } throws: { error in
        if case .configuration(_, let text)? = error as? SignInFailure {
          text?.contains(help) == true
        } else {
          false
        }
      }
    }
  }
}
