public import FlowEngine

/// The apps of a run in their initial state, in the order in which scripts see them.
///
/// A role without an app is played outside of the run. For example, an app that embeds a client has
/// no provider here, and reaches one through its router.
public struct MobileIdPWorld: Sendable {
  /// The client apps; the first one is the default of a flow.
  public var clients: [Client]
  /// The providers' apps; the first one is the default of a flow that starts at a provider.
  public var providers: [Provider]
  /// The names of users that apps identify by their ids.
  public var usernames: [UserHint: String]
  /// The engine of the providers' own logins; `nil` for the server's login page.
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
    /// Its name on the device.
    public var name: String
    /// Its configuration.
    public var configuration: ClientConfiguration
    /// Its tokens.
    public var accounts: [TokenSet]
    /// The user whose tokens are in use.
    public var current: UserHint?
    /// An additional refresh token, of a user that is unknown until it is used.
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
    /// Its name on the device.
    public var name: String
    /// Its configuration.
    public var configuration: ProviderConfiguration
    /// The users that are logged in.
    public var users: [ProviderUser]
    /// The user that was used last.
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

/// A provider's own login in another engine: its steps replace the login page.
public struct NestedLogin: Sendable {
  /// The other engine.
  public var engine: any Engine
  /// The start of its sign-in.
  public var start: Start
  /// Returns the one-time assertion that the login page accepts instead of a password.
  ///
  /// It is `nil` if no user of the host has the name.
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
