import FlowEngine
import FlowWire
import Testing

@testable import IDXEngine

/// Asking whether something has happened elsewhere.
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
      var (session, _, _) = try await Org.session(
        at: Self.poll, then: [limited, HTTPResponse.page(Org.page([Org.identify]))])
      var response = try await session.perform(.poll(step: 0))
      #expect(response.steps[0].waiting?.interval == interval)
      response = try await session.perform(.poll(step: 0))
      #expect(response.steps.map(\.name) == ["identify"])
    }
  }

  @Test func aNetworkThatIsGoneForAMomentDoesNotEndThePoll() async throws {
    var (session, _, transport) = try await Org.session(at: Self.poll)
    for _ in 0..<IDXSession.mostLostPolls {
      transport.add { _ in .failure(.dropped("reset")) }
      let response = try await session.perform(.poll(step: 0))
      #expect(response.steps.map(\.name) == ["challenge-poll"])
    }
    transport.add(HTTPResponse.page(Self.poll))
    _ = try await session.perform(.poll(step: 0))
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
}
