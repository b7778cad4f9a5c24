import FlowEngine
import FlowHTTP
import Testing

@testable import OktaSimulator
import SimulatorKit

struct OrgStateTests {
  static let settings = """
    authenticators password, email, phone via sms, google-otp, security-question
    user "jane@example.com" { password "Correct-Horse-1"; phone "+15551234567" }
    sign-on { require any 2 }
    enrollment { required password; optional google-otp }
    registration { profile email }
    recovery { password by email; unlock by email }
    """

  /// Signs in and redeems the code.
  static func signIn(_ client: OrgClient) async throws {
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.choose("select-authenticator-authenticate", "Password")
    try await client.passcode("Correct-Horse-1")
    try await client.choose("select-authenticator-authenticate", "Phone", method: "sms")
    try await client.passcode(try client.code("sms"))
    if client.steps.contains("skip") { try await client.submit("skip") }
    try await client.redeem()
    #expect(client.status == 200)
  }

  @Test func theSameSeedClockAndRequestsGiveTheSameBytesAndState() async throws {
    var states: [OrgState] = []
    var answers: [[UInt8]] = []
    for seed: UInt64 in [7, 7, 8] {
      let client = try OrgClient(Self.settings, sendsBytes: true, seed: seed)
      try await Self.signIn(client)
      states.append(client.server.state)
      answers.append(client.page.bytes())
    }
    #expect(states[0] == states[1])
    #expect(states[0].hashValue == states[1].hashValue)
    #expect(answers[0] == answers[1])
    #expect(states[0] != states[2])
    #expect(answers[0] != answers[2])
  }

  @Test func aStateCanBeGoneBackTo() throws {
    let org = try OrgClient.org(Self.settings)
    let form: HTTPBody = .form(
      [FormPair("client_id", "c"), FormPair("scope", "openid"), FormPair("redirect_uri", "a:/b")]
        + OrgClient.proof)
    let url = try #require(HTTPURL("https://acme.flow.test/oauth2/default/v1/interact"))
    var state = org.initialState
    let before = state
    var random = Draw(seed: 1)
    let first = org.answer(
      HTTPRequest(.post, url, body: form), state: &state, now: .zero, random: &random)
    #expect(state != before)
    state = before
    random = Draw(seed: 1)
    let second = org.answer(
      HTTPRequest(.post, url, body: form), state: &state, now: .zero, random: &random)
    #expect(first == second)
  }

  @Test func theOldestTransactionIsDroppedFirst() async throws {
    let client = try Self.limited(OrgLimits(transactions: 3))
    try await client.start()
    let first = client.interactionHandle
    for _ in 1...2 { try await client.start() }
    let last = client.interactionHandle
    client.interactionHandle = first
    try await client.introspect()
    #expect(client.status == 200)
    try await client.start()
    client.interactionHandle = first
    try await client.introspect()
    #expect(client.status == 401)
    #expect(client.messageKey == "idx.session.expired")
    client.interactionHandle = last
    try await client.introspect()
    #expect(client.status == 200)
  }

  @Test func theOldestSentItemIsDroppedFirst() async throws {
    let client = try Self.limited(OrgLimits(sent: 2))
    for _ in 1...3 { try await Self.signIn(client) }
    let state = client.server.state
    #expect(state.sent.map(\.number) == [2, 3])
    #expect(state.mark == 3)
    #expect(state.newest("sms", to: nil, after: 3) == nil)
    #expect(state.newest("sms", to: "+15551234567", after: 2)?.number == 3)
    #expect(state.newest("sms", to: "+15550000000", after: 0) == nil)
    #expect(state.newest("email", to: nil, after: 0) == nil)
    #expect(await client.server.mark() == 3)
    #expect(await client.server.newest("sms", to: nil, after: 0)?.number == 3)
  }

  @Test func theOldestTokensAreDroppedFirst() async throws {
    let client = try Self.limited(OrgLimits(grants: 1))
    try await Self.signIn(client)
    let token = try #require(client.server.state.grants[0]?.accessToken.reveal())
    let bearer: HTTPHeaders = ["Authorization": "Bearer \(token)"]
    try await client.send(.get, "/oauth2/default/v1/userinfo", headers: bearer)
    #expect(client.status == 200)
    try await Self.signIn(client)
    try await client.send(.get, "/oauth2/default/v1/userinfo", headers: bearer)
    #expect(client.status == 401)
  }

  @Test func whoSignedUpFirstIsDroppedFirst() async throws {
    let client = try Self.limited(
      OrgLimits(registered: 2), settings: "registration { profile email }")
    for name in ["a", "b", "c"] {
      try await client.start()
      try await client.submit("select-enroll-profile")
      try await client.submit(
        "enroll-profile", ["userProfile": ["email": .string("\(name)@example.com")]])
      try await client.choose("select-authenticator-enroll", "Password")
      try await client.passcode("Correct-Horse-1", to: "enroll-authenticator")
      #expect(client.isSignedIn)
    }
    for (name, step) in [("a", "identify"), ("c", "challenge-authenticator")] {
      try await client.start()
      try await client.submit("identify", ["identifier": .string("\(name)@example.com")])
      #expect(client.steps.first == step)
    }
    #expect(client.server.state.registeredLogins.count == 2)
  }

  @Test func whoWasDroppedMeanwhileCannotGoOn() async throws {
    let client = try Self.limited(
      OrgLimits(registered: 1), settings: "registration { profile email }")
    let late = OrgClient(server: client.server, clock: client.clock)
    for name in ["a", "b"] {
      try await client.start()
      try await client.submit("select-enroll-profile")
      try await client.submit(
        "enroll-profile", ["userProfile": ["email": .string("\(name)@example.com")]])
      try await client.choose("select-authenticator-enroll", "Password")
      try await client.passcode("Correct-Horse-1", to: "enroll-authenticator")
      guard name == "a" else { continue }
      try await late.start()
      try await late.submit("identify", ["identifier": "a@example.com"])
    }
    try await late.passcode("Correct-Horse-1")
    #expect(late.status == 401)
    #expect(late.messageKey == "idx.session.expired")
  }

  private static func limited(
    _ limits: OrgLimits, settings: String = OrgStateTests.settings
  ) throws -> OrgClient {
    let org = try OrgClient.org(settings).limited(to: limits)
    let clock = ManualClock(now: .seconds(1_800_000_000))
    return OrgClient(server: OrgServer(org, clock: clock, seed: 1), clock: clock)
  }
}
