import FlowEngine
import FlowHTTP
import NextAuthEngine
import TestSupport
import Testing

/// The transferred data, whole and damaged.
@Suite("Data that travels to and from a nextAuth SDK")
struct WireTests {
  private static let strangers: [JSON] = [
    nil, 7, -1, "a stranger", true, [], [:], [nil], ["v": 2], .double(1e300), .double(-0.5),
    .bigNumber("1e400"), .string(String(repeating: "x", count: 5000)), .integer(.max),
    .integer(.min), ["texts": [[1, 2]]], [["texts"]],
  ]

  /// A JSON value with one part removed, replaced or added.
  private static func mutated(_ json: JSON, _ random: inout SeededGenerator) -> JSON {
    let stranger = strangers[random.below(strangers.count)]
    switch json {
    case .object(var object) where !object.members.isEmpty && random.chance(85):
      let index = random.below(object.members.count)
      if random.chance(15) {
        object.members.remove(at: index)
      } else {
        object.members[index].value = mutated(object.members[index].value, &random)
      }
      return .object(object)
    case .array(var elements) where !elements.isEmpty && random.chance(85):
      let index = random.below(elements.count)
      elements[index] = mutated(elements[index], &random)
      return .array(elements)
    default: return stranger
    }
  }

  private static let offer: Offer = {
    var offer = Offer(account: "A1", secondFactor: "required", name: "n", expires: 2_000_000)
    offer.announce = ["logo": "https://x", "texts": [["a", "b"]]]
    offer.info = ["texts": [["c", "d"]]]
    return offer
  }()

  @Test(
    "A damaged QR code, link or push message is refused, whichever byte is wrong",
    arguments: 0..<3)
  func bytes(_ form: Int) async throws {
    let scene = Scene()
    let binary = Self.offer.binary
    let push = try #require(Base64URL.decode(Self.offer.push(id: "m")))
    let original = form == 2 ? push : binary
    for index in original.indices {
      for bit in [0x01, 0x80] as [UInt8] {
        var damaged = original
        damaged[index] ^= bit
        let data: SessionData =
          switch form {
          case 0: .binary(damaged)
          case 1: .text(Secret("bank:" + Base64URL.encode(damaged)), origin: .deepLink)
          default: .push(Secret(Base64URL.encode(damaged)))
          }
        // The test's cipher doesn't encrypt the text; a damaged text may still be JSON.
        if form == 2, (4..<damaged.count - 16).contains(index) {
          _ = try? await scene.manager.startSession(data)
          continue
        }
        do throws(CallFailure) {
          _ = try await scene.manager.startSession(data)
          Issue.record("byte \(index) was changed, and it was taken")
        } catch {
          #expect(error.error?.code == 32, "\(error)")
        }
      }
    }
    for count in 0..<original.count where form == 0 {
      await #expect(throws: CallFailure.self) {
        try await scene.manager.startSession(.binary(Array(original.prefix(count))))
      }
    }
  }

  @Test(
    "A payload and a push message with a duplicate name are refused", arguments: ["server", "v"])
  func twice(_ name: String) async throws {
    guard case .object(var object) = Self.offer.json, let value = object[name] else { return }
    object.members.append(JSONObject.Member(name, value))
    let payload = JSON.object(object)
    for data in [
      SessionData.binary(Offer.code(payload.bytes(), kind: 1)),
      .push(Secret(Offer.push(["type": "login", "id": "m", "payload": payload]))),
    ] {
      let scene = Scene()
      do throws(CallFailure) {
        _ = try await scene.manager.startSession(data)
        Issue.record("it was taken")
      } catch {
        #expect(error.error?.code == 32, "\(error)")
      }
    }
  }

  @Test(
    "Texts that are neither a link nor a QR code are refused with code 32",
    arguments: [
      "", ":", "bank", "bank:", ":" + offer.text, "1bank:" + offer.text, "ba nk:" + offer.text,
      "bank:bank:" + offer.text, String(repeating: "A", count: 100_000), "bänk:" + offer.text,
    ])
  func texts(_ text: String) async {
    for origin in [SessionOrigin.qr, .deepLink] {
      let scene = Scene()
      do throws(CallFailure) {
        _ = try await scene.manager.startSession(.text(Secret(text), origin: origin))
        Issue.record("\(text) was taken")
      } catch {
        #expect(error.error?.code == 32)
      }
    }
  }

  @Test(
    "A payload with any part changed is refused or read, and never traps",
    arguments: 0..<4)
  func payloads(_ part: Int) async {
    var random = SeededGenerator(seed: UInt64(part))
    var (taken, refused) = (0, 0)
    for number in 0..<500 {
      let content = Self.mutated(Self.offer.json, &random)
      let data: SessionData =
        number % 2 == 0
        ? .binary(Offer.code(content.bytes(), kind: 1))
        : .push(
          Secret(Offer.push(["id": .string("\(number)"), "type": "login", "payload": content])))
      let scene = Scene()
      do throws(CallFailure) {
        _ = try await scene.manager.startSession(data)
        taken += 1
      } catch {
        #expect(error.kind == .refused)
        refused += 1
      }
    }
    #expect(taken > 10 && refused > 10)
  }

  @Test(
    "After any answer of a server, no call traps and every session can be stopped",
    arguments: 0..<8)
  func answers(_ part: Int) async {
    var random = SeededGenerator(seed: UInt64(part) &+ 100)
    let paths = [
      "/sdk/device", "/sdk/server-info", "/sdk/second-factor", "/sdk/login", "/sdk/events",
    ]
    for _ in 0..<150 {
      let path = paths[random.below(paths.count)]
      let scene = Scene { $0.factors = Scenario.both }
      scene.server.set { $0.overrides[path] = Self.answer(to: path, &random) }
      for act in Self.acts { try? await scene.perform([act]) }
      for session in await scene.manager.sessions() {
        try? await scene.manager.stopSession(session.id)
      }
      for session in await scene.manager.sessions() {
        #expect(session.status.isFinal)
        #expect(session.history != .none)
        #expect((session.status == .error) == (session.error != nil))
      }
    }
  }

  /// Every action of an app, possible or not.
  private static let acts: [Act] =
    Scenario.login + [.event(Scenario.logout()), .qr(.enrol(2)), .on(2, .go)]
    + [.on(2, .account("new-2")), .on(2, .biometric), .wait(1), .appLogin(), .on(3, .pin("1234"))]

  private static func answer(
    to path: String, _ random: inout SeededGenerator
  ) -> Result<HTTPResponse, TransportFailure> {
    let good: [String: JSON] = [
      "/sdk/device": [
        "accounts": [["id": "A1", "name": "jane", "server": "bank.example"]],
        "factors": ["pin": true, "lastInputAgo": 3], "configuration": ["sessionTimeout": 120],
        "pushKey": .string(Base64URL.encode(Offer.key)),
        "history": [["status": "LOGGED_IN", "server": "s", "age": 5]],
      ],
      "/sdk/server-info": [
        "pingTime": 60, "secondFactor": ["after": 5], "requiredFactors": ["pin"],
        "maxPinAttempts": 3, "uniqueDisplayName": true, "visualHash": "h",
      ],
      "/sdk/second-factor": ["event": "PENALISED", "remaining": 2, "wait": 1, "code": 5],
      "/sdk/login": [
        "result": "ok", "account": ["id": "A1", "name": "n", "server": "bank.example"],
        "credentials": "c",
      ],
      "/sdk/events": [
        "events": [
          ["type": "logout", "nonce": .string(Offer.nonce(1))],
          ["type": "account-deleted", "account": "A1"],
          ["type": "login-result", "nonce": "x", "result": "ok"],
        ]
      ],
    ]
    let json = mutated(good[path] ?? nil, &random)
    switch random.below(10) {
    case 0:
      return .failure(
        [.timedOut(.seconds(1)), .unreachable("no"), .malformed("m"), .cancelled][random.below(4)])
    case 1:
      return .success(HTTPResponse(status: [404, 500, 302, 0][random.below(4)], body: .json(json)))
    case 2:
      let bytes = (0..<random.below(40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      return .success(HTTPResponse(status: 200, body: .bytes(bytes)))
    case 3: return .success(HTTPResponse(status: 200, body: .none))
    case 4:
      return .success(HTTPResponse(status: 422, body: .json(["error": "e", "code": json])))
    default: return .success(HTTPResponse(status: 200, body: .json(json)))
    }
  }

  @Test("Requests to the server match the wire format")
  func requests() async throws {
    let scene = Scene {
      $0.accounts = []
      $0.factors = [:]
    }
    try await scene.perform([.qr(.enrol()), .go, .account("new-1", input: "ref"), .both("1234")])
    let nonce = JSON.string(Offer.nonce(1))
    #expect(scene.server.requests("/sdk/device") == [[:]])
    #expect(
      scene.server.requests("/sdk/server-info") == [
        [
          "server": "bank.example", "nonce": nonce, "kind": "enrol", "appLogin": false,
          "name": "New",
        ]
      ])
    #expect(
      scene.server.requests("/sdk/second-factor") == [
        ["nonce": nonce, "context": "FIRST_SET", "pin": "1234", "biometric": true]
      ])
    #expect(
      scene.server.requests("/sdk/login") == [
        [
          "server": "bank.example", "nonce": nonce, "kind": "enrol", "appLogin": false,
          "account": "new-1", "name": "New", "userInput": "ref",
        ]
      ])
  }
}
