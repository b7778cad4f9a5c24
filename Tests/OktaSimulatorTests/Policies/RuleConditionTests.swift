import FlowHTTP
import Testing

@Suite("The applicable sign-on rule")
struct RuleConditionTests {
  /// One sign-in: the user, the context, and the rule that must apply.
  struct Row: Sendable, CustomTestStringConvertible {
    var condition: String
    var login = "jane@example.com"
    var headers: HTTPHeaders = [:]
    var fits: Bool

    var testDescription: String {
      "\(condition) for \(login) with \(headers.fields.map(\.value)): \(fits)"
    }

    init(_ condition: String, _ name: String, _ fits: Bool) {
      self.init(condition, name, [:], fits)
    }

    init(_ condition: String, _ name: String, _ headers: HTTPHeaders, _ fits: Bool) {
      self.condition = condition
      login = name + "@example.com"
      self.headers = headers
      self.fits = fits
    }
  }

  static let zones = """
    zone "office" { ip "10.0.0.0/8", "192.168.1.1-192.168.1.9", "2001:db8::/32" }
    zone "cafe" { ip "172.16.0.1" }
    """

  static let people: [Row] = [
    Row("group staff", "jane", true), Row("group staff", "lee", false),
    Row("group admins, staff", "jane", true), Row("groups staff", "joe", true),
    Row("not group contractors", "jane", true), Row("not group contractors", "joe", false),
    Row("not group contractors", "lee", true),
    Row("group staff and not group contractors", "joe", false),
    Row("group staff and not group contractors", "jane", true),
    Row("not group contractors, admins", "joe", false),
    Row("user \"jane@example.com\", \"lee@example.com\"", "lee", true),
    Row("user \"Jane@Example.com\"", "jane", true), Row("user \"jane@example.com\"", "joe", false),
    Row("not user \"jane@example.com\"", "jane", false),
    Row("not user \"jane@example.com\"", "joe", true),
    Row("type \"contractor\"", "kim", true), Row("type \"contractor\"", "jane", false),
    Row("not type contractor", "kim", false), Row("not type contractor", "jane", true),
  ]

  static let places: [Row] = [
    Row("zone \"office\"", "jane", ["X-Flow-Zone": "office"], true),
    Row("zone \"office\"", "jane", ["X-Flow-Zone": "cafe"], false),
    Row("zone \"office\"", "jane", ["X-Flow-Zone": "cafe, office"], true),
    Row("zone \"office\"", "jane", false), Row("not zone \"office\"", "jane", true),
    Row("not zone \"office\"", "jane", ["X-Flow-Zone": "office"], false),
    Row("not zone \"office\"", "jane", ["X-Flow-Zone": "cafe"], true),
    Row("zone office, cafe", "jane", ["X-Flow-IP": "172.16.0.1"], true),
    Row("zone office", "jane", ["X-Flow-IP": "10.255.0.1"], true),
    Row("zone office", "jane", ["X-Flow-IP": "192.168.1.9"], true),
    Row("zone office", "jane", ["X-Flow-IP": "192.168.1.10"], false),
    Row("zone office", "jane", ["X-Flow-IP": "2001:db8:1::1"], true),
    Row("zone office", "jane", ["X-Forwarded-For": "10.1.2.3, 1.1.1.1"], true),
    Row("zone office", "jane", ["X-Forwarded-For": "unknown"], false),
    Row(
      "zone office", "jane", ["X-Flow-IP": "8.8.8.8", "X-Forwarded-For": "10.1.2.3"], false),
  ]

  static let devices: [Row] = [
    Row("device registered", "jane", ["X-Flow-Device": "registered"], true),
    Row("device registered", "jane", ["X-Flow-Device": "managed"], true),
    Row("device managed", "jane", ["X-Flow-Device": "registered"], false),
    Row("device managed", "jane", ["X-Flow-Device": "managed"], true),
    Row("device unregistered", "jane", ["X-Flow-Device": "unregistered"], true),
    Row("device unregistered", "jane", false), Row("not device registered", "jane", true),
    Row("not device managed", "jane", ["X-Flow-Device": "managed"], false),
    Row("risk low, medium", "jane", ["X-Flow-Risk": "medium"], true),
    Row("risk low, medium", "jane", ["X-Flow-Risk": "high"], false),
    Row("risk high", "jane", false), Row("not risk high", "jane", true),
    Row("not risk high", "jane", ["X-Flow-Risk": "high"], false),
    Row("platform ios, android", "jane", ["X-Flow-Platform": "android"], true),
    Row("platform ios", "jane", ["X-Flow-Platform": "android"], false),
    Row("platform mobile", "jane", ["X-Flow-Platform": "ios"], true),
    Row("platform mobile", "jane", ["X-Flow-Platform": "macos"], false),
    Row("platform desktop", "jane", ["X-Flow-Platform": "chromeos"], true),
    Row("platform desktop", "jane", ["X-Flow-Platform": "other"], false),
    Row("not platform desktop", "jane", ["X-Flow-Platform": "windows"], false),
    Row(
      "group staff and zone office and risk low", "jane",
      ["X-Flow-Zone": "office", "X-Flow-Risk": "low"], true),
    Row("group staff and zone office and risk low", "jane", ["X-Flow-Zone": "office"], false),
  ]

  @Test(
    "The first rule whose conditions are all true applies", arguments: people + places + devices)
  func decides(_ row: Row) async throws {
    let world = try PolicyWorld(
      """
      \(PolicyWorld.people)
      \(Self.zones)
      sign-on "the rule" { when \(row.condition); require email }
      sign-on            { require password }
      """)
    try await world.enter(row.login, row.headers)
    #expect(world.rule == (row.fits ? "the%20rule" : "default"))
    #expect(world.sessionRule == "default")
    #expect(world.factors == "0")
    #expect(world.offered == [row.fits ? "Email" : "Password"])
    try await world.verify(row.fits ? "email" : "password")
    #expect(world.isSignedIn)
    #expect(world.factors == "1")
  }

  @Test("Two lines of `when` must both be true", arguments: [("office", true), ("cafe", false)])
  func lines(zone: String, fits: Bool) async throws {
    let world = try PolicyWorld(
      """
      \(PolicyWorld.people)
      sign-on "a" {
        when group staff
        when zone office, "home office"
        require email
      }
      sign-on "b" { when zone cafe; require password }
      """)
    try await world.enter("jane@example.com", ["X-Flow-Zone": zone])
    #expect(world.rule == (fits ? "a" : "b"))
  }

  @Test("No rule applies before the user is known")
  func undecided() async throws {
    let world = try PolicyWorld("\(PolicyWorld.people)\nsign-on { require password }")
    try await world.enter(nil)
    #expect(world.rule == nil)
    #expect(world.factors == nil)
    let tokens = try PolicyWorld("\(PolicyWorld.people)\nsign-on \"größer %\" { require any 2 }")
    try await tokens.enter()
    try await tokens.verify("password", "email")
    try await tokens.client.redeem()
    #expect(tokens.rule == "gr%C3%B6%C3%9Fer%20%25")
    #expect(tokens.sessionRule == "default")
    #expect(tokens.factors == "2")
  }

  @Test("If no rule applies, one factor is enough")
  func nothingFits() async throws {
    let world = try PolicyWorld(
      "\(PolicyWorld.people)\nsign-on \"a\" { when group admins; require any 2 }")
    try await world.enter("lee@example.com")
    #expect(world.rule == "default")
    #expect(world.offered == ["Password", "Email"])
    try await world.verify("email")
    #expect(world.isSignedIn)
  }

  @Test("Two users who differ in one group follow the two rules")
  func routes() async throws {
    let settings = """
      \(PolicyWorld.people)
      sign-on "contractors" { when group contractors; require password and email }
      sign-on "staff"       { when group staff; require password }
      """
    let jane = try PolicyWorld(settings)
    try await jane.enter("jane@example.com")
    #expect(jane.rule == "staff")
    try await jane.verify("password")
    #expect(jane.isSignedIn)
    let joe = try PolicyWorld(settings)
    try await joe.enter("joe@example.com")
    #expect(joe.rule == "contractors")
    try await joe.verify("password")
    #expect(!joe.isSignedIn)
    #expect(joe.offered == ["Email"])
    try await joe.verify("email")
    #expect(joe.isSignedIn)
    #expect(joe.factors == "2")
  }

  @Test("A rule can deny a user, once the user is known")
  func denies() async throws {
    let settings = """
      \(PolicyWorld.people)
      sign-on "blocked" { when risk high; deny }
      sign-on           { require password }
      """
    let world = try PolicyWorld(settings)
    try await world.enter(nil, ["X-Flow-Risk": "high"])
    #expect(world.client.steps == ["identify"])
    try await world.client.submit("identify", ["identifier": "jane@example.com"])
    #expect(world.isDenied)
    #expect(world.rule == "blocked")
    #expect(world.client.steps == [])
    try await world.enter("jane@example.com", ["X-Flow-Risk": "low"])
    #expect(world.rule == "default")
    #expect(world.offered == ["Password"])
  }

  @Test("A denied user doesn't learn whether the password was right")
  func deniesAtOnce() async throws {
    let settings = """
      \(PolicyWorld.people)
      sign-in identifier-and-password
      sign-on "blocked" { when group contractors; deny }
      sign-on           { require password }
      """
    for (password, isDenied) in [("Correct-Horse-1", true), ("wrong", false)] {
      let world = try PolicyWorld(settings)
      try await world.enter(nil)
      try await world.client.submit(
        "identify",
        [
          "identifier": "joe@example.com", "credentials": ["passcode": .string(password)],
        ])
      #expect(world.isDenied == isDenied)
    }
  }
}
