import FlowDiagnostics
import FlowEngine
import FlowHTTP
import SimulatorKit

/// The org while its settings are read.
final class MobileIdPDraft {
  var org: MobileIdPOrg
  let reader = SettingReader(schema: MobileIdPOrg.schema)
  /// The locations of the named blocks: apps, connected apps, users.
  private var places: [[String]: SourceRange] = [:]
  private var apps: [Block] = []
  private var connectedApps: [Block] = []
  private var users: [Block] = []
  /// The `receiver` lines, which are read after all apps.
  private var receivers: [SettingLine] = []
  /// The `refresh-token` lines, by the indices of their apps.
  private var refreshTokens: [Int: SettingLine] = [:]

  /// A named block whose settings are read after all names are known.
  struct Block {
    var index: Int
    var place: SourceRange
    var settings: [Setting]
  }

  init(name: String) {
    org = MobileIdPOrg(name: name)
  }

  /// Reads the settings of a server.
  ///
  /// Blocks can refer to each other in any order, so all names are read before the blocks'
  /// settings.
  func read(_ settings: [Setting]) {
    var draft = self
    MobileIdPOrg.table.read(settings, into: &draft, reader)
    for block in apps { AppBlock.read(block, of: self) }
    let rules = AppRules(draft: self, blocks: apps)
    rules.checkSchemes()
    rules.checkPlatforms()
    for block in connectedApps {
      ConnectedAppBlock.read(block.settings, at: block.index, of: self)
    }
    for block in apps { implyConnectedApp(of: org.apps[block.index], block) }
    for block in users { UserBlock.read(block, of: self) }
    checkIDs(users)
    for index in org.apps.indices { readStoredToken(ofAppAt: index) }
    for line in receivers { readReceiver(line) }
    org.settings = MobileIdPOrg.table.covered(settings)
  }

  // MARK: Declarations

  func readLoginHosts(_ line: SettingLine) {
    let hosts = hostNames(line).map(\.host)
    if !hosts.isEmpty { org.loginHosts = hosts }
  }

  func declareApp(_ line: SettingLine) {
    guard let name = declared(line, apps.count, limit: MobileIdPLimits.apps) else { return }
    org.apps.append(MobileIdPOrg.App(name: name))
    apps.append(Block(index: apps.count, place: line.place, settings: line.block))
  }

  func declareConnectedApp(_ line: SettingLine) {
    let limit = MobileIdPLimits.connectedApps
    guard let name = declared(line, connectedApps.count, limit: limit) else { return }
    org.connectedApps.append(MobileIdPOrg.ConnectedApp(key: name))
    connectedApps.append(
      Block(index: connectedApps.count, place: line.place, settings: line.block))
  }

  func declareUser(_ line: SettingLine) {
    guard let name = declared(line, users.count, limit: MobileIdPLimits.users) else { return }
    org.users.append(MobileIdPOrg.User(username: name))
    users.append(Block(index: users.count, place: line.place, settings: line.block))
  }

  func note(receiver line: SettingLine) { receivers.append(line) }

  func note(refreshToken line: SettingLine, ofAppAt index: Int) { refreshTokens[index] = line }

  /// The name of a new block; `nil` if the name is already declared or there are too many blocks.
  private func declared(_ line: SettingLine, _ count: Int, limit: Int) -> String? {
    let kind = line.name
    guard let name = name(line) else { return nil }
    let key = [kind, kind == "user" ? name.lowercased() : name]
    if let other = places.updateValue(line.place, forKey: key) {
      reader.report(
        SettingProblem(
          .duplicate, "there are two of `\(kind) \"\(name)\"`", at: line.place, other: other))
      return nil
    }
    guard count < limit else {
      reader.tooMany("of `\(kind)`", limit, at: line.place)
      return nil
    }
    return name
  }

  // MARK: Late reading

  /// Makes the connected app for an app whose key has no `connected-app` block.
  ///
  /// A provider's own login needs no approval, because its developer would have set it so.
  private func implyConnectedApp(of app: MobileIdPOrg.App, _ block: Block) {
    guard app.role != .hostile, !app.consumerKey.isEmpty,
      org.connectedApp(app.consumerKey) == nil
    else { return }
    org.connectedApps.append(MobileIdPOrg.ConnectedApp(key: app.consumerKey))
    let index = org.connectedApps.count - 1
    ConnectedAppBlock.read([], at: index, of: self)
    org.connectedApps[index].needsApproval = app.role == .client
  }

  /// Reports two ids of the same record, whose first 15 characters are equal (section 6).
  private func checkIDs(_ blocks: [Block]) {
    var seen: [String: SourceRange] = [:]
    for block in blocks {
      let user = org.users[block.index]
      let id = [user.orgID, user.userID].map { $0.prefix(UserBlock.shortID) }
      guard let other = seen.updateValue(block.place, forKey: id.joined(separator: ":")) else {
        continue
      }
      reader.report(
        SettingProblem(
          .duplicate, "there are two users with the id `\(user.userID)`", at: block.place,
          other: other))
    }
  }

  /// Reads a line `refresh-token "…" of "ada@acme.test"`, the token that a client has stored.
  ///
  /// If the line names a user, the server knows the token too.
  private func readStoredToken(ofAppAt index: Int) {
    let app = org.apps[index]
    guard app.role == .client else { return }
    let known = org.logins.first { $0.app == app.name }?.refreshToken
    let stored = refreshTokens[index].flatMap { storedToken($0, of: app.name) }
    org.apps[index].refreshToken = stored ?? known
  }

  private func storedToken(_ line: SettingLine, of app: String) -> Secret? {
    let terms = line.terms()
    guard let token = terms.first?.secret, terms.count == 1 || terms.count == 3,
      terms.count == 1 || terms[1].word == "of"
    else {
      line.malformed(at: terms.count > 1 ? terms[1] : terms.first)
      return nil
    }
    guard reader.fits(token.reveal(), MobileIdPLimits.secret, "a secret", at: terms[0].place) else {
      return nil
    }
    guard terms.count == 3 else { return token }
    guard let name = terms[2].name else {
      line.malformed(at: terms[2])
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

  /// Reads a line `receiver "sampleapp" "Thief"`.
  private func readReceiver(_ line: SettingLine) {
    let terms = line.terms()
    guard terms.count == 2, let written = terms[0].name, let name = terms[1].name else {
      return line.malformed(at: terms.first)
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
