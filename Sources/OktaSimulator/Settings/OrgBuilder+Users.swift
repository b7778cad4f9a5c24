import FlowEngine
import FlowHTTP
import SimulatorKit

extension OrgBuilder {
  mutating func readUser(_ setting: Setting) {
    guard let login = reader.one(setting, Org.form("user"), \.name) else { return }
    guard login.utf8.count <= EmailAddress.maxLength else {
      reader.report(
        SettingProblem(
          .value, "a name to sign in with has at most \(EmailAddress.maxLength) bytes",
          at: setting.place))
      return
    }
    if let other = placesOfPeople.updateValue(setting.place, forKey: login.lowercased()) {
      reader.report(
        SettingProblem(
          .duplicate, "there are two users `\(login)`", at: setting.place, other: other))
      return
    }
    var account = Account(
      .init(id: SimulatedID.made("00u", of: name, login.lowercased()), login: login))
    account.email = EmailAddress.isValid(login) ? login : nil
    for inner in reader.known(setting.block ?? [], in: ["user"]) { read(inner, of: &account) }
    if let session = setting.block?.first(where: { $0.name == "session" }) {
      checkSession(session, account)
    }
    if account.status == .passwordExpired, account.password == nil {
      reader.report(
        SettingProblem(.missing, "a password that expired has to be set", at: setting.place))
    }
    people.append(account)
  }

  private mutating func read(_ setting: Setting, of account: inout Account) {
    let form = Org.form("user", setting.name)
    switch setting.name {
    case "password":
      readPassword(setting, &account)
      needs(.password, setting)
    case "email":
      guard let email = reader.one(setting, form, \.text) else { return }
      guard EmailAddress.isValid(email) else {
        reader.report(
          SettingProblem(.value, "`\(email)` is no e-mail address", at: setting.valuePlace))
        return
      }
      account.email = email
    case "phone": readPhone(setting, &account)
    case "type": account.userType = reader.one(setting, form, \.name)
    case "session": readSession(setting, &account)
    case "groups": account.groups = reader.names(setting, form).map(\.name)
    case "google-otp": readCodeKey(setting, &account)
    case "okta-verify": readOktaVerify(setting, &account)
    case "security-question": readQuestion(setting, &account)
    case "passkey": readPasskey(setting, &account)
    case "email-link":
      account.linkHabit = readLinkHabit(setting, form)
      needs(.email, setting)
    case "activation-token": readToken(setting, &account, \.activationToken)
    case "recovery-token":
      readToken(setting, &account, \.recoveryToken)
      needs(.password, setting)
    case "status":
      let words = Account.Status.allCases.map(\.rawValue) + ["deprovisioned"]
      let word = reader.choice(setting, words)
      account.status =
        word == "deprovisioned"
        ? .deactivated : word.flatMap { Account.Status(rawValue: $0) } ?? .active
    case "attribute": readAttribute(setting, &account)
    case let name where Authenticator.devices.contains(where: { $0.rawValue == name }):
      readDevice(setting, form, &account)
    default:
      guard let name = reader.one(setting, form, \.name) else { return }
      let attribute = setting.name == "first-name" ? "firstName" : "lastName"
      addAttribute(attribute, name, setting, &account)
    }
  }

  /// Reports something of an authenticator that the org doesn't have.
  mutating func needs(_ authenticator: Authenticator, _ setting: Setting) {
    guard policy.methods(of: authenticator).isEmpty else { return }
    reader.report(
      SettingProblem(
        .value, "this org has no authenticator `\(authenticator.rawValue)`", at: setting.place,
        help: "add it to `authenticators`"))
  }

  private mutating func readPhone(_ setting: Setting, _ account: inout Account) {
    let form = Org.form("user", "phone")
    needs(.phone, setting)
    let terms = reader.terms(setting, form)
    guard let first = terms.first, let text = first.text else {
      reader.malformed(setting, at: terms.first, form)
      return
    }
    guard let number = PhoneNumber.normalized(text) else {
      reader.report(
        SettingProblem(
          .value, "`\(text)` is no phone number", at: first.place,
          help: "write `+`, the country's code and the number (E.164)"))
      return
    }
    guard !account.phones.contains(where: { $0.number == number }) else {
      reader.report(
        SettingProblem(.duplicate, "the phone `\(text)` stands twice", at: first.place))
      return
    }
    var rest = terms.dropFirst()
    var nickname: String?
    if let mark = rest.firstIndex(where: { $0.word == "nickname" }) {
      guard mark + 2 == rest.endIndex, let name = rest[mark + 1].name else {
        reader.malformed(setting, at: rest[mark], form)
        return
      }
      nickname = name
      rest = rest[..<mark]
    }
    if let mark = rest.first, mark.word != "via" {
      reader.malformed(setting, at: mark, form)
      return
    }
    let offered = policy.methods(of: .phone)
    let allowed = offered.isEmpty ? Authenticator.phone.methods : offered
    guard let methods = reader.methods(rest, of: .phone, allowed: allowed) else {
      return
    }
    account.phones.append(Account.Phone(number: number, methods: methods, nickname: nickname))
  }

  private mutating func readCodeKey(_ setting: Setting, _ account: inout Account) {
    needs(.googleOTP, setting)
    account.codeKey = codeKey(setting, Org.form("user", "google-otp"))
  }

  /// The key of time-based codes that is a setting's value.
  mutating func codeKey(_ setting: Setting, _ form: SettingForm) -> Account.CodeKey? {
    guard let key = reader.one(setting, form, \.secret) else { return nil }
    guard let bytes = Base32.decode(key.reveal()), bytes.count >= OrgBuilder.minKeyLength else {
      reader.report(
        SettingProblem(
          .value, "this is no key in base32 of at least \(OrgBuilder.minKeyLength) bytes",
          at: setting.valuePlace))
      return nil
    }
    return Account.CodeKey(secret: key)
  }

  /// The shortest key that is taken, in bytes: what the real engine's keys have.
  static let minKeyLength = 10

  private mutating func readQuestion(_ setting: Setting, _ account: inout Account) {
    let form = Org.form("user", "security-question")
    needs(.securityQuestion, setting)
    let terms = reader.terms(setting, form)
    guard terms.count == 3, let question = terms[0].name, terms[1].word == "answer",
      let answer = terms[2].secret
    else {
      reader.malformed(setting, at: terms.first, form)
      return
    }
    guard answer.reveal().unicodeScalars.count >= Account.Question.minAnswerLength else {
      reader.report(
        SettingProblem(
          .value,
          "an answer has at least \(Account.Question.minAnswerLength) characters",
          at: terms[2].place))
      return
    }
    if let known = SecurityQuestion.named(question) {
      account.question = Account.Question(key: known.key, text: known.text, answer: answer)
      return
    }
    // One's own question has words; what has none was meant to be a key.
    guard question.utf8.contains(UInt8(ascii: " ")) else {
      reader.report(
        SettingProblem(
          .value, "there is no security question `\(question)`", at: terms[0].place,
          help: "use a known key, or write a question in words", word: question,
          candidates: SecurityQuestion.all.map(\.key)))
      return
    }
    account.question = Account.Question(
      key: SecurityQuestion.custom, text: question, answer: answer)
  }
}
