import FlowDiagnostics
import FlowEngine
import SimulatorKit

/// Reads a block `app "Sample App" { role client; scheme "sampleapp"; … }`.
struct AppBlock {
  private let draft: MobileIdPDraft
  private let index: Int
  private var app: MobileIdPOrg.App

  static let table = SettingTable<AppBlock>(of: "app", entries: common + client + provider)

  private static let common: [SettingEntry<AppBlock>] = [
    SettingEntry(
      "role", "`role client`, `role provider` or `role hostile`",
      "Whether it requests tokens, provides sign-ins, or claims messages for other apps.",
      usual: "`client`", example: "role provider", notAs: ["kind", "type"],
      order: .first,
      .choice(of: MobileIdPOrg.App.Role.self) { $0.app.role = $1 }),
    SettingEntry(
      "id", "`id \"com.example.sample\"`", "The sender that the device names to others.",
      usual: "its scheme, or the name of a hostile app", notAs: ["bundle-id", "package"],
      .custom { block, line in block.app.id = block.draft.name(line) ?? "" }),
    SettingEntry(
      "scheme", "`scheme \"otherapp\"`", "The custom scheme that it registers.",
      usual: "the scheme of its callback", notAs: ["url-scheme"],
      .custom { block, line in block.app.scheme = block.scheme(line) ?? "" }),
    SettingEntry(
      "consumer-key", "`consumer-key \"SP_KEY\"`", "Its consumer key.",
      usual: "required, unless the app is hostile",
      notAs: ["client-id", "key"],
      .custom { block, line in block.app.consumerKey = block.draft.name(line) ?? "" }),
    SettingEntry(
      "callback", "`callback \"sampleapp://oauth2/back\"`", "Its callback URL.",
      usual: "`SCHEME://oauth2/done`", notAs: ["redirect", "redirect-uri"],
      .custom { block, line in block.readCallback(line) }),
    SettingEntry(
      "scopes", "`scopes api, web`", "The scopes that it requests.", usual: "none",
      notAs: ["scope"],
      .custom { block, line in block.app.scopes = block.draft.scopes(line) }),
    SettingEntry(
      "installed", "`installed off`", "Whether it is on the device.", usual: "`on`",
      .flag { $0.app.isInstalled = $1 }),
    SettingEntry(
      "login-hosts", "`login-hosts \"test.salesforce.com\"`",
      "The login hosts that it knows; it uses the first one.",
      usual: "the hosts of the org", notAs: ["login-host", "hosts"],
      .custom { block, line in block.readLoginHosts(line) }),
    SettingEntry(
      "messages", "`messages ios` or `messages strict`",
      "Whether it writes and reads messages as the documents say, or as the iOS SDK does.",
      usual: "`strict`",
      .choice(of: MobileIdPOrg.Messages.self) { $0.app.messages = $1 }),
    SettingEntry(
      "platform", "`platform android` or `platform ios`",
      "Whether apps open one another by URLs, or by intents with bundles. All apps of an org have the same.",
      usual: "`ios`", notAs: ["os"],
      .choice(of: MobileIdPOrg.Platform.self) { $0.app.platform = $1 }),
  ]

  private static let client: [SettingEntry<AppBlock>] = [
    client(
      "provider", "`provider \"Authenticator\"`", "The provider that is configured in a client.",
      usual: "none", notAs: ["idp", "identity-provider"],
      .custom { block, line in block.readProvider(line) }),
    client(
      "refresh-token", "`refresh-token \"…\"` or `refresh-token \"…\" of \"ada@acme.test\"`",
      "The refresh token that a client has stored. The server accepts it if its user is named.",
      usual: "none", notAs: ["token"],
      // The setting names a user, so it is read after the users.
      .custom { block, line in block.draft.note(refreshToken: line, ofAppAt: block.index) }),
    client(
      "keychain-group", "`keychain-group \"com.acme.shared\"`",
      "The keychain group that a provider shares with a client, so that a start at the provider brings a code.",
      usual: "none",
      .custom { block, line in block.app.keychainGroup = block.draft.name(line) }),
    client(
      "keychain-access", "`keychain-access \"com.acme.other\"`",
      "The keychain group that a client reads.", usual: "its `keychain-group`",
      .custom { block, line in block.app.keychainAccess = block.draft.name(line) }),
    client(
      "start-url", "`start-url \"https://acme.test/home\"`",
      "The address that a client opens at the end of a start at the provider.",
      usual: "nothing",
      .custom { block, line in block.readStart(line) }),
    client(
      "hybrid", "`hybrid on`", "Whether a client asks for tokens in the SDK's hybrid mode.",
      usual: "`off`",
      .flag { $0.app.isHybrid = $1 }),
    client(
      "idpinit-while-waiting", "`idpinit-while-waiting replace` or `idpinit-while-waiting refuse`",
      "What a client does with a start at the provider while it waits for an answer.",
      usual: "`refuse`",
      .choice(["refuse": false, "replace": true]) { $0.app.replacesPending = $1 }),
  ]

  private static let provider: [SettingEntry<AppBlock>] = [
    provider(
      "allow", "`allow \"Sample App\"`", "The apps that a provider answers.", usual: "all",
      notAs: ["allowed", "apps"],
      .custom { block, line in block.readAllowed(line) }),
    provider(
      "check-caller", "`check-caller on`",
      "Whether a provider compares the sender's id with the redirect.", usual: "`off`",
      .flag { $0.app.checksCaller = $1 }),
    provider(
      "passcode", "`passcode \"1234\"`",
      "The passcode that a provider requires before it returns a code.",
      usual: "nothing", notAs: ["pin"],
      .custom { block, line in block.app.passcode = block.draft.secret(line) }),
    provider(
      "unmatched-hint", "`unmatched-hint select-account` or `unmatched-hint login`",
      "What a provider shows for a hint that matches no account.", usual: "`login`",
      .choice(["login": false, "select-account": true]) {
        $0.app.showsAccountsOnUnknownHint = $1
      }),
    provider(
      "second-request", "`second-request queue` or `second-request refuse`",
      "What a provider does with a request while another one is running.", usual: "`refuse`",
      .choice(["refuse": false, "queue": true]) { $0.app.queuesSecondRequest = $1 }),
    provider(
      "refused-session", "`refused-session login` or `refused-session error`",
      "What a provider does for a user whose session can't be used.", usual: "`error`",
      .choice(["error": false, "login": true]) { $0.app.logsInOnRefusedSession = $1 }),
    provider(
      "passcode-attempts", "`passcode-attempts 3`",
      "The number of wrong passcodes that end a request at a provider.", usual: "any number",
      .whole(1...MobileIdPLimits.attempts) { $0.app.passcodeAttempts = $1 }),
    provider(
      "login-attempts", "`login-attempts 3`",
      "The number of wrong passwords that end a request at a provider.", usual: "any number",
      .whole(1...MobileIdPLimits.attempts) { $0.app.loginAttempts = $1 }),
    provider(
      "login", "`login by acme`",
      "The `idx` org of the program whose sign-in is a provider's login.",
      usual: "the server's login page",
      .custom { block, line in block.app.loginOrg = block.loginOrg(line) }),
  ]

  /// Makes the entry of a setting that only clients have.
  private static func client(
    _ name: String, _ form: String, _ meaning: String, usual: String, notAs words: [String] = [],
    _ value: SettingValue<AppBlock>
  ) -> SettingEntry<AppBlock> {
    SettingEntry(
      name, form, meaning, usual: usual, notAs: words,
      value.allowed { block, line in block.isOf(.client, line) })
  }

  /// Makes the entry of a setting that only providers have.
  private static func provider(
    _ name: String, _ form: String, _ meaning: String, usual: String, notAs words: [String] = [],
    _ value: SettingValue<AppBlock>
  ) -> SettingEntry<AppBlock> {
    SettingEntry(
      name, form, meaning, usual: usual, notAs: words,
      value.allowed { block, line in block.isOf(.provider, line) })
  }

  /// Whether the app has the role for a setting; reports the setting if not.
  private func isOf(_ role: MobileIdPOrg.App.Role, _ line: SettingLine) -> Bool {
    guard app.role != role else { return true }
    line.report(
      SettingProblem(
        .value, "`\(line.name)` is for an app with `role \(role.rawValue)`", at: line.place))
    return false
  }

  /// Reads the settings of a declared app.
  static func read(_ declared: MobileIdPDraft.Block, of draft: MobileIdPDraft) {
    var block = AppBlock(
      draft: draft, index: declared.index, app: draft.org.apps[declared.index])
    block.app.loginHosts = draft.org.loginHosts
    table.read(declared.settings, into: &block, draft.reader)
    block.finish(declared)
    draft.org.apps[declared.index] = block.app
  }

  // MARK: Settings

  private mutating func readCallback(_ line: SettingLine) {
    guard let url = line.one({ $0.name }), draft.isCallback(url, at: line.valuePlace) else {
      return
    }
    app.callback = url
  }

  private mutating func readStart(_ line: SettingLine) {
    guard let url = line.one({ $0.name }), isStart(url, at: line.valuePlace) else { return }
    app.startURL = url
  }

  private mutating func readLoginHosts(_ line: SettingLine) {
    app.loginHosts = draft.hostNames(line).compactMap { host, place in
      draft.known(host, "login host", in: draft.org.loginHosts, at: place) ? host : nil
    }
  }

  /// Reads the name of a client's provider, whose role is checked after all apps are read.
  private mutating func readProvider(_ line: SettingLine) {
    guard let name = draft.name(line) else { return }
    let others = draft.org.apps.map(\.name).filter { $0 != app.name }
    if draft.known(name, "app", in: others, at: line.valuePlace) { app.provider = name }
  }

  private mutating func readAllowed(_ line: SettingLine) {
    let list = draft.list(
      line, "apps", limit: MobileIdPLimits.allowed, length: MobileIdPLimits.name)
    app.allowed = list.compactMap { name, term in
      draft.known(name, "app", in: draft.org.apps.map(\.name), at: term.place) ? name : nil
    }
  }

  private func scheme(_ line: SettingLine) -> String? {
    guard let name = draft.name(line) else { return nil }
    guard let scheme = CustomScheme(name: name), !scheme.isReserved else {
      draft.reader.report(
        SettingProblem(
          .value, "`\(name)` can't be the scheme of an app", at: line.valuePlace,
          help: "write a letter, then letters, digits, `+`, `-` or `.`, but not a browser's scheme"
        ))
      return nil
    }
    return scheme.name
  }

  /// Whether a text is an absolute URL, as a start URL must be; reports a problem if not.
  private func isStart(_ text: String, at place: SourceRange) -> Bool {
    guard draft.reader.fits(text, MobileIdPLimits.url, "a start URL", at: place) else {
      return false
    }
    guard MobileIdPDraft.isAbsolute(text) else {
      draft.reader.report(
        SettingProblem(
          .value, "`\(text)` isn't a start URL", at: place,
          help: "write an absolute URL, such as `https://acme.test/home`"))
      return false
    }
    return true
  }

  /// Reads `login by acme`, which must name the same org for all providers.
  ///
  /// The reason is that one user uses all providers of a device.
  private func loginOrg(_ line: SettingLine) -> MobileIdPOrg.OrgName? {
    let terms = line.terms()
    guard terms.count == 2, terms[0].word == "by", let name = terms[1].name else {
      line.malformed(at: terms.count > 2 ? terms[2] : terms.first)
      return nil
    }
    let limit = MobileIdPLimits.name
    guard draft.reader.fits(name, limit, "a name", at: terms[1].place) else { return nil }
    if let other = draft.org.loginOrg, other.name != name {
      draft.reader.report(
        SettingProblem(
          .duplicate, "the providers have two logins, by `\(other.name)` and by `\(name)`",
          at: terms[1].place, other: other.place))
      return nil
    }
    return MobileIdPOrg.OrgName(name: name, place: terms[1].place)
  }

  /// Sets the defaults that depend on other settings, and reports missing settings.
  private mutating func finish(_ block: MobileIdPDraft.Block) {
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
      draft.reader.report(
        SettingProblem(
          .missing, "the app `\(app.name)` has no `\(name)`", at: block.place,
          help: "write \(Self.table.form(of: name))"))
    }
  }
}
