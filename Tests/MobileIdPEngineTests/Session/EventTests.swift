import FlowEngine
import FlowHTTP
import MobileIdPEngine
import Testing

@Suite("Unrelated events during a run of the mobile flow")
struct EventTests {
  private static func response(
    state: String, code: String = "code-9", host: String = "login.salesforce.com"
  ) -> String {
    "sampleapp://oauth2/v1.0/authresponse?code=\(code)&state=\(state)&login_host=\(host)"
  }

  @Test("An answer with another state ends the login, and its code isn't redeemed (scenario 42)")
  func wrongState() async throws {
    var scene = try await StepTests.atAccounts()
    try await scene.outside("message", ("url", Self.response(state: "x")), ("from", "Thief"))
    #expect(scene.response.outcome == .failure)
    #expect(scene.response.steps == [], "whatever the provider still shows")
    #expect(scene.fact("reason") == "state-mismatch")
    #expect(scene.list("client.calls") == [])
  }

  @Test("An answer that names another host isn't accepted (scenario 47)")
  func otherHost() async throws {
    var scene = try await StepTests.atAccounts()
    guard case .secret(let state)? = scene.value("authrequest.state") else {
      Issue.record("no state")
      return
    }
    let url = Self.response(state: state.reveal(), host: "test.salesforce.com")
    try await scene.outside("message", ("url", url))
    #expect(scene.fact("reason") == "login-host-mismatch")
    #expect(scene.server.requests == [])
  }

  @Test("An error with another state is dropped, and the provider's step stays (scenario 65)")
  func wrongError() async throws {
    var scene = try await StepTests.atAccounts()
    let step = scene.response.steps
    try await scene.outside(
      "message", ("url", "sampleapp://oauth2/v1.0/error?error_code=x&state=y"))
    #expect(scene.response.outcome == nil)
    #expect(scene.response.steps == step)
    #expect(scene.list("dropped") == ["state-differs"])
    try await scene.choose("ada@acme.test")
    try await scene.choose("allow")
    #expect(scene.response.outcome == .success)
  }

  @Test("A request that arrives again is refused, and the first continues (scenario 66)")
  func again() async throws {
    var scene = try await StepTests.atAccounts()
    try await scene.outside("again", ("command", "authrequest"))
    #expect(scene.list("sent") == ["authrequest", "authrequest", "error"])
    // The error has the first one's state: the second is the same request.
    #expect(scene.response.outcome == .failure)
    #expect(scene.fact("code") == "invalid_request")
  }

  @Test("An answer that arrives again after the end is dropped (scenario 45)")
  func answerAgain() async throws {
    var scene = try await StepTests.atAccounts()
    try await scene.choose("ada@acme.test")
    try await scene.choose("allow")
    try await scene.outside("again", ("command", "authresponse"))
    #expect(scene.response.outcome == .success)
    #expect(scene.list("dropped") == ["no-pending-request"])
    #expect(scene.list("client.calls") == ["token"])
  }

  @Test(
    "A dropped message has a reason, a word each (scenarios 21, 44, 51, 59, 60, 67)",
    arguments: [
      (
        "sampleapp://oauth2/v1.0/idpinit?user_hint=abc&login_host=login.salesforce.com", "malformed"
      ),
      ("sampleapp://oauth2/v1.0/idpinit?login_host=evil.test", "unknown-host"),
      ("sampleapp://oauth2/v2.0/idpinit?x=1", "not-a-message"),
      ("sampleapp://oauth2/v1.0/foo?x=1", "not-a-message"),
      ("sampleapp:", "not-a-message"),
      ("sampleapp://oauth2/v1.0/authrequest?x=1", "out-of-place"),
      ("sampleapp://oauth2/v1.0/error?error_code=x&state=y", "no-pending-request"),
      ("sampleidpapp://oauth2/v1.0/authrequest?state=1", "no-return-address"),
      (
        "sampleidpapp://oauth2/v1.0/authrequest?state=1&oauth_redirect_uri=sampleidpapp%3Ax",
        "no-return-address"
      ),
      ("sampleidpapp://oauth2/v1.0/authresponse?code=1", "out-of-place"),
      ("nowhere://oauth2/v1.0/error?state=y", "not-opened"),
    ])
  func dropped(_ url: String, _ word: String) async throws {
    var scene = try SessionScene()
    try await scene.start("message", ("url", url))
    #expect(scene.list("dropped") == [word])
    #expect(scene.response.outcome == .failure)
    #expect(scene.response.steps == [])
    #expect(scene.response.messages.map(\.key) == [word])
    #expect(scene.callbacks.count == (word == "not-opened" ? 1 : 2), "\(scene.callbacks)")
    #expect(scene.server.requests == [])
  }

  @Test("An invalid request is answered, and doesn't count as dropped (scenario 52)")
  func answered() async throws {
    var scene = try SessionScene()
    let url = Known.request("code_challenge", nil).reveal()
    try await scene.start("message", ("url", url))
    #expect(scene.list("dropped") == ["no-pending-request"], "the client has asked for nothing")
    #expect(scene.list("sent") == ["authrequest", "error"])
    #expect(scene.callbacks[1].hasPrefix("Authenticator refused authrequest: malformed"))
    #expect(scene.fact("error.error_reason")?.hasPrefix("code_challenge is missing") == true)
  }

  @Test("A start URL of another kind isn't opened, and the user is still settled")
  func startURL() async throws {
    var scene = try SessionScene()
    try scene.knowAda()
    let hint = "user_hint=\(Known.org)%3A\(Known.ada)"
    let url =
      "sampleapp://oauth2/v1.0/idpinit?\(hint)&login_host=login.salesforce.com"
      + "&start_url=javascript%3Ax"
    try await scene.start("message", ("url", url))
    #expect(scene.response.outcome == .success)
    #expect(scene.list("dropped") == ["start-url-refused"])
    #expect(scene.fact("start-url") == nil)
    #expect(scene.response.messages == [])
  }

  @Test("A loop of messages ends, and leaves the run unchanged")
  func ring() async throws {
    let scene = try SessionScene()
    let echo = EchoRouter()
    var session = MobileIdPEngine(
      world: scene.world, transport: scene.server, router: echo,
      randomBytes: { Array(repeating: 7, count: $0) }
    ).makeSession()
    let failure = await #expect(throws: EngineFailure.self) {
      _ = try await session.start(Start(intent: "client"))
      _ = try await session.perform(
        .submit(step: 0, selection: Selection(choice: 1), answers: []))
    }
    #expect(failure?.kind == .refused)
    #expect(failure?.message.contains("200") == true)
    #expect(echo.count < 250)
    #expect(try await session.perform(.look).steps.map(\.name) == ["choose-login"])
  }
}

/// A device on which something keeps opening the client, for every caller.
final class EchoRouter: AppRouter {
  private let counter = Counter()

  var count: Int { counter.value }

  func openable(_ schemes: Set<URLScheme>) async -> Set<URLScheme> { schemes }

  func open(_ url: MessageURL, from app: String) async -> AppDelivery {
    .delivered(to: "Elsewhere", sender: nil)
  }

  func arrival(
    until deadline: ContinuousClock.Instant?
  ) async throws(EngineFailure) -> AppArrival? {
    counter.add()
    return AppArrival(
      app: SessionScene.clientName,
      url: MessageURL("sampleapp://oauth2/v1.0/error?error_code=x&state=y"), sender: nil)
  }
}
