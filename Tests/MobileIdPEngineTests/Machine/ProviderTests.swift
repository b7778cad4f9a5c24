import FlowEngine
import FlowHTTP
import MobileIdPEngine
import Testing

@Suite("The identity provider's app")
struct ProviderTests {
  @Test(
    "Each scenario has its rows, and its messages to the client",
    arguments: ProviderCase.table)
  func scenarios(_ item: ProviderCase) throws {
    let scene = try ProviderTests.run(item)
    #expect(scene.rows == item.rows)
    #expect(scene.decisions == item.decisions)
    #expect(scene.state.place == item.place)
    #expect(scene.said == item.said)
  }

  static func run(_ item: ProviderCase) throws -> ProviderScene {
    var scene = try ProviderScene(users: item.users, dead: item.dead)
    item.setup(&scene)
    for event in item.events { scene.send(event) }
    return scene
  }

  @Test("Each row I1 to I32 is covered by a scenario, and so is each outcome in the table")
  func everyRow() throws {
    var taken: Set<ProviderTransition.Taken> = []
    for item in ProviderCase.table { taken.formUnion(try ProviderTests.run(item).taken) }
    #expect(ProviderTransition.ID.allCases.filter { id in !taken.contains { $0.id == id } } == [])
    for row in ProviderTransition.table {
      #expect(taken.contains { row.fits($0) }, "\(row.id) to \(row.to?.rawValue ?? "same")")
    }
  }

  @Test("A step accepts only the table's events")
  func onlyRows() throws {
    for item in ProviderCase.table {
      for step in try ProviderTests.run(item).taken {
        #expect(ProviderTransition.table.contains { $0.fits(step) }, "\(item.name): \(step)")
      }
    }
  }

  @Test("The table has the 30 rows of the reference in their order, and two of its own")
  func table() {
    let ids = ProviderTransition.table.map(\.id)
    #expect(Set(ids) == Set(ProviderTransition.ID.allCases))
    #expect(ids == ids.sorted { $0.rawValue < $1.rawValue })
    #expect(ProviderTransition.ID.allCases.count == 32)
  }

  @Test("Each row of the decision tables 8.1 to 8.3 is covered by a scenario")
  func everyDecision() throws {
    var taken: Set<Decision.ID> = []
    for item in ProviderCase.table { taken.formUnion(try ProviderTests.run(item).decisions) }
    for item in ClientCase.table { taken.formUnion(try ClientTests.run(item).decisions) }
    #expect(Decision.ID.allCases.filter { !taken.contains($0) } == [])
    #expect(Decision.table.map(\.id) == Decision.ID.allCases)
  }

  @Test(
    "The answer has the exact state, and the host; it is sent to the redirect's scheme")
  func answer() throws {
    var scene = try ProviderScene()
    scene.send(ProviderScene.request(hint: Known.adaHint))
    for event in ProviderScene.toCode { scene.send(event) }
    #expect(
      scene.opened == [
        "sampleapp://oauth2/v1.0/authresponse?code=code-1&state=\(Known.state)"
          + "&login_host=login.salesforce.com"
      ])
  }

  @Test("The client is authorized by its own key, callback, challenge and scopes, with spaces")
  func authorization() throws {
    var scene = try ProviderScene()
    scene.send(ProviderScene.request(hint: Known.adaHint))
    let request = try #require(scene.calls.first).request()
    #expect(request.headers["Authorization"] == "Bearer \(ProviderScene.accessToken)")
    guard case .form(let pairs) = request.body else { throw OAuthRefusal.malformed }
    #expect(
      pairs == [
        FormPair(
          "redirect_uri",
          "/services/oauth2/authorize?response_type=code&client_id=SP_CONSUMER_KEY"
            + "&redirect_uri=sampleapp%3A%2F%2Foauth2%2Fdone&code_challenge=\(Known.challenge)"
            + "&display=touch&scope=api+web+refresh_token")
      ])
  }

  @Test("Empty scopes aren't sent (D6), and a missing host is the provider's own (D7)")
  func defaults() throws {
    var scene = try ProviderScene()
    scene.send(ProviderScene.request(hint: Known.adaHint, "scopes", ""))
    guard case .form(let pairs) = try #require(scene.calls.first).request().body else {
      throw OAuthRefusal.malformed
    }
    #expect(pairs.first?.value.contains("scope") == false)
    var other = try ProviderScene()
    other.send(ProviderScene.request(hint: Known.adaHint, "login_host", nil))
    #expect(other.calls.first?.host.name == "login.salesforce.com")
  }

  @Test("An invalid request is answered with the parameter at fault, and its state (52, 53)")
  func reasons() throws {
    var scene = try ProviderScene()
    scene.send(ProviderScene.request("code_challenge"), ProviderScene.request("state"))
    let messages = try scene.opened.map { try AppMessage(MessageURL($0)) }
    guard case .error(let first) = messages.first, case .error(let second) = messages.last else {
      throw OAuthRefusal.malformed
    }
    #expect(first.reason.hasPrefix("code_challenge is missing"))
    #expect(first.state?.reveal() == Known.state)
    #expect(second.reason.hasPrefix("state is missing"))
    #expect(second.state == nil)
  }

  @Test("A new user is stored, becomes current, and is listed (scenarios 7, 8)")
  func newUser() throws {
    var scene = try ProviderScene(users: [])
    scene.send(ProviderScene.request())
    for event in ProviderScene.toLogin { scene.send(event) }
    #expect(scene.state.users.map(\.account.username) == ["ada@acme.test"])
    #expect(scene.state.current == UserHint(Known.adaHint))
  }

  @Test("The chosen user's session is used, not the current one's (section 13)")
  func chosenUser() throws {
    var scene = try ProviderScene(dead: [Known.ada])
    scene.send(ProviderScene.request(hint: "\(Known.org):\(Known.bob)"))
    #expect(scene.state.place == .bridging)
    #expect(scene.state.current?.user == Known.bob)
  }

  @Test("Only accounts on the request's host are shown (scenario 11)")
  func hosts() throws {
    var scene = try ProviderScene()
    let test = try #require(LoginHost("test.salesforce.com"))
    scene.environment.configuration.otherHosts = [test]
    var users = scene.state.users
    users[1].account.host = test
    scene.state = ProviderState(users: users, current: scene.state.current)
    scene.send(ProviderScene.request("login_host", "TEST.salesforce.com"))
    #expect(
      scene.effects.last
        == .show(.selectAccount([users[1].account], appName: nil)))
  }

  @Test("Form 2: the verifier is stored in the keychain, and matches the challenge")
  func storedVerifier() throws {
    var scene = try ProviderScene()
    scene.send(.start, .chooseApp("Second App"))
    let stored = scene.effects.compactMap { effect -> CodeVerifier? in
      guard case .storeVerifier(let item, let verifier) = effect else { return nil }
      #expect(item.reference == "com.salesforce.idp.codeverifier-sampleapp")
      return verifier
    }
    guard case .form(let pairs) = try #require(scene.calls.first).request().body else {
      throw OAuthRefusal.malformed
    }
    let challenge = try #require(stored.first).challenge.text
    #expect(pairs.first?.value.contains("code_challenge=\(challenge)") == true)
  }

  @Test("The web view's cookies go back to their server, and a login page sends its start URL")
  func cookies() throws {
    var scene = try ProviderScene(users: [])
    scene.send(
      ProviderScene.request(), .answered(Answer.loginPage), ProviderScene.login,
      .answered(Answer.toAuthorize))
    let last = try #require(scene.calls.last).request()
    #expect(last.headers["Cookie"] == "sid=cookie-of-the-session")
    #expect(
      scene.calls[1].request().body
        == .form([
          FormPair("username", "ada@acme.test"), FormPair("password", ProviderScene.password),
          FormPair("startURL", "/services/oauth2/authorize?x=1"),
        ]))
  }

  @Test("A loop of redirects ends")
  func circle() throws {
    var scene = try ProviderScene()
    scene.send(ProviderScene.request(hint: Known.adaHint), .answered(Answer.bridge))
    for _ in 0..<20 { scene.send(.answered(Answer.toAuthorize)) }
    #expect(scene.state.place == .idle)
    #expect(scene.calls.count < 15)
  }

  @Test("Only a few requests wait")
  func queue() throws {
    var scene = try ProviderScene()
    scene.environment.configuration.secondRequest = .queue
    for _ in 0..<20 { scene.send(ProviderScene.request()) }
    #expect(scene.said.count == 11, "eight wait, eleven are refused")
  }
}

extension ProviderTransition {
  /// Whether a step belongs to this row.
  func fits(_ step: Taken) -> Bool {
    step.id == id && from.contains(step.from) && step.to == (to ?? step.from)
  }
}
