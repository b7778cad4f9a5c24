/// A screen of an app that waits for an answer (mobile-idp.md, section 11).
public enum AppScreen: Sendable, Hashable {
  /// Standard login or the identity provider, and the host.
  case chooseLogin(hosts: [LoginHost])
  /// A login, with the username if it is known, and a message after a failure.
  case login(host: LoginHost, username: String?, message: String?)
  /// One of the provider's users, another user, or none.
  case selectAccount([ProviderAccount], appName: String?)
  /// The provider's own lock.
  case securityCheck(message: String?)
  /// Whether an app may have the requested access.
  case approve(appName: String, scopes: [String], username: String)
  /// The client that the provider opens.
  case selectApp([String])
  /// A page without a next step (K5).
  case blocked(message: String)
}

/// A user of the provider, as its list shows them.
public struct ProviderAccount: Sendable, Hashable {
  /// The user.
  public var user: UserHint
  /// Their login.
  public var username: String
  /// Their name.
  public var name: String
  /// Their host.
  public var host: LoginHost
  /// Whether they can be selected: accounts of a native login can't (scenario 14).
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

/// A diagnostic of an app: for logs, never for another app.
public enum AppDiagnostic: Sendable, Hashable {
  /// A text that isn't a message, or a broken message; it was dropped or answered with an error.
  case unreadable(MessageFault)
  /// A message that isn't allowed here (P23, P30, I31).
  case dropped(MessageCommand)
  /// An answer without a pending request (P23).
  case noPendingRequest
  /// An error whose `state` differs (P18).
  case stateDiffers
  /// A host that isn't on the app's list.
  case unknownHost(LoginHost)
  /// A start URL that is neither `https` nor the app's own (section 12).
  case startURLRefused
  /// A request whose answer would go nowhere, or back to the sender (I1).
  case noReturnAddress
  /// The client's scheme can't be opened; the code is unused (I27).
  case clientNotFound
  /// An account that doesn't exist or can't be selected (I12).
  case unknownAccount
  /// An answer to a step that isn't shown.
  case noSuchStep
  /// A server's refusal that no app receives.
  case refused(OAuthRefusal)
}
