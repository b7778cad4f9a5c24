import FlowEngine
import SimulatorKit

// What passwords must be like, how old they get, and when wrong ones lock an account.
extension OrgBuilder {
  /// `passwords ["name"] { when …; min-length …; expire …; lockout … }`.
  mutating func readPasswords(_ setting: Setting) {
    var passwords = PasswordPolicy(name: ruleName(setting, policy.passwords.compactMap(\.name)))
    var isConditional = false
    var warns: Setting?
    for inner in reader.known(setting.block ?? [], in: ["passwords"]) {
      let form = Org.form("passwords", inner.name)
      switch inner.name {
      case "when":
        isConditional = true
        passwords.conditions += readConditions(inner, "passwords", only: ["group"])
      case "expire": passwords.life = readExpiry(inner, form)
      case "warn":
        warns = inner
        passwords.warning = reader.span(inner) ?? .zero
      case "min-age": passwords.rules.minAge = readMinAge(inner)
      case "lockout": passwords.lockout = readAttempts(inner, form)
      case "show-failures":
        passwords.tellsLocked = reader.choice(inner, ["off", "on"]) == "on"
      default: readRule(inner, form, &passwords.rules)
      }
    }
    if let warns, passwords.warning >= passwords.life ?? .zero {
      reader.report(
        SettingProblem(
          .value, "a warning comes some time after a password is set", at: warns.place,
          help: "`expire` has to be longer than `warn`"))
    }
    if let life = passwords.life, passwords.rules.minAge >= life {
      reader.report(
        SettingProblem(
          .value, "a password can't expire before it may be changed", at: setting.place,
          help: "`expire` has to be longer than `min-age`"))
    }
    noteReach(setting, isConditional: isConditional)
    policy.passwords.append(passwords)
  }

  private mutating func readRule(
    _ setting: Setting, _ form: SettingForm, _ rules: inout PasswordRules
  ) {
    switch setting.name {
    case "min-length":
      rules.minLength =
        reader.whole(setting, in: 1...PasswordRules.maxLength) ?? rules.minLength
    case "min-lower": rules.minLower = reader.whole(setting, in: 0...9) ?? 0
    case "min-upper": rules.minUpper = reader.whole(setting, in: 0...9) ?? 0
    case "min-number": rules.minNumber = reader.whole(setting, in: 0...9) ?? 0
    case "min-symbol": rules.minSymbol = reader.whole(setting, in: 0...9) ?? 0
    case "max-repeats":
      rules.maxRepeats = reader.whole(setting, in: 1...PasswordRules.maxLength)
    case "history": rules.history = reader.whole(setting, in: 0...30) ?? 0
    case "exclude": rules.excludedAttributes = readExcluded(setting, form)
    case "common":
      rules.excludesCommon = reader.choice(setting, ["allowed", "forbidden"]) == "forbidden"
    default:
      rules.excludesUsername = reader.choice(setting, ["forbidden", "allowed"]) != "allowed"
    }
  }

  private mutating func readExcluded(
    _ setting: Setting, _ form: SettingForm
  ) -> [PasswordRules.ExcludedAttribute] {
    var excluded: [PasswordRules.ExcludedAttribute] = []
    for (name, term) in reader.names(setting, form) {
      guard let attribute = PasswordRules.ExcludedAttribute(rawValue: name) else {
        let words = PasswordRules.ExcludedAttribute.allCases.map(\.rawValue)
        reader.report(
          SettingProblem(
            .value, "`\(name)` can't be kept out of passwords", at: term.place,
            help: "write it as \(form)", word: name, candidates: words))
        continue
      }
      if !excluded.contains(attribute) { excluded.append(attribute) }
    }
    return excluded
  }

  /// `expire after 90 days` or `expire never`.
  private mutating func readExpiry(_ setting: Setting, _ form: SettingForm) -> Duration? {
    let terms = reader.terms(setting, form)
    if terms.count == 1, terms[0].word == "never" { return nil }
    guard terms.first?.word == "after", let span = SettingReader.span(terms.dropFirst()) else {
      reader.malformed(setting, at: terms.first, form)
      return nil
    }
    return span
  }

  /// `min-age 2h`: as the real engine has it, in whole minutes.
  private mutating func readMinAge(_ setting: Setting) -> Duration {
    guard let span = reader.span(setting) else { return .zero }
    guard span.components.seconds >= 60 else {
      reader.report(
        SettingProblem(
          .value, "`min-age` is a minute at least", at: setting.valuePlace))
      return .zero
    }
    return span
  }

  // MARK: Lockout

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
    policy.lockout = readAttempts(inner, terms[...], form) ?? policy.lockout
  }

  /// `lockout after 5 attempts for 15m`, inside a password policy.
  private mutating func readAttempts(_ setting: Setting, _ form: SettingForm) -> Lockout? {
    let terms = reader.terms(setting, form)
    if terms.count == 1, terms[0].word == "never" { return Lockout(attempts: .max) }
    guard terms.first?.word == "after" else {
      reader.malformed(setting, at: terms.first, form)
      return nil
    }
    return readAttempts(setting, terms.dropFirst(), form)
  }

  /// `5 attempts for 15m`.
  private mutating func readAttempts(
    _ setting: Setting, _ terms: ArraySlice<SettingTerm>, _ form: SettingForm
  ) -> Lockout? {
    guard let attempts = terms.first?.whole(in: 1...100) else {
      reader.report(
        SettingProblem(
          .value, "`after` takes a number of attempts from 1 to 100",
          at: terms.first?.place ?? setting.place, help: "write it as \(form)"))
      return nil
    }
    var lockout = Lockout(attempts: attempts)
    var rest = terms.dropFirst()
    if let word = rest.first?.word, word == "attempts" || word == "attempt" {
      rest = rest.dropFirst()
    }
    guard let next = rest.first else { return lockout }
    guard next.word == "for", rest.count == 2, let duration = rest[rest.endIndex - 1].duration
    else {
      reader.malformed(setting, at: next, form)
      return lockout
    }
    lockout.duration = duration
    return lockout
  }

  // MARK: Users

  /// `password "…"`, with `expired`, `expires in 3 days` or `set 80 days ago` after it.
  mutating func readPassword(_ setting: Setting, _ account: inout Account) {
    let form = Org.form("user", "password")
    let terms = reader.terms(setting, form)
    guard let first = terms.first, let password = first.secret else {
      reader.malformed(setting, at: terms.first, form)
      return
    }
    account.password = password
    let rest = terms.dropFirst()
    let words = rest.map(\.word)
    switch words.count {
    case 0: return
    case 1 where words[0] == "expired":
      account.status = .passwordExpired
      return
    case 4 where words[0] == "expires" && words[1] == "in" && ["day", "days"].contains(words[3]):
      if let days = terms[3].whole(in: 1...999) {
        account.passwordDays = days
        return
      }
    case 3... where words[0] == "set" && words[words.count - 1] == "ago":
      if let age = SettingReader.span(rest.dropFirst().dropLast()) {
        account.passwordSet = .before(age)
        return
      }
    default: break
    }
    reader.malformed(setting, at: terms[1], form)
  }

  /// `attribute nickName "J"`.
  mutating func readAttribute(_ setting: Setting, _ account: inout Account) {
    let form = Org.form("user", "attribute")
    let terms = reader.terms(setting, form)
    guard terms.count == 2, let name = terms[0].word, let value = terms[1].name else {
      reader.malformed(setting, at: terms.first, form)
      return
    }
    addAttribute(name, value, setting, &account)
  }

  /// Notes an attribute of a profile, which has it once.
  mutating func addAttribute(
    _ name: String, _ value: String, _ setting: Setting, _ account: inout Account
  ) {
    guard account.attribute(name) == nil else {
      reader.report(
        SettingProblem(.duplicate, "`\(name)` of the profile is set twice", at: setting.place))
      return
    }
    account.profile.append(.init(name: name, value: value))
  }
}
