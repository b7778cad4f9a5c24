public import FlowEngine

/// The configuration of an identity provider's app.
public struct ProviderConfiguration: Sendable, Hashable {
  /// The reaction to a hint that matches no one while there are other accounts (8.2, D3).
  public enum UnmatchedHint: String, Sendable, Hashable, CaseIterable {
    case login
    case selectAccount = "select-account"
  }

  /// The reaction to a request while another one is running (I30).
  public enum SecondRequest: String, Sendable, Hashable, CaseIterable {
    case refuse
    case queue
  }

  /// The reaction to a user's session that can't be used (I20).
  public enum RefusedSession: String, Sendable, Hashable, CaseIterable {
    case error
    case login
  }

  /// A client that a user can start from the provider.
  public struct Client: Sendable, Hashable {
    /// Its name, to show to the user.
    public var name: String
    /// Its consumer key.
    public var clientID: String
    /// Its callback.
    public var callback: CallbackURI
    /// The scopes that it requests.
    public var scopes: ScopeList
    /// The keychain group that it shares, for form 2; `nil` for form 1 (I29).
    public var keychainGroup: String?
    /// The address that it opens then.
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

  /// Its scheme.
  public var scheme: URLScheme
  /// Its own consumer key (K1).
  public var clientID: String
  /// Its own callback.
  public var callback: CallbackURI
  /// The scopes of its own requests, including `web` (K5).
  public var scopes: ScopeList
  /// The default host of a request (D7).
  public var defaultHost: LoginHost
  /// The other known hosts; a request for any other host is refused (I4).
  public var otherHosts: [LoginHost] = []
  /// The clients that a user can start from the provider.
  public var clients: [Client] = []
  /// The profile of messages.
  public var profile: MessageProfile = .strict
  /// Whether other apps are opened by URLs or by intents.
  public var platform = MessagePlatform.ios
  /// The reaction to a hint that matches no one.
  public var unmatchedHint: UnmatchedHint = .login
  /// The reaction to a second request.
  public var secondRequest: SecondRequest = .refuse
  /// The reaction to a session that can't be used.
  public var refusedSession: RefusedSession = .error
  /// Whether the sender must own the callback's scheme (D-details).
  public var verifiesCaller = false
  /// The consumer keys that may send requests; `nil` for all (scenario 58).
  public var allowedClients: Set<String>?
  /// The passcode of the security check; `nil` for none.
  public var passcode: Secret?
  /// The number of wrong passcodes that end a request; `nil` for no limit.
  public var passcodeAttempts: Int?
  /// The number of wrong passwords that end a request; `nil` for no limit (D11).
  public var loginAttempts: Int?
  /// The id of the device for servers, sent at authorize and token (section 7.1).
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

  /// All hosts, the default one first.
  public var hosts: [LoginHost] { [defaultHost] + otherHosts.filter { $0 != defaultHost } }
}

/// An app that has sent a message, as identified by the system, not by the message.
public struct AppIdentity: Sendable, Hashable {
  /// Its own schemes.
  public var schemes: Set<URLScheme>

  /// Makes one.
  public init(schemes: Set<URLScheme>) { self.schemes = schemes }
}

/// The environment of a provider's app at an event.
public struct ProviderEnvironment: Sendable {
  /// The configuration.
  public var configuration: ProviderConfiguration
  /// 128 fresh random bytes, if a verifier is needed.
  public var randomBytes: [UInt8]
  /// The schemes that an app on the device opens.
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
