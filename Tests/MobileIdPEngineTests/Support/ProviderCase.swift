import FlowEngine
import FlowHTTP
import MobileIdPEngine
import Testing

/// A row of the table of a provider's scenarios: the events, and the rows that they use.
struct ProviderCase: Sendable, CustomTestStringConvertible {
  var name: String
  var users = [Known.ada, Known.bob]
  var dead: Set<String> = []
  var setup: @Sendable (inout ProviderScene) -> Void = { _ in }
  var events: [ProviderEvent]
  var rows: String
  var decisions: [Decision.ID] = []
  var place = ProviderTransition.Place.idle
  /// The messages to the client.
  var said: [String] = []

  var testDescription: String { name }

  static let table = refusing + screens + people + servers + errors + starts

  private static let choosingAda = [ProviderScene.choose(Known.ada)].compactMap(\.self)

  private static func refusal(
    _ name: String, _ event: ProviderEvent, _ rows: String, _ said: [String],
    setup: @escaping @Sendable (inout ProviderScene) -> Void = { _ in }
  ) -> ProviderCase {
    ProviderCase(name: name, setup: setup, events: [event], rows: rows, said: said)
  }

  private static let refusing: [ProviderCase] = [
    refusal("51: no redirect", ProviderScene.request("oauth_redirect_uri"), "I1", []),
    refusal(
      "67: back to the provider", ProviderScene.request("oauth_redirect_uri", "sampleidpapp:x"),
      "I1", []),
    refusal(
      "67: to a browser", ProviderScene.request("oauth_redirect_uri", "https://evil.test/"), "I1",
      []),
    refusal(
      "52: no challenge", ProviderScene.request("code_challenge"), "I2", ["error invalid_request"]),
    refusal("53: no state", ProviderScene.request("state"), "I2", ["error invalid_request"]),
    refusal(
      "63: a host that is a URL", ProviderScene.request("login_host", "https://evil.test/"), "I2",
      ["error invalid_request"]),
    refusal(
      "57: the caller is another app",
      ProviderScene.request(
        from: AppIdentity(schemes: Set([URLScheme("evil")].compactMap(\.self)))),
      "I3", ["error untrusted_app"], setup: { $0.environment.configuration.verifiesCaller = true }),
    refusal(
      "58: not on the list", ProviderScene.request(), "I3", ["error untrusted_app"],
      setup: { $0.environment.configuration.allowedClients = ["OTHER"] }),
    refusal(
      "63: an unknown host", ProviderScene.request("login_host", "evil.test"), "I4",
      ["error unknown_login_host"]),
    refusal(
      "59: no version", .received(MessageURL("sampleidpapp://oauth2/authrequest?x=1"), from: nil),
      "I31", []),
    refusal(
      "an answer isn't for a provider",
      .received(Known.url("authresponse", Known.response), from: nil), "I31", []),
    ProviderCase(
      name: "8.2: a malformed hint", events: [ProviderScene.request(hint: "abc")], rows: "I2",
      decisions: [.screenMalformed], said: ["error invalid_request"]),
  ]

  private static let screens: [ProviderCase] = [
    .init(
      name: "the hint matches", events: [ProviderScene.request(hint: Known.adaHint)], rows: "I5",
      decisions: [.screenNone], place: .bridging),
    .init(
      name: "the hint matches, with a security check",
      setup: { $0.environment.configuration.passcode = Secret(ProviderScene.passcode) },
      events: [ProviderScene.request(hint: Known.adaHint)], rows: "I5", decisions: [.screenNone],
      place: .securityCheck),
    .init(
      name: "the hint matches a dead session", dead: [Known.ada],
      events: [ProviderScene.request(hint: Known.adaHint)], rows: "I5",
      decisions: [.screenDeadSession], place: .login),
    .init(
      name: "the hint matches no one, and there are no users", users: [],
      events: [ProviderScene.request(hint: Known.adaHint)], rows: "I6",
      decisions: [.screenUnmatchedAlone], place: .login),
    .init(
      name: "62: the hint matches no one, but there are others",
      events: [ProviderScene.request(hint: ProviderScene.stranger)], rows: "I6",
      decisions: [.screenUnmatched], place: .login),
    .init(
      name: "62, by the setting: select-account",
      setup: { $0.environment.configuration.unmatchedHint = .selectAccount },
      events: [ProviderScene.request(hint: ProviderScene.stranger)], rows: "I6",
      decisions: [.screenUnmatched], place: .selectAccount),
    .init(
      name: "9: only one user", users: [Known.ada], events: [ProviderScene.request()],
      rows: "I7", decisions: [.screenAccounts], place: .selectAccount),
    .init(
      name: "7, 12: no one on the host", users: [], events: [ProviderScene.request()], rows: "I8",
      decisions: [.screenNobody], place: .login),
  ]

  private static let people: [ProviderCase] = [
    .init(
      name: "1: ada, allow",
      events: [ProviderScene.request()] + choosingAda + ProviderScene.toApproval
        + [.approve(true), .answered(Answer.code)],
      rows: "I7 I9 I32 I17 I21 I32 I24 I26", decisions: [.screenAccounts], said: ["authresponse"]),
    .init(
      name: "15: the security check",
      setup: {
        $0.environment.configuration.passcode = Secret(ProviderScene.passcode)
      },
      events: [ProviderScene.request()] + choosingAda
        + [.passcode(Secret("no")), .passcode(Secret(ProviderScene.passcode))]
        + ProviderScene.toCode,
      rows: "I7 I9 I16 I16 I32 I17 I22 I26", decisions: [.screenAccounts], said: ["authresponse"]),
    .init(
      name: "15: no more passcodes",
      setup: {
        $0.environment.configuration.passcode = Secret(ProviderScene.passcode)
        $0.environment.configuration.passcodeAttempts = 1
      },
      events: [ProviderScene.request()] + choosingAda + [.passcode(Secret("no"))],
      rows: "I7 I9 I16", decisions: [.screenAccounts], said: ["error access_denied"]),
    .init(
      name: "a security check is canceled",
      setup: {
        $0.environment.configuration.passcode = Secret(ProviderScene.passcode)
      },
      events: [ProviderScene.request()] + choosingAda + [.cancel], rows: "I7 I9 I16",
      decisions: [.screenAccounts], said: ["error user_cancelled"]),
    .init(
      name: "a dead session is chosen", dead: [Known.ada],
      events: [ProviderScene.request()] + choosingAda, rows: "I7 I9",
      decisions: [.screenAccounts], place: .login),
    .init(
      name: "8: another account",
      events: [ProviderScene.request(), .addAccount] + ProviderScene.toLogin
        + ProviderScene.toCode,
      rows: "I7 I10 I32 I32 I32 I13 I32 I17 I22 I26", decisions: [.screenAccounts],
      said: ["authresponse"]),
    .init(
      name: "7: a login, then the security check", users: [],
      setup: {
        $0.environment.configuration.passcode = Secret(ProviderScene.passcode)
      },
      events: [ProviderScene.request()] + ProviderScene.toLogin, rows: "I8 I32 I32 I32 I13",
      decisions: [.screenNobody], place: .securityCheck),
    .init(
      name: "7: a login that was done elsewhere", users: [],
      events: [
        ProviderScene.request(), .answered(Answer.loginPage),
        .vouched(username: "ada@acme.test", assertion: Secret("assertion-1")),
        .answered(Answer.ownCode), .answered(Answer.tokens()),
      ], rows: "I8 I32 I32 I32 I13", decisions: [.screenNobody], place: .bridging),
    .init(
      name: "28: cancel at select-account", events: [ProviderScene.request(), .cancel],
      rows: "I7 I11", decisions: [.screenAccounts], said: ["error user_cancelled"]),
    .init(
      name: "14: an account that can't be chosen",
      setup: {
        for index in $0.state.users.indices { $0.disable(index) }
      },
      events: [ProviderScene.request()] + choosingAda, rows: "I7 I12",
      decisions: [.screenAccounts], place: .selectAccount),
    .init(
      name: "31: a wrong password", users: [],
      events: [
        ProviderScene.request(), .answered(Answer.loginPage), ProviderScene.login,
        .answered(Answer.loginAgain),
      ],
      rows: "I8 I32 I32 I14", decisions: [.screenNobody], place: .login),
    .init(
      name: "D11: no more passwords", users: [],
      setup: { $0.environment.configuration.loginAttempts = 1 },
      events: [
        ProviderScene.request(), .answered(Answer.loginPage), ProviderScene.login,
        .answered(Answer.loginAgain),
      ],
      rows: "I8 I32 I32 I14 I15", decisions: [.screenNobody], said: ["error access_denied"]),
    .init(
      name: "30: cancel at the login", users: [],
      events: [ProviderScene.request(), .answered(Answer.loginPage), .cancel],
      rows: "I8 I32 I15", decisions: [.screenNobody], said: ["error user_cancelled"]),
    .init(
      name: "32: an inactive user", users: [],
      events: [
        ProviderScene.request(),
        .answered(Answer.redirect("sampleidpapp://oauth2/done?error=inactive_user")),
      ],
      rows: "I8 I15", decisions: [.screenNobody], said: ["error inactive_user"]),
    .init(
      name: "29: deny",
      events: [ProviderScene.request()] + choosingAda + ProviderScene.toApproval
        + [.approve(false), .answered(Answer.denied)],
      rows: "I7 I9 I32 I17 I21 I32 I25", decisions: [.screenAccounts],
      said: ["error access_denied"]),
  ]

  private static let hinted = ProviderScene.request(hint: Known.adaHint)

  private static func server(
    _ name: String, _ events: [ProviderEvent], _ rows: String, _ said: [String],
    place: ProviderTransition.Place = .idle,
    setup: @escaping @Sendable (inout ProviderScene) -> Void = { _ in }
  ) -> ProviderCase {
    ProviderCase(
      name: name, setup: setup, events: [hinted] + events, rows: "I5 " + rows,
      decisions: [.screenNone], place: place, said: said)
  }

  private static let servers: [ProviderCase] = [
    server("10: approval isn't needed", ProviderScene.toCode, "I32 I17 I22 I26", ["authresponse"]),
    server(
      "36, 37: no web scope",
      [.answered(Answer.bridge), .answered(Answer.toLoginError), .answered(Answer.noWebScope)],
      "I32 I32 I18", [], place: .blocked),
    server(
      "13: an access token that has expired",
      [.answered(Answer.expired), .answered(Answer.tokens())] + ProviderScene.toCode,
      "I32 I19 I32 I17 I22 I26", ["authresponse"]),
    server(
      "an expired one, and the retry fails",
      [.answered(Answer.expired), .answered(Answer.tokens()), .answered(Answer.expired)],
      "I32 I19 I20", ["error session_refused"]),
    server(
      "the refresh fails", [.answered(Answer.expired), .answered(Answer.refusal("invalid_grant"))],
      "I32 I20", ["error session_refused"]),
    server(
      "a session that is refused, by the setting: login", [.answered(HTTPResponse(status: 500))],
      "I20", [], place: .login, setup: { $0.environment.configuration.refusedSession = .login }),
    server(
      "a bridge to another server",
      [.answered(Answer.json(200, ["frontdoor_uri": "https://evil.test/"]))], "I20",
      ["error session_refused"]),
    server(
      "ec=301",
      [
        .answered(Answer.bridge), .answered(Answer.toAuthorize),
        .answered(Answer.redirect("sampleapp://oauth2/done?ec=301")),
      ], "I32 I17 I23", ["error session_refused"]),
    server(
      "the client no longer exists", ProviderScene.toCode, "I32 I17 I22 I27", [],
      setup: { $0.environment.openable = [] }),
  ]

  private static func refused(_ name: String, _ code: String, _ text: String) -> ProviderCase {
    server(
      name,
      [
        .answered(Answer.bridge), .answered(Answer.toAuthorize),
        .answered(
          Answer.redirect("sampleapp://oauth2/done?error=\(code)&error_description=\(text)")),
      ], "I32 I17 I23", ["error \(code)"])
  }

  private static let errors: [ProviderCase] = [
    refused("34: K2", "invalid_client_credentials", "invalid+credentials"),
    refused("39: K6", "redirect_uri_mismatch", "x"), refused("40", "invalid_client_id", "x"),
    refused("41", "invalid_scope", "x"),
    server(
      "40: an error that is a page",
      [
        .answered(Answer.bridge), .answered(Answer.toAuthorize),
        .answered(Answer.refusal("invalid_client_id", "client identifier invalid")),
      ], "I32 I17 I23", ["error invalid_client_id"]),
  ]

  private static let starts: [ProviderCase] = [
    .init(
      name: "16: form 1", events: [.start, .chooseApp("Sample App")], rows: "I28 I29",
      said: ["idpinit"]),
    .init(
      name: "23: no one is logged in", users: [], events: [.start] + ProviderScene.toLogin,
      rows: "I28 I32 I32 I32 I13", place: .selectApp),
    .init(name: "cancel at select-app", events: [.start, .cancel], rows: "I28 I29"),
    .init(
      name: "24: form 2",
      events: [.start, .chooseApp("Second App")] + ProviderScene.toCode,
      rows: "I28 I29 I32 I17 I22 I26", said: ["idpauthcodeinit"]),
    .init(
      name: "a client that doesn't exist", events: [.start, .chooseApp("x")], rows: "I28 I31",
      place: .selectApp),
    .init(
      name: "66: a second request", events: [ProviderScene.request(), ProviderScene.request()],
      rows: "I7 I30", decisions: [.screenAccounts], place: .selectAccount,
      said: ["error invalid_request"]),
    .init(
      name: "66, by the setting: it waits",
      setup: { $0.environment.configuration.secondRequest = .queue },
      events: [ProviderScene.request(), ProviderScene.request(), .cancel],
      rows: "I7 I30 I11 I7", decisions: [.screenAccounts, .screenAccounts], place: .selectAccount,
      said: ["error user_cancelled"]),
  ]
}

extension ProviderScene {
  /// Makes a user one of a native login.
  mutating func disable(_ index: Int) {
    var users = state.users
    users[index].account.isSelectable = false
    state = ProviderState(users: users, current: state.current)
  }
}
