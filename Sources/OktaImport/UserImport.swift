import FlowDiagnostics
import FlowSyntax
import FlowHTTP
import FlowText
import OktaSimulator

/// Reads the users and groups of an export.
struct UserImport: ImportPart {
  let whole: OktaImport

  /// The simulated secrets of all users, because an export never contains real passwords and keys.
  enum Simulated {
    static let password = "Correct-Horse-1"
    static let key = "JBSWY3DPEHPK3PXP"
    static let answer = "Turnips"
    static let code = "123456"
  }

  func users() -> [OrgLine] {
    var lines: [OrgLine] = []
    var logins: Set<String> = []
    var passkeys = 0
    let factors = Dictionary(grouping: catalog.factors) { $0.owner ?? "" }
    for user in catalog.users {
      let mark = ledger.remarks.count
      ledger.subject = "user \(user.json["profile"]?["login"]?.string ?? user.path)"
      guard let login = user.json["profile"]?["login"]?.string, !login.isEmpty,
        logins.insert(login.lowercased()).inserted
      else {
        user.warn("this user can't sign in: the login is missing or belongs to another user")
        user.settle()
        continue
      }
      let own = factors[user.json["id"]?.string ?? ""] ?? []
      var body = userBody(user, login)
      body += enrollments(own.map(\.value), login, &passkeys)
      ledger.reportUnread(user, isHarmless: true)
      lines.append(
        OrgLine(
          "user \(TextLiteral.quoted(login))", user, block: body,
          comments: ledger.comments(since: mark)))
    }
    let ids = Set(catalog.users.compactMap { $0.json["id"]?.string })
    for part in catalog.factors where !ids.contains(part.owner ?? "") {
      part.value.note("the user who has enrolled this isn't in the export")
      lines.append(OrgLine(comment: "\(part.value.spot.comment): its user isn't in the export."))
    }
    if catalog.isSample { lines += newHires(logins) }
    guard !catalog.users.isEmpty else { return lines }
    var comment =
      "An export has no secrets: the password of every user is `\(Simulated.password)`, the key "
      + "of apps `\(Simulated.key)`, the answer to questions `\(Simulated.answer)`, the code of "
      + "tokens `\(Simulated.code)`."
    if passkeys > 0 {
      comment +=
        " If it isn't known what a passkey proves, its user has the weakest and the "
        + "strongest one."
    }
    if !catalog.knowsMembers, !catalog.groups.isEmpty, !catalog.isOfTerraform {
      ledger.subject = "groups"
      catalog.groups[0].warn(
        "the export doesn't list the members of groups: no user is in a group", isWhole: true)
    }
    reportUnlistedGroups()
    reportAddresses()
    let open = catalog.users.filter { !catalog.knowsFactors(of: $0.json["id"]?.string ?? "") }
    if let first = open.first {
      ledger.subject = "users"
      let whose = open.count == catalog.users.count ? "users" : "\(open.count) of the users"
      first.warn(
        "the export doesn't list the factors of \(whose): they have a password and an address",
        isWhole: true)
    }
    return [OrgLine(comment: comment)] + lines
  }

  /// Reports the users whose address isn't enrolled by itself, and who haven't enrolled it.
  private func reportAddresses() {
    let isOff = whole.policies("MFA_ENROLL").contains { policy in
      (policy.value.json["settings"]?["authenticators"]?.array ?? []).contains {
        $0["key"]?.string == "okta_email" && $0["enroll"]?["autoEnroll"]?.bool == false
      }
    }
    guard isOff else { return }
    let emails = Set(
      catalog.factors.filter { $0.value.json["factorType"]?.string == "email" }
        .compactMap(\.owner))
    let lacking = catalog.users.filter { !emails.contains($0.json["id"]?.string ?? "") }
    guard let first = lacking.first else { return }
    ledger.subject = "users"
    first.warn(
      "\(lacking.count) of the users haven't enrolled their address; here they have", isWhole: true)
  }

  /// Reports the users whose groups the export doesn't list.
  private func reportUnlistedGroups() {
    guard catalog.knowsMembers else { return }
    let unlisted = catalog.users.filter { user in
      !catalog.knowsGroups(of: user.json["id"]?.string ?? "")
    }
    // If it lists some groups and no users, the conditions about the other groups are unknown.
    guard let first = unlisted.first, unlisted.count < catalog.users.count else { return }
    ledger.subject = "users"
    first.warn(
      "the export doesn't list the groups of \(unlisted.count) of the users", isWhole: true)
  }

  /// Returns the remarks about groups and apps, as comments.
  func groupRemarks() -> [OrgLine] {
    let mark = ledger.remarks.count
    for group in catalog.groups {
      group.settle(
        "id", "created", "lastUpdated", "lastMembershipUpdated", "objectClass", "type", "_links",
        "source", "_embedded")
      group.object("profile")?.settle("name", "description")
      ledger.reportUnread(group, isHarmless: true)
    }
    if let app = catalog.apps.first {
      app.note("only the policies, the client and the users of an app are read")
    }
    return ledger.comments(since: mark).map(OrgLine.init(comment:))
  }

  private func userBody(_ user: Exported, _ login: String) -> [OrgLine] {
    user.settle(
      "id", "created", "activated", "statusChanged", "lastLogin", "lastUpdated", "passwordChanged",
      "_links", "type", "realmId")
    user["_embedded"]?.settle()
    var lines: [OrgLine] = []
    let status = user.word("status", UserImport.statuses.map(\.0))
    let credentials = user.object("credentials")
    if offered.has("password"),
      credentials?.json["password"] != nil || credentials == nil
        || status == "PASSWORD_EXPIRED" || isKeptElsewhere(credentials)
    {
      lines.append(
        OrgLine("password \(TextLiteral.quoted(Simulated.password))\(passwordDate(user))", user))
    }
    readCredentials(credentials)
    if let word = UserImport.statuses.first(where: { $0.0 == status })?.1 {
      lines.append(OrgLine("status \(word)", user["status"]))
    }
    if let profile = user.object("profile") { lines += attributes(profile, login) }
    return lines + kind(of: user).map { OrgLine($0, user) }
  }

  /// Returns the settings `groups` and `type` of a user.
  func kind(of user: Exported) -> [String] {
    let groups = (catalog.memberships[user.json["id"]?.string ?? ""] ?? [])
      .filter { !names.isEveryone($0) }.map { names.knownGroup($0) ?? $0 }
    var lines = groups.isEmpty ? [] : ["groups \(OrgText.list(groups.sorted()))"]
    // Only rules use the type, so it is omitted if no rule refers to it.
    if let type = user.json["type"]?["id"]?.string, names.usedTypes.contains(type) {
      lines.append("type \(TextLiteral.quoted(names.type(type)))")
    }
    return lines
  }

  /// Returns when the password was set, such as ` set "2026-09-01T12:00:00.000Z"`; empty if no
  /// policy lets passwords expire.
  private func passwordDate(_ user: Exported) -> String {
    let expires = whole.policies("PASSWORD").contains { policy in
      let age = policy.value.json["settings"]?["password"]?["age"]
      return (age?["maxAgeDays"]?.integer ?? 0) > 0 || (age?["minAgeMinutes"]?.integer ?? 0) > 0
    }
    guard expires, let text = user.json["passwordChanged"]?.string else { return "" }
    guard WrittenTime.moment(text) != nil else {
      user["passwordChanged"]?.warn("this isn't a time")
      return ""
    }
    return " set \(TextLiteral.quoted(text))"
  }

  /// The words for the setting `status`, by the API's statuses; `nil` if the user may sign in.
  private static let statuses: [(String, String?)] = [
    ("ACTIVE", nil), ("STAGED", "staged"), ("PROVISIONED", "staged"), ("RECOVERY", "recovery"),
    ("LOCKED_OUT", "locked"), ("PASSWORD_EXPIRED", "password-expired"),
    ("SUSPENDED", "suspended"), ("DEPROVISIONED", "deactivated"),
  ]

  /// Whether a directory or another provider stores the user's password.
  ///
  /// In the simulated org, the org itself stores the password.
  private func isKeptElsewhere(_ credentials: Exported?) -> Bool {
    let own = ["OKTA", "FEDERATION", "SOCIAL"]
    return credentials?.json["provider"]?["type"]?.string.map { !own.contains($0.uppercased()) }
      ?? false
  }

  private func readCredentials(_ credentials: Exported?) {
    // These members never contain a password in an export.
    credentials?.settle("password", "emails")
    guard let provider = credentials?.object("provider") else { return }
    if isKeptElsewhere(credentials) || provider.json["type"] == nil {
      provider.note("this user's password is stored elsewhere; here the org has it")
    }
    provider.settle()
  }

  private func attributes(_ profile: Exported, _ login: String) -> [OrgLine] {
    var lines: [OrgLine] = []
    for (name, value) in profile.members where value.json != .null {
      let text: String
      switch value.json {
      case .string(let string): text = string
      case .bool(let flag): text = flag ? "true" : "false"
      case .integer(let number): text = "\(number)"
      default: continue
      }
      value.settle()
      if name == "login" || (name == "email" && text == login) || text.isEmpty { continue }
      switch name {
      case "email": lines.append(OrgLine("email \(TextLiteral.quoted(text))", value))
      case "firstName": lines.append(OrgLine("first-name \(TextLiteral.quoted(text))", value))
      case "lastName": lines.append(OrgLine("last-name \(TextLiteral.quoted(text))", value))
      case _ where OrgText.isWord(name):
        lines.append(OrgLine("attribute \(name) \(TextLiteral.quoted(text))", value))
      default: value.note("the name of an attribute must be a word")
      }
    }
    return lines
  }

  // MARK: Enrollments

  private func enrollments(
    _ factors: [Exported], _ login: String, _ passkeys: inout Int
  ) -> [OrgLine] {
    var lines: [OrgLine] = []
    var given: Set<String> = []
    var apps: (methods: [String], place: Exported?) = ([], nil)
    var phones: [(number: String, words: [String], place: Exported)] = []
    for factor in factors {
      factor.settle("id", "created", "lastUpdated", "_links", "vendorName", "lastVerified")
      let type = factor.text("factorType")?.lowercased() ?? ""
      let provider = factor.text("provider")?.uppercased() ?? ""
      guard factor.text("status")?.uppercased() == "ACTIVE" else {
        factor.note("it isn't active, so it isn't enrolled")
        factor.settle()
        continue
      }
      guard let word = UserImport.authenticator(type, provider), offered.has(word) else {
        factor.note("the org has no authenticator for this")
        factor.settle()
        continue
      }
      let profile = factor.object("profile")
      if word == "phone" {
        guard let number = profile?.text("phoneNumber") else {
          factor.note("the number is missing")
          continue
        }
        let method = type == "call" ? "voice" : "sms"
        if let index = phones.firstIndex(where: { $0.number == number }) {
          phones[index].words.append(method)
        } else {
          phones.append((number, [method], factor))
        }
      } else if word == "webauthn" {
        passkeys += 1
        lines += passkeyLines(UserImport.passkey(login, passkeys), factor)
      } else if word == "okta-verify" {
        apps.methods.append(UserImport.oktaVerifyMethods[type] ?? "")
        apps.place = apps.place ?? factor
      } else if word != "email", given.insert(word).inserted {
        lines.append(OrgLine(enrollment(word, profile), factor))
      }
      // The other members are the name and the properties of the real device.
      profile?.settle()
      factor.settle("device", "deviceType")
    }
    if let place = apps.place { lines.append(oktaVerifyLine(apps.methods, place)) }
    for phone in phones {
      let own = offered.all.filter { $0.authenticator.word == "phone" }.map(\.method.word)
      let words = own.filter { phone.words.contains($0) }
      guard !words.isEmpty else {
        phone.place.note("the org doesn't have this method of phones")
        continue
      }
      let via = words.count < own.count ? " via \(words.joined(separator: " or "))" : ""
      lines.append(OrgLine("phone \(TextLiteral.quoted(phone.number))\(via)", phone.place))
    }
    return lines
  }

  /// The words for the methods of Okta Verify, by the types of factors.
  private static let oktaVerifyMethods = [
    "push": "push", "token:software:totp": "totp", "signed_nonce": "fastpass",
  ]

  /// Returns the line of a phone with Okta Verify, with its methods unless it has all of them.
  private func oktaVerifyLine(_ methods: [String], _ place: Exported) -> OrgLine {
    let all = offered.all.filter { $0.authenticator.word == "okta-verify" }.map(\.method.word)
    let own = all.filter(methods.contains)
    let text = enrollment("okta-verify", nil)
    guard own.count < all.count, !own.isEmpty else { return OrgLine(text, place) }
    return OrgLine(text, place, block: [OrgLine("methods \(own.joined(separator: ", "))", place)])
  }

  /// Returns the line of a passkey.
  ///
  /// If the org doesn't say that passkeys verify their holder, it isn't known what a passkey
  /// proves. Then the user has two: the weakest and the strongest one.
  private func passkeyLines(_ name: String, _ factor: Exported) -> [OrgLine] {
    let method = catalog.methods.first { $0.value.json["type"]?.string?.lowercased() == "webauthn" }
    let word = method?.value.json["settings"]?["userVerification"]?.string?.uppercased()
    // A U2F key never verifies its holder.
    guard factor.json["factorType"]?.string?.lowercased() != "u2f" else {
      return [
        OrgLine("passkey \(name)", factor, block: [OrgLine("user-verification off", factor)])
      ]
    }
    guard word != "REQUIRED" else { return [OrgLine("passkey \(name)", factor)] }
    return [
      OrgLine(
        "passkey \(name)", factor,
        block: [
          OrgLine("user-verification biometrics", factor), OrgLine("hardware-protected on", factor),
        ]),
      OrgLine(
        "passkey \(name)-or", factor,
        block: [OrgLine("user-verification off", factor), OrgLine("synced on", factor)]),
    ]
  }

  /// The word for a factor's authenticator, by the factor's type and provider; `nil` if it is
  /// unknown.
  private static func authenticator(_ type: String, _ provider: String) -> String? {
    switch (type, provider) {
    case ("sms", _), ("call", _): "phone"
    case ("email", _): "email"
    case ("question", _): "security-question"
    case ("token:software:totp", "GOOGLE"): "google-otp"
    case ("push", "OKTA"), ("token:software:totp", "OKTA"), ("signed_nonce", "OKTA"): "okta-verify"
    case ("webauthn", _), ("u2f", _): "webauthn"
    case (_, "DUO"): "duo"
    case (_, "YUBICO"): "yubikey"
    case (_, "RSA"): "rsa-token"
    case (_, "SYMANTEC"): "symantec-vip"
    case ("token:hotp", _), ("token:hardware", "CUSTOM"): "custom-otp"
    default: nil
    }
  }

  private func enrollment(_ word: String, _ profile: Exported?) -> String {
    switch word {
    case "google-otp", "okta-verify": return "\(word) \(TextLiteral.quoted(Simulated.key))"
    case "security-question":
      let key = profile?.json["question"]?.string ?? ""
      let text = profile?.json["questionText"]?.string ?? key
      let question = key.isEmpty || key == "custom" ? text : key
      return
        "\(word) \(TextLiteral.quoted(question)) answer \(TextLiteral.quoted(Simulated.answer))"
    default: return "\(word) \(TextLiteral.quoted(Simulated.code))"
    }
  }

  /// Returns a name for a passkey that is unique in the org.
  private static func passkey(_ login: String, _ number: Int) -> String {
    let name = login.prefix { $0 != "@" }.lowercased().map { character in
      character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
    }
    let word = String(name)
    return OrgText.isWord(word) ? "\(word)-\(number)" : "passkey-\(number)"
  }
}
