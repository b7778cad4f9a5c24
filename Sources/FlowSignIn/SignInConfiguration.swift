import FlowText
public import FlowEngine
import FlowInterpreter
public import FlowHTTP
import FlowScript
package import IDXEngine
public import NextAuthEngine
public import MobileIdPEngine

/// The target and the client of an app's sign-ins.
///
/// ```swift
/// let okta = try SignInConfiguration(
///   issuer: "https://acme.okta.com/oauth2/default", clientID: "0oa…",
///   redirectURI: "com.example.app:/callback")
/// let signIn = try script.start(okta, prompter: prompter)
/// ```
///
/// Create one and reuse it: the runs of one configuration share their connections.
public struct SignInConfiguration: Sendable {
  let target: any SignInTarget
  /// The inbox for the issuer's codes, such as a `Mailbox`; `nil` for none, or for the simulated
  /// org's own inbox.
  public var inbox: (any Inbox)?
  /// The clock of its runs; `nil` for the machine's own.
  package var clock: (any RunClock)?
  /// The maximum time of a run, without the time for the user's answers; at most ten years.
  public var timeout: Duration
  /// The nearest valid timeout.
  var limit: Duration { RunEnvironment.kept(timeout) }

  /// The default timeout.
  public static let usualTimeout = Duration.seconds(120)

  /// Creates a configuration for a real issuer.
  ///
  /// - Parameters:
  ///   - issuer: The authorization server, `https://HOST/oauth2/ID`, or the org itself,
  ///     `https://HOST`; plain `http` only on this machine.
  ///   - clientID: The app's registered client id.
  ///   - redirectURI: The app's registered redirect address; nothing is fetched from it.
  ///   - scopes: The scopes to request, with `openid` for an ID token.
  ///   - transport: The transport to the issuer; `nil` for the platform's own.
  ///   - timeout: The maximum time of a run, without the time for the user's answers.
  /// - Throws: `SignInFailure.configuration`, with the problem and the correction.
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

  /// Creates a configuration from a file: JSON with `issuer`, `clientId`, `redirectUri` and
  /// `scopes`, or an app's `Okta.plist`.
  ///
  /// ```swift
  /// let path = Bundle.main.path(forResource: "Okta", ofType: "plist") ?? ""
  /// let okta = try SignInConfiguration(contentsOf: path)
  /// ```
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - transport: The transport to the issuer; `nil` for the platform's own.
  ///   - timeout: The maximum time of a run, without the time for the user's answers.
  /// - Throws: `SignInFailure.configuration`, with the problem and the correction.
  public init(
    contentsOf path: String, transport: (any Transport)? = nil, timeout: Duration = usualTimeout
  ) throws(SignInFailure) {
    let settings: IssuerSettings
    do throws(PlainFailure) { settings = try IssuerFile.read(path) } catch {
      throw SignInFailure(error)
    }
    try self.init(
      settings, transport: transport, timeout: timeout,
      help: "write the app's registered `clientId` and `redirectUri` in the file")
  }

  init(
    _ settings: IssuerSettings, transport: (any Transport)?, timeout: Duration, help: String = ""
  ) throws(SignInFailure) {
    do throws(PlainFailure) {
      guard let configuration = try settings.configuration(help: help) else {
        throw PlainFailure(
          "no issuer is given",
          help: "write its whole address, such as `https://acme.okta.com/oauth2/default`")
      }
      let carrier: any Transport = transport.map { AppTransport(base: $0) } ?? NetworkTransport()
      self.init(configuration, transport: carrier, timeout: timeout)
    } catch { throw SignInFailure(error) }
  }

  /// Creates a configuration for the app's own nextAuth SDK, for flows with `engine nextauth`.
  ///
  /// The app maps the SDK's calls and callbacks to the members of `NextAuthBackend` with the same
  /// names. The start of a session comes from the app: `start qr with data = code`.
  ///
  /// - Parameters:
  ///   - sdk: The SDK.
  ///   - timeout: The maximum time of a run, without the time for the user's answers.
  public init(nextAuth sdk: any NextAuthBackend, timeout: Duration = usualTimeout) {
    self.init(target: NextAuthTarget(sdk: sdk), timeout: timeout)
  }

  /// Creates a configuration for a server with a given transport and clock.
  package init(
    _ configuration: IDXConfiguration, transport: any Transport, clock: (any RunClock)? = nil,
    timeout: Duration = usualTimeout
  ) {
    self.init(
      target: IssuerTarget(configuration: configuration, transport: transport), clock: clock,
      timeout: timeout)
  }

  /// Creates a configuration for a target.
  package init(
    target: any SignInTarget, clock: (any RunClock)? = nil, timeout: Duration = usualTimeout
  ) {
    self.target = target
    self.clock = clock
    self.timeout = timeout
  }

  /// Creates a configuration for an app that is the client of a mobile identity provider, or the
  /// provider itself, for flows with `engine mobile-idp`.
  ///
  /// ```swift
  /// let configuration = SignInConfiguration(
  ///   mobileIdP: MobileIdPWorld(clients: [client], providers: []), links: links,
  ///   webLogin: { page in try await browser.show(page) })
  /// ```
  ///
  /// The app is the one in the world. If the other role has no app in it, the links reach that app.
  /// A real server's login and approval are pages in the app's browser, not steps of the script;
  /// the time that the user needs there counts.
  ///
  /// - Parameters:
  ///   - world: The app with its configuration, and its stored users and tokens.
  ///   - links: The links to and from other apps: an `AppLinks`.
  ///   - transport: The transport to the authorization server; `nil` for the network.
  ///   - webLogin: Shows a page of the server in the app's browser; `nil` if the server's pages are
  ///     JSON, like the simulated one's.
  ///   - timeout: The maximum time of a run, without the time for the user's answers.
  public init(
    mobileIdP world: MobileIdPWorld, links: any AppRouter, transport: (any Transport)? = nil,
    webLogin: WebLogin? = nil, timeout: Duration = usualTimeout
  ) {
    self.init(
      target: MobileApps(
        world: world, router: links, transport: transport ?? NetworkTransport(),
        webLogin: webLogin), timeout: timeout)
  }

  /// Refreshes an app's stored tokens.
  ///
  /// - Parameter tokens: The tokens, with their refresh token.
  /// - Returns: The new tokens. Store them in place of the old ones, including the refresh token.
  /// - Throws: `SignInFailure`. It is `server` if the server refuses, with its `code`:
  ///   `invalid_grant` means that the refresh token is no longer valid and the user must sign in
  ///   again. `retryAfter` is set if the server states when to try again. It is `network` if no
  ///   answer came within the configuration's `timeout`. It is `configuration` if there is no
  ///   refresh token, and for a simulated org, which ends with its run: use `SignInResult.refresh`
  ///   for it.
  public func refresh(_ tokens: Tokens) async throws(SignInFailure) -> Tokens {
    try await tokenHandle().refresh(tokens)
  }

  /// Signs out: revokes an app's stored refresh token and access token (RFC 7009).
  ///
  /// - Parameter tokens: The tokens.
  /// - Throws: `SignInFailure` if the server did not accept the request; the tokens may then still
  ///   be valid.
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
