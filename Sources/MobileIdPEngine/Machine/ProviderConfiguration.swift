public import FlowEngine

/// What an identity provider's app is configured with.
public struct ProviderConfiguration: Sendable, Hashable {
  /// What to do where a hint names nobody and there are other accounts (8.2, D3).
  public enum UnmatchedHint: String, Sendable, Hashable, CaseIterable {
    case login
    case selectAccount = "select-account"
  }

  /// What to do with a request while another one is under way (I30).
  public enum SecondRequest: String, Sendable, Hashable, CaseIterable {
    case refuse
    case queue
  }

  /// What to do where a user's session can't be used (I20).
  public enum RefusedSession: String, Sendable, Hashable, CaseIterable {
    case error
    case login
  }

  /// A client that a person can begin with.
  public struct Client: Sendable, Hashable {
    /// Its name for a person's eyes.
    public var name: String
    /// Its consumer key.
    public var clientID: String
    /// Its callback.
    public var callback: CallbackURI
    /// What it asks for.
    public var scopes: ScopeList
    /// The keychain group that it shares, for form 2; `nil` for form 1 (I29).
    public var keychainGroup: String?
    /// What it opens then.
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
  /// What it asks for itself: `web` among it (K5).
  public var scopes: ScopeList
  /// The host of a request that names none (D7).
  public var defaultHost: LoginHost
  /// The other hosts that it knows; a request for any that is neither is refused (I4).
  public var otherHosts: [LoginHost] = []
  /// The clients that a person can begin with.
  public var clients: [Client] = []
  /// How messages are read and written.
  public var profile: MessageProfile = .strict
  /// Whether other apps are opened by URLs or by intents.
  public var platform = MessagePlatform.ios
  /// What to do where a hint names nobody.
  public var unmatchedHint: UnmatchedHint = .login
  /// What to do with a second request.
  public var secondRequest: SecondRequest = .refuse
  /// What to do where a session can't be used.
  public var refusedSession: RefusedSession = .error
  /// Whether the sender must own the callback's scheme (D-details).
  public var verifiesCaller = false
  /// The consumer keys that may ask; `nil` for all (scenario 58).
  public var allowedClients: Set<String>?
  /// What the security check wants; `nil` for none.
  public var passcode: Secret?
  /// How many wrong passcodes end a request; `nil` for any number.
  public var passcodeAttempts: Int?
  /// How many wrong passwords end a request; `nil` for any number (D11).
  public var loginAttempts: Int?
  /// What servers know the device by, sent at authorize and token (section 7.1).
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

/// An app that has sent a message, as the system says, not the message.
public struct AppIdentity: Sendable, Hashable {
  /// The schemes that are its own.
  public var schemes: Set<URLScheme>

  /// Makes one.
  public init(schemes: Set<URLScheme>) { self.schemes = schemes }
}

/// What surrounds a provider's app when something happens to it.
public struct ProviderEnvironment: Sendable {
  /// The configuration.
  public var configuration: ProviderConfiguration
  /// 128 fresh random bytes, should a verifier be needed.
  public var randomBytes: [UInt8]
  /// The schemes that some app opens.
  public var openable: Set<URLScheme>

  /// Makes surroundings.
  public init(
    _ configuration: ProviderConfiguration, randomBytes: [UInt8], openable: Set<URLScheme>
  ) {
    self.configuration = configuration
    self.randomBytes = randomBytes
    self.openable = openable
  }
}
