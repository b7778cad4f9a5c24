import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing

struct TransactionTests {
  static let user = "user \"jane@example.com\" { password \"Correct-Horse-1\" }"

  @Test func introspectShowsTheCurrentPageAgainAndSendsNothing() async throws {
    let client = try OrgClient(
      "authenticators email\nuser \"jane@example.com\" {}")
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    let page = client.page
    try await client.introspect()
    #expect(client.page == page)
    try await client.load("/idp/idx/introspect", ["stateToken": page["stateHandle"] ?? .null])
    #expect(client.page == page)
    #expect(client.server.state.sent.count == 1)
  }

  @Test(arguments: [
    "", "02.id.", "02.id.AAAA", "nonsense",
    "02.id.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "02.id._____________________________________w",
  ])
  func aHandleThatNobodyGaveIsExpired(handle: String) async throws {
    let client = try OrgClient(Self.user)
    try await client.start()
    try await client.load("/idp/idx/identify", ["stateHandle": .string(handle)])
    #expect(
      client.messageKey == (handle.isEmpty ? "api.error.field_required" : "idx.session.expired"))
    #expect(client.status == (handle.isEmpty ? 400 : 401))
    try await client.load("/idp/idx/introspect", ["interactionHandle": .string("x" + handle)])
    #expect(client.status == 401)
    #expect(client.messageText == "The session has expired.")
  }

  @Test func aTransactionEndsAfterItsTime() async throws {
    let client = try OrgClient("transaction 10m\n\(Self.user)")
    try await client.start()
    #expect(client.page["expiresAt"] == "2027-01-15T08:10:00.000Z")
    client.clock.advance(by: .seconds(600))
    try await client.submit("identify", ["identifier": "jane@example.com"])
    #expect(client.status == 401)
    #expect(client.messageKey == "idx.session.expired")
    try await client.introspect()
    #expect(client.status == 401)
  }

  @Test func aRotatedHandleIsGoodForOneAnswer() async throws {
    let client = try OrgClient("state-handle rotated\n\(Self.user)")
    try await client.start()
    let first = client.page["stateHandle"] ?? .null
    try await client.introspect()
    #expect(client.page["stateHandle"] == first)
    try await client.submit("identify", ["identifier": "jane@example.com"])
    #expect(client.page["stateHandle"] != first)
    let page = client.page
    try await client.load(
      "/idp/idx/challenge/answer",
      ["stateHandle": first, "credentials": ["passcode": "Correct-Horse-1"]])
    #expect(client.messageKey == "idx.session.expired")
    client.page = page
    try await client.passcode("Correct-Horse-1")
    #expect(client.isSignedIn)
  }

  @Test func theHandleIsKeptWhereItIsNotRotated() async throws {
    let client = try OrgClient(Self.user)
    try await client.start()
    let first = client.page["stateHandle"]
    try await client.submit("identify", ["identifier": "jane@example.com"])
    #expect(client.page["stateHandle"] == first)
  }

  @Test(arguments: [
    ("identify", "{}" as String, "api.error.field_required"),
    ("identify", #"{"identifier": 7}"#, "errors.E0000001"),
    ("identify", #"{"identifier": "x", "rememberMe": "yes"}"#, "errors.E0000001"),
    ("challenge", #"{"authenticator": {"id": "x"}}"#, "security.access_denied"),
    ("challenge/answer", #"{"credentials": {"passcode": "x"}}"#, "security.access_denied"),
    ("challenge/resend", "{}", "security.access_denied"),
    ("challenge/poll", "{}", "security.access_denied"),
    ("credential/enroll", "{}", "security.access_denied"),
    ("enroll", "{}", "security.access_denied"),
    ("enroll/new", "{}", "security.access_denied"),
    ("skip", "{}", "security.access_denied"),
    ("unlock-account", "{}", "security.access_denied"),
    ("identify/select", "{}", "security.access_denied"),
  ])
  func aFormThatIsWrongOrNotOfferedIsRefused(
    path: String, body: String, key: String
  ) async throws {
    let client = try OrgClient(Self.user)
    try await client.start()
    let page = client.page
    var values = try #require(try JSON(parsing: Array(body.utf8)).object)
    values["stateHandle"] = page["stateHandle"]
    try await client.load("/idp/idx/\(path)", .object(values))
    #expect(client.messageKey == key)
    #expect(client.status == (key == "security.access_denied" ? 403 : 400))
    try await client.introspect()
    #expect(client.page == page)
  }

  @Test(arguments: [
    HTTPBody.bytes(Array("{".utf8)), .bytes(Array("null".utf8)), .bytes(Array("[]".utf8)),
    .bytes([0xFF, 0xFE]), .json("text"), .json(.null), .form([FormPair("stateHandle", "x")]),
    .bytes(Array(repeating: UInt8(ascii: " "), count: 1 << 17)),
    .bytes(Array(String(repeating: "[", count: 10_000).utf8)),
  ])
  func aBodyThatIsNoObjectIsNotWellFormed(body: HTTPBody) async throws {
    let client = try OrgClient(Self.user)
    client.page = try await client.send(.post, "/idp/idx/identify", body)
    PageInvariants.check(client.page, status: client.status, headers: client.headers)
    #expect(client.status == 400)
    #expect(client.messageKey == "errors.E0000003")
  }

  @Test(arguments: [
    "application/json; charset=UTF-8", "application/ion+json; okta-version=1.0.0",
    "application/vnd.okta.v1+json", "text/plain", "",
  ])
  func theContentTypeDecidesNothing(type: String) async throws {
    let client = try OrgClient(Self.user)
    try await client.start()
    let body: JSON = [
      "stateHandle": client.page["stateHandle"] ?? .null, "identifier": "jane@example.com",
    ]
    let page = try await client.send(
      .post, "/idp/idx/identify", headers: ["Content-Type": type], .bytes(body.bytes()))
    #expect(page["remediation"] != nil)
  }

  @Test(arguments: [
    (HTTPMethod.get, "/idp/idx/identify", 405), (.put, "/oauth2/default/v1/token", 405),
    (.post, "/oauth2/default/v1/keys", 405), (.post, "/.well-known/openid-configuration", 405),
    (.get, "/", 404), (.post, "/idp/idx/nothing", 404), (.post, "/oauth2/default/v1/nothing", 404),
    (.post, "/oauth2/other/v1/token", 404), (.post, "/idp/idx/", 404),
  ])
  func whatIsNotThereIsSaidInTheApisForm(
    method: HTTPMethod, path: String, status: Int
  ) async throws {
    let client = try OrgClient(Self.user)
    let answer = try await client.send(method, path)
    #expect(client.status == status)
    #expect(answer["errorCode"]?.string == (status == 405 ? "E0000022" : "E0000007"))
    for name in ["errorSummary", "errorLink", "errorId"] { #expect(answer[name]?.string != nil) }
    #expect(answer["errorCauses"] == [])
    #expect(client.headers["Date"] == "Fri, 15 Jan 2027 08:00:00 GMT")
  }

  @Test func aTextThatIsTooLongIsRefused() async throws {
    let client = try OrgClient(Self.user)
    try await client.start()
    let long = String(repeating: "x", count: 2049)
    try await client.submit("identify", ["identifier": .string(long)])
    #expect(client.status == 400)
    #expect(client.messageKey == "errors.E0000001")
  }
}
