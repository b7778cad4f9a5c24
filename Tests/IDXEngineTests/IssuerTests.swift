import FlowEngine
import FlowHTTP
import FlowLock
import Testing

@testable import IDXEngine

/// The discovery of an issuer, waiting for it, and revoking.
@Suite struct IssuerTests {
  private static func describing(
    _ edit: @escaping @Sendable (inout JSONObject) -> Void
  ) throws -> SigningOrg {
    try SigningOrg { request throws(TransportFailure) in
      guard request.url.path.hasSuffix("/openid-configuration") else { return nil }
      var description = SigningOrg.description
      edit(&description)
      return HTTPResponse(status: 200, body: .json(.object(description)))
    }
  }

  @Test(
    "An issuer without a description is reached by the default addresses",
    arguments: [404, 405, 410])
  func rule(status: Int) async throws {
    let org = try SigningOrg { request throws(TransportFailure) in
      request.url.path.hasSuffix("/openid-configuration") ? HTTPResponse(status: status) : nil
    }
    _ = await org.signIn()
    #expect(
      org.paths.prefix(3) == [
        "/oauth2/default/.well-known/openid-configuration", "/oauth2/default/v1/interact",
        "/idp/idx/introspect",
      ])
  }

  @Test("The description's addresses are used; missing ones follow from the issuer")
  func addresses() throws {
    let description: JSONObject = [
      "issuer": "https://org.example/oauth2/default",
      "authorization_endpoint": "https://org.example/other/authorize",
      "jwks_uri": "https://org.example/jwks?client=1",
    ]
    let endpoints = try IssuerEndpoints(description, of: Org.configuration())
    #expect(endpoints.interact.description == "https://org.example/other/interact")
    #expect(endpoints.keys.description == "https://org.example/jwks?client=1")
    #expect(endpoints.token.description == "https://org.example/oauth2/default/v1/token")
    #expect(endpoints.revocation.description == "https://org.example/oauth2/default/v1/revoke")
  }

  @Test(
    "The org's own authorization server and custom ones have descriptions at their addresses",
    arguments: [
      ("https://org.example", "/.well-known/openid-configuration"),
      ("https://org.example/", "/.well-known/openid-configuration"),
      ("https://org.example/oauth2/aus1", "/oauth2/aus1/.well-known/openid-configuration"),
    ])
  func places(issuer: String, path: String) throws {
    let configuration = Org.configuration(issuer: try #require(HTTPURL(issuer)))
    #expect(configuration.discovery.target == path)
    let same = try IssuerEndpoints(["issuer": .string(issuer)], of: configuration)
    #expect(same.issuer == issuer)
  }

  @Test("Another issuer's description ends the run before anything else is sent")
  func anotherIssuer() async throws {
    let org = try Self.describing { $0["issuer"] = "https://org.example" }
    guard case .failure(let failure) = await org.signIn() else {
      Issue.record("it was taken")
      return
    }
    #expect(failure.kind == .untrusted && failure.distrust == .issuerMismatch)
    #expect(failure.message.contains("calls itself https://org.example"))
    #expect(org.requests.count == 1)
  }

  @Test(
    "A description that leads elsewhere, or can't be read, ends the run",
    arguments: [
      ("token_endpoint", "https://evil.example/token", EngineFailure.Kind.refused),
      ("authorization_endpoint", "https://evil.example/authorize", .refused),
      ("jwks_uri", "http://org.example/keys", .refused),
      ("revocation_endpoint", "nowhere", .malformed), ("issuer", nil, .malformed),
    ] as [(String, String?, EngineFailure.Kind)])
  func elsewhere(member: String, value: String?, kind: EngineFailure.Kind) async throws {
    let org = try Self.describing { $0[member] = value.map { .string($0) } }
    guard case .failure(let failure) = await org.signIn() else {
      Issue.record("it was taken")
      return
    }
    #expect(failure.kind == kind)
    #expect(org.requests.count == 1)
  }

  // MARK: Waiting

  /// An issuer that asks to wait a few times at one address.
  private static func limited(
    at path: String, _ status: Int = 429, times: Int, _ headers: HTTPHeaders
  ) throws -> SigningOrg {
    let left = Left(times)
    return try SigningOrg { request throws(TransportFailure) in
      guard request.url.path.hasSuffix(path), left.take() else { return nil }
      return HTTPResponse(status: status, headers: headers, body: .bytes([]))
    }
  }

  private final class Left: Sendable {
    private let count: Mutex<Int>
    init(_ count: Int) { self.count = Mutex(count) }
    func take() -> Bool {
      count.withLock { count in
        count -= 1
        return count >= 0
      }
    }
  }

  static let patient = [
    "/openid-configuration", "/v1/interact", "/idx/introspect", "/v1/token", "/v1/keys",
  ]

  @Test(
    "An error that can't count as an attempt is waited out, as the server asks", arguments: patient)
  func waits(path: String) async throws {
    let org = try Self.limited(at: path, times: 2, ["Retry-After": "7"])
    _ = await org.signIn()
    #expect(org.paths.count { $0.hasSuffix(path) } == 3)
    #expect(org.clock.now == Org.now + .seconds(14))
  }

  @Test("The end of a rate limit is waited for, by the server's own clock")
  func rateLimit() async throws {
    let org = try Self.limited(
      at: "/v1/interact", times: 1,
      ["x-rate-limit-reset": "1000", "Date": "Thu, 01 Jan 1970 00:16:00 GMT"])
    _ = await org.signIn()
    #expect(org.clock.now == Org.now + .seconds(40))
  }

  @Test(
    "No wait is too long, too frequent, or for an unknown time",
    arguments: [
      (["Retry-After": "61"], 1, 0), (["Retry-After": "60"], 4, 180), ([:], 1, 0),
    ] as [(HTTPHeaders, Int, Int)])
  func bounds(headers: HTTPHeaders, requests: Int, waited: Int) async throws {
    let org = try Self.limited(at: "/v1/interact", times: 9, headers)
    guard case .failure(let failure) = await org.signIn() else {
      Issue.record("it was taken")
      return
    }
    #expect(failure.kind == .limited)
    #expect(org.paths.count { $0.hasSuffix("/v1/interact") } == requests)
    #expect(org.clock.now == Org.now + .seconds(waited))
  }

  @Test("A server that is briefly unavailable is waited for as it asks")
  func away() async throws {
    let org = try Self.limited(at: "/v1/interact", 503, times: 1, ["Retry-After": "2"])
    _ = await org.signIn()
    #expect(org.paths.count { $0.hasSuffix("/v1/interact") } == 2)
  }

  @Test("A broken connection is reopened if no action can happen twice")
  func broken() async throws {
    for (path, requests) in [
      ("/openid-configuration", 4), ("/idx/introspect", 4), ("/v1/token", 1),
    ] {
      let org = try SigningOrg { request throws(TransportFailure) in
        guard request.url.path.hasSuffix(path) else { return nil }
        throw .dropped("reset")
      }
      guard case .failure(let failure) = await org.signIn() else {
        Issue.record("it was taken")
        return
      }
      #expect(failure.kind == .unreachable)
      #expect(org.paths.count { $0.hasSuffix(path) } == requests, "\(path)")
    }
  }

  @Test("An answer to a step is never sent twice, whatever the server says")
  func attempts() async throws {
    let answers: [ScriptedTransport.Answer] = [
      HTTPResponse.text("", status: 429, headers: ["Retry-After": "1"]),
      { @Sendable _ in .failure(.dropped("reset")) },
    ]
    for answer in answers {
      let (session, _, transport) = try await Org.session(
        at: Org.page([Org.challenge]), then: [answer])
      _ = await failure { () async throws(EngineFailure) in
        var session = session
        return try await session.perform(
          .submit(
            step: 0, selection: nil,
            answers: [Answer("credentials.passcode", .secret(Secret("x")))]))
      }
      #expect(transport.requests.count == 3)
    }
  }

  // MARK: Starting

  private func start(
    _ parameters: [Answer], secret: Secret? = nil
  ) async throws -> ScriptedTransport {
    let transport = ScriptedTransport([
      HTTPResponse.page(Org.interact), HTTPResponse.page(Org.page([Org.identify])),
    ])
    var configuration = Org.configuration()
    configuration.clientSecret = secret
    var session = Org.session(transport, configuration: configuration)
    _ = try await session.start(Start(intent: "sign-in", parameters: parameters))
    return transport
  }

  @Test("A parameter's name can have hyphens, as in scripts")
  func hyphens() async throws {
    let transport = try await start([
      Answer("login-hint", .text("jane")), Answer("acr_values", .text("a")),
    ])
    guard case .form(let pairs) = transport.requests[0].body else {
      Issue.record("no form")
      return
    }
    #expect(pairs.contains(FormPair("login_hint", "jane")))
    #expect(pairs.contains(FormPair("acr_values", "a")))
  }

  @Test(
    "The device token is a cookie of every request, and a header of a confidential client's first")
  func deviceToken() async throws {
    let token = Answer("device-token", .secret(Secret("device-1")))
    let open = try await start([token])
    #expect(open.requests.map { $0.headers["Cookie"] } == ["DT=device-1", "DT=device-1"])
    #expect(open.requests.allSatisfy { $0.headers["X-Device-Token"] == nil })
    let confidential = try await start([token], secret: Secret("cs"))
    #expect(
      confidential.requests.map { $0.headers["X-Device-Token"] } == ["device-1", nil])
    guard case .form(let pairs) = open.requests[0].body else { return }
    #expect(!pairs.contains { $0.value == "device-1" })
  }

  @Test(
    "A value that can't be a cookie isn't a device token",
    arguments: ["", "a b", "a;b", "a\r\nX: y", "é"])
  func badDeviceToken(text: String) async throws {
    let failure = await #expect(throws: EngineFailure.self) {
      try await start([Answer("device_token", .text(text))])
    }
    #expect(failure?.kind == .refused)
  }

  // MARK: Revoking

  @Test("The refresh token is revoked first, then the access token, as the client's own")
  func revokes() async throws {
    let org = try SigningOrg()
    let engine = org.engine { $0.clientSecret = Secret("cs") }
    try await engine.revoke(
      Tokens(
        accessToken: Secret("access-1"), tokenType: "Bearer", refreshToken: Secret("refresh-1")))
    let bodies = org.requests.dropFirst().map(\.body)
    let client = [FormPair("client_id", "client-1"), FormPair("client_secret", "cs")]
    #expect(
      bodies == [
        .form(
          [FormPair("token", "refresh-1"), FormPair("token_type_hint", "refresh_token")] + client),
        .form(
          [FormPair("token", "access-1"), FormPair("token_type_hint", "access_token")] + client),
      ])
  }

  @Test(
    "Each token is tried, and the results of both are reported",
    arguments: [
      (["refresh_token"], "the access token is revoked, the refresh token isn't: "),
      (["access_token"], "the refresh token is revoked, the access token isn't: "),
      (["refresh_token", "access_token"], "neither token is revoked: "),
    ])
  func refusesToRevoke(kinds: [String], words: String) async throws {
    let org = try SigningOrg { request throws(TransportFailure) in
      guard request.url.path.hasSuffix("/revoke"), case .form(let pairs) = request.body,
        kinds.contains(where: { kind in pairs.contains { $0.value == kind } })
      else { return nil }
      return HTTPResponse(status: 401, body: .json(["error": "invalid_client"]))
    }
    let failure = await #expect(throws: EngineFailure.self) {
      try await org.engine().revoke(
        Tokens(
          accessToken: Secret("access-1"), tokenType: "Bearer", refreshToken: Secret("refresh-1")))
    }
    #expect(failure?.kind == .refused)
    #expect(failure?.message == words + "`revoke` was refused: invalid_client")
    #expect(org.paths.count { $0.hasSuffix("/revoke") } == 2)
  }

  @Test("A single access token is tried once, and two reasons are both reported")
  func revocationFailures() async throws {
    let count = Mutex(0)
    let org = try SigningOrg { request throws(TransportFailure) in
      guard request.url.path.hasSuffix("/revoke") else { return nil }
      let number = count.withLock { count in
        count += 1
        return count
      }
      return HTTPResponse(status: 400, body: .json(["error": .string("reason_\(number)")]))
    }
    let alone = Tokens(accessToken: Secret("access-1"), tokenType: "Bearer")
    let one = await #expect(throws: EngineFailure.self) { try await org.engine().revoke(alone) }
    #expect(one?.message == "`revoke` was refused: reason_1")
    let both = Tokens(
      accessToken: Secret("access-1"), tokenType: "Bearer", refreshToken: Secret("refresh-1"))
    let two = await #expect(throws: EngineFailure.self) { try await org.engine().revoke(both) }
    let message = try #require(two?.message)
    #expect(message.hasPrefix("the refresh token isn't revoked: `revoke` was refused: reason_2; "))
    #expect(message.hasSuffix("nor is the access token: `revoke` was refused: reason_3"))
  }

  @Test("Without a refresh token, a refresh isn't possible")
  func noRefreshToken() async throws {
    let org = try SigningOrg()
    let failure = await #expect(throws: EngineFailure.self) {
      try await org.engine().refresh(Tokens(accessToken: Secret("a"), tokenType: "Bearer"))
    }
    #expect(failure?.kind == .refused && failure?.help?.contains("offline_access") == true)
    #expect(org.requests.isEmpty)
  }
}
