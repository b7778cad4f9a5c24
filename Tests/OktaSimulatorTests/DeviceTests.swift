import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing
import TestSupport

@Suite("Devices whose code the user reads")
struct DeviceTests {
  /// A device in its wire form.
  struct Device: CustomTestStringConvertible, Sendable {
    var setting: String
    var key: String
    var type: String
    var label: String
    var method: String
    var field = "passcode"
    var enrollment = ["passcode"]

    var testDescription: String { setting }
  }

  static let devices = [
    Device(
      setting: "custom-otp", key: "custom_otp", type: "security_key", label: "Custom OTP",
      method: "otp"),
    Device(
      setting: "duo", key: "duo", type: "app", label: "Duo Security", method: "duo",
      field: "signatureData", enrollment: ["signatureData"]),
    Device(
      setting: "onprem-mfa", key: "onprem_mfa", type: "security_key", label: "On-Prem MFA",
      method: "otp", enrollment: ["id", "methodType", "clientData", "passcode"]),
    Device(
      setting: "rsa-token", key: "rsa_token", type: "security_key", label: "RSA SecurID",
      method: "otp", enrollment: ["id", "methodType", "clientData", "passcode"]),
    Device(
      setting: "symantec-vip", key: "symantec_vip", type: "app", label: "Symantec VIP",
      method: "otp", enrollment: ["credentialId", "passcode", "nextPasscode"]),
    Device(
      setting: "yubikey", key: "yubikey_token", type: "security_key", label: "YubiKey",
      method: "otp"),
  ]

  private static func afterPassword(_ device: Device, _ login: String) async throws -> OrgClient {
    let client = try OrgClient(
      """
      authenticators password, \(device.setting), google-otp
      user "jane@example.com" { password "Correct-Horse-1"; \(device.setting) "ABC123" }
      user "sam@example.com" { password "Correct-Horse-1" }
      sign-on { require password and \(device.setting) }
      """)
    try await client.start()
    try await client.submit("identify", ["identifier": .string(login)])
    try await client.passcode("Correct-Horse-1")
    return client
  }

  private static func names(_ form: JSON?) -> [String] {
    let fields = form?["value"]?.array?.first?["form"]?["value"]?.array ?? []
    return fields.compactMap { $0["name"]?.string }
  }

  @Test("The shown code signs in, anything else is refused at its field", arguments: devices)
  func verifies(device: Device) async throws {
    let client = try await Self.afterPassword(device, "jane@example.com")
    let current = client.page["currentAuthenticatorEnrollment"]?["value"]
    #expect(current?["key"]?.string == device.key)
    #expect(current?["type"]?.string == device.type)
    #expect(current?["displayName"]?.string == device.label)
    #expect(current?["methods"]?.array?.map { $0["type"]?.string } == [device.method])
    #expect(Self.names(client.remediation("challenge-authenticator")) == [device.field])
    try await client.submit(
      "challenge-authenticator", ["credentials": .object([device.field: "XYZ789"])])
    #expect(client.status == 401)
    #expect(client.fieldKeys(device.field) == ["api.authn.error.PASSCODE_INVALID"])
    try await client.submit(
      "challenge-authenticator", ["credentials": .object([device.field: "ABC123"])])
    #expect(client.isSignedIn)
  }

  @Test("It is enrolled with the shown code, and the next sign-in asks for one", arguments: devices)
  func enrolls(device: Device) async throws {
    let client = try await Self.afterPassword(device, "sam@example.com")
    try await client.choose("select-authenticator-enroll", device.label)
    let form = client.remediation("enroll-authenticator")
    #expect(Self.names(form) == device.enrollment)
    var credentials: JSONObject = [:]
    for field in form?["value"]?.array?.first?["form"]?["value"]?.array ?? [] {
      credentials[field["name"]?.string ?? ""] = field["value"] ?? "QRS456"
    }
    try await client.submit("enroll-authenticator", ["credentials": .object(credentials)])
    #expect(client.isSignedIn)
    try await client.start()
    try await client.submit("identify", ["identifier": "sam@example.com"])
    try await client.passcode("Correct-Horse-1")
    try await client.submit(
      "challenge-authenticator", ["credentials": .object([device.field: "QRS456"])])
    #expect(client.isSignedIn)
  }

  @Test("Devices that share a method on the wire count as different devices")
  func differ() async throws {
    let client = try OrgClient(
      """
      authenticators rsa-token, yubikey-token, google-otp
      user "jane@example.com" { rsa-token "111111"; yubikey "222222" }
      sign-on { require any 2 }
      """)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.choose("select-authenticator-authenticate", "RSA SecurID")
    try await client.passcode("111111")
    #expect(!client.isSignedIn)
    #expect(client.page["currentAuthenticatorEnrollment"]?["value"]?["key"] == "yubikey_token")
    try await client.passcode("222222")
    #expect(client.isSignedIn)
  }

  @Test("A smart card is an identity provider of the type X509")
  func smartCard() async throws {
    let client = try OrgClient(
      """
      authenticators password
      user "jane@example.com" { password "Correct-Horse-1" }
      idp "Smart Card" { type X509; signs-in "jane@example.com" }
      """)
    try await client.start()
    #expect(client.remediation("redirect-idp")?["type"] == "X509")
    #expect(try await client.browse()["interaction_code"] != nil)
  }

  @Test("A device that the org doesn't have is reported")
  func unknown() {
    let text = "authenticators password\nuser a { duo \"123456\" }"
    let problems = Org.problems(name: "acme", settings: SettingText.parse(text))
    #expect(problems.map(\.kind) == [.value])
  }
}
