import FlowDiagnostics
import TestSupport
import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing
import SimulatorKit

struct OrgSettingsTests {
  /// The findings of `build` in a text, each problem as its kind and the text at its location.
  static func problems(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return Org.build(name: "acme", settings: SettingText.parse(text)).problems.map { problem in
      let place = Int(problem.place.start)..<Int(problem.place.end)
      return "\(problem.kind) \(String(decoding: bytes[place], as: UTF8.self))"
    }
  }

  @Test func theExampleOfTheLanguageIsAnOrgWithoutWhatComesLater() throws {
    #expect(Self.problems(FixedScript.settings) == [])
    #expect(Org.build(name: "acme", settings: SettingText.parse(FixedScript.settings)).org != nil)
  }

  @Test(arguments: [
    "", "authenticators password", "authenticators okta_email, Phone_Number via voice",
    "user jane", "user \"jane\" {}", "user \"jane\" { password \"x\"; status suspended }",
    "user \"jane@example.com\" { email \"j@example.com\"; first-name \"J\"; last-name Doe }",
    "authenticators phone\nuser a { phone \"+1 (555) 123-4567\" via sms; groups \"a b\", c }",
    "authenticators google-otp\nuser a { google-otp \"JBSWY3DPEHPK3PXP\" }",
    "authenticators okta-verify\nuser a { okta-verify \"JBSWY3DPEHPK3PXP\" }",
    "authenticators okta-verify via fastpass or totp\nsign-on { require okta-verify via fastpass }",
    "authenticators okta-verify via signed_nonce or push\nrecovery { unlock by okta-verify }",
    "authenticators okta-verify\n"
      + "user a { okta-verify \"JBSWY3DPEHPK3PXP\" { push deny after 2s, ignore, approve; auto-challenge on } }",
    "authenticators okta-verify\nokta-verify { number-challenge on; push on-request }",
    "authenticators okta-verify\nokta-verify { expire 1m; enroll never }",
    "authenticators okta-verify\nokta-verify { enroll after 1s; number-challenge off }",
    "authenticators security-question\nuser a { security-question disliked_food answer \"Kale\" }",
    "authenticators security-question\nuser a { security-question \"Why is it?\" answer \"Kale\" }",
    "sign-on { require password }", "sign-on { require knowledge }",
    "authenticators password, email, phone\nsign-on { require any 3 }",
    "authenticators password, email, phone via sms\nsign-on { require phone via sms or email }",
    "authenticators password, phone\nsign-on { require phone via sms or voice and password }",
    "authenticators password, email\nsign-on { require ((password and email) or knowledge) }",
    "authenticators password, email\nenrollment { required password; optional email }",
    "enrollment {}", "registration {}", "registration { profile email, nick?; groups a, b }",
    "authenticators password, email\nrecovery { password by email }",
    "authenticators email, phone\nrecovery { unlock by phone or email }",
    "lockout { after 1 }", "lockout { after 3 attempts }", "lockout { after 3 attempts for 1h }",
    "codes { expire 30s; attempts 1 }", "passwords { min-length 20; username allowed }",
    "sign-in identifier-first", "sign-in identifier-and-password", "unknown-users hidden",
    "email-code on-request", "state-handle rotated", "transaction 5m",
    "app \"Shop\" { client-id \"c\"; redirect \"a:/b\", \"https://c.example/d\"; secret \"s\" }",
  ])
  func aRightSettingHasNoProblem(text: String) {
    #expect(Self.problems(text) == [])
    #expect(Org.build(name: "acme", settings: SettingText.parse(text)).org != nil)
  }

  @Test(arguments: [
    ("colour red", ["unknown colour"]),
    ("user a { colour red }", ["unknown colour"]),
    ("authenticators", ["value authenticators"]),
    ("authenticators sms", ["unknown sms"]),
    ("authenticators email, email", ["duplicate email"]),
    ("authenticators email\nauthenticators email", ["duplicate authenticators"]),
    ("authenticators password via sms", ["value sms"]),
    ("authenticators phone via push", ["value push"]),
    ("authenticators phone via", ["value via"]),
    ("authenticators phone sms", ["value sms"]),
    ("authenticators \"email\"", ["value \"email\""]),
    ("user", ["value user"]),
    ("user a\nuser A", ["duplicate user"]),
    ("user a { password }", ["value password"]),
    ("user a { password secret }", ["value secret"]),
    ("user a { password \"x\"; password \"y\" }", ["duplicate password"]),
    ("user a { password \"x\" { } }", ["value password"]),
    ("user a { okta-verify \"JBSWY3DPEHPK3PXP\" }", ["value okta-verify"]),
    ("authenticators okta-verify\nuser a { okta-verify \"short\" }", ["value \"short\""]),
    ("authenticators okta-verify\nuser a { okta-verify { push approve } }", ["value okta-verify"]),
    (
      "authenticators okta-verify\nuser a { okta-verify \"JBSWY3DPEHPK3PXP\" { push maybe } }",
      ["value maybe"]
    ),
    (
      "authenticators okta-verify\n"
        + "user a { okta-verify \"JBSWY3DPEHPK3PXP\" { push ignore after 2s } }",
      ["value ignore"]
    ),
    (
      "authenticators okta-verify\nuser a { okta-verify \"JBSWY3DPEHPK3PXP\" { push } }",
      ["value push"]
    ),
    ("okta-verify { expire 1m }", ["value okta-verify"]),
    ("authenticators okta-verify\nokta-verify { enroll soon }", ["value soon"]),
    ("authenticators okta-verify\nokta-verify { number-challenge maybe }", ["value maybe"]),
    ("authenticators okta-verify\nokta-verify on", ["value on"]),
    ("authenticators okta-verify via sms", ["value sms"]),
    ("user a { email \"nowhere\" }", ["value \"nowhere\""]),
    ("user a { phone \"+15551234567\" }", ["value phone"]),
    ("authenticators phone\nuser a { phone \"5551234\" }", ["value \"5551234\""]),
    ("authenticators phone via sms\nuser a { phone \"+15551234567\" via voice }", ["value voice"]),
    (
      "authenticators phone\nuser a { phone \"+15551234567\"; phone \"+1 555 123 4567\" }",
      ["duplicate \"+1 555 123 4567\""]
    ),
    (
      "authenticators phone\nuser a { phone \"+15551234567\" nicknam \"Work\" }", ["value nicknam"]
    ),
    (
      "authenticators webauthn\nuser a { passkey jane }\nuser b { passkey jane }",
      ["duplicate jane"]
    ),
    ("authenticators google-otp\nuser a { google-otp \"key!\" }", ["value \"key!\""]),
    (
      "authenticators security-question\nuser a { security-question food answer \"Kale\" }",
      ["value food"]
    ),
    (
      "authenticators security-question\nuser a { security-question first_award answer \"No\" }",
      ["value \"No\""]
    ),
    ("user a { status happy }", ["value happy"]),
    ("user a { status password-expired }", ["missing user"]),
    ("sign-on {}", ["missing sign-on"]),
    ("sign-on { require }", ["value require"]),
    ("sign-on { require any 2 }", ["value 2 "]),
    ("sign-on { require any 0 }", ["value 0 "]),
    ("sign-on { require any }", ["value any"]),
    ("sign-on { require email }", ["value email"]),
    ("sign-on { require emial }", ["unknown emial"]),
    ("sign-on { require okta-verify }", ["value okta-verify"]),
    ("sign-on { require possession }", ["value possession"]),
    ("sign-on { require inherence }", ["value inherence"]),
    ("sign-on { require password password }", ["value password"]),
    ("sign-on { require password and }", ["value and"]),
    ("sign-on { require (password }", ["value ("]),
    ("sign-on { require password ) }", ["value )"]),
    ("sign-on { require password, password }", ["value password"]),
    ("sign-on { require password and password }", ["value password"]),
    ("sign-on { when staff; require password }", ["value staff"]),
    ("sign-on { when group; require password }", ["value when"]),
    ("sign-on a { require password }\nsign-on b { require any 1 }", ["value sign-on"]),
    (
      "sign-on a { when group x; require password }\nsign-on a { require password }",
      ["duplicate sign-on"]
    ),
    ("enrollment { required email }", ["value email"]),
    ("enrollment { required password; optional password }", ["duplicate password"]),
    ("enrollment 5", ["value 5"]),
    ("registration { profile firstName }", ["missing profile"]),
    ("registration { profile email? }", ["value ?"]),
    ("registration { profile email, email }", ["duplicate email"]),
    ("recovery { password by email }", ["value email"]),
    (
      "authenticators password, security-question\nrecovery { password by security-question }",
      ["value security-question"]
    ),
    ("authenticators password, email\nrecovery { password email }", ["value email"]),
    ("authenticators password, email\nrecovery { unlock by email or email }", ["duplicate email"]),
    ("authenticators email\nrecovery { password by email }", ["value password"]),
    ("lockout {}", ["missing lockout"]),
    ("lockout { after 0 attempts }", ["value 0 "]),
    ("lockout { after 1.5 attempts }", ["value 1.5 "]),
    ("lockout { after 3 attempts for 0s }", ["value for"]),
    ("codes { expire never }", ["value never"]),
    ("codes { attempts 0 }", ["value 0 "]),
    ("passwords { min-length 0 }", ["value 0 "]),
    ("passwords { username maybe }", ["value maybe"]),
    ("passwords { history many }", ["value many"]),
    ("user a { password \"x\" expired soon }", ["value expired"]),
    ("user a { password \"x\" expires in 3 weeks }", ["value expires"]),
    ("user a { activation-token }", ["value activation-token"]),
    (
      "user a { recovery-token \"t\" }\nuser b { recovery-token \"t\" }",
      ["duplicate recovery-token"]
    ),
    ("authenticators email\nuser a { recovery-token \"t\" }", ["value recovery-token"]),
    ("idp", ["value idp"]),
    ("idp \"G\"\nidp \"G\"", ["duplicate idp"]),
    ("idp \"G\" { signs-in \"jane\" }", ["value \"jane\""]),
    ("idp \"G\" { signs-in }", ["value signs-in"]),
    ("idp \"G\" { signs-in everyone, staff }", ["value everyone"]),
    ("idp \"G\" { signs-in zone office }", ["value zone"]),
    ("idp \"G\" { signs-in group g and zone office }", ["value zone"]),
    ("routing { when zone office }", ["missing routing"]),
    ("routing { to idp \"G\" }", ["unknown \"G\""]),
    ("routing { to org, idp }", ["value org"]),
    ("routing { to nowhere }", ["value nowhere"]),
    ("routing { when login \"a*b\"; to org }", ["value \"a*b\""]),
    ("routing { when login \"*\"; to org }", ["value \"*\""]),
    ("routing { when group staff; to org }", ["value group"]),
    ("sign-on { when login \"a*\"; require any 1 }", ["value login"]),
    ("routing { to org }\nrouting { to org }", ["value routing"]),
    ("recovery { unlock-second by email }", ["missing unlock-second", "value email"]),
    ("recovery { after-unlock maybe }", ["value maybe"]),
    ("keep-me-signed-in maybe", ["value maybe"]),
    ("sign-in both", ["value both"]),
    ("sign-in identifier-first, identifier-first", ["value identifier-first"]),
    ("authenticators email\nsign-in identifier-and-password", ["value sign-in"]),
    ("unknown-users", ["value unknown-users"]),
    ("transaction 25h", ["value 25h"]),
    ("app { redirect }", ["value redirect"]),
  ])
  func aWrongSettingIsToldAtItsPlace(text: String, expected: [String]) {
    #expect(Self.problems(text).map(Self.trimmed) == expected.map(Self.trimmed))
  }

  private static func trimmed(_ text: String) -> String {
    text.hasSuffix(" ") ? String(text.dropLast()) : text
  }

  @Test func everyMistakeIsToldInOneGoInTheOrderOfTheText() {
    let text = """
      lockout { after 0 }
      colour red
      user a { status happy; phone "12" }
      sign-on { require emial }
      """
    #expect(
      Self.problems(text).map(Self.trimmed) == [
        "value 0", "unknown colour", "value happy", "value phone", "value \"12\"",
        "unknown emial",
      ])
    #expect(Org.build(name: "acme", settings: SettingText.parse(text)).org == nil)
  }

  @Test func aProblemOffersTheRightWords() {
    let unknown = Org.build(name: "a", settings: SettingText.parse("lokout {}")).problems.first
    #expect(unknown?.word == "lokout")
    #expect(unknown?.candidates.contains("lockout") == true)
    #expect(unknown?.candidates.contains("after") == false)
    let duplicate = Org.build(name: "a", settings: SettingText.parse("user b\nuser b")).problems
    #expect(duplicate.first?.other == SourceRange(0, 4))
  }

  @Test func noProblemShowsASecret() {
    let key = Setting(
      "google-otp", place: SourceRange(0, 1),
      values: [[SettingTerm(.secret(Secret("canary")), place: SourceRange(2, 3))]])
    var user = SettingText.parse("user a {}")[0]
    user.block = [key]
    let problems = Org.build(name: "a", settings: [user]).problems
    #expect(!problems.isEmpty)
    #expect(!"\(problems)".contains("canary"))
  }

  @Test func aPasswordMayBeLookedUp() async throws {
    var user = SettingText.parse("user a { password \"x\" }")[0]
    user.block?[0].values[0][0].kind = .secret(Secret("Correct-Horse-1"))
    let org = try #require(Org.build(name: "acme", settings: [user]).org)
    let clock = ManualClock(now: .zero)
    let client = OrgClient(server: OrgServer(org, clock: clock, seed: 1), clock: clock)
    try await client.start()
    try await client.submit("identify", ["identifier": "a"])
    try await client.passcode("Correct-Horse-1")
    #expect(client.isSignedIn)
  }

  @Test(arguments: [
    String(repeating: "(", count: 10_000) + "password",
    Array(repeating: "(password or email or phone)", count: 12).joined(separator: " and "),
    Array(repeating: "password", count: 1000).joined(separator: " or "),
  ])
  func aRequirementOutOfBoundsIsToldAndTakesNoTime(requirement: String) {
    let text = "authenticators password, email, phone\nsign-on { require \(requirement) }"
    #expect(Self.problems(text).count == 1)
  }

  @Test func theSchemaNamesEverySettingOnce() {
    let paths = Org.schema.map(\.path)
    #expect(Set(paths).count == paths.count)
    for entry in Org.schema {
      #expect(entry.form.hasPrefix("`\(entry.name)"), "\(entry.form)")
      #expect(entry.meaning.hasSuffix("."))
      guard entry.path.count > 1 else { continue }
      let block = Org.schema.first { $0.path == Array(entry.path.dropLast()) }
      #expect(block?.hasBlock == true)
    }
  }
}
