package import FlowEngine
package import FlowWire
package import IDXEngine

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
    case simulated(org: String?)
  }

  let target: Target
  /// The clock of its runs; `nil` for the machine's own.
  package var clock: (any RunClock)?
  /// How long a run may take, the time that the person needs to answer aside.
  public var timeout: Duration

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
  ///   - timeout: How long a run may take, the time that the person needs to answer aside.
  /// - Throws: `SignInFailure.configuration`, with what is wrong and what to write instead.
  public init(
    issuer: String, clientID: String, redirectURI: String,
    scopes: [String] = ["openid", "profile"], timeout: Duration = usualTimeout
  ) throws(SignInFailure) {
    guard let url = HTTPURL(issuer) else {
      throw .configuration(
        message: "The issuer is no address.",
        help: "Write all of it: https://acme.okta.com/oauth2/default")
    }
    guard url.scheme == .https || url.isLoopback else {
      throw .configuration(
        message: "An issuer is spoken to over https; plain http only on this machine.",
        help: "Write https://\(url.host)\(url.path)")
    }
    guard !SignInConfiguration.isBlank(clientID) else {
      throw .configuration(
        message: "The client id is empty.", help: "It is the one that the app is registered with.")
    }
    guard SignInConfiguration.hasScheme(redirectURI) else {
      throw .configuration(
        message: "The redirect URI is no address.",
        help: "It is the one that the app is registered with: com.example.app:/callback")
    }
    guard !scopes.isEmpty, !scopes.contains(where: SignInConfiguration.isBlank) else {
      throw .configuration(
        message: "A scope is empty, or there is none.",
        help: "Give one text a scope: [\"openid\", \"profile\"]")
    }
    self.init(
      IDXConfiguration(
        issuer: url, clientID: clientID, redirectURI: redirectURI, scopes: scopes),
      transport: NetworkTransport(), timeout: timeout)
  }

  /// Runs against an org in this process, for tests and previews: no account and no network.
  ///
  /// Every run begins with the org as it is written, and nothing in it waits for real.
  ///
  /// - Parameters:
  ///   - org: An org that the script declares, or `demo` for the built-in one. Without a name it is
  ///     the one that the flow names after `against`, else the only one that the script declares,
  ///     else the demo, in which `jane@example.com` needs a second factor and has every one,
  ///     `sam@example.com` needs none and is offered a phone to enrol, and `lee@example.com` is
  ///     locked out.
  ///   - timeout: How long a run may take, in the org's time.
  /// - Returns: The configuration.
  public static func simulated(
    org: String? = nil, timeout: Duration = usualTimeout
  ) -> SignInConfiguration {
    SignInConfiguration(target: .simulated(org: org), timeout: timeout)
  }

  /// Speaks to a server by a given transport, at the time of a given clock.
  package init(
    _ configuration: IDXConfiguration, transport: any Transport, clock: (any RunClock)? = nil,
    timeout: Duration = usualTimeout
  ) {
    self.init(target: .issuer(configuration, transport), clock: clock, timeout: timeout)
  }

  private init(target: Target, clock: (any RunClock)? = nil, timeout: Duration) {
    self.target = target
    self.clock = clock
    self.timeout = timeout
  }

  private static func isBlank(_ text: String) -> Bool {
    text.utf8.isEmpty || text.utf8.contains { $0 <= 32 }
  }

  /// Whether a text begins with a scheme (RFC 3986, section 3.1) and goes on after it.
  private static func hasScheme(_ text: String) -> Bool {
    guard !isBlank(text), let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return false
    }
    let scheme = text.utf8[..<colon]
    func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }
    return scheme.first.map(isLetter) == true
      && scheme.allSatisfy { isLetter($0) || (48...57).contains($0) || "+-.".utf8.contains($0) }
      && text.utf8.index(after: colon) < text.utf8.endIndex
  }
}
