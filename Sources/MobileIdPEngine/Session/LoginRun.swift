import FlowEngine

/// A sign-in of another engine that replaces a provider's login page.
struct LoginRun: Sendable {
  /// The index of the provider whose login page is replaced.
  let provider: Int
  /// The host of the login page.
  let host: LoginHost
  /// The other engine's session.
  var session: any Session
  /// The session's latest response.
  var response: Response
}

extension AppStage {
  /// Begins a sign-in of another engine if a provider shows its login page, or ends one that is
  /// finished.
  ///
  /// - Returns: Whether a sign-in began or ended, so that the apps can continue.
  /// - Throws: The errors of the other engine.
  mutating func goOnWithLogin() async throws(EngineFailure) -> Bool {
    guard let nested = world.login else { return false }
    if let run = login {
      guard case .login? = screen(of: .provider(run.provider)) else {
        await leaveLogin()
        return true
      }
      guard let outcome = run.response.outcome ?? run.response.settled else { return false }
      login = nil
      try takeTurn()
      ended = run.response
      await end(run, outcome, nested)
      return true
    }
    for index in providers.indices {
      guard case .login(let host, _, let message)? = screen(of: .provider(index)) else { continue }
      try takeTurn()
      if let message {
        // The login page has refused the other engine's assertion about the user.
        fail(index, "login-refused", SentMessage.line(message))
        return true
      }
      var session = nested.engine.makeSession(learn: learn)
      session.deadline = deadline
      let response = try await session.start(nested.start)
      login = LoginRun(provider: index, host: host, session: session, response: response)
      return true
    }
    return false
  }

  /// Cancels the other engine's sign-in because no app needs its result any more.
  mutating func leaveLogin() async {
    guard var run = login else { return }
    login = nil
    await run.session.abandon()
  }

  /// Submits the result of the other engine's sign-in to the provider's login page.
  private mutating func end(_ run: LoginRun, _ outcome: Outcome, _ nested: NestedLogin) async {
    switch outcome {
    case .success, .finished: break
    case .cancelled, .stopped:
      log.wasCancelled = true
      return tell(.provider(run.provider, .cancel))
    case .failure, .refused:
      return fail(
        run.provider, "login-failed", run.response.messages.last?.text ?? "the login has failed")
    }
    guard let username = run.response.username else {
      return fail(run.provider, "login-failed", "the login doesn't name its user")
    }
    guard let assertion = await nested.vouch(run.host, username) else {
      return fail(
        run.provider, "login-failed", "\(SentMessage.line(username)) isn't a user of \(run.host)")
    }
    tell(.provider(run.provider, .vouched(username: username, assertion: assertion)))
  }

  /// Records why a login failed, and cancels the provider's login page.
  private mutating func fail(_ provider: Int, _ word: String, _ text: String) {
    log.loginFailed(by: name(of: .provider(provider)), word, text)
    tell(.provider(provider, .cancel))
  }
}

extension Response {
  /// The username of the signed-in user; `nil` if no fact of the response names one.
  fileprivate var username: String? {
    for name in ["token.preferred_username", "user.identifier", "user.username", "account"] {
      if case .text(let text)? = facts.first(where: { $0.name == name })?.value, !text.isEmpty {
        return text
      }
    }
    return nil
  }
}
