import FlowEngine
import FlowHTTP
import MobileIdPEngine
import Testing

/// A row of the table of a client's scenarios: the events, and the rows that they use.
struct ClientCase: Sendable, CustomTestStringConvertible {
  var name: String
  var isKnown = false
  var hasRefreshToken = true
  var setup: @Sendable (inout ClientScene) -> Void = { _ in }
  var events: [ClientEvent]
  /// The rows that are used, such as `P5 P9`.
  var rows: String
  var decisions: [Decision.ID] = []
  var outcome: ClientOutcome?
  /// The opened messages, by their commands.
  var opened: [String] = []
  /// The requested paths.
  var calls: [String] = []

  var testDescription: String { name }

  static let ada = UserHint(Known.adaHint)

  static func signedIn(_ via: ClientOutcome.Via) -> ClientOutcome? {
    ada.map { .signedIn(via, $0) }
  }

  static let token = EndpointPathName.token
  static let login = EndpointPathName.login
  static let authorize = EndpointPathName.authorize

  static let table = refreshing + choosing + standard + waiting + starting

  private static let lone: @Sendable (inout ClientScene) -> Void = {
    $0.state = ClientState(refreshToken: Secret(ClientScene.refreshToken))
  }

  private static let refreshing: [ClientCase] = [
    .init(
      name: "scenario 2: a refresh token", isKnown: true,
      events: [.start, .answered(Answer.tokens(access: "access-2", refresh: nil))],
      rows: "P1 P2", decisions: [.entryRefresh], outcome: signedIn(.refresh), calls: [token]),
    .init(
      name: "scenario 3: a refresh token that is revoked", isKnown: true,
      events: [
        .start, .answered(Answer.refusal("invalid_grant")), ClientScene.byProvider,
        ClientScene.response(), .answered(Answer.tokens()),
      ],
      rows: "P1 P3 P9 P14 P21", decisions: [.entryRefresh, .entryProvider],
      outcome: signedIn(.identityProvider), opened: ["authrequest"], calls: [token, token]),
    .init(
      name: "a faulty server", isKnown: true,
      events: [.start, .answered(HTTPResponse(status: 503))],
      rows: "P1 P4", decisions: [.entryRefresh],
      outcome: .failed(.token(OAuthRefusal("server_error"))), calls: [token]),
    .init(
      name: "no network", isKnown: true, events: [.start, .unanswered], rows: "P1 P4",
      decisions: [.entryRefresh], outcome: .failed(.token(.network)), calls: [token]),
    .init(
      name: "3: a refresh token whose user isn't known", setup: lone,
      events: [.start, .answered(Answer.tokens())], rows: "P1 P2", decisions: [.entryRefresh],
      outcome: signedIn(.refresh), calls: [token]),
    .init(
      name: "3: a revoked one", setup: lone,
      events: [.start, .answered(Answer.refusal("invalid_grant")), .cancel], rows: "P1 P3 P10",
      decisions: [.entryRefresh], outcome: .cancelled, calls: [token]),
    .init(
      name: "only an access token", isKnown: true, hasRefreshToken: false, events: [.start],
      rows: "P5"),
  ]

  private static let choosing: [ClientCase] = [
    .init(
      name: "scenario 1: the provider",
      events: [
        .start, ClientScene.byProvider, ClientScene.response(), .answered(Answer.tokens()),
      ],
      rows: "P5 P9 P14 P21", decisions: [.entryProvider], outcome: signedIn(.identityProvider),
      opened: ["authrequest"], calls: [token]),
    .init(
      name: "scenario 33: cancel", events: [.start, .cancel], rows: "P5 P10", outcome: .cancelled),
    .init(
      name: "a host that is not on the list",
      events: [.start, .choose(.identityProvider, host: LoginHost("evil.test"))], rows: "P5 P30"),
    .init(
      name: "scenario 5: no provider configured",
      setup: { $0.environment.configuration.providerScheme = nil },
      events: [.start, ClientScene.byProvider], rows: "P5 P7", decisions: [.entryNotConfigured],
      calls: [authorize]),
    .init(
      name: "scenario 6: the provider isn't installed", setup: { $0.environment.openable = [] },
      events: [.start, ClientScene.byProvider], rows: "P5 P8", decisions: [.entryNotFound],
      calls: [authorize]),
    .init(
      name: "standard, and no provider",
      setup: { $0.environment.configuration.providerScheme = nil },
      events: [.start, ClientScene.standard], rows: "P5 P6", decisions: [.entryStandardAlone],
      calls: [authorize]),
  ]

  private static let standard: [ClientCase] = [
    .init(
      name: "scenario 4, 31: standard, a wrong password, then the right one",
      events: [
        .start, ClientScene.standard, .answered(Answer.loginPage), ClientScene.ada,
        .answered(Answer.loginAgain), ClientScene.ada, .answered(Answer.toAuthorize),
        .answered(Answer.approvalPage), .approve(true), .answered(Answer.code),
        .answered(Answer.tokens()),
      ],
      rows: "P5 P6 P31 P31 P12 P31 P31 P31 P31 P11 P21", decisions: [.entryStandard],
      outcome: signedIn(.standard),
      calls: [authorize, login, login, authorize, EndpointPathName.approval, token]),
    .init(
      name: "standard, canceled at the login",
      events: [.start, ClientScene.standard, .answered(Answer.loginPage), .cancel],
      rows: "P5 P6 P31 P13", decisions: [.entryStandard], outcome: .cancelled, calls: [authorize]),
    .init(
      name: "standard, denied",
      events: [
        .start, ClientScene.standard, .answered(Answer.approvalPage), .approve(false),
        .answered(Answer.denied),
      ],
      rows: "P5 P6 P31 P31 P13", decisions: [.entryStandard],
      outcome: .failed(.refused(OAuthRefusal("access_denied", "end-user denied"))),
      calls: [authorize, EndpointPathName.approval]),
    .init(
      name: "a password without a login page",
      events: [.start, ClientScene.standard, ClientScene.ada], rows: "P5 P6 P30",
      decisions: [.entryStandard], calls: [authorize]),
    .init(
      name: "a redirect to another server is not followed",
      events: [.start, ClientScene.standard, .answered(Answer.redirect("https://evil.test/"))],
      rows: "P5 P6 P13", decisions: [.entryStandard],
      outcome: .failed(.refused(.malformed)), calls: [authorize]),
    .init(
      name: "a callback with only a prefix of the client's isn't accepted",
      events: [
        .start, ClientScene.standard,
        .answered(Answer.redirect("sampleapp://oauth2/done.evil?code=x")),
      ],
      rows: "P5 P6 P13", decisions: [.entryStandard],
      outcome: .failed(.refused(.malformed)), calls: [authorize]),
  ]

  private static func waiting(
    _ name: String, _ events: [ClientEvent], _ rows: String, _ failure: ClientOutcome.Failure?,
    calls: [String] = []
  ) -> ClientCase {
    ClientCase(
      name: name, events: [.start, ClientScene.byProvider] + events, rows: "P5 P9 " + rows,
      decisions: [.entryProvider], outcome: failure.map { .failed($0) }, opened: ["authrequest"],
      calls: calls)
  }

  private static let waiting: [ClientCase] = [
    waiting("42: another state", [ClientScene.response(state: "x")], "P15", .stateMismatch),
    waiting("43: no state", [ClientScene.response(state: nil)], "P15", .stateMismatch),
    waiting(
      "44, 45: an answer arrives twice", [ClientScene.response(), ClientScene.response()],
      "P14 P23",
      nil, calls: [token]),
    waiting("46: an empty code", [ClientScene.response(code: "")], "P16", .malformedResponse),
    waiting("46: no code", [ClientScene.response(code: nil)], "P16", .malformedResponse),
    waiting(
      "47: another host", [ClientScene.response(host: "test.salesforce.com")], "P16",
      .loginHostMismatch),
    waiting(
      "a missing host is the request's (P14)", [ClientScene.response(host: nil)], "P14", nil,
      calls: [token]),
    waiting(
      "48: another verifier",
      [
        ClientScene.response(),
        .answered(Answer.refusal("invalid_grant", "invalid code verifier")),
      ], "P14 P22", .token(OAuthRefusal("invalid_grant", "invalid code verifier")),
      calls: [token]),
    waiting("50: a thief has it", [.nothingMore], "P20", .noAnswer),
    waiting("4: a provider that is not opened", [.notOpened], "P33", nil, calls: [authorize]),
    waiting(
      "28, 29: an error", [ClientScene.error()], "P17",
      .identityProvider(ErrorMessage("access_denied", reason: "no", state: Secret(Known.state)))),
    waiting("65: an error with another state", [ClientScene.error(state: "x")], "P18", nil),
    waiting("an idpinit meanwhile is refused", [ClientScene.start()], "P19", nil),
    waiting(
      "59, 60: not a message",
      [.received(MessageURL("sampleapp://oauth2/v2.0/error?state=s"))], "P30", nil),
    waiting(
      "a request isn't for a client",
      [.received(Known.url("authrequest", Known.request, scheme: "sampleapp"))], "P30", nil),
  ]

  private static let replacing: @Sendable (inout ClientScene) -> Void = {
    $0.environment.configuration.replacesPending = true
  }

  private static let keychain: @Sendable (inout ClientScene) -> Void = {
    $0.environment.keychain = [
      .init(group: "group", reference: "reference"): Array(repeating: 7, count: 128)
    ]
  }

  private static let starting: [ClientCase] = [
    .init(
      name: "16: a known user", isKnown: true, events: [ClientScene.start()], rows: "P24",
      decisions: [.startKnown], outcome: signedIn(.switched)),
    .init(
      name: "18: an unknown user",
      events: [ClientScene.start(), ClientScene.response(), .answered(Answer.tokens())],
      rows: "P25 P14 P21", decisions: [.startUnknown], outcome: signedIn(.identityProvider),
      opened: ["authrequest"], calls: [token]),
    .init(
      name: "another user than the requested one",
      events: [
        ClientScene.start(), ClientScene.response(), .answered(Answer.tokens(Known.bob)),
      ],
      rows: "P25 P14 P32", decisions: [.startUnknown], outcome: .failed(.userMismatch),
      opened: ["authrequest"], calls: [token]),
    .init(
      name: "form 2, and another user than it names", setup: keychain,
      events: [ClientScene.codeStart, .answered(Answer.tokens(Known.bob))], rows: "P28 P32",
      outcome: .failed(.userMismatch), calls: [token]),
    .init(
      name: "20: no hint", events: [ClientScene.start(hint: nil)], rows: "P26",
      decisions: [.startNoHint]),
    .init(
      name: "21: a malformed hint", events: [ClientScene.start(hint: "abc")], rows: "P30",
      decisions: [.startMalformed]),
    .init(
      name: "22: no provider", setup: { $0.environment.configuration.providerScheme = nil },
      events: [ClientScene.start()], rows: "P7", decisions: [.startNoProvider],
      calls: [authorize]),
    .init(
      name: "22: a provider that isn't installed", setup: { $0.environment.openable = [] },
      events: [ClientScene.start()], rows: "P8", decisions: [.startNoProvider],
      calls: [authorize]),
    .init(
      name: "a host that is not on the list", events: [ClientScene.start(host: "evil.test")],
      rows: "P30"),
    .init(
      name: "an idpinit replaces the pending request", setup: replacing,
      events: [.start, ClientScene.byProvider, ClientScene.start()], rows: "P5 P9 P19 P25",
      decisions: [.entryProvider, .startUnknown], opened: ["authrequest", "authrequest"]),
    .init(
      name: "24: a code, and its verifier",
      setup: keychain, events: [ClientScene.codeStart, .answered(Answer.tokens())], rows: "P28 P21",
      outcome: signedIn(.identityProvider), calls: [token]),
    .init(
      name: "25: a code for a known user", isKnown: true, events: [ClientScene.codeStart],
      rows: "P27", outcome: signedIn(.switched)),
    .init(
      name: "26: a verifier of another group of apps",
      setup: {
        keychain(&$0)
        $0.environment.configuration.keychainGroups = ["other"]
      },
      events: [ClientScene.codeStart], rows: "P29", outcome: .failed(.keychainMissing)),
    .init(
      name: "26: a code without a verifier", events: [ClientScene.codeStart], rows: "P29",
      outcome: .failed(.keychainMissing)),
    .init(
      name: "an answer when nothing is pending", events: [ClientScene.response()], rows: "P23"),
    .init(name: "an error when nothing is pending", events: [ClientScene.error()], rows: "P23"),
  ]
}

/// The endpoints' paths as in the reference.
enum EndpointPathName {
  static let token = "/services/oauth2/token"
  static let authorize = "/services/oauth2/authorize"
  static let login = "/login"
  static let bridge = "/services/oauth2/singleaccess"
  static let frontdoor = "/secur/frontdoor.jsp"
  static let approval = "/setup/secur/RemoteAccessAuthorizationPage"
}
