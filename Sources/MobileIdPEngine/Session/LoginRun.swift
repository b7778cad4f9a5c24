import FlowEngine

/// A sign-in of another engine that takes the place of a provider's login page.
struct LoginRun: Sendable {
  /// Whose login it is.
  let provider: Int
  /// The host of the login page.
  let host: LoginHost
  /// The other engine's session.
  var session: any Session
  /// What it has answered last.
  var response: Response
}

extension AppStage {
  /// Begins or ends a sign-in of another engine, where a provider is at its login page.
  ///
  /// - Returns: Whether it did, so that the apps may go on.
  /// - Throws: What the other engine throws.
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
        // The page has not taken what the other engine's sign-in was vouched for with.
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

  /// Gives up another engine's sign-in, of which nothing can come any more.
  mutating func leaveLogin() async {
    guard var run = login else { return }
    login = nil
    await run.session.abandon()
  }

  /// Goes on with the login page by what has come of the sign-in.
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

  /// Gives a login up of which nothing has come.
  private mutating func fail(_ provider: Int, _ word: String, _ text: String) {
    log.loginFailed(by: name(of: .provider(provider)), word, text)
    tell(.provider(provider, .cancel))
  }
}

extension Response {
  /// Who has signed in, as far as an engine's facts tell it.
  fileprivate var username: String? {
    for name in ["token.preferred_username", "user.identifier", "user.username", "account"] {
      if case .text(let text)? = facts.first(where: { $0.name == name })?.value, !text.isEmpty {
        return text
      }
    }
    return nil
  }
}
