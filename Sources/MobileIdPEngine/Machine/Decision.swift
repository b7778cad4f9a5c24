/// A row of the decision tables in mobile-idp.md, section 8.
///
/// Each decision of the reducers is made by one of these tables.
public struct Decision: Sendable, Hashable {
  /// The number of the table and of the row, such as `8.1.1`.
  public enum ID: String, Sendable, Hashable, CaseIterable {
    // 8.1: the client's entry.
    case entryRefresh = "8.1.1"
    case entryStandardAlone = "8.1.2"
    case entryNotConfigured = "8.1.3"
    case entryStandard = "8.1.4"
    case entryNotFound = "8.1.5"
    case entryProvider = "8.1.6"
    // 8.2: the provider's screen.
    case screenNone = "8.2.1"
    case screenDeadSession = "8.2.2"
    case screenUnmatchedAlone = "8.2.3"
    case screenUnmatched = "8.2.4"
    case screenNobody = "8.2.5"
    case screenAccounts = "8.2.6"
    case screenMalformed = "8.2.7"
    // 8.3: the client's reaction to an `idpinit`.
    case startKnown = "8.3.1"
    case startUnknown = "8.3.2"
    case startNoProvider = "8.3.3"
    case startNoHint = "8.3.4"
    case startMalformed = "8.3.5"
  }

  /// The number of the table and of the row.
  public var id: ID
  /// The condition, in words.
  public var condition: String
  /// The result.
  public var result: String

  init(_ id: ID, _ condition: String, _ result: String) {
    self.id = id
    self.condition = condition
    self.result = result
  }

  /// All rows, in the order of the reference.
  public static let table: [Decision] = [
    .init(.entryRefresh, "a refresh token", "refresh"),
    .init(.entryStandardAlone, "no refresh token, no provider, standard", "standard login"),
    .init(
      .entryNotConfigured, "no refresh token, no provider, provider chosen",
      "standard login (fallback 1)"),
    .init(.entryStandard, "no refresh token, a provider, standard", "standard login"),
    .init(
      .entryNotFound, "no refresh token, provider chosen, not installed",
      "standard login (fallback 2)"),
    .init(.entryProvider, "no refresh token, provider chosen, installed", "authrequest"),
    .init(.screenNone, "the hint matches, session usable", "none"),
    .init(.screenDeadSession, "the hint matches, session dead", "login, name filled in"),
    .init(.screenUnmatchedAlone, "the hint matches no one, no accounts", "login"),
    .init(
      .screenUnmatched, "the hint matches no one, accounts", "login, or select-account (setting)"),
    .init(.screenNobody, "no hint, no accounts", "login"),
    .init(.screenAccounts, "no hint, accounts, even only one", "select-account"),
    .init(.screenMalformed, "the hint is malformed", "error invalid_request"),
    .init(.startKnown, "the client has the user", "switch"),
    .init(.startUnknown, "the client doesn't have the user", "authrequest with the hint"),
    .init(.startNoProvider, "nor an installed provider", "standard login"),
    .init(.startNoHint, "no hint", "choose-login"),
    .init(.startMalformed, "the hint is malformed", "refused"),
  ]

  /// The row of table 8.1 that applies when a client starts.
  static func entry(
    hasRefreshToken: Bool, isConfigured: Bool, choice: LoginChoice, isInstalled: Bool
  ) -> ID {
    if hasRefreshToken { return .entryRefresh }
    switch (choice, isConfigured, isInstalled) {
    case (.standard, false, _): return .entryStandardAlone
    case (.standard, true, _): return .entryStandard
    case (.identityProvider, false, _): return .entryNotConfigured
    case (.identityProvider, true, false): return .entryNotFound
    case (.identityProvider, true, true): return .entryProvider
    }
  }

  /// The row of table 8.2 that applies to a request: which screen the provider shows.
  ///
  /// This function never returns the table's last row, because that row applies while the message
  /// is read.
  static func screen(hasHint: Bool, accounts: Int, match: Bool?) -> ID {
    guard hasHint else { return accounts == 0 ? .screenNobody : .screenAccounts }
    guard let isUsable = match else {
      return accounts == 0 ? .screenUnmatchedAlone : .screenUnmatched
    }
    return isUsable ? .screenNone : .screenDeadSession
  }

  /// The row of table 8.3 that applies to an `idpinit`.
  ///
  /// This function never returns the table's last row, because that row applies while the message
  /// is read.
  static func start(hasHint: Bool, isKnown: Bool, isOpenable: Bool) -> ID {
    guard hasHint else { return .startNoHint }
    if isKnown { return .startKnown }
    return isOpenable ? .startUnknown : .startNoProvider
  }
}

/// The way to log in that a user selects in the client.
public enum LoginChoice: String, Sendable, Hashable, CaseIterable {
  /// The client's own web view shows the login page.
  case standard
  /// The identity provider's app signs the user in.
  case identityProvider = "identity-provider"
}
