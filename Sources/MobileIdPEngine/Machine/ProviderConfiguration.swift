public import FlowEngine

/// The configuration of an identity provider's app.
public struct ProviderConfiguration: Sendable, Hashable {
  /// The provider's reaction to a hint that matches no user if it has other accounts (8.2, D3).
  public enum UnmatchedHint: String, Sendable, Hashable, CaseIterable {
    case login
    case selectAccount = "select-account"
  }

  /// The provider's reaction to a request while it handles another request (I30).
  public enum SecondRequest: String, Sendable, Hashable, CaseIterable {
    case refuse
    case queue
  }

  /// The provider's reaction if a server refuses a user's session (I20).
  public enum RefusedSession: String, Sendable, Hashable, CaseIterable {
    case error
    case login
  }

  /// A client that a user can start from the provider.
  public struct Client: Sendable, Hashable {
    /// The client's name, to show to the user.
    public var name: String
    /// The client's consumer key.
    public var clientID: String
    /// The client's callback.
    public var callback: CallbackURI
    /// The scopes that the client gets.
    public var scopes: ScopeList
    /// The keychain group that the client shares with the provider (form 2); `nil` for form 1
    /// (I29).
    public var keychainGroup: String?
    /// The address that the client opens after the sign-in.
    public var startURL: CallbackURI?

    /// Makes a client.
    public init(
      name: String, clientID: String, callback: CallbackURI, scopes: ScopeList,
      keychainGroup: String? = nil, startURL: CallbackURI? = nil
    ) {
      self.name = name
      self.clientID = clientID
      self.callback = callback
      self.scopes = scopes
      self.keychainGroup = keychainGroup
      self.startURL = startURL
    }
  }

  /// The scheme with which other apps open the provider.
  public var scheme: URLScheme
  /// The provider's own consumer key (K1).
  public var clientID: String
  /// The provider's own callback.
  public var callback: CallbackURI
  /// The scopes of the provider's own requests, including `web` (K5).
  public var scopes: ScopeList
  /// The host that a request uses if it doesn't name one (D7).
  public var defaultHost: LoginHost
  /// The other known hosts; the provider refuses a request for any other host (I4).
  public var otherHosts: [LoginHost] = []
  /// The clients that a user can start from the provider.
  public var clients: [Client] = []
  /// The profile with which messages are read and written.
  public var profile: MessageProfile = .strict
  /// Whether apps open each other by URLs or by intents.
  public var platform = MessagePlatform.ios
  /// The reaction to a hint that matches no user.
  public var unmatchedHint: UnmatchedHint = .login
  /// The reaction to a request while the provider handles another request.
  public var secondRequest: SecondRequest = .refuse
  /// The reaction if a server refuses a user's session.
  public var refusedSession: RefusedSession = .error
  /// Whether the app that sends a request must own the callback's scheme (D-details).
  public var verifiesCaller = false
  /// The consumer keys of the clients that may send requests; `nil` for all (scenario 58).
  public var allowedClients: Set<String>?
  /// The passcode of the security check; `nil` if there is no security check.
  public var passcode: Secret?
  /// The number of wrong passcodes after which a request fails; `nil` for no limit.
  public var passcodeAttempts: Int?
  /// The number of wrong passwords after which a request fails; `nil` for no limit (D11).
  public var loginAttempts: Int?
  /// The device's id, which the provider sends at the authorize and token endpoints (section 7.1).
  public var deviceID: String?

  /// Makes a configuration.
  public init(
    scheme: URLScheme, clientID: String, callback: CallbackURI, scopes: ScopeList,
    defaultHost: LoginHost
  ) {
    self.scheme = scheme
    self.clientID = clientID
    self.callback = callback
    self.scopes = scopes
    self.defaultHost = defaultHost
  }

  /// All hosts, starting with the default one.
  public var hosts: [LoginHost] { [defaultHost] + otherHosts.filter { $0 != defaultHost } }
}

/// The app that sent a message, as the system identifies it; a message itself proves no sender.
public struct AppIdentity: Sendable, Hashable {
  /// The schemes that the app has registered.
  public var schemes: Set<URLScheme>

  /// Makes an identity.
  public init(schemes: Set<URLScheme>) { self.schemes = schemes }
}

/// The values from outside that a provider's app needs to handle an event.
public struct ProviderEnvironment: Sendable {
  /// The configuration.
  public var configuration: ProviderConfiguration
  /// 128 fresh random bytes, if a verifier is needed.
  public var randomBytes: [UInt8]
  /// The schemes that some app on the device opens.
  public var openable: Set<URLScheme>

  /// Makes an environment.
  public init(
    _ configuration: ProviderConfiguration, randomBytes: [UInt8], openable: Set<URLScheme>
  ) {
    self.configuration = configuration
    self.randomBytes = randomBytes
    self.openable = openable
  }
}
