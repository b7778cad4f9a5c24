import FlowCrypto
import FlowEngine
import NextAuthSimulator
import FlowHTTP
import Testing
import SimulatorKit

@Suite("The start of a session at a simulated nextAuth") struct NextAuthPayloadTests {
  static let settings = """
    scheme "bankapp"
    server "bank.example" {
      announce "title" "Sign in"; announce logo "https://bank.example/l.png"; announce "b" "2"
      info "balance" "12 EUR"
    }
    server "shop.example" { preselect "sam" }
    account "jane" { id "j" }
    account "sam" { id "s"; server "shop.example" }
    device { pin "1234" }
    """

  private func text(_ client: NextAuthClient, _ path: String, _ body: JSON) throws -> String {
    let answer = client.ask(path, body)
    #expect(answer.object?.members.count == 1)
    return try #require(answer.object?.members.first?.value.string)
  }

  @Test("A code is its magic, a kind, the payload and a digest, as text or as bytes")
  func code() throws {
    for (kind, byte) in [("login", 1), ("enrol", 2)] as [(String, UInt8)] {
      for (name, body) in [
        ("text", ["kind": .string(kind)]), ("binary", ["kind": .string(kind), "binary": true]),
        ("binary", ["kind": .string(kind), "binary": "on"]),
        ("text", ["kind": .string(kind), "binary": "false"]),
      ] as [(String, JSON)] {
        let client = try NextAuthClient(Self.settings)
        let answer = client.ask("/outside/qr", body)
        let code = try #require(answer[name]?.string)
        #expect(code.utf8.allSatisfy { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "+") })
        let decoded = try NextAuthClient.decode(#require(Base64URL.decode(code)))
        #expect(decoded.kind == byte)
        #expect(decoded.payload["kind"]?.string == kind)
      }
    }
  }

  @Test("A deep link is a scheme and the text of a code")
  func deepLink() throws {
    for (settings, scheme) in [(Self.settings, "bankapp"), ("", "nextauth")] {
      let client = try NextAuthClient(settings)
      let url = try text(client, "/outside/deep-link", ["kind": "login", "by": "deep-link"])
      let parts = url.split(separator: ":")
      #expect(parts.count == 2 && parts[0] == scheme)
      let decoded = try NextAuthClient.decode(#require(Base64URL.decode(String(parts[1]))))
      #expect(decoded.payload["kind"] == "login")
      client.ask("/sdk/server-info", NextAuthClient.info(decoded.payload))
    }
  }

  @Test("A payload has all its members, in their order")
  func payload() throws {
    let client = try NextAuthClient(Self.settings)
    let payload = try client.offer("login", ["account": "jane", "second-factor": "required"])
    #expect(
      payload.object?.members.map(\.name) == [
        "v", "kind", "server", "nonce", "account", "secondFactor", "announce", "info", "expires",
      ])
    #expect(payload["v"] == 1)
    #expect(payload["server"] == "bank.example")
    #expect(try Base64URL.decode(#require(payload["nonce"]?.string))?.count == 16)
    #expect(payload["account"] == "j")
    #expect(payload["secondFactor"] == "required")
    #expect(
      payload["announce"] == [
        "logo": "https://bank.example/l.png", "texts": [["title", "Sign in"], ["b", "2"]],
      ])
    #expect(payload["info"] == ["texts": [["balance", "12 EUR"]]])
    #expect(payload["expires"] == 1_800_000_300)
  }

  @Test("A payload omits members without a value")
  func bare() throws {
    let client = try NextAuthClient("server a")
    let payload = try client.offer()
    #expect(
      payload.object?.members.map(\.name) == ["v", "kind", "server", "nonce", "expires"])
  }

  @Test("No two offers have the same nonce")
  func nonces() throws {
    let client = try NextAuthClient()
    var nonces: Set<String?> = []
    for _ in 0..<200 { nonces.insert(try client.offer()["nonce"]?.string) }
    #expect(nonces.count == 200)
    let same = try NextAuthClient().offer()
    #expect(try NextAuthClient().offer() == same)
    #expect(try NextAuthClient(seed: 2).offer() != same)
  }

  @Test("Accounts are preselected by the server or by the script, by name or id")
  func preselected() throws {
    let client = try NextAuthClient(Self.settings)
    func preselected(_ body: JSON) throws -> [String?] {
      let payload = try client.offer("login", body)
      return [payload["server"]?.string, payload["account"]?.string]
    }
    #expect(try preselected([:]) == ["bank.example", nil])
    #expect(try preselected(["account": "j"]) == ["bank.example", "j"])
    #expect(try preselected(["account": "sam"]) == ["shop.example", "s"])
    #expect(try preselected(["server": "shop.example"]) == ["shop.example", "s"])
    #expect(
      try preselected(["server": "shop.example", "account": "jane"]) == ["shop.example", "jane"])
    #expect(try preselected(["account": "nobody"]) == ["bank.example", "nobody"])
  }

  @Test("A name that two servers have requires one of them")
  func ambiguous() throws {
    let client = try NextAuthClient(
      "server a\nserver b\naccount jane { id x }\naccount jane { server b; id y }")
    #expect(client.refusal("/outside/qr", ["account": "jane"]) == "400 bad-parameter")
    #expect(try client.offer("login", ["account": "jane", "server": "b"])["account"] == "y")
  }

  @Test("A new account has the requested name, or a free one")
  func names() throws {
    let client = try NextAuthClient(
      "server a { second-factor never }\naccount \"user 1\"\naccount \"user 3\"")
    #expect(try client.offer("enrol", ["name": "joe"])["name"] == "joe")
    let payload = try client.begin("enrol")
    #expect(payload["name"] == "user 2")
    #expect(client.login(payload) == "ok")
    #expect(try client.offer("enrol")["name"] == "user 4")
    #expect(client.names == ["user 1", "user 3", "user 2"])
  }

  @Test(
    "The age of an offer is a number of seconds or a time, and reduces its lifetime",
    arguments: [
      (0, 300), (60, 240), (.double(0.5), 300), (.double(1.5), 299), ("10m", -300), ("1h", -3300),
      ("90s", 210), ("1500ms", 299), ("1d", -86100),
    ] as [(JSON, Int)])
  func age(age: JSON, left: Int) throws {
    let client = try NextAuthClient()
    let payload = try client.offer("login", ["age": age])
    #expect(payload["expires"] == .integer(1_800_000_000 + left))
  }

  @Test(
    "An invalid parameter is refused",
    arguments: [
      ("qr", ["kind": "logout"]), ("qr", ["kind": 1]), ("qr", ["age": -1]), ("qr", ["age": "soon"]),
      ("qr", ["age": .integer(.min)]), ("qr", ["age": true]),
      ("qr", ["age": 1_000_000_000_000_000]),
      ("qr", ["age": .double(-1e300)]), ("qr", ["age": .bigNumber("1e400")]),
      ("qr", ["age": "99999999999999h"]), ("qr", ["age": "11000d"]), ("qr", ["account": ""]),
      ("qr", ["account": 7]), ("qr", ["server": []]), ("qr", ["second-factor": "maybe"]),
      ("qr", ["binary": "perhaps"]), ("qr", ["binary": 1]), ("qr", ["name": "x"]),
      ("qr", ["by": "push"]), ("qr", ["by": "air"]), ("qr", ["type": "login"]),
      ("qr", ["again": true]), ("qr", ["kind": "enrol", "account": "jane"]),
      ("qr", ["kind": "enrol", "second-factor": "skip"]), ("qr", ["kind": "enrol", "name": ""]),
      ("qr", ["kind": "enrol", "name": .string(String(repeating: "x", count: 101))]),
      ("deep-link", ["binary": true]), ("deep-link", ["by": "qr"]), ("push", ["binary": true]),
      ("push", ["type": "spam"]), ("push", ["again": true]), ("push", ["again": "maybe"]),
      ("push", ["type": "logout"]), ("push", ["type": "removal"]),
      ("push", ["type": "removal", "account": "nobody"]),
      ("push", ["type": "message", "account": "jane"]), ("push", ["type": "logout", "age": 5]),
      ("push", ["again": true, "age": 5]),
    ] as [(String, JSON)])
  func refused(path: String, body: JSON) throws {
    let client = try NextAuthClient(Self.settings)
    client.ask("/sdk/device")
    let before = client.server.state
    #expect(client.refusal("/outside/\(path)", body) == "400 bad-parameter")
    #expect(client.server.state == before)
  }
}

@Suite("Pushes of a simulated nextAuth", .enabled(if: AESGCM.isAvailable, "no libcrypto here"))
struct NextAuthPushTests {
  /// Reads a push with the device's key.
  private func open(_ message: String, _ client: NextAuthClient) throws -> JSON {
    let key = try #require(
      client.ask("/sdk/device")["pushKey"]?.string.flatMap(Base64URL.decode))
    let bytes = try #require(Base64URL.decode(message))
    #expect(Array(bytes[..<4]) == [0x4E, 0x58, 0x50, 0x31])
    return try JSON(
      parsing: AESGCM.open(
        Array(bytes[16...]), key: key, nonce: Array(bytes[4..<16]),
        authenticating: Array(bytes[..<4])))
  }

  private func push(_ client: NextAuthClient, _ body: JSON = [:]) throws -> (String, JSON) {
    let message = try #require(client.ask("/outside/push", body)["message"]?.string)
    return (message, try open(message, client))
  }

  @Test("A push carries the same as a code, only for this device")
  func login() throws {
    for (body, kind) in [
      ([:], "login"), (["kind": "enrol"], "enrol"), (["type": "enrol"], "enrol"),
      (["kind": "login", "type": "login", "by": "push"], "login"),
    ] as [(JSON, String)] {
      let client = try NextAuthClient(NextAuthPayloadTests.settings)
      let (message, plain) = try push(client, body)
      #expect(plain["type"]?.string == kind)
      #expect(plain["payload"]?["kind"]?.string == kind)
      #expect(try #require(plain["id"]?.string).utf8.count == 16)
      client.ask("/sdk/server-info", NextAuthClient.info(try #require(plain["payload"])))
      let other = try NextAuthClient(NextAuthPayloadTests.settings, seed: 2)
      #expect(throws: CryptoFailure.refused) { try open(message, other) }
    }
  }

  @Test("The last push can arrive again, unchanged")
  func again() throws {
    let client = try NextAuthClient(NextAuthPayloadTests.settings)
    let (first, plain) = try push(client)
    #expect(try push(client, ["again": true]).0 == first)
    let (second, other) = try push(client)
    #expect(second != first)
    #expect(other["id"] != plain["id"])
    #expect(try push(client, ["again": "true", "kind": "login"]).0 == second)
    #expect(try push(client, ["again": false]).0 != second)
  }

  @Test("A push that logs out names the session, which the server has ended")
  func logout() throws {
    let client = try NextAuthClient(
      "account jane { id j }\naccount sam { id s }\ndevice { pin \"1234\" }")
    let session = try client.logIn("jane")
    let (_, plain) = try push(client, ["type": "logout"])
    #expect(plain["type"] == "logout")
    #expect(plain["nonce"] == session["nonce"])
    #expect(plain["account"] == "j")
    #expect(plain["payload"] == nil)
    // The push reports it, and nothing else.
    #expect(client.events == [])
    #expect(client.refusal("/outside/push", ["type": "logout"]) == "400 bad-parameter")
    let (jane, sam) = (try client.logIn("jane"), try client.logIn("sam"))
    #expect(client.refusal("/outside/push", ["type": "logout"]) == "400 bad-parameter")
    #expect(try push(client, ["type": "logout", "account": "sam"]).1["nonce"] == sam["nonce"])
    #expect(try push(client, ["type": "logout", "kind": "login"]).1["nonce"] == jane["nonce"])
  }

  @Test("A push that removes an account names it, and a message has nothing else")
  func removal() throws {
    let client = try NextAuthClient("account jane { id j }\naccount sam { id s }")
    #expect(client.refusal("/outside/push", ["type": "removal"]) == "400 bad-parameter")
    let (_, plain) = try push(client, ["type": "removal", "account": "jane"])
    #expect(plain["account"] == "j")
    #expect(client.names == ["sam"])
    #expect(try push(client, ["type": "removal"]).1["account"] == "s")
    #expect(client.names == [])
    #expect(client.events == [])
    let (_, message) = try push(client, ["type": "message"])
    #expect(message.object?.members.map(\.name) == ["id", "type"])
  }
}

@Suite("Pushes without a library", .enabled(if: !AESGCM.isAvailable)) struct NoPushTests {
  @Test("A machine that can't encrypt reports it for a push, and does everything else")
  func unavailable() throws {
    let client = try NextAuthClient("account jane\ndevice { pin \"1234\" }")
    #expect(client.refusal("/outside/push") == "400 unavailable")
    try client.logIn("jane")
  }
}
