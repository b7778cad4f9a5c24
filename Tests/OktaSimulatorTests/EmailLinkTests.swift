import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing
import TestSupport

@Suite("The links of mails in a simulated org")
struct EmailLinkTests {
  /// A client at the page that asks for the code of a mail.
  private static func atCode(_ habit: String = "", _ extra: String = "") async throws -> OrgClient {
    let client = try OrgClient(
      """
      authenticators password, email
      user "jane@example.com" { password "Correct-Horse-1"; \(habit) }
      sign-on { require email }
      recovery { password by email; unlock by email }
      \(extra)
      """)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    #expect(client.steps.first == "challenge-authenticator")
    return client
  }

  private static func link(_ client: OrgClient) throws -> String {
    let item = client.server.state.newest("email", to: "jane@example.com", after: 0)
    return try #require(item?.link).reveal()
  }

  @Test("A link that is opened here lets the next poll continue, and none before")
  func opened() async throws {
    let client = try await Self.atCode("email-link opens after 5s on this device")
    let current = client.page["currentAuthenticatorEnrollment"]?["value"]
    #expect(current?["contextualData"] == ["useEmailMagicLink": true])
    #expect(current?["poll"]?["refresh"] == 4000)
    client.clock.advance(by: .seconds(4))
    try await client.use("poll")
    #expect(client.steps.first == "challenge-authenticator")
    client.clock.advance(by: .seconds(4))
    try await client.use("poll")
    #expect(client.isSignedIn)
    #expect(client.server.state.sent.count == 1)
  }

  @Test(
    "On another device the code is shown, which must be typed here",
    arguments: ["to-app", "shows-code"])
  func elsewhere(policy: String) async throws {
    let client = try await Self.atCode(
      "email-link opens on another device", "email-link \(policy)")
    client.clock.advance(by: .seconds(60))
    try await client.use("poll")
    #expect(client.steps.first == "challenge-authenticator")
    try await client.passcode(try client.code("email"))
    #expect(client.isSignedIn)
  }

  @Test("If the other device asks for consent, its answer decides here")
  func consentByHabit() async throws {
    let agreeing = try await Self.atCode(
      "email-link opens on another device", "email-link asks-consent")
    try await agreeing.use("poll")
    #expect(agreeing.isSignedIn)
    let refusing = try await Self.atCode(
      "email-link opens on another device and refuses", "email-link asks-consent")
    try await refusing.use("poll")
    #expect(refusing.messageKey == "idx.operation.cancelled.on.other.device")
    #expect(refusing.steps == [])
  }

  @Test("The consent page answers yes or no to the waiting sign-in", arguments: [true, false])
  func consentPage(isAgreed: Bool) async throws {
    let client = try await Self.atCode("", "email-link asks-consent")
    let first = client.page
    client.page = try await client.send(.get, try Self.link(client))
    PageInvariants.check(client.page, status: client.status, headers: client.headers)
    #expect(client.steps == ["email-challenge-consent"])
    #expect(client.page["stateHandle"] != first["stateHandle"])
    try await client.submit("email-challenge-consent", ["consent": .bool(isAgreed)])
    #expect(
      client.messageKey
        == (isAgreed ? "idx.return.to.original.tab" : "idx.operation.cancelled.by.user"))
    #expect(client.steps == [])
    client.page = first
    try await client.use("poll")
    #expect(client.isSignedIn == isAgreed)
    if !isAgreed { #expect(client.messageKey == "idx.operation.cancelled.on.other.device") }
    // The link is used up.
    let again = try await client.send(.get, try Self.link(client))
    #expect(again["messages"]?["value"]?.array?.first?["i18n"]?["key"] == "idx.return.link.expired")
  }

  @Test("A link leads to the app with the code and the state, or shows the code")
  func addresses() async throws {
    let client = try await Self.atCode()
    try await client.send(.get, try Self.link(client))
    #expect(client.status == 302)
    let code = try client.code("email")
    #expect(client.headers["Location"] == "com.example:/callback?otp=\(code)&state=xyz")
    let other = try await Self.atCode("", "email-link shows-code")
    let page = try await other.send(.get, try Self.link(other))
    #expect(other.status == 200)
    #expect(
      page["messages"]?["value"]?.array?.first?["i18n"]?["key"] == "idx.enter.otp.in.original.tab")
    let data = page["currentAuthenticator"]?["value"]?["contextualData"]
    #expect(data?["otp"]?.string == (try other.code("email")))
    #expect(page["remediation"] == nil)
  }

  @Test("An expired, old or unknown link is no longer valid")
  func expired() async throws {
    let client = try await Self.atCode("email-link opens after 6m", "codes { expire 5m }")
    let old = try Self.link(client)
    try await client.use("resend")
    let new = try Self.link(client)
    #expect(old != new)
    for link in [old, new + "A", "https://acme.flow.test/email/verify"] {
      let answer = try await client.send(.get, link)
      #expect(client.status == 400)
      #expect(
        answer["messages"]?["value"]?.array?.first?["i18n"]?["key"] == "idx.return.link.expired")
    }
    client.clock.advance(by: .seconds(301))
    try await client.send(.get, new)
    #expect(client.status == 400)
    client.clock.advance(by: .seconds(100))
    try await client.use("poll")
    #expect(client.steps.first == "challenge-authenticator")
  }

  @Test("Mails have no link if the org sends none")
  func off() async throws {
    let client = try await Self.atCode("email-link opens", "email-link off")
    #expect(client.server.state.newest("email", to: nil, after: 0)?.link == nil)
    let current = client.page["currentAuthenticatorEnrollment"]?["value"]
    #expect(current?["contextualData"] == ["useEmailMagicLink": false])
    try await client.use("poll")
    #expect(client.steps.first == "challenge-authenticator")
  }

  @Test("A user who signs up enrolls the mail by its link")
  func enrolls() async throws {
    let client = try OrgClient(
      """
      authenticators password, email
      enrollment { required email }
      registration { profile email; email-link opens after 3s }
      """)
    try await client.start()
    try await client.submit("select-enroll-profile")
    try await client.submit("enroll-profile", ["userProfile": ["email": "new@example.com"]])
    try await client.choose("select-authenticator-enroll", "Email")
    try await client.use("poll")
    #expect(client.steps.first == "enroll-authenticator")
    client.clock.advance(by: .seconds(4))
    try await client.use("poll")
    #expect(client.isSignedIn)
  }

  @Test("A tab whose next step was done in another tab is informed")
  func continued() async throws {
    let client = try await Self.atCode()
    let first = client.page
    try await client.passcode(try client.code("email"))
    #expect(client.isSignedIn)
    client.page = first
    try await client.use("poll")
    #expect(client.messageKey == "idx.transferred.to.new.tab")
  }

  @Test(
    "An invalid setting of links is reported",
    arguments: [
      "email-link", "email-link closes", "email-link opens 5s", "email-link opens after",
      "email-link opens on another", "email-link opens and refuses",
      "email-link opens on this device and refuses",
    ])
  func malformed(habit: String) {
    let text = "authenticators password, email\nuser \"jane@example.com\" { \(habit) }"
    let problems = Org.problems(name: "acme", settings: SettingText.parse(text))
    #expect(problems.map(\.kind) == [.value])
  }
}
