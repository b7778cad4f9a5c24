import OktaSimulator
import FlowHTTP
import Testing

@Suite("Enrollment policies")
struct EnrollmentPolicyTests {
  static let people = """
    authenticators password, email, phone via sms, google-otp, security-question
    user "jane@example.com" { password "Correct-Horse-1"; groups staff }
    user "joe@example.com"  { password "Correct-Horse-1" }
    zone "office" { ip "10.0.0.0/8" }
    sign-on { require password }
    """

  /// One sign-in: the condition, the user and the location, and the required enrollments.
  struct Row: Sendable {
    var condition: String
    var login: String
    var context: HTTPHeaders = [:]
    var fits: Bool
  }

  @Test(
    "The first policy whose conditions are all true applies",
    arguments: [
      Row(condition: "group staff", login: "jane", fits: true),
      Row(condition: "group staff", login: "joe", fits: false),
      Row(condition: "not group staff", login: "jane", fits: false),
      Row(condition: "not group staff", login: "joe", fits: true),
      Row(condition: "not user \"jane@example.com\"", login: "jane", fits: false),
      Row(condition: "not user \"jane@example.com\"", login: "joe", fits: true),
      Row(
        condition: "zone office", login: "jane", context: ["X-Flow-Zone": "office"], fits: true),
      Row(condition: "zone office", login: "jane", fits: false),
      Row(
        condition: "not zone office", login: "jane", context: ["X-Flow-Zone": "office"],
        fits: false),
      Row(condition: "not zone office", login: "jane", fits: true),
      Row(
        condition: "group staff and zone office", login: "joe", context: ["X-Flow-IP": "10.1.1.1"],
        fits: false),
      Row(
        condition: "group staff and zone office", login: "jane",
        context: ["X-Flow-IP": "10.1.1.1"], fits: true),
    ])
  func decides(_ row: Row) async throws {
    let client = try OrgClient(
      """
      \(Self.people)
      enrollment "first" { when \(row.condition); required phone }
      enrollment { required security-question }
      """)
    try await client.enter(row.login, "Correct-Horse-1", row.context)
    #expect(
      client.labels("select-authenticator-enroll") == [row.fits ? "Phone" : "Security Question"])
  }

  @Test("If none applies, no enrollment is asked for")
  func noneFits() async throws {
    let client = try OrgClient(
      "\(Self.people)\nenrollment { when group admins; required phone }")
    try await client.enter("jane")
    #expect(client.isSignedIn)
  }

  @Test(
    "A required enrollment can be put off during its grace period", arguments: [1, 3])
  func skips(count: Int) async throws {
    let client = try OrgClient(
      "\(Self.people)\nenrollment { required phone within \(count) skips }")
    for left in (1...count).reversed() {
      try await client.enter("jane")
      #expect(client.steps == ["select-authenticator-enroll", "skip"])
      #expect(client.graces == ["phone_number BY_SKIP_COUNT \(left)"])
      try await client.submit("skip")
      #expect(client.isSignedIn)
    }
    try await client.enter("jane")
    #expect(client.steps == ["select-authenticator-enroll"])
    #expect(client.graces == [])
    try await client.load("/idp/idx/skip", ["stateHandle": client.page["stateHandle"] ?? .null])
    #expect(client.status == 403)
  }

  @Test("Another user's skips don't count")
  func skipsOfOne() async throws {
    let client = try OrgClient("\(Self.people)\nenrollment { required phone within 1 skips }")
    try await client.enter("jane").submit("skip")
    try await client.enter("joe")
    #expect(client.steps == ["select-authenticator-enroll", "skip"])
  }

  @Test(
    "A required enrollment can be put off until its day",
    arguments: [("+0s", true), ("+343d", true), ("+344d", false)])
  func until(clock: String, canSkip: Bool) async throws {
    // The clock is at 2027-01-15T08:00:00Z.
    let client = try OrgClient(
      "\(Self.people)\nenrollment { required phone until \"2027-12-25\" }")
    try await client.enter("jane", "Correct-Horse-1", ["X-Flow-Clock": clock])
    #expect(client.steps == ["select-authenticator-enroll"] + (canSkip ? ["skip"] : []))
    #expect(
      client.graces == (canSkip ? ["phone_number BY_DATE_TIME 2027-12-25T00:00:00.000Z"] : []))
  }

  @Test("Required enrollments come before deferrable ones, and those before optional ones")
  func order() async throws {
    let client = try OrgClient(
      """
      \(Self.people)
      enrollment {
        optional google-otp
        required phone within 2 skips, security-question
      }
      """)
    try await client.enter("jane")
    #expect(client.labels("select-authenticator-enroll") == ["Security Question"])
    #expect(client.steps == ["select-authenticator-enroll"])
    try await client.choose("select-authenticator-enroll", "Security Question")
    try await client.submit(
      "enroll-authenticator",
      ["credentials": ["questionKey": "first_award", "answer": "medal"]])
    #expect(client.labels("select-authenticator-enroll") == ["Phone"])
    #expect(client.graces == ["phone_number BY_SKIP_COUNT 2"])
    try await client.submit("skip")
    #expect(client.labels("select-authenticator-enroll") == ["Google Authenticator"])
    #expect(client.graces == [])
    try await client.submit("skip")
    #expect(client.isSignedIn)
    try await client.enter("jane")
    #expect(client.labels("select-authenticator-enroll") == ["Phone"])
    #expect(client.graces == ["phone_number BY_SKIP_COUNT 1"])
    try await client.choose(
      "select-authenticator-enroll", "Phone", method: "sms", number: "+15551234567")
    try await client.passcode(try client.code("sms"), to: "enroll-authenticator")
    #expect(client.isSignedIn)
  }

  @Test(
    "A user who is never asked isn't asked for required enrollments either",
    arguments: ["never", "at sign-in"])
  func never(ask: String) async throws {
    let client = try OrgClient(
      "\(Self.people)\nenrollment { required phone; optional google-otp; ask \(ask) }")
    try await client.enter("jane")
    #expect(client.isSignedIn == (ask == "never"))
  }

  @Test(
    "An authenticator that no one can enroll can't meet a sign-on rule",
    arguments: [
      ("required phone", true), ("optional phone", true), ("disabled phone", false),
      ("optional google-otp", false), ("required phone; ask never", false),
    ])
  func candidates(terms: String, isReachable: Bool) async throws {
    let client = try OrgClient(
      """
      authenticators password, phone via sms, google-otp
      user "jane@example.com" { password "Correct-Horse-1" }
      enrollment { \(terms) }
      sign-on { require password and phone }
      """)
    try await client.identify("jane")
    guard isReachable else {
      #expect(client.status == 403)
      #expect(client.messageKey == "oie.assurance.unsatisfiable")
      return
    }
    try await client.passcode("Correct-Horse-1")
    #expect(client.steps == ["select-authenticator-enroll"])
    #expect(client.labels("select-authenticator-enroll") == ["Phone"])
  }

  @Test(
    "A user who signs up enrolls according to their groups' policy", arguments: ["staff", "others"])
  func signUp(group: String) async throws {
    let client = try OrgClient(
      """
      authenticators password, email, phone via sms
      enrollment { when group staff; required password, phone within 2 skips; ask never }
      enrollment { required password, email }
      registration { profile email; groups \(group) }
      """)
    try await client.start().submit("select-enroll-profile")
    try await client.submit("enroll-profile", ["userProfile": ["email": "mary@example.com"]])
    #expect(
      client.labels("select-authenticator-enroll")
        == (group == "staff" ? ["Password"] : ["Password", "Email"]))
    try await client.choose("select-authenticator-enroll", "Password")
    try await client.passcode("Correct-Horse-1", to: "enroll-authenticator")
    guard group == "staff" else {
      #expect(client.labels("select-authenticator-enroll") == ["Email"])
      return
    }
    #expect(client.labels("select-authenticator-enroll") == ["Phone"])
    try await client.submit("skip")
    #expect(client.isSignedIn)
  }
}
