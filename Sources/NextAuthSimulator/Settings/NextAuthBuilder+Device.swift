import FlowEngine
import SimulatorKit

// What the device is.
extension NextAuthBuilder {
  mutating func readDevice(_ setting: Setting) {
    if let extra = setting.values.first?.first {
      reader.malformed(setting, at: extra, NextAuthOrg.form("device"))
    }
    let settings = reader.known(setting.block ?? [], in: ["device"])
    // The others change what the preset says, wherever it stands.
    if let preset = settings.first(where: { $0.name == "preset" }) {
      org.device.configuration =
        reader.choice(preset, ["documentation", "sdk"]) == "sdk" ? .sdk : .documentation
    }
    for inner in settings where inner.name != "preset" { readRegistered(inner) }
    checkSingleAccount(settings)
  }

  private mutating func readRegistered(_ setting: Setting) {
    let form = NextAuthOrg.form("device", setting.name)
    switch setting.name {
    case "pin": readPIN(setting, form)
    case "biometric": readBiometric(setting, form)
    case "last-input": org.device.lastInput = age(setting, form)
    case "last-pin": org.device.lastPIN = age(setting, form)
    case "biometric-uses":
      org.device.biometricUses = reader.whole(setting, in: NextAuthLimits.counts) ?? 0
    case "history": readHistory(setting, form)
    default: readConfiguration(setting, form)
    }
  }

  private mutating func readConfiguration(_ setting: Setting, _ form: SettingForm) {
    switch setting.name {
    case "start-manually": set(\.startsManually, setting)
    case "select-single-account": set(\.selectsSingleAccount, setting)
    case "session-timeout": set(\.sessionTimeout, setting, form)
    case "input-timeout": set(\.inputTimeout, setting, form)
    case "single-account": set(\.hasSingleAccount, setting)
    case "hide-visual-hash": set(\.hidesVisualHash, setting)
    case "biometrics-disabled": set(\.disablesBiometrics, setting)
    case "block-when-pin-blocked": set(\.blocksWhenPINIsBlocked, setting)
    case "max-uses-without-pin":
      if let count = reader.whole(setting, in: NextAuthLimits.counts) {
        org.device.configuration.maxUsesWithoutPIN = count
      }
    case "max-time-without-pin": set(\.maxTimeWithoutPIN, setting, form)
    case "require-without-app-login": set(\.requiresWithoutAppLogin, setting)
    case "app-login-timeout": set(\.appLoginTimeout, setting, form)
    case "app-login-idle": set(\.appLoginIdle, setting, form)
    default: set(\.historyExpiry, setting, form)
    }
  }

  private mutating func set(
    _ path: WritableKeyPath<NextAuthOrg.Configuration, Bool>, _ setting: Setting
  ) {
    if let value = reader.flag(setting) { org.device.configuration[keyPath: path] = value }
  }

  private mutating func set(
    _ path: WritableKeyPath<NextAuthOrg.Configuration, Duration>, _ setting: Setting,
    _ form: SettingForm
  ) {
    if let value = duration(setting, form) { org.device.configuration[keyPath: path] = value }
  }

  /// `"1234"` or `"1234" blocked`.
  private mutating func readPIN(_ setting: Setting, _ form: SettingForm) {
    let terms = reader.terms(setting, form)
    guard let pin = terms.first?.secret, terms.count == 1 || terms.last?.word == "blocked",
      terms.count <= 2
    else {
      reader.malformed(setting, at: terms.count > 1 ? terms[1] : terms.first, form)
      return
    }
    guard pin.reveal().utf8.count <= NextAuthLimits.pin else {
      return reader.tooLong("a PIN", NextAuthLimits.pin, at: terms[0].place)
    }
    org.device.pin = pin
    org.device.isPINBlocked = terms.count == 2
  }

  /// `on`, `off`, `removed` or `fails 2`.
  private mutating func readBiometric(_ setting: Setting, _ form: SettingForm) {
    let terms = reader.terms(setting, form)
    guard terms.first?.word == "fails" else {
      let words = ["on", "off", "removed"]
      if terms.count == 1, let word = terms[0].word, !words.contains(word) {
        reader.report(
          SettingProblem(
            .value, "`\(word)` is no value of `biometric`", at: terms[0].place,
            help: "write it as \(form)", word: word, candidates: words + ["fails"]))
        return
      }
      switch reader.choice(setting, words) {
      case "on": org.device.biometric = .registered(failures: 0)
      case "removed": org.device.biometric = .removed
      default: org.device.biometric = .none
      }
      return
    }
    guard terms.count == 2, let count = terms[1].whole(in: 1...NextAuthLimits.counts.upperBound)
    else {
      reader.malformed(setting, at: terms.count > 1 ? terms[1] : terms.first, form)
      return
    }
    org.device.biometric = .registered(failures: count)
  }

  /// `10m ago`.
  private mutating func age(_ setting: Setting, _ form: SettingForm) -> Duration? {
    let terms = reader.terms(setting, form)
    guard let age = NextAuthBuilder.age(terms[...]) else {
      reader.malformed(setting, at: terms.first, form)
      return nil
    }
    return age
  }

  /// What a session may have come to, as settings and as the SDK have it.
  private static let pastWords = [
    (word: "logged-in-one-shot", status: "LOGGED_IN_ONE_SHOT"),
    (word: "logged-out", status: "LOGGED_OUT"), (word: "aborted", status: "ABORTED"),
    (word: "error", status: "ERROR"),
  ]

  /// `logged-out "jane" 3d ago`.
  private mutating func readHistory(_ setting: Setting, _ form: SettingForm) {
    let words = NextAuthBuilder.pastWords
    let terms = reader.terms(setting, form)
    guard let status = terms.first?.word, let age = NextAuthBuilder.age(terms.suffix(2)),
      (3...4).contains(terms.count)
    else {
      reader.malformed(setting, at: terms.first, form)
      return
    }
    guard let word = words.first(where: { $0.word == status }) else {
      reader.report(
        SettingProblem(
          .value, "`\(status)` is nothing that a session comes to", at: terms[0].place,
          help: "write it as \(form)", word: status, candidates: words.map(\.word)))
      return
    }
    var past = NextAuthOrg.PastSession(status: word.status, age: age)
    if terms.count == 4 {
      guard let account = account(terms[1], of: nil) else { return }
      past.account = account.id
    }
    guard org.device.history.count < NextAuthLimits.history else {
      return reader.tooMany("items of history", NextAuthLimits.history, at: setting.place)
    }
    org.device.history.append(past)
  }

  /// Reports what the device can't have by its own settings.
  private mutating func checkSingleAccount(_ settings: [Setting]) {
    guard org.device.configuration.hasSingleAccount, org.accounts.count > 1,
      let setting = settings.first(where: { $0.name == "single-account" })
    else { return }
    reader.report(
      SettingProblem(
        .value, "the device has \(org.accounts.count) accounts, and `single-account` is on",
        at: setting.place))
  }
}
