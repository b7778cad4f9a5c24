public import FlowEngine
import FlowHTTP
import SimulatorKit

extension MobileIdPOrg {
  /// Reads the settings of a simulated authorization server for mobile identity providers; every
  /// mistake is told at once, each at its place.
  ///
  /// What can be set is in `MobileIdPOrg.schema`. That the schemes of two apps differ (rule K4) is
  /// held to here; the other rules for connected apps are the server's.
  ///
  /// - Parameters:
  ///   - name: the name after `org`.
  ///   - settings: the settings in its braces.
  /// - Returns: the org, `nil` where it can't be made, and the problems in the order of the text.
  public static func build(
    name: String, settings: [Setting]
  ) -> (org: MobileIdPOrg?, problems: [SettingProblem]) {
    var builder = MobileIdPBuilder(name: name)
    builder.read(settings)
    builder.org.settings = SettingPlaces.kept(settings, blocks: [])
    let problems = builder.reader.problems.sorted { $0.place.start < $1.place.start }
    return (problems.isEmpty ? builder.org : nil, problems)
  }

  /// Holds the settings of a script to those of a simulated authorization server for mobile
  /// identity providers, without making one.
  ///
  /// - Parameters:
  ///   - name: the org's name.
  ///   - settings: its settings, in order.
  /// - Returns: what is wrong with them, by place.
  public static func problems(name: String, settings: [Setting]) -> [SettingProblem] {
    build(name: name, settings: settings).problems
  }
}

/// Turns settings into apps, connected apps and users.
struct MobileIdPBuilder {
  var org: MobileIdPOrg
  var reader = SettingReader(schema: MobileIdPOrg.schemaOfBlocks)
  /// Where what has a name was written: apps, connected apps, users.
  private var places: [[String]: SettingPlace] = [:]

  /// A block that is known by its name, and read once all names are known.
  struct Block {
    var index: Int
    var place: SettingPlace
    var settings: [Setting]
  }

  init(name: String) {
    org = MobileIdPOrg(name: name)
  }

  mutating func read(_ settings: [Setting]) {
    let settings = reader.known(settings, in: [])
    if let setting = settings.first(where: { $0.name == "login-hosts" }) {
      let hosts = hostNames(setting, MobileIdPOrg.form("login-hosts")).map(\.host)
      if !hosts.isEmpty { org.loginHosts = hosts }
    }
    // Apps name apps, connected apps and users name apps, and apps name users, wherever they stand.
    let apps = declare("app", in: settings, limit: MobileIdPLimits.apps) { builder, name in
      builder.org.apps.append(MobileIdPOrg.App(name: name))
    }
    let connected = declare(
      "connected-app", in: settings, limit: MobileIdPLimits.connectedApps
    ) { builder, name in
      builder.org.connectedApps.append(MobileIdPOrg.ConnectedApp(key: name))
    }
    let users = declare("user", in: settings, limit: MobileIdPLimits.users) { builder, name in
      builder.org.users.append(MobileIdPOrg.User(username: name))
    }
    for block in apps { readApp(block) }
    checkSchemes(apps)
    checkPlatforms(apps)
    for block in connected { readConnectedApp(block) }
    for block in apps { implyConnectedApp(of: org.apps[block.index], block) }
    for block in users { readUser(block) }
    checkIDs(users)
    for block in apps { readStoredToken(block) }
    for setting in settings {
      switch setting.name {
      case "receiver": readReceiver(setting)
      case "fault": readFault(setting)
      case "lifetimes": readLifetimes(setting)
      default: break
      }
    }
  }

  /// Makes what is known by names, and gives the blocks, to be read later.
  private mutating func declare(
    _ kind: String, in settings: [Setting], limit: Int,
    _ make: (inout MobileIdPBuilder, String) -> Void
  ) -> [Block] {
    var blocks: [Block] = []
    for setting in settings where setting.name == kind {
      guard let name = name(setting, MobileIdPOrg.form(kind)) else { continue }
      let key = [kind, kind == "user" ? name.lowercased() : name]
      if let other = places.updateValue(setting.place, forKey: key) {
        reader.report(
          SettingProblem(
            .duplicate, "there are two of `\(kind) \"\(name)\"`", at: setting.place, other: other))
        continue
      }
      guard blocks.count < limit else {
        reader.tooMany("of `\(kind)`", limit, at: setting.place)
        continue
      }
      make(&self, name)
      blocks.append(
        Block(
          index: blocks.count, place: setting.place,
          settings: reader.known(setting.block ?? [], in: [kind])))
    }
    return blocks
  }

  // MARK: What several settings are

  /// The only name of a setting, not too long.
  mutating func name(_ setting: Setting, _ form: SettingForm) -> String? {
    reader.name(setting, form, limit: MobileIdPLimits.name)
  }

  /// The only text of a setting that may not be shown.
  mutating func secret(_ setting: Setting, _ form: SettingForm) -> Secret? {
    guard let secret = reader.one(setting, form, \.secret) else { return nil }
    let limit = MobileIdPLimits.secret
    let isShort = reader.fits(secret.reveal(), limit, "a secret", at: setting.valuePlace)
    return isShort ? secret : nil
  }

  /// Names between commas, none twice and not too many.
  mutating func list(
    _ setting: Setting, _ form: SettingForm, _ what: String, limit: Int, length: Int
  ) -> [(name: String, term: SettingTerm)] {
    var list: [(name: String, term: SettingTerm)] = []
    for (name, term) in reader.names(setting, form) {
      if let other = list.first(where: { $0.name == name }) {
        reader.report(
          SettingProblem(
            .duplicate, "`\(name)` is listed twice", at: term.place, other: other.term.place))
        continue
      }
      guard reader.fits(name, length, "one of the \(what)", at: term.place) else { continue }
      guard list.count < limit else {
        reader.tooMany(what, limit, at: term.place)
        break
      }
      list.append((name, term))
    }
    return list
  }

  /// A name that must be one of some, reported where it isn't.
  mutating func known(
    _ name: String, _ what: String, in candidates: [String], at place: SettingPlace
  ) -> Bool {
    guard !candidates.contains(name) else { return true }
    reader.report(
      SettingProblem(
        .value, "this org has no \(what) `\(name)`", at: place, word: name,
        candidates: candidates))
    return false
  }

  /// Scopes (RFC 6749, section 3.3), without the comma by which apps separate them.
  mutating func scopes(_ setting: Setting, _ form: SettingForm) -> [String] {
    let list = list(
      setting, form, "scopes", limit: MobileIdPLimits.scopes, length: MobileIdPLimits.name)
    for (name, term) in list {
      let isSound = name.utf8.allSatisfy {
        (0x21...0x7E).contains($0) && !"\",\\".utf8.contains($0)
      }
      guard !isSound else { continue }
      reader.report(SettingProblem(.value, "`\(name)` is no scope", at: term.place))
    }
    return list.map(\.name)
  }

  /// Hosts, without scheme, port or path, in lower case.
  mutating func hostNames(
    _ setting: Setting, _ form: SettingForm
  ) -> [(host: String, place: SettingPlace)] {
    let list = list(
      setting, form, "login hosts", limit: MobileIdPLimits.hosts, length: MobileIdPLimits.name)
    var hosts: [(host: String, place: SettingPlace)] = []
    for (name, term) in list {
      let isName = name.utf8.allSatisfy {
        (48...57).contains($0) || (97...122).contains($0 | 32) || "-.".utf8.contains($0)
      }
      guard isName, let url = HTTPURL("https://\(name)/"), url.host == name.lowercased() else {
        reader.report(
          SettingProblem(
            .value, "`\(name)` is no host", at: term.place,
            help: "write its name alone, as \(form)"))
        continue
      }
      guard !hosts.contains(where: { $0.host == url.host }) else {
        reader.report(SettingProblem(.duplicate, "`\(name)` is listed twice", at: term.place))
        continue
      }
      hosts.append((url.host, term.place))
    }
    return hosts
  }

  /// A URL of a setting with the scheme in front, as callbacks are (rule K4).
  mutating func isCallback(_ text: String, at place: SettingPlace) -> Bool {
    guard reader.fits(text, MobileIdPLimits.url, "a callback", at: place) else { return false }
    guard let scheme = CustomScheme(of: text), !scheme.isReserved,
      MobileIdPBuilder.isAbsolute(text)
    else {
      reader.report(
        SettingProblem(
          .value, "`\(text)` is no callback", at: place,
          help: "write a URL with a scheme of the app's own, such as `sampleapp://oauth2/done`"))
      return false
    }
    return true
  }
  /// Whether a text is an absolute URL without a fragment (RFC 3986, section 4.3).
  static func isAbsolute(_ text: String) -> Bool {
    guard let scheme = CustomScheme(of: text) else { return false }
    return text.utf8.count > scheme.name.utf8.count + 1
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }
  }
}
