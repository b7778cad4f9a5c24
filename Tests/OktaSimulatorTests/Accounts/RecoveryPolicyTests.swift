import FlowCrypto
import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing

@Suite("Recovery and unlock rules")
struct RecoveryPolicyTests {
  static func people(_ more: String = "") -> String {
    """
    authenticators password, email, phone via sms, google-otp, security-question, okta-verify
    user "jane@example.com" {
      password "Correct-Horse-1"; groups staff; phone "+15551234567"; google-otp "JBSWY3DPEHPK3PXP"
      okta-verify "JBSWY3DPEHPK3PXP"
      security-question "disliked_food" answer "Spinach"; \(more)
    }
    user "joe@example.com" { password "Correct-Horse-1"; groups contractors; \(more) }
    zone "office" { ip "10.0.0.0/8" }
    sign-on { require password }
    """
  }

  static let locked = people("status locked")

  /// Begins a recovery.
  static func begin(
    _ client: OrgClient, _ login: String, _ context: HTTPHeaders = [:]
  ) async throws {
    try await client.identify(login, context)
    try await client.recover()
  }

  @Test(
    "The first rule whose conditions are true sets the methods of recovery",
    arguments: [
      ("group staff", "jane", "", true), ("group staff", "joe", "", false),
      ("not group staff", "joe", "", true), ("not group staff", "jane", "", false),
      ("user \"joe@example.com\"", "joe", "", true),
      ("user \"joe@example.com\"", "jane", "", false),
      ("not user \"joe@example.com\"", "jane", "", true),
      ("not user \"joe@example.com\"", "joe", "", false),
      ("zone office", "jane", "office", true), ("zone office", "jane", "", false),
      ("not zone office", "jane", "", true), ("not zone office", "jane", "office", false),
    ])
  func decides(condition: String, login: String, zone: String, fits: Bool) async throws {
    let client = try OrgClient(
      "\(Self.people())\nrecovery \"some\" { when \(condition); password by email }")
    try await Self.begin(client, login, zone.isEmpty ? [:] : ["X-Flow-Zone": zone])
    guard fits else {
      #expect(client.status == 403)
      #expect(client.messageKey == "oie.selfservice.reset.password.not.allowed")
      #expect(client.server.state.sent.isEmpty)
      return
    }
    try await client.passcode(try client.code("email"))
    #expect(client.steps == ["reset-authenticator"])
  }

  @Test(
    "A rule that denies comes before one that allows", arguments: [("jane", true), ("joe", false)])
  func denied(login: String, isAllowed: Bool) async throws {
    let client = try OrgClient(
      """
      \(Self.people())
      recovery { when group contractors; deny password; unlock by email }
      recovery { password by email }
      """)
    try await Self.begin(client, login)
    #expect(client.status == (isAllowed ? 200 : 403))
    let key = isAllowed ? nil : "oie.selfservice.reset.password.not.allowed"
    #expect(client.messageKey == key)
    // A user who can't is still asked for the password.
    #expect(client.steps == ["challenge-authenticator"])
    let asked = client.page["currentAuthenticatorEnrollment"]?["value"]?["key"]
    #expect(asked == (isAllowed ? "okta_email" : "okta_password"))
  }

  @Test(
    "A password is recovered with each available authenticator",
    arguments: ["email", "phone", "google-otp", "okta-verify"])
  func first(authenticator: String) async throws {
    let client = try OrgClient("\(Self.people())\nrecovery { password by \(authenticator) }")
    try await Self.begin(client, "jane")
    switch authenticator {
    case "email": try await client.passcode(try client.code("email"))
    case "phone":
      try await PolicyWorld(client).verify("sms")
    case "google-otp":
      let key = try #require(Base32.decode("JBSWY3DPEHPK3PXP"))
      try await client.passcode(TOTP.code(key: key, at: client.clock.now))
    default: try await PolicyWorld(client).verify("push")
    }
    #expect(client.steps == ["reset-authenticator"])
    try await client.passcode("Another-Horse-2", to: "reset-authenticator")
    #expect(client.isSignedIn)
  }

  @Test("An additional question is asked after the first proof, and needs its answer")
  func question() async throws {
    let client = try OrgClient(
      "\(Self.people())\nrecovery { password by email; password-second by security-question }")
    try await Self.begin(client, "jane")
    try await client.passcode(try client.code("email"))
    #expect(client.steps == ["challenge-authenticator"])
    let enrolled = client.page["currentAuthenticatorEnrollment"]?["value"]
    #expect(enrolled?["key"] == "security_question")
    let answer: (String) -> JSON = {
      ["credentials": ["questionKey": "disliked_food", "answer": .string($0)]]
    }
    try await client.submit("challenge-authenticator", answer("Kale!"))
    #expect(client.fieldKeys("answer") == ["authfactor.challenge.question_factor.answer_invalid"])
    try await client.submit("challenge-authenticator", answer("Spinach"))
    #expect(client.steps == ["reset-authenticator"])
  }

  @Test("A user without a second proof is refused, and only after the first one")
  func noQuestion() async throws {
    let client = try OrgClient(
      "\(Self.people())\nrecovery { password by email; password-second by security-question }")
    try await Self.begin(client, "joe")
    #expect(client.steps == ["challenge-authenticator"])
    try await client.passcode(try client.code("email"))
    #expect(client.status == 403)
    #expect(client.messageKey == "oie.selfservice.reset.password.not.allowed")
    #expect(client.steps == [])
  }

  @Test("Any second proof means any except the first and the password")
  func any() async throws {
    let client = try OrgClient(
      "\(Self.people())\nrecovery { password by email or phone; password-second any }")
    try await Self.begin(client, "jane")
    try await client.choose("select-authenticator-authenticate", "Email")
    try await client.passcode(try client.code("email"))
    #expect(
      client.labels("select-authenticator-authenticate")
        == ["Phone", "Google Authenticator", "Security Question", "Okta Verify"])
    try await PolicyWorld(client).verify("sms")
    #expect(client.steps == ["reset-authenticator"])
  }

  @Test("A method that the session has verified isn't a second proof")
  func session() async throws {
    let client = try OrgClient(
      """
      \(Self.people("session email"))
      recovery { password by phone; password-second by email or security-question }
      """)
    client.always = ["X-Flow-Session": "jane@example.com"]
    try await client.start()
    try await client.recover()
    try await PolicyWorld(client).verify("sms")
    #expect(
      client.labels("select-authenticator-authenticate") == ["Email", "Security Question"])
  }

  // MARK: Unlock

  /// Asks to unlock an account.
  static func unlock(
    _ client: OrgClient, _ login: String, _ label: String = "Email", method: String? = nil,
    _ context: HTTPHeaders = [:]
  ) async throws {
    client.always = context
    try await client.start()
    try await client.submit("unlock-account")
    try await client.choose(
      "select-authenticator-unlock-account", label, method: method,
      identifier: "\(login)@example.com")
  }

  @Test(
    "The user's rule sets the methods of unlocking",
    arguments: [
      ("jane", "Email", "", true), ("jane", "Phone", "", false), ("joe", "Email", "", false),
      ("joe", "Email", "office", true),
    ])
  func unlockBy(login: String, label: String, zone: String, isAllowed: Bool) async throws {
    let client = try OrgClient(
      """
      \(Self.locked)
      recovery "staff"  { when group staff; unlock by email }
      recovery "inside" { when zone office; unlock by phone or email }
      """)
    try await Self.unlock(
      client, login, label, method: label == "Phone" ? "sms" : nil,
      zone.isEmpty ? [:] : ["X-Flow-Zone": zone])
    guard isAllowed else {
      #expect(client.status == 400)
      #expect(client.messageKey == "oie.selfservice.user.unlock.not.allowed")
      #expect(client.steps == ["select-authenticator-unlock-account"])
      #expect(client.labels("select-authenticator-unlock-account") == ["Email", "Phone"])
      return
    }
    try await client.passcode(try client.code("email"))
    #expect(client.messageKey == "oie.selfservice.unlock_user.success.message")
    try await client.enter(login)
    #expect(client.isSignedIn)
  }

  @Test("A second proof unlocks, and a user without one learns that it failed")
  func unlockSecond() async throws {
    let client = try OrgClient(
      "\(Self.locked)\nrecovery { unlock by email; unlock-second any }")
    try await Self.unlock(client, "jane")
    try await client.passcode(try client.code("email"))
    try await PolicyWorld(client).verify("question")
    #expect(client.messageKey == "oie.selfservice.unlock_user.success.message")
    try await Self.unlock(client, "joe")
    try await client.passcode(try client.code("email"))
    #expect(client.status == 403)
    #expect(client.messageKey == "oie.selfservice.unlock_user.failed.message")
    try await client.enter("joe")
    #expect(client.messageKey == "errors.E0000004")
  }

  @Test("The user's rule sets what follows an unlock")
  func afterUnlock() async throws {
    let client = try OrgClient(
      """
      \(Self.locked)
      recovery { when group staff; unlock by email; after-unlock sign-in }
      recovery { unlock by email }
      """)
    for login in ["jane", "joe"] {
      try await Self.unlock(client, login)
      try await client.passcode(try client.code("email"))
      #expect(client.steps == (login == "jane" ? ["challenge-authenticator"] : []))
    }
  }

  @Test("The route to a new password is shown to all users alike")
  func alike() async throws {
    let client = try OrgClient(
      """
      \(Self.people())
      unknown-users hidden
      recovery { when group staff; password by email }
      """)
    for login in ["jane", "joe", "nobody"] {
      try await client.identify(login)
      #expect(client.page["currentAuthenticatorEnrollment"]?["value"]?["recover"] != nil)
    }
  }
}
