import FlowEngine
import FlowHTTP
import MobileIdPEngine
import Testing

@Suite("The steps of the two apps, and their answers")
struct StepTests {
  /// A run at the provider's list of accounts.
  static func atAccounts(
    _ users: [String] = [Known.ada, Known.bob],
    _ setup: (inout SessionScene) -> Void = { _ in }
  ) async throws -> SessionScene {
    var scene = try SessionScene(users)
    setup(&scene)
    try await scene.start()
    try await scene.choose("identity-provider")
    return scene
  }

  @Test("The provider, an account, allow: scenario 1 from end to end")
  func provider() async throws {
    var scene = try await Self.atAccounts()
    #expect(scene.steps == ["select-account"])
    #expect(scene.fact("client.state") == "awaiting-idp")
    #expect(scene.fact("provider.state") == "select-account")
    #expect(scene.fact("app") == "Authenticator")
    try await scene.choose("ada@acme.test")
    #expect(scene.steps == ["approve"])
    let approve = scene.response.steps[0]
    #expect(approve.choices.map(\.naming.word) == ["allow", "deny"])
    #expect(approve.capabilities.map(\.name) == ["deny", "cancel"])
    #expect(
      approve.showing == [
        Fact("app", .text("Authenticator")), Fact("app-name", .text("Sample App")),
        Fact("scopes", .list([.text("api"), .text("web")])),
        Fact("username", .text("ada@acme.test")),
      ])
    try await scene.choose("allow")
    #expect(scene.response.outcome == .success)
    #expect(scene.response.steps == [])
    #expect(scene.fact("via") == "idp")
    #expect(scene.fact("fallback") == "none")
    #expect(scene.fact("user.hint") == Known.adaHint)
    #expect(scene.list("scopes") == ["api", "web", "refresh_token"])
    #expect(scene.list("sent") == ["authrequest", "authresponse"])
    #expect(scene.list("client.calls") == ["token"])
    #expect(scene.list("provider.calls") == ["singleaccess", "frontdoor", "authorize", "approval"])
    #expect(scene.response.tokens?.refreshToken == Secret("refresh-1"))
  }

  @Test("Its trace is every message and call, in order, without secrets")
  func trace() async throws {
    var scene = try await Self.atAccounts()
    try await scene.choose("ada@acme.test")
    try await scene.choose("allow")
    let challenge = try #require(scene.fact("authrequest.code_challenge")).prefix(4)
    let server = "Authenticator -> login.salesforce.com  "
    #expect(
      scene.callbacks == [
        "Sample App -> Authenticator  authrequest oauth_client_id=SP_KEY "
          + "code_challenge=\(challenge)… scopes=api,web,refresh_token "
          + "login_host=login.salesforce.com state=••••",
        server + "singleaccess 200", server + "frontdoor 302", server + "authorize 200",
        server + "approval 302",
        "Authenticator -> Sample App  authresponse code=•••• state=•••• "
          + "login_host=login.salesforce.com",
        "Sample App -> login.salesforce.com  token 200",
      ])
    #expect(scene.lines.all == scene.callbacks)
  }

  @Test("The latest message of each command is a fact; a code and a state are secrets")
  func parameters() async throws {
    var scene = try await Self.atAccounts()
    #expect(scene.fact("authrequest.scopes") == "api,web,refresh_token")
    #expect(scene.fact("message.oauth_redirect_uri") == "sampleapp://oauth2/done")
    #expect(scene.fact("message.command") == "authrequest")
    #expect(scene.fact("message.state") == Secret.mask)
    try await scene.choose("ada@acme.test")
    try await scene.choose("allow")
    #expect(scene.fact("message.command") == "authresponse")
    #expect(scene.fact("message.from") == "Authenticator")
    #expect(scene.fact("message.to") == "Sample App")
    #expect(scene.value("authresponse.code") == .secret(Secret("code-1")))
    #expect(scene.value("authresponse.state") == scene.value("authrequest.state"))
    #expect(scene.fact("message.scopes") == nil)
    #expect(scene.session?.absence(of: "message.scopes") != nil)
  }

  @Test("The client's tokens belong to the client, and the provider's to the provider")
  func holders() async throws {
    var scene = try await Self.atAccounts([Known.ada])
    try await scene.choose("1")
    try await scene.choose("allow")
    #expect(
      scene.list("client.tokens") == [
        "access-token of ada@acme.test for SP_KEY", "refresh-token of ada@acme.test for SP_KEY",
      ])
    #expect(
      scene.list("provider.tokens") == [
        "access-token of ada@acme.test for IDP_KEY", "refresh-token of ada@acme.test for IDP_KEY",
      ])
    #expect(scene.list("client.users") == ["ada@acme.test"])
    #expect(scene.list("provider.users") == ["ada@acme.test"])
  }

  @Test("A device is known by one id, at authorize and at token")
  func device() async throws {
    var scene = try await Self.atAccounts()
    try await scene.choose("ada@acme.test")
    try await scene.choose("allow")
    let query = try #require(scene.server.requests(EndpointPathName.authorize).first?.url.query)
    let token = try #require(scene.server.requests(EndpointPathName.token).first)
    let id = try #require(FakeServer.pairs(token)["device_id"])
    #expect(id.utf8.count == 22)
    #expect(query.contains("&device_id=") && !query.contains(id), "each app has its own")
    var given = try SessionScene()
    given.world.clients[0].configuration.deviceID = "device-7"
    try await given.start()
    try await given.choose("standard")
    let own = try #require(given.server.requests(EndpointPathName.authorize).first?.url.query)
    #expect(own.contains("&device_id=device-7"))
  }

  @Test("A login in the client: a wrong password, the right one, allow (scenarios 4, 31)")
  func standard() async throws {
    var scene = try SessionScene()
    try await scene.start()
    try await scene.choose("standard")
    let step = try #require(scene.response.steps.first)
    #expect(scene.steps == ["login"])
    #expect(step.subjects.map(\.word) == ["client", "Sample App"])
    #expect(step.fields.map(\.name) == ["username", "password"])
    #expect(step.fields.map(\.isRequired) == [true, true])
    #expect(step.fields.map(\.isSecret) == [false, true])
    #expect(step.fields[0].aliases == ["identifier"])
    #expect(step.showing.contains(Fact("login-host", .text("login.salesforce.com"))))
    try await scene.logIn("wrong")
    #expect(scene.steps == ["login"])
    #expect(
      scene.response.messages == [
        Message(
          .error, "Please check your username and password.", key: "invalid_login",
          field: "password")
      ])
    try await scene.logIn()
    #expect(scene.response.messages == [])
    #expect(scene.steps == ["approve"])
    #expect(scene.response.steps[0].subjects.map(\.word) == ["client", "Sample App"])
    try await scene.choose("allow")
    #expect(scene.response.outcome == .success)
    #expect(scene.fact("via") == "standard")
    #expect(scene.list("sent") == [])
    #expect(
      scene.list("client.calls") == [
        "authorize", "login", "login", "authorize", "approval", "token",
      ])
  }

  @Test("A provider that isn't installed is skipped (scenarios 5, 6)", arguments: [true, false])
  func fallback(_ isConfigured: Bool) async throws {
    var scene = try SessionScene()
    scene.device.give("sampleidpapp", to: nil)
    if !isConfigured { scene.world.clients[0].configuration.providerScheme = nil }
    try await scene.start()
    try await scene.choose("identity-provider")
    #expect(scene.fact("fallback") == (isConfigured ? "idp-not-found" : "no-idp-configured"))
    try await scene.logIn()
    try await scene.choose("allow")
    #expect(scene.fact("via") == "standard")
    #expect(scene.list("sent") == [])
  }

  @Test("A login host must be one of the app's")
  func hosts() async throws {
    var scene = try SessionScene()
    try await scene.start()
    let failure = await scene.failure {
      try await $0.choose("standard", ("login-host", "evil.test"))
    }
    #expect(failure?.kind == .misused)
    #expect(failure?.help?.contains("`test.salesforce.com`") == true)
    try await scene.choose("identity-provider", ("login-host", "test.salesforce.com"))
    // No one is logged in there (scenario 12).
    #expect(scene.steps == ["login"])
    #expect(scene.response.steps[0].subjects.map(\.word) == ["provider", "Authenticator"])
    #expect(
      scene.response.steps[0].showing.contains(Fact("login-host", .text("test.salesforce.com"))))
  }

  @Test(
    "An account is named by its name, its display name, its ids or its position",
    arguments: ["bob@acme.test", "Bob", "\(Known.org):\(Known.bob)", "2"])
  func names(_ word: String) async throws {
    var scene = try await Self.atAccounts()
    try await scene.choose(word)
    #expect(scene.fact("authrequest.user_hint") == nil)
    #expect(scene.steps == ["approve"])
    var other = try await Self.atAccounts()
    try await other.answer(("account", word))
    #expect(other.steps == ["approve"])
  }

  @Test("The accounts are choices, the values of a field, and shown")
  func accounts() async throws {
    let scene = try await Self.atAccounts()
    let step = try #require(scene.response.steps.first)
    #expect(step.choices.map(\.naming.word) == ["ada@acme.test", "bob@acme.test", "add-account"])
    #expect(step.choices.map(\.naming.title) == ["Ada Lovelace", "Bob", "add-account"])
    let field = try #require(step.fields.first)
    #expect(field.name == "account" && field.isChoice && !field.isRequired)
    #expect(field.aliases == ["identifier", "username"])
    #expect(field.accepted.map(\.value) == [.text("ada@acme.test"), .text("bob@acme.test")])
    #expect(
      step.showing.contains(
        Fact("accounts", .list([.text("ada@acme.test"), .text("bob@acme.test")]))))
  }

  @Test("An account of a native login is listed and can't be chosen (scenario 14)")
  func native() async throws {
    var scene = try await Self.atAccounts {
      $0.world.providers[0].users[1].account.isSelectable = false
    }
    #expect(scene.response.steps[0].choices.count == 3)
    #expect(scene.response.steps[0].choices[1].details.contains("can't be chosen"))
    let before = scene.response
    let failure = await scene.failure { try await $0.choose("bob@acme.test") }
    #expect(failure?.kind == .misused)
    #expect(failure?.help == "write `choose \"ada@acme.test\"`, `choose add-account`")
    #expect(scene.response == before)
    try await scene.choose("ada@acme.test")
    #expect(scene.steps == ["approve"])
  }

  @Test("Another account logs in (scenario 8)")
  func addAccount() async throws {
    var scene = try await Self.atAccounts([Known.bob])
    try await scene.choose("add-account")
    #expect(scene.steps == ["login"])
    try await scene.logIn()
    #expect(scene.list("provider.users") == ["bob@acme.test", "ada@acme.test"])
    try await scene.choose("allow")
    #expect(scene.fact("user") == "ada@acme.test")
    #expect(
      scene.list("provider.calls").prefix(5) == [
        "authorize", "login", "authorize", "token", "singleaccess",
      ])
  }

  @Test("The security check stays until the passcode is right (scenario 15)")
  func passcode() async throws {
    var scene = try await Self.atAccounts {
      $0.world.providers[0].configuration.passcode = Secret(SessionScene.passcode)
    }
    try await scene.choose("ada@acme.test")
    #expect(scene.steps == ["security-check"])
    let field = try #require(scene.response.steps[0].fields.first)
    #expect(field.isSecret && field.aliases == ["code", "pin"])
    try await scene.answer(("passcode", "no"))
    #expect(scene.steps == ["security-check"])
    #expect(scene.response.messages.map(\.field) == ["passcode"])
    try await scene.answer(("passcode", SessionScene.passcode))
    #expect(scene.steps == ["approve"])
    #expect(scene.response.messages == [])
  }

  @Test("An invalid answer lists the valid ones, and no server is asked (scenarios 70, 71, 73)")
  func misuse() async throws {
    var scene = try SessionScene()
    try await scene.start()
    let first = scene.response
    let acts: [(Move, String)] = [
      (.submit(step: 0, selection: nil, answers: []), "`choose \"standard\"`"),
      (.submit(step: 0, selection: Selection(choice: 7), answers: []), ""),
      (.submit(step: 3, selection: nil, answers: []), ""),
      (.submit(step: 0, selection: Selection(choice: 0), answers: [Given("x", .text(""))]), ""),
      (.use(Capability("resend"), step: nil), ""), (.use(Capability("deny"), step: 0), ""),
      (.poll(step: 0), "on STEP"), (.resume(step: 0, address: Secret("")), "on STEP"),
      (.outside("nothing", parameters: []), "`message`, `again`, `uninstall`"),
      (.outside("again", parameters: []), "command"),
      (.outside("again", parameters: [Given("command", .text("authrequest"))]), "nothing"),
      (.outside("again", parameters: [Given("command", .text("x"))]), "`authrequest`"),
      (.outside("uninstall", parameters: [Given("app", .text("x"))]), "`Sample App`"),
    ]
    for (move, help) in acts {
      let failure = await scene.failure { try await $0.perform(move) }
      #expect(failure?.kind == .misused, "\(move)")
      #expect(help.isEmpty || failure?.help?.contains(help) == true, "\(failure?.help ?? "none")")
    }
    try await scene.perform(.look)
    #expect(scene.response == first)
    try await scene.choose("standard")
    let asked = scene.server.requests.count
    let failure = await scene.failure { try await $0.answer(("username", "ada@acme.test")) }
    #expect(failure?.kind == .misused)
    #expect(failure?.message == "`login` needs the field `password`")
    #expect(scene.server.requests.count == asked)
    var accounts = try await Self.atAccounts()
    let unknown = await accounts.failure { try await $0.answer(("account", "eve@acme.test")) }
    #expect(unknown?.help?.contains("`choose \"bob@acme.test\"`, `choose add-account`") == true)
  }

  @Test("A known username is filled in")
  func prefilled() async throws {
    var scene = try await Self.atAccounts {
      $0.world.providers[0].users[0].accessToken = nil
      $0.world.providers[0].users[0].refreshToken = nil
    }
    try await scene.choose("ada@acme.test")
    #expect(scene.steps == ["login"])
    #expect(scene.response.steps[0].fields[0].value == .text("ada@acme.test"))
    #expect(scene.response.steps[0].showing.contains(Fact("username", .text("ada@acme.test"))))
    try await scene.answer(("password", FakeServer.password))
    #expect(scene.steps == ["approve"])
  }
}
