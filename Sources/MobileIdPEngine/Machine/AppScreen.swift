/// A screen of an app that waits for an answer (mobile-idp.md, section 11).
public enum AppScreen: Sendable, Hashable {
  /// The choice between standard login and the identity provider, and the choice of a host.
  case chooseLogin(hosts: [LoginHost])
  /// A login page, with the username if the app knows it, and a message after a failed attempt.
  case login(host: LoginHost, username: String?, message: String?)
  /// The choice between the provider's users and another user; the name of the client that asks.
  case selectAccount([ProviderAccount], appName: String?)
  /// The provider's own security check, which asks for a passcode.
  case securityCheck(message: String?)
  /// The question whether an app may have the requested access.
  case approve(appName: String, scopes: [String], username: String)
  /// The choice of a client that the provider opens, by the clients' names.
  case selectApp([String])
  /// A page without a next step (K5).
  case blocked(message: String)
}

/// A user of the provider, as the provider's list of accounts shows them.
public struct ProviderAccount: Sendable, Hashable {
  /// The ids of the user and the org.
  public var user: UserHint
  /// The user's login.
  public var username: String
  /// The user's display name.
  public var name: String
  /// The login host of the user.
  public var host: LoginHost
  /// Whether the account can be selected; accounts of a native login can't (scenario 14).
  public var isSelectable: Bool

  /// Makes an account.
  public init(
    user: UserHint, username: String, name: String, host: LoginHost, isSelectable: Bool = true
  ) {
    self.user = user
    self.username = username
    self.name = name
    self.host = host
    self.isSelectable = isSelectable
  }
}

/// A diagnostic of an app for its log; it is never sent to another app.
public enum AppDiagnostic: Sendable, Hashable {
  /// A text that isn't a message, or a broken message. The app dropped it or answered with an
  /// error.
  case unreadable(MessageFault)
  /// A message that isn't allowed in the app's state (P23, P30, I31).
  case dropped(MessageCommand)
  /// An answer without a pending request (P23).
  case noPendingRequest
  /// An error whose `state` differs from the request's `state` (P18).
  case stateDiffers
  /// A host that isn't on the app's list.
  case unknownHost(LoginHost)
  /// A start URL that is neither `https` nor the app's own (section 12).
  case startURLRefused
  /// A request that has no return address, or whose return address is this app's own scheme (I1).
  case noReturnAddress
  /// No app opens the client's scheme, so the code stays unused (I27).
  case clientNotFound
  /// The user selected an account that doesn't exist or can't be selected (I12).
  case unknownAccount
  /// An answer to a step that isn't on the screen.
  case noSuchStep
  /// A server's refusal that isn't sent to another app.
  case refused(OAuthRefusal)
}
