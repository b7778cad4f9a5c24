import FlowEngine
import MobileIdPSimulator
import FlowHTTP
import Testing
import SimulatorKit

@Suite("A login page that accepts a sign-in from elsewhere")
struct MobileIdPAssertionTests {
  private static let host = "login.salesforce.com"
  private static let other = "test.salesforce.com"

  /// Sends the login page with an assertion, and returns the result: `in`, or the error.
  private func logIn(
    _ client: MobileIdPClient, _ assertion: Secret, as user: String = "ada@acme.test",
    password: String? = nil
  ) -> String {
    client.send(
      .post, "/login",
      MobileIdPClient.form([
        ("username", user), ("assertion", assertion.reveal()), ("password", password),
        ("startURL", MobileIdPClient.authorize()),
      ]))
    return client.status == 302 ? "in" : client.json["error"]?.string ?? "-"
  }

  @Test("It signs its user in, and a code is issued as after a password")
  func signsIn() throws {
    let client = try MobileIdPClient()
    let assertion = try #require(client.server.vouch(host: Self.host, username: "ada@acme.test"))
    #expect(logIn(client, assertion) == "in")
    client.send(.get, try #require(client.location))
    try client.decide()
    #expect(client.redeem(try #require(client.returned("code"))) == "ok")
    #expect(
      client.userinfo(try #require(client.json["access_token"]?.string)) == "ada@acme.test")
  }

  @Test("Case doesn't count in the name and the host")
  func letters() throws {
    let client = try MobileIdPClient()
    let vouched = client.server.vouch(host: "LOGIN.salesforce.com", username: "Ada@ACME.test")
    #expect(logIn(client, try #require(vouched), as: "ADA@acme.test") == "in")
  }

  @Test("It can be used once")
  func once() throws {
    let client = try MobileIdPClient()
    let assertion = try #require(client.server.vouch(host: Self.host, username: "ada@acme.test"))
    #expect(logIn(client, assertion) == "in")
    #expect(logIn(client, assertion) == "invalid_login")
    let next = try #require(client.server.vouch(host: Self.host, username: "ada@acme.test"))
    #expect(next != assertion)
    #expect(logIn(client, next) == "in")
  }

  @Test("It is valid for a minute", arguments: [(59, "in"), (60, "invalid_login")])
  func expires(seconds: Int, end: String) throws {
    let client = try MobileIdPClient()
    let assertion = try #require(client.server.vouch(host: Self.host, username: "ada@acme.test"))
    client.clock.advance(by: .seconds(seconds))
    #expect(logIn(client, assertion) == end)
  }

  @Test("It is for its user at its host, and a refusal doesn't use it up")
  func bound() throws {
    let world = try MobileIdPClient.world(
      "pw-bob\"; id \"005000000000002AAA\"; host \"test.salesforce.com\"",
      "pw-bob\"; id \"005000000000002AAA\"")
    let client = try MobileIdPClient(world)
    let assertion = try #require(client.server.vouch(host: Self.host, username: "ada@acme.test"))
    #expect(logIn(client, assertion, as: "bob@acme.test") == "invalid_login")
    #expect(logIn(client, assertion, as: "eve@acme.test") == "invalid_login")
    client.host = Self.other
    #expect(logIn(client, assertion) == "invalid_login")
    client.host = Self.host
    #expect(logIn(client, assertion) == "in")
  }

  @Test("No other text is accepted, and a right password doesn't help a wrong assertion")
  func wrong() throws {
    let client = try MobileIdPClient()
    let token = try client.login().accessToken
    for text in [Secret("x"), Secret(String(repeating: "A", count: 40)), token] {
      #expect(logIn(client, text, password: "pw-ada") == "invalid_login")
    }
  }

  @Test("Only an active user of the host is accepted")
  func vouch() throws {
    let server = try MobileIdPClient(
      MobileIdPClient.world + "\nuser \"old@acme.test\" { status inactive }\n"
        + "user \"far@acme.test\" { status org-inactive }"
    ).server
    for (host, user) in [
      (Self.other, "ada@acme.test"), (Self.host, "bob@acme.test"), (Self.host, "eve@acme.test"),
      (Self.host, "old@acme.test"), (Self.host, "far@acme.test"), ("evil.test", "ada@acme.test"),
      ("", ""),
    ] {
      #expect(server.vouch(host: host, username: user) == nil, "\(host) \(user)")
    }
    #expect(server.vouch(host: Self.other, username: "bob@acme.test") != nil)
  }

  @Test("Unused ones are removed in the end, the oldest first")
  func bounded() throws {
    let client = try MobileIdPClient()
    let before = client.server.state.count
    let first = try #require(client.server.vouch(host: Self.host, username: "ada@acme.test"))
    for _ in 0..<200 { _ = client.server.vouch(host: Self.host, username: "ada@acme.test") }
    #expect(client.server.state.count == before + 128)
    #expect(logIn(client, first) == "invalid_login")
  }
}
