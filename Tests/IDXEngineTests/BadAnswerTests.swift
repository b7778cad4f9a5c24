import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// Every bad answer is one failure with its kind, a message without content, and a useful help.
@Suite struct BadAnswerTests {
  /// The failure of a submitted step.
  private func failure(
    _ answer: @escaping ScriptedTransport.Answer
  ) async throws -> EngineFailure? {
    let (session, _, _) = try await Org.session(at: Org.page([Org.challenge]), then: [answer])
    return await IDXEngineTests.failure { () async throws(EngineFailure) in
      var session = session
      return try await session.perform(
        .submit(
          step: 0, selection: nil,
          answers: [Answer("credentials.passcode", .secret(Secret("CANARY-typed")))]))
    }
  }

  @Test(arguments: [
    (#"{"version":"1.0.0","stateHandle":"CANARY"#, "is not JSON"), ("CANARY <html>", "is not JSON"),
    ("null", "is null"), ("[1]", "is a list"), ("\"CANARY\"", "is text"), ("", "is empty"),
    ("{}", "not from the Identity Engine"), (#"{"CANARY":1}"#, "not from the Identity Engine"),
    ("\u{0}\u{1}", "is not JSON"), ("{\"a\":", "is not JSON"),
  ])
  func anAnswerThatIsNoPageIsMalformed(_ body: String, _ part: String) async throws {
    let failure = try #require(try await failure(HTTPResponse.text(body)))
    #expect(failure.kind == .malformed)
    #expect(failure.message.contains(part))
    #expect(failure.message.contains("`challenge-authenticator`"))
    #expect(failure.status == 200)
    #expect(!"\(failure)".contains("CANARY"))
  }

  @Test func aPageWithNullWhereAnObjectWasIsReadAllTheSame() async throws {
    let (_, response, _) = try await Org.session(
      at: ["version": "1.0.0", "user": nil, "app": nil, "messages": nil])
    #expect(response.steps == [])
    #expect(response.outcome == .finished)
  }

  @Test(arguments: [
    "null", "\"x\"", "[null]", "{}", #"{"type":"array"}"#, #"{"value":null}"#,
    #"{"value":[null,1]}"#,
  ])
  func stepsThatCannotBeReadAreNoEnd(_ remediation: String) async throws {
    let failure = try #require(
      try await failure(HTTPResponse.text(#"{"version":"1.0.0","remediation":\#(remediation)}"#)))
    #expect(failure.kind == .malformed)
    #expect(failure.message.contains("`challenge-authenticator`"))
    #expect(failure.help != nil)
  }

  @Test(arguments: ["[]", #"{"type":"array","value":[]}"#])
  func anEmptyListOfStepsIsTheEnd(_ remediation: String) async throws {
    let page = try JSON(parsing: Array(#"{"version":"1.0.0","remediation":\#(remediation)}"#.utf8))
    let (_, response, _) = try await Org.session(at: page)
    #expect(response.outcome == .finished)
  }

  @Test(arguments: [400, 401, 403, 404, 429, 499])
  func aPageIsAStepWhateverItsClientErrorIs(_ status: Int) async throws {
    let (_, response, _) = try await Org.session(at: Org.page([Org.challenge]), status: status)
    #expect(response.steps.map(\.name) == ["challenge-authenticator"])
    #expect(response.outcome == nil)
  }

  @Test(arguments: [400, 401, 403])
  func aPageOfErrorsAloneIsTheEnd(_ status: Int) async throws {
    let page: JSON = [
      "version": "1.0.0", "messages": Org.list([["message": "No.", "class": "ERROR"]]),
    ]
    let (_, response, _) = try await Org.session(at: page, status: status)
    #expect(response.outcome == .failure)
    #expect(response.messages == [Message(.error, "No.")])
  }

  @Test func anExpiredTransactionIsExpiredWithTheServersWords() async throws {
    let message: JSON = [
      "message": "The session has expired.", "class": "ERROR",
      "i18n": ["key": "idx.session.expired"],
    ]
    let page: JSON = ["version": "1.0.0", "messages": Org.list([message])]
    let failure = try await failure(HTTPResponse.page(page, status: 401))
    #expect(failure?.kind == .expired)
    #expect(failure?.message == "The session has expired.")
    #expect(failure?.status == 401)
  }

  @Test(arguments: [
    (#"{"error":"Forbidden","message":"blocked by a gateway"}"#, "Forbidden: blocked by a gateway"),
    ("<html>CANARY</html>", "was refused (HTTP 403)"), ("", "was refused (HTTP 403)"),
  ])
  func aForbiddenThatIsNotOfTheEnginePointsAtAProxy(_ body: String, _ part: String) async throws {
    let failure = try #require(try await failure(HTTPResponse.text(body, status: 403)))
    #expect(failure.kind == .refused)
    #expect(failure.message.contains(part))
    #expect(failure.help == "there may be a proxy or a firewall in between")
    #expect(!failure.message.contains("CANARY"))
  }

  @Test func aForbiddenOfTheEngineDoesNotPointAtAProxy() async throws {
    let failure = try await failure(
      HTTPResponse.text("", status: 403, headers: ["X-Okta-Request-Id": "r1"]))
    #expect(failure?.kind == .refused)
    #expect(failure?.help == nil)
  }

  @Test(
    arguments: [
      (["Retry-After": "17"], .seconds(17)), ([:], nil), (["Retry-After": "soon"], nil),
      (["x-rate-limit-reset": "1700000042"], .seconds(42)),
      (
        ["x-rate-limit-reset": "784111782", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"], .seconds(5)
      ),
    ] as [(HTTPHeaders, Duration?)])
  func aLimitWithoutAPageTellsHowLongToWait(
    _ headers: HTTPHeaders, _ wait: Duration?
  ) async throws {
    let error = #"{"errorCode":"E0000047","errorSummary":"API call exceeded rate limit"}"#
    for body in ["", "{}", "[]", #"{"a":1}"#, error] {
      let failure = try await failure(
        HTTPResponse.text(body, status: 429, headers: headers))
      #expect(failure?.kind == .limited)
      #expect(failure?.status == 429)
      #expect(failure?.retryAfter == wait)
    }
  }

  @Test(arguments: [500, 502, 503])
  func aServerErrorIsAFailureWithItsStatus(_ status: Int) async throws {
    for body in [#"{"message":"internal server error"}"#, "<html>CANARY</html>", ""] {
      let failure = try #require(try await failure(HTTPResponse.text(body, status: status)))
      #expect(failure.kind == .failed)
      #expect(failure.status == status)
      #expect(failure.message.contains("HTTP \(status)"))
      #expect(!failure.message.contains("CANARY"))
    }
  }

  @Test(arguments: [301, 302, 307, 308])
  func aRedirectIsNotFollowed(_ status: Int) async throws {
    let failure = try await failure(
      HTTPResponse.text("", status: status, headers: ["Location": "https://evil.example/"]))
    #expect(failure?.kind == .refused)
    #expect(failure?.status == status)
    #expect(failure?.help != nil)
  }

  @Test(arguments: [
    (#"{"error":"invalid_grant","error_description":"PKCE verification failed."}"#, 400),
    (#"{"error":"invalid_grant","error_description":"PKCE verification failed."}"#, 200),
  ])
  func anOAuthErrorIsRefusedInItsOwnWords(_ body: String, _ status: Int) async throws {
    let transport = ScriptedTransport([
      HTTPResponse.page(Org.interact), HTTPResponse.page(Org.success),
      HTTPResponse.text(body, status: status),
    ])
    var session = Org.session(transport)
    let failure = await IDXEngineTests.failure { () async throws(EngineFailure) in
      try await session.start(Start(intent: "sign-in"))
    }
    #expect(failure?.kind == .refused)
    #expect(
      failure?.message == "`token` was refused: invalid_grant: PKCE verification failed.")
  }

  @Test func anErrorOfTheAPIIsRefusedInItsOwnWords() async throws {
    let failure = try await failure(
      HTTPResponse.text(
        #"{"errorCode":"E0000001","errorSummary":"Api validation failed"}"#, status: 400))
    #expect(failure?.kind == .refused)
    #expect(
      failure?.message
        == "`challenge-authenticator` was refused: Api validation failed (E0000001)")
  }

  @Test(arguments: [
    "{}", #"{"interaction_handle":""}"#, #"{"interaction_handle":7}"#, "null",
  ])
  func anInteractWithoutAHandleIsMalformed(_ body: String) async throws {
    var session = Org.session(ScriptedTransport([HTTPResponse.text(body)]))
    let failure = await IDXEngineTests.failure { () async throws(EngineFailure) in
      try await session.start(Start(intent: "sign-in"))
    }
    #expect(failure?.kind == .malformed)
  }

  @Test func anInteractThatIsRefusedButNamesATransactionGoesOn() async throws {
    let transport = ScriptedTransport([
      HTTPResponse.text(
        #"{"error":"interaction_required","interaction_handle":"h2"}"#, status: 400),
      HTTPResponse.page(Org.page([Org.identify])),
    ])
    var session = Org.session(transport)
    let response = try await session.start(Start(intent: "sign-in"))
    #expect(response.steps.map(\.name) == ["identify"])
    #expect(transport.requests.last?.body == .json(["interactionHandle": "h2"]))
  }

  @Test func aTokenAnswerWithoutATokenIsMalformed() async throws {
    let transport = ScriptedTransport([
      HTTPResponse.page(Org.interact), HTTPResponse.page(Org.success), HTTPResponse.text("{}"),
    ])
    var session = Org.session(transport)
    let failure = await IDXEngineTests.failure { () async throws(EngineFailure) in
      try await session.start(Start(intent: "sign-in"))
    }
    #expect(failure?.kind == .malformed)
  }

  @Test(
    arguments: [
      (.cancelled, .cancelled), (.unreachable("refused"), .unreachable),
      (.dropped("reset"), .unreachable), (.timedOut(.seconds(30)), .timedOut),
      (.insecure("self-signed"), .untrusted), (.malformed("no status line"), .malformed),
      (.unavailable("no libcurl"), .unreachable),
    ] as [(TransportFailure, EngineFailure.Kind)])
  func noAnswerAtAllIsAFailureOfItsKind(
    _ lost: TransportFailure, _ kind: EngineFailure.Kind
  ) async throws {
    let failure = try await failure { _ in .failure(lost) }
    #expect(failure?.kind == kind)
    #expect(failure?.message.contains("`challenge-authenticator`") == true)
  }

  // MARK: Recipients of credentials

  @Test(arguments: [
    "https://evil.example/idp/idx/identify", "http://org.example/idp/idx/identify",
    "https://org.example:8443/idp/idx/identify", "https://org.example.evil.example/",
    "https://sub.org.example/",
  ])
  func anAddressOfAnotherOriginIsRefusedAndNothingIsSent(_ href: String) async throws {
    let url = try #require(HTTPURL(href))
    for page in [
      Org.page([Org.form("identify", "", [], ["href": .string(href)])]),
      Org.page(
        [Org.form("x", "/x", [])], ["cancel": Org.form("cancel", "", [], ["href": .string(href)])]),
    ] {
      let (session, _, transport) = try await Org.session(at: page)
      let failure = await IDXEngineTests.failure { () async throws(EngineFailure) in
        var session = session
        return page["cancel"]?["href"] == .string(href)
          ? try await session.perform(.use(Capability("cancel"), step: nil))
          : try await session.perform(.submit(step: 0, selection: nil, answers: []))
      }
      #expect(failure?.kind == .refused)
      #expect(failure?.message.contains(url.origin) == true)
      #expect(transport.requests.count == 2)
    }
  }

  @Test func aTokenEndpointOfAnotherOriginIsRefusedAndNothingIsSent() async throws {
    var page = try #require(Org.success.object)
    var form = try #require(page["successWithInteractionCode"]?.object)
    form["href"] = "https://evil.example/token"
    page["successWithInteractionCode"] = .object(form)
    let transport = ScriptedTransport([
      HTTPResponse.page(Org.interact), HTTPResponse.page(.object(page)),
    ])
    var session = Org.session(transport)
    let failure = await IDXEngineTests.failure { () async throws(EngineFailure) in
      try await session.start(Start(intent: "sign-in"))
    }
    #expect(failure?.kind == .refused)
    #expect(transport.requests.count == 2)
  }

  @Test(arguments: [
    "org.example/idp/idx/identify", "//evil.example/x", "javascript:x", "",
    "https://user@org.example/x", "https://org.example\\@evil.example/",
  ])
  func anAddressThatCannotBeReadIsMalformedAndNothingIsSent(_ href: String) async throws {
    let (session, _, transport) = try await Org.session(
      at: Org.page([Org.form("identify", "", [], ["href": .string(href)])]))
    let failure = await IDXEngineTests.failure { () async throws(EngineFailure) in
      var session = session
      return try await session.perform(.submit(step: 0, selection: nil, answers: []))
    }
    #expect(failure?.kind == .malformed)
    #expect(transport.requests.count == 2)
  }

  @Test(arguments: [
    ("http://org.example", false), ("http://localhost:8080", true), ("http://127.0.0.1", true),
    ("http://[::1]:9000", true), ("https://org.example", true), ("http://10.0.0.1", false),
  ])
  func plainHTTPIsForThisMachineAlone(_ issuer: String, _ isAllowed: Bool) async throws {
    let transport = ScriptedTransport()
    let url = try #require(HTTPURL(issuer))
    var session = Org.session(transport, configuration: Org.configuration(issuer: url))
    let failure = await IDXEngineTests.failure { () async throws(EngineFailure) in
      try await session.start(Start(intent: "sign-in"))
    }
    #expect((failure?.kind == .refused) == !isAllowed)
    #expect(transport.requests.isEmpty == !isAllowed)
  }
}
