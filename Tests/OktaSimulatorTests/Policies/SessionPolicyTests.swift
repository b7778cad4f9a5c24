import FlowHTTP
import Testing

@Suite("The global session policy, beside the sign-on rules")
struct SessionPolicyTests {
  static let people = """
    authenticators password, email, phone via sms
    user "jane@example.com" {
      password "Correct-Horse-1"; phone "+15551234567"; groups staff; session password, email 1h ago
    }
    user "joe@example.com" { password "Correct-Horse-1"; session password 1h ago }
    """

  private func world(_ settings: String) throws -> PolicyWorld {
    try PolicyWorld("\(Self.people)\n\(settings)")
  }

  @Test("A user must satisfy both, and a verification for one counts for the other")
  func both() async throws {
    let world = try world(
      """
      sign-on "mail" { require email }
      session-policy "with password" { require password }
      """)
    try await world.enter()
    #expect(world.rule == "mail")
    #expect(world.sessionRule == "with%20password")
    #expect(world.offered == ["Password", "Email"])
    try await world.verify("email")
    #expect(!world.isSignedIn)
    #expect(world.offered == ["Password"])
    try await world.verify("password")
    #expect(world.isSignedIn)
  }

  @Test(
    "`require any` and no policy at all require nothing more",
    arguments: [
      "session-policy { require any }", "session-policy { mfa off }", "",
    ])
  func nothing(policy: String) async throws {
    let world = try world("sign-on { require email }\n\(policy)")
    try await world.enter()
    #expect(world.offered == ["Email"])
    try await world.verify("email")
    #expect(world.isSignedIn)
    #expect(world.sessionRule == "default")
  }

  @Test(
    "A second kind of factor is asked for even if the sign-on rule is met",
    arguments: [
      "always", "every 15m", "per session", "per device",
    ])
  func second(mfa: String) async throws {
    let world = try world("sign-on { require password }\nsession-policy { mfa \(mfa) }")
    try await world.enter()
    try await world.verify("password")
    #expect(!world.isSignedIn)
    #expect(world.offered == ["Email", "Phone"] || world.offered == ["Email", "Phone via sms"])
    try await world.verify("email")
    #expect(world.isSignedIn)
  }

  @Test(
    "Its maximum age is the policy's",
    arguments: [
      ("always", "0", false), ("every 90m", "0", true), ("every 90m", "+29m", true),
      ("every 90m", "+31m", false), ("per session", "+31m", true), ("per device", "+31m", true),
    ])
  func age(mfa: String, clock: String, isSignedIn: Bool) async throws {
    let world = try world("sign-on { require password }\nsession-policy { mfa \(mfa) }")
    try await world.enter(
      nil, ["X-Flow-Session": "jane@example.com", "X-Flow-Clock": clock])
    #expect(world.isSignedIn == isSignedIn)
    guard !isSignedIn else { return }
    #expect(world.offered.first == "Email")
    #expect(!world.offered.contains("Password"))
    try await world.verify("email")
    #expect(world.isSignedIn)
  }

  @Test("A remembered device isn't asked again, only for the same user")
  func devices() async throws {
    let world = try world("sign-on { require password }\nsession-policy { mfa per device }")
    func enter(_ login: String, remembers: Bool) async throws {
      try await world.enter(nil)
      try await world.client.submit(
        "identify", ["identifier": .string(login), "rememberMe": .bool(remembers)])
      try await world.verify("password")
    }
    func keepDevice() {
      world.keepCookies()
      let pairs = (world.client.always["Cookie"] ?? "").split(separator: ";")
      world.client.always["Cookie"] = pairs.first { $0.contains("DT=") }.map(String.init) ?? ""
    }
    try await enter("jane@example.com", remembers: false)
    #expect(!world.isSignedIn)
    try await world.verify("email")
    #expect(world.client.headers.all("Set-Cookie").count == 1, "not asked to remember")
    try await enter("jane@example.com", remembers: true)
    #expect(!world.isSignedIn)
    try await world.verify("email")
    keepDevice()
    #expect(world.client.always["Cookie"]?.contains("DT=") == true)
    try await enter("jane@example.com", remembers: false)
    #expect(world.isSignedIn)
    keepDevice()
    try await enter("joe@example.com", remembers: false)
    #expect(!world.isSignedIn)
    world.client.always = ["Cookie": "DT=another"]
    try await enter("jane@example.com", remembers: false)
    #expect(!world.isSignedIn)
  }

  @Test(
    "A client names the remembered user, which affects no other user and no other rule",
    arguments: [
      ("per device", "Jane@example.com", true), ("per device", "joe@example.com", false),
      ("always", "jane@example.com", false), ("per session", "jane@example.com", false),
    ])
  func saysRemembered(mfa: String, whose: String, isSignedIn: Bool) async throws {
    let world = try world("sign-on { require password }\nsession-policy { mfa \(mfa) }")
    try await world.enter("jane@example.com", ["X-Flow-Remembered": whose])
    try await world.verify("password")
    #expect(world.isSignedIn == isSignedIn)
  }

  @Test("The first rule whose conditions are true applies, and can deny users")
  func decides() async throws {
    let settings = """
      sign-on { require password }
      session-policy "away"  { when not zone office and group staff; deny }
      session-policy "staff" { when group staff; mfa always }
      """
    let rows: [(login: String, headers: HTTPHeaders, rule: String, steps: Int)] = [
      ("jane", [:], "away", 0), ("jane", ["X-Flow-Zone": "office"], "staff", 2),
      ("joe", [:], "default", 1),
    ]
    for row in rows {
      let world = try world(settings)
      try await world.enter(row.login + "@example.com", row.headers)
      #expect(world.sessionRule == row.rule)
      #expect(world.isDenied == (row.steps == 0))
      guard row.steps > 0 else { continue }
      try await world.verify("password")
      #expect(world.isSignedIn == (row.steps == 1))
    }
  }

  @Test(
    "Invalid settings are reported at their locations",
    arguments: [
      ("session-policy { mfa per week }", ["value per"]), ("session-policy { mfa }", ["value mfa"]),
      ("session-policy { mfa every }", ["value every"]),
      ("session-policy { idle forever }", ["value forever"]),
      ("session-policy { lifetime 4000 days }", ["value 4000"]),
      ("session-policy { require email }", ["value email"]),
      ("session-policy { deny all }", ["value all"]),
      ("session-policy a { }\nsession-policy b { }", ["value session-policy"]),
      (
        "session-policy a { when group x }\nsession-policy a { }", ["duplicate session-policy"]
      ),
      ("session-policy { colour red }", ["unknown colour"]),
      ("authenticators email\nsession-policy { require password }", ["value require"]),
      ("sign-on { deny; require password }", ["value require"]),
      ("sign-on { deny now }", ["value now"]),
      ("sign-on { require password; reauthenticate }", ["value reauthenticate"]),
      ("sign-on { require password; reauthenticate every }", ["value every"]),
      ("sign-on { require password; reauthenticate email always }", ["value email"]),
      ("sign-on { require password; reauthenticate sometimes }", ["unknown sometimes"]),
      ("sign-on { when zone; require password }", ["value when"]),
      ("sign-on { when group a and; require password }", ["value when"]),
      ("sign-on { when not; require password }", ["value not"]),
      ("sign-on { when group a b; require password }", ["value b"]),
      ("sign-on { when risk huge; require password }", ["value huge"]),
      ("sign-on { when device mine; require password }", ["value mine"]),
      ("sign-on { when platform amiga; require password }", ["value amiga"]),
      ("sign-on { when weather fine; require password }", ["value weather"]),
      ("zone a {}\nsign-on { when zone b; require password }", ["unknown b"]),
      ("zone a {}\nzone a {}", ["duplicate zone"]), ("zone", ["value zone"]),
      ("zone a { ip \"10.0.0.0/33\" }", ["value \"10.0.0.0/33\""]),
      ("zone a { ip }", ["value ip"]), ("zone a { blocked maybe }", ["value maybe"]),
      ("user a\nsign-on { when user \"b\"; require password }", ["value \"b\""]),
      ("user a { session email }", ["value email"]),
      ("user a { session password }", ["value session"]),
      ("user a { password \"x\"; session password 2h }", ["value 2h"]),
      ("user a { password \"x\"; session 2h ago }", ["value 2h"]),
      ("user a { password \"x\"; session in use }", ["value session"]),
      ("user a { password \"x\"; session password 2h ago, in use, kept }", []),
      ("keep-me-signed-in asked { prompt sometimes }", ["value sometimes"]),
    ] as [(String, [String])])
  func wrong(text: String, problems: [String]) {
    let found = OrgSettingsTests.problems(text)
    #expect(found.map { $0.hasSuffix(" ") ? String($0.dropLast()) : $0 } == problems)
  }
}
