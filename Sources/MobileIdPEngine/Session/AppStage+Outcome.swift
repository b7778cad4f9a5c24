import FlowEngine

// The steps that the apps offer, and how a run ends.
extension AppStage {
  /// A screen that waits for a user, with the step that a script can answer.
  struct Offer: Sendable {
    var app: StagedApp
    var screen: AppScreen
    var step: Step
  }

  /// The screens that wait for a user, starting with the frontmost app.
  var offered: [Offer] {
    apps.compactMap { app in
      guard let screen = screen(of: app) else { return nil }
      // The steps of the other engine's sign-in replace this screen.
      if world.login != nil, case (.provider, .login) = (app, screen) { return nil }
      return ScreenSteps.step(of: screen, role(of: app), name(of: app)).map {
        Offer(app: app, screen: screen, step: $0)
      }
    }
  }

  /// The client app of the run; `nil` if no client of the world takes part.
  var client: ClientState? { focus.map { clients[$0] } }

  /// The message of a page without a next step (K5); `nil` unless the run's client waits for its
  /// result.
  var blockade: String? {
    guard client?.place ?? .awaitingProvider == .awaitingProvider else { return nil }
    for index in providers.indices {
      if case .blocked(let message)? = screen(of: .provider(index)) { return message }
    }
    return nil
  }

  /// Whether the run has ended, even if an app still shows a screen.
  var isOver: Bool { client?.outcome != nil || blockade != nil }

  /// The outcome of the run; `nil` while a user can continue.
  var outcome: Outcome? {
    switch client?.outcome {
    case .signedIn?: return .success
    case .failed?: return .failure
    case .cancelled?: return .cancelled
    case nil: break
    }
    if blockade != nil { return .failure }
    guard login == nil, offered.isEmpty else { return nil }
    if log.wasCancelled { return .cancelled }
    return log.trouble == nil ? .finished : .failure
  }

  /// The tokens of the run's client, if a user is signed in.
  var tokens: Tokens? {
    guard let client, case .signedIn(_, let user)? = client.outcome,
      let account = client.account(user)
    else { return nil }
    return Tokens(
      accessToken: account.accessToken, tokenType: "Bearer",
      scope: account.scopes.names.isEmpty ? nil : account.scopes.serverText,
      refreshToken: account.refreshToken)
  }

  /// The username for a user's ids, or else the ids as text.
  func username(of user: UserHint) -> String {
    if let known = world.usernames.first(where: { $0.key.isSameUser(as: user) }) {
      return known.value
    }
    for provider in providers {
      if let known = provider.user(user) { return known.account.username }
    }
    return user.text()
  }

  // MARK: The response

  /// The response for the script.
  mutating func respond() -> Response {
    let (outcome, offered) = (outcome, offered)
    var response = outcome == nil ? login?.response ?? Response() : Response()
    let other = response.facts + (ended?.facts ?? [])
    var facts = StageFacts(stage: self).all
    for fact in other where !facts.contains(where: { $0.name == fact.name }) { facts.append(fact) }
    let callbacks = log.takeLines() + (ended?.callbacks ?? []) + response.callbacks
    if outcome == nil {
      response.steps += offered.map(\.step)
      response.messages += offered.compactMap { ScreenSteps.message(of: $0.screen) }
      if login != nil, !response.capabilities.contains(.cancel) {
        response.capabilities.append(.cancel)
      }
    } else {
      response.messages += [ending].compactMap(\.self)
    }
    ended = nil
    login?.response.callbacks = []
    response.outcome = outcome
    response.cause = outcome == .failure ? cause : nil
    response.settled = nil
    response.facts = facts
    response.callbacks = callbacks
    response.tokens = tokens
    return response
  }

  private func role(of app: StagedApp) -> String {
    switch app {
    case .client: "client"
    case .provider: "provider"
    }
  }

  /// The reason why no user is signed in; `nil` if a server or another app answered with the
  /// reason.
  private var cause: FailureCause? {
    switch client?.outcome {
    case .failed? where log.loginFailure != nil: return nil
    case .failed(.noAnswer)?: return log.isGivenUp ? .givenUp : nil
    case .failed(.refused(.network))?, .failed(.token(.network))?: return log.silence?.cause
    case .failed?, .signedIn?, .cancelled?: return nil
    case nil: break
    }
    guard blockade == nil, !log.wasCancelled else { return nil }
    return log.silence?.cause ?? (log.isUnopened && !isSimulated ? .unanswered : nil)
  }

  /// The user's message why the sign-in failed; `nil` if a user is signed in or nothing failed.
  private var ending: Message? {
    switch client?.outcome {
    case .failed? where log.loginFailure != nil:
      return log.loginFailure.map { Message(.error, $0.text, key: $0.word) }
    case .failed(let failure)?:
      let text = failure.text(log.silence)
      return Message(.error, SentMessage.line(text), key: SentMessage.line(failure.key))
    case .signedIn?, .cancelled?: return nil
    case nil: break
    }
    if let blockade {
      let text = blockade.isEmpty ? "the provider's session can't be used" : blockade
      return Message(.error, SentMessage.line(text), key: "web_scope_missing")
    }
    guard !log.wasCancelled, let trouble = log.trouble else { return nil }
    return Message(.error, trouble.text, key: trouble.word)
  }
}
