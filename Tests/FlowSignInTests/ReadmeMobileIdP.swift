import FlowEngine
import FlowLock

// Manual: links
import FlowSignIn
import MobileIdPEngine

/// How the app opens the identity provider's app, and is opened by it.
func appLinks(of application: some AppOpener) -> AppLinks {
  AppLinks(
    app: "Sample App",
    canOpen: { scheme in await application.canOpen("\(scheme)://") },
    open: { url in await application.open(url.reveal()) })
}

/// The app as the client of an identity provider's app on the same device.
func configuration(
  links: AppLinks, browser: some AppBrowser, kept: [TokenSet]
) throws -> SignInConfiguration {
  guard let callback = CallbackURI("sampleapp://oauth2/done"),
    let host = LoginHost("login.salesforce.com"), let provider = URLScheme("sampleidpapp")
  else { throw NotConfigured() }
  let client = MobileIdPWorld.Client(
    name: "Sample App",
    configuration: ClientConfiguration(
      clientID: "SP_KEY", callback: callback, scopes: ["api", "web"], defaultHost: host,
      providerScheme: provider),
    accounts: kept, current: kept.last?.user)
  return SignInConfiguration(
    mobileIdP: MobileIdPWorld(clients: [client], providers: []), links: links,
    // Where the person chooses standard login: the server's own pages, in the app's browser.
    webLogin: { page in
      guard let arrived = await browser.show(page.address.reveal(), until: page.callback.text)
      else { throw CancellationError() }
      return Secret(arrived)
    })
}
// Manual: end

struct NotConfigured: Error {}

/// What the manual shows of a run of an app.
enum ReadmeMobileIdP {
  static func signIn(
    _ application: some AppOpener, _ browser: some AppBrowser, links: AppLinks, kept: [TokenSet],
    log: (String) -> Void
  ) async throws -> Tokens {
    // Manual: run
    // In `onOpenURL`: `if !links.receive(url.absoluteString) { … }`
    let script = try SignInScript(
      """
      engine mobile-idp
      on choose-login choose identity-provider
      expect success and via is "idp"
      """)
    let signIn = try script.start(
      try configuration(links: links, browser: browser, kept: kept))
    for await case .callback(let line) in signIn.events { log(line) }
    return try await signIn.tokens()
    // Manual: end
  }
}

// MARK: Stand-ins for the system's classes

/// The features of a platform's application object.
protocol AppOpener: Sendable {
  func canOpen(_ url: String) async -> Bool
  func open(_ url: String) async -> Bool
}

/// The features of a platform's web session.
///
/// It returns the address at which it arrived; `nil` if the user closed it.
protocol AppBrowser: Sendable {
  func show(_ address: String, until callback: String) async -> String?
}
