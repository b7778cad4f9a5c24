import FlowEngine
import FlowHTTP
import SimulatorKit

/// Reads a user: `user "jane@example.com" { password "…"; email "…"; … }`.
struct UserBlock {
  let draft: OrgDraft
  var account: Account

  static let table = SettingTable<UserBlock>(
    of: "user", entries: profile + credentials + authenticators + devices + [temporaryCode])

  private static let profile: [SettingEntry<UserBlock>] = [
    SettingEntry(
      "email", "`email \"jane.doe@example.com\"`", "The address for mails.",
      usual: "the login, if that is an address", notAs: ["mail", "e-mail", "address"],
      .custom { block, line in block.readEmail(line) }),
    SettingEntry(
      "groups", "`groups staff, admins`", "The groups of the user.", usual: "none",
      notAs: ["group", "member-of"], .names { $0.account.groups = $1 }),
    SettingEntry(
      "type", "`type \"contractor\"`", "The type of the user, for rules.", usual: "none",
      notAs: ["user-type"], .name { $0.account.userType = $1 }),
    SettingEntry(
      "status", "`status locked`",
      "`active`, `staged`, `locked`, `suspended`, `deactivated` (or `deprovisioned`), "
        + "`password-expired`, `recovery` (a new password was ordered) or `unassigned`.",
      usual: "`active`", notAs: ["state"], .custom { block, line in block.readStatus(line) }),
    SettingEntry(
      "first-name", "`first-name \"Jane\"`", "The given name.", usual: "none",
      notAs: ["firstname", "given-name"],
      .custom { block, line in block.readName(line, "firstName") }),
    SettingEntry(
      "last-name", "`last-name \"Doe\"`", "The family name.", usual: "none",
      notAs: ["lastname", "family-name", "surname"],
      .custom { block, line in block.readName(line, "lastName") }),
    SettingEntry(
      "attribute", "`attribute nickName \"J\"`", "Another attribute of the profile, by its name.",
      usual: "none",
      notAs: ["profile", "attributes"], repeats: true,
      .custom { block, line in block.readAttribute(line) }),
  ]

  private static let credentials: [SettingEntry<UserBlock>] = [
    SettingEntry(
      "password",
      "`password \"…\"`, `password \"…\" set 80 days ago` or `password \"…\" expires in 3 days`",
      "The password. Optionally `expired`, `expires in 3 days` (pages say so), `set 80 days ago` or "
        + "`set \"2026-09-01T12:00:00Z\"`; the default is set just now.", usual: "none",
      notAs: ["pass", "pwd"],
      .custom { block, line in
        PasswordLine(line).read(into: &block.account)
        block.draft.needs(.password, line)
      }),
    SettingEntry(
      "activation-token", "`activation-token \"…\"`",
      "The token of the link in the user's welcome mail: `start sign-in with activation-token = "
        + "…`.",
      usual: "none",
      .custom { block, line in
        if let token = block.token(line, \.activationToken) {
          block.account.activationToken = token
        }
      }),
    SettingEntry(
      "recovery-token", "`recovery-token \"…\"`",
      "The token of the link in the user's recovery mail: `start recover-password with "
        + "recovery-token = …`.", usual: "none",
      .custom { block, line in
        if let token = block.token(line, \.recoveryToken) { block.account.recoveryToken = token }
        block.draft.needs(.password, line)
      }),
    SettingEntry(
      "session", "`session password, email [2h ago][, in use][, kept]`",
      "The authenticators verified earlier in the user's browser, and when: `start sign-in with "
        + "session = …` begins in it.", usual: "none",
      example: "session password, email 2h ago", order: .last,
      .custom { block, line in SessionLine(line, of: block.draft).read(into: &block.account) }),
    SettingEntry(
      "email-link",
      "`email-link opens [after 5s] [on this device] or [on another device [and refuses]]`",
      "The way in which the user opens the link of a mail: at once or after a while, on this device "
        + "or on another one.",
      usual: "nothing", example: "email-link opens after 5s", notAs: ["magic-link"],
      .custom { block, line in
        block.account.linkHabit = LinkHabitLine(line).habit()
        block.draft.needs(.email, line)
      }),
  ]

  private static let authenticators: [SettingEntry<UserBlock>] = [
    SettingEntry(
      "phone", "`phone \"+15551234567\" [via sms or voice] [nickname \"Work\"]`",
      "An enrolled phone.", usual: "none", example: "phone \"+15557654321\"",
      notAs: ["sms", "voice", "call", "mobile", "telephone"], repeats: true,
      .custom { block, line in PhoneLine(line, of: block.draft).read(into: &block.account) }),
    SettingEntry(
      "google-otp", "`google-otp \"JBSWY3DPEHPK3PXPJBSWY3DP\"`",
      "The key of the user's authenticator app, in base32.", usual: "none",
      notAs: ["totp", "otp", "google-authenticator", "authenticator", "authenticator-app"],
      .custom { block, line in
        block.draft.needs(.googleOTP, line)
        block.account.codeKey = CodeKeyLine(line).key()
      }),
    SettingEntry(
      "okta-verify", "`okta-verify \"JBSWY3DPEHPK3PXPJBSWY3DP\" { push approve after 3s }`",
      "The user's phone with Okta Verify, by the key of its codes in base32.", usual: "none",
      example: "okta-verify \"JBSWY3DPEHPK3PXPJBSWY3DP\"",
      notAs: ["push", "verify", "fastpass", "signed-nonce"],
      .block(OktaVerifyBlock.table) { block, line in
        OktaVerifyBlock.read(line, of: block.draft, into: &block.account)
      }),
    SettingEntry(
      "security-question", "`security-question \"disliked_food\" answer \"…\"`",
      "A question by its key or in the user's own words, and its answer.", usual: "none",
      example: "security-question \"disliked_food\" answer \"mushrooms\"",
      notAs: ["question", "secret-question"],
      .custom { block, line in QuestionLine(line, of: block.draft).read(into: &block.account) }),
    SettingEntry(
      "passkey", "`passkey jane`", "An enrolled passkey: scripts sign in by `passkey jane`.",
      usual: "none",
      example: "passkey ada",
      notAs: ["webauthn", "fido2", "fido", "security-key", "u2f", "yubico"], repeats: true,
      .block(Traits.passkeyTable) { block, line in
        PasskeyLine(line, of: block.draft).read()
      }),
  ]

  private static let devices = Authenticator.devices.map { device in
    SettingEntry<UserBlock>(
      device.rawValue, "`\(device.rawValue) \"123456\"`",
      "The user's code for \(device.label), the same each time.", usual: "none",
      .custom { block, line in
        block.draft.needs(device, line)
        block.account.devices[device] = line.one { $0.secret }
      })
  }

  private static let temporaryCode = SettingEntry<UserBlock>(
    "temporary-access-code", "`temporary-access-code \"…\" [expires in 2 hours]`",
    "The code that an administrator has given to the user.", usual: "none",
    example: "temporary-access-code \"Kx7qW3zT\"", notAs: ["tac", "access-code", "temporary-code"],
    .custom { block, line in
      block.draft.needs(.tac, line)
      block.account.temporaryCode = Account.TemporaryCode(line)
    })

  /// Reads a user, and adds the account to the org.
  static func read(_ line: SettingLine, of draft: OrgDraft) {
    guard let login = line.one({ $0.name }) else { return }
    guard login.utf8.count <= EmailAddress.maxLength else {
      line.report(
        SettingProblem(
          .value, "a login has at most \(EmailAddress.maxLength) bytes",
          at: line.place))
      return
    }
    guard draft.declare(user: login, at: line.place) else { return }
    let id = SimulatedID.made("00u", of: draft.name, login.lowercased())
    var block = UserBlock(draft: draft, account: Account(.init(id: id, login: login)))
    block.account.email = EmailAddress.isValid(login) ? login : nil
    table.read(line.block, into: &block, line.reader)
    if block.account.status == .passwordExpired, block.account.password == nil {
      line.report(
        SettingProblem(.missing, "a password that expired has to be set", at: line.place))
    }
    draft.people.append(block.account)
  }

  // MARK: Settings

  private mutating func readEmail(_ line: SettingLine) {
    guard let email = line.one({ $0.text }) else { return }
    guard EmailAddress.isValid(email) else {
      line.report(
        SettingProblem(.value, "`\(email)` isn't an email address", at: line.valuePlace))
      return
    }
    account.email = email
  }

  private mutating func readStatus(_ line: SettingLine) {
    // The engine's word for `deactivated`.
    let deprovisioned = "deprovisioned"
    let word = line.choice(Account.Status.allCases.map(\.rawValue) + [deprovisioned])
    if word == deprovisioned {
      account.status = .deactivated
    } else if let status = word.flatMap(Account.Status.init(rawValue:)) {
      account.status = status
    }
  }

  private mutating func readName(_ line: SettingLine, _ attribute: String) {
    if let name = line.one({ $0.name }) { add(attribute, name, line) }
  }

  /// Reads `attribute nickName "J"`.
  private mutating func readAttribute(_ line: SettingLine) {
    let terms = line.terms()
    guard terms.count == 2, let name = terms[0].word, let value = terms[1].name else {
      line.malformed(at: terms.first)
      return
    }
    add(name, value, line)
  }

  /// Adds an attribute to the profile.
  ///
  /// Reports a problem if the profile already has the attribute.
  private mutating func add(_ name: String, _ value: String, _ line: SettingLine) {
    guard account.attribute(name) == nil else {
      line.report(
        SettingProblem(.duplicate, "`\(name)` of the profile is set twice", at: line.place))
      return
    }
    account.profile.append(.init(name: name, value: value))
  }

  /// Returns the token of a link in a mail.
  ///
  /// Reports a problem and returns `nil` if another user has the same token.
  private func token(_ line: SettingLine, _ other: (Account) -> Secret?) -> Secret? {
    guard let secret = line.one({ $0.secret }) else { return nil }
    guard !draft.people.contains(where: { other($0) == secret }) else {
      line.report(
        SettingProblem(.duplicate, "two users have this token", at: line.place))
      return nil
    }
    return secret
  }
}
