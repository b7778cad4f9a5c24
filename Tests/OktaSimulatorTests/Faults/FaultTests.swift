import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing

/// The answers of an org with faults, and their delivery.
@Suite("Faults of a simulated org")
struct FaultTests {
  static let settings = """
    authenticators password, email
    user "jane@example.com" { password "Correct-Horse-1" }
    sign-on { require password and email }
    """

  private func client(_ faults: String..., extra: String = "") throws -> OrgClient {
    let list = faults.map { "fault \"\($0)\"" }.joined(separator: "\n")
    let client = try OrgClient("\(Self.settings)\n\(extra)\n\(list)")
    client.checksPages = false
    return client
  }

  private func atPassword(_ client: OrgClient) async throws {
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
  }

  @Test("A fault happens only on its occasions")
  func occasions() async throws {
    for (which, statuses) in [
      ("", [500, 500, 500, 500]), (" once", [500, 200, 200, 200]), (" 2nd", [200, 500, 200, 200]),
      (" from 3rd", [200, 200, 500, 500]), (" 3 times", [500, 500, 500, 200]),
    ] {
      let client = try client("keys\(which): 500")
      var seen: [Int] = []
      for _ in 0..<4 {
        try await client.send(.get, "/oauth2/default/v1/keys")
        seen.append(client.status)
      }
      #expect(seen == statuses, "\(which)")
      try await client.send(.get, "/oauth2/default/.well-known/openid-configuration")
      #expect(client.status == 200, "another endpoint has no fault")
    }
  }

  @Test("A step is named by its name or its prefix, at the request that answers it")
  func steps() async throws {
    for (word, failing) in [
      ("identify", 0), ("challenge", 1), ("challenge-authenticator", 1), ("any", -1),
      ("select-authenticator", 9),
    ] {
      let client = try client("\(word): 500")
      if failing < 0 {
        try await client.send(.get, "/oauth2/default/v1/keys")
        #expect(client.status == 500)
        continue
      }
      try await client.start()
      let page = client.page
      try await client.submit("identify", ["identifier": "jane@example.com"])
      #expect((client.status == 500) == (failing == 0), "\(word)")
      if failing == 0 {
        try await client.introspect()
        #expect(client.page == page, "the org has done nothing")
        continue
      }
      try await client.passcode("Correct-Horse-1")
      #expect((client.status == 500) == (failing == 1), "\(word)")
    }
  }

  @Test("A rate limit reports its end, in each of its forms")
  func limits() async throws {
    let client = try client("keys once: 429 retry-after 7", "keys once: 429 ion", "keys: 429 empty")
    // The first in order decides; all of them have met the request.
    let api = try await client.send(.get, "/oauth2/default/v1/keys")
    #expect(client.status == 429)
    #expect(api["errorCode"] == "E0000047")
    #expect(client.headers["Retry-After"] == "7")
    #expect(client.headers["x-rate-limit-remaining"] == "0")
    #expect(client.headers["x-rate-limit-reset"] == "1800000007")
    #expect(client.server.faults.map(\.met) == [1, 1, 1])
    let empty = try await client.send(.get, "/oauth2/default/v1/keys")
    #expect(empty == .null)
    #expect(client.status == 429)
    let page = try await self.client("keys: 429 ion").send(.get, "/oauth2/default/v1/keys")
    #expect(page["messages"]?["value"]?.array?.first?["i18n"]?["key"] == "tooManyRequests")
  }

  @Test("An answer is delayed, dropped or cut through its carrier")
  func delivery() async throws {
    let org = try OrgClient.org(
      """
      user "jane@example.com"
      fault "keys once: latency 2s", "keys 2nd: drop", "keys 3rd: truncate", "keys 4th: truncate 10"
      fault "discovery: latency 4m", "discovery: latency 4m"
      """)
    let server = OrgServer(org, clock: ManualClock(now: .seconds(1_800_000_000)), seed: 1)
    let keys = try #require(HTTPURL("https://acme.flow.test/oauth2/default/v1/keys"))
    let request = HTTPRequest(.get, keys)
    let slow = server.deliver(request)
    #expect(slow.delay == .seconds(2))
    #expect(slow.cut == nil)
    #expect(slow.response.status == 200)
    #expect(server.deliver(request).cut == .dropped)
    let length = slow.response.body.onWire.bytes.count
    #expect(server.deliver(request).cut == .truncated(length / 2))
    #expect(server.deliver(request).cut == .truncated(10))
    let whole = server.deliver(request)
    #expect(whole.delay == .zero && whole.cut == nil)
    #expect(whole.response.body == slow.response.body)
    let discovery = try #require(
      HTTPURL("https://acme.flow.test/oauth2/default/.well-known/openid-configuration"))
    #expect(server.deliver(HTTPRequest(.get, discovery)).delay == .seconds(300), "and no longer")
  }

  @Test("In this process a delay waits by the org's clock, and a timeout ends the wait")
  func carried() async throws {
    let clock = ManualClock(now: .seconds(1_800_000_000))
    let org = try OrgClient.org(
      """
      user "jane@example.com"
      fault "keys once: latency 20s", "keys 2nd: latency 20s", "keys 3rd: drop", "keys from 4th: truncate"
      """)
    let server = OrgServer(org, clock: clock, seed: 1)
    let keys = try #require(HTTPURL("https://acme.flow.test/oauth2/default/v1/keys"))
    var request = HTTPRequest(.get, keys, timeout: .seconds(30))
    #expect(try await server.send(request).status == 200)
    #expect(clock.now == .seconds(1_800_000_020))
    request.timeout = .seconds(5)
    await #expect(throws: TransportFailure.timedOut(.seconds(5))) { try await server.send(request) }
    #expect(clock.now == .seconds(1_800_000_025))
    for _ in 0..<2 {
      do {
        _ = try await server.send(request)
        Issue.record("an answer came")
      } catch {
        guard case .dropped = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
  }

  @Test("The same state, request, time and randomness give the same answer")
  func pure() async throws {
    let org = try OrgClient.org("\(Self.settings)\nfault \"any: order shuffled\", \"any 3rd: 429\"")
    let clients = (0..<2).map { _ in
      let clock = ManualClock(now: .seconds(1_800_000_000))
      return OrgClient(server: OrgServer(org, clock: clock, seed: 5), clock: clock)
    }
    for client in clients {
      client.checksPages = false
      _ = try? await client.start()
    }
    #expect(clients[0].page == clients[1].page)
    #expect(clients[0].server.state == clients[1].server.state)
  }

  @Test("A fault can be added and removed while the org is running")
  func atRunTime() async throws {
    let client = try client()
    let number = try #require(client.server.add(try Fault("keys: 500")))
    try await client.send(.get, "/oauth2/default/v1/keys")
    #expect(client.status == 500)
    #expect(client.server.faults.map(\.fault.text) == ["keys: 500"])
    #expect(client.server.removeFault(number))
    try await client.send(.get, "/oauth2/default/v1/keys")
    #expect(client.status == 200)
  }

  // MARK: Mail

  private func sent(_ client: OrgClient) -> Int { client.server.state.sent.count }

  @Test("A late mail arrives at its time, even without a request to the org")
  func late() async throws {
    let client = try client("email once: late 30s")
    try await atPassword(client)
    try await client.passcode("Correct-Horse-1")
    #expect(client.steps.first == "challenge-authenticator")
    #expect(await client.server.newest("email", to: nil, after: 0) == nil)
    client.clock.advance(by: .seconds(29))
    #expect(await client.server.mark() == 0)
    client.clock.advance(by: .seconds(1))
    let item = try #require(await client.server.newest("email", to: nil, after: 0))
    #expect(item.number == 1)
    try await client.passcode(try #require(item.code).reveal())
    #expect(client.isSignedIn)
  }

  @Test("A mail that arrives twice has the same code both times")
  func twice() async throws {
    let client = try client("email: twice")
    try await atPassword(client)
    try await client.passcode("Correct-Horse-1")
    let codes = client.server.state.sent.map(\.code)
    #expect(codes.count == 2)
    #expect(codes[0] == codes[1])
  }

  @Test("Mails that arrive out of order leave the older code on top, which is no longer valid")
  func outOfOrder() async throws {
    let client = try client("email once: out-of-order")
    try await atPassword(client)
    try await client.passcode("Correct-Horse-1")
    #expect(sent(client) == 0)
    try await client.use("resend")
    let codes = client.server.state.sent.compactMap(\.code)
    #expect(codes.count == 2)
    try await client.passcode(codes[1].reveal())
    #expect(client.status == 401)
    try await client.passcode(codes[0].reveal())
    #expect(client.isSignedIn)
  }

  @Test("A delayed mail that no other overtakes arrives after a minute")
  func alone() async throws {
    let client = try client("any: out-of-order")
    try await atPassword(client)
    try await client.passcode("Correct-Horse-1")
    client.clock.advance(by: .seconds(60))
    #expect(await client.server.mark() == 1)
  }

  @Test("The number of delayed mails is limited")
  func bounded() async throws {
    let client = try client("email: late 24h")
    try await atPassword(client)
    try await client.passcode("Correct-Horse-1")
    for _ in 0..<70 { try await client.use("resend") }
    #expect(sent(client) == 71 - 64)
  }
}
