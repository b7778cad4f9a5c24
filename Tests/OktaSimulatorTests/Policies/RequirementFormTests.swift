import FlowHTTP
import Testing

@Suite("The requirements of sign-on rules")
struct RequirementFormTests {
  /// A requirement, the offers after each verification, and whether the last one was enough.
  struct Row: Sendable, CustomTestStringConvertible {
    var require: String
    var offered: [[String]]
    var verified: [String]
    var factors: String

    var testDescription: String { "\(require) by \(verified.joined(separator: ", "))" }

    init(_ require: String, _ offered: [[String]], by verified: [String], _ factors: String) {
      self.require = require
      self.offered = offered
      self.verified = verified
      self.factors = factors
    }
  }

  static let all = [
    "Password", "Email", "Phone via sms or voice", "Google Authenticator", "Security Question",
  ]
  static let had = ["Email", "Phone via sms or voice", "Google Authenticator"]
  static let known = ["Password", "Security Question"]

  static let counts: [Row] = [
    Row("1 factor", [all], by: ["email"], "1"),
    Row("any 2", [all, known + had.dropFirst()], by: ["email", "sms"], "1"),
    Row("2 factors", [all, had], by: ["password", "sms"], "2"),
    Row("2 factors", [all, known], by: ["email", "question"], "2"),
    Row("2 factors", [all, known], by: ["sms", "password"], "2"),
    Row("2 factors with password", [["Password"] + had, had], by: ["password", "otp"], "2"),
    Row(
      "2 factors with password", [["Password"] + had, ["Password"]], by: ["sms", "password"], "2"),
    Row(
      "2 factors with google-otp", [known + ["Google Authenticator"], known],
      by: ["otp", "question"], "2"),
    Row(
      "2 factors with device-bound possession",
      [known + ["Google Authenticator"], ["Google Authenticator"]], by: ["password", "otp"], "2"),
    Row(
      "2 factors with google-otp or phone via sms",
      [known + ["Phone via sms", "Google Authenticator"], known], by: ["sms", "password"], "2"),
    Row(
      "2 factors with google-otp or phone via sms",
      [
        known + ["Phone via sms", "Google Authenticator"],
        ["Phone via sms", "Google Authenticator"],
      ], by: ["question", "otp"], "2"),
    Row(
      "2 factors without phone, email", [known + ["Google Authenticator"], known],
      by: ["otp", "password"], "2"),
    Row(
      "2 factors without phone via voice, security-question",
      [
        ["Password", "Email", "Phone via sms", "Google Authenticator"],
        ["Email", "Phone via sms", "Google Authenticator"],
      ], by: ["password", "sms"], "2"),
    Row(
      "2 factors with password without email",
      [
        ["Password", "Phone via sms or voice", "Google Authenticator"],
        ["Phone via sms or voice", "Google Authenticator"],
      ], by: ["password", "sms"], "2"),
    Row("1 factor without password, security-question", [had], by: ["otp"], "1"),
  ]

  static let joined: [Row] = [
    Row("possession", [had], by: ["sms"], "1"),
    Row("knowledge", [known], by: ["question"], "1"),
    Row("possession without email", [Array(had.dropFirst())], by: ["otp"], "1"),
    Row("device-bound possession", [["Google Authenticator"]], by: ["otp"], "1"),
    Row("phone via sms", [["Phone via sms"]], by: ["sms"], "1"),
    Row(
      "(email or password) and phone",
      [Array(all.prefix(3)), ["Phone via sms or voice"]], by: ["password", "sms"], "2"),
    Row(
      "(email or password) and phone", [Array(all.prefix(3)), ["Password", "Email"]],
      by: ["sms", "password"], "2"),
    Row(
      "email and password or google-otp", [["Password", "Email", "Google Authenticator"]],
      by: ["otp"], "1"),
    Row("2 factors and email", [known + ["Email"], known], by: ["email", "password"], "2"),
  ]

  static let chains: [Row] = [
    Row("password then email", [["Password"], ["Email"]], by: ["password", "email"], "2"),
    Row("email then password", [["Email"], ["Password"]], by: ["email", "password"], "2"),
    Row(
      "password then (email or phone via sms)", [["Password"], ["Email", "Phone via sms"]],
      by: ["password", "sms"], "2"),
    Row(
      "password then email or phone via sms then google-otp",
      [["Password", "Phone via sms"], ["Password", "Google Authenticator"]], by: ["sms", "otp"],
      "1"),
    Row(
      "password then phone then security-question",
      [["Password"], ["Phone via sms or voice"], ["Security Question"]],
      by: ["password", "sms", "question"], "2"),
    Row(
      "knowledge then device-bound possession", [known, ["Google Authenticator"]],
      by: ["question", "otp"], "2"),
    // A verification that has passed one step passes no other, and must not be used up if a later
    // step needs it.
    Row(
      "email then (email or google-otp)", [["Email"], ["Google Authenticator"]],
      by: ["email", "otp"], "1"),
    Row(
      "(email or google-otp) then email", [["Google Authenticator"], ["Email"]],
      by: ["otp", "email"], "1"),
    Row(
      "knowledge then (knowledge or email) then password",
      [["Security Question"], ["Email"], ["Password"]], by: ["question", "email", "password"], "2"),
  ]

  @Test(
    "Exactly the factors that can lead to the end are offered, and the last one is enough",
    arguments: counts + joined + chains)
  func walks(_ row: Row) async throws {
    let world = try PolicyWorld("\(PolicyWorld.people)\nsign-on { require \(row.require) }")
    try await world.enter()
    for (offered, method) in zip(row.offered, row.verified) {
      #expect(!world.isSignedIn)
      #expect(Set(world.offered) == Set(offered))
      #expect(world.offered.count == offered.count)
      try await world.verify(method)
    }
    #expect(world.isSignedIn)
    #expect(world.factors == row.factors)
  }

  @Test(
    "Two authenticators of one kind are one factor",
    arguments: [["email", "sms"], ["password", "question"], ["sms", "otp"]])
  func oneKind(methods: [String]) async throws {
    let world = try PolicyWorld("\(PolicyWorld.people)\nsign-on { require 2 factors }")
    try await world.enter()
    try await world.verify(methods[0])
    let labels = ["email": "Email", "sms": "Phone via sms or voice", "otp": "Google Authenticator"]
    #expect(!world.offered.contains(labels[methods[1]] ?? "Security Question"))
    #expect(!world.isSignedIn)
    #expect(world.factors == "1")
  }

  @Test("A user with too few factors is asked to enroll the missing one, or denied")
  func missing() async throws {
    let world = try PolicyWorld(
      "\(PolicyWorld.people)\nsign-on { require password and google-otp }")
    try await world.enter("lee@example.com")
    try await world.verify("password")
    #expect(world.client.labels("select-authenticator-enroll") == ["Google Authenticator"])
    let closed = try PolicyWorld(
      """
      \(PolicyWorld.people)
      sign-on { require password and google-otp }
      enrollment { required password }
      """)
    try await closed.enter("lee@example.com")
    #expect(closed.client.status == 403)
    #expect(closed.client.messageKey == "oie.assurance.unsatisfiable")
  }

  @Test(
    "An invalid requirement is reported at its location",
    arguments: [
      ("3 factors", ["value 3"]), ("2", ["value 2"]), ("2 things", ["value things"]),
      ("2 factors with", ["value with"]), ("2 factors with password then email", ["value with"]),
      ("password then", ["value then"]), ("email then email", ["value email"]),
      ("password then email and phone", ["value and"]),
      ("password and email then phone", ["value then"]),
      ("password then (email and phone)", ["value ("]), ("password then any 2", ["value any"]),
      ("password then email then phone then google-otp", ["value google-otp"]),
      (
        Array(repeating: "password then email", count: 6).joined(separator: " or "),
        ["value password"]
      ),
      ("phishing-resistant", ["value phishing-resistant"]),
      ("phishing-resistant password", ["value password"]),
      ("hardware-protected possession", ["value possession"]),
      ("user-verifying email", ["value email"]), ("inherence", ["value inherence"]),
      ("2 factors without email, phone, google-otp", ["value 2"]),
      ("password without password", ["value password"]), ("password without", ["value without"]),
      ("2 factors without possession", ["unknown possession"]),
      ("phishing email", ["unknown phishing"]), ("email, phone", ["value phone"]),
      ("email without phone phone", ["value phone"]),
    ] as [(String, [String])])
  func wrong(require: String, problems: [String]) {
    let found = OrgSettingsTests.problems(
      """
      authenticators password, email, phone via sms or voice, google-otp, security-question
      sign-on { require \(require) }
      """)
    #expect(found.map { $0.hasSuffix(" ") ? String($0.dropLast()) : $0 } == problems)
  }
}
