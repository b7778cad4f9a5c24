import FlowEngine
import SimulatorKit

/// Reads a block `user "ada@acme.test" { password "…"; logged-in "Authenticator"; … }`.
struct UserBlock {
  private let draft: MobileIdPDraft
  private var user: MobileIdPOrg.User

  static let table = SettingTable<UserBlock>(
    of: "user",
    entries: [
      SettingEntry(
        "password", "`password \"…\"`", "The password.", usual: "the user can't sign in",
        notAs: ["pass", "pwd"],
        .custom { block, line in block.user.password = block.draft.secret(line) }),
      SettingEntry(
        "name", "`name \"Ada\"`", "The name that apps show.", usual: "the login",
        notAs: ["display-name", "full-name"],
        .custom { block, line in
          if let name = block.draft.name(line) { block.user.displayName = name }
        }),
      SettingEntry(
        "org", "`org \"00D000000000002EAA\"`", "The id of their org.",
        usual: "`00D000000000001EAA`", notAs: ["org-id", "organization"],
        .custom { block, line in
          if let id = block.id(line, "00D", of: "org") { block.user.orgID = id }
        }),
      SettingEntry(
        "id", "`id \"005000000000001AAA\"`", "Their id.",
        usual: "an id that is the same in every run", notAs: ["user-id"],
        .custom { block, line in
          if let id = block.id(line, "005", of: "user") { block.user.userID = id }
        }),
      SettingEntry(
        "host", "`host \"test.salesforce.com\"`", "The host that they sign in at.",
        usual: "the first host of the org", notAs: ["login-host", "domain"],
        .custom { block, line in block.readHost(line) }),
      SettingEntry(
        "status", "`status inactive`, `status org-inactive` or `status active`",
        "Whether they, and their org, may sign in.", usual: "`active`", notAs: ["state"],
        .choice(of: MobileIdPOrg.User.Status.self) { $0.user.status = $1 }),
      SettingEntry(
        "logged-in", "`logged-in \"Authenticator\", \"Sample App\" expired`",
        "The apps that they are signed in at when a run begins. After an app, `expired` says that "
          + "its access token has expired, and `revoked` that no token can be used.",
        usual: "none", example: "logged-in \"Authenticator\"", notAs: ["session", "signed-in"],
        .custom { block, line in block.readLogins(line) }),
      SettingEntry(
        "native-login", "`native-login on`",
        "Whether their account was made by native login, which no provider can use.",
        usual: "`off`", notAs: ["native"], .flag { $0.user.isNative = $1 }),
      SettingEntry(
        "approved", "`approved \"SP_KEY\"`",
        "The connected apps whose access they have approved before.", usual: "none",
        notAs: ["approval", "consent"],
        .custom { block, line in block.readApproved(line) }),
    ])

  /// Reads the settings of a declared user.
  static func read(_ declared: MobileIdPDraft.Block, of draft: MobileIdPDraft) {
    var block = UserBlock(draft: draft, user: draft.org.users[declared.index])
    block.user.displayName = block.user.username
    block.user.host = draft.org.loginHosts.first ?? MobileIdPOrg.usualHost
    table.read(declared.settings, into: &block, draft.reader)
    if block.user.userID.isEmpty {
      let id = SimulatedID.made("005", of: block.user.orgID, block.user.username)
      block.user.userID = String(decoding: id.utf8.prefix(longID), as: UTF8.self)
    }
    draft.org.users[declared.index] = block.user
  }

  private mutating func readHost(_ line: SettingLine) {
    guard let host = draft.name(line)?.lowercased(),
      draft.known(host, "login host", in: draft.org.loginHosts, at: line.valuePlace)
    else { return }
    user.host = host
  }

  private mutating func readApproved(_ line: SettingLine) {
    let list = draft.list(
      line, "connected apps", limit: MobileIdPLimits.connectedApps, length: MobileIdPLimits.name)
    user.approved = list.compactMap { name, term in
      let keys = draft.org.connectedApps.map(\.key)
      return draft.known(name, "connected app", in: keys, at: term.place) ? name : nil
    }
  }

  /// The length of an id; the short form lacks the last three characters, a checksum.
  private static let longID = 18
  static let shortID = 15

  /// The setting's id: 15 or 18 letters and digits with the prefix of the kind of record.
  private func id(
    _ line: SettingLine, _ prefix: String, of what: String
  ) -> String? {
    guard let id = draft.name(line) else { return nil }
    let isSound =
      [Self.shortID, Self.longID].contains(id.utf8.count)
      && id.hasPrefix(prefix)
      && id.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 32) }
    guard isSound else {
      line.report(
        SettingProblem(
          .value, "`\(id)` isn't the id of \(what == "org" ? "an" : "a") \(what)",
          at: line.valuePlace,
          help: "write 15 or 18 letters and digits that begin with `\(prefix)`"))
      return nil
    }
    return id
  }

  /// Reads a line such as `logged-in "Authenticator", "Sample App" expired`.
  private func readLogins(_ line: SettingLine) {
    if line.values.isEmpty { line.malformed() }
    let apps = draft.org.apps.filter { $0.role != .hostile }.map(\.name)
    for terms in line.values {
      guard (1...2).contains(terms.count), let name = terms[0].name else {
        line.malformed(at: terms.first)
        continue
      }
      guard draft.known(name, "app", in: apps, at: terms[0].place) else { continue }
      var health = MobileIdPOrg.Login.Health.good
      if terms.count == 2 {
        let words = [MobileIdPOrg.Login.Health.expired, .revoked].map(\.rawValue)
        guard let word = terms[1].word, words.contains(word),
          let known = MobileIdPOrg.Login.Health(rawValue: word)
        else {
          line.report(
            SettingProblem(
              .value, "after an app comes `expired` or `revoked`", at: terms[1].place,
              word: terms[1].word, candidates: words))
          continue
        }
        health = known
      }
      guard !draft.org.logins.contains(where: { $0.app == name && $0.username == user.username })
      else {
        line.report(
          SettingProblem(.duplicate, "`\(name)` is listed twice", at: terms[0].place))
        continue
      }
      draft.org.logins.append(draft.login(user.username, at: name, health))
    }
  }
}

extension MobileIdPDraft {
  /// Makes a login whose tokens are the same in every run.
  func login(
    _ username: String, at app: String, _ health: MobileIdPOrg.Login.Health
  ) -> MobileIdPOrg.Login {
    MobileIdPOrg.Login(
      app: app, username: username,
      accessToken: Secret(SimulatedID.made("at-", of: org.name, app, username)),
      refreshToken: Secret(SimulatedID.made("rt-", of: org.name, app, username)), health: health)
  }
}
