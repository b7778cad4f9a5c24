import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing

@Suite("The options of a user in each status")
struct StatusTests {
  /// The results of a user in a status.
  struct Row: Sendable, CustomTestStringConvertible {
    var status: String
    /// After the right password: the step or the message's key or text; `in` if signed in.
    var signIn: String
    var canRecover: Bool
    var canUnlock = false
    /// After a new password, in the form of `signIn`.
    var recovered = "in"

    var testDescription: String { status }
  }

  static let failed = "errors.E0000004"
  static let unassigned = "User is not assigned to this application"

  static let rows: [Row] = [
    Row(status: "active", signIn: "in", canRecover: true),
    Row(status: "staged", signIn: failed, canRecover: false),
    Row(status: "locked", signIn: failed, canRecover: true, canUnlock: true),
    Row(status: "suspended", signIn: failed, canRecover: false),
    Row(status: "deactivated", signIn: failed, canRecover: false),
    Row(status: "deprovisioned", signIn: failed, canRecover: false),
    Row(status: "password-expired", signIn: "reenroll-authenticator", canRecover: true),
    Row(status: "recovery", signIn: failed, canRecover: true),
    Row(status: "unassigned", signIn: unassigned, canRecover: true, recovered: unassigned),
  ]

  static func client(_ status: String, _ more: String = "") throws -> OrgClient {
    try OrgClient(
      """
      authenticators password, email
      user "jane@example.com" { password "Correct-Horse-1"; status \(status) }
      recovery { password by email; unlock by email }
      sign-on { require password }
      \(more)
      """)
  }

  static func outcome(_ client: OrgClient) -> String {
    if client.isSignedIn { return "in" }
    return client.messageKey ?? client.messageText ?? client.steps.first ?? ""
  }

  @Test("Signing in with the right password", arguments: rows)
  func signIn(_ row: Row) async throws {
    let client = try Self.client(row.status)
    try await client.identify("jane")
    // Before anything is proved all of them look alike.
    #expect(client.steps == ["challenge-authenticator"])
    #expect(client.messageKey == nil)
    try await client.passcode("Correct-Horse-1")
    #expect(Self.outcome(client) == row.signIn)
    #expect(client.status == (row.signIn == "in" || row.signIn.hasPrefix("re") ? 200 : 400))
  }

  @Test("Signing in with a wrong password doesn't reveal the status", arguments: rows)
  func wrongPassword(_ row: Row) async throws {
    let client = try Self.client(row.status)
    try await client.enter("jane", "wrong")
    let isCounted = ["active", "password-expired", "unassigned"].contains(row.status)
    #expect(Self.outcome(client) == (isCounted ? "incorrectPassword" : Self.failed))
    #expect(client.status == 400)
  }

  @Test("The same on a page that asks for both at once", arguments: rows)
  func atOnce(_ row: Row) async throws {
    for (password, outcome) in [("wrong", Self.failed), ("Correct-Horse-1", row.signIn)] {
      let client = try Self.client(row.status, "sign-in identifier-and-password")
      try await client.start()
      try await client.submit(
        "identify",
        [
          "identifier": "jane@example.com",
          "credentials": ["passcode": .string(password)],
        ])
      #expect(Self.outcome(client) == outcome)
    }
  }

  @Test("Signing in by email", arguments: rows)
  func byEmail(_ row: Row) async throws {
    let client = try OrgClient(
      """
      authenticators password, email
      user "jane@example.com" { password "x"; status \(row.status) }
      sign-on { require email }
      """)
    try await client.identify("jane")
    #expect(client.steps.first == "challenge-authenticator")
    try await client.passcode(try client.code("email"))
    #expect(
      Self.outcome(client) == (row.status == "password-expired" ? "in" : row.signIn))
  }

  @Test("Recovering the password", arguments: rows)
  func recovery(_ row: Row) async throws {
    let client = try Self.client(row.status)
    try await client.identify("jane")
    try await client.recover()
    guard row.canRecover else {
      #expect(client.status == 403)
      #expect(client.messageKey == "oie.selfservice.reset.password.not.allowed")
      #expect(client.server.state.sent.isEmpty)
      return
    }
    try await client.passcode(try client.code("email"))
    try await client.passcode("Another-Horse-2", to: "reset-authenticator")
    #expect(Self.outcome(client) == row.recovered)
    try await client.enter("jane", "Another-Horse-2")
    #expect(Self.outcome(client) == row.recovered)
  }

  @Test("Unlocking the account", arguments: rows)
  func unlock(_ row: Row) async throws {
    let client = try Self.client(row.status)
    try await client.start().submit("unlock-account")
    try await client.choose(
      "select-authenticator-unlock-account", "Email", identifier: "jane@example.com")
    guard row.canUnlock else {
      #expect(client.status == 400)
      #expect(client.messageKey == "oie.selfservice.user.unlock.not.allowed")
      #expect(client.server.state.sent.isEmpty)
      return
    }
    try await client.passcode(try client.code("email"))
    #expect(client.messageKey == "oie.selfservice.unlock_user.success.message")
    try await client.enter("jane")
    #expect(client.isSignedIn)
  }

  @Test(
    "A lockout that ends leaves the user's status unchanged",
    arguments: ["unlock", "recover", "wait"])
  func afterALock(way: String) async throws {
    for (status, ending) in [
      ("active", "in"), ("unassigned", Self.unassigned),
      ("password-expired", "reenroll-authenticator"),
    ] {
      let client = try Self.client(status, "lockout { after 1 attempts for 15m }")
      try await client.enter("jane", "wrong")
      var password = "Correct-Horse-1"
      switch way {
      case "unlock":
        try await client.start().submit("unlock-account")
        try await client.choose(
          "select-authenticator-unlock-account", "Email", identifier: "jane@example.com")
        try await client.passcode(try client.code("email"))
      case "recover":
        try await client.identify("jane")
        try await client.recover()
        try await client.passcode(try client.code("email"))
        password = "Another-Horse-2"
        try await client.passcode(password, to: "reset-authenticator")
      default: client.clock.advance(by: .seconds(16 * 60))
      }
      if way != "recover" || status == "unassigned" { try await client.enter("jane", password) }
      // A new password isn't an old one.
      let isNew = way == "recover" && status == "password-expired"
      #expect(Self.outcome(client) == (isNew ? "in" : ending), "\(status)")
    }
  }

  @Test("An administrator's link ends a recovery")
  func link() async throws {
    let client = try OrgClient(
      """
      user "jane@example.com" { password "Old-Horse-1"; status recovery; recovery-token "t" }
      """)
    try await client.enter("jane", "Old-Horse-1")
    #expect(client.messageKey == Self.failed)
    try await client.start(with: [.init("recovery_token", "t")])
    #expect(client.steps == ["reset-authenticator"])
    try await client.passcode("Another-Horse-2", to: "reset-authenticator")
    #expect(client.isSignedIn)
  }
}
