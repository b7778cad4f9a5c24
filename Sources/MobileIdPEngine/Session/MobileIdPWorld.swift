public import FlowEngine

/// The apps of a run, as they are when it begins, in the order in which scripts get them.
///
/// Where a role has no app, it is played outside of the run: an app that embeds a client has no
/// provider here, and reaches one through its router.
public struct MobileIdPWorld: Sendable {
  /// The client apps; a flow that names none is about the first.
  public var clients: [Client]
  /// The providers' apps; a flow that begins at a provider and names none begins at the first.
  public var providers: [Provider]
  /// What people call users that apps know by their ids.
  public var usernames: [UserHint: String]
  /// Where the providers' own logins are done; `nil` for the server's login page.
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
    /// How it is configured.
    public var configuration: ClientConfiguration
    /// The tokens that it has.
    public var accounts: [TokenSet]
    /// Whose of them are in use.
    public var current: UserHint?
    /// A refresh token that it has besides, of a user that it doesn't know until it is used.
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
    /// How it is configured.
    public var configuration: ProviderConfiguration
    /// The users that are logged in.
    public var users: [ProviderUser]
    /// The one that was used last.
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

/// A provider's own login that another engine does: its steps take the place of the login page.
public struct NestedLogin: Sendable {
  /// The other engine.
  public var engine: any Engine
  /// How its sign-in begins.
  public var start: Start
  /// What the login page takes instead of a password for somebody who has signed in there, once;
  /// `nil` for a name that no user of the host has.
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
