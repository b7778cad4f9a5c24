import FlowEngine
import FlowHTTP
import Testing

@testable import OktaSimulator
import SimulatorKit
import TestSupport

@Suite("Sessions: the effect of a sign-in on the next one")
struct SessionTests {
  static let people = """
    authenticators password, email
    user "jane@example.com" { password "Correct-Horse-1"; session password, email 2h ago }
    user "joe@example.com" { password "Correct-Horse-1"; session password }
    user "lee@example.com" { password "Correct-Horse-1" }
    user "max@example.com" { password "Correct-Horse-1"; session password; status suspended }
    """

  /// A world in which a browser has signed a user on, and kept its cookies.
  private func browser(_ settings: String) async throws -> PolicyWorld {
    let world = try PolicyWorld("\(Self.people)\n\(settings)")
    try await world.enter()
    try await world.verify("password", "email")
    #expect(world.isSignedIn)
    world.keepCookies()
    return world
  }

  private static let twoFactors = "sign-on { require password and email }"

  @Test("A cookie signs the same browser on at once, and its tokens list verifications and times")
  func cookie() async throws {
    let world = try await browser(Self.twoFactors)
    let began = world.client.clock.now
    #expect(world.client.always["Cookie"]?.hasPrefix("idx=") == true)
    let cookie = try #require(world.client.headers["Set-Cookie"])
    #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax; Secure"))
    world.client.clock.advance(by: .seconds(3600))
    try await world.enter()
    #expect(world.isSignedIn)
    #expect(world.factors == "2")
    let claims = try await tokenClaims(world)
    #expect(claims["amr"] == ["pwd", "otp", "mfa"])
    #expect(claims["auth_time"]?.integer == Int(began.components.seconds))
  }

  private func tokenClaims(_ world: PolicyWorld) async throws -> JSON {
    let answer = try await world.client.redeem()
    let token = try #require(answer["id_token"]?.string)
    let parts = token.split(separator: ".")
    return try JSON(parsing: try #require(Base64URL.decode(String(parts[1]))))
  }

  @Test("A cookie is Secure only if the org is")
  func insecure() async throws {
    let issuer = try #require(HTTPURL("http://127.0.0.1:8080/oauth2/default"))
    let settings = SettingText.parse("\(Self.people)\nsign-on { require password }")
    let org = try #require(Org.build(name: "acme", settings: settings, issuer: issuer).org)
    #expect(!org.site.isSecure)
    let turn = Turn(
      org: org, clock: .zero, now: .zero, draw: Draw(seed: 1), state: org.initialState)
    turn.browserSession.setCookie("idx", Secret("a"), life: .seconds(60))
    #expect(
      turn.extraHeaders["Set-Cookie"] == "idx=a; Path=/; HttpOnly; SameSite=Lax; Max-Age=60")
  }

  @Test(
    "A client reports a session's verifications, their age, and its use since then",
    arguments: [
      ("password, email 1h ago", true), ("password, email 3h ago", false),
      ("password, email 3h ago, in use", true), ("password, email 9h ago, in use", false),
      ("password, email 9h ago, kept", true), ("password, email 25h ago, in use, kept", false),
      ("password 1h ago", false), ("email", false),
    ])
  func said(state: String, isEnough: Bool) async throws {
    let world = try PolicyWorld(
      """
      \(Self.people)
      keep-me-signed-in asked { lifetime 1 day }
      session-policy { lifetime 8h; idle 2h }
      \(Self.twoFactors)
      """)
    let headers: HTTPHeaders = [
      "X-Flow-Session": "lee@example.com", "X-Flow-Session-State": state,
    ]
    try await world.enter("lee@example.com", headers)
    #expect(world.isSignedIn == isEnough)
  }

  @Test(
    "An invalid session state is refused",
    arguments: [
      "", "password ago", "pasword 3h ago", "password via sms", "in use", "kept",
      "password 3h ago, in", "password -3h ago", "password, 3h ago", "password 3h",
    ])
  func malformed(state: String) {
    #expect(Account.SessionSetting(state) == nil)
  }

  @Test("A state is written in the form in which it is read")
  func stateText() throws {
    for text in [
      "password 3600s ago", "password, email 0s ago, in use", "phone via sms 60s ago, kept",
      "okta-verify via push, okta-verify via fastpass 5s ago, in use, kept",
    ] {
      let state = try #require(Account.SessionSetting(text))
      #expect(Account.SessionSetting(state.text) == state, "\(state.text)")
    }
  }

  @Test("A session that begins with `introspect` or `identify` counts, too")
  func late() async throws {
    let world = try await browser(Self.twoFactors)
    let kept = world.client.always
    world.client.always = [:]
    try await world.client.start()
    #expect(world.client.steps == ["identify"])
    world.client.always = kept
    try await world.client.introspect()
    #expect(world.isSignedIn)
    world.client.always = [:]
    try await world.client.start()
    world.client.always = kept
    try await world.client.submit("identify", ["identifier": "jane@example.com"])
    #expect(world.isSignedIn)
  }

  @Test("Another user who signs in gets nothing from it")
  func somebodyElse() async throws {
    let world = try await browser(Self.twoFactors)
    let kept = world.client.always
    world.client.always = [:]
    try await world.client.start()
    world.client.always = kept
    try await world.client.submit("identify", ["identifier": "joe@example.com"])
    #expect(world.offered == ["Password", "Email"])
    #expect(world.factors == "0")
    try await world.enter(nil, with: [FormPair("login_hint", "joe@example.com")])
    #expect(world.client.steps == ["identify"])
    try await world.enter(nil, with: [FormPair("login_hint", "jane@example.com")])
    #expect(world.isSignedIn)
  }

  @Test("A user who turns back isn't signed on by it again")
  func cancelled() async throws {
    let world = try await browser("sign-on { require password and email; reauthenticate always }")
    try await world.enter(nil)
    #expect(world.offered == ["Password", "Email"])
    try await world.client.use("cancel")
    #expect(world.client.steps == ["identify"])
    try await world.client.introspect()
    #expect(world.client.steps == ["identify"])
  }

  @Test(
    "An invalid cookie is ignored",
    arguments: [
      "idx=", "idx=x", "xidx=1", "idx", "=; ;", "idx=" + String(repeating: "A", count: 40),
    ])
  func wrong(cookie: String) async throws {
    let world = try await browser(Self.twoFactors)
    world.client.always["Cookie"] = cookie
    try await world.client.start()
    #expect(world.client.steps == ["identify"])
  }

  @Test(
    "It is valid while it is used, and for the policy's lifetime",
    arguments: [
      ("", 119, true), ("", 121, false), ("idle 4h", 239, true), ("idle 4h", 241, false),
      ("idle 30 days; lifetime 3h", 179, true), ("idle 30 days; lifetime 3h", 181, false),
      ("idle 30 days", 60 * 24 * 29, true),
    ])
  func ends(policy: String, minutes: Int, isOpen: Bool) async throws {
    let world = try await browser("\(Self.twoFactors)\nsession-policy { \(policy) }")
    world.client.clock.advance(by: .seconds(minutes * 60))
    try await world.enter(nil)
    #expect(world.isSignedIn == isOpen)
    #expect(world.client.steps == (isOpen ? [] : ["identify"]))
  }

  @Test("Each use extends its idle time, but not its lifetime")
  func used() async throws {
    let world = try await browser(
      "\(Self.twoFactors)\nsession-policy { idle 1h; lifetime 150m }")
    for _ in 1...2 {
      world.client.clock.advance(by: .seconds(3000))
      try await world.enter(nil)
      #expect(world.isSignedIn)
    }
    world.client.clock.advance(by: .seconds(3200))
    try await world.enter(nil)
    #expect(world.client.steps == ["identify"])
  }

  @Test("The oldest sessions are dropped first")
  func bounded() async throws {
    let settings = "\(Self.people)\nsign-on { require password }"
    let org = try OrgClient.org(settings).limited(to: OrgLimits(sessions: 1))
    let clock = ManualClock(now: .seconds(1_800_000_000))
    let first = PolicyWorld(OrgClient(server: OrgServer(org, clock: clock, seed: 1), clock: clock))
    let second = PolicyWorld(OrgClient(server: first.client.server, clock: clock))
    for world in [first, second] {
      try await world.enter()
      try await world.verify("password")
      world.keepCookies()
    }
    try await first.enter(nil)
    #expect(first.client.steps == ["identify"])
    try await second.enter(nil)
    #expect(second.isSignedIn)
    #expect(second.client.server.state.sessions.numbers.count == 1)
  }

  // MARK: Repeated verifications

  @Test(
    "A verification that is too old doesn't count",
    arguments: [
      ("reauthenticate every 3h", "+50m", []),
      ("reauthenticate every 3h", "+70m", ["Password", "Email"]),
      ("reauthenticate always", "0", ["Password", "Email"]), ("reauthenticate once", "+50m", []),
      ("reauthenticate password every 150m", "+20m", []),
      ("reauthenticate password every 150m", "+40m", ["Password"]),
      ("reauthenticate possession always", "0", ["Email"]),
      ("reauthenticate email every 1h; reauthenticate every 30 days", "+1m", ["Email"]),
      ("reauthenticate knowledge once; reauthenticate always", "+1m", ["Email"]),
    ])
  func reauthenticates(setting: String, clock: String, offered: [String]) async throws {
    let world = try PolicyWorld(
      """
      \(Self.people)
      sign-on { require password and email; \(setting) }
      session-policy { idle 30 days }
      """)
    try await world.enter(
      nil, ["X-Flow-Session": "Jane@example.com", "X-Flow-Clock": clock])
    #expect(world.offered == offered)
    #expect(world.isSignedIn == offered.isEmpty)
    #expect(world.factors == String(2 - offered.count), "an old verification doesn't count")
    if offered.count == 2 { try await world.verify("password") }
    if offered.contains("Email") {
      try await world.verify("email")
    } else if !offered.isEmpty {
      try await world.verify("password")
    }
    #expect(world.isSignedIn)
  }

  @Test("The session's verifications count, and only the rest is asked for")
  func partly() async throws {
    let world = try PolicyWorld("\(Self.people)\n\(Self.twoFactors)")
    try await world.enter(nil, ["X-Flow-Session": "joe@example.com"])
    #expect(world.offered == ["Email"])
    #expect(world.client.page["user"]?["value"]?["identifier"] == "joe@example.com")
    try await world.verify("email")
    #expect(world.isSignedIn)
    #expect(world.factors == "2")
  }

  @Test(
    "A client can ask for more than the session has",
    arguments: [
      ("prompt", "login", ["identify"]), ("prompt", "consent", []), ("max_age", "7199", nil),
      ("max_age", "7201", []), ("max_age", "0", nil),
    ] as [(String, String, [String]?)])
  func asks(name: String, value: String, steps: [String]?) async throws {
    let world = try PolicyWorld(
      "\(Self.people)\n\(Self.twoFactors)\nsession-policy { idle 3h }")
    try await world.enter(
      nil, ["X-Flow-Session": "jane@example.com"], with: [FormPair(name, value)])
    if let steps {
      #expect(world.client.steps == steps)
    } else {
      #expect(world.offered == ["Password", "Email"])
    }
  }

  @Test(
    "A class of assurance is checked against the session's verifications",
    arguments: [
      ("urn:okta:loa:1fa:pwd", true), ("urn:okta:loa:2fa:any", true), ("phr", false),
    ])
  func assures(value: String, isMet: Bool) async throws {
    let world = try PolicyWorld(
      "\(Self.people)\nsign-on { require any 1 }\nsession-policy { idle 3h }")
    try await world.enter(
      nil, ["X-Flow-Session": "jane@example.com"], with: [FormPair("acr_values", value)])
    #expect(world.isSignedIn == isMet)
    #expect(isMet || world.client.status == 403)
  }

  @Test(
    "A verification is asked for again at its maximum age, and not before",
    arguments: [
      ("idle 2h; lifetime 1 day", "0", true), ("idle 121m; lifetime 1 day", "0", false),
      ("idle 1 day; lifetime 2h", "0", true), ("idle 1 day; lifetime 121m", "59s", false),
      ("idle 1 day; lifetime 121m", "1m", true),
    ])
  func ends(session: String, clock: String, isOver: Bool) async throws {
    let world = try PolicyWorld(
      "\(Self.people)\nsign-on { require any 1 }\nsession-policy { \(session) }")
    try await world.enter(
      nil, ["X-Flow-Session": "jane@example.com", "X-Flow-Clock": "+\(clock)"])
    #expect((world.client.steps == ["identify"]) == isOver, "\(world.client.steps)")
  }

  @Test("A rule can deny a user with an open session")
  func denied() async throws {
    let world = try await browser(
      """
      sign-on "blocked" { when risk high; deny }
      sign-on { require password and email }
      """)
    try await world.enter(nil, ["X-Flow-Risk": "high"])
    #expect(world.isDenied)
    #expect(world.rule == "blocked")
  }

  @Test(
    "A user who can no longer sign in isn't signed on by a session or able to begin one")
  func without() async throws {
    let world = try PolicyWorld("\(Self.people)\n\(Self.twoFactors)")
    try await world.enter(nil, ["X-Flow-Session": "max@example.com"])
    #expect(world.client.steps == ["identify"])
    world.client.always = [:]
    for login in ["lee@example.com", "nobody", ""] {
      let answer = try await world.client.send(
        .post, "/oauth2/default/v1/interact", headers: ["X-Flow-Session": login],
        .form(ContextHeaderTests.form))
      #expect(world.client.status == 400)
      #expect(answer["error"] == "invalid_request")
    }
  }

  @Test(
    "A user who sets a new password can end the sessions of all browsers", arguments: [true, false])
  func revokes(ends: Bool) async throws {
    let world = try await browser("\(Self.twoFactors)\nrecovery { password by email }")
    let other = PolicyWorld(OrgClient(server: world.client.server, clock: world.client.clock))
    try await other.enter()
    try await other.client.choose("select-authenticator-authenticate", "Password")
    try await other.client.recover()
    try await other.client.passcode(other.client.code("email"))
    try await other.client.submit(
      "reset-authenticator",
      ["credentials": ["passcode": "Quite-New-4", "revokeSessions": .bool(ends)]])
    #expect(other.isSignedIn)
    try await world.enter(nil)
    #expect(world.isSignedIn != ends)
  }

  // MARK: Staying signed in

  @Test("A user can stay signed in, and isn't asked again for a while")
  func stays() async throws {
    let world = try PolicyWorld(
      """
      \(Self.people)
      sign-on { require password }
      session-policy { idle 1h; lifetime 8h }
      keep-me-signed-in asked { prompt every 30 days; lifetime 20 days }
      """)
    try await world.enter()
    try await world.verify("password")
    #expect(world.client.steps == ["keep-me-signed-in"])
    try await world.client.submit("keep-me-signed-in", ["keepMeSignedIn": true])
    #expect(world.isSignedIn)
    #expect(
      world.client.headers["Set-Cookie"]?.hasSuffix("; Max-Age=\(20 * 86_400)") == true)
    world.keepCookies()
    world.client.clock.advance(by: .seconds(19 * 86_400))
    try await world.enter(nil)
    #expect(world.isSignedIn)
    world.client.always = [:]
    try await world.enter()
    try await world.verify("password")
    #expect(world.isSignedIn, "it was asked 19 days ago")
    world.client.clock.advance(by: .seconds(12 * 86_400))
    try await world.enter()
    try await world.verify("password")
    #expect(world.client.steps == ["keep-me-signed-in"])
    try await world.client.submit("keep-me-signed-in", ["keepMeSignedIn": false])
    #expect(world.client.headers["Set-Cookie"]?.contains("Max-Age") == false)
  }

  @Test(
    "A cookie outlives the browser if the policy or the user says so",
    arguments: [
      ("", false, nil), ("persistent on", false, 34_560_000), ("", true, 34_560_000),
      ("persistent on; lifetime 12h", false, 43_200),
    ] as [(String, Bool, Int?)])
  func persists(policy: String, remembers: Bool, life: Int?) async throws {
    let world = try PolicyWorld(
      "\(Self.people)\nsign-on { require password }\nsession-policy { \(policy) }")
    try await world.enter(nil)
    try await world.client.submit(
      "identify", ["identifier": "jane@example.com", "rememberMe": .bool(remembers)])
    try await world.verify("password")
    let cookie = try #require(world.client.headers["Set-Cookie"])
    #expect(cookie.contains("Max-Age") == (life != nil))
    if let life { #expect(cookie.hasSuffix("Max-Age=\(life)")) }
  }
}
