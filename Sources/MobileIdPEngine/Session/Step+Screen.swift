import FlowEngine

extension Capability {
  /// Gives up.
  static let cancel = Capability("cancel")
  /// Refuses what is asked.
  static let deny = Capability("deny")
}

extension Step {
  /// The step that a screen is; `nil` where it leads nowhere.
  ///
  /// - Parameters:
  ///   - screen: the screen.
  ///   - role: `client` or `provider`.
  ///   - app: the app's name.
  init?(_ screen: AppScreen, of role: String, _ app: String) {
    let subjects = [Naming(role), Naming(app)]
    var showing = [Fact("app", .text(app))]
    switch screen {
    case .chooseLogin(let hosts):
      if hosts.count == 1 { showing.append(Fact("login-host", .text(hosts[0].name))) }
      self.init(
        "choose-login", subjects: subjects,
        choices: LoginChoice.allCases.map {
          Choice(Naming($0.rawValue), fields: Step.hostFields(hosts))
        }, capabilities: [.cancel], showing: showing)
    case .login(let host, let username, _):
      showing.append(Fact("login-host", .text(host.name)))
      if let username { showing.append(Fact("username", .text(username))) }
      self.init(
        "login", subjects: subjects,
        fields: [
          Field(
            "username", aliases: ["identifier"], label: "Username", isRequired: true,
            value: username.map { .text($0) }),
          Field("password", label: "Password", isRequired: true, isSecret: true),
        ], capabilities: [.cancel], showing: showing)
    case .selectAccount(let accounts, let appName):
      if let appName { showing.append(Fact("app-name", .text(SentMessage.line(appName)))) }
      showing.append(Fact("accounts", .list(accounts.map { .text($0.username) })))
      let offered = OfferedAccount.all(accounts)
      var account = Field(
        "account", aliases: ["identifier", "username"], label: "Account", isChoice: true)
      account.accepted = offered.map { Field.Accepted(.text($0.word), naming: $0.naming) }
      self.init(
        "select-account", subjects: subjects, fields: [account],
        choices: offered.map { Choice($0.naming, details: $0.details) }
          + [Choice(Naming(Step.addAccount))],
        capabilities: [.cancel], showing: showing)
    case .securityCheck:
      self.init(
        "security-check", subjects: subjects,
        fields: [
          Field(
            "passcode", aliases: ["code", "pin"], label: "Passcode", isRequired: true,
            isSecret: true)
        ], capabilities: [.cancel], showing: showing)
    case .approve(let appName, let scopes, let username):
      showing += [
        Fact("app-name", .text(SentMessage.line(appName))),
        Fact("scopes", .list(scopes.map { .text($0) })), Fact("username", .text(username)),
      ]
      self.init(
        "approve", subjects: subjects, choices: [Choice(Naming("allow")), Choice(Naming("deny"))],
        capabilities: [.deny, .cancel], showing: showing)
    case .selectApp(let names):
      self.init(
        "select-app", subjects: subjects, choices: names.map { Choice(Naming($0)) },
        capabilities: [.cancel], showing: showing)
    case .blocked: return nil
    }
  }

  /// The choice by which somebody else logs in.
  static let addAccount = "add-account"

  /// Which host a login is at, where there are several.
  private static func hostFields(_ hosts: [LoginHost]) -> [Field] {
    guard hosts.count > 1 else { return [] }
    return [
      Field(
        "login-host", label: "Login host", value: .text(hosts[0].name),
        accepted: hosts.map { Field.Accepted(.text($0.name), naming: Naming($0.name)) })
    ]
  }
}

extension Message {
  /// What a screen says of the answer before; `nil` where it says nothing.
  init?(_ screen: AppScreen) {
    switch screen {
    case .login(_, _, let message?):
      self.init(
        .error, SentMessage.line(message), key: "invalid_login", field: "password")
    case .securityCheck(let message?):
      self.init(.error, message, key: "wrong-passcode", field: "passcode")
    default: return nil
    }
  }
}

/// A provider's account, as a script may call it.
struct OfferedAccount: Sendable {
  let account: ProviderAccount
  /// What is answered for it: the username, where that tells it from others.
  let word: String
  /// Its words: the username, the display name, the hint, and its place in the list.
  let naming: Naming

  private init(_ account: ProviderAccount, at index: Int, isUnique: Bool) {
    self.account = account
    word = isUnique ? account.username : account.user.text()
    naming = Naming(
      account.username, title: account.name,
      aliases: [account.user.text(), "\(index + 1)"])
  }

  static func all(_ accounts: [ProviderAccount]) -> [OfferedAccount] {
    accounts.indices.map { index in
      let username = accounts[index].username
      return OfferedAccount(
        accounts[index], at: index,
        isUnique: accounts.count { $0.username == username } == 1)
    }
  }

  /// What tells it from another of the same name, and whether it can't be chosen.
  var details: [String] {
    (account.name == account.username ? [] : [account.username]) + [account.host.name]
      + (account.isSelectable ? [] : ["can't be chosen"])
  }

  /// Whether a value means it.
  func answers(to text: String) -> Bool {
    word == text || naming.answers(to: Naming.normalized(text))
  }
}
