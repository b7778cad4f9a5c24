import FlowEngine
import FlowHTTP
import MobileIdPEngine
import Testing

@Suite("The client app")
struct ClientTests {
  @Test(
    "Each scenario has its rows, messages, requests and result",
    arguments: ClientCase.table)
  func scenarios(_ item: ClientCase) throws {
    let scene = try ClientTests.run(item)
    #expect(scene.rows == item.rows)
    #expect(scene.decisions == item.decisions)
    #expect(scene.state.outcome == item.outcome)
    #expect(scene.calls.map { $0.request().url.path } == item.calls)
    for (text, command) in zip(scene.opened, item.opened) {
      #expect(text.hasPrefix("sampleidpapp://oauth2/v1.0/\(command)?"))
    }
    #expect(scene.opened.count == item.opened.count)
  }

  static func run(_ item: ClientCase) throws -> ClientScene {
    var scene = try ClientScene(isKnown: item.isKnown, hasRefreshToken: item.hasRefreshToken)
    item.setup(&scene)
    for event in item.events { scene.send(event) }
    return scene
  }

  @Test("Each row P1 to P33 is covered by a scenario, and so is each outcome in the table")
  func everyRow() throws {
    var taken: Set<ClientTransition.Taken> = []
    for item in ClientCase.table { taken.formUnion(try ClientTests.run(item).taken) }
    #expect(ClientTransition.ID.allCases.filter { id in !taken.contains { $0.id == id } } == [])
    for row in ClientTransition.table {
      #expect(taken.contains { row.fits($0) }, "\(row.id) to \(row.to?.rawValue ?? "same")")
    }
  }

  @Test("A step accepts only the table's events")
  func onlyRows() throws {
    for item in ClientCase.table {
      for step in try ClientTests.run(item).taken {
        #expect(ClientTransition.table.contains { $0.fits(step) }, "\(item.name): \(step)")
      }
    }
  }

  @Test("The table has the 29 rows of the reference in their order, and four of its own")
  func table() {
    let ids = ClientTransition.table.map(\.id)
    #expect(Set(ids) == Set(ClientTransition.ID.allCases))
    #expect(ids == ids.sorted { $0.rawValue < $1.rawValue })
    #expect(ClientTransition.ID.allCases.count == 33)
  }

  @Test("A request has a fresh challenge and state, the host, and `refresh_token`")
  func request() throws {
    var scene = try ClientScene()
    scene.send(.start, .choose(.identityProvider, host: LoginHost("test.salesforce.com")))
    let request = try MessageURL(#require(scene.opened.first)).request()
    #expect(request.clientID == "SP_KEY")
    #expect(request.challenge.text == Known.challenge)
    #expect(request.state?.reveal() == Known.state)
    #expect(request.loginHost?.name == "test.salesforce.com")
    #expect(request.scopes.messageText == "api,web,refresh_token")
    #expect(request.userHint == nil)
  }

  @Test("The code is sent with the verifier to the answer's host, without a secret (K3, D12)")
  func redemption() throws {
    var scene = try ClientScene()
    scene.send(.start, ClientScene.byProvider, ClientScene.response())
    let request = try #require(scene.calls.first).request()
    #expect(request.url.description == "https://login.salesforce.com/services/oauth2/token")
    #expect(
      request.body
        == .form([
          FormPair("grant_type", "authorization_code"), FormPair("code", "code-1"),
          FormPair("code_verifier", Known.verifier), FormPair("client_id", "SP_KEY"),
          FormPair("redirect_uri", "sampleapp://oauth2/done"), FormPair("format", "json"),
        ]))
  }

  @Test("A fallback is noted", arguments: [true, false])
  func fallbacks(_ isConfigured: Bool) throws {
    var scene = try ClientScene()
    scene.environment.openable = []
    if !isConfigured { scene.environment.configuration.providerScheme = nil }
    scene.send(
      .start, ClientScene.byProvider, .answered(Answer.code), .answered(Answer.tokens()))
    #expect(scene.state.fallback == (isConfigured ? .notFound : .notConfigured))
    #expect(scene.state.outcome == ClientCase.signedIn(.standard))
  }

  @Test("A start URL is opened after a user is signed in, never before (scenarios 17, 19)")
  func startURL() throws {
    var scene = try ClientScene()
    scene.send(ClientScene.start(url: "https%3A%2F%2Facme.test%2Fhome"), ClientScene.response())
    func opened() -> [String] {
      scene.effects.compactMap { if case .openStart(let url) = $0 { url.text } else { nil } }
    }
    #expect(opened().isEmpty)
    scene.send(.answered(Answer.tokens()))
    #expect(opened() == ["https://acme.test/home"])
    var known = try ClientScene(isKnown: true)
    known.send(ClientScene.start(url: "sampleapp%3A%2F%2Fhome"))
    #expect(known.effects.last == CallbackURI("sampleapp://home").map { .openStart($0) })
  }

  @Test(
    "A start URL of another kind isn't opened", arguments: ["javascript%3Ax", "file%3A%2F%2F%2Fx"])
  func badStartURL(_ url: String) throws {
    var scene = try ClientScene(isKnown: true)
    scene.send(ClientScene.start(url: url))
    #expect(scene.effects.contains(.note(.startURLRefused)))
    #expect(!scene.effects.contains { if case .openStart = $0 { true } else { false } })
    #expect(scene.state.outcome == ClientCase.signedIn(.switched))
  }

  @Test("In the SDK's profile, no state is sent or required, and the hint's order can be reversed")
  func iosProfile() throws {
    var scene = try ClientScene()
    scene.environment.configuration.profile = .ios
    scene.send(ClientScene.start(hint: "\(Known.ada):\(Known.org)"))
    let text = try #require(scene.opened.first)
    #expect(!text.contains("state="))
    #expect(text.contains("user_hint=\(Known.ada):\(Known.org)"))
    scene.send(ClientScene.response(state: nil, host: nil), .answered(Answer.tokens()))
    #expect(scene.state.outcome == ClientCase.signedIn(.identityProvider))
    var strict = try ClientScene()
    strict.environment.configuration.profile = .ios
    strict.send(.start, ClientScene.byProvider, ClientScene.response(state: "x"))
    #expect(strict.rows.hasSuffix("P15"), "a state that was never sent is another one")
  }

  @Test("Tokens are stored once per user, with the old refresh token if there is no new one")
  func stored() throws {
    var scene = try ClientScene(isKnown: true)
    scene.send(.start, .answered(Answer.tokens(access: "access-2", refresh: nil)))
    #expect(scene.state.accounts.count == 1)
    #expect(scene.state.accounts.first?.accessToken == Secret("access-2"))
    #expect(scene.state.accounts.first?.refreshToken == Secret(ClientScene.refreshToken))
  }
}

extension ClientTransition {
  /// Whether a step belongs to this row.
  func fits(_ step: Taken) -> Bool {
    step.id == id && from.contains(step.from) && step.to == (to ?? step.from)
  }
}
