import FlowEngine
import SimulatorKit

// What the server knows: connected apps, faults and lifetimes.
extension MobileIdPBuilder {
  mutating func readConnectedApp(_ block: Block) {
    var connected = org.connectedApps[block.index]
    // Rules K1 to K6 are broken by what is written here, so it is what the apps say by default.
    let apps = org.apps.filter { $0.consumerKey == connected.key && $0.role != .hostile }
    connected.callbacks = apps.map(\.callback)
    for scope in apps.flatMap(\.scopes) + ["refresh_token"]
    where !connected.scopes.contains(scope) {
      connected.scopes.append(scope)
    }
    for setting in block.settings {
      let form = MobileIdPOrg.form("connected-app", setting.name)
      switch setting.name {
      case "callbacks":
        let list = list(
          setting, form, "callbacks", limit: MobileIdPLimits.callbacks,
          length: MobileIdPLimits.url)
        connected.callbacks = list.filter { isCallback($0.name, at: $0.term.place) }.map(\.name)
      case "scopes": connected.scopes = scopes(setting, form)
      case "secret": connected.secret = secret(setting, form)
      default:
        connected.needsApproval =
          reader.choice(setting, ["needed", "pre-authorized"]) != "pre-authorized"
      }
    }
    org.connectedApps[block.index] = connected
  }

  /// What the server knows of an app whose key no `connected-app` has; a provider's own login is
  /// approved beforehand, as its maker's would be.
  mutating func implyConnectedApp(of app: MobileIdPOrg.App, _ block: Block) {
    guard app.role != .hostile, !app.consumerKey.isEmpty,
      org.connectedApp(app.consumerKey) == nil
    else { return }
    org.connectedApps.append(MobileIdPOrg.ConnectedApp(key: app.consumerKey))
    let index = org.connectedApps.count - 1
    readConnectedApp(Block(index: index, place: block.place, settings: []))
    org.connectedApps[index].needsApproval = app.role == .client
  }

  /// `fault token server_error once`.
  mutating func readFault(_ setting: Setting) {
    let form = MobileIdPOrg.form("fault")
    let terms = reader.terms(setting, form)
    guard (2...3).contains(terms.count), let named = terms[0].word, let code = terms[1].word,
      terms.count == 2 || terms[2].word == "once"
    else {
      return reader.malformed(setting, at: terms.count > 2 ? terms[2] : terms.first, form)
    }
    guard let place = MobileIdPOrg.Fault.Place(rawValue: named) else {
      reader.report(
        SettingProblem(
          .value, "nothing goes wrong at `\(named)`", at: terms[0].place,
          help: "write it as \(form)", word: named,
          candidates: MobileIdPOrg.Fault.Place.allCases.map(\.rawValue)))
      return
    }
    var codes = MobileIdPOrg.faultCodes
    if place == .authorize { codes += MobileIdPOrg.sessionFaultCodes }
    guard codes.contains(code) else {
      reader.report(
        SettingProblem(
          .value, "`\(code)` is no error of `\(named)`", at: terms[1].place, word: code,
          candidates: codes))
      return
    }
    guard org.faults.count < MobileIdPLimits.faults else {
      return reader.tooMany("faults", MobileIdPLimits.faults, at: setting.place)
    }
    org.faults.append(MobileIdPOrg.Fault(place: place, code: code, isOnce: terms.count == 3))
  }

  mutating func readLifetimes(_ setting: Setting) {
    if let extra = setting.values.first?.first {
      reader.malformed(setting, at: extra, MobileIdPOrg.form("lifetimes"))
    }
    for inner in reader.known(setting.block ?? [], in: ["lifetimes"]) {
      let form = MobileIdPOrg.form("lifetimes", inner.name)
      let life = reader.one(inner, form) { term -> Duration? in
        guard case .duration(let duration) = term.kind, duration > .zero,
          duration <= SettingReader.longest
        else { return nil }
        return duration
      }
      guard let life else { continue }
      switch inner.name {
      case "code": org.lifetimes.code = life
      case "access-token": org.lifetimes.accessToken = life
      default: org.lifetimes.refreshToken = life
      }
    }
  }
}
