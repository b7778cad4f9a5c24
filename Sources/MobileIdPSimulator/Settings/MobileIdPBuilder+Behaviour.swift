import FlowEngine
import SimulatorKit

// What apps do where the flow leaves it to them.
extension MobileIdPBuilder {
  mutating func readBehaviour(_ setting: Setting, of app: inout MobileIdPOrg.App) {
    let form = MobileIdPOrg.form("app", setting.name)
    switch setting.name {
    case "messages":
      let words = MobileIdPOrg.Messages.allCases.map(\.rawValue)
      app.messages =
        reader.choice(setting, words).flatMap(MobileIdPOrg.Messages.init)
        ?? .strict
    case "platform":
      let words = MobileIdPOrg.Platform.allCases.map(\.rawValue)
      app.platform = reader.choice(setting, words).flatMap(MobileIdPOrg.Platform.init) ?? .ios
    case "second-request":
      app.queuesSecondRequest = reader.choice(setting, ["refuse", "queue"]) == "queue"
    case "refused-session":
      app.logsInOnRefusedSession = reader.choice(setting, ["error", "login"]) == "login"
    case "passcode-attempts":
      app.passcodeAttempts = reader.whole(setting, in: 1...MobileIdPLimits.attempts)
    case "login-attempts":
      app.loginAttempts = reader.whole(setting, in: 1...MobileIdPLimits.attempts)
    case "login": app.loginOrg = loginOrg(setting, form)
    case "keychain-group": app.keychainGroup = name(setting, form)
    case "keychain-access": app.keychainAccess = name(setting, form)
    case "start-url":
      if let url = reader.one(setting, form, \.name), isStart(url, at: setting.valuePlace) {
        app.startURL = url
      }
    case "hybrid": app.isHybrid = reader.flag(setting) ?? false
    default:  // `idpinit-while-waiting`
      app.replacesPending = reader.choice(setting, ["refuse", "replace"]) == "replace"
    }
  }

  /// A URL that a client may be told to open: whether it does is for the client to say.
  private mutating func isStart(_ text: String, at place: SettingPlace) -> Bool {
    guard reader.fits(text, MobileIdPLimits.url, "a start URL", at: place) else { return false }
    guard MobileIdPBuilder.isAbsolute(text) else {
      reader.report(
        SettingProblem(
          .value, "`\(text)` is no start URL", at: place,
          help: "write an absolute URL, such as `https://acme.test/home`"))
      return false
    }
    return true
  }

  /// `login by acme`: all providers of an org have the same, as they are of one person.
  private mutating func loginOrg(
    _ setting: Setting, _ form: SettingForm
  ) -> MobileIdPOrg.OrgName? {
    let terms = reader.terms(setting, form)
    guard terms.count == 2, terms[0].word == "by", let name = terms[1].name else {
      reader.malformed(setting, at: terms.count > 2 ? terms[2] : terms.first, form)
      return nil
    }
    let limit = MobileIdPLimits.name
    guard reader.fits(name, limit, "a name", at: terms[1].place) else { return nil }
    if let other = org.loginOrg, other.name != name {
      reader.report(
        SettingProblem(
          .duplicate, "the providers have two logins, by `\(other.name)` and by `\(name)`",
          at: terms[1].place, other: other.place))
      return nil
    }
    return MobileIdPOrg.OrgName(name: name, place: terms[1].place)
  }
}
