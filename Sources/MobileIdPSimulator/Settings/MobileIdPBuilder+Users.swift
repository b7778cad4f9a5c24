import FlowEngine
import SimulatorKit

// Who can sign in, and who is signed in where.
extension MobileIdPBuilder {
  mutating func readUser(_ block: Block) {
    var user = org.users[block.index]
    user.displayName = user.username
    user.host = org.loginHosts.first ?? MobileIdPOrg.usualHost
    for setting in block.settings { read(setting, of: &user) }
    if user.userID.isEmpty {
      let id = SimulatedID.made("005", of: user.orgID, user.username)
      user.userID = String(decoding: id.utf8.prefix(MobileIdPBuilder.longID), as: UTF8.self)
    }
    org.users[block.index] = user
  }

  private mutating func read(_ setting: Setting, of user: inout MobileIdPOrg.User) {
    let form = MobileIdPOrg.form("user", setting.name)
    switch setting.name {
    case "password": user.password = secret(setting, form)
    case "name": user.displayName = name(setting, form) ?? user.displayName
    case "org": user.orgID = id(setting, form, "00D", of: "org") ?? user.orgID
    case "id": user.userID = id(setting, form, "005", of: "user") ?? user.userID
    case "host":
      guard let host = name(setting, form)?.lowercased(),
        known(host, "login host", in: org.loginHosts, at: setting.valuePlace)
      else { return }
      user.host = host
    case "status":
      let words = MobileIdPOrg.User.Status.allCases.map(\.rawValue)
      if let word = reader.choice(setting, words) {
        user.status = MobileIdPOrg.User.Status(rawValue: word) ?? .active
      }
    case "logged-in": readLogins(setting, form, user.username)
    case "native-login": user.isNative = reader.flag(setting) ?? false
    default:
      let list = list(
        setting, form, "connected apps", limit: MobileIdPLimits.connectedApps,
        length: MobileIdPLimits.name)
      user.approved = list.compactMap { name, term in
        let keys = org.connectedApps.map(\.key)
        return known(name, "connected app", in: keys, at: term.place) ? name : nil
      }
    }
  }

  /// How many letters and digits an id has; the shorter form lacks the last three.
  private static let longID = 18
  private static let shortID = 15

  /// An id of 15 or 18 letters and digits behind its kind's prefix.
  private mutating func id(
    _ setting: Setting, _ form: SettingForm, _ prefix: String, of what: String
  ) -> String? {
    guard let id = name(setting, form) else { return nil }
    let isSound =
      [MobileIdPBuilder.shortID, MobileIdPBuilder.longID].contains(id.utf8.count)
      && id.hasPrefix(prefix)
      && id.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 32) }
    guard isSound else {
      reader.report(
        SettingProblem(
          .value, "`\(id)` is no id of \(what == "org" ? "an" : "a") \(what)",
          at: setting.valuePlace,
          help: "write 15 or 18 letters and digits that begin with `\(prefix)`"))
      return nil
    }
    return id
  }

  /// Reports ids that name one record: equal in their first 15 characters (section 6).
  mutating func checkIDs(_ blocks: [Block]) {
    var seen: [String: SettingPlace] = [:]
    for block in blocks {
      let user = org.users[block.index]
      let id = [user.orgID, user.userID].map { $0.prefix(MobileIdPBuilder.shortID) }
      guard let other = seen.updateValue(block.place, forKey: id.joined(separator: ":")) else {
        continue
      }
      reader.report(
        SettingProblem(
          .duplicate, "there are two users with the id `\(user.userID)`", at: block.place,
          other: other))
    }
  }

  /// `logged-in "Authenticator", "Sample App" expired`.
  private mutating func readLogins(_ setting: Setting, _ form: SettingForm, _ username: String) {
    if setting.values.isEmpty { reader.malformed(setting, form) }
    let apps = org.apps.filter { $0.role != .hostile }.map(\.name)
    for terms in setting.values {
      guard (1...2).contains(terms.count), let name = terms[0].name else {
        reader.malformed(setting, at: terms.first, form)
        continue
      }
      guard known(name, "app", in: apps, at: terms[0].place) else { continue }
      var health = MobileIdPOrg.Login.Health.good
      if terms.count == 2 {
        let words = [MobileIdPOrg.Login.Health.expired, .revoked].map(\.rawValue)
        guard let word = terms[1].word, words.contains(word),
          let known = MobileIdPOrg.Login.Health(rawValue: word)
        else {
          reader.report(
            SettingProblem(
              .value, "after an app comes `expired` or `revoked`", at: terms[1].place,
              word: terms[1].word, candidates: words))
          continue
        }
        health = known
      }
      guard !org.logins.contains(where: { $0.app == name && $0.username == username }) else {
        reader.report(
          SettingProblem(.duplicate, "`\(name)` is listed twice", at: terms[0].place))
        continue
      }
      org.logins.append(login(username, at: name, health))
    }
  }

  /// A login whose tokens are the same in every run.
  private func login(
    _ username: String, at app: String, _ health: MobileIdPOrg.Login.Health
  ) -> MobileIdPOrg.Login {
    MobileIdPOrg.Login(
      app: app, username: username,
      accessToken: Secret(SimulatedID.made("at-", of: org.name, app, username)),
      refreshToken: Secret(SimulatedID.made("rt-", of: org.name, app, username)), health: health)
  }

  /// `refresh-token "…" of "ada@acme.test"`, once users are known: the token that a client has
  /// stored, and, where its user is named, the one that the server knows.
  mutating func readStoredToken(_ block: Block) {
    var app = org.apps[block.index]
    app.refreshToken = org.logins.first { $0.app == app.name }?.refreshToken
    if app.role == .client,
      let setting = block.settings.first(where: { $0.name == "refresh-token" })
    {
      app.refreshToken = storedToken(setting, of: app.name) ?? app.refreshToken
    }
    if app.role == .client { org.apps[block.index] = app }
  }

  private mutating func storedToken(_ setting: Setting, of app: String) -> Secret? {
    let form = MobileIdPOrg.form("app", "refresh-token")
    let terms = reader.terms(setting, form)
    guard let token = terms.first?.secret, terms.count == 1 || terms.count == 3,
      terms.count == 1 || terms[1].word == "of"
    else {
      reader.malformed(setting, at: terms.count > 1 ? terms[1] : terms.first, form)
      return nil
    }
    guard reader.fits(token.reveal(), MobileIdPLimits.secret, "a secret", at: terms[0].place) else {
      return nil
    }
    guard terms.count == 3 else { return token }
    guard let name = terms[2].name else {
      reader.malformed(setting, at: terms[2], form)
      return nil
    }
    guard known(name, "user", in: org.users.map(\.username), at: terms[2].place) else { return nil }
    let isTaken = org.logins.contains {
      $0.refreshToken == token && ($0.username != name || $0.app != app)
    }
    guard !isTaken else {
      reader.report(
        SettingProblem(.duplicate, "another login has this refresh token", at: terms[0].place))
      return nil
    }
    if let index = org.logins.firstIndex(where: { $0.app == app && $0.username == name }) {
      org.logins[index].refreshToken = token
    } else {
      var login = login(name, at: app, .good)
      login.refreshToken = token
      org.logins.append(login)
    }
    return token
  }
}
