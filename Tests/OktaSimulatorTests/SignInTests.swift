import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing

struct SignInTests {
  static let user = "user \"jane@example.com\" { password \"Correct-Horse-1\" }"

  @Test func identifierFirstAsksForThePasswordOnItsOwnPage() async throws {
    let client = try OrgClient(Self.user)
    try await client.start()
    #expect(client.steps == ["identify"])
    let fields = client.remediation("identify")?["value"]?.array?.compactMap { $0["name"]?.string }
    #expect(fields == ["identifier", "rememberMe", "stateHandle"])
    try await client.submit("identify", ["identifier": "Jane@Example.com", "rememberMe": true])
    #expect(client.steps == ["challenge-authenticator"])
    #expect(client.page["user"]?["value"]?["identifier"] == "Jane@Example.com")
    try await client.passcode("Correct-Horse-1")
    #expect(client.isSignedIn)
    #expect(client.page["user"]?["value"]?["identifier"] == "jane@example.com")
  }

  @Test func identifierAndPasswordTakesOneStep() async throws {
    let client = try OrgClient("sign-in identifier-and-password; \(Self.user)")
    try await client.start()
    try await client.submit(
      "identify",
      ["identifier": "jane@example.com", "credentials": ["passcode": "Correct-Horse-1"]])
    #expect(client.isSignedIn)
  }

  @Test func aSignInOverBytesIsTheSame() async throws {
    let client = try OrgClient(Self.user, sendsBytes: true)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    #expect(client.isSignedIn)
    #expect(try await client.redeem()["token_type"] == "Bearer")
  }

  @Test func aWrongPasswordOnItsOwnPageLeavesThePage() async throws {
    let client = try OrgClient(Self.user)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("wrong")
    #expect(client.status == 400)
    #expect(client.messageKey == "incorrectPassword")
    #expect(client.messageText == "Password is incorrect")
    #expect(client.steps == ["challenge-authenticator"])
    try await client.passcode("Correct-Horse-1")
    #expect(client.isSignedIn)
  }

  @Test func aWrongPasswordOnTheFirstPageSaysOnlyThatItFailed() async throws {
    let client = try OrgClient("sign-in identifier-and-password; \(Self.user)")
    try await client.start()
    try await client.submit(
      "identify", ["identifier": "jane@example.com", "credentials": ["passcode": "wrong"]])
    #expect(client.status == 400)
    #expect(client.messageKey == "errors.E0000004")
    #expect(client.messageText == "Authentication failed")
    #expect(client.steps == ["identify"])
  }

  @Test func somebodyUnknownIsToldSo() async throws {
    let client = try OrgClient(Self.user)
    try await client.start()
    try await client.submit("identify", ["identifier": "who@example.com"])
    #expect(client.status == 200)
    #expect(client.messageKey == "idx.unknown.user")
    #expect(client.messageText == "There is no account with the Username who@example.com.")
    #expect(client.steps == ["identify"])
  }

  @Test func somebodyUnknownWhoIsHiddenLooksLikeAWrongPassword() async throws {
    let org = "unknown-users hidden; \(Self.user)"
    var pages: [JSON] = []
    for name in ["who@example.com", "jane@example.com"] {
      let client = try OrgClient(org)
      try await client.start()
      try await client.submit("identify", ["identifier": .string(name)])
      #expect(client.steps == ["challenge-authenticator"])
      try await client.passcode("wrong")
      #expect(client.status == 400)
      pages.append(client.page["messages"] ?? .null)
    }
    #expect(pages[0] == pages[1])
  }

  @Test func noPasswordAtAllLetsAHiddenStrangerIn() async throws {
    let client = try OrgClient("unknown-users hidden; \(Self.user)")
    try await client.start()
    try await client.submit("identify", ["identifier": "who@example.com"])
    for password in ["", "\0", "\0\0", "password"] {
      try await client.passcode(password)
      #expect(client.status >= 400)
      try await client.introspect()
      #expect(!client.isSignedIn)
    }
  }

  @Test(arguments: ["locked", "suspended", "deactivated", "staged"])
  func anAccountThatCannotSignInIsRefusedWithoutAReason(status: String) async throws {
    let client = try OrgClient(
      "user \"jane@example.com\" { password \"Correct-Horse-1\"; status \(status) }")
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    #expect(client.status == 400)
    #expect(client.messageKey == "errors.E0000004")
    #expect(client.steps == ["identify"])
  }

  @Test func anExpiredPasswordHasToBeChanged() async throws {
    let client = try OrgClient(
      "user \"jane@example.com\" { password \"Correct-Horse-1\"; status password-expired }")
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    #expect(client.steps == ["reenroll-authenticator"])
    try await client.passcode("short", to: "reenroll-authenticator")
    #expect(client.status == 400)
    #expect(client.fieldKeys("passcode") == ["password.passwordRequirementsNotMet"])
    try await client.passcode("Another-Horse-2", to: "reenroll-authenticator")
    #expect(client.isSignedIn)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Another-Horse-2")
    #expect(client.isSignedIn)
  }

  @Test func somebodyWithNothingToVerifyCannotSignIn() async throws {
    let client = try OrgClient("app \"Shop\" {}; user \"jane\"")
    try await client.start()
    try await client.submit("identify", ["identifier": "jane"])
    #expect(client.status == 403)
    #expect(client.messageKey == "oie.assurance.unsatisfiable")
    #expect(client.messageText?.contains("\"Shop\"") == true)
    #expect(client.steps == [])
  }

  @Test func cancelStartsAgainWithAnotherStateHandle() async throws {
    let client = try OrgClient(Self.user)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    let before = client.page["stateHandle"]
    try await client.use("cancel")
    #expect(client.steps == ["identify"])
    #expect(client.page["stateHandle"] != before)
    try await client.introspect()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    #expect(client.isSignedIn)
  }

  @Test func wrongPasswordsLockTheAccountForAWhile() async throws {
    let client = try OrgClient("lockout { after 3 attempts for 15m }; \(Self.user)")
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    for _ in 1...2 {
      try await client.passcode("wrong")
      #expect(client.messageKey == "incorrectPassword")
    }
    try await client.passcode("wrong")
    #expect(client.status == 400)
    #expect(client.messageKey == "authfactor.challenge.suspended_factor")
    #expect(client.steps == ["identify"])
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    #expect(client.messageKey == "errors.E0000004")
    client.clock.advance(by: .seconds(15 * 60))
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    #expect(client.isSignedIn)
  }

  @Test func aRightPasswordForgetsTheWrongOnes() async throws {
    let client = try OrgClient("lockout { after 2 attempts }; \(Self.user)")
    for _ in 1...3 {
      try await client.start()
      try await client.submit("identify", ["identifier": "jane@example.com"])
      try await client.passcode("wrong")
      try await client.passcode("Correct-Horse-1")
      #expect(client.isSignedIn)
    }
  }
}
