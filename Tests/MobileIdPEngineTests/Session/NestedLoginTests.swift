import FlowEngine
import FlowHTTP
import MobileIdPEngine
import FlowLock
import Testing

/// Another engine, whose sessions follow a script.
final class FakeLogin: Engine {
  typealias Turn = Result<Response, EngineFailure>

  private let state: Mutex<(turns: [Turn], log: [String])>

  init(_ turns: Turn...) { state = Mutex((turns, [])) }

  /// The requests to its sessions, in order.
  var log: [String] { state.withLock { $0.log } }

  func makeSession(
    learn: @escaping @Sendable (Secret) -> Void
  ) -> any FlowEngine.Session { Session(engine: self) }

  fileprivate func take(_ what: String) throws(EngineFailure) -> Response {
    let turn = state.withLock { state -> Turn? in
      state.log.append(what)
      return state.turns.isEmpty ? nil : state.turns.removeFirst()
    }
    guard let turn else { throw EngineFailure(.expired, "the script has ended") }
    return try turn.get()
  }

  private struct Session: FlowEngine.Session {
    let engine: FakeLogin
    var deadline: ContinuousClock.Instant?
    var unreadParts: [String] { ["a part"] }
    var traits: SessionTraits { SessionTraits(changesByItself: true, clockOffset: .seconds(7)) }
    mutating func userFacts() -> [Fact] { [] }

    func absence(of fact: String) -> String? { fact == "theirs.gone" ? "they say so" : nil }

    mutating func start(_ start: Start) async throws(EngineFailure) -> Response {
      try engine.take("start \(start.intent)\(deadline == nil ? "" : " by a deadline")")
    }

    mutating func perform(_ move: Move) async throws(EngineFailure) -> Response {
      switch move {
      case .submit(let step, _, let answers):
        try engine.take("submit \(step) \(answers.map(\.field).joined(separator: " "))")
      case .use(let capability, let step): try engine.take("\(capability.name) \(step ?? -1)")
      case .poll(let step): try engine.take("poll \(step)")
      case .resume(let step, _): try engine.take("resume \(step)")
      case .outside(let event, _): try engine.take("outside \(event)")
      case .look: try engine.take("look")
      case .settle: try engine.take("settle")
      }
    }

    mutating func abandon() async { _ = try? engine.take("abandon") }
  }
}

@Suite("A provider's login at another engine")
struct NestedLoginTests {
  static let identify = Response(
    steps: [Step("identify", fields: [Field("identifier", isRequired: true)])],
    messages: [Message(.info, "hello")], facts: [Fact("theirs", .text("x"))],
    callbacks: ["their line"])
  static let done = Response(
    outcome: .success,
    facts: [
      Fact("token.preferred_username", .text("ada@acme.test")), Fact("theirs", .text("y")),
    ],
    tokens: Tokens(accessToken: Secret("their-token"), tokenType: "Bearer"))

  private static func scene(
    _ engine: FakeLogin, assertion: String? = FakeServer.assertion
  ) async throws -> SessionScene {
    var scene = try SessionScene([])
    scene.world.login = NestedLogin(engine: engine) { host, username in
      host.name == "login.salesforce.com" && username == "ada@acme.test"
        ? assertion.map(Secret.init) : nil
    }
    try await scene.start()
    try await scene.choose("identity-provider")
    return scene
  }

  @Test("Its steps replace the login page, and its name and assertion are sent there at the end")
  func login() async throws {
    let engine = FakeLogin(.success(Self.identify), .success(Self.done))
    var scene = try await Self.scene(engine)
    #expect(scene.steps == ["identify"])
    #expect(scene.response.messages == Self.identify.messages)
    #expect(scene.response.capabilities == [Capability("cancel")])
    #expect(scene.fact("theirs") == "x")
    #expect(scene.fact("provider.state") == "login")
    #expect(scene.callbacks.last == "their line")
    #expect(scene.session?.unreadParts == ["a part"])
    #expect(scene.session?.traits.clockOffset == .seconds(7))
    #expect(scene.session?.traits.changesByItself == true)
    #expect(scene.session?.absence(of: "theirs.gone") == "they say so")
    #expect(scene.session?.absence(of: "via") == "no one is signed in to the client")
    try await scene.answer(("identifier", "ada@acme.test"))
    #expect(scene.steps == ["approve"])
    #expect(scene.fact("theirs") == "y", "its last message is reported once")
    #expect(scene.response.tokens == nil)
    let page = try #require(scene.server.requests(EndpointPathName.login).first)
    #expect(FakeServer.pairs(page)["assertion"] == FakeServer.assertion)
    #expect(FakeServer.pairs(page)["username"] == "ada@acme.test")
    #expect(FakeServer.pairs(page)["password"] == nil)
    #expect(scene.list("provider.users") == ["ada@acme.test"])
    try await scene.choose("allow")
    #expect(scene.response.outcome == .success)
    #expect(scene.fact("theirs") == nil)
    #expect(engine.log == ["start sign-in", "submit 0 identifier"])
  }

  @Test("The engine's name for the signed-in user is accepted under several facts")
  func usernames() async throws {
    for name in ["user.identifier", "user.username", "account"] {
      let engine = FakeLogin(
        .success(Response(outcome: .finished, facts: [Fact(name, .text("ada@acme.test"))])))
      #expect(try await Self.scene(engine).steps == ["approve"], "\(name)")
    }
    let settled = FakeLogin(
      .success(
        Response(
          steps: [Step("active")], settled: .success,
          facts: [Fact("account", .text("ada@acme.test"))])))
    #expect(try await Self.scene(settled).steps == ["approve"])
  }

  @Test(
    "A login that fails is given up, and the client is informed (scenario 30)",
    arguments: [
      Response(messages: [Message(.error, "locked")], outcome: .failure),
      Response(outcome: .cancelled), Response(outcome: .stopped), Response(outcome: .success),
      Response(outcome: .success, facts: [Fact("account", .text("eve@acme.test"))]),
    ])
  func nothing(_ last: Response) async throws {
    let scene = try await Self.scene(FakeLogin(.success(last)))
    #expect(scene.response.outcome == .failure)
    #expect(scene.fact("code") == "user_cancelled")
    // No one has given up if the login itself has failed.
    let hasFailed = last.outcome == .failure || last.outcome == .success
    #expect(scene.fact("reason") == (hasFailed ? "login-failed" : "idp-error"))
    #expect((scene.response.messages.last?.key == "login-failed") == hasFailed)
    #expect(scene.server.requests(EndpointPathName.login) == [])
  }

  @Test("Tokens that the login's engine refuses aren't part of the run")
  func refusedTokens() async throws {
    var failure = EngineFailure(.refused, "the tokens are for another app")
    failure.refusedTokens = Self.done.tokens
    var scene = try await Self.scene(FakeLogin(.success(Self.identify), .failure(failure)))
    do {
      try await scene.answer(("identifier", "ada@acme.test"))
      Issue.record("the failure didn't arrive")
    } catch {
      let failure = error as? EngineFailure
      #expect(failure?.message == "the tokens are for another app")
      #expect(failure?.refusedTokens == nil)
    }
  }

  @Test("An assertion that the page rejects ends the login, and no other login begins")
  func refused() async throws {
    let engine = FakeLogin(.success(Self.done), .success(Self.done))
    let scene = try await Self.scene(engine, assertion: "another")
    #expect(scene.response.outcome == .failure)
    #expect(engine.log == ["start sign-in"])
    #expect(scene.callbacks.contains("Authenticator stops: login-refused"))
  }

  @Test("Moves and capabilities of its steps are its own")
  func moves() async throws {
    let rich = Response(
      steps: [Step("wait", capabilities: [Capability("resend")])],
      capabilities: [Capability("cancel")])
    let engine = FakeLogin(
      .success(rich), .success(rich), .success(rich), .success(rich), .success(rich),
      .success(rich), .success(rich), .success(Response(outcome: .cancelled)))
    var scene = try await Self.scene(engine)
    #expect(scene.response.capabilities == [Capability("cancel")])
    try await scene.use("resend", step: 0)
    try await scene.use("resend")
    try await scene.perform(.poll(step: 0))
    try await scene.perform(.resume(step: 0, address: Secret("x:y")))
    try await scene.perform(.look)
    try await scene.outside("theirs")
    try await scene.use("cancel")
    #expect(
      engine.log == [
        "start sign-in", "resend 0", "resend 0", "poll 0", "resume 0", "look", "outside theirs",
        "cancel -1",
      ])
    #expect(scene.fact("code") == "user_cancelled")
  }

  @Test("A cancel gives the login up, even if the other engine would begin again")
  func anew() async throws {
    var offer = Self.identify
    offer.capabilities = [Capability("cancel")]
    let engine = FakeLogin(.success(offer), .success(offer))
    var scene = try await Self.scene(engine)
    try await scene.use("cancel")
    #expect(engine.log == ["start sign-in", "cancel -1"])
    #expect(scene.response.outcome == .failure)
    #expect(scene.fact("code") == "user_cancelled")
  }

  @Test("If it offers no way out, the provider's login can still be given up")
  func cancel() async throws {
    let engine = FakeLogin(.success(Self.identify))
    var scene = try await Self.scene(engine)
    try await scene.use("cancel")
    #expect(engine.log == ["start sign-in", "abandon"])
    #expect(scene.fact("code") == "user_cancelled")
  }

  @Test("An error that it throws ends the move, and its step stays")
  func failing() async throws {
    let engine = FakeLogin(
      .success(Self.identify), .failure(EngineFailure(.limited, "wait")), .success(Self.done))
    var scene = try await Self.scene(engine)
    let failure = await scene.failure { try await $0.answer(("identifier", "ada@acme.test")) }
    #expect(failure?.kind == .limited)
    try await scene.answer(("identifier", "ada@acme.test"))
    #expect(scene.steps == ["approve"])
  }

  @Test("A login that can't begin leaves the client's choice unchanged")
  func unreachable() async throws {
    let engine = FakeLogin(.failure(EngineFailure(.unreachable, "nobody")), .success(Self.identify))
    var scene = try SessionScene([])
    scene.world.login = NestedLogin(engine: engine) { _, _ in nil }
    try await scene.start()
    let failure = await scene.failure { try await $0.choose("identity-provider") }
    #expect(failure?.kind == .unreachable)
    try await scene.perform(.look)
    #expect(scene.steps == ["choose-login"])
    try await scene.choose("identity-provider")
    #expect(scene.steps == ["identify"])
  }

  @Test("It is abandoned with the run, once, and with the provider's app")
  func abandoned() async throws {
    let engine = FakeLogin(.success(Self.identify))
    var scene = try await Self.scene(engine)
    await scene.abandon()
    await scene.abandon()
    #expect(engine.log == ["start sign-in", "abandon"])
    let other = FakeLogin(.success(Self.identify))
    var gone = try await Self.scene(other)
    try await gone.outside("uninstall", ("app", "Authenticator"))
    #expect(other.log == ["start sign-in", "abandon"])
    #expect(gone.fact("reason") == "no-answer")
  }

  @Test("A message during the login is the run's own, and its steps stay in front")
  func message() async throws {
    let engine = FakeLogin(.success(Self.identify), .success(Self.done))
    var scene = try await Self.scene(engine)
    let url = "sampleapp://oauth2/v1.0/error?error_code=x&state=y"
    try await scene.outside("message", ("url", url))
    #expect(scene.steps == ["identify"])
    #expect(scene.list("dropped") == ["state-differs"])
    #expect(engine.log == ["start sign-in"])
    try await scene.answer(("identifier", "ada@acme.test"))
    #expect(scene.steps == ["approve"])
  }

  @Test("It is abandoned if the run ends first")
  func overtaken() async throws {
    let engine = FakeLogin(.success(Self.identify))
    var scene = try await Self.scene(engine)
    let url = "sampleapp://oauth2/v1.0/authresponse?code=c&state=x&login_host=h"
    try await scene.outside("message", ("url", url))
    #expect(scene.fact("reason") == "state-mismatch")
    #expect(engine.log == ["start sign-in", "abandon"])
  }

  @Test("It has the run's deadline")
  func deadline() async throws {
    let engine = FakeLogin(.success(Self.identify))
    var scene = try SessionScene([])
    scene.world.login = NestedLogin(engine: engine, start: Start(intent: "other")) { _, _ in nil }
    try await scene.start()
    var session = try #require(scene.session)
    session.deadline = .now + .seconds(3600)
    scene.session = session
    try await scene.choose("identity-provider")
    #expect(engine.log == ["start other by a deadline"])
  }

  @Test("A login in the client is the client's own")
  func client() async throws {
    let engine = FakeLogin()
    var scene = try SessionScene([])
    scene.world.login = NestedLogin(engine: engine) { _, _ in nil }
    try await scene.start()
    try await scene.choose("standard")
    #expect(scene.steps == ["login"])
    #expect(engine.log == [])
  }
}
