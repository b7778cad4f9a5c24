import FlowDiagnostics
import FlowEngine
import MobileIdPSimulator
import FlowHTTP
import Testing
import TestSupport
import SimulatorKit

@Suite("The settings of a simulated server for mobile identity providers")
struct MobileIdPSettingsTests {
  /// The findings of `build` in a text, each problem as its kind and the text at its location.
  static func problems(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    let settings = SettingText.parse(text)
    let (org, problems) = MobileIdPOrg.build(name: "acme", settings: settings)
    #expect((org == nil) == !problems.isEmpty)
    #expect(MobileIdPOrg.problems(name: "acme", settings: settings) == problems)
    return problems.map { problem in
      let place = Int(problem.place.start)..<Int(problem.place.end)
      return "\(problem.kind) \(String(decoding: bytes[place], as: UTF8.self))"
    }
  }

  static let whole = """
    login-hosts "login.salesforce.com", "test.salesforce.com"
    app "Authenticator" {
      role provider; id "com.acme.auth"; scheme "sampleidpapp"; consumer-key "IDP_KEY"
      callback "sampleidpapp://done"; scopes api, web; installed on
      login-hosts "test.salesforce.com", "login.salesforce.com"
      allow "Sample App"; check-caller on; passcode "1234"; unmatched-hint select-account
      second-request queue; refused-session login; passcode-attempts 3; login-attempts 100
      login by acme; messages ios; platform ios
    }
    app "Sample App" {
      role client; callback "sampleapp://oauth2/done"; consumer-key "SP_KEY"
      provider "Authenticator"; refresh-token "r" of "ada@acme.test"
      keychain-group "com.acme.shared"; keychain-access "com.acme.other"
      start-url "https://acme.test/home"; hybrid on; idpinit-while-waiting replace
    }
    app "Thief" { role hostile; scheme "sampleapp" }
    connected-app "SP_KEY" {
      callbacks "sampleapp://oauth2/done", "other://x"; scopes api; secret "s"; approval needed
    }
    user "ada@acme.test" {
      password "p"; name "Ada"; org "00D000000000002"; id "005000000000001AAA"
      host "test.salesforce.com"; status inactive; native-login on; approved "SP_KEY"
      logged-in "Authenticator", "Sample App" expired
    }
    receiver "sampleapp" "Thief"
    fault authorize ec-301 once
    lifetimes { code 2m; access-token 2h; refresh-token 90d }
    """

  private func names(_ settings: [Setting], in path: [String]) -> Set<[String]> {
    settings.reduce(into: []) { names, setting in
      names.insert(path + [setting.name])
      names.formUnion(self.names(setting.block ?? [], in: path + [setting.name]))
    }
  }

  @Test("All settings can be used together, and are in the schema")
  func together() {
    #expect(Self.problems(Self.whole) == [])
    #expect(
      names(SettingText.parse(Self.whole), in: []) == Set(MobileIdPOrg.schema.map(\.path)))
    for setting in MobileIdPOrg.schema {
      #expect(setting.form.contains("`\(setting.name)"), "\(setting.path)")
      #expect(setting.meaning.hasSuffix("."), "\(setting.path)")
    }
  }

  /// Two apps, for settings that require them.
  static let apps = """
    app p { role provider; scheme a; consumer-key k }
    app c { scheme b; consumer-key l }

    """

  @Test(
    "A valid setting has no problem",
    arguments: [
      "", "app \"a\" { scheme a; consumer-key k }", "app a { callback \"x:y\"; consumer-key k }",
      "app a { role hostile }",
      "app a { role hostile; scheme s }\napp b { role hostile; scheme s }",
      "connected-app k", "connected-app k { approval pre-authorized }",
      "connected-app k { callbacks \"sampleapp:x\" }", "user ada", "user ada {}",
      "user ada { host \"LOGIN.salesforce.com\" }", "user ada { id \"005000000000001\" }",
      "user a { id \"005000000000001\"; org \"00D000000000001\" }\n"
        + "user b { id \"005000000000001\"; org \"00D000000000002\" }",
      "lifetimes {}", "lifetimes { code 1s }", "fault token invalid_grant",
      "app a { scheme s; consumer-key k }\nuser u { logged-in a revoked }",
      apps + "user u { approved k }\nconnected-app k", "login-hosts localhost",
      "app a { scheme \"A+b-c.1\"; consumer-key k }",
    ])
  func right(text: String) {
    #expect(Self.problems(text) == [])
  }

  @Test(
    "A mistake is reported at its location",
    arguments: [
      ("colour red", ["unknown colour"]), ("connected-app k { colour red }", ["unknown colour"]),
      ("user u { colour red }", ["unknown colour"]),
      ("lifetimes { colour red }", ["unknown colour"]),
      (apps + "app q { role hostile; colour red }", ["unknown colour"]),
      ("app", ["value app"]), ("user a b", ["value b"]), ("connected-app \"\"", ["value \"\""]),
      ("user a, b", ["value b"]), ("user a\nuser A", ["duplicate user"]),
      ("app a { role hostile }\napp a { role hostile }", ["duplicate app"]),
      ("connected-app k\nconnected-app k", ["duplicate connected-app"]),
      ("app a { scheme s }", ["missing app"]), ("app a { consumer-key k }", ["missing app"]),
      ("app a", ["missing app", "missing app"]),
      ("app a { role server }", ["missing app", "missing app", "value server"]),
      ("login-hosts", ["value login-hosts"]),
      ("login-hosts \"https://a\"", ["value \"https://a\""]),
      ("login-hosts \"a/b\"", ["value \"a/b\""]), ("login-hosts \"a:1\"", ["value \"a:1\""]),
      ("login-hosts a, a", ["duplicate a"]), ("login-hosts a, A", ["duplicate A"]),
      ("login-hosts 5", ["value 5"]),
      ("user u { host \"test.salesforce.com\" }", ["value \"test.salesforce.com\""]),
      ("user u { password x }", ["value x"]), ("user u { password \"\" }", ["value \"\""]),
      ("user u { org \"005000000000001\" }", ["value \"005000000000001\""]),
      ("user u { id \"00D000000000001\" }", ["value \"00D000000000001\""]),
      ("user u { id \"0050000000000012\" }", ["value \"0050000000000012\""]),
      ("user u { id \"00500000000000:\" }", ["value \"00500000000000:\""]),
      (
        "user a { id \"005000000000001\" }\nuser b { id \"005000000000001AAA\" }",
        ["duplicate user"]
      ),
      ("user u { status gone }", ["value gone"]), ("user u { native-login yes }", ["value yes"]),
      ("user u { approved k }", ["value k"]), ("user u { logged-in }", ["value logged-in"]),
      ("user u { logged-in a }", ["value a"]), ("user u { name 5 }", ["value 5"]),
      (apps + "user u { logged-in p, p }", ["duplicate p"]),
      (apps + "user u { logged-in p lost }", ["value lost"]),
      (apps + "user u { logged-in p good }", ["value good"]),
      (apps + "user u { logged-in p expired twice }", ["value p"]),
      (apps + "app h { role hostile }\nuser u { logged-in h }", ["value h"]),
      ("connected-app k { callbacks \"https://x/\" }", ["value \"https://x/\""]),
      ("connected-app k { callbacks \"javascript:x\" }", ["value \"javascript:x\""]),
      ("connected-app k { callbacks \"nonsense\" }", ["value \"nonsense\""]),
      ("connected-app k { callbacks \"a://b c\" }", ["value \"a://b c\""]),
      ("connected-app k { callbacks \"a:b#c\" }", ["value \"a:b#c\""]),
      ("connected-app k { callbacks \"a:b\", \"a:b\" }", ["duplicate \"a:b\""]),
      ("connected-app k { scopes api, api }", ["duplicate api"]),
      ("connected-app k { scopes \"a b\" }", ["value \"a b\""]),
      ("connected-app k { scopes \"a,b\" }", ["value \"a,b\""]),
      ("connected-app k { secret s }", ["value s"]),
      ("connected-app k { approval given }", ["value given"]),
      ("receiver", ["value receiver"]), ("receiver a", ["value a"]),
      (apps + "receiver x c", ["value x"]), (apps + "receiver b p", ["value p"]),
      (apps + "receiver b c\nreceiver b c", ["duplicate b"]),
      ("fault token", ["value token"]), ("fault login server_error", ["value login"]),
      ("fault token lost", ["value lost"]), ("fault token ec-301", ["value ec-301"]),
      ("fault token server_error twice", ["value twice"]),
      ("lifetimes { code 0s }", ["value 0s"]), ("lifetimes { code 5 }", ["value 5"]),
      ("lifetimes { code 4000d }", ["value 4000d"]), ("lifetimes x {}", ["value x"]),
      ("lifetimes { code 1s; code 2s }", ["duplicate code"]),
    ])
  func wrong(text: String, problems: [String]) {
    #expect(Self.problems(text) == problems)
  }

  @Test(
    "A mistake in an app is reported at its location",
    arguments: [
      ("scheme \"1a\"", ["value \"1a\""]), ("scheme \"a b\"", ["value \"a b\""]),
      ("scheme https", ["value https"]), ("callback \"x\"", ["value \"x\""]),
      ("callback \"file:///x\"", ["value \"file:///x\""]), ("scopes 5", ["value 5"]),
      ("installed maybe", ["value maybe"]), ("login-hosts \"x.test\"", ["value \"x.test\""]),
      ("provider nobody", ["value nobody"]), ("provider z", ["value z"]),
      ("provider c", ["value c"]), ("allow c", ["value allow"]),
      ("passcode \"1\"", ["value passcode"]),
      ("check-caller on", ["value check-caller"]),
      ("unmatched-hint login", ["value unmatched-hint"]),
      ("refresh-token", ["value refresh-token"]), ("refresh-token r", ["value r"]),
      ("refresh-token \"r\" of", ["value of"]), ("refresh-token \"r\" by u", ["value by"]),
      ("refresh-token \"r\" of nobody", ["value nobody"]),
      ("role provider; provider p", ["value provider"]),
      ("role provider; refresh-token \"r\"", ["value refresh-token"]),
      ("role provider; unmatched-hint both", ["value both"]),
      ("role provider; allow nobody", ["value nobody"]), ("role provider; passcode 1", ["value 1"]),
      ("role provider; allow p, p", ["duplicate p"]),
      ("role hostile; passcode \"1\"", ["value passcode"]),
      ("id z2; id z3", ["duplicate id"]),
    ])
  func wrongApp(text: String, problems: [String]) {
    let callback = text.hasPrefix("scheme") || text.hasPrefix("callback") ? "" : "scheme z; "
    let whole = Self.apps + "app z { \(callback)consumer-key m; \(text) }"
    #expect(Self.problems(whole) == problems)
  }

  @Test(
    "K4: two apps can't share a scheme, unless one is hostile",
    arguments: [
      ("scheme a; consumer-key m", ["duplicate app"]),
      ("scheme A; consumer-key m", ["duplicate app"]),
      ("callback \"B://x\"; consumer-key m", ["duplicate app"]),
      ("scheme z; callback \"a:x\"; consumer-key m", ["duplicate app"]),
      ("role provider; scheme b; consumer-key m", ["duplicate app"]),
      ("role hostile; scheme a", []), ("scheme z; consumer-key m", []),
    ])
  func k4(text: String, problems: [String]) throws {
    #expect(Self.problems(Self.apps + "app z { \(text) }") == problems)
    guard !problems.isEmpty else { return }
    let found = MobileIdPOrg.problems(
      name: "acme", settings: SettingText.parse(Self.apps + "app z { \(text) }"))
    let problem = try #require(found.first)
    #expect(try #require(problem.other).start < problem.place.start)
    #expect(problem.message.contains("have the same scheme"))
  }

  @Test("Ids of apps differ, and no login shares its refresh token")
  func shared() {
    #expect(
      Self.problems(Self.apps + "app z { scheme z; consumer-key m; id a }") == ["duplicate app"])
    #expect(
      Self.problems(Self.apps + "app z { role hostile; id b }") == ["duplicate app"])
    let tokens = """
      app c { scheme b; consumer-key l; refresh-token "r" of u }
      app d { scheme d; consumer-key m; refresh-token "r" of u }
      user u
      """
    #expect(Self.problems(tokens) == ["duplicate \"r\""])
  }

  @Test(
    "A wrong word is answered with the right ones",
    arguments: [
      ("usr a", "usr", "user"), ("fault tokn server_error", "tokn", "token"),
      ("fault token servr_error", "servr_error", "server_error"),
      (apps + "user u { logged-in q }", "q", "p"),
      (apps + "user u { logged-in p expird }", "expird", "expired"),
      (apps + "app z { scheme z; consumer-key m; provider pp }", "pp", "p"),
      (apps + "app z { scheme z; consumer-key m; provider c }", "c", "p"),
      ("user u { host x }", "x", "login.salesforce.com"),
      ("user u { status activ }", "activ", "active"),
      ("app a { role provder; scheme s; consumer-key k }", "provder", "provider"),
      ("connected-app kk\nuser u { approved k }", "k", "kk"),
      (apps + "receiver bb c", "bb", "b"), (apps + "receiver b d", "d", "c"),
      ("app a { scheme s; consumer-key k; refresh-token \"r\" of adda }\nuser ada", "adda", "ada"),
    ])
  func candidates(text: String, word: String, right: String) throws {
    let problem = try #require(
      MobileIdPOrg.problems(name: "acme", settings: SettingText.parse(text)).first)
    #expect(problem.word == word)
    #expect(problem.candidates.contains(right))
  }

  @Test("Everything that can be repeated or be long has a limit")
  func bounds() {
    func many(_ count: Int, _ separator: String = "\n", _ line: (Int) -> String) -> String {
      (0..<count).map(line).joined(separator: separator)
    }
    for (limit, text) in [
      (32, { many($0) { "app a\($0) { role hostile }" } }),
      (64, { many($0) { "connected-app k\($0)" } }),
      (64, { many($0) { "user u\($0)" } }), (32, { many($0) { _ in "fault token server_error" } }),
      (16, { "login-hosts " + many($0, ", ") { "h\($0)" } }),
      (32, { "connected-app k { scopes \(many($0, ", ") { "s\($0)" }) }" }),
      (16, { "connected-app k { callbacks \(many($0, ", ") { "\"a:\($0)\"" }) }" }),
    ] as [(Int, (Int) -> String)] {
      #expect(Self.problems(text(limit)) == [])
      #expect(Self.problems(text(limit + 1)).count == 1)
    }
    let letters = { (count: Int) in String(repeating: "x", count: count) }
    for (limit, text) in [
      (100, { "user \"\($0)\"" }), (100, { "connected-app k { scopes \"\($0)\" }" }),
      (256, { "user u { password \"\($0)\" }" }), (100, { "user u { name \"\($0)\" }" }),
      (2046, { "connected-app k { callbacks \"a:\($0)\" }" }),
      (256, { "app a { scheme s; consumer-key k; refresh-token \"\($0)\" }" }),
    ] as [(Int, (String) -> String)] {
      #expect(Self.problems(text(letters(limit))) == [])
      #expect(Self.problems(text(letters(limit + 1))).count == 1)
    }
  }

  // MARK: Results

  @Test("Unset settings follow from the set ones")
  func defaults() throws {
    let org = try MobileIdPClient.org(MobileIdPClient.world)
    let client = try #require(org.app(named: "Sample App"))
    #expect(client.role == .client)
    #expect(client.id == "sampleapp")
    #expect(client.callback == "sampleapp://oauth2/done")
    #expect(client.isInstalled)
    #expect(client.loginHosts == ["login.salesforce.com", "test.salesforce.com"])
    #expect(client.provider == "Authenticator")
    #expect(client.refreshToken == nil)
    let provider = try #require(org.app(named: "Authenticator"))
    #expect(provider.role == .provider)
    #expect(provider.allowed == nil)
    #expect(!provider.checksCaller)
    #expect(provider.passcode == nil)
    #expect(!provider.showsAccountsOnUnknownHint)
    #expect(org.users.map(\.displayName) == ["Ada", "bob@acme.test"])
    #expect(org.users[0].hint == "00D000000000001EAA:005000000000001AAA")
    #expect(org.users.map(\.host) == ["login.salesforce.com", "test.salesforce.com"])
    #expect(org.logins(at: "Authenticator").map(\.username) == ["ada@acme.test", "bob@acme.test"])
    #expect(org.logins(at: "Sample App").isEmpty)
    #expect(org.inProcessAddress.description == "https://login.salesforce.com/")
    #expect(try MobileIdPClient.org("").loginHosts == ["login.salesforce.com"])
    let ids = try MobileIdPClient.org("user a\nuser b").users.map(\.userID)
    #expect(ids[0] != ids[1])
    #expect(ids.allSatisfy { $0.hasPrefix("005") && $0.utf8.count == 18 })
  }

  @Test("The settings determine the apps and users")
  func set() throws {
    let org = try MobileIdPClient.org(Self.whole)
    let provider = try #require(org.app(named: "Authenticator"))
    #expect(provider.id == "com.acme.auth")
    #expect(provider.callback == "sampleidpapp://done")
    #expect(provider.scopes == ["api", "web"])
    #expect(provider.loginHosts == ["test.salesforce.com", "login.salesforce.com"])
    #expect(provider.allowed == ["Sample App"])
    #expect(provider.checksCaller)
    #expect(provider.passcode == Secret("1234"))
    #expect(provider.showsAccountsOnUnknownHint)
    let client = try #require(org.app(named: "Sample App"))
    #expect(client.scheme == "sampleapp")
    #expect(client.refreshToken == Secret("r"))
    #expect(org.users[0].isNative)
    #expect(org.users[0].orgID == "00D000000000002")
    #expect(org.logins.count == 2)
    #expect(org.logins(at: "Sample App").first?.refreshToken == Secret("r"))
    guard case .delivered(let delivery) = org.device.open("sampleapp:x", from: "Authenticator")
    else { throw CancellationError() }
    #expect(delivery.receiver == "Thief")
  }

  @Test("Passwords, passcodes and tokens can come from outside the script")
  func secrets() {
    var settings = SettingText.parse("user u { password x }")
    settings[0].block?[0].values[0][0].kind = .secret(Secret("pw"))
    #expect(MobileIdPOrg.problems(name: "acme", settings: settings) == [])
  }
}
