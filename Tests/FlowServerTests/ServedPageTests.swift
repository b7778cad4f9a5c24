import FlowCrypto
import FlowEngine
import OktaSimulator
import FlowHTTP
import TestSupport
import Testing

@testable import FlowServer

/// The page of a served org, and the permissions on it.
@Suite("The page of a served org", .realTime, .enabled(if: RSA.isAvailable))
struct ServedPageTests {
  private static let pushing = """
    org pushing {
      authenticators password, email, okta-verify via push or totp
      user "jane@example.com" {
        password "Correct-Horse-1"
        first-name "Jane<i>"
        groups "a&b"
        okta-verify "JBSWY3DPEHPK3PXP"
      }
      sign-on     { require password and possession }
      okta-verify { number-challenge on }
      email-link shows-code
    }
    """

  private func afterPassword(_ org: ServedTestOrg) throws -> SocketSignIn {
    var signIn = try SocketSignIn(org)
    try signIn.identify()
    try signIn.passcode("Correct-Horse-1")
    return signIn
  }

  private func pushed(_ org: ServedTestOrg) throws -> SocketSignIn {
    var signIn = try afterPassword(org)
    let option = signIn.page.option("Okta Verify")
    let id = try #require(option.first { $0["name"] == "id" }?["value"]?.string)
    try signIn.post("challenge", ["authenticator": ["id": .string(id), "methodType": "push"]])
    #expect(signIn.page.steps.first == "challenge-poll")
    return signIn
  }

  // MARK: Contents

  @Test("It shows codes, users and every step of a sign-in, and no password, token or handle")
  func shows() throws {
    let org = try ServedTestOrg()
    var signIn = try afterPassword(org)
    try signIn.choose("Email")
    let code = try signIn.code()
    try signIn.passcode("wrong")
    try signIn.passcode(code)
    let tokens = try signIn.tokens()
    let html = try org.get("/").text
    for text in [
      code, "jane@example.com", "Jane Doe", "lee@example.com", "locked", "Google Authenticator",
      "<code>identify</code>", "<code>select-authenticator-authenticate</code>",
      "Invalid code. Try again.", "has tokens", org.service.issuer.description,
    ] {
      #expect(html.contains(text), "\(text)")
    }
    let secrets = [
      "Correct-Horse-1", "Battery-Staple-2", "JBSWY3DPEHPK3PXP", "Rabbit", signIn.page.stateHandle,
      signIn.interactionHandle, signIn.interactionCode,
      try #require(tokens.json["access_token"]?.string),
      try #require(tokens.json["id_token"]?.string),
    ]
    let live = try org.get("/flow/live").text
    for secret in secrets {
      #expect(!secret.isEmpty && !html.contains(secret) && !live.contains(secret))
    }
  }

  @Test("The rules and factors that the org reports are shown with their sign-in")
  func rules() throws {
    let journal = SignInJournalEntry.reading([
      "X-Flow-Rule": "st%C3%A4ff%20%3Cb%3E", "X-Flow-Session-Rule": "default",
      "X-Flow-Factors": "2",
    ])
    #expect(journal.rule == "stäff <b>")
    #expect(journal.sessionRule == "default" && journal.factors == "2")
  }

  @Test("User input and user names are text on the page, and never markup")
  func escaping() throws {
    let org = try ServedTestOrg(
      Self.pushing.split(separator: "\n").joined(separator: "\n")
        .replacing("email-link shows-code", with: "registration { profile email, firstName }"))
    let bad = "<img src=x onerror=alert(1)>\"'&@x.y"
    var signIn = try SocketSignIn(org)
    try signIn.identify(bad)
    var other = try SocketSignIn(org)
    try other.post("enroll", [:])
    try other.post(
      "enroll/new",
      ["userProfile": ["email": "a@example.com", "firstName": "</section><script>x</script>"]])
    for text in [try org.get("/").text, try liveMarkup(org)] {
      #expect(!text.contains("<img") && !text.contains("<script>x") && !text.contains("<i>"))
      #expect(text.contains("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;@x.y"))
      #expect(text.contains("Jane&lt;i&gt;") && text.contains("a&amp;b"))
    }
  }

  private func liveMarkup(_ org: ServedTestOrg) throws -> String {
    let sections = try org.get("/flow/live").json["sections"]?.object?.members ?? []
    #expect(
      sections.map(\.name) == ["phones", "inbox", "sign-ins", "faults", "circumstances", "users"])
    return sections.compactMap { $0.value.string }.joined()
  }

  @Test("Control characters and marks that turn text around are replaced")
  func controls() {
    let text = "a\u{202E}b\u{0}c\u{2066}d"
    #expect(("\(text)" as HTML).markup == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d")
  }

  @Test("Unchanged data isn't sent again")
  func unchanged() throws {
    let org = try ServedTestOrg()
    let tag = try #require(try org.get("/flow/live")["ETag"])
    let same = try org.get("/flow/live", "If-None-Match: \(tag)")
    #expect(same.status == 304 && same.body.isEmpty)
    _ = try SocketSignIn(org)
    #expect(try org.get("/flow/live", "If-None-Match: \(tag)").status == 200)
  }

  @Test("It loads nothing from elsewhere, can't be framed, and allows only its own script")
  func policy() throws {
    let org = try ServedTestOrg()
    let answer = try org.get("/")
    let policy = try #require(answer["Content-Security-Policy"])
    for part in [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'",
      "base-uri 'none'", "form-action 'self'",
    ] {
      #expect(policy.contains(part))
    }
    #expect(!policy.contains("unsafe"))
    #expect(answer["X-Content-Type-Options"] == "nosniff")
    #expect(answer["Cache-Control"] == "no-store")
    let html = answer.text
    #expect(!html.contains("onclick") && !html.contains("style=") && !html.contains("<script>"))
    let script = try org.get("/flow/page.js")
    #expect(
      script["Content-Type"] == "text/javascript; charset=utf-8" && script.text.contains("look"))
    #expect(try org.get("/flow/page.css").text.contains("color-scheme: light dark"))
    #expect(try org.get("/flow/other").status == 404)
  }

  // MARK: Actions

  @Test("A push is answered there, and shown with its number", arguments: ["approve", "deny"])
  func push(answer: String) throws {
    let org = try ServedTestOrg(Self.pushing)
    var signIn = try pushed(org)
    // It waits for the page, however often it is polled.
    try signIn.post("authenticators/poll", [:])
    #expect(signIn.page.steps.first == "challenge-poll")
    let number = IDXPageView.all(signIn.page.json)
      .compactMap { $0["correctAnswer"]?.string }.first
    let html = try org.get("/").text
    #expect(html.contains("<strong>\(try #require(number))</strong>"))
    let done = try org.form(
      "/flow/push", "guard=\(try org.guardWord())&sign-in=0&answer=\(answer)",
      "Origin: http://\(org.authority)", "Sec-Fetch-Site: same-origin")
    #expect(done.status == 303 && done["Location"] == "/#phones")
    try signIn.post("authenticators/poll", [:])
    #expect((signIn.last.json["successWithInteractionCode"] != nil) == (answer == "approve"))
    #expect((signIn.last.status == 400) == (answer == "deny"))
    let again = try org.form(
      "/flow/push", "guard=\(try org.guardWord(in: html))&sign-in=0&answer=\(answer)")
    #expect(again.status == 409)
  }

  @Test("A mail's link is opened there, and the sign-in that polls continues")
  func link() throws {
    let org = try ServedTestOrg(Self.pushing)
    var signIn = try afterPassword(org)
    try signIn.choose("Email")
    let word = try org.guardWord()
    try signIn.post("challenge/poll", [:])
    #expect(signIn.page.steps.first == "challenge-authenticator")
    #expect(try org.form("/flow/link", "guard=\(word)&message=1").status == 303)
    try signIn.post("challenge/poll", [:])
    #expect(signIn.last.json["successWithInteractionCode"] != nil)
    for number in ["1", "2", "0", "-9223372036854775808", "x", ""] {
      #expect(try org.form("/flow/link", "guard=\(word)&message=\(number)").status == 409)
    }
  }

  /// The path and query of the latest mail's link, as on the page.
  private func newestLink(_ org: ServedTestOrg) throws -> String {
    let html = try org.get("/").text
    let start = try #require(html.firstRange(of: "/email/verify?")).lowerBound
    return String(html[start...].prefix { $0 != "\"" })
  }

  @Test("A browser that opens a mail's link elsewhere shows the code")
  func linkElsewhere() throws {
    let org = try ServedTestOrg(Self.pushing)
    var signIn = try afterPassword(org)
    try signIn.choose("Email")
    let link = try newestLink(org)
    let answer = try org.get(link, "Accept: text/html,application/xhtml+xml")
    #expect(answer["Content-Type"] == "text/html; charset=utf-8" && answer.status == 200)
    #expect(answer.text.contains("<code>\(try signIn.code())</code>"))
    // A program gets the engine's answer.
    #expect(try org.get(link).json["currentAuthenticator"] != nil)
    let gone = try org.get("/email/verify?token=%3Cb%3E", "Accept: text/html")
    #expect(gone.status == 400 && !gone.text.contains("<b>"))
  }

  @Test(
    "A browser asks whether it was the user, and the sign-in continues accordingly",
    arguments: [true, false])
  func consentElsewhere(agrees: Bool) throws {
    let org = try ServedTestOrg(
      Self.pushing.replacing("email-link shows-code", with: "email-link asks-consent"))
    var signIn = try afterPassword(org)
    try signIn.choose("Email")
    let asked = try org.get(try newestLink(org), "Accept: text/html").text
    #expect(asked.contains("name=\"message\" value=\"1\"") && !asked.contains("stateHandle"))
    let answer = agrees ? "approve" : "deny"
    let body = "guard=\(try org.guardWord(in: asked))&message=1&answer=\(answer)"
    #expect(try org.form("/flow/link", body).status == 303)
    try signIn.post("challenge/poll", [:])
    #expect((signIn.last.json["successWithInteractionCode"] != nil) == agrees)
    #expect((signIn.last.status == 400) == !agrees)
  }

  @Test("Only the page can act")
  func crossSite() throws {
    let org = try ServedTestOrg(Self.pushing)
    _ = try pushed(org)
    let word = try org.guardWord()
    let body = "guard=\(word)&sign-in=0&answer=approve"
    let refused = [
      try org.form("/flow/push", body, "Origin: http://evil.example"),
      try org.form("/flow/push", body, "Origin: http://localhost:3000"),
      try org.form("/flow/push", body, "Origin: null"),
      try org.form("/flow/push", body, "Sec-Fetch-Site: cross-site"),
      try org.form("/flow/push", body, "Sec-Fetch-Site: same-site"),
      try org.form("/flow/push", "guard=wrong&sign-in=0&answer=approve"),
      try org.form("/flow/push", "sign-in=0&answer=approve"),
    ]
    #expect(refused.map(\.status) == Array(repeating: 403, count: refused.count))
    #expect(try org.get("/flow/push").status == 404)
    #expect(
      try org.form("/flow/push", body + "&x=" + String(repeating: "x", count: 2000)).status == 400)
    let preflight = try org.send(
      "OPTIONS", "/flow/push",
      ["Origin: http://localhost:3000", "Access-Control-Request-Method: POST"])
    #expect(preflight["Access-Control-Allow-Origin"] == nil)
    let read = try org.get("/flow/live", "Origin: http://localhost:3000")
    #expect(read["Access-Control-Allow-Origin"] == nil)
    // None of these has answered the push.
    #expect(try org.form("/flow/push", body).status == 303)
  }

  // MARK: Permissions

  @Test("A foreign host name gets nothing, so that no foreign name can lead here")
  func rebinding() throws {
    let org = try ServedTestOrg()
    for host in ["evil.example", "localhost.evil.example", "192.168.0.1", "127.0.0.1.evil.example"]
    {
      for path in ["/", "/flow/live", "/oauth2/default/v1/keys"] {
        let answer = try org.get(path, "Host: \(host):\(org.port)")
        #expect(answer.status == 421 && answer["Access-Control-Allow-Origin"] == nil)
      }
    }
    #expect(try org.get("http://evil.example/").status == 421)
    for host in ["localhost", "127.0.0.1", "[::1]", "127.0.0.9"] {
      #expect(try org.get("/", "Host: \(host):\(org.port)").status == 200)
    }
  }

  @Test("Every answer has one date, by the org's clock")
  func dates() throws {
    let org = try ServedTestOrg()
    let answers = [
      try org.get("/"), try org.get("/nothing"), try org.get("/oauth2/default/v1/keys"),
      try org.get("/", "Host: evil.example"),
      try org.send("OPTIONS", "/oauth2/default/v1/token", ["Origin: http://localhost:3000"]),
    ]
    let dates = Set(answers.map { $0["Date"] })
    #expect(dates.count == 1 && dates.first??.hasSuffix(" GMT") == true, "\(dates)")
  }

  @Test("Names and ports are kept up to a limit, and others are still served")
  func names() throws {
    let org = try ServedTestOrg()
    let statuses = try (1...OrgAddresses.namesMax + 1).map {
      try org.get("/oauth2/default/v1/keys", "Host: 127.0.0.1:\($0)").status
    }
    #expect(statuses.allSatisfy { $0 == 200 })
    #expect(try org.get("/oauth2/default/v1/keys").status == 200)
  }

  @Test(
    "A page of another machine can read nothing",
    arguments: [
      "http://evil.example", "null", "http://localhost.evil.example",
      "https://127.0.0.1.evil.example",
      "http://localhost:3000/", "http://localhost:3000@evil.example", "file://", "",
    ])
  func otherOrigins(origin: String) throws {
    let org = try ServedTestOrg()
    let answers = [
      try org.get("/oauth2/default/v1/keys", "Origin: \(origin)"),
      try org.send(
        "OPTIONS", "/idp/idx/identify",
        ["Origin: \(origin)", "Access-Control-Request-Method: POST"]),
    ]
    for answer in answers {
      #expect(!answer.fields.contains { $0.name.hasPrefix("Access-Control") })
      #expect(answer["Vary"] == "Origin")
    }
  }
}
