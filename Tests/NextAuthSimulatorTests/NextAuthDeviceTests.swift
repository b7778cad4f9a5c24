import FlowEngine
import NextAuthSimulator
import FlowHTTP
import Testing

@Suite("The simulated nextAuth device") struct NextAuthDeviceTests {
  @Test("It reports the registrations, and their last use, as time passes")
  func factors() throws {
    let client = try NextAuthClient(
      """
      device { pin "1" blocked; biometric on; last-input 10m ago; last-pin 2h ago; biometric-uses 3 }
      """)
    #expect(
      client.factors == [
        "pin": true, "biometric": true, "pinBlocked": true, "lastInputAgo": 600,
        "lastPinAgo": 7200, "biometricUses": 3,
      ])
    client.clock.advance(by: .milliseconds(1500))
    #expect(client.factors["lastInputAgo"] == .double(601.5))
  }

  @Test("Accounts keep their ids from run to run, unless the script gives one")
  func accounts() throws {
    let text = """
      server "bank.example"
      server "shop.example"
      account "jane"
      account "jane" { server "shop.example" }
      account "sam" { id "acc-7" }
      """
    let (first, second) = (try NextAuthClient(text, seed: 1), try NextAuthClient(text, seed: 2))
    #expect(first.accounts == second.accounts)
    #expect(first.names == ["jane", "jane", "sam"])
    #expect(Set(first.accounts.compactMap { $0["id"]?.string }).count == 3)
    #expect(first.account("sam") == "acc-7")
    #expect(
      first.accounts.map { $0["server"] } == ["bank.example", "shop.example", "bank.example"])
  }

  @Test("The history is listed oldest first, and ages")
  func history() throws {
    let client = try NextAuthClient(
      """
      account "jane" { id "j" }
      device { history aborted 1h ago; history logged-in-one-shot "jane" 2d ago; history error 0s ago }
      """)
    client.ask("/sdk/device")
    client.clock.advance(by: .seconds(5))
    let history = try #require(client.ask("/sdk/device")["history"]?.array)
    #expect(
      history.map { $0["status"] } == ["LOGGED_IN_ONE_SHOT", "ABORTED", "ERROR"] as [JSON?])
    #expect(history.map { $0["age"] } == [172_805, 3605, 5] as [JSON?])
    #expect(history[0]["account"]?["name"] == "jane")
    #expect(history[1]["account"] == nil)
    #expect(history.allSatisfy { $0["server"] == "bank.example" && $0["kind"] == "login" })
    #expect(Set(history.compactMap { $0["session"]?.integer }).count == 3)
    #expect(history.allSatisfy { ($0["session"]?.integer ?? 1) <= 0 })
  }

  @Test("The key of push messages is constant in one run, and depends on the seed")
  func pushKey() throws {
    let clients = try [1, 1, 2].map { try NextAuthClient(seed: $0) }
    let keys = clients.map { $0.ask("/sdk/device")["pushKey"]?.string }
    #expect(keys[0] == keys[1])
    #expect(keys[0] != keys[2])
    clients[0].ask("/sdk/events")
    #expect(clients[0].ask("/sdk/device")["pushKey"]?.string == keys[0])
    #expect(try Base64URL.decode(#require(keys[0]))?.count == 32)
  }

  @Test("A deleted account takes its sessions with it, and the last one takes the factors")
  func deletion() throws {
    let client = try NextAuthClient(
      """
      server "bank.example"
      server "free.example" { second-factor never }
      account "jane"; account "sam"; account "joe" { server "free.example" }
      device { pin "1234"; biometric on }
      """)
    let session = try client.logIn("jane")
    let jane = try #require(client.account("jane"))
    client.ask("/sdk/delete-account", ["account": .string(jane)])
    #expect(client.names == ["sam", "joe"])
    #expect(client.factors["pin"] == true)
    let factor = client.factor(session, pin: "1234")
    #expect(client.refusal("/sdk/second-factor", factor) == "404 unknown-session")
    #expect(
      client.refusal("/sdk/delete-account", ["account": .string(jane)]) == "404 unknown-account")
    let sam = try #require(client.account("sam"))
    client.ask("/sdk/delete-account", ["account": .string(sam)])
    // Joe's server requires no second factor.
    #expect(client.names == ["joe"])
    #expect(client.factors["pin"] == false)
    #expect(client.factors["biometric"] == false)
    #expect(client.events == [])
  }

  @Test("An account that needs no factor removes none")
  func headless() throws {
    let client = try NextAuthClient(
      """
      server "free.example" { second-factor never }
      account "joe"
      device { pin "1234" }
      """)
    let joe = try #require(client.account("joe"))
    client.ask("/sdk/delete-account", ["account": .string(joe)])
    #expect(client.names == [])
    #expect(client.factors["pin"] == true)
  }

  // MARK: Outside events

  static let settings = """
    server "bank.example"
    server "shop.example"
    account "jane" { id "j" }
    account "sam" { id "s" }
    account "sam" { server "shop.example"; id "s2" }
    device { pin "1234"; biometric on }
    """

  @Test("A server that logs out reports each session once, by account if one is named")
  func serverLogout() throws {
    let client = try NextAuthClient(Self.settings)
    #expect(client.refusal("/outside/server-logout") == "400 bad-parameter")
    let (jane, sam) = (try client.logIn("jane"), try client.logIn("sam"))
    #expect(client.refusal("/outside/server-logout", ["account": "joe"]) == "400 bad-parameter")
    #expect(
      client.refusal("/outside/server-logout", ["server": "shop.example"]) == "400 bad-parameter")
    client.ask("/outside/server-logout", ["account": "sam"])
    #expect(client.events == [["type": "logout", "nonce": sam["nonce"] ?? .null]])
    #expect(client.events == [])
    client.ask("/outside/server-logout")
    #expect(client.events == [["type": "logout", "nonce": jane["nonce"] ?? .null]])
    #expect(client.refusal("/outside/server-logout") == "400 bad-parameter")
  }

  @Test("A failed ping is a logout with its own reason")
  func pingLost() throws {
    let client = try NextAuthClient(Self.settings)
    #expect(client.refusal("/outside/ping-lost") == "400 bad-parameter")
    let jane = try client.logIn("jane")
    client.ask("/outside/ping-lost", ["account": "j"])
    #expect(
      client.events == [["type": "logout", "nonce": jane["nonce"] ?? .null, "cause": "ping"]])
  }

  @Test("Only sessions that are logged in can be logged out by their server")
  func pending() throws {
    let client = try NextAuthClient(Self.settings)
    try client.begin()
    #expect(client.refusal("/outside/server-logout") == "400 bad-parameter")
    let oneShot = try NextAuthClient(
      "server a { ping none }\naccount jane\ndevice { pin \"1234\" }")
    try oneShot.logIn("jane")
    #expect(oneShot.refusal("/outside/server-logout") == "400 bad-parameter")
    #expect(oneShot.refusal("/outside/ping-lost") == "400 bad-parameter")
  }

  @Test("An account that its server deletes disappears at once, and is reported")
  func accountDeleted() throws {
    let client = try NextAuthClient(Self.settings)
    #expect(client.refusal("/outside/account-deleted") == "400 bad-parameter")
    #expect(client.refusal("/outside/account-deleted", ["account": "sam"]) == "400 bad-parameter")
    #expect(client.refusal("/outside/account-deleted", ["account": "joe"]) == "400 bad-parameter")
    client.ask("/outside/account-deleted", ["account": "sam", "server": "shop.example"])
    #expect(client.names == ["jane", "sam"])
    // The SDK, which hasn't been informed, can delete it as well.
    client.ask("/sdk/delete-account", ["account": "s2"])
    #expect(client.events == [["type": "account-deleted", "account": "s2"]])
    #expect(client.refusal("/sdk/delete-account", ["account": "s2"]) == "404 unknown-account")
    client.ask("/outside/account-deleted", ["account": "jane"])
    // The only one needs no name.
    client.ask("/outside/account-deleted")
    #expect(client.names == [])
    #expect(client.factors["pin"] == false)
    #expect(client.refusal("/outside/account-deleted") == "400 bad-parameter")
  }

  @Test("A removed biometric is reported once, or found at its next use")
  func biometricsRemoved() throws {
    let told = try NextAuthClient(Self.settings)
    let asking = try told.begin()
    told.ask("/outside/biometrics-removed")
    #expect(told.events == [["type": "biometrics-removed"]])
    #expect(told.factors["biometric"] == false)
    #expect(told.refusal("/outside/biometrics-removed") == "400 bad-parameter")
    // A session that has asked for it before gets it again.
    #expect(told.verify(asking) == "BIOMETRICS_REMOVED")
    let again = told.factor(asking)
    #expect(told.refusal("/sdk/second-factor", again) == "400 not-allowed")

    let found = try NextAuthClient(Self.settings)
    let session = try found.begin()
    found.ask("/outside/biometrics-removed")
    #expect(found.verify(session) == "BIOMETRICS_REMOVED")
    #expect(found.factors["biometric"] == false)
    #expect(found.events == [])
    #expect(found.verify(session, pin: "1234") == "SUCCESS")

    // If there was no other, the next one is the first.
    let bare = try NextAuthClient("account jane { id j }\ndevice { biometric on }")
    bare.ask("/outside/biometrics-removed")
    let first = try bare.begin()
    #expect(bare.verify(first, pin: "5678", context: "FIRST_SET") == "SUCCESS")
    #expect(bare.login(first, account: "j") == "ok")
    #expect(bare.verify(try bare.begin(), pin: "5678") == "SUCCESS")
  }

  @Test(
    "An unknown parameter is refused with the known ones",
    arguments: [
      ("server-logout", "`account`, `server`"), ("ping-lost", "`account`, `server`"),
      ("account-deleted", "`account`, `server`"), ("biometrics-removed", "nothing"),
      ("deep-link", "`account`, `server`"), ("qr", "`binary`"), ("push", "`again`"),
    ])
  func parameters(event: String, taken: String) throws {
    let client = try NextAuthClient(Self.settings)
    let answer = client.post("/outside/\(event)", ["acount": "jane"])
    #expect(client.status == 400)
    #expect(answer["error"] == "bad-parameter")
    let message = try #require(answer["message"]?.string)
    #expect(message.contains("`acount`") && message.contains("`\(event)`"))
    #expect(message.contains(taken), "\(message)")
  }
}
