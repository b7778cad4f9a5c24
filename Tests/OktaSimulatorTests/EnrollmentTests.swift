import FlowCrypto
import FlowEngine
import OktaSimulator
import FlowHTTP
import TestSupport
import Testing

struct EnrollmentTests {
  static let org = """
    authenticators password, email, phone via sms or voice, google-otp, security-question
    user "jane@example.com" { password "Correct-Horse-1" }
    sign-on { require password }
    """

  /// A client that has given the password and is asked to enroll.
  static func afterPassword(_ enrollment: String) async throws -> OrgClient {
    let client = try OrgClient("\(org)\n\(enrollment)")
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    return client
  }

  @Test func aRequiredAuthenticatorHasToBeEnrolled() async throws {
    let client = try await Self.afterPassword("enrollment { required phone }")
    #expect(client.steps == ["select-authenticator-enroll"])
    #expect(client.labels("select-authenticator-enroll") == ["Phone"])
    try await client.load(
      "/idp/idx/skip", ["stateHandle": client.page["stateHandle"] ?? .null])
    #expect(client.status == 403)
    #expect(client.messageKey == "security.access_denied")
  }

  @Test func aPhoneIsEnrolledInOneStepAndVerifiedLater() async throws {
    let client = try await Self.afterPassword("enrollment { required phone }")
    try await client.choose(
      "select-authenticator-enroll", "Phone", method: "sms", number: "+1 (555) 123-4567")
    #expect(client.steps == ["enroll-authenticator", "select-authenticator-enroll"])
    #expect(client.server.state.sent.last?.address == "+15551234567")
    try await client.passcode(try client.wrongCode("sms"), to: "enroll-authenticator")
    #expect(client.status == 401)
    #expect(client.fieldKeys("passcode") == ["api.authn.error.PASSCODE_INVALID"])
    try await client.use("resend")
    try await client.passcode(try client.code("sms"), to: "enroll-authenticator")
    #expect(client.isSignedIn)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    #expect(client.isSignedIn)
  }

  @Test func aPhoneIsEnrolledInTwoSteps() async throws {
    let client = try await Self.afterPassword("enrollment { required phone }")
    try await client.choose("select-authenticator-enroll", "Phone")
    #expect(client.steps == ["authenticator-enrollment-data", "select-authenticator-enroll"])
    let group = client.remediation("authenticator-enrollment-data")?["value"]?.array?.first
    let id = try #require(group?["form"]?["value"]?.array?.first?["value"])
    try await client.submit(
      "authenticator-enrollment-data",
      ["authenticator": ["id": id, "methodType": "voice", "phoneNumber": "+15551234567"]])
    #expect(client.server.state.sent.last?.channel == "voice")
    try await client.passcode(try client.code("voice"), to: "enroll-authenticator")
    #expect(client.isSignedIn)
  }

  @Test(arguments: ["123", "+0555123456", "not a number", "+1555123456789012"])
  func anInvalidNumberFallsBackToTheChoice(number: String) async throws {
    let client = try await Self.afterPassword("enrollment { optional phone }")
    try await client.choose(
      "select-authenticator-enroll", "Phone", method: "sms", number: number)
    #expect(client.status == 400)
    #expect(
      client.messageText == "Unable to initiate factor enrollment: Invalid Phone Number.")
    #expect(client.messageKey == nil)
    #expect(client.steps == ["select-authenticator-enroll", "skip"])
    #expect(client.server.state.sent.isEmpty)
  }

  @Test func whatIsOptionalCanBeSkippedOnceAndForAll() async throws {
    let client = try await Self.afterPassword("enrollment { optional phone, google-otp }")
    #expect(client.steps == ["select-authenticator-enroll", "skip"])
    #expect(
      client.labels("select-authenticator-enroll") == ["Phone", "Google Authenticator"])
    try await client.submit("skip")
    #expect(client.isSignedIn)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    #expect(client.isSignedIn)
  }

  @Test func anAuthenticatorAppIsEnrolledWithItsKey() async throws {
    let client = try await Self.afterPassword("enrollment { required google-otp }")
    try await client.choose("select-authenticator-enroll", "Google Authenticator")
    let data = client.page["currentAuthenticator"]?["value"]?["contextualData"]
    let text = try #require(data?["sharedSecret"]?.string)
    let address = try #require(data?["qrcode"]?["href"]?.string)
    #expect(
      PictureText.read(address)
        == "otpauth://totp/jane%40example.com?secret=\(text)&issuer=acme")
    let key = try #require(Base32.decode(text))
    let code = TOTP.code(key: key, at: client.clock.now)
    let wrong = code == "000000" ? "000001" : "000000"
    try await client.passcode(wrong, to: "enroll-authenticator")
    #expect(client.status == 401)
    #expect(client.page["currentAuthenticator"]?["value"]?["contextualData"] == data)
    try await client.passcode(code, to: "enroll-authenticator")
    #expect(client.isSignedIn)
  }

  @Test(
    arguments: [
      ["questionKey": "first_award", "answer": "medal"],
      ["questionKey": "custom", "question": "Which colour?", "answer": "blue"],
    ] as [JSON])
  func aSecurityQuestionIsEnrolled(answer: JSON) async throws {
    let client = try await Self.afterPassword("enrollment { required security-question }")
    try await client.choose("select-authenticator-enroll", "Security Question")
    let current = client.page["currentAuthenticator"]?["value"]
    #expect(current?["contextualData"]?["questionKeys"]?.array?.contains("custom") == true)
    try await client.submit("enroll-authenticator", ["credentials": answer])
    #expect(client.isSignedIn)
  }

  @Test func anAnswerThatIsTooShortIsSaidAtItsField() async throws {
    let client = try await Self.afterPassword("enrollment { required security-question }")
    try await client.choose("select-authenticator-enroll", "Security Question")
    try await client.submit(
      "enroll-authenticator", ["credentials": ["questionKey": "first_award", "answer": "no"]])
    #expect(client.status == 400)
    #expect(client.fieldKeys("answer").first == "securityQuestion.answer.tooShort.arg")
    try await client.submit(
      "enroll-authenticator", ["credentials": ["questionKey": "no_such", "answer": "enough"]])
    #expect(client.status == 400)
    #expect(client.messageKey == "errors.E0000001")
  }

  @Test func aRuleThatNeedsMoreThanIsEnrolledAsksToEnrollIt() async throws {
    let client = try OrgClient(
      """
      authenticators password, google-otp
      user "jane" { password "Correct-Horse-1" }
      sign-on { require password and possession }
      """)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane"])
    try await client.passcode("Correct-Horse-1")
    #expect(client.steps == ["select-authenticator-enroll"])
    #expect(client.labels("select-authenticator-enroll") == ["Google Authenticator"])
  }
}
