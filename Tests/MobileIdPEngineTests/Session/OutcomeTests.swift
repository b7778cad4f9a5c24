import FlowEngine
import FlowHTTP
import MobileIdPEngine
import Testing

@Suite("The end of a run of the mobile flow")
struct OutcomeTests {
  @Test("A canceled choice is a canceled run, without a message (scenario 33)")
  func cancelledChoice() async throws {
    var scene = try SessionScene()
    try await scene.start()
    try await scene.use("cancel")
    #expect(scene.response.outcome == .cancelled)
    #expect(scene.response.messages == [])
    #expect(scene.list("sent") == [])
    #expect(scene.fact("client.state") == "cancelled")
  }

  @Test(
    "A refusal by the provider's user is the client's failure (scenarios 28, 29)",
    arguments: [
      ("select-account", "cancel", "user_cancelled"), ("approve", "cancel", "access_denied"),
      ("approve", "deny", "access_denied"), ("approve", "choose deny", "access_denied"),
    ])
  func refused(_ step: String, _ act: String, _ code: String) async throws {
    var scene = try await StepTests.atAccounts()
    if step == "approve" { try await scene.choose("ada@acme.test") }
    #expect(scene.steps == [step])
    if act == "choose deny" { try await scene.choose("deny") } else { try await scene.use(act) }
    #expect(scene.response.outcome == .failure)
    #expect(scene.fact("reason") == "idp-error")
    #expect(scene.fact("code") == code)
    #expect(scene.fact("error.error_code") == code)
    #expect(scene.response.messages.map(\.key) == [code])
    #expect(scene.value("error.state") == scene.value("authrequest.state"))
    #expect(scene.list("sent") == ["authrequest", "error"])
  }

  @Test("A login in the provider that is given up is the client's failure (scenario 30)")
  func cancelledLogin() async throws {
    var scene = try await StepTests.atAccounts([])
    #expect(scene.steps == ["login"])
    try await scene.use("cancel", step: 0)
    #expect(scene.fact("code") == "user_cancelled")
  }

  @Test("A login in the client that is given up is canceled; a denied one has failed")
  func standard() async throws {
    var scene = try SessionScene()
    try await scene.start()
    try await scene.choose("standard")
    var other = scene
    try await scene.use("cancel")
    #expect(scene.response.outcome == .cancelled)
    try await other.logIn()
    try await other.use("deny")
    #expect(other.response.outcome == .failure)
    #expect(other.fact("reason") == "refused")
    #expect(other.fact("code") == "access_denied")
    #expect(other.fact("description") == "end-user denied")
  }

  @Test("A provider that is given up before it has opened an app is a canceled run")
  func cancelledProvider() async throws {
    var scene = try SessionScene()
    try await scene.start("provider")
    try await scene.use("cancel")
    #expect(scene.response.outcome == .cancelled)
    #expect(scene.fact("provider.state") == "idle")
  }

  @Test("A page without a next step ends the run, and the client still waits (scenario 36)")
  func blocked() async throws {
    var scene = try await StepTests.atAccounts()
    scene.server.answer(
      EndpointPathName.frontdoor,
      .success(Answer.redirect("https://login.salesforce.com/login?error=web_scope_missing")))
    scene.server.answer(EndpointPathName.login, .success(Answer.noWebScope))
    try await scene.choose("ada@acme.test")
    #expect(scene.response.outcome == .failure)
    #expect(scene.fact("reason") == "web-scope-missing")
    #expect(scene.fact("description") == "the scope is missing")
    #expect(scene.fact("client.state") == "awaiting-idp")
    #expect(scene.fact("provider.state") == "blocked")
    #expect(scene.list("sent") == ["authrequest"])
    #expect(scene.response.messages.map(\.key) == ["web_scope_missing"])
    #expect(scene.list("provider.calls") == ["singleaccess", "frontdoor", "login"])
  }

  @Test("A token endpoint that refuses is a failure with its code (scenarios 38, 48)")
  func tokenError() async throws {
    var scene = try await StepTests.atAccounts()
    scene.server.answer(
      EndpointPathName.token,
      .success(Answer.refusal("invalid_client", "invalid client credentials")))
    try await scene.choose("ada@acme.test")
    try await scene.choose("allow")
    #expect(scene.response.outcome == .failure)
    #expect(scene.fact("reason") == "token-error")
    #expect(scene.fact("code") == "invalid_client")
    #expect(scene.fact("description") == "invalid client credentials")
    #expect(scene.callbacks.last == "Sample App -> login.salesforce.com  token 400 invalid_client")
    #expect(
      scene.response.messages == [
        Message(.error, "invalid client credentials", key: "invalid_client")
      ])
    #expect(scene.response.tokens == nil)
  }

  @Test("Another user's code isn't accepted if a user was requested, and no token is kept")
  func anotherUser() async throws {
    var scene = try SessionScene(server: FakeServer(Known.bob))
    try await scene.start("provider")
    try await scene.choose("Sample App")
    try await scene.choose("allow")
    #expect(scene.response.outcome == .failure)
    #expect(scene.fact("reason") == "user-mismatch")
    #expect(scene.list("client.tokens") == [])
    #expect(scene.response.tokens == nil)
  }

  @Test("An app that gets the answer instead of the client leaves it without one (scenario 50)")
  func thief() async throws {
    var scene = try await StepTests.atAccounts()
    scene.device.give("sampleapp", to: "Thief")
    try await scene.choose("ada@acme.test")
    try await scene.choose("allow")
    #expect(scene.response.outcome == .failure)
    #expect(scene.fact("reason") == "no-answer")
    #expect(scene.fact("message.to") == "Thief")
    #expect(scene.list("client.calls") == [])
  }

  @Test("A client that no longer exists when its answer arrives gets none (I27)")
  func gone() async throws {
    var scene = try await StepTests.atAccounts()
    try await scene.choose("ada@acme.test")
    try await scene.outside("uninstall", ("app", "Sample App"))
    #expect(scene.steps == ["approve"])
    try await scene.choose("allow")
    #expect(scene.response.outcome == .failure)
    #expect(scene.list("dropped") == ["sp-not-found"])
    #expect(scene.callbacks.last == "Authenticator dropped its answer: sp-not-found")
  }

  @Test("A provider that is removed while it asks leaves the client without an answer")
  func uninstalled() async throws {
    var scene = try await StepTests.atAccounts()
    try await scene.outside("uninstall", ("app", "Authenticator"))
    #expect(scene.response.outcome == .failure)
    #expect(scene.fact("reason") == "no-answer")
  }

  @Test("A client that is removed while it asks signs no one in")
  func uninstalledClient() async throws {
    var scene = try SessionScene()
    try await scene.start()
    try await scene.outside("uninstall", ("app", "Sample App"))
    #expect(scene.response.outcome == .failure)
    #expect(scene.response.steps == [])
    #expect(scene.response.messages.map(\.key) == ["uninstalled"])
    #expect(scene.callbacks == ["Sample App is removed from the device"])
  }

  @Test("A foreign app's request that is answered ends with no one signed in")
  func foreign() async throws {
    var scene = try SessionScene()
    scene.device.give("evil", to: "Thief")
    let request = Known.request("oauth_redirect_uri", "evil%3A%2F%2Fx").reveal()
    let url = request.replacing("&user_hint=\(Known.org)%3A\(Known.ada)", with: "")
    try await scene.start("message", ("url", url), ("from", "Thief"))
    #expect(scene.steps == ["select-account"])
    var other = scene
    try await scene.use("cancel")
    #expect(scene.response.outcome == .cancelled)
    #expect(scene.fact("message.to") == "Thief")
    scene.server.answer(
      EndpointPathName.authorize,
      .success(Answer.refusal("redirect_uri_mismatch", "redirect_uri must match configuration")))
    try await other.choose("ada@acme.test")
    #expect(other.response.outcome == .failure)
    #expect(other.fact("error.error_code") == "redirect_uri_mismatch")
    #expect(other.fact("client.state") == nil)
  }
}
