import FlowEngine
import NextAuthSimulator
import FlowHTTP
import TestSupport
import Testing
import SimulatorKit

@Suite("Hostile requests to a simulated nextAuth") struct NextAuthHostileTests {
  static let paths = [
    "/sdk/device", "/sdk/server-info", "/sdk/second-factor", "/sdk/login", "/sdk/logout",
    "/sdk/abort", "/sdk/delete-account", "/sdk/events", "/outside/qr", "/outside/deep-link",
    "/outside/push", "/outside/server-logout", "/outside/ping-lost", "/outside/account-deleted",
    "/outside/biometrics-removed",
  ]

  private func answer(
    _ client: NextAuthClient, _ path: String, _ body: HTTPBody
  ) throws -> (status: Int, error: String?) {
    let response = client.server.answer(NextAuthClient.request(path, body))
    guard case .json(let json) = response.body else { throw CancellationError() }
    #expect(response.headers["Content-Type"] == "application/json")
    if response.status != 200 { #expect(json["message"]?.string?.isEmpty == false) }
    return (response.status, json["error"]?.string)
  }

  @Test("Input that isn't a JSON object is refused on every route", arguments: paths)
  func malformed(path: String) throws {
    let client = try NextAuthClient()
    let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    let bodies: [HTTPBody] = [
      .bytes(Array("{".utf8)), .bytes(Array("nonsense".utf8)), .bytes([0xFF, 0xFE, 0]),
      .bytes(Array("[]".utf8)), .bytes(Array("{\"a\":\(deep)}".utf8)), .json([]), .json("x"),
      .json(.null), .form([FormPair("a", "b")]), .bytes(Array("{} {}".utf8)),
    ]
    for body in bodies { #expect(try answer(client, path, body) == (400, "bad-request")) }
    let huge = Array("{\"a\":\"\(String(repeating: "x", count: 1 << 20))\"}".utf8)
    #expect(try answer(client, path, .bytes(huge)) == (413, "too-large"))
  }

  @Test("No other address or method exists")
  func elsewhere() throws {
    let client = try NextAuthClient()
    for path in ["/", "/sdk", "/sdk/", "/sdk/device/", "/SDK/device", "/outside/\u{0}", "/%2e"] {
      #expect(try answer(client, path, .none) == (404, "not-found"))
    }
    for method in [HTTPMethod.get, .put, .delete, .head, .options] {
      let url = HTTPURL(scheme: .https, host: "x", path: "/sdk/device")
      let response = client.server.answer(HTTPRequest(method, url))
      #expect(response.status == 405)
      #expect(response.headers["Allow"] == "POST")
    }
  }

  @Test("A member that is missing or of another type is refused, and changes nothing")
  func members() throws {
    let client = try NextAuthClient("account jane { id j }\ndevice { pin \"1234\" }")
    let payload = try client.begin()
    let info = NextAuthClient.info(try client.offer())
    let login = NextAuthClient.loginBody(payload, account: "j", input: "x")
    let before = client.server.state
    for (path, whole, optional) in [
      ("/sdk/server-info", info, []),
      ("/sdk/second-factor", client.factor(payload, pin: "1234"), ["pin"]),
      ("/sdk/login", login, ["userInput", "appLogin"]),
      ("/sdk/logout", ["nonce": payload["nonce"] ?? .null, "reason": "x"], ["reason"]),
      ("/sdk/abort", ["nonce": payload["nonce"] ?? .null, "reason": "x"], ["reason"]),
      ("/sdk/delete-account", ["account": "j"], []),
    ] as [(String, JSON, [String])] {
      for member in whole.object?.members ?? [] {
        var values: [JSON?] = [[], [:], 7]
        if !optional.contains(member.name) { values += [nil, .null, "", "nonsense"] }
        if member.name == "account" { values.removeLast() }
        if ["server"].contains(member.name) { values.removeLast() }
        for value in values {
          var body = whole.object ?? [:]
          body[member.name] = value
          let refusal = client.refusal(path, .object(body))
          #expect(
            refusal == "400 bad-request", "\(path) \(member.name) \(String(describing: value))")
        }
      }
    }
    #expect(client.server.state == before)
  }

  @Test("Long members are refused, and unknown ones are skipped")
  func long() throws {
    let client = try NextAuthClient()
    let long = JSON.string(String(repeating: "x", count: 2049))
    let nonce = JSON.string(Base64URL.encode(Array(repeating: 1, count: 16)))
    for (path, body) in [
      ("/sdk/server-info", ["server": long, "nonce": nonce, "kind": "login"]),
      ("/sdk/logout", ["nonce": nonce, "reason": long]), ("/sdk/logout", ["nonce": long]),
      ("/sdk/delete-account", ["account": long]),
    ] as [(String, JSON)] {
      #expect(client.refusal(path, body) == "400 bad-request")
    }
    client.ask("/sdk/logout", ["nonce": nonce, "extra": ["a": 1]])
    for size in [0, 15, 17, 1000] {
      let other = JSON.string(Base64URL.encode(Array(repeating: 1, count: size)))
      #expect(client.refusal("/sdk/logout", ["nonce": other]) == "400 bad-request")
    }
  }

  @Test("As bytes, as on a wire, the answers are the same as in this process")
  func bytes() async throws {
    let org = try NextAuthClient.org("account jane")
    let clock = ManualClock(now: .seconds(1_800_000_000))
    let plain = NextAuthServer(org, clock: clock, seed: 3)
    let wired = NextAuthServer(org, clock: clock, seed: 3, sendsBytes: true)
    for path in Self.paths {
      let request = NextAuthClient.request(path, .json(["kind": "login", "nonce": "x"]))
      let (left, right) = (try await plain.send(request), try await wired.send(request))
      #expect(left.status == right.status)
      guard case .json(let json) = left.body, case .bytes(let bytes) = right.body else {
        Issue.record("\(path)")
        continue
      }
      #expect(try JSON(parsing: bytes) == json)
    }
    #expect(plain.state == wired.state)
  }

  @Test("A task that was canceled gets no answer")
  func cancelled() async throws {
    let server = NextAuthServer(
      try NextAuthClient.org(""), clock: ManualClock(now: .seconds(5)), seed: 1)
    let task = Task { () -> TransportFailure? in
      cancelCurrentTask()
      do throws(TransportFailure) {
        _ = try await server.send(NextAuthClient.request("/sdk/device", .none))
        return nil
      } catch {
        return error
      }
    }
    #expect(await task.value == .cancelled)
  }
}
