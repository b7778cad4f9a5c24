import FlowEngine
import NextAuthSimulator
import FlowHTTP
import Testing
import SimulatorKit

@Suite("The simulated nextAuth server") struct NextAuthSessionTests {
  static let settings = """
    server "bank.example"
    server "shop.example" { second-factor never }
    account "jane" { id "j" }
    account "sam" { id "s" }
    account "joe" { server "shop.example"; id "o" }
    device { pin "1234"; biometric on }
    """

  // MARK: Parameters

  @Test(
    "Each setting of a server is its part of the parameters",
    arguments: [
      ("ping 90s", "pingTime", 60, 90), ("ping none", "pingTime", 60, 0),
      ("ping 0s", "pingTime", 60, 0), ("ping 0", "pingTime", 60, 0),
      ("second-factor never", "secondFactor", "always", "never"),
      ("second-factor always", "secondFactor", "always", "always"),
      ("second-factor after 5m", "secondFactor", "always", ["after": 300]),
      ("require pin", "requiredFactors", [], ["pin"]),
      ("require biometric, pin", "requiredFactors", [], ["biometric", "pin"]),
      ("attempts 5", "maxPinAttempts", 3, 5),
      ("unique-names on", "uniqueDisplayName", false, true),
      ("unique-names off", "uniqueDisplayName", false, false),
    ] as [(String, String, JSON, JSON)])
  func parameters(setting: String, name: String, usual: JSON, value: JSON) throws {
    for (text, expected) in [("server a", usual), ("server a { \(setting) }", value)] {
      let client = try NextAuthClient(text)
      let info = client.ask("/sdk/server-info", NextAuthClient.info(try client.offer()))
      #expect(info[name] == expected)
      #expect(info["server"] == "a")
    }
  }

  @Test("The visual hash depends on the parameters, and can be omitted")
  func visualHash() throws {
    func hash(_ text: String) throws -> String? {
      let client = try NextAuthClient(text)
      return client.ask("/sdk/server-info", NextAuthClient.info(try client.offer("enrol")))[
        "visualHash"]?.string
    }
    let one = try #require(try hash("server a"))
    #expect(one.split(separator: "-").map(\.count) == [4, 4, 4, 4])
    #expect(try hash("server a { visual-hash on; attempts 3 }") == one)
    #expect(try hash("server a { attempts 4 }") != one)
    #expect(try hash("server b") != one)
    #expect(try hash("server a { visual-hash off }") == nil)
  }

  @Test(
    "A request that doesn't match the server is refused: used, expired, changed, another server's")
  func nonces() throws {
    let client = try NextAuthClient(Self.settings)
    func refusal(_ body: JSON) -> String { client.refusal("/sdk/server-info", body) }
    func changed(_ body: JSON, _ name: String, _ value: JSON) -> JSON {
      var object = body.object ?? [:]
      object[name] = value
      return .object(object)
    }
    let payload = NextAuthClient.info(try client.offer())
    #expect(refusal(changed(payload, "server", "evil.example")) == "422 server-not-allowed 52")
    #expect(refusal(changed(payload, "server", "shop.example")) == "422 expired 41")
    #expect(refusal(changed(payload, "kind", "enrol")) == "422 expired 41")
    let foreign = NextAuthClient.info(try client.offer("login", ["server": "evil.example"]))
    #expect(foreign["server"] == "evil.example")
    #expect(refusal(foreign) == "422 server-not-allowed 52")
    // A refused one is still valid, and valid once.
    client.ask("/sdk/server-info", payload)
    #expect(refusal(payload) == "422 expired 41")
    client.ask("/sdk/abort", ["nonce": payload["nonce"] ?? .null, "reason": "denied"])
    #expect(refusal(payload) == "422 expired 41")

    let unknown: JSON = .string(Base64URL.encode(Array(repeating: 9, count: 16)))
    let enrollment: JSON = ["server": "bank.example", "nonce": unknown, "kind": "enrol"]
    #expect(refusal(enrollment) == "422 expired 41")
    let login = changed(enrollment, "kind", "login")
    #expect(refusal(changed(login, "appLogin", false)) == "422 expired 41")
    client.ask("/sdk/server-info", changed(login, "appLogin", true))
    #expect(refusal(changed(login, "appLogin", true)) == "422 expired 41")
  }

  @Test("An offer is valid exactly until it expires")
  func expiry() throws {
    for (life, age, wait, isGood) in [
      ("", 0, 299, true), ("", 0, 300, false), ("expire 10m", 0, 599, true),
      ("expire 10m", 0, 600, false), ("", 299, 0, true), ("", 300, 0, false),
    ] {
      let client = try NextAuthClient("server a { \(life) }")
      let payload = try client.offer("enrol", ["age": .integer(age)])
      client.clock.advance(by: .seconds(wait))
      let body = NextAuthClient.info(payload)
      let expires = try #require(payload["expires"]?.integer)
      let now = Int(client.clock.now.components.seconds)
      #expect((now < expires) == isGood)
      client.post("/sdk/server-info", body)
      #expect((client.status == 200) == isGood)
    }
  }

  @Test("Parameters can fail, always or once; then the offer is still valid")
  func parametersFail() throws {
    let always = try NextAuthClient("server a { parameters fail 64 }")
    let body = NextAuthClient.info(try always.offer())
    for _ in 0..<3 {
      #expect(always.refusal("/sdk/server-info", body) == "422 parameters-missing 64")
    }
    let once = try NextAuthClient(
      "server a { parameters fail 68 once }\nserver b { parameters fail 67 once }")
    let first = NextAuthClient.info(try once.offer())
    #expect(once.refusal("/sdk/server-info", first) == "422 parameters-hash 68")
    once.ask("/sdk/server-info", first)
    let other = NextAuthClient.info(try once.offer("login", ["server": "b"]))
    #expect(once.refusal("/sdk/server-info", other) == "422 parameters-malformed 67")
    let odd = try NextAuthClient("server a { parameters fail 999 }")
    #expect(
      odd.refusal("/sdk/server-info", NextAuthClient.info(try odd.offer())) == "422 error 999")
  }

  // MARK: Login

  @Test("A login succeeds with its account and second factor, and leaves a session until it ends")
  func login() throws {
    let client = try NextAuthClient(Self.settings)
    let session = try client.begin()
    #expect(client.verify(session, pin: "1234") == "SUCCESS")
    #expect(client.login(session, account: "j") == "ok")
    // It can't be requested twice.
    let again = NextAuthClient.loginBody(session, account: "j")
    #expect(client.refusal("/sdk/login", again) == "409 wrong-state")
    #expect(
      client.refusal("/sdk/second-factor", client.factor(session, pin: "1234"))
        == "409 wrong-state")
    client.ask("/sdk/logout", ["nonce": session["nonce"] ?? .null, "reason": "logged-out"])
    #expect(client.refusal("/sdk/login", again) == "404 unknown-session")
    #expect(client.refusal("/outside/server-logout") == "400 bad-parameter")
    // An ended session can end again.
    client.ask("/sdk/logout", ["nonce": session["nonce"] ?? .null, "reason": "logged-out"])
    #expect(client.events == [])
  }

  @Test("A one-time login leaves no session")
  func oneShot() throws {
    let client = try NextAuthClient(
      "server a { ping none }\naccount jane { id j }\ndevice { pin \"1234\" }")
    let session = try client.logIn("jane")
    #expect(
      client.refusal("/sdk/login", NextAuthClient.loginBody(session, account: "j"))
        == "404 unknown-session")
  }

  @Test("A server refuses accounts that it doesn't know, or that weren't selected")
  func accounts() throws {
    let client = try NextAuthClient(Self.settings)
    for (account, result) in [("nobody", "34"), ("o", "34"), ("s", "ok")] {
      let session = try client.begin()
      #expect(client.verify(session, pin: "1234") == "SUCCESS")
      #expect(client.login(session, account: account) == result)
    }
    let meant = try client.begin("login", ["account": "sam"])
    #expect(client.verify(meant, pin: "1234") == "SUCCESS")
    #expect(client.login(meant, account: "j") == "48")
    // A login that failed is over.
    let body = NextAuthClient.loginBody(meant, account: "s")
    #expect(client.refusal("/sdk/login", body) == "404 unknown-session")
    let other = try client.begin()
    var wrong = NextAuthClient.loginBody(other, account: "j").object ?? [:]
    wrong["server"] = "shop.example"
    #expect(client.refusal("/sdk/login", .object(wrong)) == "400 bad-request")
  }

  @Test(
    "The server requires the second factor of its policy and of the session",
    arguments: [
      ("always", nil, nil, true), ("never", nil, nil, false), ("after 5m", nil, nil, true),
      ("after 5m", nil, 299, false), ("after 5m", nil, 300, true),
      ("never", "required", 1, true), ("always", "skip", nil, false),
      ("after 5m", "skip", 999, false), ("after 5m", "required", 1, true),
    ] as [(String, String?, Int?, Bool)])
  func policy(policy: String, session: String?, last: Int?, isNeeded: Bool) throws {
    let past = last.map { "; last-input \($0)s ago" } ?? ""
    let client = try NextAuthClient(
      """
      server a { second-factor \(policy) }
      account jane { id j }
      device { pin "1234"\(past) }
      """)
    let parameters: JSON = session.map { ["second-factor": .string($0)] } ?? [:]
    let bare = try client.begin("login", parameters)
    // The time that the user takes to confirm doesn't count.
    client.clock.advance(by: .seconds(30))
    #expect(client.login(bare, account: "j") == (isNeeded ? "48" : "ok"))
    try client.logIn("jane", parameters)
  }

  @Test("An AppLogin always needs a second factor, and has credentials")
  func appLogin() throws {
    let client = try NextAuthClient(
      "server bank.example { second-factor never }\naccount jane { id j }\ndevice { pin \"1\" }")
    let bare = client.beginAppLogin()
    #expect(client.login(bare, account: "j", appLogin: true) == "48")
    let session = client.beginAppLogin(byte: 8)
    #expect(client.verify(session, pin: "1") == "SUCCESS")
    let answer = client.ask(
      "/sdk/login", NextAuthClient.loginBody(session, account: "j", appLogin: true))
    #expect(answer["result"] == "ok")
    #expect(try #require(answer["credentials"]?.string).utf8.count == 40)
    // No other request has one.
    let plain = try client.begin()
    let other = client.ask("/sdk/login", NextAuthClient.loginBody(plain, account: "j"))
    #expect(other["result"] == "ok")
    #expect(other["credentials"] == nil)
  }

  @Test("A shown offer can't be used for an AppLogin, and an unshown one only for that")
  func origins() throws {
    let client = try NextAuthClient(Self.settings)
    let shown = try client.begin()
    #expect(client.verify(shown, pin: "1234") == "SUCCESS")
    #expect(client.login(shown, account: "j", appLogin: true) == "41")
    let own = client.beginAppLogin()
    #expect(client.verify(own, pin: "1234") == "SUCCESS")
    #expect(client.login(own, account: "j", appLogin: false) == "41")
  }

  @Test("Logins can fail with a code, always or once, and then their session is over")
  func loginFails() throws {
    for (text, results) in [
      ("login fails 48", ["48", "48"]), ("login fails 50 once", ["50", "ok"]),
      ("verification fails 49", ["ERROR", "ERROR"]),
      ("verification fails 51 once", ["ERROR", "ok"]),
    ] {
      let client = try NextAuthClient(
        "server a { \(text) }\naccount jane { id j }\ndevice { pin \"1234\" }")
      for result in results {
        let session = try client.begin()
        let event = client.verify(session, pin: "1234")
        #expect(event == (result == "ERROR" ? "ERROR" : "SUCCESS"))
        if result != "ERROR" { #expect(client.login(session, account: "j") == result) }
      }
    }
  }

  @Test("A delayed result comes at its time, and once")
  func later() throws {
    for (text, result) in [("login after 5s", "ok"), ("login fails 51 after 5s", "51")] {
      let client = try NextAuthClient(
        "server a { \(text) }\naccount jane { id j }\ndevice { pin \"1234\" }")
      let session = try client.begin()
      #expect(client.verify(session, pin: "1234") == "SUCCESS")
      #expect(client.login(session, account: "j") == "later")
      let again = NextAuthClient.loginBody(session, account: "j")
      #expect(client.refusal("/sdk/login", again) == "409 wrong-state")
      client.clock.advance(by: .milliseconds(4999))
      #expect(client.events == [])
      client.clock.advance(by: .milliseconds(1))
      let events = client.events
      #expect(events.count == 1)
      #expect(events.first?["type"] == "login-result")
      #expect(events.first?["nonce"] == session["nonce"])
      #expect(events.first.map(NextAuthClient.result) == result)
      #expect(client.events == [])
    }
  }

  @Test("A session that ends early doesn't have a result, and one without its account fails")
  func laterEnds() throws {
    let client = try NextAuthClient(
      "server a { login after 5s }\naccount jane { id j }\naccount sam\ndevice { pin \"1234\" }")
    let session = try client.begin()
    #expect(client.verify(session, pin: "1234") == "SUCCESS")
    #expect(client.login(session, account: "j") == "later")
    client.ask("/sdk/abort", ["nonce": session["nonce"] ?? .null, "reason": "stopped"])
    client.clock.advance(by: .seconds(5))
    #expect(client.events == [])
    let other = try client.begin()
    #expect(client.verify(other, pin: "1234") == "SUCCESS")
    #expect(client.login(other, account: "j") == "later")
    client.ask("/outside/account-deleted", ["account": "jane"])
    client.clock.advance(by: .seconds(5))
    #expect(client.events == [["type": "account-deleted", "account": "j"]])
  }

  @Test("The user's answer to a confirmation reaches the server, which can require it")
  func userInput() throws {
    let client = try NextAuthClient(
      "server a { user-input \"I agree\" }\naccount jane { id j }\ndevice { pin \"1234\" }")
    for (input, result) in [(nil, "48"), ("no", "48"), ("I agree", "ok")] as [(String?, String)] {
      let session = try client.begin()
      #expect(client.verify(session, pin: "1234") == "SUCCESS")
      #expect(client.login(session, account: "j", input: input) == result)
    }
    #expect(client.server.state.userInputs == ["no", "I agree"])
  }
}
