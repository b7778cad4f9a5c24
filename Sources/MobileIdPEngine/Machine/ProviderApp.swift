public import FlowEngine
public import FlowHTTP

/// A user that is logged in to the provider.
public struct ProviderUser: Sendable, Hashable {
  /// The account of the user.
  public var account: ProviderAccount
  /// The access token of the provider's own client; `nil` if the provider remembers only the user.
  public var accessToken: Secret?
  /// The refresh token of the provider's own client.
  public var refreshToken: Secret?

  /// Makes a user.
  public init(_ account: ProviderAccount, accessToken: Secret?, refreshToken: Secret?) {
    self.account = account
    self.accessToken = accessToken
    self.refreshToken = refreshToken
  }

  /// Whether the provider can start a session for the user without a login.
  var isUsable: Bool { accessToken != nil || refreshToken != nil }
}

/// The state of a provider's app: its users, and the request in progress.
public struct ProviderState: Sendable, Hashable {
  /// The current state in the transition table.
  public internal(set) var place = ProviderTransition.Place.idle
  /// The users that are logged in.
  public internal(set) var users: [ProviderUser]
  /// The user that the provider used last.
  public internal(set) var current: UserHint?
  /// The current screen.
  public internal(set) var screen: AppScreen?
  /// The task that the app performs for a client; `nil` if it performs none.
  var errand: Errand?
  var chosen: UserHint?
  var web: WebView?
  /// The server's answer that the app waits for, if it isn't for the web view.
  var awaited: Awaited?
  /// The verifier of the provider's own login.
  var verifier: CodeVerifier?
  var username: String?
  var attempts = 0
  var hasRetried = false
  /// The requests that wait until the current one is finished (I30).
  var queue: [Waiting] = []

  /// The maximum number of users, and of waiting requests; both are few on a real device.
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

  /// A task for a client: to answer a request, or to start the client with a code (form 2).
  struct Errand: Sendable, Hashable {
    var clientID: String
    var callback: CallbackURI
    var scopes: ScopeList
    var challenge: CodeChallenge
    var host: LoginHost
    var state: Secret?
    var appName: String?
    /// The keychain item for the code's verifier (form 2); `nil` if the task is to answer a
    /// request.
    var keychainItem: IdPAuthCodeInit.KeychainItem?
  }

  /// Makes the state of an app with logged-in users.
  ///
  /// - Parameters:
  ///   - users: The users who are logged in.
  ///   - current: The user that the provider used last.
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
  /// Another app has opened this one; the sender is known if the system identifies it.
  case received(MessageURL, from: AppIdentity?)
  /// A user selects an account.
  case chooseUser(UserHint)
  /// A user asks to log in with another account.
  case addAccount
  /// A user enters a username and a password on the login page.
  case login(username: String, password: Secret)
  /// A user has signed in with another engine; the login page accepts the assertion as a password.
  case vouched(username: String, assertion: Secret)
  /// A user enters the passcode of the security check.
  case passcode(Secret)
  /// A user allows or denies the requested access.
  case approve(Bool)
  /// A user selects a client by its name.
  case chooseApp(String)
  /// A user cancels the current screen.
  case cancel
  /// A server has answered.
  case answered(HTTPResponse)
  /// A server has not answered.
  case unanswered
}

/// An effect of a provider's app.
public enum ProviderEffect: Sendable, Hashable {
  /// Opens another app.
  case open(MessageURL)
  /// Calls a server, whose answer is an event.
  case call(EndpointCall)
  /// Shows a screen.
  case show(AppScreen)
  /// Stores a user of the provider with the provider's own tokens.
  case storeUser(ProviderUser)
  /// Stores a verifier in a shared keychain (form 2).
  case storeVerifier(IdPAuthCodeInit.KeychainItem, CodeVerifier)
  /// Writes an entry to the log.
  case note(AppDiagnostic)
}

/// The result of an event.
public struct ProviderStep: Sendable, Hashable {
  /// The app's state after the event.
  public var state: ProviderState
  /// The effects to execute, in order.
  public var effects: [ProviderEffect]
  /// The rows of the transition table that were taken, in order.
  public var taken: [ProviderTransition.Taken]
  /// The rows of the decision tables that were taken, in order.
  public var decisions: [Decision.ID]
}

/// The identity provider's app as a pure function (mobile-idp.md, section 10.2).
public enum ProviderApp {
  /// Handles an event.
  ///
  /// - Parameters:
  ///   - state: The app's state before the event.
  ///   - event: The event.
  ///   - environment: The environment of the app.
  /// - Returns: The app's state after the event, the effects, and the table rows that were taken.
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
