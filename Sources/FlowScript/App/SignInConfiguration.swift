public import FlowEngine
import FlowInterpreter
public import FlowHTTP
package import IDXEngine
public import NextAuthEngine

/// Where and as whom an app signs people in.
///
/// ```swift
/// let okta = try SignInConfiguration(
///   issuer: "https://acme.okta.com/oauth2/default", clientID: "0oa…",
///   redirectURI: "com.example.app:/callback")
/// let preview = SignInConfiguration.simulated()
/// ```
///
/// Make one and keep it: the runs of one configuration share their connections.
public struct SignInConfiguration: Sendable {
  /// What a run speaks to.
  enum Target: Sendable {
    case issuer(IDXConfiguration, any Transport)
    /// An org in this process; `nil` leaves its name to the script.
    case simulated(org: String?, at: OrgTime? = nil, scopes: [String] = IssuerSettings.usualScopes)
    /// The app's own nextAuth SDK.
    case nextAuth(any NextAuthBackend)
    /// The app as one of the two of the mobile identity provider flow.
    case apps(MobileApps)
  }

  let target: Target
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
    do throws(IssuerSettings.Fault) {
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
    do throws(IssuerSettings.Fault) { settings = try IssuerFile.read(path) } catch {
      throw SignInFailure(error)
    }
    try self.init(
      settings, transport: transport, timeout: timeout,
      help: "as the app is registered, with `clientId` and `redirectUri` in the file")
  }

  init(
    _ settings: IssuerSettings, transport: (any Transport)?, timeout: Duration, help: String = ""
  ) throws(SignInFailure) {
    do throws(IssuerSettings.Fault) {
      guard let configuration = try settings.configuration(help: help) else {
        throw IssuerSettings.Fault(
          message: "no issuer is named",
          help: "write its whole address, such as `https://acme.okta.com/oauth2/default`")
      }
      let carrier: any Transport = transport.map { AppTransport(base: $0) } ?? NetworkTransport()
      self.init(configuration, transport: carrier, timeout: timeout)
    } catch { throw SignInFailure(error) }
  }

  /// Runs against an org in this process, for tests and previews: no account and no network.
  ///
  /// Every run begins with the org as it is written, and nothing in it waits for real. A flow with
  /// `engine nextauth` gets a device with an SDK in it besides.
  ///
  /// - Parameters:
  ///   - org: An org that the script declares, or `demo` for the built-in one. Without a name it is
  ///     the one that the flow names after `against`, else the only one that the script declares,
  ///     else the demo, in which `jane@example.com` needs a second factor and has every one,
  ///     `sam@example.com` needs none and is offered a phone to enrol, and `lee@example.com` is
  ///     locked out.
  ///   - time: When the org's clock begins, in time since the start of 1970, UTC; `nil` for now.
  ///     One-time codes, expiries and lockouts go by it. It is kept within the years 1970 to 2199.
  ///   - scopes: The scopes to ask for; `offline_access` among them for a refresh token. Only a flow
  ///     of the usual engine asks for any.
  ///   - timeout: How long a run may take, in the org's time.
  /// - Returns: The configuration.
  public static func simulated(
    org: String? = nil, at time: Duration? = nil, scopes: [String] = ["openid", "profile"],
    timeout: Duration = usualTimeout
  ) -> SignInConfiguration {
    SignInConfiguration(
      target: .simulated(org: org, at: time.map { .moment($0) }, scopes: scopes), timeout: timeout)
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
    self.init(target: .nextAuth(sdk), timeout: timeout)
  }

  /// Speaks to a server by a given transport, at the time of a given clock.
  package init(
    _ configuration: IDXConfiguration, transport: any Transport, clock: (any RunClock)? = nil,
    timeout: Duration = usualTimeout
  ) {
    self.init(target: .issuer(configuration, transport), clock: clock, timeout: timeout)
  }

  init(target: Target, clock: (any RunClock)? = nil, timeout: Duration) {
    self.target = target
    self.clock = clock
    self.timeout = timeout
  }
}
