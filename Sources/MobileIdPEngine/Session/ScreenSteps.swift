import FlowEngine

extension Capability {
  /// Cancels the current screen.
  static let cancel = Capability("cancel")
  /// Denies the requested access.
  static let deny = Capability("deny")
}

/// Makes the step and the message for a screen.
enum ScreenSteps {
  /// The step of a screen.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - role: `client` or `provider`.
  ///   - app: The app's name.
  /// - Returns: The step; `nil` if the screen doesn't have a next step.
  static func step(of screen: AppScreen, _ role: String, _ app: String) -> Step? {
    let subjects = [Naming(role), Naming(app)]
    var showing = [Fact("app", .text(app))]
    switch screen {
    case .chooseLogin(let hosts):
      if hosts.count == 1 { showing.append(Fact("login-host", .text(hosts[0].name))) }
      return Step(
        "choose-login", subjects: subjects,
        choices: LoginChoice.allCases.map {
          Choice(Naming($0.rawValue), fields: hostFields(hosts))
        }, capabilities: [.cancel], showing: showing)
    case .login(let host, let username, _):
      showing.append(Fact("login-host", .text(host.name)))
      if let username { showing.append(Fact("username", .text(username))) }
      return Step(
        "login", subjects: subjects,
        fields: [
          Field(
            "username", aliases: ["identifier"], label: "Username", purpose: .username,
            isRequired: true, value: username.map { .text($0) }),
          Field(
            "password", label: "Password", purpose: .password, isRequired: true, isSecret: true),
        ], capabilities: [.cancel], showing: showing)
    case .selectAccount(let accounts, let appName):
      if let appName { showing.append(Fact("app-name", .text(SentMessage.line(appName)))) }
      showing.append(Fact("accounts", .list(accounts.map { .text($0.username) })))
      let offered = OfferedAccount.all(accounts)
      var account = Field(
        "account", aliases: ["identifier", "username"], label: "Account", purpose: .username,
        isChoice: true)
      account.accepted = offered.map { Field.Accepted(.text($0.word), naming: $0.naming) }
      return Step(
        "select-account", subjects: subjects, fields: [account],
        choices: offered.map { Choice($0.naming, details: $0.details) }
          + [Choice(Naming(addAccount))],
        capabilities: [.cancel], showing: showing)
    case .securityCheck:
      return Step(
        "security-check", subjects: subjects,
        fields: [
          Field(
            "passcode", aliases: ["code", "pin"], label: "Passcode", purpose: .pin,
            isRequired: true, isSecret: true)
        ], capabilities: [.cancel], showing: showing)
    case .approve(let appName, let scopes, let username):
      showing += [
        Fact("app-name", .text(SentMessage.line(appName))),
        Fact("scopes", .list(scopes.map { .text($0) })), Fact("username", .text(username)),
      ]
      return Step(
        "approve", subjects: subjects, choices: [Choice(Naming("allow")), Choice(Naming("deny"))],
        capabilities: [.deny, .cancel], showing: showing)
    case .selectApp(let names):
      return Step(
        "select-app", subjects: subjects, choices: names.map { Choice(Naming($0)) },
        capabilities: [.cancel], showing: showing)
    case .blocked: return nil
    }
  }

  /// The choice to log in another user.
  static let addAccount = "add-account"

  /// The field for the login host; there is none if only one host is possible.
  private static func hostFields(_ hosts: [LoginHost]) -> [Field] {
    guard hosts.count > 1 else { return [] }
    return [
      Field(
        "login-host", label: "Login host", value: .text(hosts[0].name),
        accepted: hosts.map { Field.Accepted(.text($0.name), naming: Naming($0.name)) })
    ]
  }

  /// The message that a screen shows about the previous answer; `nil` if there is none.
  static func message(of screen: AppScreen) -> Message? {
    switch screen {
    case .login(_, _, let message?):
      Message(
        .error, SentMessage.line(message), key: "invalid_login", field: "password")
    case .securityCheck(let message?):
      Message(.error, message, key: "wrong-passcode", field: "passcode")
    default: nil
    }
  }
}
