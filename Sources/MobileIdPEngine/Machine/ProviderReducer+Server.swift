import FlowEngine
import FlowHTTP

// The answers of servers to the provider (I13–I27).
extension ProviderReducer {
  /// Handles a server's answer; `nil` if the server didn't answer.
  mutating func hear(_ response: HTTPResponse?) {
    switch (state.place, state.awaited) {
    case (.login, .loginTokens): loggedIn(response)
    case (.bridging, .bridge): bridged(response)
    case (.bridging, .refresh): refreshed(response)
    case (.login, _), (.bridging, _), (.authorizing, _), (.approve, _):
      // While a screen is shown, the app waits for the user and not for a server.
      guard state.screen == nil, state.web != nil else { return stay(.i31, .noSuchStep) }
      guard let response, let outcome = state.web?.take(response) else {
        return lose(.network)
      }
      look(outcome)
    default: stay(.i31, .noSuchStep)
    }
  }

  /// Ends the current state with a failure because the web view can't continue.
  private mutating func lose(_ refusal: OAuthRefusal) {
    switch state.place {
    case .login: fail(.i15, refusal)
    case .bridging: refuseSession()
    case .authorizing: fail(.i23, refusal)
    default: fail(.i25, refusal)
    }
  }

  private mutating func look(_ outcome: WebView.Outcome) {
    switch outcome {
    case .next(let next):
      if state.place == .bridging, next.url.path == EndpointPath.authorize {
        move(.i17, to: .authorizing)
      } else {
        stay(.i32)
      }
      call(next)
    case .login(let username, let error, let message, let leadsOn):
      loginPage(username, error, message, leadsOn)
    case .approval(let appName, let scopes, let username):
      switch state.place {
      case .authorizing: move(.i21, to: .approve)
      case .login: stay(.i32)
      default: return lose(.malformed)
      }
      show(.approve(appName: appName, scopes: scopes, username: username))
    case .code(let code): arrived(code)
    case .refused(let refusal): lose(refusal)
    case .sessionRefused:
      let code = ErrorMessage.Code.sessionRefused
      lose(OAuthRefusal(code.rawValue))
    }
  }

  private mutating func loginPage(
    _ username: String?, _ error: String?, _ message: String?, _ leadsOn: Bool
  ) {
    switch state.place {
    case .login where leadsOn:
      if error != nil {
        state.attempts += 1
        stay(.i14)
        if let most = configuration.loginAttempts, state.attempts >= most {
          return fail(
            .i15, OAuthRefusal(ErrorMessage.Code.accessDenied.rawValue),
            reason: "too many attempts")
        }
      } else {
        stay(.i32)
      }
      let host = state.web?.host ?? configuration.defaultHost
      show(.login(host: host, username: username ?? state.username, message: message))
    case .bridging where error == "web_scope_missing":
      move(.i18, to: .blocked)
      show(.blocked(message: message ?? ""))
    default: lose(OAuthRefusal(ErrorMessage.Code.sessionRefused.rawValue, message ?? ""))
    }
  }

  // MARK: Login (I13)

  private mutating func loggedIn(_ response: HTTPResponse?) {
    do throws(OAuthRefusal) {
      guard let response else { throw .network }
      let answer = try TokenAnswer(response)
      guard let hint = answer.user else { throw .malformed }
      let username = state.username ?? hint.text()
      let user = ProviderUser(
        ProviderAccount(
          user: hint, username: username, name: state.user(hint)?.account.name ?? username,
          host: state.errand?.host ?? configuration.defaultHost),
        accessToken: answer.accessToken, refreshToken: answer.refreshToken)
      store(user)
      state.current = hint
      state.web = nil
      state.awaited = nil
      state.verifier = nil
      guard state.errand != nil else {
        move(.i13, to: .selectApp)
        return show(.selectApp(configuration.clients.map(\.name)))
      }
      go(.i13, with: user)
    } catch {
      fail(.i15, error)
    }
  }

  private mutating func store(_ user: ProviderUser) {
    let known = state.users.firstIndex { $0.account.user.isSameUser(as: user.account.user) }
    if let known {
      state.users[known] = user
    } else {
      if state.users.count >= ProviderState.usersMax { state.users.removeFirst() }
      state.users.append(user)
    }
    effects.append(.storeUser(user))
  }

  // MARK: Bridge (I17–I20)

  /// Exchanges the chosen user's access token for a web session, to authorize the client.
  mutating func bridge() {
    guard let errand = state.errand, let user = state.chosen.flatMap(state.user) else {
      return refuseSession()
    }
    guard let token = user.accessToken else { return refresh(user) }
    let target = WebView.target(
      clientID: errand.clientID, callback: errand.callback, challenge: errand.challenge,
      scopes: errand.scopes, deviceID: configuration.deviceID)
    state.web = WebView(errand.host, callback: errand.callback)
    state.awaited = .bridge
    call(EndpointCall(errand.host, .bridge(accessToken: token, target: target)))
  }

  private mutating func refresh(_ user: ProviderUser) {
    guard let token = user.refreshToken, !state.hasRetried else { return refuseSession() }
    state.hasRetried = true
    state.awaited = .refresh
    call(EndpointCall(user.account.host, .refresh(tokenClient, token: token)))
  }

  private mutating func bridged(_ response: HTTPResponse?) {
    state.awaited = nil
    if response?.status == 401, let user = state.chosen.flatMap(state.user),
      user.refreshToken != nil, !state.hasRetried
    {
      stay(.i32)
      return refresh(user)
    }
    guard let response, response.status == 200,
      let address = TokenAnswer.json(response)?["frontdoor_uri"]?.string,
      let next = state.web?.open(address)
    else { return refuseSession() }
    stay(.i32)
    call(next)
  }

  private mutating func refreshed(_ response: HTTPResponse?) {
    guard let response, var user = state.chosen.flatMap(state.user),
      let answer = try? TokenAnswer(response)
    else { return refuseSession() }
    user.accessToken = answer.accessToken
    user.refreshToken = answer.refreshToken ?? user.refreshToken
    store(user)
    stay(.i19)
    bridge()
  }

  private mutating func refuseSession() {
    guard configuration.refusedSession == .login, let user = state.chosen.flatMap(state.user)
    else { return fail(.i20, .sessionRefused) }
    state.hasRetried = false
    logIn(.i20, username: user.account.username)
  }

  // MARK: Code (I22–I27)

  private mutating func arrived(_ code: Secret) {
    switch state.place {
    case .login:
      guard let verifier = state.verifier, let host = state.web?.host else {
        return lose(.malformed)
      }
      stay(.i32)
      state.awaited = .loginTokens
      call(EndpointCall(host, .redeem(tokenClient, code: code, verifier: verifier.text)))
    case .authorizing:
      move(.i22, to: .responding)
      respond(code)
    case .approve:
      move(.i24, to: .responding)
      respond(code)
    default: lose(.malformed)
    }
  }

  private mutating func respond(_ code: Secret) {
    guard let errand = state.errand, environment.openable.contains(errand.callback.scheme),
      let message = message(errand, code),
      let url = try? message.link(
        to: errand.callback.scheme, configuration.profile, configuration.platform)
    else {
      effects.append(.note(.clientNotFound))
      return finish(.i27)
    }
    effects.append(.open(url))
    finish(.i26)
  }

  private func message(_ errand: ProviderState.Errand, _ code: Secret) -> AppMessage? {
    guard let item = errand.keychainItem else {
      return .authResponse(
        AuthResponse(code: code, state: errand.state, loginHost: errand.host))
    }
    return state.chosen.map {
      .idpAuthCodeInit(IdPAuthCodeInit(userHint: $0, verifier: item, code: code))
    }
  }
}
