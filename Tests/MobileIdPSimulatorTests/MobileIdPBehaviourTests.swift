import FlowEngine
import MobileIdPSimulator
import Testing

@Suite("Settings of apps for choices that the flow leaves to them")
struct MobileIdPBehaviourTests {
  private static let client = "app \"Sample App\" { scheme b; consumer-key l; "
  private static let provider = "app p { role provider; scheme a; consumer-key k; "

  private func app(_ text: String, _ settings: String) throws -> MobileIdPOrg.App {
    try #require(try MobileIdPClient.org("\(text)\(settings) }").apps.first)
  }

  @Test("Unset settings have the documented defaults")
  func defaults() throws {
    let client = try app(Self.client, "")
    #expect(client.messages == .strict)
    #expect(client.keychainGroup == nil && client.keychainAccess == nil && client.startURL == nil)
    #expect(!client.isHybrid && !client.replacesPending)
    let provider = try app(Self.provider, "")
    #expect(!provider.queuesSecondRequest && !provider.logsInOnRefusedSession)
    #expect(provider.passcodeAttempts == nil && provider.loginAttempts == nil)
    #expect(provider.loginOrg == nil)
  }

  @Test("Each setting of a provider can have both values")
  func provider() throws {
    func read<Value>(_ settings: String, _ path: KeyPath<MobileIdPOrg.App, Value>) throws -> Value {
      try app(Self.provider, settings)[keyPath: path]
    }
    #expect(try read("second-request queue", \.queuesSecondRequest))
    #expect(try !read("second-request refuse", \.queuesSecondRequest))
    #expect(try read("refused-session login", \.logsInOnRefusedSession))
    #expect(try !read("refused-session error", \.logsInOnRefusedSession))
    #expect(try read("passcode-attempts 1", \.passcodeAttempts) == 1)
    #expect(try read("passcode-attempts 100", \.passcodeAttempts) == 100)
    #expect(try read("login-attempts 3", \.loginAttempts) == 3)
    #expect(try read("login by acme", \.loginOrg)?.name == "acme")
    #expect(try read("login by \"the org\"", \.loginOrg)?.name == "the org")
    #expect(try read("messages ios", \.messages) == .ios)
    #expect(try read("messages strict", \.messages) == .strict)
  }

  @Test("Each setting of a client can have both values")
  func client() throws {
    func read<Value>(_ settings: String, _ path: KeyPath<MobileIdPOrg.App, Value>) throws -> Value {
      try app(Self.client, settings)[keyPath: path]
    }
    #expect(try read("messages ios", \.messages) == .ios)
    #expect(try read("hybrid on", \.isHybrid))
    #expect(try !read("hybrid off", \.isHybrid))
    #expect(try read("idpinit-while-waiting replace", \.replacesPending))
    #expect(try !read("idpinit-while-waiting refuse", \.replacesPending))
    #expect(
      try read("start-url \"https://acme.test/home\"", \.startURL) == "https://acme.test/home")
    #expect(try read("start-url \"http:x\"", \.startURL) == "http:x")
    #expect(try read("keychain-group \"g\"", \.keychainGroup) == "g")
    #expect(try read("keychain-group \"g\"", \.keychainAccess) == "g")
    let other = "keychain-group \"g\"; keychain-access \"h\""
    #expect(try read(other, \.keychainGroup) == "g")
    #expect(try read(other, \.keychainAccess) == "h")
  }

  @Test(
    "A mistake in a provider's setting is reported at its location",
    arguments: [
      ("second-request wait", ["value wait"]), ("refused-session ask", ["value ask"]),
      ("second-request", ["value second-request"]), ("passcode-attempts 0", ["value 0"]),
      ("passcode-attempts 101", ["value 101"]), ("passcode-attempts 1.5", ["value 1.5"]),
      ("login-attempts none", ["value none"]), ("login-attempts 0", ["value 0"]),
      ("login acme", ["value acme"]), ("login by", ["value by"]), ("login", ["value login"]),
      ("login by a b", ["value b"]), ("login by a, b", ["value b"]), ("login by 5", ["value by"]),
      ("login by a; login by b", ["duplicate login"]), ("messages android", ["value android"]),
      ("keychain-group \"g\"", ["value keychain-group"]),
      ("keychain-access \"g\"", ["value keychain-access"]), ("hybrid on", ["value hybrid"]),
      ("start-url \"https://x\"", ["value start-url"]),
      ("idpinit-while-waiting refuse", ["value idpinit-while-waiting"]),
    ])
  func wrongProvider(text: String, problems: [String]) {
    #expect(MobileIdPSettingsTests.problems("\(Self.provider)\(text) }") == problems)
  }

  @Test(
    "A mistake in a client's setting is reported at its location",
    arguments: [
      ("start-url \"home\"", ["value \"home\""]), ("start-url \"https:\"", ["value \"https:\""]),
      ("start-url \"https://a b\"", ["value \"https://a b\""]),
      ("start-url \"https://a#b\"", ["value \"https://a#b\""]), ("hybrid maybe", ["value maybe"]),
      ("idpinit-while-waiting queue", ["value queue"]), ("keychain-group 5", ["value 5"]),
      ("keychain-access \"\"", ["value \"\""]), ("messages 5", ["value 5"]),
      ("second-request queue", ["value second-request"]),
      ("refused-session error", ["value refused-session"]),
      ("passcode-attempts 3", ["value passcode-attempts"]),
      ("login-attempts 3", ["value login-attempts"]), ("login by acme", ["value login"]),
    ])
  func wrongClient(text: String, problems: [String]) {
    #expect(MobileIdPSettingsTests.problems("\(Self.client)\(text) }") == problems)
  }

  @Test("All providers of an org log in at the same one")
  func loginOrgs() throws {
    func text(_ first: String, _ second: String) -> String {
      Self.provider + "login by \(first) }\n"
        + "app q { role provider; scheme z; consumer-key m; login by \(second) }"
    }
    #expect(MobileIdPSettingsTests.problems(text("acme", "other")) == ["duplicate other"])
    let org = try MobileIdPClient.org(text("acme", "acme"))
    #expect(org.loginOrg?.name == "acme")
    #expect(try MobileIdPClient.org(MobileIdPClient.world).loginOrg == nil)
  }

  @Test(
    "Callbacks and hosts must be usable by apps",
    arguments: [
      ("connected-app k { callbacks \"a:\" }", ["value \"a:\""]),
      ("login-hosts \"a_b\"", ["value \"a_b\""]), ("login-hosts \"[::1]\"", ["value \"[::1]\""]),
    ])
  func unusable(text: String, problems: [String]) {
    #expect(MobileIdPSettingsTests.problems(text) == problems)
  }

  @Test("Names and start URLs are limited in length")
  func bounds() {
    let letters = { (count: Int) in String(repeating: "x", count: count) }
    for (limit, text) in [
      (100, { "\(Self.provider)login by \"\($0)\" }" }),
      (100, { "\(Self.client)keychain-group \"\($0)\" }" }),
      (2046, { "\(Self.client)start-url \"a:\($0)\" }" }),
    ] as [(Int, (String) -> String)] {
      #expect(MobileIdPSettingsTests.problems(text(letters(limit))) == [])
      #expect(MobileIdPSettingsTests.problems(text(letters(limit + 1))).count == 1)
    }
  }
}
