import FlowEngine
import NextAuthSimulator
import FlowHTTP
import Testing

@Suite("Second factors and enrollments of a simulated nextAuth") struct NextAuthFactorTests {
  private func client(_ server: String = "", device: String) throws -> NextAuthClient {
    try NextAuthClient(
      "server a { \(server) }\naccount jane { id j }\ndevice { \(device) }")
  }

  // MARK: PIN

  @Test("Wrong PINs count down to a blocked PIN, over all sessions")
  func attempts() throws {
    let client = try client("attempts 3", device: "pin \"1234\"")
    let first = try client.begin()
    #expect(client.verify(first, pin: "0000") == "PIN_FAIL 2")
    let second = try client.begin()
    #expect(client.verify(second, pin: "0000") == "PIN_FAIL 1")
    #expect(client.verify(second, pin: "0000") == "PIN_BLOCKED 0")
    #expect(client.verify(second, pin: "1234") == "PIN_BLOCKED 0")
    #expect(client.factors["pinBlocked"] == true)
    #expect(client.login(second, account: "j") == "48")
  }

  @Test("A right PIN resets the count of wrong ones")
  func reset() throws {
    let client = try client("attempts 2", device: "pin \"1234\"")
    for _ in 0..<3 {
      let session = try client.begin()
      #expect(client.verify(session, pin: "1") == "PIN_FAIL 1")
      #expect(client.verify(session, pin: "1234") == "SUCCESS")
    }
  }

  @Test("With one attempt the first wrong PIN blocks it")
  func oneAttempt() throws {
    let client = try client("attempts 1", device: "pin \"1234\"")
    #expect(client.verify(try client.begin(), pin: "1") == "PIN_BLOCKED 0")
  }

  @Test("Until a penalty is over no PIN is accepted, and no attempt is counted")
  func penalty() throws {
    let client = try client("penalty 30s", device: "pin \"1234\"; biometric on")
    let session = try client.begin()
    func answer(_ pin: String?) -> JSON {
      client.ask("/sdk/second-factor", client.factor(session, pin: pin))
    }
    #expect(answer("1") == ["event": "PENALISED", "wait": 30, "remaining": 2])
    client.clock.advance(by: .seconds(10))
    #expect(answer("1234") == ["event": "PENALISED", "wait": 20, "remaining": 2])
    #expect(answer(nil) == ["event": "PENALISED", "wait": 20, "remaining": 2])
    client.clock.advance(by: .seconds(20))
    #expect(answer("1") == ["event": "PENALISED", "wait": 30, "remaining": 1])
    client.clock.advance(by: .seconds(30))
    #expect(answer("1234") == ["event": "SUCCESS"])
    let other = try client.begin()
    #expect(client.verify(other, pin: "1234") == "SUCCESS")
  }

  @Test("A PIN that was blocked before stays blocked")
  func blockedBefore() throws {
    let client = try client(device: "pin \"1234\" blocked")
    #expect(client.verify(try client.begin(), pin: "1234") == "PIN_BLOCKED 0")
  }

  // MARK: Biometric

  @Test("A biometric fails as often as set, and costs no PIN attempt")
  func biometricFails() throws {
    let client = try client(device: "pin \"1234\"; biometric fails 2")
    let session = try client.begin()
    #expect(client.verify(session) == "BIOMETRICS_FAIL")
    #expect(client.verify(session, pin: "1") == "PIN_FAIL 2")
    #expect(client.verify(session) == "BIOMETRICS_FAIL")
    #expect(client.verify(session) == "SUCCESS")
    #expect(client.verify(try client.begin()) == "SUCCESS")
  }

  @Test("A removed biometric is found at its use; the PIN remains")
  func biometricRemoved() throws {
    let client = try client(device: "pin \"1234\"; biometric removed")
    #expect(client.factors["biometric"] == true)
    let session = try client.begin()
    #expect(client.verify(session) == "BIOMETRICS_REMOVED")
    #expect(client.factors["biometric"] == false)
    let again = client.factor(session)
    #expect(client.refusal("/sdk/second-factor", again) == "400 not-allowed")
    #expect(client.verify(session, pin: "1234") == "SUCCESS")
  }

  @Test("A blocked PIN leaves the biometric, unless it blocks everything")
  func blockedWithBiometric() throws {
    for (setting, event) in [("off", "SUCCESS"), ("on", "PIN_BLOCKED 0")] {
      let client = try client(
        device: "pin \"1234\" blocked; biometric on; block-when-pin-blocked \(setting)")
      #expect(client.verify(try client.begin()) == event)
    }
  }

  @Test("Uses of the biometric are counted since the last PIN")
  func uses() throws {
    let client = try client(device: "pin \"1234\"; biometric on; biometric-uses 2")
    #expect(client.verify(try client.begin()) == "SUCCESS")
    #expect(client.factors["biometricUses"] == 3)
    #expect(client.factors["lastPinAgo"] == nil)
    client.clock.advance(by: .seconds(7))
    #expect(client.factors["lastInputAgo"] == 7)
    #expect(client.verify(try client.begin(), pin: "1234") == "SUCCESS")
    #expect(client.factors["biometricUses"] == 0)
    #expect(client.factors["lastPinAgo"] == 0)
  }

  @Test(
    "A factor that isn't registered, isn't enabled or isn't unique is refused, at no cost",
    arguments: [
      ("pin \"1\"", nil, true, "400 not-allowed"), ("biometric on", "1", false, "400 not-allowed"),
      ("biometric on; biometrics-disabled on", nil, true, "400 not-allowed"),
      ("pin \"1\"; biometric on", "1", true, "400 bad-request"),
      ("pin \"1\"; biometric on", nil, false, "400 bad-request"),
      ("pin \"1\"", "", false, "400 bad-request"),
      ("pin \"1\"", String(repeating: "1", count: 65), false, "400 bad-request"),
    ] as [(String, String?, Bool, String)])
  func refused(device: String, pin: String?, biometric: Bool, refusal: String) throws {
    let client = try client(device: device)
    let session = try client.begin()
    let before = client.factors
    let body = client.factor(session, pin: pin, biometric: biometric)
    #expect(client.refusal("/sdk/second-factor", body) == refusal)
    #expect(client.factors == before)
  }

  // MARK: Enrollment

  @Test("The PIN that is set first counts, once the account is created")
  func firstSet() throws {
    let client = try NextAuthClient("server a { require pin; enrollment stays }")
    let session = try client.begin("enrol", ["name": "jane"])
    #expect(client.verify(session, pin: "5678", context: "FIRST_SET", biometric: true) == "SUCCESS")
    #expect(client.factors["pin"] == false)
    let answer = client.ask("/sdk/login", NextAuthClient.loginBody(session))
    #expect(answer["result"] == "ok")
    #expect(answer["account"]?["name"] == "jane")
    #expect(answer["account"] == client.accounts.first)
    #expect(client.factors["pin"] == true)
    #expect(client.factors["biometric"] == true)
    let login = try client.begin()
    #expect(client.verify(login, pin: "1234") == "PIN_FAIL 2")
    #expect(client.verify(login, pin: "5678") == "SUCCESS")
    #expect(client.verify(try client.begin()) == "SUCCESS")
    // From now on it is verified.
    let second = try client.begin("enrol")
    let body = client.factor(second, pin: "9", context: "FIRST_SET")
    #expect(client.refusal("/sdk/second-factor", body) == "409 wrong-state")
    #expect(client.verify(second, pin: "5678") == "SUCCESS")
    #expect(client.login(second, name: "sam") == "ok")
    #expect(client.names == ["jane", "sam"])
  }

  @Test("An enrollment that ends leaves neither an account nor a factor")
  func aborted() throws {
    for end in ["abort", "fail"] {
      let client = try NextAuthClient("server a { login fails 48 }")
      let session = try client.begin("enrol")
      #expect(client.verify(session, pin: "5678", context: "FIRST_SET") == "SUCCESS")
      if end == "fail" {
        #expect(client.login(session) == "48")
      } else {
        client.ask("/sdk/abort", ["nonce": session["nonce"] ?? .null, "reason": "denied"])
      }
      #expect(client.names == [])
      #expect(client.factors["pin"] == false)
    }
  }

  @Test(
    "A factor that a server requires must be set",
    arguments: [
      ("", "1", false, nil), ("", nil, true, nil), ("", nil, false, "400 bad-request"),
      ("require pin", "1", false, nil), ("require pin", nil, true, "400 not-allowed"),
      ("require biometric", "1", false, "400 not-allowed"),
      ("require biometric", nil, true, nil), ("require pin, biometric", "1", true, nil),
      ("require pin, biometric", "1", false, "400 not-allowed"),
    ] as [(String, String?, Bool, String?)])
  func required(setting: String, pin: String?, biometric: Bool, refusal: String?) throws {
    let client = try NextAuthClient("server a { \(setting) }")
    let session = try client.begin("enrol")
    let body = client.factor(session, pin: pin, context: "FIRST_SET", biometric: biometric)
    if let refusal {
      #expect(client.refusal("/sdk/second-factor", body) == refusal)
    } else {
      #expect(client.ask("/sdk/second-factor", body) == ["event": "SUCCESS"])
    }
  }

  @Test("An enrollment needs a factor if the server accepts any, and none otherwise")
  func headless() throws {
    for (policy, result) in [("never", "ok"), ("always", "48"), ("after 5m", "48")] {
      let client = try NextAuthClient(
        "server a { second-factor \(policy) }\ndevice { last-input 1s ago }")
      #expect(client.login(try client.begin("enrol")) == result)
    }
  }

  @Test("Two accounts of one name, or more than one, are refused if they aren't allowed")
  func accountRules() throws {
    func result(_ text: String, name: String?) throws -> String {
      let client = try NextAuthClient(text + "\naccount jane\ndevice { pin \"1\"; biometric on }")
      let session = try client.begin("enrol")
      #expect(client.verify(session) == "SUCCESS")
      return client.login(session, name: name)
    }
    #expect(try result("server a { unique-names on }", name: "jane") == "35")
    #expect(try result("server a { unique-names on }", name: "sam") == "ok")
    #expect(try result("server a { unique-names off }", name: "jane") == "ok")
    #expect(try result("server a", name: String(repeating: "x", count: 101)) == "49")
    let alone = try NextAuthClient("account jane\ndevice { pin \"1\"; single-account on }")
    let session = try alone.begin("enrol")
    #expect(alone.verify(session, pin: "1") == "SUCCESS")
    #expect(alone.login(session) == "40")
  }

  @Test("The server ends the session of an enrollment, unless it is set to stay")
  func endsEnrollment() throws {
    for (setting, ends) in [("", true), ("enrollment logs-out", true), ("enrollment stays", false)]
    {
      let client = try NextAuthClient("server a { second-factor never; \(setting) }")
      let session = try client.begin("enrol")
      #expect(client.login(session) == "ok")
      let logout: JSON = ["type": "logout", "nonce": session["nonce"] ?? .null]
      #expect(client.events == (ends ? [logout] : []))
      client.post("/outside/server-logout")
      #expect((client.status == 200) == !ends)
    }
  }

  @Test("A delayed result of an enrollment comes before its end")
  func laterEnrollment() throws {
    let client = try NextAuthClient("server a { second-factor never; login after 5s }")
    let session = try client.begin("enrol", ["name": "jane"])
    #expect(client.login(session) == "later")
    client.clock.advance(by: .seconds(5))
    #expect(client.names == ["jane"])
    let events = client.events
    #expect(events.map { $0["type"] } == ["login-result", "logout"] as [JSON?])
    #expect(events.first?["account"]?["name"] == "jane")
  }

  @Test("A login on a device without a factor sets the first one")
  func firstSetAtLogin() throws {
    let client = try client(device: "")
    let session = try client.begin()
    #expect(client.verify(session, pin: "5678", context: "FIRST_SET") == "SUCCESS")
    #expect(client.login(session, account: "j") == "ok")
    #expect(client.verify(try client.begin(), pin: "5678") == "SUCCESS")
  }
}
