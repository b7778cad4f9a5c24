import FlowCrypto
import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// The requests, their addresses and contents, from the first request to the tokens.
@Suite struct SessionTests {
  private func form(_ request: HTTPRequest?) throws -> [String: String] {
    guard case .form(let pairs) = request?.body else { throw TransportFailure.cancelled }
    return Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
  }

  @Test func aTransactionBeginsWithItsChallengeAndIsThenLookedAt() async throws {
    let (_, response, transport) = try await Org.session(at: Org.page([Org.identify]))
    #expect(response.steps.map(\.name) == ["identify"])
    let sent = try form(transport.requests.first)
    #expect(sent["client_id"] == "client-1")
    #expect(sent["scope"] == "openid profile offline_access")
    #expect(sent["redirect_uri"] == "com.example.app:/callback")
    #expect(sent["code_challenge_method"] == "S256")
    #expect(sent["code_challenge"]?.utf8.count == 43)
    #expect(sent["state"]?.isEmpty == false)
    #expect(sent["nonce"]?.isEmpty == false)
    #expect(sent["client_secret"] == nil)
    let interact = try #require(transport.requests.first)
    #expect(interact.url.description == "https://org.example/oauth2/default/v1/interact")
    #expect(interact.headers["Content-Type"] == "application/x-www-form-urlencoded")
    let introspect = transport.requests[1]
    #expect(introspect.url.description == "https://org.example/idp/idx/introspect")
    #expect(introspect.body == .json(["interactionHandle": "handle-1"]))
    #expect(introspect.headers["Accept"] == "application/ion+json; okta-version=1.0.0")
    #expect(introspect.headers["Content-Type"] == "application/ion+json; okta-version=1.0.0")
  }

  @Test(arguments: [
    ("https://h.example", "/oauth2/v1/interact"), ("https://h.example/", "/oauth2/v1/interact"),
    ("https://h.example/oauth2", "/oauth2/v1/interact"),
    ("https://h.example/oauth2/aus1", "/oauth2/aus1/v1/interact"),
    ("https://h.example/oauth2/aus1/", "/oauth2/aus1/v1/interact"),
    ("https://h.example/oauth2x", "/oauth2x/oauth2/v1/interact"),
  ])
  func theOAuthServerStandsUnderTheIssuer(_ issuer: String, _ path: String) throws {
    let configuration = Org.configuration(issuer: try #require(HTTPURL(issuer)))
    #expect(IssuerEndpoints(ruleFor: configuration).interact.target == path)
    #expect(configuration.introspect.target == "/idp/idx/introspect")
  }

  @Test func theParametersOfAStartAreSent() async throws {
    let transport = ScriptedTransport([
      HTTPResponse.page(Org.interact), HTTPResponse.page(Org.page([Org.identify])),
    ])
    var session = Org.session(transport)
    let parameters = [
      Answer("acr_values", .text("urn:okta:loa:2fa:any")), Answer("max_age", .number(30)),
      Answer("recovery_token", .secret(Secret("rt"))),
    ]
    _ = try await session.start(Start(intent: "recover-password", parameters: parameters))
    let sent = try form(transport.requests.first)
    #expect(sent["acr_values"] == "urn:okta:loa:2fa:any")
    #expect(sent["max_age"] == "30")
    #expect(sent["recovery_token"] == "rt")
  }

  @Test(arguments: ["code_challenge", "state", "client_secret", "redirect_uri"])
  func aStartCannotReplaceWhatGuardsIt(_ name: String) async throws {
    let transport = ScriptedTransport()
    var session = Org.session(transport)
    let failure = await failure {
      () async throws(EngineFailure) in
      try await session.start(
        Start(intent: "sign-in", parameters: [Answer(name, .text("x"))]))
    }
    #expect(failure?.kind == .misused)
    #expect(transport.requests.isEmpty)
  }

  @Test func anIntentThatTheEngineDoesNotHaveIsRefused() async throws {
    let transport = ScriptedTransport()
    var session = Org.session(transport)
    let failure = await failure { () async throws(EngineFailure) in
      try await session.start(Start(intent: "levitate"))
    }
    #expect(failure?.kind == .misused)
    #expect(transport.requests.isEmpty)
  }

  @Test func aConfidentialClientSendsItsSecretToInteractAndToken() async throws {
    let transport = ScriptedTransport([
      HTTPResponse.page(Org.interact), HTTPResponse.page(Org.success),
      HTTPResponse.page(Org.tokens),
    ])
    var configuration = Org.configuration()
    configuration.clientSecret = Secret("cs")
    var session = Org.session(transport, configuration: configuration)
    _ = try await session.start(Start(intent: "sign-in"))
    #expect(try form(transport.requests.first)["client_secret"] == "cs")
    #expect(try form(transport.requests.last)["client_secret"] == "cs")
  }

  @Test func asSoonAsAPageHoldsTheCodeItIsExchanged() async throws {
    let (_, response, transport) = try await Org.session(
      at: Org.success, then: [HTTPResponse.page(Org.tokens)])
    let interact = try form(transport.requests.first)
    let token = try form(transport.requests.last)
    #expect(token["grant_type"] == "interaction_code")
    #expect(token["interaction_code"] == "the-interaction-code")
    #expect(token["client_id"] == "client-1")
    #expect(token["client_secret"] == nil)
    let verifier = try #require(token["code_verifier"])
    #expect(
      interact["code_challenge"] == Base64URL.encode(SHA256.hash(Array(verifier.utf8))))
    #expect(response.outcome == .success)
    #expect(
      response.tokens
        == Tokens(
          accessToken: Secret("the-access-token"), tokenType: "Bearer", expiresIn: 3600,
          receivedAt: .seconds(1_700_000_000), scope: "openid profile",
          idToken: Secret(Org.idToken),
          refreshToken: Secret("the-refresh-token"), verification: .inProcess))
    let facts = Dictionary(response.facts.map { ($0.name, $0.value) }) { first, _ in first }
    #expect(facts["token.scope"] == .text("openid profile"))
    #expect(facts["token.scopes"] == .list([.text("openid"), .text("profile")]))
    #expect(facts["token.type"] == .text("Bearer"))
    #expect(facts["token.expiresIn"] == .number(3600))
    #expect(facts["token.sub"] == .text("00u1"))
    #expect(facts["token.amr"] == .list([.text("pwd"), .text("mfa")]))
    #expect(facts["token.nonce"] == nil)
    #expect(facts["user.identifier"] == .text("jane@example.com"))
  }

  @Test func aStepIsSubmittedToItsOwnAddressAsItAsks() async throws {
    var (session, _, transport) = try await Org.session(
      at: Org.page([Org.identify]), then: [HTTPResponse.page(Org.page([Org.challenge]))])
    let response = try await session.perform(
      .submit(step: 0, selection: nil, answers: [Answer("identifier", .text("jane"))]))
    #expect(response.steps.map(\.name) == ["challenge-authenticator"])
    let request = try #require(transport.requests.last)
    #expect(request.method == .post)
    #expect(request.url.description == "https://org.example/idp/idx/identify")
    #expect(request.body == .json(["identifier": "jane", "stateHandle": "form-handle"]))
    #expect(request.headers["Content-Type"] == "application/json; okta-version=1.0.0")
    #expect(request.headers["Accept"] == "application/ion+json; okta-version=1.0.0")
  }

  @Test func anAddressWithoutAHostGoesToTheIssuer() async throws {
    let step = Org.form("identify", "", [], ["href": "/idp/idx/identify?x=1"])
    var (session, _, transport) = try await Org.session(
      at: Org.page([step]), then: [HTTPResponse.page(Org.page([]))])
    _ = try await session.perform(.submit(step: 0, selection: nil, answers: []))
    #expect(
      transport.requests.last?.url.description == "https://org.example/idp/idx/identify?x=1")
  }

  @Test func aMoveThatDoesNotFitSendsNothing() async throws {
    let redirect: JSON = ["name": "redirect-idp", "href": "https://i.example", "method": "GET"]
    var (session, _, transport) = try await Org.session(
      at: Org.page([Org.identify, redirect, Org.form("x", "/x", [Org.passcode])]))
    let before = transport.requests.count
    for move: Move in [
      .submit(step: 9, selection: nil, answers: []), .submit(step: 1, selection: nil, answers: []),
      .submit(step: -1, selection: nil, answers: []), .poll(step: 0), .poll(step: 7),
      .use(Capability("levitate"), step: 0), .use(Capability("resend"), step: nil),
      .submit(step: 2, selection: nil, answers: []),
      .submit(step: 0, selection: nil, answers: [Answer("stateHandle", .text("mine"))]),
    ] {
      let failure = await failure { () async throws(EngineFailure) in
        try await session.perform(move)
      }
      #expect(failure?.kind == .misused)
    }
    #expect(transport.requests.count == before)
  }

  @Test func aMoveBeforeTheBeginningIsRefused() async throws {
    var session = Org.session(ScriptedTransport())
    let failure = await failure { () async throws(EngineFailure) in
      try await session.perform(.poll(step: 0))
    }
    #expect(failure?.kind == .misused)
  }

  @Test func aFailedMoveLeavesTheLatestResponseToAnswer() async throws {
    var (session, _, transport) = try await Org.session(
      at: Org.page([Org.identify]),
      then: [{ _ in .failure(.dropped("reset")) }, HTTPResponse.page(Org.page([Org.challenge]))])
    let move = Move.submit(
      step: 0, selection: nil, answers: [Answer("identifier", .text("jane"))])
    let failure = await failure { () async throws(EngineFailure) in
      try await session.perform(move)
    }
    #expect(failure?.kind == .unreachable)
    let response = try await session.perform(move)
    #expect(response.steps.map(\.name) == ["challenge-authenticator"])
    #expect(transport.requests.count == 4)
  }

  @Test(arguments: ["recover", "resend", "send"])
  func aCapabilityIsUsedByItsOwnForm(_ name: String) async throws {
    var object: JSONObject = ["key": "okta_email"]
    object[name] = Org.form(name, "/idp/idx/\(name)", [])
    var (session, response, transport) = try await Org.session(
      at: Org.page(
        [Org.challenge], ["currentAuthenticatorEnrollment": Org.wrapped(.object(object))]),
      then: [HTTPResponse.page(Org.page([Org.identify]))])
    #expect(response.steps.first?.capabilities == [Capability(name)])
    response = try await session.perform(.use(Capability(name), step: 0))
    #expect(transport.requests.last?.url.path == "/idp/idx/\(name)")
    #expect(transport.requests.last?.body == .json(["stateHandle": "form-handle"]))
    #expect(response.steps.map(\.name) == ["identify"])
  }

  @Test func skippingIsAStepAndACapabilityByItsName() async throws {
    let page = Org.page([Org.identify, Org.form("skip", "/idp/idx/skip", [])])
    for move: Move in [
      .submit(step: 1, selection: nil, answers: []), .use(Capability("skip"), step: nil),
    ] {
      var (session, _, transport) = try await Org.session(
        at: page, then: [HTTPResponse.page(page)])
      _ = try await session.perform(move)
      #expect(transport.requests.last?.url.path == "/idp/idx/skip")
    }
  }

  @Test func cancellingBeginsAnewWhereThePageGoesOnAndEndsWhereItDoesNot() async throws {
    let ended: JSON = ["version": "1.0.0", "stateHandle": "h"]
    let cases: [(JSON, Outcome?)] = [(Org.page([Org.identify]), nil), (ended, .cancelled)]
    for (answer, outcome) in cases {
      var (session, _, transport) = try await Org.session(
        at: Org.page([Org.challenge]), then: [HTTPResponse.page(answer)])
      let response = try await session.perform(.use(Capability("cancel"), step: nil))
      #expect(response.outcome == outcome)
      #expect(transport.requests.last?.url.path == "/idp/idx/cancel")
    }
  }

  @Test func cookiesGoBackInTheirTransactionAndNotInTheNext() async throws {
    let cookies: HTTPHeaders = ["Set-Cookie": "idx=session; Path=/; Secure"]
    let transport = ScriptedTransport()
    let engine = IDXEngine(
      configuration: Org.configuration(), transport: transport, clock: ManualClock(now: Org.now),
      randomBytes: { [UInt8](repeating: 1, count: $0) })
    for _ in 0..<2 {
      transport.add(HTTPResponse.page(Org.interact, headers: cookies))
      transport.add(HTTPResponse.page(Org.page([Org.identify])))
      var session = engine.makeSession()
      _ = try await session.start(Start(intent: "sign-in"))
    }
    #expect(
      transport.requests.map { $0.headers["Cookie"] } == [nil, "idx=session", nil, "idx=session"])
  }

  @Test func abandoningCancelsOnceAndOnlyWhatIsUnderWay() async throws {
    var (session, _, transport) = try await Org.session(
      at: Org.page([Org.identify]), then: [HTTPResponse.text("gone", status: 500)])
    await session.abandon()
    await session.abandon()
    #expect(transport.requests.count == 3)
    let request = try #require(transport.requests.last)
    #expect(request.url.path == "/idp/idx/cancel")
    #expect(request.body == .json(["stateHandle": "form-handle"]))
    #expect(request.timeout == .seconds(3))
  }

  @Test func abandoningWhatHasEndedOrNeverBegunSendsNothing() async throws {
    var (session, _, transport) = try await Org.session(
      at: Org.success, then: [HTTPResponse.page(Org.tokens)])
    let before = transport.requests.count
    await session.abandon()
    #expect(transport.requests.count == before)
    let silent = ScriptedTransport()
    var fresh = Org.session(silent)
    await fresh.abandon()
    #expect(silent.requests.isEmpty)
  }
}

/// The failure of a call; `nil` if it succeeds.
func failure(
  _ call: () async throws(EngineFailure) -> Response
) async -> EngineFailure? {
  do {
    _ = try await call()
    return nil
  } catch {
    return error
  }
}
