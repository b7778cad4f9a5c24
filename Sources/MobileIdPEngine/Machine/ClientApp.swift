public import FlowEngine
public import FlowHTTP

/// The configuration of a client app.
public struct ClientConfiguration: Sendable, Hashable {
  /// Its consumer key.
  public var clientID: String
  /// Its callback.
  public var callback: CallbackURI
  /// The scopes that it requests.
  public var scopes: ScopeList
  /// Its name, to show to the user.
  public var appName: String?
  /// The host of its logins.
  public var defaultHost: LoginHost
  /// The other hosts that a user can select; a code never goes to any other host.
  public var otherHosts: [LoginHost] = []
  /// The provider's scheme; without one the client doesn't have a provider (fallback 1).
  public var providerScheme: URLScheme?
  /// The profile of messages.
  public var profile: MessageProfile = .strict
  /// Whether other apps are opened by URLs or by intents.
  public var platform = MessagePlatform.ios
  /// Whether an `idpinit` replaces a pending request; by default it is refused (P19).
  public var replacesPending = false
  /// Whether tokens are requested in the SDK's hybrid mode (section 7.3).
  public var isHybrid = false
  /// The id of the device for servers, sent at authorize and token (sections 7.1, 7.3).
  public var deviceID: String?
  /// The keychain groups from which it reads verifiers (form 2); `nil` for any.
  public var keychainGroups: Set<String>?

  /// Makes a configuration.
  public init(
    clientID: String, callback: CallbackURI, scopes: ScopeList, defaultHost: LoginHost,
    providerScheme: URLScheme?
  ) {
    self.clientID = clientID
    self.callback = callback
    self.scopes = scopes
    self.defaultHost = defaultHost
    self.providerScheme = providerScheme
  }

  /// All hosts, the default one first.
  public var hosts: [LoginHost] { [defaultHost] + otherHosts.filter { $0 != defaultHost } }
}

/// The environment of a client app at an event.
public struct ClientEnvironment: Sendable {
  /// The configuration.
  public var configuration: ClientConfiguration
  /// A fresh verifier, if one is needed.
  public var verifier: CodeVerifier
  /// A fresh `state`, if one is needed.
  public var state: Secret
  /// The schemes that an app on the device opens.
  public var openable: Set<URLScheme>
  /// The verifiers in the keychain groups of the app.
  public var keychain: [IdPAuthCodeInit.KeychainItem: [UInt8]]

  /// Makes an environment.
  public init(
    _ configuration: ClientConfiguration, verifier: CodeVerifier, state: Secret,
    openable: Set<URLScheme>, keychain: [IdPAuthCodeInit.KeychainItem: [UInt8]] = [:]
  ) {
    self.configuration = configuration
    self.verifier = verifier
    self.state = state
    self.openable = openable
    self.keychain = keychain
  }

  /// Whether the provider's app is installed.
  var isProviderOpenable: Bool {
    configuration.providerScheme.map(openable.contains) ?? false
  }
}

/// The state of a client app: its users' tokens, and a login in progress.
public struct ClientState: Sendable, Hashable {
  /// The state of the table.
  public internal(set) var place = ClientTransition.Place.idle
  /// The users whose tokens it has.
  public internal(set) var accounts: [TokenSet]
  /// The user whose tokens are in use.
  public internal(set) var current: UserHint?
  /// A refresh token that was stored without a user; its refresh determines the user.
  public internal(set) var refreshToken: Secret?
  /// The result of the login.
  public internal(set) var outcome: ClientOutcome?
  /// The reason why a chosen provider was skipped.
  public internal(set) var fallback: ClientFallback?
  /// The current screen.
  public internal(set) var screen: AppScreen?
  var pending: Pending?
  var web: WebView?
  /// The address to open after the sign-in, never before.
  var startURL: CallbackURI?

  /// The maximum number of users whose tokens an app keeps: the oldest are forgotten first.
  public static let accountsMax = 64

  /// The data of a login until its code comes.
  struct Pending: Sendable, Hashable {
    var verifier: CodeVerifier
    var state: Secret?
    var host: LoginHost?
    /// The requested user; `nil` for any user.
    var user: UserHint?
    var via: ClientOutcome.Via
  }

  /// Makes an app with the tokens that it has.
  ///
  /// - Parameters:
  ///   - accounts: Its users' tokens.
  ///   - current: The user whose tokens are in use.
  ///   - refreshToken: A refresh token that is stored without a user.
  public init(
    accounts: [TokenSet] = [], current: UserHint? = nil, refreshToken: Secret? = nil
  ) {
    self.accounts = accounts
    self.current = current
    self.refreshToken = refreshToken
  }

  func account(_ user: UserHint) -> TokenSet? { accounts.first { $0.user.isSameUser(as: user) } }
}

/// The reason why a provider was skipped, and standard login is shown (section 3.1).
public enum ClientFallback: String, Sendable, Hashable, CaseIterable {
  case notConfigured = "no-idp-configured"
  case notFound = "idp-not-found"
}

/// The result of a login (section 11).
public enum ClientOutcome: Sendable, Hashable {
  /// The way in which a user was signed in.
  public enum Via: String, Sendable, Hashable, CaseIterable {
    case refresh
    case standard
    case identityProvider = "idp"
    case switched
  }

  /// The reason why the login failed (section 9.3); `local` values are never sent.
  public enum Failure: Sendable, Hashable {
    case stateMismatch
    case malformedResponse
    case loginHostMismatch
    case keychainMissing
    case noAnswer
    /// The tokens are for another user than requested.
    case userMismatch
    /// The authorize endpoint refused a standard login.
    case refused(OAuthRefusal)
    case token(OAuthRefusal)
    case identityProvider(ErrorMessage)
  }

  case signedIn(Via, UserHint)
  case failed(Failure)
  case cancelled
}

/// An event of a client app.
public enum ClientEvent: Sendable, Hashable {
  /// The app begins.
  case start
  /// A user selects the login and the host.
  case choose(LoginChoice, host: LoginHost?)
  /// A user gives a username and a password on the login page.
  case login(username: String, password: Secret)
  /// A user allows or denies.
  case approve(Bool)
  /// A user cancels.
  case cancel
  /// Another app has opened this one.
  case received(MessageURL)
  /// A server has answered.
  case answered(HTTPResponse)
  /// A server has not answered.
  case unanswered
  /// The provider's app was not opened (P33).
  case notOpened
  /// No other app will send a message (P20).
  case nothingMore
}

/// An effect of a client app.
public enum ClientEffect: Sendable, Hashable {
  /// Another app is opened.
  case open(MessageURL)
  /// A server is called; its answer is an event.
  case call(EndpointCall)
  /// A screen is shown.
  case show(AppScreen)
  /// Tokens are kept.
  case storeTokens(TokenSet)
  /// A refresh token is deleted: a user's, or the one without a user.
  case forgetToken(UserHint?)
  /// Another user's tokens are used.
  case switchUser(UserHint)
  /// The start URL is opened.
  case openStart(CallbackURI)
  /// An entry of the log.
  case note(AppDiagnostic)
}

/// The result of an event.
public struct ClientStep: Sendable, Hashable {
  /// The app after it.
  public var state: ClientState
  /// The effects, in order.
  public var effects: [ClientEffect]
  /// The rows of the transition table that were taken, in order.
  public var taken: [ClientTransition.Taken]
  /// The rows of the decision tables that were taken, in order.
  public var decisions: [Decision.ID]
}

/// The client app as a function of values (mobile-idp.md, section 10.1).
public enum ClientApp {
  /// Gives the app an event.
  ///
  /// - Parameters:
  ///   - state: The app.
  ///   - event: The event.
  ///   - environment: The environment of the app.
  /// - Returns: The app after it, the effects, and the rows of the tables.
  public static func reduce(
    _ state: ClientState, _ event: ClientEvent, _ environment: ClientEnvironment
  ) -> ClientStep {
    var reducer = ClientReducer(state: state, environment: environment)
    reducer.take(event)
    return ClientStep(
      state: reducer.state, effects: reducer.effects, taken: reducer.taken,
      decisions: reducer.decisions)
  }
}

extension ClientOutcome.Failure {
  /// Its word (section 9.3).
  var reason: String {
    switch self {
    case .stateMismatch: "state-mismatch"
    case .malformedResponse: "malformed-response"
    case .loginHostMismatch: "login-host-mismatch"
    case .keychainMissing: "keychain-missing"
    case .noAnswer: "no-answer"
    case .userMismatch: "user-mismatch"
    case .refused: "refused"
    case .token: "token-error"
    case .identityProvider: "idp-error"
    }
  }

  /// The key of its message: its code if it has one.
  var key: String {
    guard let code, !code.isEmpty else { return reason }
    return code
  }

  /// The code of OAuth, or of the provider.
  var code: String? {
    switch self {
    case .refused(let refusal), .token(let refusal): refusal.code
    case .identityProvider(let error): error.code
    default: nil
    }
  }

  /// The text that came with the code.
  var description: String? {
    switch self {
    case .refused(let refusal), .token(let refusal): refusal.text
    case .identityProvider(let error): error.shown
    default: nil
    }
  }

  /// The text for the user.
  func text(_ silence: (text: String, cause: FailureCause)?) -> String {
    switch self {
    case .stateMismatch: return "the state of the provider's answer differs from the request"
    case .malformedResponse: return "the provider's answer can't be read"
    case .loginHostMismatch: return "the provider's answer names another login host"
    case .keychainMissing: return "the keychain has no verifier for the provider's code"
    case .noAnswer: return "the provider has not answered"
    case .userMismatch: return "the tokens are for another user than requested"
    case .refused(let refusal), .token(let refusal):
      if refusal == .network {
        let why = silence?.text ?? "no answer"
        // A browser that did not come back isn't a silent server.
        let isOfServer = ![.unanswered, .elsewhere].contains(silence?.cause)
        return isOfServer ? "the server can't be reached: \(why)" : why
      }
      return refusal.text.isEmpty ? "the server refused: \(refusal.code)" : refusal.text
    case .identityProvider(let error):
      return error.shown.isEmpty ? "the provider refused: \(key)" : error.shown
    }
  }
}
