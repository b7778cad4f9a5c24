import FlowHTTP
import Testing

@testable import OktaSimulator

/// The org's pages compared with all captured pages of the real engine.
///
/// It compares the members of each form, field, option and authenticator that both have, and their
/// types. Every page that any test of the org gets is checked with them, in `PageInvariants`. This
/// suite checks that each form and authenticator of both was among them.
@Suite(.enabled(if: CapturedPage.areThere, "the captured pages are not beside the checkout"))
struct ShapeTests {
  private static let jane = """
    user "jane@example.com" {
      password "Correct-Horse-1"; phone "+15551234567"; groups staff
      google-otp "JBSWY3DPEHPK3PXP"; security-question "disliked_food" answer "liver"
      okta-verify "JBSWY3DPEHPK3PXP"
      duo "1"; onprem-mfa "1"; rsa-token "1"; symantec-vip "1"; yubikey "1"; custom-otp "1"
    }
    """
  private static let authenticators = """
    authenticators password, email, phone via sms or voice, google-otp, security-question, webauthn,
      okta-verify via push or totp, duo, onprem-mfa, rsa-token, symantec-vip, yubikey, custom-otp
    """

  /// The combined pages of a walk.
  private struct Seen {
    var shape = PageShape()

    mutating func see(_ client: OrgClient) { shape.add(page: client.page) }
  }

  private static func client(_ rest: String) async throws -> OrgClient {
    let client = try OrgClient([authenticators, jane, rest].joined(separator: "\n"))
    try await client.start()
    return client
  }

  /// Each factor chosen, and the page before the choice.
  private static func verifying(_ seen: inout Seen) async throws {
    var labels: [String] = []
    var index = 0
    repeat {
      let client = try await client(
        """
        sign-on { require password and any 1 }
        recovery { password by email; unlock by email }
        email-code on-request
        """)
      seen.see(client)
      try await client.submit("identify", ["identifier": "jane@example.com"])
      seen.see(client)
      try await client.passcode("Correct-Horse-1")
      seen.see(client)
      labels = client.labels("select-authenticator-authenticate")
      try await client.choose("select-authenticator-authenticate", labels[index])
      seen.see(client)
      try await chooseMethod("authenticator-verification-data", client, &seen)
      index += 1
    } while index < labels.count
  }

  /// Chooses the first method of a form, if the page has it.
  private static func chooseMethod(
    _ name: String, _ client: OrgClient, _ seen: inout Seen, with extra: JSONObject = [:]
  ) async throws {
    guard let form = client.remediation(name) else { return }
    var chosen = extra
    for field in form["value"]?.array?.first?["form"]?["value"]?.array ?? [] {
      let value = field["value"] ?? field["options"]?.array?.first?["value"]
      if let value { chosen[field["name"]?.string ?? ""] = value }
    }
    try await client.submit(name, ["authenticator": .object(chosen)])
    seen.see(client)
  }

  /// Each authenticator enrolled by a new user.
  private static func enrolling(_ seen: inout Seen) async throws {
    var labels: [String] = []
    var index = 0
    repeat {
      let client = try OrgClient(
        """
        \(authenticators)
        registration { profile firstName, lastName, email }
        enrollment {
          required password, email, phone, google-otp, security-question, webauthn, okta-verify,
            duo, onprem-mfa, rsa-token, symantec-vip, yubikey, custom-otp
        }
        """)
      try await client.start()
      try await client.submit("select-enroll-profile")
      seen.see(client)
      try await client.submit(
        "enroll-profile",
        ["userProfile": ["firstName": "A", "lastName": "B", "email": "a@example.com"]])
      seen.see(client)
      labels = client.labels("select-authenticator-enroll")
      try await client.choose("select-authenticator-enroll", labels[index])
      seen.see(client)
      try await chooseMethod(
        "authenticator-enrollment-data", client, &seen, with: ["phoneNumber": "+15551234567"])
      if labels[index] == "Okta Verify" {
        for channel in ["email", "sms"] {
          let client = try await AppEnrollmentTests.client()
          try await AppEnrollmentTests.enroll(client, by: channel)
          seen.see(client)
        }
      }
      index += 1
    } while index < labels.count
  }

  /// A forgotten password, one that has expired or will soon, and an unlock.
  private static func helping(_ seen: inout Seen) async throws {
    let forgetful = try await client("recovery { password by email }\nemail-code on-request")
    try await forgetful.submit("identify", ["identifier": "jane@example.com"])
    try await forgetful.choose("select-authenticator-authenticate", "Password")
    seen.see(forgetful)
    try await forgetful.recover()
    seen.see(forgetful)
    try await chooseMethod("authenticator-verification-data", forgetful, &seen)
    try await forgetful.passcode(forgetful.code("email"))
    seen.see(forgetful)
    for (setting, expected) in [("expired", "reenroll-authenticator"), ("expires in 3 days", "")] {
      let client = try OrgClient(
        "user \"jane@example.com\" { password \"Correct-Horse-1\" \(setting) }")
      try await client.start()
      try await client.submit("identify", ["identifier": "jane@example.com"])
      try await client.passcode("Correct-Horse-1")
      #expect(expected.isEmpty || client.steps == [expected])
      seen.see(client)
    }
    let locked = try await client("recovery { unlock by email or phone }")
    try await locked.submit("unlock-account")
    seen.see(locked)
  }

  /// Other first and last pages, passkeys, and a push that is denied.
  private static func others(_ seen: inout Seen) async throws {
    let first = try OrgClient(
      """
      authenticators password, webauthn
      user "jane@example.com" { password "Correct-Horse-1" }
      registration { profile email }
      idp "Google" { signs-in "jane@example.com" }
      sign-in identifier-and-password
      passkey-autofill offered
      """)
    try await first.start()
    seen.see(first)
    try await first.submit(
      "identify",
      ["identifier": "jane@example.com", "credentials": ["passcode": "Correct-Horse-1"]])
    seen.see(first)
    #expect(first.isSignedIn)
    let forgetful = try OrgClient(
      """
      authenticators password, email
      user "jane@example.com" { password "Correct-Horse-1" }
      recovery { password by email }
      sign-in identifier-and-password
      """)
    try await forgetful.start()
    try await forgetful.recover()
    seen.see(forgetful)
    let passkeys = try PasskeyClient(
      """
      authenticators password, webauthn
      user "jane@example.com" { password "Correct-Horse-1"; passkey jane }
      sign-on { require webauthn }
      """)
    try await passkeys.client.start()
    try await passkeys.client.submit("identify", ["identifier": "jane@example.com"])
    seen.see(passkeys.client)
    let code = try OrgClient(
      """
      authenticators tac
      user "jane@example.com" { temporary-access-code "Kx7-qW3z" }
      """)
    try await code.start()
    try await code.submit("identify", ["identifier": "jane@example.com"])
    seen.see(code)
    let denied = try await OktaVerifyTests.afterPassword("push deny", via: "push")
    try await OktaVerifyTests.poll(denied)
    seen.see(denied)
    seen.see(try await OktaVerifyTests.afterPassword(via: "totp"))
  }

  /// Captured parts that the org doesn't show: by the end of their name in parentheses, or the
  /// whole name.
  private static let notPlayed: [String: String] = [
    "(custom_app)": "later", "(custom_push)": "later", "(external_idp)": "later",
    "(nfc_pin)": "later", "(smart_card_idp)": "later",
    "()": "of a captured page that leaves the key out", "(email)": "as before",
    "(password)": "as before", "(phone)": "as before", "(security_key)": "as before",
    "reset-authenticator(google_otp)": "recovery by what was proved with is not reported so",
    "consent": "the org has the form of scopes that later pages show",
    "DEVELOPMENT": "no step of the engine's", "admin-consent": "of an admin console",
    "cancel-transaction": "of device authorization", "user-code": "of device authorization",
    "challenge-factor": "of a predecessor", "select-factor": "of a predecessor",
    "device-apple-sso-extension": "of managed devices",
    "device-assurance-grace-period": "of managed devices",
    "device-challenge-poll": "of managed devices", "granular-consent": "of an admin console",
    "enroll-webauthn-residentkey": "of a browser's own window",
    "launch-authenticator": "of a browser that opens an app",
    "launch-nfc-authenticator": "of a browser that opens an app",
    "launch-passkeys-authenticator": "of a browser that opens an app",
    "launch-webauthn-authenticator": "of a browser that opens an app",
    "poll": "of a page that waits for an admin", "redirect-idverify": "of identity proofing",
    "profile-update": "compared where it is tested",
    "reenroll-custom-password-expiry": "of passwords that are kept elsewhere",
    "reenroll-custom-password-expiry-warning": "of passwords that are kept elsewhere",
    "success-redirect": "of a browser's own sign-in",
  ]

  @Test func everyFormAndAuthenticatorOfBothIsCompared() async throws {
    var seen = Seen()
    try await Self.verifying(&seen)
    try await Self.enrolling(&seen)
    try await Self.helping(&seen)
    try await Self.others(&seen)
    let ours = Set(seen.shape.elements.keys.filter { !$0.contains("/") })
    let captured = Set((CapturedShapes.shape?.elements ?? [:]).keys.filter { !$0.contains("/") })
    let missing = captured.subtracting(ours).filter { name in
      !Self.notPlayed.keys.contains { name == $0 || $0.hasPrefix("(") && name.hasSuffix($0) }
    }
    #expect(missing.sorted() == [])
    #expect(CapturedShapes.differences(of: seen.shape) == [])
  }

  @Test func aDifferenceIsFound() throws {
    var shape = PageShape()
    shape.add(page: [
      "version": 1,
      "remediation": [
        "type": "array",
        "value": [["name": "identify", "value": [["name": "identifier", "colour": "red"]]]],
      ],
    ])
    let found = CapturedShapes.differences(of: shape)
    #expect(found.contains("page.version is never a number in a captured page"))
    #expect(found.contains("identify/identifier.colour is in no captured page"))
    #expect(found.contains("identify.href is in every captured page"))
  }
}
