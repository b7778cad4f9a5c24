import FlowText
public import FlowEngine
import FlowInterpreter
public import FlowHTTP
import FlowScript
package import IDXEngine
public import NextAuthEngine
public import MobileIdPEngine

/// The target of an app's sign-ins: an issuer and the client, an SDK, or other apps.
///
/// ```swift
/// let okta = try SignInConfiguration(
///   issuer: "https://acme.okta.com/oauth2/default", clientID: "0oa…",
///   redirectURI: "com.example.app:/callback")
/// let signIn = try script.start(okta, prompter: prompter)
/// ```
///
/// Create one configuration and reuse it, because the runs of one configuration share their
/// connections.
public struct SignInConfiguration: Sendable {
  let target: any SignInTarget
  /// The inbox for the issuer's codes, such as a `Mailbox`.
  ///
  /// If it is `nil`, runs have no inbox, or the simulated org's own inbox.
  public var inbox: (any Inbox)?
  /// The clock of the runs; `nil` for the machine's own.
  package var clock: (any RunClock)?
  /// The maximum duration of a run, without the time for the user's answers; at most ten years.
  public var timeout: Duration
  /// The timeout, limited to the valid range.
  var limit: Duration { RunEnvironment.kept(timeout) }

  /// The default timeout.
  public static let usualTimeout = Duration.seconds(120)

  /// Creates a configuration for a real issuer.
  ///
  /// - Parameters:
  ///   - issuer: The authorization server, `https://HOST/oauth2/ID`, or the org itself,
  ///     `https://HOST`. Plain `http` is valid only on this machine.
  ///   - clientID: The app's registered client id.
  ///   - redirectURI: The app's registered redirect URI, which is never requested.
  ///   - scopes: The scopes to request, with `openid` for an ID token.
  ///   - binding: Whether the issuer binds the tokens to a key of the app (DPoP).
  ///   - transport: The transport to the issuer; `nil` for the platform's own.
  ///   - timeout: The maximum duration of a run, without the time for the user's answers.
  /// - Throws: `SignInFailure.configuration` with the problem and the correction.
  public init(
    issuer: String, clientID: String, redirectURI: String,
    scopes: [String] = ["openid", "profile"], binding: TokenBinding = .none,
    transport: (any Transport)? = nil, timeout: Duration = usualTimeout
  ) throws(SignInFailure) {
    var settings = IssuerSettings()
    do throws(PlainFailure) {
      try settings.set(.issuer, issuer, from: .usual)
      try settings.set(.clientID, clientID, from: .usual)
      try settings.set(.redirectURI, redirectURI, from: .usual)
      try settings.set(scopes: scopes, from: .usual)
    } catch { throw SignInFailure(error) }
    try self.init(settings, binding: binding, transport: transport, timeout: timeout)
  }

  /// Creates a configuration from a file.
  ///
  /// The file is JSON with `issuer`, `clientId`, `redirectUri` and `scopes`, or an app's
  /// `Okta.plist`.
  ///
  /// ```swift
  /// let path = Bundle.main.path(forResource: "Okta", ofType: "plist") ?? ""
  /// let okta = try SignInConfiguration(contentsOf: path)
  /// ```
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - binding: Whether the issuer binds the tokens to a key of the app (DPoP).
  ///   - transport: The transport to the issuer; `nil` for the platform's own.
  ///   - timeout: The maximum time of a run, without the time for the user's answers.
  /// - Throws: `SignInFailure.configuration`, with the problem and the correction.
  public init(
    contentsOf path: String, binding: TokenBinding = .none, transport: (any Transport)? = nil,
    timeout: Duration = usualTimeout
  ) throws(SignInFailure) {
    let settings: IssuerSettings
    do throws(PlainFailure) { settings = try IssuerFile.read(path) } catch {
      throw SignInFailure(error)
    }
    try self.init(
      settings, binding: binding, transport: transport, timeout: timeout,
      help: "write the app's registered `clientId` and `redirectUri` in the file")
  }

  init(
    _ settings: IssuerSettings, binding: TokenBinding = .none, transport: (any Transport)?,
    timeout: Duration, help: String = ""
  ) throws(SignInFailure) {
    do throws(PlainFailure) {
      guard var configuration = try settings.configuration(help: help) else {
        throw PlainFailure(
          "no issuer is given",
          help: "write its whole address, such as `https://acme.okta.com/oauth2/default`")
      }
      configuration.proof = binding.proof
      let carrier: any Transport = transport.map { AppTransport(base: $0) } ?? NetworkTransport()
      self.init(configuration, transport: carrier, timeout: timeout)
    } catch { throw SignInFailure(error) }
  }

  /// Creates a configuration for the app's own nextAuth SDK, for flows with `engine nextauth`.
  ///
  /// The app implements `NextAuthBackend` by the SDK's calls and callbacks, which have the same
  /// names. The app provides the data that starts a session: `start qr with data = code`.
  ///
  /// - Parameters:
  ///   - sdk: The SDK.
  ///   - timeout: The maximum duration of a run, without the time for the user's answers.
  public init(nextAuth sdk: any NextAuthBackend, timeout: Duration = usualTimeout) {
    self.init(target: NextAuthTarget(sdk: sdk), timeout: timeout)
  }

  /// Creates a configuration for an issuer with a given transport and clock.
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

  /// Creates a configuration for an app that is the client or the provider in mobile identity
  /// provider flows.
  ///
  /// Such flows begin with `engine mobile-idp`.
  ///
  /// ```swift
  /// let configuration = SignInConfiguration(
  ///   mobileIdP: MobileIdPWorld(clients: [client], providers: []), links: links,
  ///   webLogin: { page in try await browser.show(page) })
  /// ```
  ///
  /// The world contains the app. If the other role has no app in the world, the links reach that
  /// app. A real server's login and approval are pages in the app's browser, not steps of the
  /// script. The time that the user needs for these pages counts for the timeout.
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
  /// - Returns: The new tokens. Store them in place of the old tokens, including the refresh token.
  /// - Throws: `SignInFailure`:
  ///   - `server` if the server refuses, with its `code`. The code `invalid_grant` means that the
  ///     refresh token is no longer valid and the user must sign in again. `retryAfter` is set if
  ///     the server states when to try again.
  ///   - `network` if no answer came within the configuration's `timeout`.
  ///   - `configuration` if there is no refresh token. It is also thrown for a simulated org, which
  ///     ends with its run; use `SignInResult.refresh` for it.
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

  /// The clock of a run or of an operation on tokens.
  var runClock: any RunClock { clock ?? SystemClock(now: ThisMachine.wallTime()) }

  private func tokenHandle() throws(SignInFailure) -> TokenHandle {
    let masker = Masker()
    let service = try target.tokenService(clock: runClock, masker: masker)
    return TokenHandle(service, masker: masker, limit: limit)
  }
}
