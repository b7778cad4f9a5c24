import FlowEngine
import OktaSimulator
package import MobileIdPEngine
package import MobileIdPSimulator

/// Converts the apps in an org's settings to the engine's types.
///
/// The settings are validated more strictly than these types require, so no conversion fails.
package struct DeviceApps {
  private let org: MobileIdPOrg

  /// Makes a converter for the apps of an org.
  package init(_ org: MobileIdPOrg) {
    self.org = org
  }

  /// The apps with their state when a run begins.
  ///
  /// - Parameter login: The other engine for the providers' logins; `nil` for the server's login
  ///   page.
  /// - Returns: The apps.
  package func world(login: NestedLogin? = nil) -> MobileIdPWorld {
    var usernames: [UserHint: String] = [:]
    for user in org.users {
      if let hint = hint(of: user) { usernames[hint] = user.username }
    }
    let apps = org.apps.filter(\.isInstalled)
    return MobileIdPWorld(
      clients: apps.filter { $0.role == .client }.compactMap(client),
      providers: apps.filter { $0.role == .provider }.compactMap(provider),
      usernames: usernames, login: login)
  }

  private func client(_ app: MobileIdPOrg.App) -> MobileIdPWorld.Client? {
    guard let callback = CallbackURI(app.callback), let (host, others) = hosts(of: app) else {
      return nil
    }
    var configuration = ClientConfiguration(
      clientID: app.consumerKey, callback: callback, scopes: ScopeList(app.scopes),
      defaultHost: host, providerScheme: app.provider.flatMap { org.app(named: $0)?.urlScheme })
    configuration.otherHosts = others
    configuration.appName = app.name
    configuration.profile = app.profile
    configuration.platform = app.messagePlatform
    configuration.isHybrid = app.isHybrid
    configuration.replacesPending = app.replacesPending
    configuration.keychainGroups = Set([app.keychainAccess].compactMap(\.self))
    let logins = org.logins(at: app.name)
    let current = logins.first { $0.refreshToken == app.refreshToken }
    return MobileIdPWorld.Client(
      name: app.name, configuration: configuration, accounts: logins.compactMap(tokens),
      current: current.flatMap(hint),
      // The settings don't name the token's user, so the token has no account.
      refreshToken: current == nil ? app.refreshToken : nil)
  }

  private func provider(_ app: MobileIdPOrg.App) -> MobileIdPWorld.Provider? {
    guard let callback = CallbackURI(app.callback), let scheme = app.urlScheme,
      let (host, others) = hosts(of: app)
    else { return nil }
    var configuration = ProviderConfiguration(
      scheme: scheme, clientID: app.consumerKey, callback: callback, scopes: ScopeList(app.scopes),
      defaultHost: host)
    configuration.otherHosts = others
    configuration.clients = org.apps.compactMap { client($0, of: app) }
    configuration.profile = app.profile
    configuration.platform = app.messagePlatform
    configuration.unmatchedHint = app.showsAccountsOnUnknownHint ? .selectAccount : .login
    configuration.secondRequest = app.queuesSecondRequest ? .queue : .refuse
    configuration.refusedSession = app.logsInOnRefusedSession ? .login : .error
    configuration.verifiesCaller = app.checksCaller
    configuration.allowedClients = app.allowed.map { names in
      Set(names.compactMap { org.app(named: $0)?.consumerKey })
    }
    configuration.passcode = app.passcode
    configuration.passcodeAttempts = app.passcodeAttempts
    configuration.loginAttempts = app.loginAttempts
    let users = org.logins(at: app.name).compactMap(user)
    return MobileIdPWorld.Provider(
      name: app.name, configuration: configuration, users: users,
      current: users.first { $0.account.isSelectable }?.account.user)
  }

  /// A client that a provider can start; `nil` if the app isn't a client or has another provider.
  private func client(_ app: MobileIdPOrg.App, of provider: MobileIdPOrg.App)
    -> ProviderConfiguration.Client?
  {
    guard app.role == .client, app.provider ?? provider.name == provider.name,
      let callback = CallbackURI(app.callback)
    else { return nil }
    return ProviderConfiguration.Client(
      name: app.name, clientID: app.consumerKey, callback: callback, scopes: ScopeList(app.scopes),
      keychainGroup: app.keychainGroup, startURL: app.startURL.flatMap(CallbackURI.init))
  }

  private func hosts(of app: MobileIdPOrg.App) -> (LoginHost, [LoginHost])? {
    let hosts = app.loginHosts.compactMap(LoginHost.init)
    return hosts.first.map { ($0, Array(hosts.dropFirst())) }
  }

  // MARK: Users

  private func hint(of user: MobileIdPOrg.User) -> UserHint? {
    UserHint(org: user.orgID, user: user.userID)
  }

  private func user(named name: String) -> MobileIdPOrg.User? {
    org.users.first { $0.username == name }
  }

  private func hint(_ login: MobileIdPOrg.Login) -> UserHint? {
    user(named: login.username).flatMap(hint)
  }

  /// The tokens that a client has for a logged-in user.
  private func tokens(_ login: MobileIdPOrg.Login) -> TokenSet? {
    guard let user = user(named: login.username), let hint = hint(of: user),
      let host = LoginHost(user.host)
    else { return nil }
    return TokenSet(
      user: hint, host: host, accessToken: login.accessToken, refreshToken: login.refreshToken,
      scopes: ScopeList(org.app(named: login.app)?.scopes ?? []).withRefreshToken)
  }

  /// The provider's record of a logged-in user.
  private func user(_ login: MobileIdPOrg.Login) -> ProviderUser? {
    guard let user = user(named: login.username), let hint = hint(of: user),
      let host = LoginHost(user.host)
    else { return nil }
    return ProviderUser(
      ProviderAccount(
        user: hint, username: user.username, name: user.displayName, host: host,
        isSelectable: !user.isNative),
      accessToken: login.accessToken, refreshToken: login.refreshToken)
  }
}

extension MobileIdPOrg.App {
  fileprivate var urlScheme: URLScheme? { URLScheme(scheme) }

  fileprivate var messagePlatform: MessagePlatform {
    switch platform {
    case .ios: .ios
    case .android: .android
    }
  }

  fileprivate var profile: MessageProfile {
    switch messages {
    case .strict: .strict
    case .ios: .ios
    }
  }
}
