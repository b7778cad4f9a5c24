import FlowEngine
import FlowHTTP
import OktaSimulator
import TestSupport
import Testing

/// The rules of the account management policy for enrolling an authenticator.
@Suite("Account management")
struct AccountManagementTests {
  private static let people = """
    authenticators password, email, phone via sms, google-otp, security-question, webauthn
    user "jane@example.com" { password "Correct-Horse-1"; groups staff }
    user "joe@example.com"  { password "Correct-Horse-1" }
    zone "office" { ip "10.0.0.0/8" }
    sign-on { require password }
    """

  private static let enroll = "select-authenticator-enroll"
  private static let verify = "select-authenticator-authenticate"

  /// Another evaluation of the rules, which shares no code with the org's.
  private struct Rule {
    var authenticators: [String]?
    var isNegated = false
    var group: Bool?
    var office: Bool?
    var verdict: String

    var text: String {
      var parts: [String] = []
      if let authenticators {
        parts.append(
          "\(isNegated ? "not " : "")authenticator \(authenticators.joined(separator: ", "))")
      }
      if let group { parts.append("\(group ? "" : "not ")group staff") }
      if let office { parts.append("\(office ? "" : "not ")zone office") }
      let when = parts.isEmpty ? "" : "when \(parts.joined(separator: " and ")); "
      return "account-management { \(when)\(verdict) }"
    }

    func fits(_ authenticator: String, isStaff: Bool, isInOffice: Bool) -> Bool {
      let isNamed = authenticators.map { $0.contains(authenticator) != isNegated } ?? true
      return isNamed && (group ?? isStaff) == isStaff && (office ?? isInOffice) == isInOffice
    }
  }

  private static let labels = [
    "phone": "Phone", "google-otp": "Google Authenticator",
    "security-question": "Security Question", "webauthn": "Security Key or Biometric",
  ]

  @Test(
    "The first rule whose conditions all hold decides for each authenticator", arguments: 0..<40)
  func decides(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let words = Self.labels.keys.sorted()
    var rules: [Rule] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      var rule = Rule(
        verdict: ["deny", "require password", "require webauthn"].randomElement(using: &random)
          ?? "")
      let named = words.filter { _ in Bool.random(using: &random) }
      if !named.isEmpty { rule.authenticators = named }
      rule.isNegated = Bool.random(using: &random)
      if Bool.random(using: &random) { rule.group = Bool.random(using: &random) }
      if Int.random(in: 0..<3, using: &random) == 0 { rule.office = Bool.random(using: &random) }
      // A rule without a condition must be the last one.
      let hasCondition = rule.authenticators != nil || rule.group != nil || rule.office != nil
      if hasCondition { rules.append(rule) }
    }
    let client = try OrgClient(
      """
      \(Self.people)
      enrollment { optional \(words.joined(separator: ", ")) }
      \(rules.map(\.text).joined(separator: "\n"))
      """)
    for (login, isStaff) in [("jane", true), ("joe", false)] {
      for isInOffice in [true, false] {
        try await client.enter(
          login, "Correct-Horse-1", isInOffice ? ["X-Flow-Zone": "office"] : [:])
        let expected = words.filter { word in
          let first = rules.first { $0.fits(word, isStaff: isStaff, isInOffice: isInOffice) }
          return (first?.verdict ?? "require password") == "require password"
        }
        let offered = Set(client.labels(Self.enroll))
        #expect(offered == Set(expected.compactMap { Self.labels[$0] }), "\(rules.map(\.text))")
        #expect(client.isSignedIn == expected.isEmpty)
      }
    }
  }

  @Test("A user verifies what the rule needs before an enrollment")
  func verifiesFirst() async throws {
    let client = try OrgClient(
      """
      \(Self.people)
      enrollment { required phone }
      account-management { require password and email }
      """)
    try await client.enter("jane")
    #expect(client.labels(Self.enroll) == ["Phone"])
    try await client.choose(Self.enroll, "Phone", method: "sms", number: "+15551234567")
    #expect(!client.steps.contains("enroll-authenticator"))
    try await client.passcode(try client.code("email"))
    #expect(client.labels(Self.enroll) == ["Phone"])
    try await client.choose(Self.enroll, "Phone", method: "sms", number: "+15551234567")
    try await client.passcode(try client.code("sms"), to: "enroll-authenticator")
    #expect(client.isSignedIn)
  }

  @Test(
    "A required authenticator that can't be enrolled refuses the sign-in",
    arguments: ["deny", "require phishing-resistant possession", "require password and google-otp"])
  func locked(rule: String) async throws {
    let client = try OrgClient(
      """
      \(Self.people)
      enrollment { required phone }
      account-management { \(rule) }
      """)
    try await client.enter("jane")
    #expect(client.status == 403)
    #expect(!client.isSignedIn && client.labels(Self.enroll) == [])
  }

  @Test("A user who needs an authenticator for the app can't enroll it against a rule")
  func assurance() async throws {
    let org = """
      authenticators password, webauthn
      user "jane@example.com" { password "Correct-Horse-1" }
      sign-on { require password and webauthn }
      enrollment { optional webauthn }
      """
    let open = try OrgClient(org)
    try await open.enter("jane")
    #expect(open.labels(Self.enroll) == ["Security Key or Biometric"])
    let shut = try OrgClient(
      "\(org)\naccount-management { require phishing-resistant possession }")
    try await shut.identify("jane")
    #expect(shut.status == 403 && !shut.isSignedIn)
  }

  @Test("An enrollment can unlock the next one")
  func steps() async throws {
    let client = try OrgClient(
      """
      \(Self.people)
      enrollment { required google-otp; optional phone }
      account-management { when authenticator google-otp; require password and phone }
      account-management { require password }
      """)
    try await client.enter("jane")
    #expect(client.labels(Self.enroll) == ["Phone"])
    #expect(client.remediation("skip") == nil)
    try await client.choose(Self.enroll, "Phone", method: "sms", number: "+15551234567")
    try await client.passcode(try client.code("sms"), to: "enroll-authenticator")
    #expect(client.labels(Self.enroll) == ["Google Authenticator"])
    try await client.choose(Self.enroll, "Google Authenticator")
    #expect(client.steps.contains("enroll-authenticator"))
  }

  @Test("Users who sign up aren't governed, and their next sign-in is")
  func signUp() async throws {
    let client = try OrgClient(
      """
      authenticators password, email, phone via sms
      sign-on { require password }
      registration { profile firstName, lastName, email; email-verification off }
      enrollment { required password; optional phone }
      account-management { deny }
      """)
    try await client.start()
    try await client.submit("select-enroll-profile")
    try await client.submit(
      "enroll-profile",
      ["userProfile": ["firstName": "A", "lastName": "B", "email": "new@example.com"]])
    try await client.choose(Self.enroll, "Password")
    try await client.passcode("Correct-Horse-1", to: "enroll-authenticator")
    #expect(client.labels(Self.enroll) == ["Phone"])
    try await client.choose(Self.enroll, "Phone", method: "sms", number: "+15551234567")
    #expect(client.steps.contains("enroll-authenticator"))
    try await client.enter("new")
    #expect(client.isSignedIn)
  }

  @Test(
    "An unknown fact may let users enroll who can't meet the rule",
    arguments: [(true, ["Phone"]), (false, [])])
  func unable(holds: Bool, labels: [String]) async throws {
    let client = try OrgClient(
      """
      authenticators password, phone via sms
      user "jane@example.com" { password "Correct-Horse-1" }
      sign-on { require password }
      enrollment { optional phone }
      account-management { require 2 factors; if-unable unknown "one factor" }
      """)
    try await client.enter(
      "jane", "Correct-Horse-1", holds ? ["X-Flow-Unknown": "one factor"] : [:])
    #expect(client.labels(Self.enroll) == labels)
    #expect(client.isSignedIn == labels.isEmpty)
  }

  // MARK: Settings

  @Test(
    "A wrong rule is an error",
    arguments: [
      ("account-management { when authenticator phone }", "an account rule needs `require`"),
      ("account-management { when authenticator duo; deny }", "no authenticator `duo`"),
      ("account-management { when app \"x\"; deny }", "only `enrollment` and `routing` have"),
      ("sign-on { when authenticator phone; deny }", "only `account-management` has the condition"),
      ("account-management { deny; if-unable unknown \"x\" }", "can't have `if-unable`"),
      (
        "account-management { require any 1; if-unable \"x\" }", "an unknown setting needs a reason"
      ),
      ("account-management { deny }\naccount-management { deny }", "never reached"),
      (
        "account-management \"a\" { when authenticator phone; deny }\naccount-management \"a\" { deny }",
        "two account-management rules `a`"
      ),
    ])
  func invalid(settings: String, message: String) {
    let text = "authenticators password, phone via sms\n\(settings)"
    let (_, problems) = Org.build(name: "acme", settings: SettingText.parse(text))
    #expect(problems.contains { $0.message.contains(message) }, "\(problems.map(\.message))")
  }
}
