public import FlowEngine
public import FlowHTTP

/// The configuration of a client app.
public struct ClientConfiguration: Sendable, Hashable {
  /// The client's consumer key.
  public var clientID: String
  /// The client's callback.
  public var callback: CallbackURI
  /// The scopes that the client requests.
  public var scopes: ScopeList
  /// The client's name, to show to the user.
  public var appName: String?
  /// The default host for logins.
  public var defaultHost: LoginHost
  /// The other hosts that a user can select; a code never goes to any other host.
  public var otherHosts: [LoginHost] = []
  /// The provider's scheme; `nil` if the client has no provider (fallback 1).
  public var providerScheme: URLScheme?
  /// The profile with which messages are read and written.
  public var profile: MessageProfile = .strict
  /// Whether apps open each other by URLs or by intents.
  public var platform = MessagePlatform.ios
  /// Whether an `idpinit` replaces a pending request; by default the client refuses it (P19).
  public var replacesPending = false
  /// Whether the client requests tokens in the SDK's hybrid mode (section 7.3).
  public var isHybrid = false
  /// The device's id, which the client sends at the authorize and token endpoints (sections 7.1,
  /// 7.3).
  public var deviceID: String?
  /// The keychain groups from which the client reads verifiers (form 2); `nil` for every group.
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

  /// All hosts, starting with the default one.
  public var hosts: [LoginHost] { [defaultHost] + otherHosts.filter { $0 != defaultHost } }
}

/// The values from outside that a client app needs to handle an event.
public struct ClientEnvironment: Sendable {
  /// The configuration.
  public var configuration: ClientConfiguration
  /// A fresh verifier, if one is needed.
  public var verifier: CodeVerifier
  /// A fresh `state`, if one is needed.
  public var state: Secret
  /// The schemes that some app on the device opens.
  public var openable: Set<URLScheme>
  /// The verifiers in the shared keychain, by their items.
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

/// The state of a client app: its users' tokens, and the login in progress.
public struct ClientState: Sendable, Hashable {
  /// The current state in the transition table.
  public internal(set) var place = ClientTransition.Place.idle
  /// The users' tokens that the app has stored.
  public internal(set) var accounts: [TokenSet]
  /// The user whose tokens are in use.
  public internal(set) var current: UserHint?
  /// A refresh token that was stored without a user; the answer to its refresh names the user.
  public internal(set) var refreshToken: Secret?
  /// The result of the login; `nil` while the login is in progress.
  public internal(set) var outcome: ClientOutcome?
  /// The reason why the client skipped the provider that the user chose.
  public internal(set) var fallback: ClientFallback?
  /// The current screen.
  public internal(set) var screen: AppScreen?
  var pending: Pending?
  var web: WebView?
  /// The address to open after the sign-in.
  var startURL: CallbackURI?

  /// The maximum number of users whose tokens an app keeps; the app forgets the oldest first.
  public static let accountsMax = 64

  /// The data of a login in progress, until the client has a code.
  struct Pending: Sendable, Hashable {
    var verifier: CodeVerifier
    var state: Secret?
    var host: LoginHost?
    /// The requested user; `nil` for any user.
    var user: UserHint?
    var via: ClientOutcome.Via
  }

  /// Makes the state of an app that has stored tokens.
  ///
  /// - Parameters:
  ///   - accounts: The tokens, one set per user.
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

/// The reason why the client skipped the provider and shows standard login (section 3.1).
public enum ClientFallback: String, Sendable, Hashable, CaseIterable {
  case notConfigured = "no-idp-configured"
  case notFound = "idp-not-found"
}

/// The result of a login (section 11).
public enum ClientOutcome: Sendable, Hashable {
  /// How the user was signed in.
  public enum Via: String, Sendable, Hashable, CaseIterable {
    case refresh
    case standard
    case identityProvider = "idp"
    case switched
  }

  /// The reason why the login failed (section 9.3).
  ///
  /// The client never sends the reason to another app.
  public enum Failure: Sendable, Hashable {
    case stateMismatch
    case malformedResponse
    case loginHostMismatch
    case keychainMissing
    case noAnswer
    /// The provider or the server answered for another user than the client requested.
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
  /// A user enters a username and a password on the login page.
  case login(username: String, password: Secret)
  /// A user allows or denies the requested access.
  case approve(Bool)
  /// A user cancels the current screen.
  case cancel
  /// Another app has opened this one.
  case received(MessageURL)
  /// A server has answered.
  case answered(HTTPResponse)
  /// A server has not answered.
  case unanswered
  /// The system didn't open the provider's app (P33).
  case notOpened
  /// No other app will send a message (P20).
  case nothingMore
}

/// An effect of a client app.
public enum ClientEffect: Sendable, Hashable {
  /// Opens another app.
  case open(MessageURL)
  /// Calls a server, whose answer is an event.
  case call(EndpointCall)
  /// Shows a screen.
  case show(AppScreen)
  /// Stores tokens.
  case storeTokens(TokenSet)
  /// Deletes a user's refresh token; `nil` for the refresh token that was stored without a user.
  case forgetToken(UserHint?)
  /// Begins to use a user's stored tokens.
  case switchUser(UserHint)
  /// Opens the start URL.
  case openStart(CallbackURI)
  /// Writes an entry to the log.
  case note(AppDiagnostic)
}

/// The result of an event.
public struct ClientStep: Sendable, Hashable {
  /// The app's state after the event.
  public var state: ClientState
  /// The effects to execute, in order.
  public var effects: [ClientEffect]
  /// The rows of the transition table that were taken, in order.
  public var taken: [ClientTransition.Taken]
  /// The rows of the decision tables that were taken, in order.
  public var decisions: [Decision.ID]
}

/// The client app as a pure function (mobile-idp.md, section 10.1).
public enum ClientApp {
  /// Handles an event.
  ///
  /// - Parameters:
  ///   - state: The app's state before the event.
  ///   - event: The event.
  ///   - environment: The environment of the app.
  /// - Returns: The app's state after the event, the effects, and the table rows that were taken.
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
  /// The reason's word in facts (section 9.3).
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

  /// The key of the failure's message: the error code if there is one, or else the reason's word.
  var key: String {
    guard let code, !code.isEmpty else { return reason }
    return code
  }

  /// The error code of OAuth or of the provider; `nil` if the client itself found the failure.
  var code: String? {
    switch self {
    case .refused(let refusal), .token(let refusal): refusal.code
    case .identityProvider(let error): error.code
    default: nil
    }
  }

  /// The description that came with the error code; `nil` if there is none.
  var description: String? {
    switch self {
    case .refused(let refusal), .token(let refusal): refusal.text
    case .identityProvider(let error): error.shown
    default: nil
    }
  }

  /// The failure's text for the user, which may name the reason why a server didn't answer.
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
        // If a browser didn't come back, the server isn't the reason.
        let isOfServer = ![.unanswered, .elsewhere].contains(silence?.cause)
        return isOfServer ? "the server can't be reached: \(why)" : why
      }
      return refusal.text.isEmpty ? "the server refused: \(refusal.code)" : refusal.text
    case .identityProvider(let error):
      return error.shown.isEmpty ? "the provider refused: \(key)" : error.shown
    }
  }
}
