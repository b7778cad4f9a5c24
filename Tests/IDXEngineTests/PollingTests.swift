import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// Polling for events elsewhere.
@Suite struct PollingTests {
  private static let poll = Org.page([
    Org.form("challenge-poll", "/idp/idx/challenge/poll", [], ["refresh": 2000])
  ])

  private static let email = Org.page(
    [Org.challenge],
    [
      "currentAuthenticatorEnrollment": Org.wrapped([
        "key": "okta_email",
        "poll": Org.form("poll", "/idp/idx/challenge/poll", [], ["refresh": 4000]),
      ])
    ])

  @Test func aPollPostsTheFormAndBringsTheNextPage() async throws {
    for page in [Self.poll, Self.email] {
      var (session, _, transport) = try await Org.session(
        at: page, then: [HTTPResponse.page(Org.success), HTTPResponse.page(Org.tokens)])
      let response = try await session.perform(.poll(step: 0))
      #expect(response.outcome == .success)
      #expect(transport.requests[2].url.path == "/idp/idx/challenge/poll")
      #expect(transport.requests[2].body == .json(["stateHandle": "form-handle"]))
    }
  }

  @Test func theServersNewPaceCounts() async throws {
    let slower = Org.page([
      Org.form("challenge-poll", "/idp/idx/challenge/poll", [], ["refresh": 8000])
    ])
    var (session, response, _) = try await Org.session(
      at: Self.poll, then: [HTTPResponse.page(slower)])
    #expect(response.steps[0].waiting?.interval == .seconds(2))
    response = try await session.perform(.poll(step: 0))
    #expect(response.steps[0].waiting?.interval == .seconds(8))
  }

  @Test(
    arguments: [
      (["Retry-After": "20"], .seconds(20)), ([:], .seconds(60)),
      (["Retry-After": "1"], .seconds(2)),
    ] as [(HTTPHeaders, Duration)])
  func aLimitWhilePollingSlowsThePollDown(
    _ headers: HTTPHeaders, _ interval: Duration
  ) async throws {
    let page: JSON = [
      "version": "1.0.0", "messages": Org.list([["message": "Too many requests"]]),
    ]
    for limited in [
      HTTPResponse.text("", status: 429, headers: headers),
      HTTPResponse.page(page, status: 429, headers: headers),
    ] {
      let clock = ManualClock(now: Org.now)
      var (session, _, transport) = try await Org.session(
        at: Self.poll, then: [limited, HTTPResponse.page(Org.page([Org.identify]))], clock: clock)
      var answer = try await session.poll(step: 0)
      #expect(answer.response.steps[0].waiting?.interval == interval)
      #expect(answer.failure?.kind == .limited)
      // A poll that is too early gets the last response, and the server isn't asked.
      answer = try await session.poll(step: 0)
      #expect(answer.response.steps[0].waiting?.interval == interval)
      #expect(transport.requests.count == 3)
      #expect(answer.failure?.kind == .limited)
      clock.advance(by: interval)
      answer = try await session.poll(step: 0)
      #expect(answer.response.steps.map(\.name) == ["identify"])
      #expect(answer.failure == nil)
    }
  }

  @Test func aNetworkThatIsGoneForAMomentDoesNotEndThePoll() async throws {
    var (session, _, transport) = try await Org.session(at: Self.poll)
    for _ in 0..<IDXSession.mostLostPolls {
      transport.add { _ in .failure(.dropped("reset")) }
      let answer = try await session.poll(step: 0)
      #expect(answer.response.steps.map(\.name) == ["challenge-poll"])
      #expect(answer.failure?.kind == .unreachable)
    }
    transport.add(HTTPResponse.page(Self.poll))
    #expect(try await session.poll(step: 0).failure == nil)
    for _ in 0..<IDXSession.mostLostPolls {
      transport.add { _ in .failure(.unreachable("down")) }
      _ = try await session.perform(.poll(step: 0))
    }
    transport.add { _ in .failure(.unreachable("down")) }
    let failure = await failure { () async throws(EngineFailure) in
      try await session.perform(.poll(step: 0))
    }
    #expect(failure?.kind == .unreachable)
  }

  @Test func aPollThatIsRefusedFails() async throws {
    var (session, _, _) = try await Org.session(
      at: Self.poll, then: [HTTPResponse.text("", status: 500)])
    let failure = await failure { () async throws(EngineFailure) in
      try await session.perform(.poll(step: 0))
    }
    #expect(failure?.kind == .failed)
  }

  @Test(
    "A denied or failed push is a message beside the next steps",
    arguments: [
      (400, "api.authn.poll.error.push_rejected", "You have chosen to reject this login."),
      (400, "core.system.transaction_resource_not_found", "Verification timed out"),
      (200, "oie.authenticator.duo.method.duo.verification_timeout", "It timed out."),
    ])
  func denied(status: Int, key: String, text: String) async throws {
    let message: JSON = [
      "class": "ERROR", "message": .string(text), "i18n": ["key": .string(key)],
    ]
    let page = Org.page(
      [
        Org.form("resend", "/idp/idx/challenge", []),
        Org.form("select-authenticator-authenticate", "/idp/idx/challenge", []),
      ], ["messages": Org.list([message])])
    var (session, response, _) = try await Org.session(
      at: Self.poll, then: [HTTPResponse.page(page, status: status)])
    response = try await session.perform(.poll(step: 0))
    #expect(response.messages == [Message(.error, text, key: key)])
    #expect(response.steps.map(\.name) == ["resend", "select-authenticator-authenticate"])
    #expect(response.outcome == nil)
  }

  @Test("The number to match is read again at each poll")
  func number() async throws {
    func page(_ number: JSON) -> JSON {
      Org.page(
        [Org.form("challenge-poll", "/idp/idx/authenticators/poll", [], ["refresh": 1000])],
        [
          "currentAuthenticator": Org.wrapped([
            "key": "okta_verify", "methods": [["type": "push"]],
            "contextualData": ["correctAnswer": number],
          ])
        ])
    }
    var (session, response, _) = try await Org.session(
      at: page(nil), then: [HTTPResponse.page(page("96")), HTTPResponse.page(page("17"))])
    #expect(response.steps[0].showing == [])
    for number in ["96", "17"] {
      response = try await session.perform(.poll(step: 0))
      #expect(response.steps[0].showing == [Fact("correctAnswer", .text(number))])
    }
  }

  @Test("A link that was opened elsewhere ends with the code to enter in the first browser")
  func openedElsewhere() async throws {
    let message: JSON = [
      "class": "INFO", "message": "Enter the OTP in your original browser or device.",
      "i18n": ["key": "idx.enter.otp.in.original.tab"],
    ]
    let page = Org.page(
      [],
      [
        "messages": Org.list([message]),
        "currentAuthenticator": Org.wrapped([
          "key": "okta_email", "contextualData": ["otp": "123456"],
        ]),
      ])
    let (_, response, _) = try await Org.session(at: page)
    #expect(response.outcome == .finished)
    #expect(response.facts.contains(Fact("authenticator.otp", .secret(Secret("123456")))))
  }
}

extension PollAnswer {
  /// The response, whether it is new or the latest one again.
  fileprivate var response: Response {
    switch self {
    case .answered(let response), .unanswered(let response, _): response
    }
  }

  /// The reason why the poll wasn't answered; `nil` if it was.
  fileprivate var failure: EngineFailure? {
    if case .unanswered(_, let failure) = self { failure } else { nil }
  }
}
