import FlowEngine
import FlowHTTP

/// The progress of one step of a client app.
struct ClientReducer: AppReducer {
  var state: ClientState
  let environment: ClientEnvironment
  var effects: [ClientEffect] = []
  var taken: [ClientTransition.Taken] = []
  var decisions: [Decision.ID] = []

  var configuration: ClientConfiguration { environment.configuration }

  mutating func take(_ event: ClientEvent) {
    switch (state.place, event) {
    case (_, .received(let url)): receive(url)
    case (.idle, .start): start()
    case (.chooseLogin, .choose(let choice, let host)): choose(choice, host)
    case (.chooseLogin, .cancel): end(.p10, .cancelled)
    case (.standardLogin, .cancel): end(.p13, .cancelled)
    case (.standardLogin, .login(let username, let password)): logIn(username, password)
    case (.standardLogin, .approve(let isAllowed)): approve(isAllowed)
    case (.standardLogin, .answered(let response)): look(response)
    case (.standardLogin, .unanswered): end(.p13, .failed(.refused(.network)))
    case (.refreshing, .answered(let response)): refreshed(response)
    case (.refreshing, .unanswered): end(.p4, .failed(.token(.network)))
    case (.exchanging, .answered(let response)): exchanged(response)
    case (.exchanging, .unanswered): end(.p22, .failed(.token(.network)))
    case (.awaitingProvider, .notOpened):
      logInHere(.p33, state.pending?.host ?? configuration.defaultHost, .notFound)
    case (.awaitingProvider, .nothingMore): end(.p20, .failed(.noAnswer))
    default: stay(.p30, .noSuchStep)
    }
  }

  // MARK: Building a step

  /// Ends the login and forgets the pending request, so that late answers are dropped.
  mutating func end(_ row: ClientTransition.ID, _ outcome: ClientOutcome) {
    switch outcome {
    case .signedIn(_, let user):
      move(row, to: .signedIn)
      state.current = user
      if let start = state.startURL { effects.append(.openStart(start)) }
    case .failed: move(row, to: .failed)
    case .cancelled: move(row, to: .cancelled)
    }
    state.outcome = outcome
    forget()
  }

  mutating func forget() {
    state.pending = nil
    state.web = nil
    state.screen = nil
    state.startURL = nil
  }

  // MARK: Refresh (P1–P5)

  private mutating func start() {
    let account = refreshable
    guard let token = account?.refreshToken ?? state.refreshToken else {
      move(.p5, to: .chooseLogin)
      return show(.chooseLogin(hosts: configuration.hosts))
    }
    decisions.append(
      Decision.entry(
        hasRefreshToken: true, isConfigured: configuration.providerScheme != nil,
        choice: .standard, isInstalled: environment.isProviderOpenable))
    move(.p1, to: .refreshing)
    call(
      EndpointCall(
        account?.host ?? configuration.defaultHost, .refresh(tokenClient, token: token)))
  }

  /// The current user's tokens if they can be refreshed, or `nil`.
  private var refreshable: TokenSet? {
    state.current.flatMap(state.account).flatMap { $0.refreshToken == nil ? nil : $0 }
  }

  private mutating func refreshed(_ response: HTTPResponse) {
    let account = refreshable
    do throws(OAuthRefusal) {
      let answer = try TokenAnswer(response)
      // If the token was stored without a user, the answer names the user.
      guard let user = account?.user ?? answer.user else { throw .malformed }
      store(
        TokenSet(
          user: user, host: account?.host ?? configuration.defaultHost,
          accessToken: answer.accessToken,
          // If the answer has no new refresh token, the old one stays valid (section 7.4).
          refreshToken: answer.refreshToken ?? account?.refreshToken ?? state.refreshToken,
          scopes: answer.scopes.names.isEmpty ? account?.scopes ?? [] : answer.scopes))
      if account == nil { state.refreshToken = nil }
      end(.p2, .signedIn(.refresh, user))
    } catch {
      guard error.code == "invalid_grant" else { return end(.p4, .failed(.token(error))) }
      if let account {
        state.accounts.removeAll { $0.user.isSameUser(as: account.user) }
        state.current = nil
      } else {
        state.refreshToken = nil
      }
      effects.append(.forgetToken(account?.user))
      move(.p3, to: .chooseLogin)
      show(.chooseLogin(hosts: configuration.hosts))
    }
  }

  private var tokenClient: EndpointCall.TokenClient {
    EndpointCall.TokenClient(
      clientID: configuration.clientID, callback: configuration.callback,
      isHybrid: configuration.isHybrid, deviceID: configuration.deviceID)
  }

  mutating func store(_ tokens: TokenSet) {
    state.accounts.removeAll { $0.user.isSameUser(as: tokens.user) }
    if state.accounts.count >= ClientState.accountsMax { state.accounts.removeFirst() }
    state.accounts.append(tokens)
    effects.append(.storeTokens(tokens))
  }

  // MARK: The choice (P6–P9)

  private mutating func choose(_ choice: LoginChoice, _ host: LoginHost?) {
    let host = host ?? configuration.defaultHost
    guard configuration.hosts.contains(host) else { return stay(.p30, .unknownHost(host)) }
    let decision = Decision.entry(
      hasRefreshToken: false, isConfigured: configuration.providerScheme != nil, choice: choice,
      isInstalled: environment.isProviderOpenable)
    decisions.append(decision)
    switch decision {
    case .entryProvider: ask(.p9, host: host, hint: nil)
    case .entryNotConfigured: logInHere(.p7, host, .notConfigured)
    case .entryNotFound: logInHere(.p8, host, .notFound)
    default: logInHere(.p6, host, nil)
    }
  }

  /// Opens the provider's app with an `authrequest`.
  ///
  /// - Parameters:
  ///   - row: The table row.
  ///   - host: The login host; `nil` if the provider's message that started the login named none.
  ///   - hint: The user that the provider's message named; `nil` if it named none.
  mutating func ask(_ row: ClientTransition.ID, host: LoginHost?, hint: UserHint?) {
    let handle = configuration.profile == .ios ? nil : environment.state
    let request = AuthRequest(
      clientID: configuration.clientID, challenge: environment.verifier.challenge,
      callback: configuration.callback, scopes: configuration.scopes, userHint: hint,
      loginHost: host, state: handle, appName: configuration.appName)
    guard let scheme = configuration.providerScheme,
      let url = try? AppMessage.authRequest(request).link(
        to: scheme, configuration.profile, configuration.platform)
    else { return end(row, .failed(.malformedResponse)) }
    state.screen = nil
    state.pending = .init(
      verifier: environment.verifier, state: handle, host: host, user: hint,
      via: .identityProvider)
    move(row, to: .awaitingProvider)
    effects.append(.open(url))
  }

  // MARK: Standard login (P11–P13)

  mutating func logInHere(
    _ row: ClientTransition.ID, _ host: LoginHost, _ fallback: ClientFallback?
  ) {
    state.fallback = fallback
    state.screen = nil
    state.pending = .init(
      verifier: environment.verifier, state: nil, host: host, via: .standard)
    var web = WebView(host, callback: configuration.callback)
    let first = web.open(
      target: WebView.target(
        clientID: configuration.clientID, callback: configuration.callback,
        challenge: environment.verifier.challenge, scopes: configuration.scopes.withRefreshToken,
        deviceID: configuration.deviceID))
    state.web = web
    move(row, to: .standardLogin)
    if let first { call(first) } else { end(.p13, .failed(.refused(.malformed))) }
  }

  private mutating func logIn(_ username: String, _ password: Secret) {
    guard case .login = state.screen,
      let next = state.web?.logIn(username: username, .password(password))
    else { return stay(.p30, .noSuchStep) }
    state.screen = nil
    stay(.p31)
    call(next)
  }

  private mutating func approve(_ isAllowed: Bool) {
    guard case .approve = state.screen, let next = state.web?.decide(isAllowed) else {
      return stay(.p30, .noSuchStep)
    }
    state.screen = nil
    stay(.p31)
    call(next)
  }

  private mutating func look(_ response: HTTPResponse) {
    // While a screen is shown, the app waits for the user and not for a server.
    guard state.screen == nil, let host = state.web?.host,
      let outcome = state.web?.take(response), let pending = state.pending
    else { return stay(.p30, .noSuchStep) }
    switch outcome {
    case .next(let next):
      stay(.p31)
      call(next)
    case .login(let username, let error, let message, true):
      stay(error == nil ? .p31 : .p12)
      show(.login(host: host, username: username, message: message))
    case .login(_, let error, let message, false):
      end(.p13, .failed(.refused(OAuthRefusal(error ?? "server_error", message ?? ""))))
    case .approval(let appName, let scopes, let username):
      stay(.p31)
      show(.approve(appName: appName, scopes: scopes, username: username))
    case .code(let code):
      move(.p11, to: .exchanging)
      redeem(code, pending.verifier.text, at: host)
    case .refused(let refusal) where refusal.code == ErrorMessage.Code.userCancelled.rawValue:
      // Servers never send this error; the transport reports it if the user closes the browser of a
      // login.
      end(.p13, .cancelled)
    case .refused(let refusal): end(.p13, .failed(.refused(refusal)))
    case .sessionRefused: end(.p13, .failed(.refused(OAuthRefusal("session_refused"))))
    }
  }

  // MARK: Tokens (P21, P22)

  mutating func redeem(_ code: Secret, _ verifier: Secret, at host: LoginHost) {
    state.web = nil
    state.screen = nil
    state.pending?.host = host
    call(EndpointCall(host, .redeem(tokenClient, code: code, verifier: verifier)))
  }

  private mutating func exchanged(_ response: HTTPResponse) {
    guard let pending = state.pending else { return end(.p22, .failed(.token(.malformed))) }
    do throws(OAuthRefusal) {
      let answer = try TokenAnswer(response)
      guard let user = answer.user else { throw .malformed }
      if let asked = pending.user, !asked.isSameUser(as: user) {
        return end(.p32, .failed(.userMismatch))
      }
      let via = pending.via
      store(
        TokenSet(
          user: user, host: pending.host ?? configuration.defaultHost,
          accessToken: answer.accessToken, refreshToken: answer.refreshToken,
          scopes: answer.scopes))
      effects.append(.switchUser(user))
      end(.p21, .signedIn(via, user))
    } catch {
      end(.p22, .failed(.token(error)))
    }
  }
}
