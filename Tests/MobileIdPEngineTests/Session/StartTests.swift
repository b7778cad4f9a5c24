import FlowEngine
import MobileIdPEngine
import Testing

@Suite("The start of a run of the mobile flow")
struct StartTests {
  @Test("A client with a refresh token is signed in without a step or a message (scenario 2)")
  func refresh() async throws {
    var scene = try SessionScene()
    try scene.knowAda()
    try await scene.start()
    #expect(scene.response.outcome == .success)
    #expect(scene.fact("via") == "refresh")
    #expect(scene.fact("user") == "ada@acme.test")
    #expect(scene.list("sent") == [])
    #expect(scene.list("client.calls") == ["refresh"])
    #expect(scene.response.tokens?.accessToken == Secret("access-1"))
    #expect(scene.response.tokens?.scope == "api web refresh_token")
    #expect(scene.callbacks == ["Sample App -> login.salesforce.com  refresh 200"])
  }

  @Test("A refresh token whose user isn't known is refreshed, and its user becomes known")
  func lone() async throws {
    var scene = try SessionScene()
    scene.world.clients[0].refreshToken = Secret(ClientScene.refreshToken)
    try await scene.start("client", ("app", "sample app"))
    #expect(scene.fact("user") == "ada@acme.test")
    #expect(
      FakeServer.pairs(scene.server.requests[0])["refresh_token"] == ClientScene.refreshToken)
    #expect(
      scene.list("client.tokens") == [
        "access-token of ada@acme.test for SP_KEY", "refresh-token of ada@acme.test for SP_KEY",
      ])
  }

  @Test("A lone refresh token that is revoked is removed, and the choice follows (scenario 3)")
  func revoked() async throws {
    var scene = try SessionScene()
    scene.world.clients[0].refreshToken = Secret(ClientScene.refreshToken)
    scene.server.answer(EndpointPathName.token, .success(Answer.refusal("invalid_grant")))
    try await scene.start()
    #expect(scene.steps == ["choose-login"])
    #expect(scene.list("client.tokens") == [])
    #expect(scene.callbacks == ["Sample App -> login.salesforce.com  refresh 400 invalid_grant"])
  }

  @Test("A client without tokens asks how to log in, and where")
  func choice() async throws {
    var scene = try SessionScene()
    try await scene.start()
    let step = try #require(scene.response.steps.first)
    #expect(scene.steps == ["choose-login"])
    #expect(step.subjects.map(\.word) == ["client", "Sample App"])
    #expect(step.choices.map(\.naming.word) == ["standard", "identity-provider"])
    #expect(step.capabilities == [Capability("cancel")])
    let field = try #require(step.choices[1].fields.first)
    #expect(field.name == "login-host")
    #expect(field.value == .text("login.salesforce.com"))
    #expect(
      field.accepted.map(\.value) == [.text("login.salesforce.com"), .text("test.salesforce.com")])
    #expect(scene.fact("app") == "Sample App")
    #expect(scene.fact("client.state") == "choose-login")
    #expect(scene.fact("fallback") == "none")
  }

  @Test("If there is one host, nothing asks for it")
  func oneHost() async throws {
    var scene = try SessionScene()
    scene.world.clients[0].configuration.otherHosts = []
    try await scene.start()
    let step = try #require(scene.response.steps.first)
    #expect(step.choices.allSatisfy { $0.fields.isEmpty })
    #expect(step.showing.contains(Fact("login-host", .text("login.salesforce.com"))))
  }

  @Test("The provider asks which app to open, and opens it with the user (scenario 18)")
  func provider() async throws {
    var scene = try SessionScene()
    try await scene.start("provider", ("app", "Authenticator"))
    #expect(scene.steps == ["select-app"])
    #expect(scene.response.steps[0].subjects.map(\.word) == ["provider", "Authenticator"])
    #expect(scene.response.steps[0].choices.map(\.naming.word) == ["Sample App", "Second App"])
    #expect(scene.fact("client.state") == nil)
    try await scene.choose("Sample App")
    #expect(scene.steps == ["approve"])
    #expect(scene.list("sent") == ["idpinit", "authrequest"])
    #expect(scene.fact("idpinit.user_hint") == Known.adaHint)
    #expect(scene.fact("authrequest.user_hint") == Known.adaHint)
    try await scene.choose("allow")
    #expect(scene.response.outcome == .success)
    #expect(scene.fact("via") == "idp")
  }

  @Test("A client that has the user switches to it (scenarios 16, 17)")
  func switched() async throws {
    var scene = try SessionScene()
    try scene.knowAda()
    scene.world.providers[0].configuration.clients[0].startURL = CallbackURI("https://acme.test/a")
    try await scene.start("provider")
    try await scene.choose("Sample App")
    #expect(scene.response.outcome == .success)
    #expect(scene.fact("via") == "switched")
    #expect(scene.fact("start-url") == "https://acme.test/a")
    #expect(scene.callbacks.last == "Sample App opens https://acme.test/a")
    #expect(scene.list("client.calls") == [])
    #expect(scene.response.tokens?.accessToken == Secret(ClientScene.accessToken))
  }

  @Test("Form 2: the code is sent with the keychain's verifier (scenario 24)")
  func codeStart() async throws {
    var scene = try SessionScene()
    try await scene.start("provider")
    try await scene.choose("Second App")
    try await scene.choose("allow")
    #expect(scene.response.outcome == .success)
    #expect(scene.list("sent") == ["idpauthcodeinit"])
    #expect(scene.value("idpauthcodeinit.code") == .secret(Secret("code-1")))
    let redeemed = try #require(scene.server.requests(EndpointPathName.token).first)
    let verifier = try #require(FakeServer.pairs(redeemed)["code_verifier"])
    #expect(scene.random.secrets.contains(verifier))
  }

  @Test("A message can be the first event (scenarios 20, 44)")
  func message() async throws {
    var scene = try SessionScene()
    let url = "sampleapp://oauth2/v1.0/idpinit?login_host=login.salesforce.com"
    try await scene.start("message", ("url", url), ("from", "Thief"))
    #expect(scene.steps == ["choose-login"])
    #expect(scene.fact("message.from") == "Thief")
    #expect(
      scene.callbacks == ["Thief -> Sample App  idpinit login_host=login.salesforce.com"])
    var other = try SessionScene()
    try await other.start(
      "message", ("url", "sampleapp://oauth2/v1.0/authresponse?code=x&state=y&login_host=z"))
    #expect(other.response.outcome == .failure)
    #expect(other.list("dropped") == ["no-pending-request"])
    #expect(other.response.messages.map(\.key) == ["no-pending-request"])
    #expect(
      other.callbacks == [
        "outside -> Sample App  authresponse code=•••• state=•••• login_host=z",
        "Sample App dropped authresponse: no-pending-request",
      ])
    #expect(other.fact("client.state") == "idle")
  }

  @Test(
    "An impossible beginning is answered with the possible ones",
    arguments: [
      ("sign-in", [], "`client`, `provider`, `message`"),
      ("client", [("app", "Nowhere")], "`Sample App`"),
      ("provider", [("app", "Sample App")], "`Authenticator`"),
      ("client", [("url", "x")], "it takes `app`"),
      ("client", [("app", "a"), ("App", "b")], "remove one of the two"),
      ("message", [("from", "Thief")], "url"),
    ])
  func misused(_ intent: String, _ parameters: [(String, String)], _ help: String) async throws {
    let scene = try SessionScene()
    var session = MobileIdPEngine(
      world: scene.world, transport: scene.server, router: scene.device,
      surroundings: scene.device, randomBytes: { Array(repeating: 7, count: $0) }
    ).makeSession()
    let failure = await #expect(throws: EngineFailure.self) {
      _ = try await session.start(
        Start(intent: intent, parameters: parameters.map { Given($0.0, .text($0.1)) }))
    }
    #expect(failure?.kind == .misused)
    #expect(failure?.help?.contains(help) == true, "\(failure?.help ?? "")")
    // It can still begin.
    #expect(try await session.start(Start(intent: "client")).steps.count == 1)
  }

  @Test("A session begins once, and not with a move")
  func order() async throws {
    var scene = try SessionScene()
    try await scene.start()
    var session = try #require(scene.session)
    let twice = await #expect(throws: EngineFailure.self) {
      _ = try await session.start(Start(intent: "client"))
    }
    #expect(twice?.kind == .misused)
    var fresh = MobileIdPEngine(
      world: scene.world, transport: scene.server, router: scene.device,
      randomBytes: { Array(repeating: 7, count: $0) }
    ).makeSession()
    let early = await #expect(throws: EngineFailure.self) { _ = try await fresh.perform(.look) }
    #expect(early?.kind == .misused)
  }

  @Test("On a real device a run begins with the URL that has opened one of its apps")
  func opened() async throws {
    var scene = try SessionScene()
    scene.isSimulated = false
    #expect(await scene.failure { try await $0.start("message", ("url", "sampleapp:x")) } == nil)
    var other = try SessionScene()
    other.isSimulated = false
    let failure = await other.failure { try await $0.start("message", ("url", "thief:x")) }
    #expect(failure?.kind == .misused)
  }

  @Test("Only a simulated device gets messages from outside in a run")
  func simulatedOnly() async throws {
    var other = try SessionScene()
    other.isSimulated = false
    try await other.start()
    for event in [("message", "url"), ("again", "command"), ("uninstall", "app")] {
      let value = event.0 == "again" ? "authrequest" : "x"
      let failure = await other.failure { try await $0.outside(event.0, (event.1, value)) }
      #expect(failure?.kind == .simulatedOnly, "\(event.0)")
    }
    #expect(other.steps == ["choose-login"])
  }

  @Test("A world without an app of the role reports it")
  func nobody() async throws {
    var scene = try SessionScene()
    scene.world.providers = []
    let failure = await scene.failure { try await $0.start("provider") }
    #expect(failure?.help == "the run has no app with that role")
  }
}
