import FlowCrypto
import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing

/// Verifying with Okta Verify: with its code, and with a push that a phone answers in its own time.
struct OktaVerifyTests {
  static let key = "JBSWY3DPEHPK3PXP"

  /// A client that has given the password and is asked for Okta Verify.
  static func afterPassword(
    _ phone: String = "push approve after 6s", org: String = "",
    via methods: String = "push or totp",
    rule: String = "password and okta-verify"
  ) async throws -> OrgClient {
    let client = try OrgClient(
      """
      authenticators password, email, okta-verify via \(methods)
      user "jane@example.com" {
        password "Correct-Horse-1"
        okta-verify "\(key)" { \(phone) }
      }
      sign-on { require \(rule) }
      \(org)
      """)
    try await signIn(client)
    return client
  }

  static func signIn(_ client: OrgClient) async throws {
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
  }

  /// Waits as long as the page says, then polls.
  static func poll(_ client: OrgClient) async throws {
    let form = client.remediation("challenge-poll") ?? client.remediation("enroll-poll")
    let refresh = try #require(form?["refresh"]?.integer)
    client.clock.advance(by: .milliseconds(refresh))
    try await client.submit(try #require(form?["name"]?.string))
  }

  static func current(_ client: OrgClient) -> JSON {
    client.page["currentAuthenticator"]?["value"] ?? .null
  }

  // MARK: Codes

  @Test func severalMethodsAreChosenFromBeforeAnythingIsSent() async throws {
    let client = try await Self.afterPassword()
    #expect(
      client.steps == ["authenticator-verification-data", "select-authenticator-authenticate"])
    let group = client.remediation("authenticator-verification-data")?["value"]?.array?.first
    let fields = group?["form"]?["value"]?.array ?? []
    #expect(fields.map { $0["name"] } == ["id", "methodType", "autoChallenge"])
    #expect(fields[1]["options"]?.array?.map { $0["value"] } == ["push", "totp"])
    #expect(fields[1]["required"] == true)
    #expect(Self.current(client)["key"] == "okta_verify")
    try await client.submit(
      "authenticator-verification-data",
      ["authenticator": ["id": fields[0]["value"] ?? .null]])
    // The form beside it has the method as optional: the first one is accepted.
    #expect(client.status == 200)
    #expect(client.steps.first == "challenge-poll")
    #expect(Self.current(client)["methods"] == [["type": "push"]])
    let other = try await Self.afterPassword()
    try await other.use("resend")
    #expect(other.steps.first == "challenge-poll")
  }

  @Test func theCodeIsAFieldOfItsOwnAndCheckedForReal() async throws {
    let client = try await Self.afterPassword()
    let key = try #require(Base32.decode(Self.key))
    try await client.choose("select-authenticator-authenticate", "Okta Verify", method: "totp")
    #expect(client.steps == ["challenge-authenticator", "select-authenticator-authenticate"])
    let credentials = client.remediation("challenge-authenticator")?["value"]?.array?.first
    #expect(credentials?["form"]?["value"]?.array?.map { $0["name"] } == ["totp"])
    #expect(Self.current(client)["methods"] == [["type": "totp"]])
    let old = TOTP.code(key: key, at: client.clock.now - .seconds(90))
    try await client.submit("challenge-authenticator", ["credentials": ["totp": .string(old)]])
    #expect(client.status == 401)
    #expect(client.fieldKeys("totp") == ["api.authn.error.PASSCODE_INVALID"])
    let code = TOTP.code(key: key, at: client.clock.now)
    try await client.passcode(code)
    #expect(client.messageKey == "api.error.field_required")
    try await client.introspect()
    try await client.submit("challenge-authenticator", ["credentials": ["totp": .string(code)]])
    #expect(client.isSignedIn)
    try await Self.signIn(client)
    try await client.choose("select-authenticator-authenticate", "Okta Verify", method: "totp")
    try await client.submit("challenge-authenticator", ["credentials": ["totp": .string(code)]])
    #expect(client.fieldKeys("totp") == ["authfactor.challenge.soft_token.used_passcode"])
  }

  @Test func oneMethodAloneNeedsNoChoice() async throws {
    let client = try await Self.afterPassword(via: "totp")
    #expect(client.steps.first == "challenge-authenticator")
    for _ in 0..<5 {
      try await client.submit("challenge-authenticator", ["credentials": ["totp": "000000"]])
    }
    #expect(client.status == 429)
    #expect(client.messageKey == "tooManyRequests")
  }

  // MARK: Pushes

  @Test func aPushIsAskedForUntilThePhoneApproves() async throws {
    let client = try await Self.afterPassword()
    try await client.choose("select-authenticator-authenticate", "Okta Verify", method: "push")
    #expect(client.steps == ["challenge-poll", "select-authenticator-authenticate"])
    let poll = try #require(client.remediation("challenge-poll"))
    #expect(poll["refresh"] == 4000)
    #expect(poll["href"]?.string?.hasSuffix("/idp/idx/authenticators/poll") == true)
    #expect(poll["relatesTo"] == ["$.currentAuthenticator"])
    #expect(Self.current(client)["methods"] == [["type": "push"]])
    #expect(Self.current(client)["contextualData"] == nil)
    try await client.submit("challenge-poll")
    #expect(client.steps.first == "challenge-poll", "polling sooner has no effect")
    try await Self.poll(client)
    #expect(client.steps.first == "challenge-poll")
    try await Self.poll(client)
    #expect(client.isSignedIn)
  }

  @Test func anAnsweredPushIsOver() async throws {
    let client = try await Self.afterPassword(via: "push")
    let poll = try #require(client.remediation("challenge-poll"))
    try await Self.poll(client)
    try await Self.poll(client)
    #expect(client.isSignedIn)
    try await client.load(
      try #require(poll["href"]?.string), ["stateHandle": client.page["stateHandle"] ?? .null])
    #expect(client.messageKey == "security.access_denied")
  }

  @Test func aDeniedPushCanBeSentAgainOrLeftForSomethingElse() async throws {
    let client = try await Self.afterPassword("push deny after 1s, approve after 1s")
    try await client.choose("select-authenticator-authenticate", "Okta Verify", method: "push")
    try await Self.poll(client)
    #expect(client.status == 400)
    #expect(client.messageKey == "api.authn.poll.error.push_rejected")
    #expect(client.messageText == "You have chosen to reject this login.")
    #expect(client.steps == ["resend", "select-authenticator-authenticate"])
    let authenticator = client.remediation("resend")?["value"]?.array?.first
    let fields = authenticator?["value"]?["form"]?["value"]?.array ?? []
    #expect(fields.map { $0["name"] } == ["id", "methodType"])
    let chosen: JSON = [
      "id": fields[0]["value"] ?? .null, "methodType": fields[1]["value"] ?? .null,
    ]
    try await client.submit("resend", ["authenticator": chosen])
    #expect(client.steps.first == "challenge-poll")
    try await Self.poll(client)
    #expect(client.isSignedIn)
  }

  @Test func afterADenialAnotherMethodCanBeChosen() async throws {
    let client = try await Self.afterPassword(
      "push deny", rule: "password and (okta-verify or email)")
    try await client.choose("select-authenticator-authenticate", "Okta Verify", method: "push")
    try await Self.poll(client)
    #expect(client.labels("select-authenticator-authenticate") == ["Email", "Okta Verify"])
    try await client.choose("select-authenticator-authenticate", "Email")
    try await client.passcode(try client.code("email"))
    #expect(client.isSignedIn)
  }

  @Test func anIgnoredPushTimesOut() async throws {
    let client = try await Self.afterPassword(
      "push ignore, approve", org: "okta-verify { expire 10s }", via: "push")
    for _ in 0..<2 { try await Self.poll(client) }
    #expect(client.steps.first == "challenge-poll")
    try await Self.poll(client)
    #expect(client.status == 400)
    #expect(client.messageKey == "core.system.transaction_resource_not_found")
    #expect(client.steps.first == "resend")
    try await client.use("resend")
    try await Self.poll(client)
    #expect(client.isSignedIn)
  }

  @Test func anApprovalThatComesTooLateCountsForNothing() async throws {
    let client = try await Self.afterPassword(
      "push approve after 11s", org: "okta-verify { expire 10s }", via: "push")
    client.clock.advance(by: .seconds(20))
    try await client.submit("challenge-poll")
    #expect(client.messageKey == "core.system.transaction_resource_not_found")
  }

  @Test func theNumberToMatchIsShownAndChangesWithEachPush() async throws {
    let client = try await Self.afterPassword(
      "push ignore", org: "okta-verify { number-challenge on }", via: "push")
    var numbers: Set<String> = []
    for _ in 0..<6 {
      let number = try #require(
        Self.current(client)["contextualData"]?["correctAnswer"]?.string)
      #expect(number.utf8.count == 2 && Int(number) != nil)
      try await Self.poll(client)
      #expect(Self.current(client)["contextualData"]?["correctAnswer"]?.string == number)
      numbers.insert(number)
      try await client.use("resend")
    }
    #expect(numbers.count > 1)
  }

  @Test func aPushOnRequestIsSentWhenTheFormIsAnswered() async throws {
    let client = try await Self.afterPassword(
      org: "okta-verify { push on-request }", via: "push")
    #expect(client.steps.first == "authenticator-verification-data")
    let group = client.remediation("authenticator-verification-data")?["value"]?.array?.first
    let fields = group?["form"]?["value"]?.array ?? []
    #expect(fields[1]["options"]?.array?.map { $0["value"] } == ["push"])
    #expect(fields[2]["value"] == false)
    let id = fields[0]["value"] ?? .null
    try await client.submit(
      "authenticator-verification-data",
      ["authenticator": ["id": id, "methodType": "push", "autoChallenge": true]])
    #expect(client.steps.first == "challenge-poll")
    for _ in 0..<2 { try await Self.poll(client) }
    #expect(client.isSignedIn)
    // A client that chose it explicitly has the next push sent at once.
    try await Self.signIn(client)
    #expect(client.steps.first == "challenge-poll")
    let box = client.remediation("challenge-poll")?["value"]?.array?.first
    #expect(box?["name"] == "autoChallenge")
    #expect(box?["value"] == true)
    try await client.submit("challenge-poll", ["autoChallenge": false])
    try await Self.signIn(client)
    #expect(client.steps.first == "authenticator-verification-data")
  }

  @Test func whoeverWantsPushesSentAutomaticallyIsNotAskedByWhichMethod() async throws {
    let client = try await Self.afterPassword(
      "auto-challenge on; push approve", org: "okta-verify { push on-request }")
    #expect(client.steps == ["challenge-poll", "select-authenticator-authenticate"])
    let key = try #require(Base32.decode(Self.key))
    try await client.choose("select-authenticator-authenticate", "Okta Verify", method: "totp")
    let code = TOTP.code(key: key, at: client.clock.now)
    try await client.submit("challenge-authenticator", ["credentials": ["totp": .string(code)]])
    #expect(client.isSignedIn)
  }

  @Test func fastPassIsAnsweredByThePhoneToo() async throws {
    let client = try await Self.afterPassword("push approve", via: "fastpass or totp")
    try await client.choose(
      "select-authenticator-authenticate", "Okta Verify", method: "signed_nonce")
    let challenge = Self.current(client)["contextualData"]?["challenge"]
    #expect(challenge?["value"]?["challengeMethod"] == "CUSTOM_URI")
    try await Self.poll(client)
    #expect(client.isSignedIn)
  }

  @Test func aMethodThatIsNotOfferedIsRefused() async throws {
    let client = try await Self.afterPassword()
    try await client.choose(
      "select-authenticator-authenticate", "Okta Verify", method: "signed_nonce")
    #expect(client.status == 400)
    #expect(client.messageKey == "errors.E0000001")
  }

  // MARK: Self-service

  @Test func aLockedAccountIsUnlockedByAPush() async throws {
    let client = try OrgClient(
      """
      authenticators password, okta-verify
      user "jane@example.com" {
        password "Correct-Horse-1"; status locked
        okta-verify "\(Self.key)" { push approve after 1s }
      }
      recovery { password by okta-verify; unlock by okta-verify }
      """)
    try await client.start()
    try await client.submit("unlock-account")
    try await client.choose(
      "select-authenticator-unlock-account", "Okta Verify", method: "push",
      identifier: "jane@example.com")
    #expect(client.steps.first == "challenge-poll")
    try await Self.poll(client)
    #expect(client.steps.isEmpty)
    #expect(client.messageKey == "oie.selfservice.unlock_user.success.message")
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.choose("select-authenticator-authenticate", "Password")
    try await client.use("recover")
    try await client.choose("select-authenticator-authenticate", "Okta Verify", method: "push")
    try await Self.poll(client)
    #expect(client.steps == ["reset-authenticator"])
  }
}
