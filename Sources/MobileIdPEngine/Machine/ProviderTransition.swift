/// A row of the identity provider's transition table.
public typealias ProviderTransition = AppTransition<ProviderTable>

/// The identity provider's transition table (mobile-idp.md, section 10.2).
public enum ProviderTable: AppTable {
  /// A row's number; several rows have the same number if an event leads to different states.
  public enum ID: Int, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    case i1 = 1
    case i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15, i16, i17, i18, i19, i20
    case i21, i22, i23, i24, i25, i26, i27, i28, i29, i30
    /// A message that isn't allowed in the current state. The reference doesn't list this row.
    case i31
    /// The web view or a call continues. The reference doesn't list this row.
    case i32

    /// `I1` and so on.
    public var description: String { "I\(rawValue)" }
  }

  /// The states.
  public enum Place: String, Sendable, Hashable, CaseIterable {
    case idle
    case selectAccount = "select-account"
    case login
    case securityCheck = "security-check"
    case bridging
    case authorizing
    case approve
    case responding
    case selectApp = "select-app"
    case blocked

    /// The states in which another request must wait (I30).
    static let busy = allCases.filter { $0 != .idle }
  }

  /// All rows, in the order of their numbers.
  public static let table: [ProviderTransition] = requests + people + servers + starts

  /// The rows for a client's requests.
  private static let requests: [ProviderTransition] = [
    .init(.i1, from: [.idle], "authrequest", when: "no usable redirect scheme", "drop, log"),
    .init(.i2, from: [.idle], "authrequest", when: "other parameter bad", "error invalid_request"),
    .init(.i3, from: [.idle], "authrequest", when: "caller check fails", "error untrusted_app"),
    .init(.i4, from: [.idle], "authrequest", when: "host unknown", "error unknown_login_host"),
    .init(
      .i5, from: [.idle], "authrequest", when: "hint matches", "select user", to: .securityCheck),
    .init(.i5, from: [.idle], "authrequest", when: "hint matches", "select user", to: .bridging),
    .init(
      .i5, from: [.idle], "authrequest", when: "hint matches, session dead", "remember request",
      to: .login),
    .init(
      .i6, from: [.idle], "authrequest", when: "hint matches no one", "remember request",
      to: .login),
    .init(
      .i6, from: [.idle], "authrequest", when: "hint matches no one, others there (setting)",
      "remember request", to: .selectAccount),
    .init(
      .i7, from: [.idle], "authrequest", when: "no hint, accounts on host", "remember request",
      to: .selectAccount),
    .init(
      .i8, from: [.idle], "authrequest", when: "no hint, no accounts", "remember request",
      to: .login),
  ]

  /// The rows for a user's actions.
  private static let people: [ProviderTransition] = [
    .init(.i9, from: [.selectAccount], "choose user", to: .securityCheck),
    .init(.i9, from: [.selectAccount], "choose user", to: .bridging),
    .init(.i9, from: [.selectAccount], "choose user", when: "session dead", to: .login),
    .init(.i10, from: [.selectAccount], "choose add-account", to: .login),
    .init(.i11, from: [.selectAccount], "cancel", "error user_cancelled", to: .idle),
    .init(.i12, from: [.selectAccount], "choose user", when: "unknown or disabled", "log"),
    .init(.i13, from: [.login], "ok", "add to users, becomes current", to: .securityCheck),
    .init(.i13, from: [.login], "ok", "add to users, becomes current", to: .bridging),
    .init(
      .i13, from: [.login], "ok", when: "started by hand (I28)", "add to users", to: .selectApp),
    .init(.i14, from: [.login], "bad credentials", "show login again"),
    .init(.i15, from: [.login], "cancel", "error user_cancelled", to: .idle),
    .init(
      .i15, from: [.login], "refused", when: "by the server, or no attempts are left (D11)",
      "send error", to: .idle),
    .init(.i16, from: [.securityCheck], "passcode", when: "right", to: .bridging),
    .init(.i16, from: [.securityCheck], "passcode", when: "wrong", "show again"),
    .init(
      .i16, from: [.securityCheck], "passcode or cancel", when: "no attempts left, or cancel",
      "send error", to: .idle),
  ]

  /// The rows for servers' answers.
  private static let servers: [ProviderTransition] = [
    .init(
      .i17, from: [.bridging], "session ok", when: "web scope", "authorize for the client",
      to: .authorizing),
    .init(.i18, from: [.bridging], "no web scope", "show the error", to: .blocked),
    .init(.i19, from: [.bridging], "access token expired", when: "refresh ok", "retry once"),
    .init(
      .i20, from: [.bridging], "session refused", when: "refresh or retry fails",
      "error session_refused", to: .idle),
    .init(
      .i20, from: [.bridging], "session refused", when: "log in again (setting)", to: .login),
    .init(.i21, from: [.authorizing], "consent needed", to: .approve),
    .init(.i22, from: [.authorizing], "code", to: .responding),
    .init(.i23, from: [.authorizing], "K2 violated, or another error", "send error", to: .idle),
    .init(.i24, from: [.approve], "allow", "code", to: .responding),
    .init(.i25, from: [.approve], "deny, or an error", "error access_denied", to: .idle),
    .init(.i26, from: [.responding], "client openable", "open authresponse", to: .idle),
    .init(.i27, from: [.responding], "client not openable", "log; code unused", to: .idle),
  ]

  /// The rows in which the provider starts on its own, and the rows for its other events.
  private static let starts: [ProviderTransition] = [
    .init(.i28, from: [.idle], "start", when: "no current user", to: .login),
    .init(.i28, from: [.idle], "start", when: "a current user", to: .selectApp),
    .init(
      .i29, from: [.idle, .selectApp], "choose app", when: "form 1, or it isn't installed",
      "open idpinit", to: .idle),
    .init(
      .i29, from: [.idle, .selectApp], "choose app", when: "form 2", "store verifier",
      to: .bridging),
    .init(.i29, from: [.selectApp], "cancel", to: .idle),
    .init(
      .i30, from: Place.busy, "authrequest", "error invalid_request, or queue (setting)"),
    .init(
      .i31, from: Place.allCases, "a message that isn't allowed there, or can't be read", "log"),
    .init(.i32, from: [.login, .bridging, .authorizing, .approve], "web view or call continues"),
  ]
}
