import FlowEngine
public import SimulatorKit

extension MobileIdPOrg {
  /// Every setting of a simulated authorization server for mobile identity providers, with all
  /// blocks.
  public static let schema = table.descriptions

  /// The settings of the server, the device and its apps.
  static let table = SettingTable<MobileIdPDraft>(entries: [
    SettingEntry(
      "login-hosts", "`login-hosts \"login.salesforce.com\", \"test.salesforce.com\"`",
      "The hosts where users sign in.", usual: "`login.salesforce.com`",
      notAs: ["hosts", "login-host", "domains"], order: .first,
      .custom { draft, line in draft.readLoginHosts(line) }),
    SettingEntry(
      "app", "`app \"Sample App\" { … }`", "An app of the device, by its displayed name.",
      usual: "no apps",
      example: "app \"Other App\" { scheme \"otherapp\"; consumer-key \"OTHER_KEY\" }",
      notAs: ["apps", "client", "provider"], repeats: true,
      .block(AppBlock.table) { draft, line in draft.declareApp(line) }),
    SettingEntry(
      "connected-app", "`connected-app \"SP_KEY\" { … }`",
      "The server's settings of an app, by its consumer key. The defaults are the app's own: the "
        + "user approves the access of a client, and a provider is pre-approved.",
      usual: "the app's own settings",
      example: "connected-app \"OTHER_KEY\" { }", notAs: ["connected-apps", "oauth-app"],
      repeats: true,
      .block(ConnectedAppBlock.table) { draft, line in draft.declareConnectedApp(line) }),
    SettingEntry(
      "user", "`user \"ada@acme.test\" { … }`", "A user, named by the login they type.",
      usual: "no users",
      example: "user \"ben@acme.test\" { }", notAs: ["users", "person", "account"], repeats: true,
      .block(UserBlock.table) { draft, line in draft.declareUser(line) }),
    SettingEntry(
      "receiver", "`receiver \"sampleapp\" \"Thief\"`",
      "The app that receives a URL if several apps claim its scheme.",
      usual: "the first of these apps", example: "receiver \"sampleapp\" \"Sample App\"",
      notAs: ["handler", "claims"], repeats: true,
      .custom { draft, line in draft.note(receiver: line) }),
    SettingEntry(
      "fault", "`fault token server_error` or `fault authorize access_denied once`",
      "The error at `authorize`, `bridge`, `token` or `refresh`, always or the first time. "
        + "`ec-301` and `ec-302` are a refused session.", usual: "no faults",
      notAs: ["error", "failure"], repeats: true, .custom { draft, line in draft.readFault(line) }),
    SettingEntry(
      "lifetimes", "`lifetimes { code 2m; access-token 2h; refresh-token 90d }`",
      "How long codes and tokens can be used.",
      usual: "`code 2m; access-token 2h; refresh-token 90d`", example: "lifetimes { code 1m }",
      notAs: ["lifetime", "expire", "tokens"], .block(Lifetimes.table, of: \.org.lifetimes)),
  ])
}

extension MobileIdPOrg.Lifetimes {
  /// The settings in a `lifetimes` block.
  static let table = SettingTable<MobileIdPOrg.Lifetimes>(
    of: "lifetimes",
    entries: [
      SettingEntry(
        "code", "`code 1m`", "An authorization code.", usual: "2 minutes",
        notAs: ["authorization-code"], .life { $0.code = $1 }),
      SettingEntry(
        "access-token", "`access-token 1h`", "An access token, and the session of a browser.",
        usual: "2 hours", notAs: ["access", "token", "session"], .life { $0.accessToken = $1 }),
      SettingEntry(
        "refresh-token", "`refresh-token 30d`", "A refresh token.", usual: "90 days",
        notAs: ["refresh"], .life { $0.refreshToken = $1 }),
    ])
}

extension SettingValue {
  /// Makes a setting for a duration that may be longer than a day.
  fileprivate static func life(
    _ set: @escaping @Sendable (inout Block, Duration) -> Void
  ) -> SettingValue {
    custom { block, line in
      let life = line.one { term in SettingTime.duration(term).flatMap { $0 > .zero ? $0 : nil } }
      if let life { set(&block, life) }
    }
  }
}

extension MobileIdPDraft {
  /// Reads a line such as `fault token server_error once`.
  fileprivate func readFault(_ line: SettingLine) {
    let terms = line.terms()
    guard (2...3).contains(terms.count), let named = terms[0].word, let code = terms[1].word,
      terms.count == 2 || terms[2].word == "once"
    else {
      return line.malformed(at: terms.count > 2 ? terms[2] : terms.first)
    }
    guard let place = MobileIdPOrg.Fault.Place(rawValue: named) else {
      reader.report(
        SettingProblem(
          .value, "a fault can't happen at `\(named)`", at: terms[0].place,
          help: "write it as \(line.form)", word: named,
          candidates: MobileIdPOrg.Fault.Place.allCases.map(\.rawValue)))
      return
    }
    var codes = MobileIdPOrg.faultCodes
    if place == .authorize { codes += MobileIdPOrg.sessionFaultCodes }
    guard codes.contains(code) else {
      reader.report(
        SettingProblem(
          .value, "`\(code)` isn't an error of `\(named)`", at: terms[1].place, word: code,
          candidates: codes))
      return
    }
    guard org.faults.count < MobileIdPLimits.faults else {
      return reader.tooMany("faults", MobileIdPLimits.faults, at: line.place)
    }
    org.faults.append(MobileIdPOrg.Fault(place: place, code: code, isOnce: terms.count == 3))
  }
}
