import FlowCrypto
import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing

struct FactorTests {
  static let org = """
    authenticators password, email, phone via sms or voice, google-otp, security-question
    user "jane@example.com" {
      password "Correct-Horse-1"
      phone "+15551234567"
      phone "+442071838750" via voice
      google-otp "JBSWY3DPEHPK3PXP"
      security-question "disliked_food" answer "Spinach"
      groups staff
    }
    """

  /// A client that has given the password, if the rule asks for two authenticators.
  static func afterPassword(_ extra: String = "") async throws -> OrgClient {
    let client = try OrgClient("\(org)\nsign-on { require any 2 }\n\(extra)")
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.choose("select-authenticator-authenticate", "Password")
    try await client.passcode("Correct-Horse-1")
    return client
  }

  @Test func everyAuthenticatorIsOfferedInTheOrgsOrder() async throws {
    let client = try await Self.afterPassword()
    #expect(client.steps == ["select-authenticator-authenticate"])
    #expect(
      client.labels("select-authenticator-authenticate")
        == ["Email", "Phone", "Phone", "Google Authenticator", "Security Question"])
  }

  @Test func aCodeByMailSignsInAndIsGoodForOnce() async throws {
    let client = try await Self.afterPassword()
    try await client.choose("select-authenticator-authenticate", "Email")
    #expect(
      client.steps == ["challenge-authenticator", "select-authenticator-authenticate"])
    let current = client.page["currentAuthenticatorEnrollment"]?["value"]
    #expect(current?["profile"]?["email"] == "j***e@example.com")
    #expect(current?["poll"]?["refresh"] == 4000)
    #expect(current?["resend"] != nil)
    try await client.passcode(try client.code("email", to: "jane@example.com"))
    #expect(client.isSignedIn)
  }

  @Test func pollingShowsThePageAndSendsNothing() async throws {
    let client = try await Self.afterPassword()
    try await client.choose("select-authenticator-authenticate", "Email")
    let page = client.page
    try await client.use("poll")
    #expect(client.page == page)
    #expect(client.server.state.sent.count == 1)
  }

  @Test func aWrongCodeIsSaidAtItsFieldAndCanBeCorrected() async throws {
    let client = try await Self.afterPassword()
    try await client.choose("select-authenticator-authenticate", "Email")
    try await client.passcode(try client.wrongCode("email"))
    #expect(client.status == 401)
    #expect(client.fieldKeys("passcode") == ["api.authn.error.PASSCODE_INVALID"])
    #expect(client.messageKey == nil)
    #expect(client.steps.first == "challenge-authenticator")
    try await client.passcode(try client.code("email"))
    #expect(client.isSignedIn)
  }

  @Test func anExpiredCodeIsWrongUntilAnotherIsSent() async throws {
    let client = try await Self.afterPassword("codes { expire 2m }")
    try await client.choose("select-authenticator-authenticate", "Email")
    let old = try client.code("email")
    client.clock.advance(by: .seconds(120))
    try await client.passcode(old)
    #expect(client.status == 401)
    #expect(client.fieldKeys("passcode") == ["api.authn.error.PASSCODE_INVALID"])
    try await client.use("resend")
    try await client.passcode(try client.code("email"))
    #expect(client.isSignedIn)
  }

  @Test func aNewCodeEndsTheOldOne() async throws {
    let client = try await Self.afterPassword()
    try await client.choose("select-authenticator-authenticate", "Email")
    let old = try client.code("email")
    try await client.use("resend")
    #expect(client.server.state.sent.count == 2)
    try await client.passcode(old)
    #expect(client.status == 401)
  }

  @Test func tooManyWrongCodesEndTheChallenge() async throws {
    let client = try await Self.afterPassword("codes { attempts 2 }")
    try await client.choose("select-authenticator-authenticate", "Email")
    try await client.passcode(try client.wrongCode("email"))
    #expect(client.status == 401)
    try await client.passcode(try client.wrongCode("email"))
    #expect(client.status == 429)
    #expect(client.messageKey == "tooManyRequests")
    #expect(client.steps.first == "challenge-authenticator")
    try await client.passcode(try client.code("email"))
    #expect(client.status == 429)
    try await client.use("resend")
    try await client.passcode(try client.code("email"))
    #expect(client.isSignedIn)
  }

  @Test func aMailIsSentOnRequestWhereTheOrgWantsIt() async throws {
    let client = try await Self.afterPassword("email-code on-request")
    try await client.choose("select-authenticator-authenticate", "Email")
    #expect(client.steps.first == "authenticator-verification-data")
    #expect(client.server.state.sent.isEmpty)
    let form = client.remediation("authenticator-verification-data")
    let fields = form?["value"]?.array?.first?["form"]?["value"]?.array ?? []
    let id = try #require(fields.first { $0["name"] == "id" }?["value"])
    try await client.submit(
      "authenticator-verification-data", ["authenticator": ["id": id, "methodType": "email"]])
    #expect(client.steps.first == "challenge-authenticator")
    try await client.passcode(try client.code("email"))
    #expect(client.isSignedIn)
  }

  @Test(arguments: ["sms", "voice"])
  func aPhoneIsAskedForByItsMethod(method: String) async throws {
    let client = try await Self.afterPassword()
    try await client.choose("select-authenticator-authenticate", "Phone", method: method)
    #expect(client.steps.first == "challenge-authenticator")
    let item = client.server.state.sent.last
    #expect(item?.channel == method)
    #expect(item?.address == "+15551234567")
    let current = client.page["currentAuthenticatorEnrollment"]?["value"]
    #expect(current?["methods"] == [["type": .string(method)]])
    #expect(current?["profile"]?["phoneNumber"] == "+1 XXX-XXX-4567")
    try await client.passcode(try client.code(method))
    #expect(client.isSignedIn)
  }

  @Test func aPhoneWithoutAMethodIsAskedForOne() async throws {
    let client = try await Self.afterPassword()
    try await client.choose("select-authenticator-authenticate", "Phone")
    #expect(
      client.steps == ["authenticator-verification-data", "select-authenticator-authenticate"])
    #expect(client.server.state.sent.isEmpty)
    let form = client.remediation("authenticator-verification-data")
    let fields = form?["value"]?.array?.first?["form"]?["value"]?.array ?? []
    let id = try #require(fields.first { $0["name"] == "id" }?["value"])
    let enrollment = try #require(fields.first { $0["name"] == "enrollmentId" }?["value"])
    try await client.submit(
      "authenticator-verification-data",
      ["authenticator": ["id": id, "methodType": "sms", "enrollmentId": enrollment]])
    try await client.passcode(try client.code("sms"))
    #expect(client.isSignedIn)
  }

  @Test func severalPhonesAreToldApartByTheirEnrollment() async throws {
    let client = try await Self.afterPassword()
    try await client.choose(
      "select-authenticator-authenticate", "Phone", method: "voice", nth: 1)
    #expect(client.server.state.sent.last?.address == "+442071838750")
    try await client.choose("select-authenticator-authenticate", "Phone", method: "sms", nth: 1)
    #expect(client.status == 400)
    #expect(client.messageKey == "errors.E0000001")
  }

  @Test func aTimeBasedCodeIsCheckedForReal() async throws {
    let client = try await Self.afterPassword()
    let key = try #require(Base32.decode("JBSWY3DPEHPK3PXP"))
    try await client.choose("select-authenticator-authenticate", "Google Authenticator")
    try await client.passcode(TOTP.code(key: key, at: client.clock.now - .seconds(90)))
    #expect(client.status == 401)
    #expect(client.fieldKeys("passcode") == ["api.authn.error.PASSCODE_INVALID"])
    try await client.passcode(TOTP.code(key: key, at: client.clock.now))
    #expect(client.isSignedIn)
  }

  @Test(arguments: [-30, 30])
  func aTimeBasedCodeOfTheNeighbouringStepIsTaken(offset: Int) async throws {
    let client = try await Self.afterPassword()
    let key = try #require(Base32.decode("JBSWY3DPEHPK3PXP"))
    try await client.choose("select-authenticator-authenticate", "Google Authenticator")
    try await client.passcode(TOTP.code(key: key, at: client.clock.now + .seconds(offset)))
    #expect(client.isSignedIn)
  }

  @Test func aTimeBasedCodeIsGoodForOnce() async throws {
    let client = try await Self.afterPassword()
    let key = try #require(Base32.decode("JBSWY3DPEHPK3PXP"))
    let code = TOTP.code(key: key, at: client.clock.now)
    try await client.choose("select-authenticator-authenticate", "Google Authenticator")
    try await client.passcode(code)
    #expect(client.isSignedIn)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.choose("select-authenticator-authenticate", "Google Authenticator")
    try await client.passcode(code)
    #expect(client.status == 401)
    #expect(client.fieldKeys("passcode") == ["authfactor.challenge.soft_token.used_passcode"])
  }

  @Test func aSecurityQuestionIsShownAndItsAnswerFolded() async throws {
    let client = try await Self.afterPassword()
    try await client.choose("select-authenticator-authenticate", "Security Question")
    let credentials = client.remediation("challenge-authenticator")?["value"]?.array?.first
    let fields = credentials?["form"]?["value"]?.array ?? []
    #expect(fields.first?["value"] == "disliked_food")
    #expect(fields.first?["label"] == "What is the food you least liked as a child?")
    try await client.submit(
      "challenge-authenticator",
      ["credentials": ["questionKey": "disliked_food", "answer": "Cabbage"]])
    #expect(client.status == 401)
    #expect(client.fieldKeys("answer") == ["authfactor.challenge.question_factor.answer_invalid"])
    try await client.submit(
      "challenge-authenticator",
      ["credentials": ["questionKey": "disliked_food", "answer": " spinach "]])
    #expect(client.isSignedIn)
  }

  @Test func aSingleRemainingFactorNeedsNoChoice() async throws {
    let client = try OrgClient(
      """
      authenticators password, email
      user "jane@example.com" { password "Correct-Horse-1" }
      sign-on { require password and email }
      """)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    #expect(client.steps == ["challenge-authenticator", "select-authenticator-authenticate"])
    #expect(client.page["currentAuthenticatorEnrollment"]?["value"]?["key"] == "okta_password")
    #expect(client.labels("select-authenticator-authenticate") == ["Password", "Email"])
    try await client.choose("select-authenticator-authenticate", "Password")
    try await client.passcode("Correct-Horse-1")
    #expect(client.steps.first == "challenge-authenticator")
    try await client.passcode(try client.code("email"))
    #expect(client.isSignedIn)
  }

  @Test func anotherFactorCanBeChosenWhileOneIsAskedFor() async throws {
    let client = try await Self.afterPassword()
    try await client.choose("select-authenticator-authenticate", "Email")
    try await client.choose("select-authenticator-authenticate", "Phone", method: "sms")
    try await client.passcode(try client.code("sms"))
    #expect(client.isSignedIn)
  }

  @Test func theFirstRuleThatFitsDecides() async throws {
    let rules = """
      sign-on "staff" { when group staff, admins; require password and (email or google-otp) }
      sign-on { require any 1 }
      """
    let staff = try OrgClient("\(Self.org)\n\(rules)")
    try await staff.start()
    try await staff.submit("identify", ["identifier": "jane@example.com"])
    try await staff.choose("select-authenticator-authenticate", "Password")
    try await staff.passcode("Correct-Horse-1")
    #expect(
      staff.labels("select-authenticator-authenticate") == ["Email", "Google Authenticator"])
    let other = try OrgClient(
      "user \"joe\" { password \"Correct-Horse-1\" }\n\(rules)"
        .replacing("password and (email or google-otp)", with: "any 1"))
    try await other.start()
    try await other.submit("identify", ["identifier": "joe"])
    try await other.passcode("Correct-Horse-1")
    #expect(other.isSignedIn)
  }
}
