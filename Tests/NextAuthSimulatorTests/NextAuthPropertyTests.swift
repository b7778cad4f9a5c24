import FlowEngine
import NextAuthSimulator
import FlowHTTP
import TestSupport
import Testing
import SimulatorKit

@Suite("Arbitrary requests to a simulated nextAuth") struct NextAuthPropertyTests {
  /// The maximum number of entries in a state: accounts, sessions, offers, events and texts.
  static let most = 64 + 64 + 1024 + 256 + 16

  static let settings = [
    """
    server a { attempts 2; penalty 1s; login after 2s; unique-names on }
    server b { second-factor never; enrollment stays; ping none; parameters fail 64 once }
    account jane { id j }
    account joe { server b; id o }
    device { pin "1"; biometric fails 3 }
    """,
    """
    server a { second-factor after 10s; verification fails 49 once; user-input "x" }
    account jane { id j }
    device { preset sdk; biometric removed; block-when-pin-blocked on }
    """,
    "server a { enrollment logs-out; require pin; login fails 48 once }",
  ]

  @Test(
    "It answers, stays within its bounds, and answers the same again",
    arguments: [1, 2] as [UInt64])
  func random(seed: UInt64) async throws {
    var seen: Set<String> = []
    for settings in Self.settings {
      seen.formUnion(try outcomes(settings, seed: seed))
      await Task.yield()
    }
    // The requests must have reached every part, or they prove nothing.
    for outcome in [
      "/sdk/second-factor 200 SUCCESS", "/sdk/second-factor 200 PIN_FAIL",
      "/sdk/second-factor 200 PIN_BLOCKED", "/sdk/second-factor 200 PENALISED",
      "/sdk/second-factor 200 BIOMETRICS_FAIL", "/sdk/second-factor 200 BIOMETRICS_REMOVED",
      "/sdk/second-factor 200 ERROR", "/sdk/login 200 ok", "/sdk/login 200 failed",
      "/sdk/login 200 later", "/sdk/login 409 wrong-state", "/outside/server-logout 200 ",
      "/outside/ping-lost 200 ", "/outside/account-deleted 200 ", "/outside/push 200 ",
      "/sdk/server-info 422 expired", "/sdk/server-info 422 parameters-missing",
    ] { #expect(seen.contains(outcome), "\(seen.sorted())") }
  }

  /// The results of random requests to an org, each checked for the invariants.
  private func outcomes(_ settings: String, seed: UInt64) throws -> Set<String> {
    let org = try NextAuthClient.org(settings)
    var requests = RequestMaker(random: SeededGenerator(seed: seed))
    var (state, random) = (org.initialState(), SeededGenerator(seed: seed))
    var now = Duration.seconds(1_800_000_000)
    var seen: Set<String> = []
    for number in 0..<3000 {
      if number % 200 == 0 {
        // Restarts from the beginning: after a while all accounts are deleted.
        state = org.initialState()
        requests = RequestMaker(random: requests.random)
      }
      let request = requests.next()
      now += .milliseconds(requests.below(900))
      var (state2, random2) = (state, random)
      let response = org.answer(request, state: &state, now: now, random: &random)
      func comment() -> Comment { "seed \(seed), request \(number): \(request)\n\(response)" }
      let json = try Self.json(response)
      try #require([200, 400, 404, 409, 413, 422].contains(response.status), comment())
      // The step is a function: repeated, it gives the same.
      let again = org.answer(request, state: &state2, now: now, random: &random2)
      var probe = random
      let draws = (probe.next(), random2.next())
      try #require(again == response && draws.0 == draws.1, comment())
      try #require(state2 == state, comment())
      try #require(state.count <= Self.most, comment())
      let isAccepted = requests.accepts(json, to: request)
      try #require(isAccepted, comment())
      seen.insert("\(request.url.path) \(response.status) \(Self.outcome(json))")
    }
    return seen
  }

  private static func json(_ response: HTTPResponse) throws -> JSON {
    guard case .json(let json) = response.body else { throw CancellationError() }
    return json
  }

  private static func outcome(_ json: JSON) -> String {
    json["event"]?.string ?? json["result"]?.string ?? json["error"]?.string ?? ""
  }

  @Test("Twenty thousand requests leave a state within its bounds")
  func bounded() async throws {
    let client = try NextAuthClient(
      "server a { second-factor never; enrollment stays }\naccount jane { id j }")
    var nonce = [UInt8](repeating: 1, count: 16)
    for number in 0..<16_000 {
      if number % 4 == 0 { client.post("/outside/qr", ["kind": "enrol"]) }
      (nonce[0], nonce[1], nonce[2]) = (
        UInt8(number >> 16), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)
      )
      client.post(
        "/sdk/server-info",
        ["server": "a", "nonce": .string(Base64URL.encode(nonce)), "kind": "login"])
      if number % 200 == 0 {
        #expect(client.server.state.count <= Self.most)
        // Others wait for an answer of a real server meanwhile.
        await Task.yield()
      }
    }
    for number in 0..<200 {
      let payload = try client.begin(number % 2 == 0 ? "enrol" : "login")
      client.post(
        "/sdk/login",
        NextAuthClient.loginBody(payload, account: "j", input: String(number)))
    }
    // Accounts, sessions, offers and texts reach their maximum.
    #expect(client.server.state.count == 64 + 64 + 1024 + 16)
    #expect(client.accounts.count == 64)
    #expect(client.server.state.userInputs.last == "199")
  }

  @Test("Events that no one asks for are bounded, too")
  func events() throws {
    let client = try NextAuthClient("server a { second-factor never }\naccount jane { id j }")
    for _ in 0..<400 {
      let payload = try client.begin()
      #expect(client.login(payload, account: "j") == "ok")
      client.ask("/outside/ping-lost")
    }
    #expect(client.events.count == 256)
    #expect(client.events == [])
  }
}

/// Makes requests, most of them nearly right, and records their results.
private struct RequestMaker {
  var random: SeededGenerator
  private var payloads: [JSON] = []
  private var verified: Set<JSON> = []
  private var loggedIn: Set<JSON> = []
  /// The latest account.
  private var newest: JSON = "j"

  init(random: SeededGenerator) {
    self.random = random
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &random)
  }

  mutating func next() -> HTTPRequest {
    let payload = pick(payloads.suffix(2)) ?? ["nonce": "AAAAAAAAAAAAAAAAAAAAAA"]
    var path = pick(Self.paths) ?? "/"
    // A login without its second factor is the end of most sessions.
    if path == "/sdk/login", !verified.contains(payload["nonce"] ?? .null), below(5) > 0 {
      path = "/sdk/second-factor"
    }
    var members = body(path, payload)
    if below(12) == 0, let index = members.members.indices.randomElement(using: &random) {
      members.members[index].value = pick([.null, 7, true, "x", [], [:], .double(-1)]) ?? .null
    }
    if below(40) == 0 { members["extra"] = 1 }
    var body = HTTPBody.json(.object(members))
    if below(30) == 0 {
      var bytes = JSON.object(members).bytes()
      bytes[below(bytes.count)] = UInt8(below(256))
      body = .bytes(bytes)
    }
    return NextAuthClient.request(path, body)
  }

  /// Requests that advance a session are more frequent than others.
  private static let paths = [
    ("/outside/qr", 12), ("/outside/deep-link", 1), ("/outside/push", 3),
    ("/sdk/server-info", 18), ("/sdk/second-factor", 30), ("/sdk/login", 24), ("/sdk/events", 4),
    ("/sdk/device", 3), ("/sdk/logout", 2), ("/sdk/abort", 1), ("/sdk/delete-account", 1),
    ("/outside/server-logout", 3), ("/outside/ping-lost", 2), ("/outside/account-deleted", 1),
    ("/outside/biometrics-removed", 1), ("/nowhere", 1),
  ].flatMap { Array(repeating: $0.0, count: $0.1) }

  private mutating func body(_ path: String, _ payload: JSON) -> JSONObject {
    var members: JSONObject = [:]
    for name in ["server", "nonce", "kind"] { members[name] = payload[name] }
    switch path {
    case "/sdk/second-factor":
      if below(2) == 0 { members["pin"] = pick(["1", "1", "1", "2"]) }
      if members["pin"] == nil || below(5) == 0 { members["biometric"] = true }
      members["context"] = pick(["VERIFY", "FIRST_SET"])
    case "/sdk/login":
      members["account"] = pick([payload["account"] ?? newest, newest, "j", "o"])
      if below(4) > 0 { members["userInput"] = "x" }
      if below(4) == 0 { members["name"] = pick(["jane", "sam", ""]) }
    case "/sdk/delete-account":
      members = ["account": pick(["j", "nobody", "nobody"]) ?? "j"]
    case "/outside/qr", "/outside/deep-link", "/outside/push": members = offer(path)
    case "/outside/server-logout", "/outside/ping-lost", "/outside/account-deleted":
      members = below(2) == 0 ? ["account": pick(["jane", "joe", "user 1"]) ?? "jane"] : [:]
    default: break
    }
    return members
  }

  private mutating func offer(_ path: String) -> JSONObject {
    var members: JSONObject = ["kind": pick(["login", "login", "enrol"]) ?? "login"]
    if below(3) == 0 { members["server"] = pick(["a", "b", "c"]) }
    if below(5) == 0 { members["account"] = pick(["jane", "joe", "who"]) }
    if below(4) == 0 { members["second-factor"] = pick(["skip", "required"]) }
    if below(6) == 0 { members["age"] = pick([1, "1m", "10m"]) }
    if path == "/outside/push", below(3) == 0 {
      members = ["type": pick(["logout", "removal", "message", "enrol"]) ?? "message"]
    }
    if path == "/outside/push", below(5) == 0 { members = ["again": true] }
    return members
  }

  /// Records reusable values, and compares the answer with the earlier ones.
  mutating func accepts(_ json: JSON, to request: HTTPRequest) -> Bool {
    if let bytes = json["text"]?.string.flatMap(Base64URL.decode),
      let payload = try? NextAuthClient.decode(bytes).payload
    {
      payloads.append(payload)
    }
    let events = json["events"]?.array ?? []
    // No session is logged in twice, or logged out without having been logged in.
    for event in events where event["type"] == "login-result" && event["result"] == "ok" {
      guard loggedIn.insert(event["nonce"] ?? .null).inserted else { return false }
    }
    for event in events where event["type"] == "logout" {
      guard loggedIn.contains(event["nonce"] ?? .null) else { return false }
    }
    let ids = (json["accounts"]?.array ?? []).map { $0["id"] }
    guard Set(ids).count == ids.count else { return false }
    guard case .json(let body) = request.body, let nonce = body["nonce"] else { return true }
    if json["event"] == "SUCCESS" { verified.insert(nonce) }
    guard json["result"] == "ok" else { return true }
    newest = json["account"]?["id"] ?? newest
    guard loggedIn.insert(nonce).inserted else { return false }
    // No account of the first server is created without a second factor.
    return verified.contains(nonce) || body["server"] != "a" || body["kind"] != "enrol"
  }
}
