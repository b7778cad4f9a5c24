public import FlowEngine
import SimulatorKit

extension NextAuthOrg {
  /// Reads the settings of a simulated nextAuth; every mistake is told at once, each at its place.
  ///
  /// What can be set is in `NextAuthOrg.schema`.
  ///
  /// - Parameters:
  ///   - name: the name after `org`.
  ///   - settings: the settings in its braces.
  /// - Returns: the org, `nil` where it can't be made, and the problems in the order of the text.
  public static func build(
    name: String, settings: [Setting]
  ) -> (org: NextAuthOrg?, problems: [SettingProblem]) {
    var builder = NextAuthBuilder(name: name)
    builder.read(settings)
    builder.org.settings = SettingPlaces.kept(settings, blocks: ["server"])
    let problems = builder.reader.problems.sorted { $0.place.start < $1.place.start }
    return (problems.isEmpty ? builder.org : nil, problems)
  }

  /// Holds the settings of a script to those of a simulated nextAuth, without making one.
  ///
  /// - Parameters:
  ///   - name: the org's name.
  ///   - settings: its settings, in order.
  /// - Returns: what is wrong with them, by place.
  public static func problems(name: String, settings: [Setting]) -> [SettingProblem] {
    build(name: name, settings: settings).problems
  }
}

/// Turns settings into servers, accounts and a device.
struct NextAuthBuilder {
  var org: NextAuthOrg
  var reader = SettingReader(schema: NextAuthOrg.schemaOfBlocks)
  /// Where the servers were written, by name.
  private var placesOfServers: [String: SettingPlace] = [:]
  /// Where the accounts were written, and their ids.
  private var placesOfAccounts: [(account: NextAuthOrg.Account, place: SettingPlace)] = []

  init(name: String) {
    org = NextAuthOrg(name: name)
  }

  mutating func read(_ settings: [Setting]) {
    let settings = reader.known(settings, in: [])
    // Accounts name servers, and servers and the device name accounts, wherever they stand.
    var blocks: [(name: String, settings: [Setting])] = []
    for setting in settings where setting.name == "server" {
      if let server = declareServer(setting) { blocks.append(server) }
    }
    if !settings.contains(where: { $0.name == "server" }) {
      org.servers = [NextAuthOrg.Server(name: NextAuthBuilder.usualServer(of: org.name))]
    }
    for setting in settings where setting.name == "account" { readAccount(setting) }
    for block in blocks { readServer(block.name, block.settings) }
    for setting in settings {
      switch setting.name {
      case "scheme": readScheme(setting)
      case "device": readDevice(setting)
      default: break
      }
    }
  }

  /// The name of the server of an org that has none written.
  private static func usualServer(of org: String) -> String {
    String(decoding: "\(org).example".utf8.prefix(NextAuthLimits.name), as: UTF8.self)
  }

  private mutating func declareServer(
    _ setting: Setting
  ) -> (name: String, settings: [Setting])? {
    guard let name = name(setting, NextAuthOrg.form("server")) else { return nil }
    if let other = placesOfServers.updateValue(setting.place, forKey: name) {
      reader.report(
        SettingProblem(
          .duplicate, "there are two servers `\(name)`", at: setting.place, other: other))
      return nil
    }
    guard org.servers.count < NextAuthLimits.servers else {
      reader.tooMany("servers", NextAuthLimits.servers, at: setting.place)
      return nil
    }
    org.servers.append(NextAuthOrg.Server(name: name))
    return (name, reader.known(setting.block ?? [], in: ["server"]))
  }

  private mutating func readAccount(_ setting: Setting) {
    guard let name = name(setting, NextAuthOrg.form("account")) else { return }
    var server = org.servers.first?.name ?? ""
    var id: String?
    for inner in reader.known(setting.block ?? [], in: ["account"]) {
      let form = NextAuthOrg.form("account", inner.name)
      guard let named = self.name(inner, form) else { continue }
      guard inner.name == "server" else {
        id = named
        continue
      }
      guard org.server(named: named) != nil else {
        reader.report(
          SettingProblem(
            .value, "this org has no server `\(named)`", at: inner.valuePlace, word: named,
            candidates: org.servers.map(\.name)))
        continue
      }
      server = named
    }
    let account = NextAuthOrg.Account(
      id: id ?? SimulatedID.made("acc", of: server, name), name: name, server: server)
    add(account, at: setting.place)
  }

  private mutating func add(_ account: NextAuthOrg.Account, at place: SettingPlace) {
    let same = placesOfAccounts.first { $0.account.id == account.id }
    let alike = placesOfAccounts.first {
      $0.account.name == account.name && $0.account.server == account.server
    }
    if let other = same ?? alike {
      let what = same != nil && alike == nil ? "with the id `\(account.id)`" : "`\(account.name)`"
      reader.report(
        SettingProblem(
          .duplicate, "there are two accounts \(what)", at: place, other: other.place))
      return
    }
    placesOfAccounts.append((account, place))
    guard placesOfAccounts.count <= NextAuthLimits.accounts else {
      reader.tooMany("accounts", NextAuthLimits.accounts, at: place)
      return
    }
    org.accounts.append(account)
  }

  /// `scheme "bankapp"` (RFC 3986, section 3.1).
  private mutating func readScheme(_ setting: Setting) {
    guard let name = name(setting, NextAuthOrg.form("scheme")) else { return }
    let bytes = Array(name.utf8)
    let isLetter = { (byte: UInt8) in (97...122).contains(byte | 32) }
    let isSound = bytes.allSatisfy {
      isLetter($0) || (48...57).contains($0) || "+-.".utf8.contains($0)
    }
    guard let first = bytes.first, isLetter(first), isSound else {
      reader.report(
        SettingProblem(
          .value, "`\(name)` is no scheme of an address", at: setting.valuePlace,
          help: "write a letter, then letters, digits, `+`, `-` or `.`"))
      return
    }
    org.scheme = name
  }

  // MARK: What several settings are

  /// The account of a name, reported where the device has none.
  mutating func account(
    _ term: SettingTerm, of server: String?
  ) -> NextAuthOrg.Account? {
    let candidates = org.accounts.filter { server == nil || $0.server == server }
    let name = term.name ?? ""
    if let found = candidates.first(where: { $0.name == name || $0.id == name }) { return found }
    let place = server.map { " of the server `\($0)`" } ?? ""
    reader.report(
      SettingProblem(
        .value, "the device has no account `\(name)`\(place)", at: term.place, word: name,
        candidates: candidates.map(\.name)))
    return nil
  }

  /// The only name of a setting, not too long.
  mutating func name(_ setting: Setting, _ form: SettingForm) -> String? {
    reader.name(setting, form, limit: NextAuthLimits.name)
  }

  /// A duration that may be zero, of at most ten years.
  mutating func duration(_ setting: Setting, _ form: SettingForm) -> Duration? {
    reader.one(setting, form, NextAuthBuilder.duration)
  }

  static func duration(_ term: SettingTerm) -> Duration? {
    guard case .duration(let duration) = term.kind, duration >= .zero,
      duration <= SettingReader.longest
    else { return nil }
    return duration
  }

  /// `10m ago`.
  static func age(_ terms: ArraySlice<SettingTerm>) -> Duration? {
    guard terms.count == 2, terms.last?.word == "ago" else { return nil }
    return terms.first.flatMap(duration)
  }
}
