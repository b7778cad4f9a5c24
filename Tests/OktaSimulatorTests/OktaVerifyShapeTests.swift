import FlowHTTP
import Testing

/// The pages of Okta Verify compared with captured ones: the same members, by name, of the same
/// forms.
@Suite(.enabled(if: CapturedPage.areThere, "the captured pages are not beside the checkout"))
struct OktaVerifyShapeTests {
  /// Compares the members of the current authenticator with a captured page.
  private static func compareCurrent(of client: OrgClient, to file: String) throws {
    let captured = try CapturedPage.json(file)["currentAuthenticator"]?["value"]
    for name in ["contextualData", "resend"] {
      guard let theirs = captured?[name] else { continue }
      let ours = try #require(OktaVerifyTests.current(client)[name], "\(name)")
      #expect(CapturedPage.shape(of: ours) == CapturedPage.shape(of: theirs), "\(name)")
    }
    let ours = Set(OktaVerifyTests.current(client).object?.members.map(\.name) ?? [])
    let theirs = Set(captured?.object?.members.map(\.name) ?? [])
    #expect(ours.subtracting(theirs) == [])
  }

  @Test func aPush() async throws {
    let client = try await OktaVerifyTests.afterPassword(
      rule: "password and (okta-verify or email)")
    try await client.choose("select-authenticator-authenticate", "Okta Verify", method: "push")
    let file = "okta-idx-dotnet/IdxClientShould-L18380-pushRequestResponse.json"
    try CapturedPage.compare("challenge-poll", of: client, to: file)
    try Self.compareCurrent(of: client, to: file)
  }

  @Test func aNumberToMatch() async throws {
    let client = try await OktaVerifyTests.afterPassword(
      org: "okta-verify { number-challenge on }", via: "push")
    let captured = try CapturedPage.json(
      "okta-signin-widget/authenticator-verification-number-challenge.json")
    let theirs = try #require(captured["currentAuthenticator"]?["value"]?["contextualData"])
    let ours = try #require(OktaVerifyTests.current(client)["contextualData"])
    #expect(CapturedPage.shape(of: ours) == CapturedPage.shape(of: theirs))
  }

  @Test func aDeniedPush() async throws {
    let client = try await OktaVerifyTests.afterPassword("push deny", via: "push")
    try await OktaVerifyTests.poll(client)
    let file = "okta-signin-widget/authenticator-verification-custom-app-push-reject.json"
    try CapturedPage.compare("resend", of: client, to: file)
    let message = try #require(
      try CapturedPage.json(file)["messages"]?["value"]?.array?.first)
    #expect(client.page["messages"]?["value"]?.array == [message])
  }

  @Test func theChoiceOfAMethod() async throws {
    let client = try await OktaVerifyTests.afterPassword()
    let file = "okta-signin-widget/verify-ov-select-method.json"
    try CapturedPage.compare("authenticator-verification-data", of: client, to: file)
    try Self.compareCurrent(of: client, to: file)
  }

  @Test func aCode() async throws {
    let client = try await OktaVerifyTests.afterPassword(via: "totp")
    try CapturedPage.compare(
      "challenge-authenticator", of: client, to: "okta-signin-widget/verify-ov-code-mfa.json")
  }

  @Test(arguments: [
    ("qrcode", "okta-idx-java/scenario_10_3_1__enroll-response.json"),
    ("sms", "okta-idx-java/scenario_10_3_2__enroll-sms-response.json"),
    ("email", "okta-idx-java/scenario_10_3_3__enroll-email-response.json"),
  ])
  func anEnrollment(channel: String, file: String) async throws {
    let client = try await AppEnrollmentTests.client()
    try await AppEnrollmentTests.enroll(client, by: channel)
    let first = channel == "qrcode" ? "enroll-poll" : "enrollment-channel-data"
    try CapturedPage.compare(first, of: client, to: file)
    try CapturedPage.compare("select-enrollment-channel", of: client, to: file)
    try Self.compareCurrent(of: client, to: file)
  }

  @Test(arguments: [
    ("sms", "phoneNumber", "+15551234567", "scenario_10_3_2__challenge-response"),
    ("email", "email", "j@example.com", "scenario_10_3_3__challenge-response"),
  ])
  func aLinkThatWasSent(
    channel: String, field: String, address: String, name: String
  ) async throws {
    let file = "okta-idx-java/\(name).json"
    let client = try await AppEnrollmentTests.client()
    try await AppEnrollmentTests.enroll(client, by: channel)
    try await client.submit("enrollment-channel-data", [field: .string(address)])
    try CapturedPage.compare("enroll-poll", of: client, to: file)
    try Self.compareCurrent(of: client, to: file)
  }
}
