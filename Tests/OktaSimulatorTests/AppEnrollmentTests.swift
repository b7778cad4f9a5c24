import FlowEngine
import OktaSimulator
import FlowHTTP
import TestSupport
import Testing

/// Enrolling Okta Verify: the pages wait for a phone that got an image or a link.
struct AppEnrollmentTests {
  static func client(_ settings: String = "okta-verify { enroll after 5s }") async throws
    -> OrgClient
  {
    let client = try OrgClient(
      """
      authenticators password, okta-verify, google-otp
      user "jane@example.com" { password "Correct-Horse-1" }
      sign-on { require password }
      enrollment { required okta-verify }
      \(settings)
      """)
    try await OktaVerifyTests.signIn(client)
    return client
  }

  /// The id of Okta Verify, as in the choice of a channel.
  static func id(_ client: OrgClient) throws -> JSON {
    let form = client.remediation("select-authenticator-enroll")?["value"]?.array?.first
    let option = form?["options"]?.array?.first { $0["label"] == "Okta Verify" }
    return try #require(option?["value"]?["form"]?["value"]?.array?.first?["value"])
  }

  static func enroll(_ client: OrgClient, by channel: String) async throws {
    try await client.submit(
      "select-authenticator-enroll",
      ["authenticator": ["id": try id(client), "channel": .string(channel)]])
  }

  private static func data(_ client: OrgClient) -> JSON {
    OktaVerifyTests.current(client)["contextualData"] ?? .null
  }

  @Test func theChoiceNamesTheChannels() async throws {
    let client = try await Self.client()
    let form = client.remediation("select-authenticator-enroll")?["value"]?.array?.first
    let fields = form?["options"]?.array?.first?["value"]?["form"]?["value"]?.array ?? []
    #expect(fields.map { $0["name"] } == ["id", "channel"])
    #expect(fields[1]["options"]?.array?.map { $0["value"] } == ["qrcode", "email", "sms"])
    #expect(fields[1]["options"]?.array?.map { $0["label"] } == ["QRCODE", "EMAIL", "SMS"])
  }

  @Test func anImageIsScannedInTime() async throws {
    let client = try await Self.client()
    try await Self.enroll(client, by: "qrcode")
    #expect(
      client.steps
        == ["enroll-poll", "select-enrollment-channel", "select-authenticator-enroll"])
    #expect(client.remediation("enroll-poll")?["refresh"] == 4000)
    #expect(client.remediation("enroll-poll")?["relatesTo"] == nil)
    let data = Self.data(client)
    #expect(data["selectedChannel"] == "qrcode")
    let address = try #require(data["qrcode"]?["href"]?.string)
    let link = try #require(PictureText.read(address))
    #expect(link.hasPrefix("https://acme.flow.test/oktaverify/enroll?token="))
    try await OktaVerifyTests.poll(client)
    #expect(client.steps.first == "enroll-poll")
    #expect(Self.data(client) == data, "the image stays while it is waited for")
    try await OktaVerifyTests.poll(client)
    #expect(client.isSignedIn)
    try await OktaVerifyTests.signIn(client)
    #expect(client.isSignedIn, "an enrolled app isn't asked for again")
  }

  @Test func anImageIsWhatIsShownWithoutAChannel() async throws {
    let client = try await Self.client()
    try await client.submit(
      "select-authenticator-enroll", ["authenticator": ["id": try Self.id(client)]])
    #expect(Self.data(client)["selectedChannel"] == "qrcode")
  }

  @Test(arguments: [
    ("email", "email", "j@example.com", "j@example.com"),
    ("sms", "phoneNumber", "+1 555 123 4567", "+15551234567"),
  ])
  func aLinkIsSentAndSentAgain(
    channel: String, field: String, typed: String, address: String
  ) async throws {
    let client = try await Self.client()
    try await Self.enroll(client, by: channel)
    #expect(client.steps.prefix(2) == ["enrollment-channel-data", "select-enrollment-channel"])
    #expect(Self.data(client) == ["selectedChannel": .string(channel)])
    let asked = client.remediation("enrollment-channel-data")?["value"]?.array?.first
    #expect(asked?["name"]?.string == field)
    #expect(asked?["required"] == true)
    try await client.submit("enrollment-channel-data", [field: "nowhere"])
    #expect(client.status == 400)
    #expect(!client.fieldKeys(field).isEmpty)
    #expect(client.server.state.sent.isEmpty)
    try await client.submit("enrollment-channel-data", [field: .string(typed)])
    #expect(client.steps.first == "enroll-poll")
    #expect(Self.data(client)[field]?.string == address)
    let first = try #require(client.server.state.sent.last)
    #expect(first.channel == channel)
    #expect(first.address == address)
    #expect(first.code == nil)
    client.clock.advance(by: .seconds(4))
    try await client.use("resend")
    let second = try #require(client.server.state.sent.last)
    #expect(client.server.state.sent.count == 2)
    #expect(second.link != first.link)
    // The time starts again: the first link is no longer valid.
    try await OktaVerifyTests.poll(client)
    #expect(client.steps.first == "enroll-poll")
    try await OktaVerifyTests.poll(client)
    #expect(client.isSignedIn)
  }

  @Test func theChannelCanBeChangedOnTheWay() async throws {
    let client = try await Self.client("okta-verify { enroll never }")
    try await Self.enroll(client, by: "qrcode")
    for _ in 0..<5 { try await OktaVerifyTests.poll(client) }
    #expect(client.steps.first == "enroll-poll")
    let form = client.remediation("select-enrollment-channel")?["value"]?.array?.first
    let fields = form?["value"]?["form"]?["value"]?.array ?? []
    #expect(fields.map { $0["name"] } == ["id", "channel"])
    try await client.submit(
      "select-enrollment-channel",
      ["authenticator": ["id": fields[0]["value"] ?? .null, "channel": "email"]])
    #expect(client.steps.first == "enrollment-channel-data")
    try await client.submit(
      "select-enrollment-channel",
      ["authenticator": ["id": fields[0]["value"] ?? .null, "channel": "pigeon"]])
    #expect(client.messageKey == "errors.E0000001")
  }

  @Test func theNewPhoneApprovesPushes() async throws {
    let client = try OrgClient(
      """
      authenticators password, okta-verify via push
      registration { profile email }
      enrollment { required password, okta-verify }
      sign-on { require password and okta-verify }
      """)
    try await client.start()
    try await client.submit("select-enroll-profile")
    try await client.submit("enroll-profile", ["userProfile": ["email": "jane@example.com"]])
    try await client.choose("select-authenticator-enroll", "Password")
    try await client.passcode("Correct-Horse-1", to: "enroll-authenticator")
    try await Self.enroll(client, by: "qrcode")
    for _ in 0..<3 { try await OktaVerifyTests.poll(client) }
    #expect(client.isSignedIn)
    try await OktaVerifyTests.signIn(client)
    try await OktaVerifyTests.poll(client)
    #expect(client.isSignedIn)
  }

  @Test func whatIsOptionalCanBeSkippedWhileItIsWaitedFor() async throws {
    let client = try OrgClient(
      """
      authenticators password, okta-verify
      user "jane@example.com" { password "Correct-Horse-1" }
      enrollment { optional okta-verify }
      """)
    try await OktaVerifyTests.signIn(client)
    try await Self.enroll(client, by: "sms")
    #expect(client.steps.last == "skip")
    try await client.submit("skip")
    #expect(client.isSignedIn)
  }
}
