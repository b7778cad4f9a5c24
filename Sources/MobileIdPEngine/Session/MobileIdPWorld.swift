public import FlowEngine

/// The apps of a run in their initial state.
///
/// If the world has no app for a role, an app outside of the run plays the role. For example, an
/// app that embeds a client has no provider here, and reaches one through its router.
public struct MobileIdPWorld: Sendable {
  /// The client apps; a flow uses the first one by default.
  public var clients: [Client]
  /// The providers' apps; a flow that starts at a provider uses the first one by default.
  public var providers: [Provider]
  /// The usernames of users, because apps identify users by their ids.
  public var usernames: [UserHint: String]
  /// The other engine that replaces the providers' login page; `nil` to use the server's login
  /// page.
  public var login: NestedLogin?

  /// Makes a world.
  public init(
    clients: [Client], providers: [Provider], usernames: [UserHint: String] = [:],
    login: NestedLogin? = nil
  ) {
    self.clients = clients
    self.providers = providers
    self.usernames = usernames
    self.login = login
  }

  /// A client app.
  public struct Client: Sendable {
    /// The app's name on the device.
    public var name: String
    /// The app's configuration.
    public var configuration: ClientConfiguration
    /// The tokens that the app has stored, one set per user.
    public var accounts: [TokenSet]
    /// The user whose tokens are in use.
    public var current: UserHint?
    /// An additional refresh token that was stored without a user.
    public var refreshToken: Secret?

    /// Makes a client.
    public init(
      name: String, configuration: ClientConfiguration, accounts: [TokenSet] = [],
      current: UserHint? = nil, refreshToken: Secret? = nil
    ) {
      self.refreshToken = refreshToken
      self.name = name
      self.configuration = configuration
      self.accounts = accounts
      self.current = current
    }
  }

  /// A provider's app.
  public struct Provider: Sendable {
    /// The app's name on the device.
    public var name: String
    /// The app's configuration.
    public var configuration: ProviderConfiguration
    /// The users who are logged in.
    public var users: [ProviderUser]
    /// The user that the provider used last.
    public var current: UserHint?

    /// Makes a provider.
    public init(
      name: String, configuration: ProviderConfiguration, users: [ProviderUser] = [],
      current: UserHint? = nil
    ) {
      self.name = name
      self.configuration = configuration
      self.users = users
      self.current = current
    }
  }
}

/// Another engine whose steps replace a provider's login page.
public struct NestedLogin: Sendable {
  /// The other engine.
  public var engine: any Engine
  /// The start with which the other engine begins its sign-in.
  public var start: Start
  /// Returns the one-time assertion that the login page accepts instead of a password.
  ///
  /// The closure returns `nil` if no user of the host has the username.
  public var vouch: @Sendable (LoginHost, _ username: String) async -> Secret?

  /// Makes a login.
  public init(
    engine: any Engine, start: Start = Start(intent: "sign-in"),
    vouch: @escaping @Sendable (LoginHost, _ username: String) async -> Secret?
  ) {
    self.engine = engine
    self.start = start
    self.vouch = vouch
  }
}
