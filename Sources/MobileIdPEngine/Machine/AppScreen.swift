/// What an app shows, and waits for an answer to (mobile-idp.md, section 11).
public enum AppScreen: Sendable, Hashable {
  /// Standard login or the identity provider, and at which host.
  case chooseLogin(hosts: [LoginHost])
  /// A login; the name where it is known, a message where it went wrong before.
  case login(host: LoginHost, username: String?, message: String?)
  /// One of the provider's users, another one, or none.
  case selectAccount([ProviderAccount], appName: String?)
  /// The provider's own lock.
  case securityCheck(message: String?)
  /// Whether an app may have what it asks for.
  case approve(appName: String, scopes: [String], username: String)
  /// The client that the provider opens.
  case selectApp([String])
  /// A page that leads nowhere (K5).
  case blocked(message: String)
}

/// A user of the provider, as its list shows them.
public struct ProviderAccount: Sendable, Hashable {
  /// The user.
  public var user: UserHint
  /// What they log in with.
  public var username: String
  /// Their name.
  public var name: String
  /// Their host.
  public var host: LoginHost
  /// Whether they can be chosen: those of a native login can't (scenario 14).
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

/// What an app does besides: for logs, never for another app.
public enum AppDiagnostic: Sendable, Hashable {
  /// No message, or a broken one; it was dropped or answered with an error.
  case unreadable(MessageFault)
  /// A message that has no place here (P23, P30, I31).
  case dropped(MessageCommand)
  /// An answer that nobody waits for (P23).
  case noPendingRequest
  /// An error whose `state` is another one (P18).
  case stateDiffers
  /// A host that isn't on the app's list.
  case unknownHost(LoginHost)
  /// A start URL that is neither `https` nor the app's own (section 12).
  case startURLRefused
  /// A request whose answer would go nowhere, or back (I1).
  case noReturnAddress
  /// The client's scheme can't be opened; the code is unused (I27).
  case clientNotFound
  /// An account that isn't there or can't be chosen (I12).
  case unknownAccount
  /// An answer to a step that isn't shown.
  case noSuchStep
  /// What a server refused where no app is told.
  case refused(OAuthRefusal)
}
