import FlowText
import FlowEngine
import FlowHTTP
import Testing

@testable import OktaSimulator

@Suite("A request's data about a sign-in's context")
struct ContextHeaderTests {
  static let form =
    [
      FormPair("client_id", "client"), FormPair("scope", "openid"),
      FormPair("redirect_uri", "com.example:/callback"),
    ] + OrgClient.proof

  static let settings = """
    user "jane@example.com" { password "Correct-Horse-1" }
    sign-on "a" { when zone "office"; require password }
    sign-on     { require password }
    """

  @Test(
    "An invalid value is refused with the values that the header accepts",
    arguments: [
      ("X-Flow-Zone", "moon", "office"), ("X-Flow-Zone", "", "office"),
      ("X-Flow-Zone", "office,", "office"), ("X-Flow-Zone", "office, moon", "office"),
      ("X-Flow-IP", "10.0.0", "IPv4"), ("X-Flow-IP", "10.0.0.256", "IPv4"),
      ("X-Flow-IP", "", "IPv6"), ("X-Flow-Device", "mine", "registered, managed, unregistered"),
      ("X-Flow-Risk", "huge", "low, medium, high"), ("X-Flow-Platform", "mobile", "chromeos"),
      ("X-Flow-Clock", "8 hours", "+8h"), ("X-Flow-Clock", "", "-30m"),
      ("X-Flow-Clock", "+4000d", "+10d"), ("X-Flow-Session", "jane@example.com", "session"),
      ("X-Flow-Remembered", "nobody@example.com", "the name of a user"),
    ])
  func refuses(name: String, value: String, text: String) async throws {
    let client = try OrgClient(Self.settings)
    let answer = try await client.send(
      .post, "/oauth2/default/v1/interact", headers: HTTPHeaders(fields: [.init(name, value)]),
      .form(Self.form))
    #expect(client.status == 400)
    #expect(answer["error"] == "invalid_request")
    let description = try #require(answer["error_description"]?.string)
    #expect(description.hasPrefix("The '\(name)' header takes "))
    #expect(description.contains(text))
  }

  @Test(
    "Names of headers and words are case-insensitive",
    arguments: [
      ("x-flow-zone", " office "), ("X-FLOW-DEVICE", "Managed"), ("x-flow-risk", "LOW"),
      ("X-Flow-Platform", "iOS"), ("X-Flow-Clock", "0"),
    ])
  func accepts(name: String, value: String) async throws {
    let client = try OrgClient(Self.settings)
    try await client.send(
      .post, "/oauth2/default/v1/interact", headers: HTTPHeaders(fields: [.init(name, value)]),
      .form(Self.form))
    #expect(client.status == 200)
  }

  @Test("If no rule uses zones, any zone is accepted")
  func anyZone() async throws {
    let client = try OrgClient("sign-on { require password }")
    try await client.send(
      .post, "/oauth2/default/v1/interact", headers: ["X-Flow-Zone": "moon"], .form(Self.form))
    #expect(client.status == 200)
  }

  @Test(
    "A clock is set by a duration",
    arguments: [
      ("+8h", 28_800), ("-8h", -28_800), ("8h", 28_800), ("90", 90), ("+90s", 90), ("-30m", -1800),
      ("10d", 864_000), ("+3650d", 315_360_000), ("+3651d", nil), ("1000000000000h", nil),
      ("", nil), ("+", nil), ("h", nil), ("8w", nil), ("1.5h", nil), ("+-1h", nil), ("8h ", nil),
    ] as [(String, Int?)])
  func offset(text: String, seconds: Int?) {
    #expect(ContextHeaders.offset(text) == seconds.map { .seconds($0) })
  }

  @Test("A moved clock affects everything in its sign-in, and in no other", arguments: [8, -8])
  func clock(hours: Int) async throws {
    let client = try OrgClient(
      """
      user "jane@example.com" { password "Correct-Horse-1"; email-link opens after 5s }
      authenticators password, email
      sign-on { require password and email }
      """)
    let world = PolicyWorld(client)
    let moved = client.clock.now + .seconds(hours * 3600)
    try await world.enter("jane@example.com", ["X-Flow-Clock": "\(hours)h"])
    client.always = [:]
    #expect(client.page["expiresAt"]?.string == CivilTime(moved + .seconds(3600)).iso8601)
    #expect(client.headers["Date"] == CivilTime(moved).httpDate)
    try await world.verify("password", "email")
    #expect(world.isSignedIn)
    let answer = try await client.redeem()
    let token = try #require(answer["id_token"]?.string).split(separator: ".")[1]
    let claims = try JSON(parsing: try #require(Base64URL.decode(String(token))))
    let now = Int(moved.components.seconds)
    for (name, value) in [("iat", now), ("auth_time", now), ("exp", now + 3600)] {
      #expect(claims[name]?.integer == value)
    }
    let bearer = try #require(answer["access_token"]?.string)
    for (seconds, status) in [(3599, 200), (1, 401)] {
      client.clock.advance(by: .seconds(seconds))
      try await client.send(
        .get, "/oauth2/default/v1/userinfo", headers: ["Authorization": "Bearer \(bearer)"])
      #expect(client.status == status)
    }
    let other = PolicyWorld(OrgClient(server: client.server, clock: client.clock))
    try await other.enter()
    #expect(other.client.headers["Date"] == CivilTime(client.clock.now).httpDate)
  }

  @Test(
    "A request from a blocked zone is refused before any policy",
    arguments: [
      (["X-Flow-IP": "10.0.0.9"], 403), (["X-Flow-IP": "10.0.1.9"], 200),
      (["X-Forwarded-For": "10.0.0.9"], 403), (["X-Flow-Zone": "bad"], 403), ([:], 200),
    ] as [(HTTPHeaders, Int)])
  func blocked(headers: HTTPHeaders, status: Int) async throws {
    let client = try OrgClient("zone bad { ip \"10.0.0.0/24\"; blocked on }")
    let answer = try await client.send(
      .post, "/oauth2/default/v1/interact", headers: headers, .form(Self.form))
    #expect(client.status == status)
    #expect(answer["errorCode"] == (status == 403 ? "E0000006" : nil))
  }
}

@Suite("Addresses of networks")
struct IPAddressTests {
  @Test(
    "An address is in the ranges that include it",
    arguments: [
      ("10.0.0.0/8", "10.1.2.3", true), ("10.0.0.0/8", "11.0.0.0", false),
      ("10.1.2.3/8", "10.0.0.0", true), ("10.1.2.3", "10.1.2.3", true),
      ("10.1.2.3", "10.1.2.4", false), ("0.0.0.0/0", "255.255.255.255", true),
      ("0.0.0.0/0", "::1", false), ("10.0.0.1-10.0.0.9", "10.0.0.5", true),
      ("10.0.0.1-10.0.0.9", "10.0.0.10", false), ("10.0.0.7/32", "10.0.0.7", true),
      ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::", false),
      ("::/0", "10.0.0.1", true), ("::1", "0:0:0:0:0:0:0:1", true), ("::", "::0", true),
      ("::ffff:10.0.0.1", "10.0.0.1", true), ("fe80::1-fe80::9", "FE80::5", true),
      ("1::", "1:0:0:0:0:0:0:0", true), ("64:ff9b::10.0.0.1", "64:ff9b::a00:1", true),
    ])
  func holds(range: String, address: String, isIn: Bool) throws {
    let range = try #require(IPAddress.range(range))
    #expect(range.contains(try #require(IPAddress(address))) == isIn)
  }

  @Test(
    "An invalid address is refused",
    arguments: [
      "", "1", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.4/33", "1.2.3.4/", "1.2.3.4/x", "/8",
      "1.2.3.4-", "-1.2.3.4", "9.0.0.0-1.0.0.0", "1.2.3.4-::1", "::1::", "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::8", ":::", "12345::", "g::", "::1/129", "1.2.3.4 ",
      "1..2.3", "1.2.3.4/4294967297", String(repeating: "1", count: 1000),
    ])
  func isNone(text: String) {
    #expect(IPAddress.range(text) == nil)
  }
}
