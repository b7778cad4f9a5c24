import FlowCrypto
import FlowEngine
import FlowHTTP
import NextAuthEngine
import TestSupport
import Testing

@Suite("A nextAuth SDK in software")
struct ManagerTests {
  @Test("The device is queried once, and again only if it didn't answer")
  func device() async throws {
    let scene = Scene()
    scene.server.set { $0.overrides["/sdk/device"] = .failure(.unreachable("no")) }
    await #expect(throws: CallFailure(.unreachable, "the server can't be reached")) {
      try await scene.perform([.qr(.login())])
    }
    #expect(await scene.manager.accounts().isEmpty)
    scene.server.set { $0.overrides = [:] }
    try await scene.perform(Scenario.login)
    #expect(scene.told == Scenario.loggedIn)
    #expect(scene.server.paths.filter { $0 == "/sdk/device" }.count == 3)
  }

  @Test(
    "An unreachable, slow or unintelligible server ends a session with a code",
    arguments: [
      ("/sdk/server-info", TransportFailure.unreachable("no"), 64),
      ("/sdk/server-info", .timedOut(.seconds(30)), 64), ("/sdk/server-info", .malformed("m"), 67),
      ("/sdk/second-factor", .unreachable("no"), 49),
      ("/sdk/second-factor", .timedOut(.seconds(30)), 50),
      ("/sdk/login", .dropped("no"), 49), ("/sdk/login", .timedOut(.seconds(30)), 50),
      ("/sdk/login", .malformed("m"), 51),
    ])
  func failures(_ path: String, _ failure: TransportFailure, _ code: Int) async throws {
    let scene = Scene()
    scene.server.set { $0.overrides[path] = .failure(failure) }
    for act in Scenario.login { try? await scene.perform([act]) }
    #expect(await scene.session()?.error?.code == code)
    #expect(await scene.session()?.history == .error)
  }

  @Test("A call after the deadline is too late, even if no one has looked before")
  func late() async throws {
    let scene = Scene()
    try await scene.perform([.qr(.login())])
    scene.clock.advance(by: .seconds(120))
    await #expect(throws: CallFailure(.sessionEnded, "the session has ended")) {
      try await scene.manager.startUserInteraction(SessionID(1))
    }
    #expect(await scene.session()?.reason == .timedOut)
  }

  @Test("A canceled request leaves the session to its deadline and its user")
  func cancelled() async throws {
    let scene = Scene()
    scene.server.set { $0.overrides["/sdk/server-info"] = .failure(.cancelled) }
    try await scene.perform([.qr(.login())])
    #expect(await scene.session()?.status == .starting)
    try await scene.perform([.wait(120)])
    #expect(await scene.session()?.reason == .timedOut)
  }

  @Test("The numbers of open and remembered sessions are limited")
  func sessionLimits() async throws {
    let scene = Scene()
    for number in 0..<DeviceLimits.liveSessions {
      try await scene.perform([.qr(.login(UInt8(number)))])
    }
    let failure = CallFailure(.refused, "too many sessions are running")
    await #expect(throws: failure) { try await scene.perform([.qr(.login(200))]) }
    await #expect(throws: failure) { try await scene.perform([.appLogin()]) }
    try await scene.perform([.wait(120)])
    for _ in 0..<DeviceLimits.endedSessions {
      try await scene.perform([.qr(.login(1))])
      let id = try #require(await scene.manager.sessions().last?.id)
      try await scene.manager.stopSession(id)
    }
    #expect(await scene.manager.sessions().count == DeviceLimits.endedSessions + 1)
    #expect(await scene.session(1) == nil)
  }

  @Test("The history is limited in number, and each item to the configured time")
  func historyLimits() async throws {
    let item: JSON = [
      "status": "LOGGED_IN", "kind": "login", "server": "bank.example", "age": 7_775_990,
      "account": ["id": "A1", "name": "jane", "server": "bank.example"],
    ]
    let scene = Scene { $0.history = Array(repeating: item, count: DeviceLimits.historyItems) }
    #expect(await scene.manager.history().count == DeviceLimits.historyItems)
    #expect(Set(await scene.manager.history().map(\.session)).count == DeviceLimits.historyItems)
    try await scene.perform([.qr(.login()), .stop])
    #expect(await scene.manager.history().count == DeviceLimits.historyItems)
    #expect(await scene.manager.history().last?.status == .aborted)
    scene.clock.advance(by: .seconds(10))
    #expect(await scene.manager.history().map(\.status) == [.aborted])
  }

  @Test("The number of push messages that are known by their ids is limited")
  func pushLimits() async throws {
    let scene = Scene()
    try await scene.perform([.push(.login(), id: "first"), .stop])
    for number in 0..<DeviceLimits.pushMessages {
      let message: JSON = ["id": .string("\(number)"), "type": "message"]
      try await scene.perform([.data(Scenario.push(message))])
    }
    try await scene.perform([.push(.login(2), id: "\(DeviceLimits.pushMessages - 1)")])
    #expect(await scene.manager.sessions().count == 1)
  }

  @Test(
    "Push messages are opened with the device's key by this machine's AES-256-GCM",
    .enabled(if: AESGCM.isAvailable))
  func encryption() async throws {
    let server = FakeServer()
    let manager = SessionManager(
      transport: server, clock: ManualClock(now: .seconds(5)),
      randomBytes: { [UInt8](repeating: 1, count: $0) })
    let nonce = [UInt8](repeating: 3, count: 12)
    let magic = Array("NXP1".utf8)
    let text: JSON = ["id": "m", "type": "login", "payload": Offer.login().json]
    for (key, isRight) in [(Offer.key, true), ([UInt8](repeating: 8, count: 32), false)] {
      let sealed = try AESGCM.seal(text.bytes(), key: key, nonce: nonce, authenticating: magic)
      let message = Secret(Base64URL.encode(magic + nonce + sealed))
      if isRight {
        #expect(try await manager.processPush(message) == SessionID(1))
      } else {
        await #expect(throws: CallFailure.self) { try await manager.processPush(message) }
      }
    }
  }

  @Test("On a machine that can't decrypt, push reports it and everything else works")
  func unavailable() async throws {
    let failure = CallFailure(.surroundings, "no library")
    let manager = SessionManager(
      transport: FakeServer(), clock: ManualClock(now: .seconds(5)),
      open: { (_, _, _, _) throws(CallFailure) in throw failure },
      randomBytes: { [UInt8](repeating: 1, count: $0) })
    await #expect(throws: failure) {
      try await manager.processPush(Secret(Offer.login().push(id: "m")))
    }
    #expect(
      try await manager.startSession(.text(Secret(Offer.login().text), origin: .qr))
        == SessionID(1))
  }

  @Test("The surroundings create the start of sessions, and trigger events")
  func surroundings() async throws {
    let scene = Scene()
    for origin in [SessionOrigin.qr, .deepLink, .push] {
      let offer = SessionOffer(
        origin: origin, kind: .login, parameters: [Answer("account", .text("jane"))])
      let data = try await scene.manager.make(offer)
      if origin == .push {
        #expect(data == .push(Secret(Offer.login(9).push(id: "made"))))
      }
      #expect(
        scene.server.requests("/outside/\(origin.rawValue)") == [
          ["kind": "login", "account": "jane"]
        ])
    }
    try await scene.manager.happen("server-logout", [])
    #expect(scene.server.paths.last == "/outside/server-logout")
    await #expect(throws: CallFailure.self) { try await scene.manager.happen("rain", []) }
    scene.server.set { $0.overrides["/outside/push"] = .success(FakeServer.failure(34)) }
    await #expect(throws: CallFailure(.surroundings, "refused")) {
      try await scene.manager.make(SessionOffer(origin: .push, kind: .login, parameters: []))
    }
  }

  @Test("Activity of the app keeps an AppLogin alive, without the server")
  func activity() async throws {
    let scene = Scene { $0.configure("timeoutInactivityAppLogin", 300) }
    try await scene.perform(Scenario.appLogin + [.wait(200)])
    try await scene.manager.happen("app-activity", [])
    try await scene.perform([.wait(200)])
    #expect(await scene.session()?.history == .loggedIn)
    #expect(!scene.server.paths.contains("/outside/app-activity"))
  }

  @Test(
    "Concurrent calls from many tasks end, with one session in input",
    arguments: 0..<10)
  func concurrency(_ seed: Int) async throws {
    let scene = Scene { $0.skipReady() }
    let manager = scene.manager
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          var random = SeededGenerator(seed: UInt64(seed * 8 + worker))
          for _ in 0..<15 { await ManagerTests.anything(manager, &random) }
        }
      }
    }
    let sessions = await manager.sessions()
    #expect(sessions.filter { $0.status == .waitingForUserInput }.count <= 1)
    for session in sessions where !session.status.isFinal {
      try await manager.stopSession(session.id)
    }
    let left = await manager.sessions().filter { !$0.status.isFinal }
    // If READY is skipped, the end of one session lets the next continue.
    #expect(left.allSatisfy { $0.status == .waitingForUserInput } || left.isEmpty)
  }

  private static func anything(
    _ manager: SessionManager, _ random: inout SeededGenerator
  ) async {
    let id = SessionID(1 + random.below(6))
    switch random.below(9) {
    case 0, 1:
      let text = Offer.login(UInt8(random.below(9))).text
      _ = try? await manager.startSession(.text(Secret(text), origin: .qr))
    case 2: _ = try? await manager.startAppLogin(account: nil)
    case 3, 4: try? await manager.setAccount(id, account: "A1", userInput: nil)
    case 5, 6: try? await manager.setPinBiometric(id, pin: Secret("1234"), biometric: false)
    case 7: try? await manager.stopSession(id)
    default: try? await manager.look()
    }
  }
}
