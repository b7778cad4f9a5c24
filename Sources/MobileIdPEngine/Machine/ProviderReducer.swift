import FlowEngine

/// The progress of one step of a provider's app.
struct ProviderReducer: AppReducer {
  var state: ProviderState
  let environment: ProviderEnvironment
  var effects: [ProviderEffect] = []
  var taken: [ProviderTransition.Taken] = []
  var decisions: [Decision.ID] = []

  var configuration: ProviderConfiguration { environment.configuration }

  mutating func take(_ event: ProviderEvent) {
    switch (state.place, event) {
    case (_, .received(let url, let sender)): receive(url, from: sender)
    case (.idle, .start): start()
    case (.idle, .chooseApp(let name)), (.selectApp, .chooseApp(let name)): chooseApp(name)
    case (.selectApp, .cancel): finish(.i29)
    case (.selectAccount, .chooseUser(let user)): choose(user)
    case (.selectAccount, .addAccount): logIn(.i10, username: nil)
    case (.selectAccount, .cancel): fail(.i11, .userCancelled)
    case (.login, .login(let username, let password)): enter(username, .password(password))
    case (.login, .vouched(let username, let assertion)): enter(username, .assertion(assertion))
    case (.login, .approve(let isAllowed)), (.approve, .approve(let isAllowed)):
      decide(isAllowed)
    case (.login, .cancel): fail(.i15, .userCancelled)
    case (.securityCheck, .passcode(let passcode)): check(passcode)
    case (.securityCheck, .cancel): fail(.i16, .userCancelled)
    case (_, .answered(let response)): hear(response)
    case (_, .unanswered): hear(nil)
    default: stay(.i31, .noSuchStep)
    }
  }

  /// Begins the next waiting request if no request is in progress.
  mutating func takeWaiting() {
    while state.place == .idle, !state.queue.isEmpty {
      let next = state.queue.removeFirst()
      receive(next.url, from: next.sender)
    }
  }

  // MARK: Building a step

  /// Ends the current task.
  mutating func finish(_ row: ProviderTransition.ID) {
    move(row, to: .idle)
    forget()
  }

  mutating func forget() {
    state.errand = nil
    state.chosen = nil
    state.web = nil
    state.awaited = nil
    state.verifier = nil
    state.username = nil
    state.screen = nil
    state.attempts = 0
    state.hasRetried = false
  }

  /// Ends the current task with an error.
  ///
  /// If the task answers a client's request, the client receives the error. Otherwise it goes to
  /// the log.
  mutating func fail(_ row: ProviderTransition.ID, _ refusal: OAuthRefusal, reason: String) {
    if let errand = state.errand, errand.keychainItem == nil {
      send(
        ErrorMessage(
          refusal.code, description: refusal.text, reason: reason, state: errand.state),
        to: errand.callback.scheme)
    } else {
      effects.append(.note(.refused(refusal)))
    }
    finish(row)
  }

  mutating func fail(_ row: ProviderTransition.ID, _ code: ErrorMessage.Code) {
    fail(row, OAuthRefusal(code.rawValue), reason: code.reason)
  }

  /// Ends the current task with a server's error, which is passed on unchanged.
  ///
  /// The provider's own error codes, such as K2's, have fixed reasons (section 9.3).
  mutating func fail(_ row: ProviderTransition.ID, _ refusal: OAuthRefusal) {
    let known = ErrorMessage.Code(rawValue: refusal.code)?.reason ?? ""
    fail(row, refusal, reason: known.isEmpty ? refusal.text : known)
  }

  mutating func send(_ error: ErrorMessage, to scheme: URLScheme) {
    guard environment.openable.contains(scheme),
      let url = try? AppMessage.error(error).link(
        to: scheme, configuration.profile, configuration.platform)
    else { return effects.append(.note(.clientNotFound)) }
    effects.append(.open(url))
  }

  var tokenClient: EndpointCall.TokenClient {
    EndpointCall.TokenClient(
      clientID: configuration.clientID, callback: configuration.callback, isHybrid: false,
      deviceID: configuration.deviceID)
  }

  // MARK: Starts (I28, I29)

  private mutating func start() {
    guard state.current.flatMap(state.user)?.isUsable == true else {
      return logIn(.i28, username: nil)
    }
    move(.i28, to: .selectApp)
    show(.selectApp(configuration.clients.map(\.name)))
  }

  private mutating func chooseApp(_ name: String) {
    guard let client = configuration.clients.first(where: { $0.name == name }),
      let user = state.current.flatMap(state.user)
    else { return stay(.i31, .noSuchStep) }
    let scheme = client.callback.scheme
    guard environment.openable.contains(scheme) else {
      effects.append(.note(.clientNotFound))
      return finish(.i29)
    }
    guard let group = client.keychainGroup else {
      let message = AppMessage.idpInit(
        IdPInit(
          userHint: user.account.user, loginHost: user.account.host, startURL: client.startURL))
      if let url = try? message.link(to: scheme, configuration.profile, configuration.platform) {
        effects.append(.open(url))
      }
      return finish(.i29)
    }
    guard let verifier = CodeVerifier(randomBytes: environment.randomBytes) else {
      return stay(.i31, .noSuchStep)
    }
    let item = IdPAuthCodeInit.KeychainItem(
      group: group, reference: "com.salesforce.idp.codeverifier-\(scheme)")
    effects.append(.storeVerifier(item, verifier))
    state.errand = ProviderState.Errand(
      clientID: client.clientID, callback: client.callback,
      scopes: client.scopes.withRefreshToken, challenge: verifier.challenge,
      host: user.account.host, state: nil, appName: client.name, keychainItem: item)
    state.chosen = user.account.user
    state.screen = nil
    move(.i29, to: .bridging)
    bridge()
  }

  // MARK: The user's answers (I9–I16)

  private mutating func choose(_ user: UserHint) {
    guard case .selectAccount(let accounts, _) = state.screen,
      let account = accounts.first(where: { $0.user.isSameUser(as: user) }),
      account.isSelectable, let known = state.user(user)
    else { return stay(.i12, .unknownAccount) }
    go(.i9, with: known)
  }

  /// Continues with a user.
  ///
  /// The next state is the security check, the bridge, or a login if the user's session isn't
  /// usable.
  mutating func go(_ row: ProviderTransition.ID, with user: ProviderUser) {
    guard user.isUsable else { return logIn(row, username: user.account.username) }
    state.chosen = user.account.user
    state.current = user.account.user
    state.screen = nil
    guard configuration.passcode != nil else {
      move(row, to: .bridging)
      return bridge()
    }
    state.attempts = 0
    move(row, to: .securityCheck)
    show(.securityCheck(message: nil))
  }

  private mutating func check(_ passcode: Secret) {
    if passcode == configuration.passcode {
      state.screen = nil
      move(.i16, to: .bridging)
      return bridge()
    }
    state.attempts += 1
    if let most = configuration.passcodeAttempts, state.attempts >= most {
      return fail(
        .i16, OAuthRefusal(ErrorMessage.Code.accessDenied.rawValue), reason: "wrong passcode")
    }
    stay(.i16)
    show(.securityCheck(message: "wrong passcode"))
  }

  private mutating func enter(_ username: String, _ credential: EndpointCall.Credential) {
    guard case .login = state.screen,
      let next = state.web?.logIn(username: username, credential)
    else { return stay(.i31, .noSuchStep) }
    state.username = username
    state.screen = nil
    stay(.i32)
    call(next)
  }

  private mutating func decide(_ isAllowed: Bool) {
    guard case .approve = state.screen, let next = state.web?.decide(isAllowed) else {
      return stay(.i31, .noSuchStep)
    }
    state.screen = nil
    stay(.i32)
    call(next)
  }

  // MARK: The provider's own login

  /// Begins the provider's own login at the host of the request.
  mutating func logIn(_ row: ProviderTransition.ID, username: String?) {
    let host = state.errand?.host ?? configuration.defaultHost
    guard let verifier = CodeVerifier(randomBytes: environment.randomBytes) else {
      return stay(.i31, .noSuchStep)
    }
    var web = WebView(host, callback: configuration.callback)
    let first = web.open(
      target: WebView.target(
        clientID: configuration.clientID, callback: configuration.callback,
        challenge: verifier.challenge, scopes: configuration.scopes.withRefreshToken,
        username: username, deviceID: configuration.deviceID))
    state.web = web
    state.verifier = verifier
    state.username = username
    state.awaited = nil
    state.screen = nil
    state.attempts = 0
    move(row, to: .login)
    if let first { call(first) } else { fail(.i15, .malformed) }
  }
}
