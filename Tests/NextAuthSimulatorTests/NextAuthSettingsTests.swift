import FlowDiagnostics
import FlowEngine
import NextAuthSimulator
import FlowHTTP
import Testing
import TestSupport
import SimulatorKit

@Suite("The settings of a simulated nextAuth") struct NextAuthSettingsTests {
  /// The findings of `build` in a text, each problem as its kind and the text at its location.
  static func problems(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    let (org, problems) = NextAuthOrg.build(name: "bank", settings: SettingText.parse(text))
    #expect((org == nil) == !problems.isEmpty)
    #expect(
      NextAuthOrg.problems(name: "bank", settings: SettingText.parse(text)) == problems)
    return problems.map { problem in
      let place = Int(problem.place.start)..<Int(problem.place.end)
      return "\(problem.kind) \(String(decoding: bytes[place], as: UTF8.self))"
    }
  }

  static let whole = """
    scheme "bankapp"
    server "bank.example" {
      ping 60s; second-factor after 5m; require pin, biometric; attempts 3; penalty 30s
      unique-names on; visual-hash on
      announce "title" "Sign in"; announce logo "https://bank.example/l.png"
      info "balance" "12 EUR"; info logo "https://bank.example/i.png"
      login fails 48 once after 5s; parameters fail 64; verification fails 49 once
      preselect "sam"; user-input "I agree"; expire 2m; enrollment stays
    }
    server shop.example { ping none; second-factor never }
    account "jane" { server "shop.example"; id "acc-1" }
    account sam
    device {
      preset sdk; pin "1234" blocked; biometric fails 2
      last-input 10m ago; last-pin 2h ago; biometric-uses 3
      history logged-out "jane" 3d ago; history aborted 100d ago
      start-manually on; select-single-account off; session-timeout 2m; input-timeout 0s
      single-account off; hide-visual-hash off; biometrics-disabled off
      block-when-pin-blocked off; max-uses-without-pin 0; max-time-without-pin 0s
      require-without-app-login off; app-login-timeout 0s; app-login-idle 0s; history-expiry 90d
    }
    """

  @Test("All settings can be used together, and are in the schema")
  func together() {
    #expect(Self.problems(Self.whole) == [])
    #expect(
      names(SettingText.parse(Self.whole), in: []) == Set(NextAuthOrg.schema.map(\.path)))
    for setting in NextAuthOrg.schema {
      #expect(setting.form.contains("`\(setting.name)"), "\(setting.path)")
      #expect(setting.meaning.hasSuffix("."), "\(setting.path)")
    }
  }

  private func names(_ settings: [Setting], in path: [String]) -> Set<[String]> {
    settings.reduce(into: []) { names, setting in
      names.insert(path + [setting.name])
      names.formUnion(self.names(setting.block ?? [], in: path + [setting.name]))
    }
  }

  @Test(
    "A valid setting has no problem",
    arguments: [
      "", "server \"a\"", "server a {}", "account jane", "account \"jane\" {}", "device {}",
      "server a { ping 0s }", "server a { ping 0 }", "server a { penalty 0s }",
      "server a { second-factor never }", "server a { require biometric }",
      "server a { login after 5s }", "server a { login fails 1 }", "server a { login fails 999 }",
      "account jane { server a }\nserver a", "server a { preselect jane }\naccount jane",
      "server a { preselect \"acc-1\" }\naccount jane { id acc-1 }",
      "server a\nserver b\naccount jane\naccount jane { server b }",
      "device { single-account on }\naccount jane", "device { biometric on; pin \"0\" }",
      "device { biometric off }", "device { biometric removed }", "device { preset documentation }",
      "device { history error \"jane\" 0s ago }\naccount jane", "scheme \"a+b-c.1\"",
    ])
  func right(text: String) {
    #expect(Self.problems(text) == [])
  }

  @Test(
    "A mistake is reported at its location",
    arguments: [
      ("colour red", ["unknown colour"]), ("server a { colour red }", ["unknown colour"]),
      ("account a { colour red }", ["unknown colour"]),
      ("device { colour red }", ["unknown colour"]), ("server", ["value server"]),
      ("server a b", ["value b"]), ("server a, b", ["value b"]), ("server \"\"", ["value \"\""]),
      ("server a\nserver a", ["duplicate server"]), ("account", ["value account"]),
      ("account jane\naccount jane", ["duplicate account"]),
      ("account a { id x }\naccount b { id x }", ["duplicate account"]),
      ("account a { server nowhere }", ["value nowhere"]),
      ("account a { id b { } }", ["value id"]),
      ("server a { ping 60s; ping 30s }", ["duplicate ping"]),
      ("server a { ping }", ["value ping"]),
      ("server a { ping 3 }", ["value 3"]), ("server a { ping never }", ["value never"]),
      ("server a { ping 4000d }", ["value 4000d"]),
      ("server a { second-factor }", ["value second-factor"]),
      ("server a { second-factor sometimes }", ["value sometimes"]),
      ("server a { second-factor after }", ["value after"]),
      ("server a { second-factor after 5 }", ["value 5"]),
      ("server a { second-factor never 5m }", ["value never"]),
      ("server a { require }", ["value require"]),
      ("server a { require password }", ["value password"]),
      ("server a { require pin, pin }", ["duplicate pin"]),
      ("server a { attempts 0 }", ["value 0"]), ("server a { attempts 21 }", ["value 21"]),
      ("server a { attempts 1.5 }", ["value 1.5"]), ("server a { penalty 5 }", ["value 5"]),
      ("server a { unique-names yes }", ["value yes"]),
      ("server a { visual-hash \"on\" }", ["value \"on\""]),
      ("server a { announce \"title\" }", ["value \"title\""]),
      ("server a { announce title 5 }", ["value title"]),
      ("server a { info a \"1\"; info a \"2\" }", ["duplicate a"]),
      ("server a { info logo \"1\"; info logo \"2\" }", ["duplicate logo"]),
      ("server a { login }", ["value login"]), ("server a { login fails }", ["value fails"]),
      ("server a { login fails 0 }", ["value 0"]),
      ("server a { login fails 1000 }", ["value 1000"]),
      ("server a { login fails 48 twice }", ["value twice"]),
      ("server a { login after }", ["value after"]), ("server a { login soon }", ["value soon"]),
      ("server a { parameters fails 64 }", ["value fails"]),
      ("server a { parameters fail 64 after 5s }", ["value after"]),
      ("server a { verification fail 49 }", ["value fail"]),
      ("server a { preselect jane }", ["value jane"]),
      ("server a\nserver b { preselect jane }\naccount jane", ["value jane"]),
      ("server a { user-input \"\" }", ["value \"\""]), ("server a { expire 0s }", ["value 0s"]),
      ("server a { expire }", ["value expire"]), ("server a { enrollment ends }", ["value ends"]),
      ("scheme \"1a\"", ["value \"1a\""]), ("scheme \"a b\"", ["value \"a b\""]),
      ("device x {}", ["value x"]), ("device {}\ndevice {}", ["duplicate device"]),
      ("device { preset vendor }", ["value vendor"]), ("device { pin }", ["value pin"]),
      ("device { pin 1234 }", ["value 1234"]), ("device { pin \"\" }", ["value \"\""]),
      ("device { pin \"1\" open }", ["value open"]), ("device { biometric }", ["value biometric"]),
      ("device { biometric maybe }", ["value maybe"]),
      ("device { biometric fails }", ["value fails"]),
      ("device { biometric fails 0 }", ["value 0"]), ("device { last-input 10m }", ["value 10m"]),
      ("device { last-pin ago }", ["value ago"]),
      ("device { biometric-uses 1001 }", ["value 1001"]),
      ("device { history logged-out 3d }", ["value logged-out"]),
      ("device { history logged-in 3d ago }", ["value logged-in"]),
      ("device { history aborted \"jane\" 3d ago }", ["value \"jane\""]),
      ("device { start-manually 1 }", ["value 1"]),
      ("device { session-timeout 5 }", ["value 5"]),
      ("device { max-uses-without-pin 5m }", ["value 5m"]),
      ("device { single-account on }\naccount a\naccount b", ["value single-account"]),
      (
        "colour red\nserver a { ping 3 }\ndevice { pin }",
        ["unknown colour", "value 3", "value pin"]
      ),
    ])
  func wrong(text: String, problems: [String]) {
    #expect(Self.problems(text) == problems)
  }

  @Test(
    "A wrong word is answered with the right ones",
    arguments: [
      ("server a { pingg 60s }", "pingg", "ping"),
      ("server a { second-factor allways }", "allways", "always"),
      ("server a { require bin }", "bin", "pin"),
      ("account x { server bamk }\nserver bank", "bamk", "bank"),
      ("server a { preselect jame }\naccount jane", "jame", "jane"),
      ("device { preset sdkk }", "sdkk", "sdk"), ("device { biometric onn }", "onn", "on"),
      ("device { history abortd 1d ago }", "abortd", "aborted"),
      ("server a { unique-names onn }", "onn", "on"),
    ])
  func candidates(text: String, word: String, right: String) throws {
    let problems = NextAuthOrg.problems(name: "bank", settings: SettingText.parse(text))
    let problem = try #require(problems.first)
    #expect(problem.word == word)
    #expect(problem.candidates.contains(right))
  }

  @Test("A duplicate names both locations")
  func places() throws {
    for text in [
      "server a { ping 1s; ping 2s }", "server a\nserver a", "account a\naccount a",
      "server a { require pin, pin }",
    ] {
      let problem = try #require(
        NextAuthOrg.problems(name: "bank", settings: SettingText.parse(text)).first)
      let other = try #require(problem.other)
      #expect(other.start < problem.place.start)
    }
  }

  @Test("Everything that can be repeated or be long has a limit")
  func bounds() {
    func many(_ count: Int, _ line: (Int) -> String) -> String {
      (0..<count).map(line).joined(separator: "\n")
    }
    for (limit, line) in [
      (16, { "server s\($0)" }), (64, { "account a\($0)" }),
    ] as [(Int, (Int) -> String)] {
      #expect(Self.problems(many(limit, line)) == [])
      #expect(Self.problems(many(limit + 1, line)).count == 1)
    }
    let texts = { (count: Int) in "server a {\n\(many(count) { "info k\($0) \"x\"" })\n}" }
    #expect(Self.problems(texts(16)) == [])
    #expect(Self.problems(texts(17)).count == 1)
    let past = { (count: Int) in "device {\n\(many(count) { _ in "history error 1d ago" })\n}" }
    #expect(Self.problems(past(64)) == [])
    #expect(Self.problems(past(65)).count == 1)
    let letters = { (count: Int) in String(repeating: "x", count: count) }
    for (limit, line) in [
      (100, { "server \"\($0)\"" }), (100, { "account \"\($0)\"" }),
      (100, { "server a { info \"\($0)\" \"x\" }" }), (512, { "server a { info k \"\($0)\" }" }),
      (512, { "server a { user-input \"\($0)\" }" }), (64, { "device { pin \"\($0)\" }" }),
    ] as [(Int, (String) -> String)] {
      #expect(Self.problems(line(letters(limit))) == [])
      #expect(Self.problems(line(letters(limit + 1))).count == 1)
    }
  }

  @Test("A PIN can come from outside the script")
  func secret() {
    var settings = SettingText.parse("device { pin x }")
    settings[0].block?[0].values[0][0].kind = .secret(Secret("1234"))
    #expect(NextAuthOrg.problems(name: "bank", settings: settings) == [])
  }

  // MARK: Results

  @Test("A bare org has one server of its name, and an empty device")
  func bare() throws {
    let client = try NextAuthClient()
    let payload = try client.offer()
    #expect(payload["server"] == "bank.example")
    #expect(client.names == [])
    #expect(client.factors["pin"] == false)
    #expect(client.factors["biometric"] == false)
    #expect(client.factors["pinBlocked"] == false)
    #expect(client.factors["lastInputAgo"] == nil)
    #expect(client.factors["lastPinAgo"] == nil)
  }

  @Test("The presets differ in the SDK's two defaults, and explicit settings override them")
  func presets() throws {
    func defaults(_ text: String) throws -> [JSON?] {
      let configuration = try NextAuthClient(text).ask("/sdk/device")["configuration"]
      return [
        configuration?["manuallyStartUserInteraction"],
        configuration?["automaticallySelectSingleAccountWhenSecondFactorNeeded"],
      ]
    }
    #expect(try defaults("") == [true, false])
    #expect(try defaults("device { preset documentation }") == [true, false])
    #expect(try defaults("device { preset sdk }") == [false, true])
    #expect(try defaults("device { start-manually on; preset sdk }") == [true, true])
    #expect(
      try defaults("device { preset sdk; select-single-account off }") == [false, false])
  }

  @Test(
    "Each setting of the device is its part of the SDK's configuration",
    arguments: [
      ("start-manually", "manuallyStartUserInteraction", true, "off", false),
      (
        "select-single-account", "automaticallySelectSingleAccountWhenSecondFactorNeeded", false,
        "on", true
      ),
      ("session-timeout", "sessionTimeout", 120, "90s", 90),
      ("session-timeout", "sessionTimeout", 120, "0s", 0),
      ("input-timeout", "secondFactorUserInputTimeout", 0, "1.5s", .double(1.5)),
      ("single-account", "singleAccount", false, "on", true),
      ("hide-visual-hash", "hideVash", false, "on", true),
      ("biometrics-disabled", "biometricsDisabled", false, "on", true),
      ("block-when-pin-blocked", "blockSecondFactorOnPINBlocked", false, "on", true),
      ("max-uses-without-pin", "maxNumberSecondFactorWithoutPIN", 0, "3", 3),
      ("max-time-without-pin", "maxTimeSecondFactorWithoutPIN", 0, "2h", 7200),
      (
        "require-without-app-login", "alwaysRequireSecondFactorIfInactiveAppLogin", false, "on",
        true
      ),
      ("app-login-timeout", "timeoutAppLogin", 0, "1h", 3600),
      ("app-login-idle", "timeoutInactivityAppLogin", 0, "5m", 300),
      ("history-expiry", "expiryHistoryItems", 7_776_000, "30d", 2_592_000),
    ] as [(String, String, JSON, String, JSON)])
  func configuration(name: String, wire: String, usual: JSON, written: String, value: JSON) throws {
    let bare = try NextAuthClient().ask("/sdk/device")["configuration"]
    #expect(bare?[wire] == usual)
    let set = try NextAuthClient("device { \(name) \(written) }").ask("/sdk/device")
    #expect(set["configuration"]?[wire] == value)
    #expect(set["configuration"]?.object?.members.count == bare?.object?.members.count)
  }
}
