import FlowEngine

/// A user's answer to a screen, which becomes an event of the app.
enum ScreenAnswer: Sendable {
  case choose(LoginChoice, host: LoginHost)
  case login(username: String, password: Secret)
  case user(UserHint)
  case addAccount
  case passcode(Secret)
  case approve(Bool)
  case chooseApp(String)
  case cancel

  /// The answer that cancels a screen; on an approval screen it denies.
  static func refusal(_ screen: AppScreen) -> ScreenAnswer {
    if case .approve = screen { .approve(false) } else { .cancel }
  }

  /// Whether the answer cancels or denies.
  var isRefusal: Bool {
    switch self {
    case .cancel, .approve(false): true
    default: false
    }
  }

  /// The event that gives the answer to an app.
  func happening(at app: StagedApp) -> AppStage.Happening {
    switch app {
    case .client(let index): .client(index, clientEvent)
    case .provider(let index): .provider(index, providerEvent)
    }
  }

  private var clientEvent: ClientEvent {
    switch self {
    case .choose(let choice, let host): .choose(choice, host: host)
    case .login(let username, let password): .login(username: username, password: password)
    case .approve(let isAllowed): .approve(isAllowed)
    // A client has no screen with these answers.
    case .cancel, .user, .addAccount, .passcode, .chooseApp: .cancel
    }
  }

  private var providerEvent: ProviderEvent {
    switch self {
    case .login(let username, let password): .login(username: username, password: password)
    case .user(let user): .chooseUser(user)
    case .addAccount: .addAccount
    case .passcode(let passcode): .passcode(passcode)
    case .approve(let isAllowed): .approve(isAllowed)
    case .chooseApp(let name): .chooseApp(name)
    // A provider has no screen with these answers.
    case .cancel, .choose: .cancel
    }
  }

  /// Reads the values with which a script submits a step.
  ///
  /// - Throws: `EngineFailure.Kind.misused` with a help text if the values aren't a valid answer.
  init(
    _ offer: AppStage.Offer, _ selection: Selection?, _ answers: [Answer]
  ) throws(EngineFailure) {
    let given = try GivenAnswers(offer.step, selection, answers)
    switch offer.screen {
    case .chooseLogin(let hosts): self = try ScreenAnswer.login(given, at: hosts)
    case .login:
      let username = given["username"] ?? given.prefilled("username")
      self = .login(
        username: try given.required("username", username),
        password: Secret(try given.required("password", given["password"])))
    case .selectAccount(let accounts, _):
      self = try ScreenAnswer.account(given, of: OfferedAccount.all(accounts))
    case .securityCheck:
      self = .passcode(Secret(try given.required("passcode", given["passcode"])))
    case .approve: self = .approve(try given.choice() == 0)
    case .selectApp(let names): self = .chooseApp(names[try given.choice()])
    case .blocked: self = .cancel
    }
  }

  private static func login(
    _ given: GivenAnswers, at hosts: [LoginHost]
  ) throws(EngineFailure) -> ScreenAnswer {
    let choice = LoginChoice.allCases[try given.choice()]
    guard let text = given["login-host"] else { return .choose(choice, host: hosts[0]) }
    guard let host = LoginHost(text), hosts.contains(host) else {
      throw EngineFailure(
        .misused, "the app has no login host `\(text)`",
        help: "it has " + hosts.map { "`\($0)`" }.joined(separator: ", "))
    }
    return .choose(choice, host: host)
  }

  private static func account(
    _ given: GivenAnswers, of accounts: [OfferedAccount]
  ) throws(EngineFailure) -> ScreenAnswer {
    var meant: OfferedAccount?
    if let choice = given.selected {
      if choice == accounts.count { return .addAccount }
      meant = accounts[choice]
    } else if let text = given["account"] {
      meant = accounts.first { $0.word == text } ?? accounts.first { $0.answers(to: text) }
    } else {
      _ = try given.choice()
    }
    let usable = accounts.filter(\.account.isSelectable).map { "`choose \"\($0.word)\"`" }
    let help = "write " + (usable + ["`choose \(ScreenSteps.addAccount)`"]).joined(separator: ", ")
    guard let meant else {
      throw EngineFailure(.misused, "there is no such account here", help: help)
    }
    guard meant.account.isSelectable else {
      throw EngineFailure(
        .misused, "the account `\(meant.word)` can't be chosen: it belongs to a native login",
        help: help)
    }
    return .user(meant.account.user)
  }
}

/// The values with which a script submits a step, checked against the step's fields.
private struct GivenAnswers {
  private let step: Step
  private let answers: [Answer]
  /// The index of the selected choice.
  let selected: Int?

  init(_ step: Step, _ selection: Selection?, _ answers: [Answer]) throws(EngineFailure) {
    self.step = step
    self.answers = answers
    selected = selection?.choice
    var fields = step.fields
    if let selected {
      guard step.choices.indices.contains(selected) else {
        throw EngineFailure(.misused, "`\(step.name)` has no choice \(selected)")
      }
      fields += step.choices[selected].fields
    }
    for answer in answers where !fields.contains(where: { $0.name == answer.field }) {
      throw EngineFailure(.misused, "`\(step.name)` has no field `\(answer.field)`")
    }
  }

  subscript(field: String) -> String? { answers.last { $0.field == field }?.value.revealed }

  /// The prefilled value of a field; `nil` if the field doesn't have one.
  func prefilled(_ field: String) -> String? {
    step.fields.first { $0.name == field }?.value?.revealed
  }

  func required(_ field: String, _ value: String?) throws(EngineFailure) -> String {
    guard let value else {
      throw EngineFailure(
        .misused, "`\(step.name)` needs the field `\(field)`",
        help: "write `answer \(field) = …`; nothing was sent")
    }
    return value
  }

  /// The index of the selected choice; throws if no choice is selected.
  func choice() throws(EngineFailure) -> Int {
    guard let selected else {
      let words = step.choices.map { "`choose \"\($0.naming.word)\"`" }.joined(separator: ", ")
      throw EngineFailure(
        .misused, "no choice was given at `\(step.name)`", help: "write \(words)")
    }
    return selected
  }
}
