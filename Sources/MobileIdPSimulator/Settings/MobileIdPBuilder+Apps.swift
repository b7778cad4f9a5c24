import FlowEngine
import SimulatorKit

// What the apps of the device are.
extension MobileIdPBuilder {
  mutating func readApp(_ block: Block) {
    var app = org.apps[block.index]
    app.loginHosts = org.loginHosts
    // The others are held to the role, wherever it stands.
    if let setting = block.settings.first(where: { $0.name == "role" }),
      let word = reader.choice(setting, MobileIdPOrg.App.Role.allCases.map(\.rawValue))
    {
      app.role = MobileIdPOrg.App.Role(rawValue: word) ?? .client
    }
    for setting in block.settings where setting.name != "role" {
      guard isOfRole(setting, app.role) else { continue }
      read(setting, of: &app)
    }
    finish(&app, block)
    org.apps[block.index] = app
  }

  /// Reports a setting that apps of a role can't have.
  private mutating func isOfRole(_ setting: Setting, _ role: MobileIdPOrg.App.Role) -> Bool {
    let owner: MobileIdPOrg.App.Role? =
      switch setting.name {
      case "provider", "refresh-token", "keychain-group", "keychain-access", "start-url", "hybrid",
        "idpinit-while-waiting":
        .client
      case "allow", "check-caller", "passcode", "unmatched-hint", "second-request",
        "refused-session", "passcode-attempts", "login-attempts", "login":
        .provider
      default: nil
      }
    guard let owner, owner != role else { return true }
    reader.report(
      SettingProblem(
        .value, "`\(setting.name)` is for an app with `role \(owner.rawValue)`",
        at: setting.place))
    return false
  }

  private mutating func read(_ setting: Setting, of app: inout MobileIdPOrg.App) {
    let form = MobileIdPOrg.form("app", setting.name)
    switch setting.name {
    case "id": app.id = name(setting, form) ?? ""
    case "scheme": app.scheme = scheme(setting, form) ?? ""
    case "consumer-key": app.consumerKey = name(setting, form) ?? ""
    case "callback":
      if let url = reader.one(setting, form, \.name), isCallback(url, at: setting.valuePlace) {
        app.callback = url
      }
    case "scopes": app.scopes = scopes(setting, form)
    case "installed": app.isInstalled = reader.flag(setting) ?? true
    case "login-hosts":
      app.loginHosts = hostNames(setting, form).compactMap { host, place in
        known(host, "login host", in: org.loginHosts, at: place) ? host : nil
      }
    case "provider":
      guard let name = name(setting, form) else { return }
      // Its role is looked at once all apps are read.
      let others = org.apps.map(\.name).filter { $0 != app.name }
      if known(name, "app", in: others, at: setting.valuePlace) { app.provider = name }
    case "allow":
      let list = list(
        setting, form, "apps", limit: MobileIdPLimits.allowed, length: MobileIdPLimits.name)
      app.allowed = list.compactMap { name, term in
        known(name, "app", in: org.apps.map(\.name), at: term.place) ? name : nil
      }
    case "check-caller": app.checksCaller = reader.flag(setting) ?? false
    case "passcode": app.passcode = secret(setting, form)
    case "unmatched-hint":
      app.showsAccountsOnUnknownHint =
        reader.choice(setting, ["login", "select-account"]) == "select-account"
    case "refresh-token": break  // It names a user, so it is read once they are known.
    default: readBehaviour(setting, of: &app)
    }
  }

  private mutating func scheme(_ setting: Setting, _ form: SettingForm) -> String? {
    guard let name = name(setting, form) else { return nil }
    guard let scheme = CustomScheme(name: name), !scheme.isReserved else {
      reader.report(
        SettingProblem(
          .value, "`\(name)` is no scheme for an app", at: setting.valuePlace,
          help: "write a letter, then letters, digits, `+`, `-` or `.`, and none that browsers open"
        ))
      return nil
    }
    return scheme.name
  }

  /// What follows from other settings, and what must not be missing.
  private mutating func finish(_ app: inout MobileIdPOrg.App, _ block: Block) {
    let written = Set(block.settings.map(\.name))
    if app.scheme.isEmpty, let scheme = CustomScheme(of: app.callback) { app.scheme = scheme.name }
    if app.callback.isEmpty, !app.scheme.isEmpty { app.callback = "\(app.scheme)://oauth2/done" }
    if app.keychainAccess == nil { app.keychainAccess = app.keychainGroup }
    if app.id.isEmpty { app.id = app.role == .hostile ? app.name : app.scheme }
    guard app.role != .hostile else { return }
    var missing: [String] = []
    if !written.contains("scheme"), !written.contains("callback") { missing.append("scheme") }
    if !written.contains("consumer-key") { missing.append("consumer-key") }
    for name in missing {
      reader.report(
        SettingProblem(
          .missing, "the app `\(app.name)` has no `\(name)`", at: block.place,
          help: "write \(MobileIdPOrg.form("app", name))"))
    }
  }

  // MARK: What several apps are

  /// Holds the apps against each other: their schemes and ids differ (rule K4), and what they name
  /// as a provider is one.
  mutating func checkSchemes(_ blocks: [Block]) {
    for block in blocks {
      let app = org.apps[block.index]
      for earlier in blocks.prefix(block.index) {
        let other = org.apps[earlier.index]
        if !app.id.isEmpty, app.id == other.id, app.scheme != other.scheme || isHostile(app, other)
        {
          reader.report(
            SettingProblem(
              .duplicate, "`\(other.name)` and `\(app.name)` have the same id `\(app.id)`",
              at: block.place, other: earlier.place))
        }
        guard !isHostile(app, other), let scheme = shared(app, other) else { continue }
        reader.report(
          SettingProblem(
            .duplicate, "`\(other.name)` and `\(app.name)` have the same scheme `\(scheme)`",
            at: block.place,
            help: "give each app a scheme of its own; only `role hostile` may claim another's",
            other: earlier.place))
      }
      guard let name = app.provider, let provider = org.app(named: name),
        provider.role != .provider,
        let setting = block.settings.first(where: { $0.name == "provider" })
      else { continue }
      reader.report(
        SettingProblem(
          .value, "`\(name)` is no provider", at: setting.valuePlace,
          help: "write `role provider` in the app `\(name)`", word: name,
          candidates: org.apps.filter { $0.role == .provider }.map(\.name)))
    }
  }

  private func isHostile(_ app: MobileIdPOrg.App, _ other: MobileIdPOrg.App) -> Bool {
    app.role == .hostile || other.role == .hostile
  }

  /// A scheme at which a message for one app could reach the other.
  private func shared(_ app: MobileIdPOrg.App, _ other: MobileIdPOrg.App) -> String? {
    func schemes(_ app: MobileIdPOrg.App) -> [String] {
      [app.scheme, CustomScheme(of: app.callback)?.name ?? ""].filter { !$0.isEmpty }
    }
    return schemes(app).first { schemes(other).contains($0) }
  }

  /// `receiver "sampleapp" "Thief"`.
  mutating func readReceiver(_ setting: Setting) {
    let form = MobileIdPOrg.form("receiver")
    let terms = reader.terms(setting, form)
    guard terms.count == 2, let written = terms[0].name, let name = terms[1].name else {
      return reader.malformed(setting, at: terms.first, form)
    }
    let schemes = org.apps.map(\.scheme).filter { !$0.isEmpty }
    let scheme = CustomScheme(name: written)?.name ?? written
    guard known(scheme, "app with the scheme", in: schemes, at: terms[0].place),
      known(
        name, "app with the scheme `\(scheme)`",
        in: org.apps.filter { $0.scheme == scheme }.map(\.name), at: terms[1].place)
    else { return }
    guard org.receivers.updateValue(name, forKey: scheme) == nil else {
      reader.report(
        SettingProblem(
          .duplicate, "there are two receivers for `\(scheme)`", at: terms[0].place))
      return
    }
  }
}
