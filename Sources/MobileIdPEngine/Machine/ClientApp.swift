public import FlowEngine
public import FlowHTTP

/// What a client app is configured with.
public struct ClientConfiguration: Sendable, Hashable {
  /// Its consumer key.
  public var clientID: String
  /// Its callback.
  public var callback: CallbackURI
  /// What it asks for.
  public var scopes: ScopeList
  /// Its name for a person's eyes.
  public var appName: String?
  /// The host of its logins.
  public var defaultHost: LoginHost
  /// The other hosts that a person can choose; no code goes to any that is neither.
  public var otherHosts: [LoginHost] = []
  /// The provider's scheme; without one there is no provider (fallback 1).
  public var providerScheme: URLScheme?
  /// How messages are read and written.
  public var profile: MessageProfile = .strict
  /// Whether other apps are opened by URLs or by intents.
  public var platform = MessagePlatform.ios
  /// Whether an `idpinit` replaces a request under way; it is refused by default (P19).
  public var replacesPending = false
  /// Whether tokens are asked for in the SDK's hybrid mode (section 7.3).
  public var isHybrid = false
  /// What servers know the device by, sent at authorize and token (sections 7.1, 7.3).
  public var deviceID: String?
  /// The keychain groups that it reads verifiers of (form 2); `nil` for any.
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

/// What surrounds a client app when something happens to it.
public struct ClientEnvironment: Sendable {
  /// The configuration.
  public var configuration: ClientConfiguration
  /// A fresh verifier, should one be needed.
  public var verifier: CodeVerifier
  /// A fresh `state`, should one be needed.
  public var state: Secret
  /// The schemes that some app opens.
  public var openable: Set<URLScheme>
  /// The verifiers in the keychain groups of the app.
  public var keychain: [IdPAuthCodeInit.KeychainItem: [UInt8]]

  /// Makes surroundings.
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

  /// Whether the provider's app is there.
  var isProviderOpenable: Bool {
    configuration.providerScheme.map(openable.contains) ?? false
  }
}

/// A client app as it is: its users' tokens, and a login under way.
public struct ClientState: Sendable, Hashable {
  /// The state of the table.
  public internal(set) var place = ClientTransition.Place.idle
  /// The users that it has tokens of.
  public internal(set) var accounts: [TokenSet]
  /// Whose tokens are in use.
  public internal(set) var current: UserHint?
  /// A refresh token that was kept alone: whose it is, its refresh says.
  public internal(set) var refreshToken: Secret?
  /// What became of the login.
  public internal(set) var outcome: ClientOutcome?
  /// Why a chosen provider was passed over.
  public internal(set) var fallback: ClientFallback?
  /// What is shown.
  public internal(set) var screen: AppScreen?
  var pending: Pending?
  var web: WebView?
  /// What is opened once the user is settled, never before.
  var startURL: CallbackURI?

  /// The most users that an app keeps tokens of: the oldest are forgotten first.
  public static let accountsMax = 64

  /// What is remembered of a login until its code comes.
  struct Pending: Sendable, Hashable {
    var verifier: CodeVerifier
    var state: Secret?
    var host: LoginHost?
    /// The user who was asked for; anybody where none was.
    var user: UserHint?
    var via: ClientOutcome.Via
  }

  /// Makes an app with the tokens that it has.
  ///
  /// - Parameters:
  ///   - accounts: Its users' tokens.
  ///   - current: Whose are in use.
  ///   - refreshToken: One that is kept alone.
  public init(
    accounts: [TokenSet] = [], current: UserHint? = nil, refreshToken: Secret? = nil
  ) {
    self.accounts = accounts
    self.current = current
    self.refreshToken = refreshToken
  }

  func account(_ user: UserHint) -> TokenSet? { accounts.first { $0.user.isSameUser(as: user) } }
}

/// Why a provider was passed over, and standard login shown (section 3.1).
public enum ClientFallback: String, Sendable, Hashable, CaseIterable {
  case notConfigured = "no-idp-configured"
  case notFound = "idp-not-found"
}

/// What becomes of a login (section 11).
public enum ClientOutcome: Sendable, Hashable {
  /// How someone came to be signed in.
  public enum Via: String, Sendable, Hashable, CaseIterable {
    case refresh
    case standard
    case identityProvider = "idp"
    case switched
  }

  /// Why someone isn't (section 9.3); what is `local` never was on a wire.
  public enum Failure: Sendable, Hashable {
    case stateMismatch
    case malformedResponse
    case loginHostMismatch
    case keychainMissing
    case noAnswer
    /// The tokens are another user's than was asked for.
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

/// What can happen to a client app.
public enum ClientEvent: Sendable, Hashable {
  /// The app begins.
  case start
  /// A person says how to log in, and where.
  case choose(LoginChoice, host: LoginHost?)
  /// A person gives name and password on the login page.
  case login(username: String, password: Secret)
  /// A person allows or denies.
  case approve(Bool)
  /// A person gives up.
  case cancel
  /// Another app has opened this one.
  case received(MessageURL)
  /// A server has answered.
  case answered(HTTPResponse)
  /// A server has not.
  case unanswered
  /// The provider's app was not opened after all (P33).
  case notOpened
  /// No other app will say anything more (P20).
  case nothingMore
}

/// What is to be done for a client app.
public enum ClientEffect: Sendable, Hashable {
  /// Another app is opened.
  case open(MessageURL)
  /// A server is asked; its answer is an event.
  case call(EndpointCall)
  /// Something is shown.
  case show(AppScreen)
  /// Tokens are kept.
  case storeTokens(TokenSet)
  /// A refresh token is no more: a user's, or the one that was kept alone.
  case forgetToken(UserHint?)
  /// Another user's tokens are in use.
  case switchUser(UserHint)
  /// The start URL is opened.
  case openStart(CallbackURI)
  /// Something for the log.
  case note(AppDiagnostic)
}

/// What came of an event.
public struct ClientStep: Sendable, Hashable {
  /// The app after it.
  public var state: ClientState
  /// What is to be done, in order.
  public var effects: [ClientEffect]
  /// The rows of the transition table that were taken, in order.
  public var taken: [ClientTransition.Taken]
  /// The rows of the decision tables that were taken, in order.
  public var decisions: [Decision.ID]
}

/// The client app as a function of values (mobile-idp.md, section 10.1).
public enum ClientApp {
  /// Tells the app something.
  ///
  /// - Parameters:
  ///   - state: The app.
  ///   - event: What happens.
  ///   - environment: What surrounds it.
  /// - Returns: The app after it, what is to be done, and the rows of the tables.
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

  /// What a message is known by: its code where it has one.
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

  /// What a person is told.
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
        // It was no server that a browser did not come back from.
        let isOfServer = ![.unanswered, .elsewhere].contains(silence?.cause)
        return isOfServer ? "the server can't be reached: \(why)" : why
      }
      return refusal.text.isEmpty ? "the server refused: \(refusal.code)" : refusal.text
    case .identityProvider(let error):
      return error.shown.isEmpty ? "the provider refused: \(key)" : error.shown
    }
  }
}
