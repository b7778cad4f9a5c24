import FlowEngine

/// Makes the facts about the apps of a run, for conditions.
struct StageFacts {
  let stage: AppStage

  var all: [Fact] {
    signInFacts + failureFacts + appFacts + messageFacts
  }

  private func list(_ words: [String]) -> Value { .list(words.map { .text($0) }) }

  /// The facts about the signed-in user.
  private var signInFacts: [Fact] {
    guard let client = stage.client else { return [] }
    var facts = [Fact("fallback", .text(client.fallback?.rawValue ?? "none"))]
    if let url = stage.log.startURL { facts.append(Fact("start-url", .text(url))) }
    guard case .signedIn(let via, let user)? = client.outcome else { return facts }
    facts += [
      Fact("via", .text(via.rawValue)), Fact("user", .text(stage.username(of: user))),
      Fact("user.hint", .text(user.text())),
    ]
    if let account = client.account(user) {
      facts.append(Fact("scopes", list(account.scopes.names)))
    }
    return facts
  }

  /// The facts about a failed sign-in.
  private var failureFacts: [Fact] {
    var facts: [Fact] = []
    func add(_ name: String, _ text: String?) {
      if let text, !text.isEmpty { facts.append(Fact(name, .text(text))) }
    }
    if case .failed(let failure)? = stage.client?.outcome, let loginFailure = stage.log.loginFailure
    {
      // The client knows only the error code that it received; the log has the reason.
      add("reason", loginFailure.word)
      add("code", failure.code)
      add("description", loginFailure.text)
    } else if case .failed(let failure)? = stage.client?.outcome {
      add("reason", failure.reason)
      add("code", failure.code)
      add("description", failure.description)
    } else if let blockade = stage.blockade {
      add("reason", "web-scope-missing")
      add("description", blockade)
    } else if let refusal = stage.log.refusal, stage.client?.outcome == nil {
      add("code", refusal.code)
      add("description", refusal.text)
    }
    return facts
  }

  /// The facts about both apps: their states, tokens and requests.
  private var appFacts: [Fact] {
    var facts: [Fact] = []
    if let app = stage.offered.first?.app ?? stage.focus.map({ .client($0) }) ?? stage.apps.first {
      facts.append(Fact("app", .text(stage.name(of: app))))
    }
    if let focus = stage.focus, let client = stage.client {
      facts.append(Fact("client.state", .text(client.place.rawValue)))
      facts.append(Fact("client.users", list(client.accounts.map { stage.username(of: $0.user) })))
      let tokens = client.accounts.flatMap { holding($0.accessToken, $0.refreshToken, $0.user) }
      let alone = client.refreshToken.map { _ in "refresh-token" }
      let key = stage.world.clients[focus].configuration.clientID
      facts.append(
        Fact(
          "client.tokens", list((tokens + [alone].compactMap(\.self)).map { "\($0) for \(key)" }))
      )
      facts.append(Fact("client.calls", list(stage.log.calls[.client(focus)] ?? [])))
    }
    let provider = stage.provider
    if stage.providers.indices.contains(provider) {
      let state = stage.providers[provider]
      facts.append(Fact("provider.state", .text(state.place.rawValue)))
      facts.append(Fact("provider.users", list(state.users.map(\.account.username))))
      let tokens = state.users.flatMap { holding($0.accessToken, $0.refreshToken, $0.account.user) }
      let key = stage.world.providers[provider].configuration.clientID
      facts.append(Fact("provider.tokens", list(tokens.map { "\($0) for \(key)" })))
      facts.append(Fact("provider.calls", list(stage.log.calls[.provider(provider)] ?? [])))
    }
    return facts
  }

  /// The tokens of a user that an app has, in words.
  private func holding(_ access: Secret?, _ refresh: Secret?, _ user: UserHint) -> [String] {
    let name = stage.username(of: user)
    return [
      access.map { _ in "access-token of \(name)" },
      refresh.map { _ in "refresh-token of \(name)" },
    ].compactMap(\.self)
  }

  /// The facts about the messages between the apps.
  private var messageFacts: [Fact] {
    var facts = [
      Fact("sent", list(stage.log.messages.compactMap(\.command?.rawValue))),
      Fact("dropped", list(stage.log.dropped)),
    ]
    let messages = stage.log.messages.filter { $0.command != nil }
    if let last = messages.last, let command = last.command {
      facts += [
        Fact("message.command", .text(command.rawValue)), Fact("message.from", .text(last.from)),
        Fact("message.to", .text(last.to)),
      ]
      facts += last.facts(within: "message")
    }
    for command in MessageCommand.allCases {
      guard let last = messages.last(where: { $0.command == command }) else { continue }
      facts += last.facts(within: command.rawValue)
    }
    return facts
  }

  /// The reason why a response can lack a fact, in a clause; `nil` if there is no special reason.
  static func absence(of fact: String) -> String? {
    switch fact {
    case "via", "user", "user.hint", "scopes": "no one is signed in to the client"
    case "fallback", "client.state", "client.users", "client.tokens", "client.calls":
      "no client was reached"
    case "provider.state", "provider.users", "provider.tokens", "provider.calls":
      "the run has no provider's app"
    case "start-url": "no client has opened one"
    case "reason": "no login to a client failed"
    case "code", "description": "no server or provider has refused with one"
    case _ where fact.hasPrefix("message."): "no message was sent that has it"
    default:
      MessageCommand.allCases.first { fact.hasPrefix("\($0.rawValue).") }.map {
        "no `\($0.rawValue)` was sent that has it"
      }
    }
  }
}
