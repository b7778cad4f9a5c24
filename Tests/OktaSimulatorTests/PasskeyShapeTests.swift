import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing

/// The pages of passkeys, of links in mails and of devices, compared with captured ones: the same
/// members, by name.
@Suite(.enabled(if: CapturedPage.areThere, "the captured pages are not beside the checkout"))
struct PasskeyShapeTests {
  /// A client that has given the password.
  private static func client(_ second: String, user: String = "") async throws -> OrgClient {
    let passkeys = try PasskeyClient(
      """
      authenticators password, \(second)
      user "jane@example.com" { password "Correct-Horse-1"; \(user) }
      sign-on { require password and \(second) }
      """)
    try await passkeys.client.start()
    try await passkeys.client.submit("identify", ["identifier": "jane@example.com"])
    try await passkeys.client.passcode("Correct-Horse-1")
    return passkeys.client
  }

  /// Compares a member of a page, such as the current authenticator, with a captured page.
  private static func compare(
    _ name: String, of client: OrgClient, to file: String, besides known: Set<String> = []
  ) throws {
    let theirs = try #require(try CapturedPage.json(file)[name]?["value"])
    let ours = try #require(client.page[name]?["value"])
    let names = (ours.object?.members ?? []).map(\.name)
    #expect(Set(names).symmetricDifference((theirs.object?.members ?? []).map(\.name)) == known)
    guard let data = theirs["contextualData"] else { return }
    let shape = CapturedPage.shape(of: try #require(ours["contextualData"]))
    for (path, members) in CapturedPage.shape(of: data) {
      #expect(shape[path]?.symmetricDifference(members).subtracting(known) == [], "\(path)")
    }
  }

  @Test func aPasskeyThatIsAskedFor() async throws {
    let client = try await Self.client("webauthn", user: "passkey jane")
    let file = "okta-mobile-swift/webauthn-authentication-challenge-response.json"
    try CapturedPage.compare("challenge-authenticator", of: client, to: file)
    try Self.compare("currentAuthenticator", of: client, to: file)
    let theirs = try CapturedPage.json(file)["authenticatorEnrollments"]?["value"]?.array?.first
    let ours = client.page["authenticatorEnrollments"]?["value"]?.array?.first
    let names = Set((ours?.object?.members ?? []).map(\.name))
    // The model of the device isn't known if it attests nothing.
    #expect(names.union(["profile"]) == Set((theirs?.object?.members ?? []).map(\.name)))
  }

  @Test func aPasskeyThatIsSetUp() async throws {
    let client = try await Self.client("webauthn")
    try await client.choose("select-authenticator-enroll", "Security Key or Biometric")
    let file = "okta-idx-dotnet/IdxClientShould-L10224-selectWebAuthnResponse.json"
    try CapturedPage.compare("enroll-authenticator", of: client, to: file)
    try Self.compare("currentAuthenticator", of: client, to: file)
  }

  @Test func aPasskeyOnTheFirstPage() async throws {
    let client = try OrgClient("authenticators webauthn\npasskey-autofill offered")
    try await client.start()
    let file = "okta-mobile-swift/webauthn-autofillui-authentication-challenge-response.json"
    let name = "challenge-webauthn-autofillui-authenticator"
    try CapturedPage.compare(name, of: client, to: file)
    try Self.compare("webauthnAutofillUIChallenge", of: client, to: file)
  }

  @Test func aRefusedPasskey() async throws {
    let client = try await Self.client("webauthn", user: "passkey jane")
    try await client.submit(
      "challenge-authenticator",
      ["credentials": ["clientData": "AAAA", "authenticatorData": "AAAA", "signatureData": "AAAA"]])
    let captured = try CapturedPage.json(
      "okta-signin-widget/error-authenticator-webauthn-failure.json")
    #expect(client.page["messages"] == captured["messages"])
  }

  @Test func aMailWithALink() async throws {
    let client = try OrgClient(
      """
      authenticators password, email
      registration { profile email }
      enrollment { required email }
      """)
    try await client.start()
    try await client.submit("select-enroll-profile")
    try await client.submit("enroll-profile", ["userProfile": ["email": "a@example.com"]])
    try await client.choose("select-authenticator-enroll", "Email")
    let file = "okta-signin-widget/authenticator-enroll-email-emailmagiclink-true.json"
    try Self.compare("currentAuthenticator", of: client, to: file)
  }

  @Test func theCodeOnAnotherDevice() async throws {
    let client = try OrgClient(
      """
      authenticators email
      email-link shows-code
      user "jane@example.com" { }
      """)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    let link = try #require(client.server.state.newest("email", to: nil, after: 0)?.link)
    client.page = try await client.send(.get, link.reveal())
    let file = "okta-signin-widget/terminal-return-otp-only-full-location.json"
    let captured = try CapturedPage.json(file)
    try Self.compare("currentAuthenticator", of: client, to: file)
    #expect(client.page["messages"] == captured["messages"])
    // Nothing is known about a browser and its location.
    #expect(
      Set((client.page.object?.members ?? []).map(\.name)).union(["client", "user"])
        == Set((captured.object?.members ?? []).map(\.name)))
  }

  @Test(arguments: [
    ("duo", "authenticator-verification-duo.json"),
    ("onprem-mfa", "authenticator-verification-on-prem.json"),
    ("rsa-token", "authenticator-verification-rsa.json"),
    ("yubikey", "authenticator-verification-yubikey.json"),
    ("custom-otp", "authenticator-verification-custom-otp.json"),
  ])
  func aDevice(setting: String, file: String) async throws {
    let client = try await Self.client(setting, user: "\(setting) \"ABC123\"")
    let file = "okta-signin-widget/" + file
    let known: Set<String> = ["credentialId"]
    // Captured pages differ in whether they include defaults.
    try CapturedPage.compare(
      "challenge-authenticator", of: client, to: file,
      besides: ["produces", "required", "visible"])
    let theirs = try CapturedPage.json(file)["currentAuthenticatorEnrollment"]?["value"]
    let ours = client.page["currentAuthenticatorEnrollment"]?["value"]
    #expect(
      Set((ours?.object?.members ?? []).map(\.name)).union(known)
        == Set((theirs?.object?.members ?? []).map(\.name)).union(known))
  }
}
