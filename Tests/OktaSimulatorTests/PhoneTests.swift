import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing
import TestSupport

@Suite("Several phones of one account")
struct PhoneTests {
  private static func atChoice() async throws -> OrgClient {
    let client = try OrgClient(
      """
      authenticators password, phone via sms or voice
      user "jane@example.com" {
        password "Correct-Horse-1"
        phone "+15551234567"
        phone "+442071838750" via voice nickname "Home"
      }
      sign-on { require password and phone }
      """)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    return client
  }

  @Test("They share an authenticator, and differ by enrollment, mask and nickname")
  func differ() async throws {
    let client = try await Self.atChoice()
    let field = client.remediation("select-authenticator-authenticate")?["value"]?.array?.first
    let forms = (field?["options"]?.array ?? []).map { $0["value"]?["form"]?["value"]?.array ?? [] }
    #expect(forms.count == 2)
    #expect(
      forms.map { $0.compactMap { $0["name"]?.string } }
        == Array(repeating: ["id", "methodType", "enrollmentId"], count: 2))
    #expect(Set(forms.map { $0.first?["value"] }).count == 1)
    #expect(Set(forms.map { $0.last?["value"] }).count == 2)
    let enrollments = client.page["authenticatorEnrollments"]?["value"]?.array ?? []
    #expect(
      enrollments.map { $0["profile"]?["phoneNumber"]?.string }
        == ["+1 XXX-XXX-4567", "+44 XXX-XXX-8750"])
    #expect(enrollments.map { $0["nickname"]?.string } == [nil, "Home"])
    #expect(enrollments.map { $0["id"] } == forms.map { $0.last?["value"] })
  }

  @Test("The code is sent to the chosen phone, over its own method", arguments: [0, 1])
  func chosen(index: Int) async throws {
    let client = try await Self.atChoice()
    try await client.choose(
      "select-authenticator-authenticate", "Phone", method: "voice", nth: index)
    let number = ["+15551234567", "+442071838750"][index]
    let current = client.page["currentAuthenticatorEnrollment"]?["value"]
    #expect(current?["nickname"]?.string == [nil, "Home"][index])
    #expect(current?["methods"]?.array?.map { $0["type"] } == ["voice"])
    try await client.passcode(try client.code("voice", to: number))
    #expect(client.isSignedIn)
  }

  @Test(
    "An invalid nickname is reported",
    arguments: ["nickname", "nickname \"a\" \"b\"", "nickname \"a\" via sms"])
  func malformed(text: String) {
    let settings = "authenticators phone\nuser a { phone \"+15551234567\" \(text) }"
    let problems = Org.problems(name: "acme", settings: SettingText.parse(settings))
    #expect(problems.map(\.kind) == [.value])
  }
}
