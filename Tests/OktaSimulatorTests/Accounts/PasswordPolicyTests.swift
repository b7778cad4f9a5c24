import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing

@Suite("Password policies")
struct PasswordPolicyTests {
  static let people = """
    user "jane@example.com" {
      password "Correct-Horse-1" expired
      groups staff; first-name "Jane"; last-name "Doe"
    }
    user "joe@example.com" { password "Correct-Horse-1" expired; groups staff, contractors }
    """

  @Test(
    "A new password is validated against each rule",
    arguments: [
      ("min-length 10", "Abcdefgh1", false), ("min-length 10", "Abcdefghi1", true),
      ("min-lower 2", "ABCDEFGh1", false), ("min-lower 2", "ABCDEFgh1", true),
      ("min-upper 2", "Abcdefgh1", false), ("min-upper 2", "ABcdefgh1", true),
      ("min-number 2", "Abcdefgh1", false), ("min-number 2", "Abcdefgh12", true),
      ("min-symbol 1", "Abcdefgh1", false), ("min-symbol 1", "Abcdefgh1!", true),
      ("max-repeats 2", "Abccc1def", false), ("max-repeats 2", "Abcc1ccdef", true),
      ("max-repeats 1", "Abcc1defg", false), ("username forbidden", "Xjane1xyz", false),
      ("username allowed", "Xjane1xyz", true), ("exclude last-name", "Xdoe1abcde", false),
      ("exclude first-name", "XJANE1abcd", false), ("exclude first-name", "XDoe1abcde", true),
      ("exclude first-name, last-name", "XDoe1abcde", false),
      ("common allowed", "Password123", true), ("common forbidden", "Password123", false),
      ("common forbidden", "Passw0rd-of-mine", true), ("history 1", "Correct-Horse-1", false),
      ("history 0", "Correct-Horse-1", true),
    ])
  func rules(rule: String, password: String, isTaken: Bool) async throws {
    let username = rule.contains("username") ? "" : "username allowed; "
    let client = try OrgClient("\(Self.people)\npasswords { \(username)\(rule) }")
    try await client.enter("jane")
    #expect(client.steps == ["reenroll-authenticator"])
    try await client.passcode(password, to: "reenroll-authenticator")
    #expect(client.isSignedIn == isTaken)
    guard !isTaken else { return }
    #expect(client.status == 400)
    let isCommon = rule == "common forbidden"
    #expect(
      client.fieldKeys("passcode")
        == [isCommon ? "password.common" : "password.passwordRequirementsNotMet"])
  }

  @Test("Two users who differ in a group are subject to two policies")
  func groups() async throws {
    let client = try OrgClient(
      """
      \(Self.people)
      passwords "outside" { when group contractors; min-length 15 }
      passwords "staff"   { when group staff and not group contractors; min-length 9 }
      passwords           { min-length 30 }
      """)
    for (login, length) in [("jane", 9), ("joe", 15)] {
      try await client.enter(login)
      #expect(client.passwordSettings?["complexity"]?["minLength"]?.integer == length)
      try await client.passcode("Abcdefghi-1", to: "reenroll-authenticator")
      #expect(client.isSignedIn == (login == "jane"))
    }
  }

  @Test("Pages show the rules as the engine does, and a refusal lists them")
  func settings() async throws {
    let client = try OrgClient(
      """
      \(Self.people)
      passwords {
        min-length 9; min-symbol 1; max-repeats 3; exclude first-name, last-name
        history 4; min-age 2h
      }
      """)
    try await client.enter("jane")
    #expect(
      client.passwordSettings == [
        "complexity": [
          "minLength": 9, "minLowerCase": 1, "minUpperCase": 1, "minNumber": 1, "minSymbol": 1,
          "excludeUsername": true, "excludeAttributes": ["firstName", "lastName"],
          "maxConsecutiveRepeatingCharacters": 3,
        ],
        "age": ["minAgeMinutes": 120, "historyCount": 4],
      ])
    try await client.passcode("short", to: "reenroll-authenticator")
    #expect(
      client.passcodeText == """
        Password requirements were not met. Password requirements: at least 9 characters, \
        a lowercase letter, an uppercase letter, a number, a symbol, no more than 3 repeating \
        characters, no parts of your username, does not include your first name, does not include \
        your last name. Your password cannot be any of your last 4 passwords. At least 2 hour(s) \
        must have elapsed since you last changed your password.
        """)
  }

  // MARK: Age

  static let aged = """
    authenticators password, email
    user "old@example.com" { password "Correct-Horse-1" set 90 days ago }
    user "ageing@example.com" { password "Correct-Horse-1" set 80 days ago }
    user "young@example.com" { password "Correct-Horse-1" set 2h ago }
    user "new@example.com" { password "Correct-Horse-1" }
    passwords { expire after 90 days; warn 14 days; min-age 1 day }
    sign-on { require password }
    recovery { password by email }
    """

  @Test(
    "A password expires at the policy's age, after an advance warning",
    arguments: [
      ("old", "+0s", "reenroll-authenticator", nil), ("old", "-1h", "warning", 0),
      ("ageing", "+0s", "warning", 10), ("ageing", "+9d", "warning", 1),
      ("ageing", "+30h", "warning", 8), ("ageing", "+10d", "reenroll-authenticator", nil),
      ("ageing", "-4d", "warning", 14), ("ageing", "-5d", "", nil), ("young", "+0s", "", nil),
      ("new", "+75d", "", nil), ("new", "+76d", "warning", 14),
      ("new", "+90d", "reenroll-authenticator", nil),
    ] as [(String, String, String, Int?)])
  func age(login: String, clock: String, step: String, days: Int?) async throws {
    let client = try OrgClient(Self.aged)
    try await client.enter(login, "Correct-Horse-1", ["X-Flow-Clock": clock])
    guard step == "warning" else {
      #expect(client.steps == (step.isEmpty ? [] : [step]))
      #expect(client.isSignedIn == step.isEmpty)
      return
    }
    #expect(client.steps == ["reenroll-authenticator-warning", "skip"])
    #expect(client.messageKey == "idx.password.expiring.message")
    #expect(client.passwordSettings?["daysToExpiry"]?.integer == days)
    try await client.submit("skip")
    #expect(client.isSignedIn)
    try await client.enter(login, "Correct-Horse-1", ["X-Flow-Clock": clock])
    #expect(client.steps == ["reenroll-authenticator-warning", "skip"])
  }

  @Test("A password ages by the org's own clock, too")
  func ownClock() async throws {
    let client = try OrgClient(Self.aged)
    try await client.enter("new")
    #expect(client.isSignedIn)
    client.clock.advance(by: .seconds(76 * 86_400))
    try await client.enter("new")
    #expect(client.passwordSettings?["daysToExpiry"]?.integer == 14)
    try await client.passcode("Another-Horse-2", to: "reenroll-authenticator-warning")
    #expect(client.isSignedIn)
    client.clock.advance(by: .seconds(14 * 86_400))
    try await client.enter("new", "Another-Horse-2")
    #expect(client.isSignedIn)
  }

  @Test("Without a warning period a password expires suddenly, and without an age never")
  func sudden() async throws {
    for (age, isSignedIn) in [("expire after 90 days", false), ("expire never", true)] {
      let client = try OrgClient(
        """
        user "old@example.com" { password "Correct-Horse-1" set 3000 days ago }
        user "ageing@example.com" { password "Correct-Horse-1" set 89 days ago }
        passwords { \(age) }
        """)
      try await client.enter("ageing")
      #expect(client.isSignedIn)
      try await client.enter("old")
      #expect(client.isSignedIn == isSignedIn)
    }
  }

  @Test("The time of `expires in` continues by the sign-in's clock")
  func expiresIn() async throws {
    let client = try OrgClient("user \"jane@example.com\" { password \"x\" expires in 3 days }")
    for (clock, days) in [("+0s", 3), ("+1d", 2), ("+71h", 1)] {
      try await client.enter("jane", "x", ["X-Flow-Clock": clock])
      #expect(client.passwordSettings?["daysToExpiry"]?.integer == days)
    }
    try await client.enter("jane", "x", ["X-Flow-Clock": "+3d"])
    #expect(client.steps == ["reenroll-authenticator"])
  }

  @Test(
    "A password that is too new can't be replaced, unless it expired",
    arguments: [("+0s", false), ("+21h", false), ("+22h", true)])
  func minAge(clock: String, isTaken: Bool) async throws {
    let client = try OrgClient(Self.aged)
    try await client.identify("young", ["X-Flow-Clock": clock])
    try await client.recover()
    try await client.passcode(try client.code("email"))
    try await client.passcode("Another-Horse-2", to: "reset-authenticator")
    #expect(client.isSignedIn == isTaken)
    guard !isTaken else { return }
    #expect(client.fieldKeys("passcode") == ["password.passwordRequirementsNotMet"])
    #expect(
      client.passcodeText?.hasSuffix(
        "At least 1 day(s) must have elapsed since you last changed your password.") == true)
  }

  @Test("A password that has just expired can be replaced at once")
  func expiredAtOnce() async throws {
    let client = try OrgClient(
      """
      user "jane@example.com" { password "Correct-Horse-1" expired }
      passwords { min-age 2h }
      """)
    try await client.enter("jane")
    try await client.passcode("Another-Horse-2", to: "reenroll-authenticator")
    #expect(client.isSignedIn)
  }

  // MARK: Lockout

  @Test("Lockout follows the policy of the user's groups, else the org")
  func lockout() async throws {
    let client = try OrgClient(
      """
      user "jane@example.com" { password "x"; groups staff }
      user "joe@example.com" { password "x"; groups safe }
      user "kim@example.com" { password "x" }
      passwords { when group staff; lockout after 2 attempts for 15m; show-failures on }
      passwords { when group safe; lockout never }
      lockout { after 3 attempts }
      """)
    for (login, attempts) in [("jane", 2), ("kim", 3)] {
      try await client.identify(login)
      for _ in 1..<attempts {
        try await client.passcode("wrong")
        #expect(client.messageKey == nil || client.messageKey == "incorrectPassword")
        #expect(client.steps == ["challenge-authenticator"])
      }
      try await client.passcode("wrong")
      #expect(client.messageKey == "authfactor.challenge.suspended_factor")
    }
    try await client.identify("joe")
    for _ in 0..<20 { try await client.passcode("wrong") }
    try await client.passcode("x")
    #expect(client.isSignedIn)
    try await client.enter("jane", "x")
    #expect(client.messageKey == "errors.E0000119")
    try await client.enter("kim", "x")
    #expect(client.messageKey == "errors.E0000004")
    try await client.enter("jane", "x", ["X-Flow-Clock": "+14m"])
    #expect(client.messageKey == "errors.E0000119")
    try await client.enter("kim", "x", ["X-Flow-Clock": "+300d"])
    #expect(client.messageKey == "errors.E0000004")
    try await client.enter("jane", "x", ["X-Flow-Clock": "+15m"])
    #expect(client.isSignedIn)
  }
}
