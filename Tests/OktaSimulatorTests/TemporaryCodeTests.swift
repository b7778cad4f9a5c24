import FlowEngine
import FlowHTTP
import OktaSimulator
import SimulatorKit
import Testing
import TestSupport

@Suite("Temporary access codes")
struct TemporaryCodeTests {
  /// A client of an org in which Jane and Sam have a code, after the login was entered.
  private static func client(
    _ settings: String = "", code: String = "", rule: String = "any 1", login: String = "jane"
  ) async throws -> OrgClient {
    let client = try OrgClient(
      """
      authenticators password, tac, google-otp, webauthn
      user "jane@example.com" { temporary-access-code "Kx7-qW3z"\(code) }
      user "sam@example.com" { password "Correct-Horse-1"; temporary-access-code "Sam-0000" }
      sign-on { require \(rule) }
      \(settings)
      """)
    try await client.start()
    try await client.submit("identify", ["identifier": .string("\(login)@example.com")])
    return client
  }

  /// Begins another sign-in of Jane.
  private static func again(_ client: OrgClient) async throws {
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
  }

  private static func isAsked(_ client: OrgClient) -> Bool {
    client.remediation("challenge-authenticator") != nil
  }

  @Test("The code signs in, anything else is refused at its field")
  func signsIn() async throws {
    let client = try await Self.client()
    let current = client.page["currentAuthenticatorEnrollment"]?["value"]
    #expect(current?["key"]?.string == "tac")
    #expect(current?["type"]?.string == "tac")
    #expect(current?["displayName"]?.string == "Temporary Access Code")
    #expect(current?["methods"]?.array?.map { $0["type"]?.string } == ["tac"])
    for wrong in ["kx7-qw3z", "Sam-0000", "246810"] {
      try await client.passcode(wrong)
      #expect(client.status == 401)
      #expect(client.fieldKeys("passcode") == ["api.authn.error.PASSCODE_INVALID"])
    }
    try await client.passcode("Kx7-qW3z")
    #expect(client.isSignedIn)
  }

  @Test("Too many wrong codes end the challenge, and don't use up the code")
  func attempts() async throws {
    let client = try await Self.client("codes { attempts 2 }")
    for _ in 0..<2 { try await client.passcode("wrong") }
    #expect(client.status == 429)
    try await client.passcode("Kx7-qW3z")
    #expect(client.status == 429)
    try await Self.again(client)
    try await client.passcode("Kx7-qW3z")
    #expect(client.isSignedIn)
  }

  @Test("A code is valid once, unless the org allows more", arguments: [false, true])
  func uses(isMultiUse: Bool) async throws {
    let client = try await Self.client(
      "temporary-access-code { multi-use \(isMultiUse ? "on" : "off") }")
    try await client.passcode("Kx7-qW3z")
    #expect(client.isSignedIn)
    try await Self.again(client)
    #expect(Self.isAsked(client) == isMultiUse)
  }

  @Test(
    "A code expires",
    arguments: [
      ("", "", 7200), ("", " expires in 10m", 600),
      ("temporary-access-code { lifetime 1h }", "", 3600),
      ("temporary-access-code { lifetime 1h }", " expires in 2 days", 172_800),
    ])
  func expires(settings: String, code: String, life: Int) async throws {
    let early = try await Self.client(settings, code: code)
    early.clock.advance(by: .seconds(life - 1))
    try await Self.again(early)
    try await early.passcode("Kx7-qW3z")
    #expect(early.isSignedIn)
    let late = try await Self.client(settings, code: code)
    late.clock.advance(by: .seconds(life))
    try await Self.again(late)
    #expect(!Self.isAsked(late))
    #expect(!late.isSignedIn)
  }

  @Test("A code that expires while it is asked for is refused")
  func expiresOnPage() async throws {
    let client = try await Self.client(code: " expires in 1m")
    client.clock.advance(by: .seconds(60))
    try await client.passcode("Kx7-qW3z")
    #expect(client.status == 401)
    #expect(!client.isSignedIn)
  }

  @Test(
    "What forbids the code keeps the user out",
    arguments: [
      "enrollment { disabled tac }",
      "enrollment \"a\" { when group staff }\nenrollment { disabled tac }",
    ])
  func disabled(settings: String) async throws {
    let client = try await Self.client(settings)
    #expect(!Self.isAsked(client))
  }

  @Test("An enrollment rule that doesn't name the code lets it be used")
  func usable() async throws {
    let client = try await Self.client("enrollment { optional google-otp }")
    #expect(Self.isAsked(client))
  }

  @Test(
    "The code is knowledge, and nothing else",
    arguments: [
      ("knowledge", true), ("tac", true), ("any 2", true), ("2 factors", false),
      ("possession", false), ("phishing-resistant possession", false),
      ("password and tac", true), ("tac then password", true),
    ])
  func isKnowledge(rule: String, isEnough: Bool) async throws {
    let client = try await Self.client(
      "enrollment { disabled google-otp, webauthn }", rule: rule, login: "sam")
    // At most the password and the code can be verified, in any order.
    for _ in 0..<3 where !client.isSignedIn {
      let labels = client.labels("select-authenticator-authenticate")
      let key = client.page["currentAuthenticatorEnrollment"]?["value"]?["key"]?.string
      if let key, Self.isAsked(client) {
        try await client.passcode(key == "tac" ? "Sam-0000" : "Correct-Horse-1")
      } else if let label = labels.first {
        try await client.choose("select-authenticator-authenticate", label)
      }
    }
    #expect(client.isSignedIn == isEnough)
  }

  @Test(
    "Users are never asked to enroll a code",
    arguments: ["", "enrollment { optional google-otp }"])
  func isNotEnrolled(settings: String) async throws {
    let client = try OrgClient(
      """
      authenticators password, tac, google-otp
      user "sam@example.com" { password "Correct-Horse-1" }
      sign-on { require any 2 }
      \(settings)
      """)
    try await client.start()
    try await client.submit("identify", ["identifier": "sam@example.com"])
    try await client.passcode("Correct-Horse-1")
    #expect(client.labels("select-authenticator-enroll") == ["Google Authenticator"])
  }

  @Test(
    "Settings that no org can have are refused with a reason",
    arguments: [
      ("authenticators password, tac\nenrollment { required tac }", "users can't enroll `tac`"),
      ("authenticators password, tac\nenrollment { optional tac }", "users can't enroll `tac`"),
      (
        "authenticators password\nuser \"a@b.c\" { temporary-access-code \"x\" }",
        "no authenticator `tac`"
      ),
      ("authenticators password\ntemporary-access-code { multi-use on }", "no authenticator `tac`"),
      (
        "authenticators tac\nuser \"a@b.c\" { temporary-access-code \"x\" expires 2h }",
        "temporary-access-code"
      ),
      ("authenticators tac\ntemporary-access-code { lifetime 0s }", "lifetime"),
    ])
  func refused(settings: String, reason: String) throws {
    let (org, problems) = Org.build(name: "acme", settings: SettingText.parse(settings))
    #expect(org == nil)
    #expect(
      problems.contains { "\($0.message) \($0.help ?? "")".contains(reason) }, "\(problems)")
  }
}
