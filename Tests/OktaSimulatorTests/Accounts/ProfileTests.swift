import OktaSimulator
import FlowHTTP
import Testing

@Suite("Profile enrollment")
struct ProfileTests {
  static let org = """
    authenticators password, email, phone via sms
    user "jane@example.com" {
      password "Correct-Horse-1"; first-name "Jane"
    }
    user "joe@example.com" {
      password "Correct-Horse-1"; first-name "Joe"; attribute employeeNumber "E2"
    }
    sign-on { require password }
    """

  /// A client at the sign-up of an org with a registration.
  static func atSignUp(_ registration: String, _ more: String = "") async throws -> OrgClient {
    let client = try OrgClient("\(org)\nregistration { \(registration) }\n\(more)")
    try await client.start().submit("select-enroll-profile")
    return client
  }

  static func profile(_ values: JSON) -> JSON {
    var profile = values.object ?? [:]
    profile["email"] = "mary@example.com"
    return ["userProfile": .object(profile)]
  }

  @Test(
    "A value must match its pattern and its length",
    arguments: [
      ("matches \"E*\"", "E1", true), ("matches \"E*\"", "F1", false),
      ("matches \"E*\"", "E", true), ("matches \"E*7\"", "E17", true),
      ("matches \"E*7\"", "E178", false), ("matches \"E??\"", "E17", true),
      ("matches \"E??\"", "E1", false), ("matches \"*17*\"", "E17x", true),
      ("matches \"*1*1*\"", "E1x", false), ("from 2 to 4", "E", false),
      ("from 2 to 4", "E1", true), ("from 2 to 4", "E123", true), ("from 2 to 4", "E1234", false),
      ("matches \"E*\" from 2 to 4", "E12345", false),
      ("", "12345678901234567890123456789012345678901234567890", true),
      ("", "123456789012345678901234567890123456789012345678901", false),
    ])
  func fits(terms: String, value: String, isTaken: Bool) async throws {
    let client = try await Self.atSignUp("profile email, employeeNumber \(terms)")
    try await client.submit(
      "enroll-profile", Self.profile(["employeeNumber": .string(value)]))
    #expect(client.steps.first == (isTaken ? "select-authenticator-enroll" : "enroll-profile"))
    guard !isTaken else { return }
    #expect(client.status == 400)
    #expect(client.fieldKeys("employeeNumber") == ["registration.error.doesNotMatchPattern"])
  }

  @Test("A form declares optional fields and the length of a value")
  func limits() async throws {
    let client = try await Self.atSignUp("profile email, firstName, nickName? from 2 to 20")
    #expect(client.fields("enroll-profile") == ["email", "firstName", "nickName?"])
    let fields = client.remediation("enroll-profile")?["value"]?.array?.first?["form"]?["value"]
    let nickname = fields?.array?.last
    #expect(nickname?["minLength"] == 2)
    #expect(nickname?["maxLength"] == 20)
    try await client.submit("enroll-profile", Self.profile(["firstName": "Mary"]))
    #expect(client.steps == ["select-authenticator-enroll"])
  }

  @Test("All mistakes are reported at once, at their fields")
  func several() async throws {
    let client = try await Self.atSignUp("profile email, a matches \"1*\", b from 2 to 3")
    try await client.submit(
      "enroll-profile", ["userProfile": ["email": "joe@example.com", "a": "2", "b": "2"]])
    #expect(client.fieldKeys("email") == ["registration.error.notUniqueWithinOrg"])
    #expect(client.fieldKeys("a") == ["registration.error.doesNotMatchPattern"])
    #expect(client.fieldKeys("b") == ["registration.error.doesNotMatchPattern"])
  }

  @Test("An address is verified before the first sign-on, or isn't", arguments: ["on", "off"])
  func emailVerification(word: String) async throws {
    let client = try await Self.atSignUp(
      "profile email; email-verification \(word)", "enrollment { required password }")
    try await client.submit("enroll-profile", Self.profile([:]))
    try await client.choose("select-authenticator-enroll", "Password")
    try await client.passcode("Correct-Horse-2", to: "enroll-authenticator")
    #expect(client.isSignedIn == (word == "off"))
    guard word == "on" else { return }
    #expect(client.labels("select-authenticator-enroll") == ["Email"])
    try await client.choose("select-authenticator-enroll", "Email")
    try await client.passcode(try client.code("email"), to: "enroll-authenticator")
    #expect(client.isSignedIn)
  }

  @Test("An unknown user is offered to sign up, or isn't", arguments: ["register", "deny"])
  func unknownUsers(word: String) async throws {
    let client = try OrgClient("\(Self.org)\nregistration { unknown-users \(word) }")
    try await client.identify("mary")
    #expect(client.messageKey == "idx.unknown.user")
    let ways = word == "register" ? ["identify", "select-enroll-profile"] : ["identify"]
    #expect(client.steps == ways)
    try await client.load("/idp/idx/enroll", ["stateHandle": client.page["stateHandle"] ?? .null])
    #expect(client.status == (word == "register" ? 200 : 403))
  }

  // MARK: The password on the first page

  @Test("The form asks for the password too, by the rules of the new user's groups")
  func passwordAtOnce() async throws {
    let client = try await Self.atSignUp(
      "profile email; password at-once; groups new",
      "passwords { when group new; min-length 12; common forbidden }")
    let group = client.remediation("enroll-profile")?["value"]?.array?[1]
    #expect(group?["name"] == "credentials")
    #expect(group?["relatesTo"] == "$.currentAuthenticator")
    #expect(client.passwordSettings?["complexity"]?["minLength"] == 12)
    var form = Self.profile([:]).object ?? [:]
    try await client.submit("enroll-profile", .object(form))
    #expect(client.messageText == "'credentials' is required.")
    for (password, key) in [
      ("Correct-1", "password.passwordRequirementsNotMet"), ("Password1234", "password.common"),
    ] {
      form["credentials"] = ["passcode": .string(password)]
      try await client.start().submit("select-enroll-profile")
      try await client.submit("enroll-profile", .object(form))
      #expect(client.fieldKeys("passcode") == [key])
      #expect(client.steps == ["enroll-profile", "select-identify"])
    }
    form["credentials"] = ["passcode": "Correct-Horse-2"]
    try await client.submit("enroll-profile", .object(form))
    #expect(client.isSignedIn)
    try await client.enter("mary", "Correct-Horse-2")
    #expect(client.isSignedIn)
  }

  // MARK: Progressive profiling

  static let progressive = """
    registration {
      profile email, firstName, employeeNumber matches "E*", nickName?
      progressive on
    }
    """

  @Test("A user who signs in is asked for required values, which are stored")
  func progressive() async throws {
    let client = try OrgClient("\(Self.org)\n\(Self.progressive)")
    try await client.enter("jane")
    #expect(client.steps == ["profile-update"])
    #expect(client.fields("profile-update") == ["employeeNumber", "nickName?"])
    try await client.load("/idp/idx/skip", ["stateHandle": client.page["stateHandle"] ?? .null])
    #expect(client.status == 403)
    try await client.enter("jane")
    try await client.submit("profile-update", ["userProfile": ["employeeNumber": "7"]])
    #expect(client.status == 400)
    #expect(client.fieldKeys("employeeNumber") == ["registration.error.doesNotMatchPattern"])
    try await client.submit("profile-update", ["userProfile": [:]])
    #expect(client.messageText == "'employeeNumber' is required.")
    try await client.enter("jane")
    try await client.submit("profile-update", ["userProfile": ["employeeNumber": "E7"]])
    #expect(client.isSignedIn)
    #expect(client.page["user"]?["value"]?["profile"]?["employeeNumber"] == "E7")
    try await client.enter("jane")
    #expect(client.isSignedIn)
  }

  @Test("Optional values are asked for once, and can be skipped or given")
  func optional() async throws {
    for nickname in [nil, "J"] {
      let client = try OrgClient("\(Self.org)\n\(Self.progressive)")
      try await client.enter("joe")
      #expect(client.steps == ["profile-update", "skip"])
      #expect(client.fields("profile-update") == ["nickName?"])
      if let nickname {
        try await client.submit(
          "profile-update", ["userProfile": ["nickName": .string(nickname)]])
      } else {
        try await client.submit("skip")
      }
      #expect(client.isSignedIn)
      #expect(client.page["user"]?["value"]?["profile"]?["nickName"]?.string == nickname)
      try await client.enter("joe")
      #expect(client.isSignedIn)
    }
  }

  @Test("No one is asked if profiles aren't completed, and neither is a user who just signed up")
  func notAsked() async throws {
    let client = try OrgClient("\(Self.org)\nregistration { profile email, employeeNumber }")
    try await client.enter("jane")
    #expect(client.isSignedIn)
    let other = try OrgClient(
      "\(Self.org)\nregistration { profile email, firstName, nickName; progressive on }")
    try await other.start().submit("select-enroll-profile")
    try await other.submit(
      "enroll-profile", Self.profile(["firstName": "Mary", "nickName": "M"]))
    try await other.choose("select-authenticator-enroll", "Password")
    try await other.passcode("Correct-Horse-2", to: "enroll-authenticator")
    #expect(other.isSignedIn)
  }

  @Test("An address that is added later can be used from then on")
  func address() async throws {
    let client = try OrgClient(
      """
      authenticators password, email
      user "jane" { password "Correct-Horse-1" }
      registration { profile email; progressive on }
      sign-on { require password }
      """)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane"])
    try await client.passcode("Correct-Horse-1")
    try await client.submit("profile-update", ["userProfile": ["email": "nowhere"]])
    #expect(client.fieldKeys("email").first == "registration.error.invalidLoginEmail")
    try await client.submit("profile-update", ["userProfile": ["email": "j@example.com"]])
    #expect(client.isSignedIn)
    let info = try await client.redeem()
    #expect(info["id_token"]?.string != nil)
  }
}
