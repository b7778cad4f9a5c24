import FlowEngine
import FlowHTTP
import MobileIdPEngine
import Testing

/// A client of the base world, its events, and its actions.
struct ClientScene {
  static let accessToken = "client-access-0"
  static let refreshToken = "client-refresh-0"
  static let password = "Correct-Horse-1"

  var state: ClientState
  var environment: ClientEnvironment
  var effects: [ClientEffect] = []
  var taken: [ClientTransition.Taken] = []
  var decisions: [Decision.ID] = []

  init(isKnown: Bool = false, hasRefreshToken: Bool = true) throws {
    let host = try #require(LoginHost("login.salesforce.com"))
    let ada = try #require(UserHint(Known.adaHint))
    var configuration = ClientConfiguration(
      clientID: "SP_KEY", callback: try #require(CallbackURI("sampleapp://oauth2/done")),
      scopes: ["api", "web"], defaultHost: host, providerScheme: URLScheme("sampleidpapp"))
    configuration.otherHosts = [try #require(LoginHost("test.salesforce.com"))]
    environment = ClientEnvironment(
      configuration, verifier: try #require(CodeVerifier(Known.verifier)),
      state: Secret(Known.state), openable: Set([URLScheme("sampleidpapp")].compactMap(\.self)))
    let tokens = TokenSet(
      user: ada, host: host, accessToken: Secret(ClientScene.accessToken),
      refreshToken: hasRefreshToken ? Secret(ClientScene.refreshToken) : nil)
    state = ClientState(accounts: isKnown ? [tokens] : [], current: isKnown ? ada : nil)
  }

  @discardableResult
  mutating func send(_ events: ClientEvent...) -> Self {
    for event in events {
      let step = ClientApp.reduce(state, event, environment)
      state = step.state
      effects += step.effects
      taken += step.taken
      decisions += step.decisions
    }
    return self
  }

  /// The rows that were used, such as `P5 P9`.
  var rows: String { taken.map(\.id.description).joined(separator: " ") }

  /// Every text that was sent to another app.
  var opened: [String] {
    effects.compactMap { if case .open(let url) = $0 { url.reveal() } else { nil } }
  }

  var calls: [EndpointCall] {
    effects.compactMap { if case .call(let call) = $0 { call } else { nil } }
  }

  static func response(
    code: String? = "code-1", state: String? = Known.state, host: String? = "login.salesforce.com"
  ) -> ClientEvent {
    let pairs = [("code", code), ("state", state), ("login_host", host)]
    return .received(
      Known.url(
        "authresponse", pairs.compactMap { pair in pair.1.map { (pair.0, $0) } },
        scheme: "sampleapp"))
  }

  static func error(_ code: String = "access_denied", state: String = Known.state) -> ClientEvent {
    .received(
      Known.url(
        "error",
        [("error_code", code), ("error_desc", ""), ("error_reason", "no"), ("state", state)],
        scheme: "sampleapp"))
  }

  static func start(
    hint: String? = Known.adaHint, host: String = "login.salesforce.com", url: String? = nil
  ) -> ClientEvent {
    let pairs = [("user_hint", hint), ("login_host", host), ("start_url", url)]
    return .received(
      Known.url(
        "idpinit", pairs.compactMap { pair in pair.1.map { (pair.0, $0) } }, scheme: "sampleapp"))
  }

  static let codeStart = ClientEvent.received(
    Known.url(
      "idpauthcodeinit",
      [
        ("user_hint", Known.adaHint), ("keychain_reference", "reference"),
        ("keychain_group", "group"), ("code", "code-2"),
      ], scheme: "sampleapp"))

  static let byProvider = ClientEvent.choose(.identityProvider, host: nil)
  static let standard = ClientEvent.choose(.standard, host: nil)
  static let ada = ClientEvent.login(username: "ada@acme.test", password: Secret(password))
}
