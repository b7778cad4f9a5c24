import FlowDiagnostics
import FlowEngine
import FlowScript
import FlowSimulation
import OktaSimulator
import FlowSyntax
import FlowInterpreter
import MobileIdPEngine
import Testing
import MobileIdPSimulator

@Suite("The world of an org of apps")
struct MobileIdPWorldTests {
  private func world(_ settings: String) throws -> MobileIdPWorld {
    let source = SourceFile(name: "org.flow", text: "org a for mobile-idp {\n\(settings)\n}")
    let org = try #require(Program.load(source).program.orgs["a"])
    let (built, problems) = MobileIdPOrg.build(
      name: "a", settings: org.settings(sources: ValueSources()).settings)
    #expect(problems == [])
    return DeviceApps(try #require(built)).world()
  }

  private static let provider = "app p { role provider; scheme a; consumer-key k }\n"
  private static let ada = "user ada { id \"005000000000001AAA\"; name \"Ada\"\n"

  @Test("Installed apps are in it, by their roles, in their order")
  func apps() throws {
    let world = try world(
      """
      app p { role provider; scheme a; consumer-key k }
      app c { scheme c; consumer-key l }
      app h { role hostile; scheme c }
      app d { scheme d; consumer-key m }
      app gone { scheme e; consumer-key n; installed off }
      app q { role provider; scheme f; consumer-key o; installed off }
      """)
    #expect(world.clients.map(\.name) == ["c", "d"])
    #expect(world.providers.map(\.name) == ["p"])
    // A client that doesn't exist can still be begun with, and isn't found then.
    #expect(world.providers[0].configuration.clients.map(\.name) == ["c", "d", "gone"])
    #expect(world.login == nil)
  }

  @Test("Unset settings have the documented defaults")
  func defaults() throws {
    let world = try world("\(Self.provider)app c { scheme c; consumer-key l; scopes api }")
    let client = try #require(world.clients.first?.configuration)
    #expect(client.clientID == "l")
    #expect(client.callback.text == "c://oauth2/done")
    #expect(client.scopes.names == ["api"])
    #expect(client.appName == "c")
    #expect(client.hosts.map(\.name) == ["login.salesforce.com"])
    #expect(client.providerScheme == nil)
    #expect(client.profile == .strict && !client.isHybrid && !client.replacesPending)
    #expect(client.keychainGroups == [])
    #expect(world.clients[0].accounts.isEmpty && world.clients[0].refreshToken == nil)
    let provider = try #require(world.providers.first?.configuration)
    #expect(provider.scheme.text == "a")
    #expect(provider.profile == .strict)
    #expect(provider.unmatchedHint == .login)
    #expect(provider.secondRequest == .refuse)
    #expect(provider.refusedSession == .error)
    #expect(!provider.verifiesCaller && provider.allowedClients == nil && provider.passcode == nil)
    #expect(provider.passcodeAttempts == nil && provider.loginAttempts == nil)
    #expect(provider.clients.first?.keychainGroup == nil)
    #expect(provider.clients.first?.startURL == nil)
    #expect(world.providers[0].users.isEmpty && world.providers[0].current == nil)
  }

  @Test("Set values are the apps' configuration")
  func configured() throws {
    let world = try world(
      """
      login-hosts "login.salesforce.com", "test.salesforce.com"
      app p {
        role provider; scheme a; consumer-key k; messages ios; unmatched-hint select-account
        second-request queue; refused-session login; check-caller on; allow c; passcode "1"
        passcode-attempts 3; login-attempts 4; login-hosts "test.salesforce.com"
      }
      app c {
        scheme c; consumer-key l; provider p; messages ios; hybrid on
        idpinit-while-waiting replace; keychain-group g; keychain-access h
        start-url "https://acme.test/"
      }
      """)
    let client = try #require(world.clients.first?.configuration)
    #expect(client.providerScheme?.text == "a")
    #expect(client.hosts.map(\.name) == ["login.salesforce.com", "test.salesforce.com"])
    #expect(client.profile == .ios && client.isHybrid && client.replacesPending)
    #expect(client.keychainGroups == ["h"])
    let provider = try #require(world.providers.first?.configuration)
    #expect(provider.hosts.map(\.name) == ["test.salesforce.com"])
    #expect(provider.profile == .ios)
    #expect(provider.unmatchedHint == .selectAccount)
    #expect(provider.secondRequest == .queue)
    #expect(provider.refusedSession == .login)
    #expect(provider.verifiesCaller && provider.allowedClients == ["l"])
    #expect(provider.passcode == Secret("1"))
    #expect(provider.passcodeAttempts == 3 && provider.loginAttempts == 4)
    #expect(provider.clients.first?.keychainGroup == "g")
    #expect(provider.clients.first?.startURL?.text == "https://acme.test/")
  }

  @Test("A provider can begin with the clients that name it, or none")
  func startable() throws {
    let world = try world(
      """
      app p { role provider; scheme a; consumer-key k }
      app q { role provider; scheme b; consumer-key l }
      app c { scheme c; consumer-key m; provider p }
      app d { scheme d; consumer-key n; provider q }
      app e { scheme e; consumer-key o }
      """)
    #expect(
      world.providers.map { $0.configuration.clients.map(\.name) } == [["c", "e"], ["d", "e"]])
  }

  @Test("Signed-in users have accounts and tokens, and every user has a name")
  func users() throws {
    let world = try world(
      """
      \(Self.provider)app c { scheme c; consumer-key l; scopes api }
      \(Self.ada)logged-in p, c; native-login on }
      user bob { id "005000000000002AAA"; logged-in p, c }
      user eve { id "005000000000003AAA" }
      """)
    let org = "00D000000000001EAA"
    let ada = try #require(UserHint(org: org, user: "005000000000001AAA"))
    let bob = try #require(UserHint(org: org, user: "005000000000002AAA"))
    let eve = try #require(UserHint(org: org, user: "005000000000003AAA"))
    #expect(world.usernames == [ada: "ada", bob: "bob", eve: "eve"])
    let users = world.providers[0].users
    #expect(users.map(\.account.username) == ["ada", "bob"])
    #expect(users.map(\.account.name) == ["Ada", "bob"])
    #expect(users.map(\.account.isSelectable) == [false, true])
    #expect(users.allSatisfy { $0.accessToken != nil && $0.refreshToken != nil })
    // An account that can't be chosen isn't in use.
    #expect(world.providers[0].current == bob)
    #expect(world.clients[0].accounts.map(\.user) == [ada, bob])
    #expect(world.clients[0].current == ada)
    #expect(world.clients[0].refreshToken == nil)
    #expect(world.clients[0].accounts[0].host.name == "login.salesforce.com")
    #expect(world.clients[0].accounts[0].scopes.names == ["api", "refresh_token"])
  }

  @Test("A refresh token belongs to its user, or to no user that the app knows")
  func storedToken() throws {
    let apps = Self.provider + "app c { scheme c; consumer-key l; refresh-token \"r\""
    let named = try world("\(apps) of bob }\n\(Self.ada)logged-in c }\nuser bob")
    #expect(named.clients[0].accounts.count == 2)
    #expect(named.clients[0].current == named.clients[0].accounts[1].user)
    #expect(named.clients[0].accounts[1].refreshToken == Secret("r"))
    #expect(named.clients[0].refreshToken == nil)
    let alone = try world("\(apps) }\n\(Self.ada) }")
    #expect(alone.clients[0].accounts.isEmpty && alone.clients[0].current == nil)
    #expect(alone.clients[0].refreshToken == Secret("r"))
  }

  @Test("Every accepted setting is accepted by the engine")
  func everything() throws {
    let long = String(repeating: "x", count: 100)
    let callback = "a:" + String(repeating: "y", count: 2046)
    let world = try world(
      """
      login-hosts localhost, "a.b-c.test"
      app "\(long)" { role provider; scheme "\(long)"; consumer-key "\(long)"; scopes "\(long)" }
      app c { callback "\(callback)"; consumer-key l; start-url "\(callback)"; provider "\(long)" }
      app d { callback "e:f"; consumer-key m }
      user "\(long)" { id "005zzzZZZ999zzz"; org "00DzzzZZZ999zzz"; logged-in "\(long)" }
      user u
      """)
    #expect(world.clients.count == 2 && world.providers.count == 1)
    #expect(world.providers[0].configuration.clients.count == 2)
    #expect(world.providers[0].configuration.clients[0].startURL?.text == callback)
    #expect(world.clients[0].configuration.providerScheme?.text == long)
    #expect(world.clients[0].configuration.hosts.count == 2)
    #expect(world.providers[0].users.count == 1)
    #expect(world.usernames.count == 2)
    let demo = EngineKit.mobileIdP.demo
    #expect(Program.load(demo).diagnostics.isEmpty)
  }
}
