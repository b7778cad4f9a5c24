import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing

struct RegistrationTests {
  static let org = """
    authenticators password, email, phone via sms
    user "jane@example.com" { password "Correct-Horse-1" }
    enrollment { required password, email; optional phone }
    registration { profile firstName, lastName, email, nickName? }
    """

  static func profile(_ email: String) -> JSON {
    ["userProfile": ["firstName": "Mary", "lastName": "Doe", "email": .string(email)]]
  }

  /// A client at the profile.
  static func atProfile(_ extra: String = "") async throws -> OrgClient {
    let client = try OrgClient("\(org)\n\(extra)")
    try await client.start()
    #expect(client.steps == ["identify", "select-enroll-profile"])
    try await client.submit("select-enroll-profile")
    return client
  }

  @Test func aSignUpEnrollsWhatIsRequiredAndSkipsTheRest() async throws {
    let client = try await Self.atProfile()
    #expect(client.steps == ["enroll-profile", "select-identify"])
    let group = client.remediation("enroll-profile")?["value"]?.array?.first
    let labels = group?["form"]?["value"]?.array?.compactMap { $0["label"]?.string }
    #expect(labels == ["First name", "Last name", "Email", "Nick name"])
    try await client.submit("enroll-profile", Self.profile("mary@example.com"))
    #expect(client.labels("select-authenticator-enroll") == ["Password", "Email"])
    try await client.choose("select-authenticator-enroll", "Password")
    try await client.passcode("mary-Horse-1", to: "enroll-authenticator")
    #expect(client.fieldKeys("passcode") == ["password.passwordRequirementsNotMet"])
    try await client.passcode("Correct-Horse-2", to: "enroll-authenticator")
    #expect(client.labels("select-authenticator-enroll") == ["Email"])
    try await client.choose("select-authenticator-enroll", "Email")
    try await client.passcode(
      try client.code("email", to: "mary@example.com"), to: "enroll-authenticator")
    #expect(client.steps == ["select-authenticator-enroll", "skip"])
    #expect(client.labels("select-authenticator-enroll") == ["Phone"])
    try await client.submit("skip")
    #expect(client.isSignedIn)
    try await client.start()
    try await client.submit("identify", ["identifier": "MARY@example.com"])
    try await client.choose("select-authenticator-authenticate", "Password")
    try await client.passcode("Correct-Horse-2")
    #expect(client.isSignedIn)
  }

  @Test func anOptionalPhoneCanBeEnrolledInstead() async throws {
    let client = try await Self.atProfile()
    try await client.submit("enroll-profile", Self.profile("mary@example.com"))
    try await client.choose("select-authenticator-enroll", "Email")
    try await client.passcode(try client.code("email"), to: "enroll-authenticator")
    try await client.choose("select-authenticator-enroll", "Password")
    try await client.passcode("Correct-Horse-2", to: "enroll-authenticator")
    try await client.choose(
      "select-authenticator-enroll", "Phone", method: "sms", number: "+15551234567")
    #expect(client.steps == ["enroll-authenticator", "select-authenticator-enroll", "skip"])
    try await client.passcode(try client.code("sms"), to: "enroll-authenticator")
    #expect(client.isSignedIn)
  }

  @Test(arguments: ["mary", "mary@", "@example.com", "mary@example", "ma ry@example.com"])
  func anInvalidAddressIsSaidTwiceAtItsField(email: String) async throws {
    let client = try await Self.atProfile()
    try await client.submit("enroll-profile", Self.profile(email))
    #expect(client.status == 400)
    #expect(
      client.fieldKeys("email")
        == ["registration.error.invalidLoginEmail", "registration.error.doesNotMatchPattern"])
    #expect(client.steps == ["enroll-profile", "select-identify"])
    try await client.submit("enroll-profile", Self.profile("mary@example.com"))
    #expect(client.steps == ["select-authenticator-enroll"])
  }

  @Test func anAddressThatIsTakenIsRefused() async throws {
    let client = try await Self.atProfile()
    try await client.submit("enroll-profile", Self.profile("Jane@example.com"))
    #expect(client.status == 400)
    #expect(client.fieldKeys("email") == ["registration.error.notUniqueWithinOrg"])
  }

  @Test func anAddressThatIsTakenMeanwhileIsRefusedAtTheEnd() async throws {
    let first = try await Self.atProfile()
    let second = OrgClient(server: first.server, clock: first.clock)
    try await second.start()
    try await second.submit("select-enroll-profile")
    for client in [first, second] {
      try await client.submit("enroll-profile", Self.profile("mary@example.com"))
    }
    for client in [first, second] {
      try await client.choose("select-authenticator-enroll", "Password")
      try await client.passcode("Correct-Horse-2", to: "enroll-authenticator")
      try await client.choose("select-authenticator-enroll", "Email")
      try await client.passcode(try client.code("email"), to: "enroll-authenticator")
    }
    #expect(first.steps == ["select-authenticator-enroll", "skip"])
    #expect(second.status == 400)
    #expect(second.fieldKeys("email") == ["registration.error.notUniqueWithinOrg"])
  }

  @Test func aSignUpThatIsAbandonedLeavesNobody() async throws {
    let client = try await Self.atProfile()
    try await client.submit("enroll-profile", Self.profile("mary@example.com"))
    try await client.start()
    try await client.submit("identify", ["identifier": "mary@example.com"])
    #expect(client.messageKey == "idx.unknown.user")
  }

  @Test func aMissingAttributeIsAMalformedRequest() async throws {
    let client = try await Self.atProfile()
    try await client.submit(
      "enroll-profile", ["userProfile": ["firstName": "Mary", "email": "mary@example.com"]])
    #expect(client.status == 400)
    #expect(client.messageText == "'lastName' is required.")
  }

  @Test func theWayBackLeadsToTheFirstPage() async throws {
    let client = try await Self.atProfile()
    try await client.submit("select-identify")
    #expect(client.steps == ["identify", "select-enroll-profile"])
  }

  @Test func withoutAnEnrollmentPolicyOnlyAPasswordIsSet() async throws {
    let client = try OrgClient("registration { groups new }")
    try await client.start()
    try await client.submit("select-enroll-profile")
    try await client.submit("enroll-profile", Self.profile("mary@example.com"))
    #expect(client.labels("select-authenticator-enroll") == ["Password"])
    try await client.choose("select-authenticator-enroll", "Password")
    try await client.passcode("Correct-Horse-2", to: "enroll-authenticator")
    #expect(client.isSignedIn)
  }
}

struct RecoveryTests {
  static let org = """
    authenticators password, email, phone via sms or voice
    user "jane@example.com" { password "Correct-Horse-1"; phone "+15551234567" }
    user "joe@example.com" { password "Correct-Horse-1"; status suspended }
    sign-on { require password }
    """

  @Test func aPasswordIsRecoveredByMailFromItsPage() async throws {
    let client = try OrgClient("\(Self.org)\nrecovery { password by email }")
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.recover()
    #expect(client.steps == ["challenge-authenticator"])
    #expect(client.page["recoveryAuthenticator"]?["value"]?["key"] == "okta_password")
    try await client.passcode(try client.code("email"))
    #expect(client.steps == ["reset-authenticator"])
    #expect(
      client.page["currentAuthenticator"]?["value"]?["settings"]?["complexity"]?["minLength"] == 8)
    try await client.passcode("short", to: "reset-authenticator")
    #expect(client.status == 400)
    #expect(client.fieldKeys("passcode") == ["password.passwordRequirementsNotMet"])
    try await client.submit(
      "reset-authenticator",
      ["credentials": ["passcode": "Another-Horse-2", "revokeSessions": true]])
    #expect(client.isSignedIn)
  }

  @Test func theIdentifierIsAskedForWhereNobodyIsKnownYet() async throws {
    let client = try OrgClient(
      "\(Self.org)\nsign-in identifier-and-password\nrecovery { password by email or phone }")
    try await client.start()
    try await client.recover()
    #expect(client.steps == ["identify-recovery"])
    try await client.submit("identify-recovery", ["identifier": "who@example.com"])
    #expect(client.messageKey == "idx.unknown.user")
    #expect(client.steps == ["identify-recovery"])
    try await client.submit("identify-recovery", ["identifier": "jane@example.com"])
    #expect(client.labels("select-authenticator-authenticate") == ["Email", "Phone"])
    try await client.choose("select-authenticator-authenticate", "Phone", method: "sms")
    try await client.passcode(try client.code("sms"))
    try await client.passcode("Another-Horse-2", to: "reset-authenticator")
    #expect(client.isSignedIn)
  }

  @Test func somebodySuspendedCannotRecover() async throws {
    let client = try OrgClient("\(Self.org)\nrecovery { password by email }")
    try await client.start()
    try await client.submit("identify", ["identifier": "joe@example.com"])
    try await client.recover()
    #expect(client.status == 403)
    #expect(client.messageKey == "oie.selfservice.reset.password.not.allowed")
    #expect(client.server.state.sent.isEmpty)
  }

  @Test func aHiddenStrangerRecoversNothing() async throws {
    let client = try OrgClient(
      "\(Self.org)\nunknown-users hidden\nrecovery { password by email }")
    try await client.start()
    try await client.submit("identify", ["identifier": "who@example.com"])
    try await client.recover()
    #expect(client.steps == ["challenge-authenticator"])
    #expect(client.server.state.sent.isEmpty)
    try await client.passcode("000000")
    #expect(client.status == 401)
    try await client.use("resend")
    #expect(client.server.state.sent.isEmpty)
  }

  @Test func withoutRecoveryThereIsNoWayToIt() async throws {
    let client = try OrgClient(Self.org)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    #expect(client.page["currentAuthenticatorEnrollment"]?["value"]?["recover"] == nil)
    try await client.load(
      "/idp/idx/recover", ["stateHandle": client.page["stateHandle"] ?? .null])
    #expect(client.status == 403)
  }

  @Test func aRecoveredPasswordUnlocksTheAccount() async throws {
    let client = try OrgClient(
      "\(Self.org)\nlockout { after 1 attempts }\nrecovery { password by email }")
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("wrong")
    #expect(client.messageKey == "authfactor.challenge.suspended_factor")
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.recover()
    try await client.passcode(try client.code("email"))
    try await client.passcode("Another-Horse-2", to: "reset-authenticator")
    #expect(client.isSignedIn)
  }
}

struct UnlockTests {
  static let org = """
    authenticators password, email, phone via sms or voice
    user "jane@example.com" { password "Correct-Horse-1"; phone "+15551234567"; status locked }
    user "joe@example.com" { password "Correct-Horse-1" }
    sign-on { require password }
    recovery { unlock by email or phone }
    """

  @Test(arguments: [("Email", "email"), ("Phone", "sms"), ("Phone", "voice")])
  func aLockedAccountIsUnlockedAndNothingMore(label: String, method: String) async throws {
    let client = try OrgClient(Self.org)
    try await client.start()
    #expect(client.steps == ["identify", "unlock-account"])
    try await client.submit("unlock-account")
    #expect(client.labels("select-authenticator-unlock-account") == ["Email", "Phone"])
    try await client.choose(
      "select-authenticator-unlock-account", label, method: method,
      identifier: "jane@example.com")
    #expect(client.steps == ["challenge-authenticator"])
    try await client.passcode(try client.code(method))
    #expect(client.status == 200)
    #expect(client.steps == [])
    #expect(client.messageKey == "oie.selfservice.unlock_user.success.message")
    #expect(client.page["messages"]?["value"]?.array?.first?["class"] == "INFO")
    #expect(!client.isSignedIn)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    #expect(client.isSignedIn)
  }

  @Test func anAccountThatIsNotLockedCannotBeUnlocked() async throws {
    let client = try OrgClient(Self.org)
    try await client.start()
    try await client.submit("unlock-account")
    try await client.choose(
      "select-authenticator-unlock-account", "Email", identifier: "joe@example.com")
    #expect(client.status == 400)
    #expect(client.messageKey == "oie.selfservice.user.unlock.not.allowed")
    #expect(client.steps == ["select-authenticator-unlock-account"])
  }

  @Test func somebodyUnknownIsTold() async throws {
    let client = try OrgClient(Self.org)
    try await client.start()
    try await client.submit("unlock-account")
    try await client.choose(
      "select-authenticator-unlock-account", "Email", identifier: "who@example.com")
    #expect(client.messageKey == "idx.unknown.user")
    #expect(client.steps == ["select-authenticator-unlock-account"])
  }
}
