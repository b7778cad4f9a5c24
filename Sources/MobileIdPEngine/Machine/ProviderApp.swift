public import FlowEngine
public import FlowHTTP

/// A user that is logged in to the provider.
public struct ProviderUser: Sendable, Hashable {
  /// The account of the user.
  public var account: ProviderAccount
  /// The provider's own tokens; `nil` if only the user is remembered.
  public var accessToken: Secret?
  /// The provider's own refresh token.
  public var refreshToken: Secret?

  /// Makes a user.
  public init(_ account: ProviderAccount, accessToken: Secret?, refreshToken: Secret?) {
    self.account = account
    self.accessToken = accessToken
    self.refreshToken = refreshToken
  }

  /// Whether a session is possible without a login.
  var isUsable: Bool { accessToken != nil || refreshToken != nil }
}

/// The state of a provider's app: its users, and a request in progress.
public struct ProviderState: Sendable, Hashable {
  /// The state of the table.
  public internal(set) var place = ProviderTransition.Place.idle
  /// The users that are logged in.
  public internal(set) var users: [ProviderUser]
  /// The user that was used last.
  public internal(set) var current: UserHint?
  /// The current screen.
  public internal(set) var screen: AppScreen?
  /// The current task for a client.
  var errand: Errand?
  var chosen: UserHint?
  var web: WebView?
  /// The awaited answer of a server, in addition to the web view's.
  var awaited: Awaited?
  /// The verifier of the provider's own login.
  var verifier: CodeVerifier?
  var username: String?
  var attempts = 0
  var hasRetried = false
  /// The waiting requests (I30).
  var queue: [Waiting] = []

  /// The maximum number of users, and of waiting requests: both are few on a real device.
  public static let usersMax = 64
  static let queueMax = 8

  struct Waiting: Sendable, Hashable {
    var url: MessageURL
    var sender: AppIdentity?
  }

  enum Awaited: Sendable, Hashable {
    case loginTokens
    case refresh
    case bridge
  }

  /// A task for a client: a request's answer, or a start with a code (form 2).
  struct Errand: Sendable, Hashable {
    var clientID: String
    var callback: CallbackURI
    var scopes: ScopeList
    var challenge: CodeChallenge
    var host: LoginHost
    var state: Secret?
    var appName: String?
    /// The keychain item of the provider's verifier; `nil` for a request's answer.
    var keychainItem: IdPAuthCodeInit.KeychainItem?
  }

  /// Makes an app with its users.
  ///
  /// - Parameters:
  ///   - users: Its users.
  ///   - current: The user that was used last.
  public init(users: [ProviderUser] = [], current: UserHint? = nil) {
    self.users = users
    self.current = current
  }

  func user(_ hint: UserHint) -> ProviderUser? {
    users.first { $0.account.user.isSameUser(as: hint) }
  }
}

/// An event of a provider's app.
public enum ProviderEvent: Sendable, Hashable {
  /// A user opens the app.
  case start
  /// Another app has opened this one; the system identifies the sender.
  case received(MessageURL, from: AppIdentity?)
  /// A user selects an account.
  case chooseUser(UserHint)
  /// A user requests another account.
  case addAccount
  /// A user gives a username and a password on the login page.
  case login(username: String, password: Secret)
  /// A user has signed in elsewhere; the login page accepts the assertion instead of a password.
  case vouched(username: String, assertion: Secret)
  /// A user gives the passcode.
  case passcode(Secret)
  /// A user allows or denies.
  case approve(Bool)
  /// A user selects a client by its name.
  case chooseApp(String)
  /// A user cancels.
  case cancel
  /// A server has answered.
  case answered(HTTPResponse)
  /// A server has not answered.
  case unanswered
}

/// An effect of a provider's app.
public enum ProviderEffect: Sendable, Hashable {
  /// Another app is opened.
  case open(MessageURL)
  /// A server is called; its answer is an event.
  case call(EndpointCall)
  /// A screen is shown.
  case show(AppScreen)
  /// A user of the provider is stored, with the provider's own tokens.
  case storeUser(ProviderUser)
  /// A verifier is stored in a shared keychain (form 2).
  case storeVerifier(IdPAuthCodeInit.KeychainItem, CodeVerifier)
  /// An entry of the log.
  case note(AppDiagnostic)
}

/// The result of an event.
public struct ProviderStep: Sendable, Hashable {
  /// The app after it.
  public var state: ProviderState
  /// The effects, in order.
  public var effects: [ProviderEffect]
  /// The rows of the transition table that were taken, in order.
  public var taken: [ProviderTransition.Taken]
  /// The rows of the decision tables that were taken, in order.
  public var decisions: [Decision.ID]
}

/// The identity provider's app as a function of values (mobile-idp.md, section 10.2).
public enum ProviderApp {
  /// Gives the app an event.
  ///
  /// - Parameters:
  ///   - state: The app.
  ///   - event: The event.
  ///   - environment: The environment of the app.
  /// - Returns: The app after it, the effects, and the rows of the tables.
  public static func reduce(
    _ state: ProviderState, _ event: ProviderEvent, _ environment: ProviderEnvironment
  ) -> ProviderStep {
    var reducer = ProviderReducer(state: state, environment: environment)
    reducer.take(event)
    reducer.takeWaiting()
    return ProviderStep(
      state: reducer.state, effects: reducer.effects, taken: reducer.taken,
      decisions: reducer.decisions)
  }
}
