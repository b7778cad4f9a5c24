import FlowCrypto
import FlowEngine
import FlowHost
import OktaSimulator
import FlowHTTP
import TestSupport
import Testing

@testable import FlowServer

/// A served org's faults: on the wire, and on its page.
@Suite("Faults of a served org", .realTime, .enabled(if: RSA.isAvailable))
struct ServedFaultTests {
  private static let keys = "/oauth2/default/v1/keys"

  private func org(_ faults: String...) throws -> ServedTestOrg {
    try ServedTestOrg { $0.faults = try faults.map(RunOptions.fault) }
  }

  private func request(_ target: String, _ org: ServedTestOrg) throws -> [UInt8] {
    try RawConnection(org.port).send(
      "GET \(target) HTTP/1.1\r\nHost: \(org.authority)\r\nConnection: close\r\n\r\n"
    ).readAll()
  }

  private func encode(_ pairs: [(String, String)]) -> String {
    FormEncoding.encode(pairs.map { FormPair($0.0, $0.1) })
  }

  private func add(
    _ org: ServedTestOrg, _ pairs: [(String, String)], _ fields: String...
  ) throws -> RawAnswer {
    try org.send(
      "POST", "/flow/fault", ["Content-Type: application/x-www-form-urlencoded"] + fields,
      body: encode([("guard", try org.guardWord())] + pairs))
  }

  // MARK: On the wire

  @Test("A rate limit is reported with its headers, also to a page of another origin, and passes")
  func limited() throws {
    let org = try org("keys once: 429 retry-after 7")
    let answer = try org.get(Self.keys, "Origin: http://localhost:3000")
    #expect(answer.status == 429 && answer["Retry-After"] == "7")
    #expect(answer["Access-Control-Allow-Origin"] == "http://localhost:3000")
    #expect(try org.get(Self.keys).status == 200)
  }

  @Test("A dropped answer never arrives, and the next one does")
  func dropped() throws {
    let org = try org("keys once: drop")
    #expect(try request(Self.keys, org) == [])
    #expect(try org.get(Self.keys).status == 200)
  }

  @Test("A cut answer promises more than it sends")
  func truncated() throws {
    let org = try org("keys once: truncate 20")
    let cut = try #require(RawAnswer.all(of: try request(Self.keys, org)).first)
    let whole = try org.get(Self.keys)
    #expect(cut.body == Array(whole.body.prefix(20)))
    #expect(cut["Content-Length"] == whole["Content-Length"])
  }

  @Test("A delayed answer arrives no earlier, and the page is never delayed")
  func late() throws {
    let org = try org("any: latency 40ms")
    let start = ContinuousClock.now
    #expect(try org.get(Self.keys).status == 200)
    #expect(ContinuousClock.now - start >= .milliseconds(40))
    let slow = try self.org("any: latency 5m")
    #expect(try slow.get("/").status == 200)
    let waiting = try RawConnection(slow.port).send(
      "GET \(Self.keys) HTTP/1.1\r\nHost: \(slow.authority)\r\n\r\n")
    #expect(try slow.get("/flow/live").status == 200)
    // No one waits five minutes for an end.
    slow.service.stop()
    #expect(waiting.read() == "")
  }

  // MARK: On the page

  @Test("A fault is chosen from lists or written, happens, and is counted")
  func added() throws {
    let org = try ServedTestOrg()
    let chosen = try add(org, [("when", "keys"), ("often", "once"), ("what", "500")])
    #expect(chosen.status == 303 && chosen["Location"] == "/#faults")
    #expect(try add(org, [("when", "keys"), ("often", ""), ("what", "504 empty")]).status == 303)
    #expect(try add(org, [("text", "  discovery: html  ")]).status == 303)
    let before = try org.get("/").text
    for text in ["keys once: 500", "keys: 504 empty", "discovery: html"] {
      #expect(before.contains("<code>\(text)</code> <span class=\"tag\">not yet</span>"))
    }
    #expect(try (0..<3).map { _ in try org.get(Self.keys).status } == [500, 504, 504])
    let live = try org.get("/flow/live").json["sections"]?["faults"]?.string ?? ""
    #expect(live.contains("keys once: 500</code> <span class=\"tag\">happened once, over</span>"))
    #expect(live.contains("keys: 504 empty</code> <span class=\"tag\">happened 3 times</span>"))
  }

  @Test("Every choice of the page's lists is in the grammar")
  func lists() throws {
    let page = try ServedTestOrg().get("/").text
    let start = try #require(page.firstRange(of: "<div id=\"faults\"")).lowerBound
    let end = try #require(page[start...].firstRange(of: "</section>")).lowerBound
    let html = String(page[start..<end])
    for choice in (FaultChoices.when + FaultChoices.what).flatMap(\.choices)
      + FaultChoices.howOften.dropFirst()
    {
      #expect(html.contains("<option>\(choice)</option>"))
    }
    let count = html.split(separator: "<option").count - 1
    #expect(
      count == (FaultChoices.when + FaultChoices.what).flatMap(\.choices).count
        + FaultChoices.howOften.count)
  }

  @Test("A wrong fault is answered with the nearest word, on the page without scripts")
  func wrong() throws {
    let org = try ServedTestOrg()
    let text = "chalenge <b>\"x\": drop"
    let plain = try add(org, [("text", "chalenge: drop")])
    #expect(plain.status == 400 && plain["Content-Type"] == "text/plain; charset=utf-8")
    #expect(
      plain.text
        == "there is no endpoint, step or channel `chalenge`: did you mean `challenge`?\n")
    let page = try add(org, [("text", text)], "Accept: text/html,*/*")
    #expect(page.status == 400 && page["Content-Security-Policy"] != nil)
    #expect(page.text.contains("value=\"chalenge &lt;b&gt;&quot;x&quot;: drop\""))
    #expect(page.text.contains("did you mean `challenge`?") && !page.text.contains("<b>\"x"))
    for pairs in [
      [], [("text", "")], [("when", "interact"), ("often", ""), ("what", "unknown-step")],
      [("when", "email"), ("what", "drop")], [("text", "any: \u{202E}\u{0}drop")],
      [("text", "any: " + String(repeating: "x", count: 300))],
    ] {
      #expect(try add(org, pairs).status == 400)
    }
    #expect(try org.get("/").text.contains("There are no faults."))
  }

  @Test("One fault or all can be removed; a missing one can't")
  func removed() throws {
    let org = try org("keys: 500", "keys: 502", "keys: 503")
    let word = try org.guardWord()
    func remove(_ fault: String) throws -> Int {
      try org.form("/flow/fault/remove", encode([("guard", word), ("fault", fault)])).status
    }
    #expect(try org.get(Self.keys).status == 500)
    #expect(try remove("1") == 303)
    #expect(try org.get(Self.keys).status == 502)
    #expect(
      try ["1", "0", "-1", "x", "", "99999999999999999999"].map(remove)
        == Array(
          repeating: 409, count: 6))
    #expect(try remove("all") == 303)
    #expect(try org.get(Self.keys).status == 200)
  }

  @Test("The number of faults is limited as in an org")
  func bounded() throws {
    let org = try ServedTestOrg {
      $0.faults = Array(repeating: try RunOptions.fault("keys: 500"), count: 64)
    }
    let answer = try add(org, [("text", "keys: 502")])
    #expect(answer.status == 400 && answer.text.contains("The org can't have more faults"))
  }

  @Test("Only the page can add and remove faults")
  func crossSite() throws {
    let org = try org("keys: 500")
    let word = try org.guardWord()
    for (path, rest) in [
      ("/flow/fault", "text=keys%3A+drop"), ("/flow/fault/remove", "fault=all"),
    ] {
      let body = "guard=\(word)&\(rest)"
      let refused = [
        try org.form(path, body, "Origin: http://evil.example"),
        try org.form(path, body, "Origin: http://localhost:3000"),
        try org.form(path, body, "Sec-Fetch-Site: cross-site"),
        try org.form(path, "guard=wrong&\(rest)"), try org.form(path, rest),
      ]
      #expect(refused.map(\.status) == Array(repeating: 403, count: refused.count))
      #expect(try org.get(path).status == 404)
    }
    #expect(try org.get(Self.keys).status == 500)
  }

  @Test("A sign-in's steps show the effect of a fault, and no handle")
  func journal() throws {
    let org = try org(
      "identify once: 429", "challenge once: drop", "challenge 2nd: order reversed",
      "token once: 503", "token 2nd: latency 1ms", "email: twice")
    var signIn = try SocketSignIn(org)
    let page = signIn.last
    try signIn.identify()
    #expect(signIn.last.status == 429)
    signIn.last = page
    try signIn.identify()
    let challenge = signIn.last
    let body = JSON.object([
      "stateHandle": .string(signIn.page.stateHandle),
      "credentials": ["passcode": "Correct-Horse-1"],
    ])
    let bytes = body.bytes()
    let head = "POST /idp/idx/challenge/answer HTTP/1.1\r\nHost: \(org.authority)\r\n"
    let dropped = try RawConnection(org.port).send(
      head + "Content-Type: application/json\r\nContent-Length: \(bytes.count)\r\n\r\n"
    ).send(bytes).readAll()
    #expect(dropped.isEmpty)
    signIn.last = challenge
    try signIn.passcode("Correct-Horse-1")
    try signIn.choose("Email")
    try signIn.passcode(try signIn.code())
    #expect(try signIn.tokens().status == 503)
    #expect(try signIn.tokens().status == 200)
    let html = try org.get("/").text
    for text in [
      "Answered with 429: API call exceeded rate limit due to too many requests.",
      "Fault: <code>identify once: 429</code>", "The connection ended without an answer.",
      "Fault: <code>challenge once: drop</code>",
      "Fault: <code>challenge 2nd: order reversed</code>",
      "<code>token</code>", "Answered with 503", "Fault: <code>token 2nd: latency 1ms</code>",
      "has tokens", "Fault: <code>email: twice</code>",
    ] {
      #expect(html.contains(text), "\(text)")
    }
    for secret in [signIn.page.stateHandle, signIn.interactionHandle, signIn.interactionCode] {
      #expect(!secret.isEmpty && !html.contains(secret))
    }
  }

  @Test("A sign-in's steps show the org's own refusals, if the sign-in is known")
  func refusals() throws {
    let org = try ServedTestOrg()
    var signIn = try SocketSignIn(org)
    try signIn.signIn()
    let code = signIn.redemption.replacing(SocketSignIn.verifier, with: "wrong")
    #expect(try org.form("/oauth2/default/v1/token", code).status == 400)
    _ = try org.json(
      "/idp/idx/identify", ["stateHandle": "02.id.AAAJ", "identifier": "nobody@example.com"])
    let html = try org.get("/").text
    #expect(html.contains("<code>token</code>") && html.contains("Answered with 400: "))
    #expect(!html.contains("nobody@example.com"))
  }
}
