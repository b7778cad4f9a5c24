import FlowEngine
import FlowHTTP
import MobileIdPEngine
import Testing

/// A provider of the base world, its events, and its actions.
struct ProviderScene {
  static let accessToken = "provider-access-0"
  static let refreshToken = "provider-refresh-0"
  static let password = "Correct-Horse-2"
  static let passcode = "passcode-1"

  var state: ProviderState
  var environment: ProviderEnvironment
  var effects: [ProviderEffect] = []
  var taken: [ProviderTransition.Taken] = []
  var decisions: [Decision.ID] = []

  /// Makes a provider with users; the ones whose ids are in `dead` have no session, and the ones in
  /// `native` can't be chosen.
  init(users: [String] = [Known.ada, Known.bob], dead: Set<String> = []) throws {
    let host = try #require(LoginHost("login.salesforce.com"))
    let callback = try #require(CallbackURI("sampleapp://oauth2/done"))
    var configuration = ProviderConfiguration(
      scheme: try #require(URLScheme("sampleidpapp")), clientID: "IDP_KEY",
      callback: try #require(CallbackURI("sampleidpapp://oauth2/done")),
      scopes: ["api", "web", "refresh_token"], defaultHost: host)
    configuration.clients = [
      .init(name: "Sample App", clientID: "SP_KEY", callback: callback, scopes: ["api", "web"]),
      .init(
        name: "Second App", clientID: "SP_KEY", callback: callback, scopes: ["api"],
        keychainGroup: "group"),
    ]
    environment = ProviderEnvironment(
      configuration, randomBytes: Array(repeating: 7, count: CodeVerifier.byteCount),
      openable: Set([URLScheme("sampleapp")].compactMap(\.self)))
    let known = try users.map { id in
      ProviderUser(
        ProviderAccount(
          user: try #require(UserHint(org: Known.org, user: id)), username: "\(id)@acme.test",
          name: id, host: host),
        accessToken: dead.contains(id) ? nil : Secret(ProviderScene.accessToken),
        refreshToken: dead.contains(id) ? nil : Secret(ProviderScene.refreshToken))
    }
    state = ProviderState(users: known, current: known.first?.account.user)
  }

  @discardableResult
  mutating func send(_ events: ProviderEvent...) -> Self {
    for event in events {
      let step = ProviderApp.reduce(state, event, environment)
      state = step.state
      effects += step.effects
      taken += step.taken
      decisions += step.decisions
    }
    return self
  }

  var rows: String { taken.map(\.id.description).joined(separator: " ") }

  var opened: [String] {
    effects.compactMap { if case .open(let url) = $0 { url.reveal() } else { nil } }
  }

  /// The commands that were opened, an error with its code.
  var said: [String] {
    opened.map { text in
      guard let message = try? AppMessage(MessageURL(text)) else { return text }
      if case .error(let error) = message { return "error \(error.code)" }
      return message.command.rawValue
    }
  }

  var calls: [EndpointCall] {
    effects.compactMap { if case .call(let call) = $0 { call } else { nil } }
  }

  static func request(
    hint: String? = nil, _ name: String = "", _ value: String? = nil,
    from sender: AppIdentity? = nil
  ) -> ProviderEvent {
    var pairs = Known.request.filter { $0.0 != "user_hint" && $0.0 != name }
    if let hint { pairs.append(("user_hint", hint)) }
    if let value { pairs.append((name, value)) }
    return .received(Known.url("authrequest", pairs), from: sender)
  }

  static let stranger = "\(Known.org):005000000000009AAA"

  static func choose(_ id: String) -> ProviderEvent? {
    UserHint(org: Known.org, user: id).map { .chooseUser($0) }
  }

  static let login = ProviderEvent.login(username: "ada@acme.test", password: Secret(password))

  /// From the bridge to the page that asks for approval.
  static let toApproval: [ProviderEvent] = [
    .answered(Answer.bridge), .answered(Answer.toAuthorize), .answered(Answer.approvalPage),
  ]
  /// From the bridge to a code that needs no approval.
  static let toCode: [ProviderEvent] = [
    .answered(Answer.bridge), .answered(Answer.toAuthorize), .answered(Answer.code),
  ]
  /// A login at the provider itself.
  static let toLogin: [ProviderEvent] = [
    .answered(Answer.loginPage), login, .answered(Answer.ownCode),
    .answered(Answer.tokens(access: "provider-access-1", refresh: "provider-refresh-1")),
  ]
}
