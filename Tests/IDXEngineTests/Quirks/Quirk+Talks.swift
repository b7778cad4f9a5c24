import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// The sequence of a transaction's requests.
extension Quirk {
  static var talks: [Quirk] {
    [
      Quirk(3, "a client error with a page is a step", clientErrors),
      Quirk(4, "a rate limit after an answer is a response, whatever its body", limits),
      Quirk(11, "the latest handle is sent, with every form and action", handles),
      Quirk(13, "a session's cookies end with it, a device token doesn't", cookies),
      Quirk(14, "an org's own server has its OAuth endpoints under `/oauth2`", orgServer),
      Quirk(
        15, "a poll keeps the server's pace, survives a lost network and ends in tokens", polling),
      Quirk(17, "every form is sent with its origin", origin),
      Quirk(22, "a warning can appear instead of the end", warning),
      Quirk(25, "the step that chooses a method is optional", verificationData),
      Quirk(27, "after a bad number the choice is repeated", badNumber),
      Quirk(28, "an unknown user may be asked for a password first", hiddenPerson),
      Quirk(29, "an error is an error even with status 200, or from a proxy", wrappedErrors),
      Quirk(30, "an expired password can be a step or a refusal", expiredPassword),
    ]
  }

  private static func message(
    _ text: String, _ key: String, _ severity: JSON = "ERROR"
  ) -> JSON {
    Org.list([["message": .string(text), "class": severity, "i18n": ["key": .string(key)]]])
  }

  private static let answer = Move.submit(
    step: 0, selection: nil, answers: [Answer("credentials.passcode", .text("000000"))])

  @Sendable private static func clientErrors() async throws {
    for status in [400, 401, 403] {
      let page = Org.page(
        [Org.challenge], ["messages": message("Invalid code.", "PASSCODE_INVALID")])
      var (session, response, _) = try await Org.session(
        at: Org.page([Org.challenge]),
        then: [HTTPResponse.page(page, status: status), HTTPResponse.page(page, status: status)])
      for _ in 0..<2 {
        response = try await session.perform(answer)
        #expect(response.outcome == nil)
        #expect(response.steps.map(\.name) == ["challenge-authenticator"])
        #expect(response.messages.map(\.key) == ["PASSCODE_INVALID"])
      }
    }
  }

  @Sendable private static func limits() async throws {
    let page = Org.page([Org.challenge], ["messages": message("Too many.", "tooManyRequests")])
    let wire = String(decoding: page.bytes(), as: UTF8.self)
    var (session, response, transport) = try await Org.session(
      at: Org.page([Org.challenge]),
      then: [
        HTTPResponse.text(wire, status: 429), HTTPResponse.text("", status: 429),
        HTTPResponse.page(page, status: 429),
      ])
    response = try await session.perform(answer)
    #expect(response.messages.map(\.key) == ["tooManyRequests"])
    #expect(response.steps.count == 1)
    let limit = await failure { () async throws(EngineFailure) in
      try await session.perform(answer)
    }
    #expect(limit?.kind == .limited)
    // It was sent once, and the current page can still be answered.
    #expect(transport.requests.count == 4)
    response = try await session.perform(answer)
    #expect(response.steps.count == 1)
  }

  @Sendable private static func handles() async throws {
    func page(_ handle: String) -> JSON {
      let own: JSON = [
        "name": "stateHandle", "required": true, "value": .string(handle), "mutable": false,
      ]
      let form: JSON = [
        "name": "challenge-authenticator", "rel": ["create-form"], "method": "POST",
        "href": "https://org.example/a", "value": [own],
      ]
      let recover: JSON = [
        "name": "recover", "rel": ["create-form"], "method": "POST",
        "href": "https://org.example/r", "value": [own],
      ]
      return Org.page(
        [form], ["currentAuthenticator": Org.wrapped(["key": "okta_password", "recover": recover])])
    }
    let moves: [Move] = [
      .submit(step: 0, selection: nil, answers: []), .use(Capability("recover"), step: nil),
    ]
    for move in moves {
      var (session, _, transport) = try await Org.session(
        at: page("first"), then: ["second", "third"].map { HTTPResponse.page(page($0)) })
      for _ in 0..<2 { _ = try await session.perform(move) }
      #expect(
        transport.requests.suffix(2).map(\.body) == [
          .json(["stateHandle": "first"]), .json(["stateHandle": "second"]),
        ])
    }
  }

  @Sendable private static func cookies() async throws {
    let transport = ScriptedTransport()
    let engine = IDXEngine(
      configuration: Org.configuration(), transport: transport, clock: ManualClock(now: Org.now),
      randomBytes: Org.bytes)
    for _ in 0..<2 {
      transport.add(HTTPResponse.page(Org.interact))
      transport.add(
        HTTPResponse.page(
          Org.page([Org.identify]), headers: ["Set-Cookie": "idx=session; Path=/; Secure"]))
      transport.add(HTTPResponse.page(Org.page([Org.challenge])))
      var session = engine.makeSession()
      _ = try await session.start(
        Start(intent: "sign-in", parameters: [Answer("device-token", .text("device-1"))]))
      _ = try await session.perform(.submit(step: 0, selection: nil, answers: []))
    }
    let sent = transport.requests.map { $0.headers["Cookie"] ?? "" }
    #expect(sent.allSatisfy { $0.contains("DT=device-1") })
    #expect(
      sent.map { $0.contains("idx=session") } == [false, false, true, false, false, true])
  }

  @Sendable private static func orgServer() async throws {
    let transport = ScriptedTransport([
      HTTPResponse.page(Org.interact), HTTPResponse.page(Org.success),
    ])
    let issuer = try #require(HTTPURL("https://org.example"))
    var session = Org.session(transport, configuration: Org.configuration(issuer: issuer))
    _ = await failure { () async throws(EngineFailure) in
      try await session.start(Start(intent: "sign-in"))
    }
    #expect(
      transport.requests.prefix(2).map(\.url.path) == [
        "/oauth2/v1/interact", "/idp/idx/introspect",
      ])
  }

  @Sendable private static func polling() async throws {
    func page(_ refresh: JSON) -> JSON {
      Org.page([
        Org.form("challenge-poll", "/idp/idx/challenge/poll", [], ["refresh": refresh])
      ])
    }
    let answers: [ScriptedTransport.Answer] = [
      HTTPResponse.page(page(8000)), { _ in .failure(.dropped("Load failed")) },
      { _ in .failure(.timedOut(.seconds(30))) }, HTTPResponse.page(page(2000)),
      HTTPResponse.page(Org.success), HTTPResponse.page(Org.tokens),
    ]
    var (session, response, transport) = try await Org.session(at: page(500), then: answers)
    var paces: [Duration?] = [response.steps.first?.waiting?.interval]
    while response.outcome == nil {
      response = try await session.perform(.poll(step: 0))
      paces.append(response.steps.first?.waiting?.interval)
    }
    let expected: [Duration?] = [500, 8000, 8000, 8000, 2000].map { .milliseconds($0) } + [nil]
    #expect(paces == expected)
    #expect(response.tokens?.accessToken == Secret("the-access-token"))
    #expect(transport.remaining == 0)
  }

  @Sendable private static func origin() async throws {
    var (session, _, transport) = try await Org.session(
      at: Org.page([Org.challenge]), then: [HTTPResponse.page(Org.page([Org.identify]))])
    _ = try await session.perform(answer)
    #expect(transport.requests.last?.headers["Origin"] == "https://org.example")
    #expect(transport.requests.first?.headers["Origin"] == nil)
  }
}
