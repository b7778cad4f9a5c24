import FlowEngine
import FlowHTTP
import FlowLock
import Testing

@testable import MobileIdPEngine

/// Counts.
final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}

@Suite("The limits of a move of the mobile flow, and its outside events")
struct EndingTests {
  @Test("An unreachable server is reported to the app, and to the user")
  func unreachable() async throws {
    var scene = try SessionScene()
    try scene.knowAda()
    scene.server.answer(EndpointPathName.token, .failure(.unreachable("no route\nto host")))
    try await scene.start()
    #expect(scene.response.outcome == .failure)
    #expect(scene.fact("reason") == "token-error")
    #expect(scene.fact("code") == "network")
    #expect(
      scene.response.messages == [
        Message(.error, "the server can't be reached: no route to host", key: "network")
      ])
    #expect(
      scene.callbacks == [
        "Sample App -> login.salesforce.com  refresh no answer: no route to host"
      ])
  }

  @Test(
    "A move that is interrupted or out of time leaves the step unchanged",
    arguments: [
      (TransportFailure.cancelled, EngineFailure.Kind.cancelled),
      (.timedOut(.seconds(1)), .timedOut),
    ])
  func stopped(_ cause: TransportFailure, _ kind: EngineFailure.Kind) async throws {
    var scene = try SessionScene()
    try await scene.start()
    try await scene.choose("standard")
    scene.server.answer(EndpointPathName.login, .failure(cause))
    let failure = await scene.failure { try await $0.logIn() }
    #expect(failure?.kind == kind)
    try await scene.perform(.look)
    #expect(scene.steps == ["login"])
    try await scene.logIn()
    #expect(scene.steps == ["approve"])
  }

  @Test("A deadline that has passed sends nothing, and can be extended")
  func deadline() async throws {
    var scene = try SessionScene()
    try await scene.start()
    var session = try #require(scene.session)
    session.deadline = .now - .seconds(1)
    scene.session = session
    let failure = await scene.failure { try await $0.choose("standard") }
    #expect(failure?.kind == .outOfTime)
    #expect(scene.server.requests == [])
    session = try #require(scene.session)
    session.deadline = .now + .seconds(3600)
    scene.session = session
    try await scene.choose("standard")
    #expect(scene.server.requests.count == 1)
  }

  @Test("A request can take as long as a server may, and no longer than the run")
  func limited() throws {
    let request = HTTPRequest(.get, try #require(HTTPURL("https://login.salesforce.com/")))
    let usual = Duration.seconds(30)
    #expect(request.limited(to: usual, until: nil)?.timeout == usual)
    #expect(request.limited(to: usual, until: .now + .seconds(3600))?.timeout == usual)
    let short = try #require(request.limited(to: usual, until: .now + .seconds(5))?.timeout)
    #expect(short <= .seconds(5))
    #expect(request.limited(to: usual, until: .now - .seconds(1)) == nil)
  }

  @Test("A run in a canceled task ends as canceled")
  func cancelled() async throws {
    let scene = try SessionScene()
    let task = Task { () -> EngineFailure? in
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      var scene = scene
      return await scene.failure { try await $0.start() }
    }
    #expect(await task.value?.kind == .cancelled)
  }

  @Test("If a role is played elsewhere, its answer comes from the device")
  func outside() async throws {
    var scene = try SessionScene()
    scene.world.providers = []
    scene.device.give("sampleidpapp", to: "Real Authenticator")
    try await scene.start()
    try await scene.choose("identity-provider")
    // Nothing arrives: the client has no answer.
    #expect(scene.fact("reason") == "no-answer")
    #expect(scene.device.asked == 1)
    #expect(scene.fact("provider.state") == nil)

    let error = MessageURL("sampleapp://oauth2/v1.0/error?error_code=x&error_desc=&state=y")
    let device = FakeDevice(
      arrivals: [AppArrival(app: SessionScene.clientName, url: error, sender: nil)])
    var other = try SessionScene(device: device)
    other.world.providers = []
    try await other.start()
    try await other.choose("identity-provider")
    #expect(other.list("dropped") == ["state-differs"])
    #expect(other.fact("reason") == "no-answer")
    #expect(other.device.asked == 2)
    #expect(other.callbacks.contains { $0.hasPrefix("outside -> Sample App  error") })
  }

  @Test("A provider on its own answers a client that is elsewhere, and the run is finished")
  func providerAlone() async throws {
    let request = Known.url("authrequest", Known.request)
    let device = FakeDevice(
      ["sampleidpapp": SessionScene.providerName, "sampleapp": "Real App"],
      arrivals: [AppArrival(app: SessionScene.providerName, url: request, sender: nil)])
    var scene = try SessionScene(device: device)
    scene.world.clients = []
    try await scene.start("provider")
    try await scene.choose("Sample App")
    #expect(scene.steps == ["approve"])
    try await scene.choose("allow")
    #expect(scene.response.outcome == .finished)
    #expect(scene.list("sent") == ["idpinit", "authrequest", "authresponse"])
    #expect(scene.session?.absence(of: "client.state") == "no client was reached")
  }

  @Test("A wait for the device that is out of time leaves the step unchanged")
  func waiting() async throws {
    let device = FakeDevice(
      ["sampleidpapp": "Real Authenticator"], failure: EngineFailure(.timedOut, "too late"))
    var scene = try SessionScene(device: device)
    scene.world.providers = []
    try await scene.start()
    let failure = await scene.failure { try await $0.choose("identity-provider") }
    #expect(failure?.kind == .outOfTime)
    try await scene.perform(.look)
    #expect(scene.steps == ["choose-login"])
    await scene.abandon()
  }

  @Test("Every available fact has a reason when it has no value")
  func absence() async throws {
    var scene = try SessionScene()
    try await scene.start()
    let always = ["app", "sent", "dropped"]
    for fact in MobileIdPEngine.vocabulary.knownFacts where !always.contains(fact.name) {
      #expect(scene.session?.absence(of: fact.name) != nil, "\(fact.name)")
    }
    #expect(
      scene.session?.absence(of: "authrequest.state") == "no `authrequest` was sent that has it")
    #expect(scene.session?.absence(of: "nothing") == nil)
    #expect(scene.session?.traits.changesByItself == false)
    #expect(scene.session?.unreadParts == [])
    #expect(scene.session?.traits.clockOffset == .zero)
  }
}

extension SessionScene {
  /// Gives the run up.
  mutating func abandon() async {
    guard var session else { return }
    await session.abandon()
    self.session = session
  }
}
