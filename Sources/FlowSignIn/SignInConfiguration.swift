import FlowText
public import FlowEngine
import FlowInterpreter
public import FlowHTTP
import FlowScript
package import IDXEngine
public import NextAuthEngine
public import MobileIdPEngine

/// Where and as whom an app signs people in.
///
/// ```swift
/// let okta = try SignInConfiguration(
///   issuer: "https://acme.okta.com/oauth2/default", clientID: "0oa…",
///   redirectURI: "com.example.app:/callback")
/// let signIn = try script.start(okta, prompter: prompter)
/// ```
///
/// Make one and keep it: the runs of one configuration share their connections.
public struct SignInConfiguration: Sendable {
  let target: any SignInTarget
  /// Where the codes arrive that the issuer sends, such as a `Mailbox`; `nil` for nowhere, or for the
  /// simulated org's own inbox.
  public var inbox: (any Inbox)?
  /// The clock of its runs; `nil` for the machine's own.
  package var clock: (any RunClock)?
  /// How long a run may take, the time that the person needs to answer aside; ten years at most.
  public var timeout: Duration
  /// The timeout, where it is one that can be waited for, else the nearest that is.
  var limit: Duration { RunEnvironment.kept(timeout) }

  /// How long a run may take where nothing else is said.
  public static let usualTimeout = Duration.seconds(120)

  /// Makes a configuration for a real issuer.
  ///
  /// - Parameters:
  ///   - issuer: The authorization server, `https://HOST/oauth2/ID`, or the org itself,
  ///     `https://HOST`; plain `http` only on this machine.
  ///   - clientID: The app's client id, as it is registered.
  ///   - redirectURI: The app's redirect address, as it is registered; nothing is fetched from it.
  ///   - scopes: The scopes to ask for; `openid` among them for an ID token.
  ///   - transport: What carries requests to the issuer; `nil` for the platform's own.
  ///   - timeout: How long a run may take, the time that the person needs to answer aside.
  /// - Throws: `SignInFailure.configuration`, with what is wrong and what to write instead.
  public init(
    issuer: String, clientID: String, redirectURI: String,
    scopes: [String] = ["openid", "profile"], transport: (any Transport)? = nil,
    timeout: Duration = usualTimeout
  ) throws(SignInFailure) {
    var settings = IssuerSettings()
    do throws(PlainFailure) {
      try settings.set(.issuer, issuer, from: .usual)
      try settings.set(.clientID, clientID, from: .usual)
      try settings.set(.redirectURI, redirectURI, from: .usual)
      try settings.set(scopes: scopes, from: .usual)
    } catch { throw SignInFailure(error) }
    try self.init(settings, transport: transport, timeout: timeout)
  }

  /// Makes a configuration of a file: JSON with `issuer`, `clientId`, `redirectUri` and `scopes`, or
  /// the `Okta.plist` that apps carry.
  ///
  /// ```swift
  /// let path = Bundle.main.path(forResource: "Okta", ofType: "plist") ?? ""
  /// let okta = try SignInConfiguration(contentsOf: path)
  /// ```
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - transport: What carries requests to the issuer; `nil` for the platform's own.
  ///   - timeout: How long a run may take, the time that the person needs to answer aside.
  /// - Throws: `SignInFailure.configuration`, with what is wrong and what to write instead.
  public init(
    contentsOf path: String, transport: (any Transport)? = nil, timeout: Duration = usualTimeout
  ) throws(SignInFailure) {
    let settings: IssuerSettings
    do throws(PlainFailure) { settings = try IssuerFile.read(path) } catch {
      throw SignInFailure(error)
    }
    try self.init(
      settings, transport: transport, timeout: timeout,
      help: "as the app is registered, with `clientId` and `redirectUri` in the file")
  }

  init(
    _ settings: IssuerSettings, transport: (any Transport)?, timeout: Duration, help: String = ""
  ) throws(SignInFailure) {
    do throws(PlainFailure) {
      guard let configuration = try settings.configuration(help: help) else {
        throw PlainFailure(
          "no issuer is named",
          help: "write its whole address, such as `https://acme.okta.com/oauth2/default`")
      }
      let carrier: any Transport = transport.map { AppTransport(base: $0) } ?? NetworkTransport()
      self.init(configuration, transport: carrier, timeout: timeout)
    } catch { throw SignInFailure(error) }
  }

  /// Makes a configuration for the app's own nextAuth SDK, which flows with `engine nextauth` drive.
  ///
  /// The app maps the SDK's calls and callbacks to those of `NextAuthBackend`, which have their names.
  /// What a session begins by comes from the app: `start qr with data = code`.
  ///
  /// - Parameters:
  ///   - sdk: The SDK.
  ///   - timeout: How long a run may take, the time that the person needs to answer aside.
  public init(nextAuth sdk: any NextAuthBackend, timeout: Duration = usualTimeout) {
    self.init(target: NextAuthTarget(sdk: sdk), timeout: timeout)
  }

  /// Speaks to a server by a given transport, at the time of a given clock.
  package init(
    _ configuration: IDXConfiguration, transport: any Transport, clock: (any RunClock)? = nil,
    timeout: Duration = usualTimeout
  ) {
    self.init(
      target: IssuerTarget(configuration: configuration, transport: transport), clock: clock,
      timeout: timeout)
  }

  /// Makes a configuration for what its runs speak to.
  package init(
    target: any SignInTarget, clock: (any RunClock)? = nil, timeout: Duration = usualTimeout
  ) {
    self.target = target
    self.clock = clock
    self.timeout = timeout
  }

  /// Makes a configuration for an app that is the client of a mobile identity provider, or that is
  /// the provider, which flows with `engine mobile-idp` play.
  ///
  /// ```swift
  /// let configuration = SignInConfiguration(
  ///   mobileIdP: MobileIdPWorld(clients: [client], providers: []), links: links,
  ///   webLogin: { page in try await browser.show(page) })
  /// ```
  ///
  /// The app is the one of the world; where the other role has no app in it, that one is reached
  /// through the links. A real server's login and approval are pages of the app's browser, and no
  /// steps of the script; the time that a person needs there counts.
  ///
  /// - Parameters:
  ///   - world: The app with its configuration, and the users and tokens that it has kept.
  ///   - links: How it opens other apps, and is opened by them: an `AppLinks`.
  ///   - transport: What carries requests to the authorization server; `nil` for the network.
  ///   - webLogin: Shows a page of the server in the app's browser; `nil` where the server's pages
  ///     are JSON, as the simulated one's are.
  ///   - timeout: How long a run may take, the time that the person needs to answer aside.
  public init(
    mobileIdP world: MobileIdPWorld, links: any AppRouter, transport: (any Transport)? = nil,
    webLogin: WebLogin? = nil, timeout: Duration = usualTimeout
  ) {
    self.init(
      target: MobileApps(
        world: world, router: links, transport: transport ?? NetworkTransport(),
        webLogin: webLogin), timeout: timeout)
  }

  /// Gets new tokens for those that an app has kept.
  ///
  /// - Parameter tokens: The tokens, with their refresh token.
  /// - Returns: The new tokens; keep them in place of the old ones, refresh token and all.
  /// - Throws: `SignInFailure`: `server` where the server gives none, with its `code`, which is
  ///   `invalid_grant` where the refresh token is no longer good and the person has to sign in again,
  ///   and with `retryAfter` where it says when it may be asked again; `network` where no answer came
  ///   within the configuration's `timeout`; `configuration` where there is no refresh token, and for
  ///   a simulated org, which ends with its run: `SignInResult.refresh` is for those.
  public func refresh(_ tokens: Tokens) async throws(SignInFailure) -> Tokens {
    try await tokenHandle().refresh(tokens)
  }

  /// Signs out: revokes the refresh token and the access token (RFC 7009) that an app has kept.
  ///
  /// - Parameter tokens: The tokens.
  /// - Throws: `SignInFailure`, where the server did not agree; the tokens may still be good then.
  public func signOut(_ tokens: Tokens) async throws(SignInFailure) {
    try await tokenHandle().revoke(tokens)
  }

  private func tokenHandle() throws(SignInFailure) -> TokenHandle {
    let clock = self.clock ?? SystemClock(now: ThisMachine.wallTime())
    let masker = Masker()
    let service = try target.tokenService(clock: clock, masker: masker)
    return TokenHandle(service, masker: masker, limit: limit)
  }
}
