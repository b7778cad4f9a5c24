import FlowEngine
import FlowSimulator
import FlowWire
import TestSupport
import Testing

@Suite("Whatever is asked of a simulated nextAuth") struct NextAuthPropertyTests {
  /// As many things as a state may hold: accounts, sessions, offers, events and texts.
  static let most = 64 + 64 + 1024 + 256 + 16

  static let settings = [
    """
    server a { attempts 2; penalty 1s; login after 2s; unique-names on }
    server b { second-factor never; enrolment stays; ping none; parameters fail 64 once }
    account jane { id j }
    account joe { server b; id o }
    device { pin "1"; biometric fails 3 }
    """,
    """
    server a { second-factor after 10s; verification fails 49 once; user-input "x" }
    account jane { id j }
    device { preset sdk; biometric removed; block-when-pin-blocked on }
    """,
    "server a { enrolment logs-out; require pin; login fails 48 once }",
  ]

  @Test(
    "it answers, changes nothing by what it refuses but failures, and answers the same again",
    arguments: settings.indices, [1, 2, 3] as [UInt64])
  func random(index: Int, seed: UInt64) throws {
    let org = try NextAuthClient.org(Self.settings[index])
    var requests = RequestMaker(random: SeededGenerator(seed: seed))
    var (state, random) = (org.initialState, SeededGenerator(seed: seed))
    var now = Duration.seconds(1_800_000_000)
    var seen: Set<String> = []
    for number in 0..<4000 {
      let request = requests.next()
      now += .milliseconds(requests.below(900))
      let (before, same) = (state, random)
      let response = org.answer(request, state: &state, now: now, random: &random)
      let json = try Self.json(response)
      let comment = Comment("seed \(seed), request \(number): \(request)\n\(response)")
      try #require([200, 400, 404, 405, 409, 413, 422].contains(response.status), comment)
      // The step is a function: again, it gives the same.
      var (state2, random2) = (before, same)
      try #require(
        org.answer(request, state: &state2, now: now, random: &random2) == response, comment)
      var probe = random
      try #require(state2 == state && random2.next() == probe.next(), comment)
      try #require(state.count <= Self.most, comment)
      try requests.note(request, json, comment)
      seen.insert("\(request.url.path) \(response.status) \(Self.outcome(json))")
    }
    // The requests must have got somewhere, or they prove nothing.
    #expect(seen.count > 60, "\(seen.sorted())")
    for word in ["SUCCESS", "ok"] { #expect(seen.contains { $0.hasSuffix(word) }) }
  }

  private static func json(_ response: HTTPResponse) throws -> JSON {
    guard case .json(let json) = response.body else { throw CancellationError() }
    return json
  }

  private static func outcome(_ json: JSON) -> String {
    json["event"]?.string ?? json["result"]?.string ?? json["error"]?.string ?? ""
  }

  @Test("a hundred thousand requests leave a state that is no larger than its bounds")
  func bounded() throws {
    let client = try NextAuthClient(
      "server a { second-factor never; enrolment stays }\naccount jane { id j }")
    var largest = 0
    for number in 0..<25_000 {
      let payload = try client.begin(number % 3 == 0 ? "enrol" : "login")
      client.post(
        "/sdk/login",
        NextAuthClient.loginBody(payload, account: "j", input: String(number)))
      if number % 7 == 0 { client.post("/outside/server-logout") }
      var nonce = [UInt8](repeating: 1, count: 16)
      (nonce[0], nonce[1]) = (UInt8(number >> 8), UInt8(number & 0xFF))
      client.post(
        "/sdk/server-info",
        ["server": "a", "nonce": .string(Base64URL.encode(nonce)), "kind": "login"])
      largest = max(largest, client.server.state.count)
    }
    #expect(largest <= Self.most)
    // What is bounded was reached, or nothing is proved: accounts, sessions, offers and texts.
    #expect(largest > 64 + 32 + 1024 + 16)
    #expect(client.accounts.count == 64)
    // What was forgotten is not good again.
    #expect(client.server.state.userInputs.last == "24999")
  }

  @Test("events that nobody asks for are bounded too")
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

/// Makes requests, most of them nearly right, and looks at what came of them.
private struct RequestMaker {
  var random: SeededGenerator
  private var payloads: [JSON] = []
  private var verified: Set<JSON> = []
  private var accounts: Set<JSON> = ["j", "o", "nobody"]
  private var loggedIn: Set<JSON> = []

  init(random: SeededGenerator) {
    self.random = random
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &random)
  }

  mutating func next() -> HTTPRequest {
    let path = pick(paths) ?? "/"
    var members = body(path)
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

  /// What a session needs to get on comes more often than the rest.
  private var paths: [String] {
    NextAuthHostileTests.paths + ["/outside/qr", "/sdk/server-info", "/sdk/server-info"]
      + Array(repeating: "/sdk/second-factor", count: 4) + Array(repeating: "/sdk/login", count: 4)
      + ["/nowhere"]
  }

  private mutating func body(_ path: String) -> JSONObject {
    let payload = pick(payloads.suffix(4)) ?? ["nonce": "AAAAAAAAAAAAAAAAAAAAAA"]
    var members: JSONObject = [:]
    for name in ["server", "nonce", "kind"] { members[name] = payload[name] }
    switch path {
    case "/sdk/second-factor":
      if below(2) == 0 { members["pin"] = pick(["1", "1", "2"]) }
      if members["pin"] == nil || below(5) == 0 { members["biometric"] = true }
      members["context"] = pick(["VERIFY", "VERIFY", "FIRST_SET"])
    case "/sdk/login":
      members["account"] = pick(accounts.sorted { "\($0)" < "\($1)" })
      if below(2) == 0 { members["userInput"] = "x" }
      if below(3) == 0 { members["name"] = pick(["jane", "sam", ""]) }
    case "/sdk/delete-account":
      members = ["account": below(4) == 0 ? pick(Array(accounts)) ?? "j" : "nobody"]
    case "/outside/qr", "/outside/deep-link", "/outside/push": members = offer(path)
    case "/outside/server-logout", "/outside/ping-lost", "/outside/account-deleted":
      members = below(3) == 0 ? ["account": pick(["jane", "joe", "user 1"]) ?? "jane"] : [:]
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

  /// Remembers what can be used later, and holds the answer against what came before.
  mutating func note(_ request: HTTPRequest, _ json: JSON, _ comment: Comment) throws {
    if let code = json["text"]?.string, let bytes = Base64URL.decode(code) {
      payloads.append(try NextAuthClient.decode(bytes).payload)
    }
    guard case .json(let body) = request.body else { return }
    let nonce = body["nonce"] ?? .null
    if json["event"] == "SUCCESS" { verified.insert(nonce) }
    if json["result"] == "ok" { try #require(loggedIn.insert(nonce).inserted, comment) }
    if let account = json["account"]?["id"] { accounts.insert(account) }
    for event in json["events"]?.array ?? [] where event["type"] == "login-result" {
      let told = event["nonce"] ?? .null
      if event["result"] == "ok" { try #require(loggedIn.insert(told).inserted, comment) }
      if let account = event["account"]?["id"] { accounts.insert(account) }
    }
    for event in json["events"]?.array ?? [] where event["type"] == "logout" {
      try #require(loggedIn.contains(event["nonce"] ?? .null), comment)
    }
    if let list = json["accounts"]?.array {
      let ids = list.map { $0["id"] }
      try #require(Set(ids).count == ids.count, comment)
      try #require(ids.allSatisfy { accounts.contains($0 ?? .null) }, comment)
    }
    // The first payload of a server that always wants a factor, and decides nothing itself.
    if json["result"] == "ok", body["server"] == "a",
      let payload = payloads.last(where: { $0["nonce"] == nonce }), payload["secondFactor"] == nil,
      payload["kind"] == "enrol"
    {
      try #require(verified.contains(nonce), comment)
    }
  }
}
