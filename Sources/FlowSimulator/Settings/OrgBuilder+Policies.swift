import FlowEngine

extension OrgBuilder {
  // MARK: Enrolment and registration

  mutating func readEnrollment(_ setting: Setting) {
    withoutValue(setting)
    var enrollment = EnrollmentPolicy()
    var places: [(authenticator: Authenticator, place: SettingPlace)] = []
    for inner in reader.known(setting.block ?? [], in: ["enrollment"]) {
      for terms in inner.values {
        guard let first = terms.first,
          let authenticator = reader.authenticator(first, of: policy)
        else { continue }
        if terms.count > 1 { reader.malformed(inner, at: terms[1], Org.form("enrollment")) }
        if let other = places.first(where: { $0.authenticator == authenticator }) {
          reader.report(
            SettingProblem(
              .duplicate, "`\(authenticator.rawValue)` stands twice in `enrollment`",
              at: first.place, other: other.place))
          continue
        }
        places.append((authenticator, first.place))
        if inner.name == "required" {
          enrollment.required.append(authenticator)
        } else {
          enrollment.optional.append(authenticator)
        }
      }
      if inner.values.isEmpty { reader.malformed(inner, Org.form("enrollment", inner.name)) }
    }
    policy.enrollment = enrollment
  }

  mutating func readRegistration(_ setting: Setting) {
    withoutValue(setting)
    var registration = Registration()
    for inner in reader.known(setting.block ?? [], in: ["registration"]) {
      if inner.name == "groups" {
        registration.groups = reader.names(inner, Org.form("registration", "groups")).map(\.name)
      } else if inner.name == "email-link" {
        registration.linkHabit = readLinkHabit(inner, Org.form("registration", "email-link"))
      } else {
        registration.fields = readProfile(inner)
      }
    }
    policy.registration = registration
  }

  private mutating func readProfile(_ setting: Setting) -> [Registration.Field] {
    let form = Org.form("registration", "profile")
    var fields: [Registration.Field] = []
    for terms in setting.values {
      let isOptional = terms.count == 2 && terms[1].mark == "?"
      guard let first = terms.first, let name = first.word, terms.count == 1 || isOptional else {
        reader.malformed(setting, at: terms.count > 1 ? terms[1] : terms.first, form)
        continue
      }
      if fields.contains(where: { $0.name == name }) {
        reader.report(
          SettingProblem(.duplicate, "`\(name)` is asked for twice", at: first.place))
        continue
      }
      if name == "email", isOptional {
        reader.report(
          SettingProblem(
            .value, "`email` can't be optional: it is the name to sign in with",
            at: terms[1].place))
      }
      fields.append(Registration.Field(name: name, isRequired: !isOptional))
    }
    if !fields.contains(where: { $0.name == "email" }) {
      reader.report(
        SettingProblem(
          .missing, "a sign-up has to ask for `email`: it is the name to sign in with",
          at: setting.place, help: "write it as \(form)"))
    }
    return fields
  }

  // MARK: Recovery and lockout

  mutating func readRecovery(_ setting: Setting) {
    withoutValue(setting)
    for inner in reader.known(setting.block ?? [], in: ["recovery"]) {
      switch inner.name {
      case "password": policy.passwordRecovery = readBy(inner)
      case "unlock": policy.unlock = readBy(inner)
      case "unlock-second": policy.unlockSecond = readBy(inner, allowed: Authenticator.allCases)
      default:
        policy.signsInAfterUnlock = reader.choice(inner, ["done", "sign-in"]) == "sign-in"
      }
      if inner.name == "password", policy.methods(of: .password).isEmpty {
        reader.report(
          SettingProblem(
            .value, "this org has no authenticator `password` to recover", at: inner.place))
      }
    }
  }

  /// `by email or phone`: at first only what reaches somebody elsewhere.
  private mutating func readBy(
    _ setting: Setting, allowed: [Authenticator] = [.email, .phone, .oktaVerify]
  ) -> [Authenticator] {
    let form = Org.form("recovery", setting.name)
    let terms = reader.terms(setting, form)
    guard terms.count > 1, terms[0].word == "by" else {
      reader.malformed(setting, at: terms.first, form)
      return []
    }
    var authenticators: [Authenticator] = []
    for (index, term) in terms.dropFirst().enumerated() {
      if index % 2 == 1 {
        if term.word != "or" { reader.malformed(setting, at: term, form) }
        continue
      }
      guard let authenticator = reader.authenticator(term, of: policy) else { continue }
      guard allowed.contains(authenticator) else {
        reader.report(
          SettingProblem(
            .value, "nobody recovers with `\(authenticator.rawValue)`", at: term.place,
            help: "write it as \(form)", word: term.word, candidates: allowed.map(\.rawValue)))
        continue
      }
      guard !authenticators.contains(authenticator) else {
        reader.report(
          SettingProblem(
            .duplicate, "`\(authenticator.rawValue)` stands twice", at: term.place))
        continue
      }
      authenticators.append(authenticator)
    }
    if terms.count % 2 == 1 { reader.malformed(setting, at: terms[terms.count - 1], form) }
    return authenticators
  }

  mutating func readLockout(_ setting: Setting) {
    withoutValue(setting)
    let form = Org.form("lockout", "after")
    let known = reader.known(setting.block ?? [], in: ["lockout"])
    guard let inner = known.first else {
      reader.report(
        SettingProblem(
          .missing, "`lockout` needs `after`", at: setting.place, help: "add \(form)"))
      return
    }
    let terms = reader.terms(inner, form)
    guard let attempts = terms.first?.whole(in: 1...100) else {
      reader.report(
        SettingProblem(
          .value, "`after` takes a number of attempts from 1 to 100",
          at: terms.first?.place ?? inner.place, help: "write it as \(form)"))
      return
    }
    policy.lockout.attempts = attempts
    var rest = terms.dropFirst()
    if let word = rest.first?.word, word == "attempts" || word == "attempt" {
      rest = rest.dropFirst()
    }
    guard let next = rest.first else { return }
    guard next.word == "for", rest.count == 2, let duration = rest[rest.endIndex - 1].duration
    else {
      reader.malformed(inner, at: next, form)
      return
    }
    policy.lockout.duration = duration
  }

  // MARK: Codes, passwords and the app

  mutating func readCodes(_ setting: Setting) {
    withoutValue(setting)
    for inner in reader.known(setting.block ?? [], in: ["codes"]) {
      if inner.name == "expire" {
        policy.codes.life = reader.duration(inner) ?? policy.codes.life
      } else {
        policy.codes.attempts = reader.whole(inner, in: 1...100) ?? policy.codes.attempts
      }
    }
  }

  mutating func readPasswords(_ setting: Setting) {
    withoutValue(setting)
    for inner in reader.known(setting.block ?? [], in: ["passwords"]) {
      switch inner.name {
      case "min-length":
        policy.passwords.minLength =
          reader.whole(inner, in: 1...PasswordRules.maxLength) ?? policy.passwords.minLength
      case "min-lower": policy.passwords.minLower = reader.whole(inner, in: 0...9) ?? 0
      case "min-upper": policy.passwords.minUpper = reader.whole(inner, in: 0...9) ?? 0
      case "min-number": policy.passwords.minNumber = reader.whole(inner, in: 0...9) ?? 0
      case "history": policy.passwords.history = reader.whole(inner, in: 0...30) ?? 0
      case "min-symbol": policy.passwords.minSymbol = reader.whole(inner, in: 0...9) ?? 0
      default:
        policy.passwords.excludesUsername =
          reader.choice(inner, ["forbidden", "allowed"]) != "allowed"
      }
    }
  }

  mutating func readApp(_ setting: Setting) {
    if !setting.values.isEmpty {
      policy.app.label = reader.one(setting, Org.form("app"), \.name) ?? policy.app.label
    }
    for inner in reader.known(setting.block ?? [], in: ["app"]) {
      switch inner.name {
      case "client-id":
        policy.app.clientID = reader.one(inner, Org.form("app", "client-id"), \.name)
      case "redirect":
        policy.app.redirects = reader.names(inner, Org.form("app", "redirect")).map(\.name)
      case "logout-redirect":
        let form = Org.form("app", "logout-redirect")
        policy.app.logoutRedirects = reader.names(inner, form).map(\.name)
      case "consent":
        policy.app.consent = reader.names(inner, Org.form("app", "consent")).map(\.name)
      default:
        policy.app.secret = reader.one(inner, Org.form("app", "secret"), \.secret)
      }
    }
  }

  /// Reports a value at a setting that has only a block.
  mutating func withoutValue(_ setting: Setting) {
    guard let term = setting.values.first?.first else { return }
    reader.malformed(setting, at: term, Org.form(setting.name))
  }
}
