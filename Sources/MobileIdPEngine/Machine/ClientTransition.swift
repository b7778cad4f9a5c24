/// A row of the client's transition table.
public typealias ClientTransition = AppTransition<ClientTable>

/// The client's transition table (mobile-idp.md, section 10.1).
public enum ClientTable: AppTable {
  /// A row's number; several rows have the same number if an event leads to different states.
  public enum ID: Int, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    case p1 = 1
    case p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p20
    case p21, p22, p23, p24, p25, p26, p27, p28, p29
    /// A message that isn't allowed in the current state. The reference doesn't list this row.
    case p30
    /// The web view of a standard login continues. The reference doesn't list this row.
    case p31
    /// The code is for another user than requested. The reference doesn't list this row.
    case p32
    /// The system didn't open the provider's app. The reference doesn't list this row.
    ///
    /// The client continues as in P8, in which the provider's app isn't installed.
    case p33

    /// `P1` and so on.
    public var description: String { "P\(rawValue)" }
  }

  /// The states.
  public enum Place: String, Sendable, Hashable, CaseIterable {
    case idle
    case refreshing
    case chooseLogin = "choose-login"
    case standardLogin = "standard-login"
    case awaitingProvider = "awaiting-idp"
    case exchanging
    case signedIn = "signed-in"
    case failed
    case cancelled

    /// All states except waiting for the provider.
    static let notAwaiting = allCases.filter { $0 != .awaitingProvider }
  }

  /// All rows, in the order of their numbers.
  public static let table: [ClientTransition] = own + answers + starts

  /// The rows in which the client starts on its own.
  private static let own: [ClientTransition] = [
    .init(.p1, from: [.idle], "start", when: "a refresh token", "POST refresh", to: .refreshing),
    .init(.p2, from: [.refreshing], "ok", "store tokens", to: .signedIn),
    .init(.p3, from: [.refreshing], "err", when: "invalid_grant", "forget token", to: .chooseLogin),
    .init(.p4, from: [.refreshing], "err", when: "another", to: .failed),
    .init(.p5, from: [.idle], "start", when: "no refresh token", to: .chooseLogin),
    .init(.p6, from: [.chooseLogin], "choose standard", "authorize", to: .standardLogin),
    .init(
      .p7, from: [.chooseLogin, .idle, .signedIn], "choose identity-provider",
      when: "not configured; also before P25", "note no-idp-configured", to: .standardLogin),
    .init(
      .p8, from: [.chooseLogin, .idle, .signedIn], "choose identity-provider",
      when: "not openable; also before P25", "note idp-not-found", to: .standardLogin),
    .init(
      .p9, from: [.chooseLogin], "choose identity-provider", when: "openable",
      "new verifier, challenge and state; open authrequest", to: .awaitingProvider),
    .init(.p10, from: [.chooseLogin], "cancel", to: .cancelled),
    .init(.p11, from: [.standardLogin], "login ok", "POST token", to: .exchanging),
    .init(.p12, from: [.standardLogin], "login", when: "bad password", "show login again"),
    .init(.p13, from: [.standardLogin], "cancel", to: .cancelled),
    .init(.p13, from: [.standardLogin], "deny, or an error of the server", to: .failed),
  ]

  /// The rows for the provider's answers to a request.
  private static let answers: [ClientTransition] = [
    .init(
      .p14, from: [.awaitingProvider], "authresponse",
      when: "state equal, a code, host equal or absent", "POST token", to: .exchanging),
    .init(
      .p15, from: [.awaitingProvider], "authresponse", when: "state missing or different",
      "discard code", to: .failed),
    .init(
      .p16, from: [.awaitingProvider], "authresponse",
      when: "state equal, no code, or another host (row 47)", to: .failed),
    .init(.p17, from: [.awaitingProvider], "error", when: "state equal", to: .failed),
    .init(.p18, from: [.awaitingProvider], "error", when: "state different", "drop, log"),
    .init(.p19, from: [.awaitingProvider], "idpinit", when: "refused (setting)", "drop, log"),
    .init(
      .p19, from: [.awaitingProvider], "idpinit", when: "replaces what is pending (setting)",
      "forget it; P24 to P26 follow", to: .idle),
    .init(.p20, from: [.awaitingProvider], "nothing more can happen", to: .failed),
    .init(
      .p21, from: [.exchanging], "ok", "store tokens, switch to user, open start URL",
      to: .signedIn),
    .init(.p22, from: [.exchanging], "err", to: .failed),
    .init(.p23, from: Place.notAwaiting, "authresponse or error", "drop; no-pending-request"),
  ]

  /// The rows in which the provider starts.
  private static let starts: [ClientTransition] = [
    .init(
      .p24, from: [.idle, .signedIn], "idpinit", when: "user known", "switch, open start URL",
      to: .signedIn),
    .init(
      .p25, from: [.idle, .signedIn], "idpinit", when: "user unknown", "as P9 with the hint",
      to: .awaitingProvider),
    .init(.p26, from: [.idle], "idpinit", when: "no hint", to: .chooseLogin),
    .init(
      .p27, from: [.idle], "idpauthcodeinit", when: "user known", "switch, discard code",
      to: .signedIn),
    .init(
      .p28, from: [.idle], "idpauthcodeinit", when: "user unknown, verifier readable",
      "POST token", to: .exchanging),
    .init(.p29, from: [.idle], "idpauthcodeinit", when: "verifier missing", to: .failed),
    .init(
      .p30, from: Place.allCases, "a message that isn't allowed there, or can't be read", "log"),
    .init(.p31, from: [.standardLogin], "the web view continues"),
    .init(
      .p32, from: [.exchanging], "ok", when: "another user than requested", "forget tokens",
      to: .failed),
    .init(
      .p33, from: [.awaitingProvider], "the system has not opened the provider",
      "note idp-not-found", to: .standardLogin),
  ]
}
