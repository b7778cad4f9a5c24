import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing

@Suite("Lockout")
struct LockoutTests {
  static func client(_ lockout: String) throws -> OrgClient {
    try OrgClient(
      """
      authenticators password, email
      user "jane@example.com" { password "Correct-Horse-1" }
      user "joe@example.com" { password "Correct-Horse-1" }
      lockout { after \(lockout) }
      recovery { password by email; unlock by email }
      sign-on { require password }
      """)
  }

  /// Gives a number of wrong passwords, from a number of sign-ins.
  static func fail(_ client: OrgClient, _ count: Int) async throws {
    for _ in 0..<count { try await client.enter("jane", "wrong") }
  }

  @Test("Wrong passwords of several sign-ins add up", arguments: [1, 2, 5])
  func addUp(attempts: Int) async throws {
    let client = try Self.client("\(attempts) attempts")
    try await Self.fail(client, attempts - 1)
    #expect(attempts == 1 || client.messageKey == "incorrectPassword")
    try await Self.fail(client, 1)
    #expect(client.messageKey == "authfactor.challenge.suspended_factor")
    try await client.enter("jane")
    #expect(client.messageKey == "errors.E0000004")
    try await client.enter("joe")
    #expect(client.isSignedIn)
  }

  @Test("A right password resets the count")
  func anew() async throws {
    let client = try Self.client("3 attempts")
    for _ in 0..<3 {
      try await Self.fail(client, 2)
      try await client.enter("jane")
      #expect(client.isSignedIn)
    }
  }

  @Test(
    "A lockout ends by the sign-in's clock, and so does its count",
    arguments: [("14m", false), ("15m", true), ("1d", true)])
  func endsByItself(clock: String, isOver: Bool) async throws {
    let client = try Self.client("2 attempts for 15m")
    try await Self.fail(client, 2)
    try await client.enter("jane", "Correct-Horse-1", ["X-Flow-Clock": "+\(clock)"])
    #expect(client.isSignedIn == isOver)
    guard isOver else { return }
    try await Self.fail(client, 1)
    #expect(client.messageKey == "incorrectPassword")
  }

  @Test("A lockout ends by the org's own clock")
  func ownClock() async throws {
    let client = try Self.client("1 attempts for 15m")
    try await Self.fail(client, 1)
    client.clock.advance(by: .seconds(899))
    try await client.enter("jane")
    #expect(!client.isSignedIn)
    client.clock.advance(by: .seconds(1))
    try await client.enter("jane")
    #expect(client.isSignedIn)
  }

  @Test("An unlock and a recovery reset the count", arguments: ["unlock", "recovery"])
  func endedByOneself(way: String) async throws {
    let client = try Self.client("2 attempts")
    try await Self.fail(client, 2)
    var password = "Correct-Horse-1"
    if way == "unlock" {
      try await RecoveryPolicyTests.unlock(client, "jane")
      try await client.passcode(try client.code("email"))
    } else {
      try await RecoveryPolicyTests.begin(client, "jane")
      try await client.passcode(try client.code("email"))
      password = "Another-Horse-2"
      try await client.passcode(password, to: "reset-authenticator")
    }
    try await Self.fail(client, 1)
    #expect(client.messageKey == "incorrectPassword")
    try await client.enter("jane", password)
    #expect(client.isSignedIn)
  }

  @Test("Wrong codes lock no account")
  func codes() async throws {
    let client = try OrgClient(
      """
      authenticators password, email
      user "jane@example.com" { password "Correct-Horse-1" }
      lockout { after 1 }
      sign-on { require any 1 }
      """)
    try await client.identify("jane")
    try await client.choose("select-authenticator-authenticate", "Email")
    try await client.passcode(try client.wrongCode("email"))
    try await client.choose("select-authenticator-authenticate", "Password")
    try await client.passcode("Correct-Horse-1")
    #expect(client.isSignedIn)
  }
}
