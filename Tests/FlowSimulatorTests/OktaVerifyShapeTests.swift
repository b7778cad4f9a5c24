import FlowWire
import TestSupport
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The pages of Okta Verify beside captured ones: the same members, by name, of the same forms.
@Suite(.enabled(if: CapturedPage.areThere, "the captured pages are not beside the checkout"))
struct OktaVerifyShapeTests {
  /// What a form is held to: its own members, and those of its fields by their names, however deep.
  private static func shape(of form: JSON) -> [String: Set<String>] {
    var shape: [String: Set<String>] = [:]
    func visit(_ json: JSON, _ path: String) {
      switch json {
      case .array(let elements):
        for element in elements {
          visit(element, element["name"]?.string.map { "\(path)/\($0)" } ?? path)
        }
      case .object(let object):
        shape[path, default: []].formUnion(object.members.map(\.name))
        for member in object.members { visit(member.value, path) }
      default: break
      }
    }
    visit(form, "")
    return shape
  }

  /// Holds a form of a page to the one of the same name on a captured page.
  private static func compare(
    _ name: String, of client: OrgClient, to file: String, besides known: Set<String> = []
  ) throws {
    let captured = try CapturedPage.json(file)
    let theirs = captured["remediation"]?["value"]?.array?.first { $0["name"]?.string == name }
    let ours = shape(of: try #require(client.remediation(name)))
    let expected = shape(of: try #require(theirs))
    #expect(Set(ours.keys) == Set(expected.keys), "\(name)")
    for (path, members) in ours {
      #expect(members.subtracting(known) == expected[path]?.subtracting(known), "\(name)\(path)")
    }
  }

  /// Holds the members of the current authenticator to those of a captured page.
  private static func compareCurrent(of client: OrgClient, to file: String) throws {
    let captured = try CapturedPage.json(file)["currentAuthenticator"]?["value"]
    for name in ["contextualData", "resend"] {
      guard let theirs = captured?[name] else { continue }
      let ours = try #require(OktaVerifyTests.current(client)[name], "\(name)")
      #expect(shape(of: ours) == shape(of: theirs), "\(name)")
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
    try Self.compare("challenge-poll", of: client, to: file)
    try Self.compareCurrent(of: client, to: file)
  }

  @Test func aNumberToMatch() async throws {
    let client = try await OktaVerifyTests.afterPassword(
      org: "okta-verify { number-challenge on }", via: "push")
    let captured = try CapturedPage.json(
      "okta-signin-widget/authenticator-verification-number-challenge.json")
    let theirs = try #require(captured["currentAuthenticator"]?["value"]?["contextualData"])
    let ours = try #require(OktaVerifyTests.current(client)["contextualData"])
    #expect(Self.shape(of: ours) == Self.shape(of: theirs))
  }

  @Test func aDeniedPush() async throws {
    let client = try await OktaVerifyTests.afterPassword("push deny", via: "push")
    try await OktaVerifyTests.poll(client)
    let file = "okta-signin-widget/authenticator-verification-custom-app-push-reject.json"
    try Self.compare("resend", of: client, to: file)
    let message = try #require(
      try CapturedPage.json(file)["messages"]?["value"]?.array?.first)
    #expect(client.page["messages"]?["value"]?.array == [message])
  }

  @Test func theChoiceOfAMethod() async throws {
    let client = try await OktaVerifyTests.afterPassword()
    let file = "okta-signin-widget/verify-ov-select-method.json"
    try Self.compare("authenticator-verification-data", of: client, to: file)
    try Self.compareCurrent(of: client, to: file)
  }

  @Test func aCode() async throws {
    let client = try await OktaVerifyTests.afterPassword(via: "totp")
    try Self.compare(
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
    try Self.compare(first, of: client, to: file)
    try Self.compare("select-enrollment-channel", of: client, to: file)
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
    try Self.compare("enroll-poll", of: client, to: file)
    try Self.compareCurrent(of: client, to: file)
  }
}

/// A captured page beside the checkout.
private enum CapturedPage {
  static let areThere = (try? json("okta-signin-widget/verify-ov-code-mfa.json")) != nil

  static func json(_ file: String) throws -> JSON {
    try JSON(parsing: Array(Data(contentsOf: SampleFolder.url.appending(path: file))))
  }
}
