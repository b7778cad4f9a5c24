public import FlowEngine
public import FlowHTTP

/// A user that is logged in to the provider.
public struct ProviderUser: Sendable, Hashable {
  /// Who it is.
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

  /// Whether a session can be had without a login.
  var isUsable: Bool { accessToken != nil || refreshToken != nil }
}

/// A provider's app as it is: its users, and a request under way.
public struct ProviderState: Sendable, Hashable {
  /// The state of the table.
  public internal(set) var place = ProviderTransition.Place.idle
  /// The users that are logged in.
  public internal(set) var users: [ProviderUser]
  /// The one that was used last.
  public internal(set) var current: UserHint?
  /// What is shown.
  public internal(set) var screen: AppScreen?
  /// What is under way for a client.
  var errand: Errand?
  var chosen: UserHint?
  var web: WebView?
  /// The server's answer that is waited for besides the web view's.
  var awaited: Awaited?
  /// Of a login of the provider's own.
  var verifier: CodeVerifier?
  var username: String?
  var attempts = 0
  var hasRetried = false
  /// Requests that wait (I30).
  var queue: [Waiting] = []

  /// The most users, and the most requests that wait: a person has few of both.
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

  /// What is done for a client: a request's answer, or a start with a code (form 2).
  struct Errand: Sendable, Hashable {
    var clientID: String
    var callback: CallbackURI
    var scopes: ScopeList
    var challenge: CodeChallenge
    var host: LoginHost
    var state: Secret?
    var appName: String?
    /// Where the verifier is that the provider made; `nil` for a request's answer.
    var keychainItem: IdPAuthCodeInit.KeychainItem?
  }

  /// Makes an app with the users that it has.
  ///
  /// - Parameters:
  ///   - users: Its users.
  ///   - current: The one that was used last.
  public init(users: [ProviderUser] = [], current: UserHint? = nil) {
    self.users = users
    self.current = current
  }

  func user(_ hint: UserHint) -> ProviderUser? {
    users.first { $0.account.user.isSameUser(as: hint) }
  }
}

/// What can happen to a provider's app.
public enum ProviderEvent: Sendable, Hashable {
  /// A person opens the app.
  case start
  /// Another app has opened this one; the sender as the system says.
  case received(MessageURL, from: AppIdentity?)
  /// A person chooses an account.
  case chooseUser(UserHint)
  /// A person wants another account.
  case addAccount
  /// A person gives name and password on the login page.
  case login(username: String, password: Secret)
  /// A person has signed in elsewhere, which the login page takes instead of a password.
  case vouched(username: String, assertion: Secret)
  /// A person gives the passcode.
  case passcode(Secret)
  /// A person allows or denies.
  case approve(Bool)
  /// A person chooses a client by its name.
  case chooseApp(String)
  /// A person gives up.
  case cancel
  /// A server has answered.
  case answered(HTTPResponse)
  /// A server has not.
  case unanswered
}

/// What is to be done for a provider's app.
public enum ProviderEffect: Sendable, Hashable {
  /// Another app is opened.
  case open(MessageURL)
  /// A server is asked; its answer is an event.
  case call(EndpointCall)
  /// Something is shown.
  case show(AppScreen)
  /// A user of the provider, with the provider's own tokens, is kept.
  case storeUser(ProviderUser)
  /// A verifier is put into a shared keychain (form 2).
  case storeVerifier(IdPAuthCodeInit.KeychainItem, CodeVerifier)
  /// Something for the log.
  case note(AppDiagnostic)
}

/// What came of an event.
public struct ProviderStep: Sendable, Hashable {
  /// The app after it.
  public var state: ProviderState
  /// What is to be done, in order.
  public var effects: [ProviderEffect]
  /// The rows of the transition table that were taken, in order.
  public var taken: [ProviderTransition.Taken]
  /// The rows of the decision tables that were taken, in order.
  public var decisions: [Decision.ID]
}

/// The identity provider's app as a function of values (mobile-idp.md, section 10.2).
public enum ProviderApp {
  /// Tells the app something.
  ///
  /// - Parameters:
  ///   - state: The app.
  ///   - event: What happens.
  ///   - environment: What surrounds it.
  /// - Returns: The app after it, what is to be done, and the rows of the tables.
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
