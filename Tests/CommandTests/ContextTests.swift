import CommandSupport
import FlowCLI
import FlowScript
import FlowSignIn
import FlowSignInTesting
import FlowTerminal
import OktaSimulator
import FlowHTTP
import Testing

/// The circumstances of a sign-in that a script sets, and its conditions about the decision.
@Suite("The circumstances of a sign-in")
struct ContextTests {
  private func run(
    _ script: String, _ options: [String] = [], transport: (any Transport)? = nil
  ) async throws -> Shell.Outcome {
    let path = try TemporaryScript.write(script)
    defer { TemporaryScript.remove(path) }
    return await Shell(transport: transport, environment: FaultyOrg.secrets)(
      ["run", path] + options)
  }

  // MARK: Checking

  private func check(_ script: String) async throws -> Shell.Outcome {
    let path = try TemporaryScript.write(script)
    defer { TemporaryScript.remove(path) }
    return await Shell()("check", "--strict", path)
  }

  @Test(
    "A wrong name or value is found before the run, with the nearest correct one",
    arguments: [
      ("start sign-in with zones = \"office\"", "unknown-parameter", "did you mean `zone`?"),
      ("start sign-in with device = manged", "wrong-word", "did you mean `managed`?"),
      ("start sign-in with device = \"manged\"", "wrong-word", "did you mean `managed`?"),
      ("start sign-in with risk = extreme", "wrong-word", "expected `low`, `medium` or `high`"),
      ("start sign-in with risk = 3", "wrong-word", "expected `low`, `medium` or `high`"),
      ("start sign-in with zone = 3", "wrong-word", "`zone` takes a text in quotes"),
      ("start sign-in with zone = true", "wrong-word", "`zone` takes a text in quotes"),
      ("start sign-in with clock = 8", "wrong-word", "`clock` takes `+8h`"),
      ("start sign-in with clock = soon", "wrong-word", "`clock` takes `+8h`"),
      ("start sign-in with clock = +8y", "malformed-number", "`30d`"),
      ("let d = \"manged\"\nstart sign-in with device = d", "wrong-word", "`managed`"),
      ("expect rule is 3", "type-mismatch", "a number"),
      ("expect factors is \"2\"", "type-mismatch", "`factors` (a number)"),
      ("expect factors contains 2", "operator-mismatch", "`factors` (a number)"),
      ("expect rule < \"b\"", "operator-mismatch", "`rule` (text)"),
      ("expect amr is \"mfa\"", "operator-mismatch", "`amr` (a list)"),
      ("expect token.amr is \"mfa\"", "operator-mismatch", "`token.amr` (a list)"),
      ("expect token.scopes matches \"open*\"", "operator-mismatch", "searches a text or a list"),
      ("expect token.expiresIn is \"3600\"", "type-mismatch", "a number"),
      ("expect factor is 2", "unknown-fact", "did you mean `factors`?"),
      ("on skip when session-rule is staff skip", "unknown-name", "put a literal text in quotes"),
    ])
  func mistake(line: String, problem: String, help: String) async throws {
    let run = try await check(line + "\non identify submit\n")
    #expect(run.status == .wrongScript, "\(run.all)")
    #expect(run.all.contains("[\(problem)]"), "\(run.all)")
    #expect(run.all.contains(help), "\(run.all)")
  }

  @Test("A row's value is validated in the same way, at its location in the row")
  func rows() async throws {
    let right = "for device in managed, registered { start sign-in with device = device"
    let rest = "; on identify submit }"
    #expect(try await check("flow \"a\" " + right + rest).status == .success)
    let run = try await check(
      "flow \"a\" " + right.replacing("registered", with: "regstered") + rest)
    #expect(run.all.contains("[wrong-word]"))
    #expect(run.all.contains("did you mean `registered`?"))
  }

  // MARK: Sending

  private static let everything = """
    start sign-in with zone = "office, vpn", ip = "10.1.2.3", device = managed, risk = low,
      platform = ios, clock = -30d, session = "jane@example.com", remembered = "Joe@example.com"
    on identify stop
    expect stopped
    """

  private func context(_ request: HTTPRequest?) -> [String] {
    (request?.headers.fields ?? []).filter { $0.name.hasPrefix("X-Flow-") }
      .map { "\($0.name): \($0.value)" }
  }

  @Test("Each is a header field of the first request, and of no other request")
  func sends() async throws {
    let org = try FaultyOrg()
    let run = try await org.run(Self.everything)
    #expect(
      context(org.requests.first) == [
        "X-Flow-Zone: office, vpn", "X-Flow-IP: 10.1.2.3", "X-Flow-Device: managed",
        "X-Flow-Risk: low", "X-Flow-Platform: ios", "X-Flow-Clock: -2592000s",
        "X-Flow-Session: jane@example.com", "X-Flow-Remembered: Joe@example.com",
      ], "\(run.all)")
    for request in org.requests.dropFirst() { #expect(context(request) == []) }
  }

  @Test("Rows give each flow its own circumstances")
  func eachRow() async throws {
    let org = try FaultyOrg()
    _ = try await org.run(
      """
      flow "f" for zone, shift in ("office", +8h), ("home", 500ms) for risk in low, high {
        start sign-in with zone = zone, risk = risk, clock = shift
        on identify stop
        expect stopped
      }
      """)
    let sent = org.requests.filter { $0.url.path.hasSuffix("/interact") }.map(context)
    #expect(
      sent == [
        ["X-Flow-Zone: office", "X-Flow-Risk: low", "X-Flow-Clock: +28800s"],
        ["X-Flow-Zone: office", "X-Flow-Risk: high", "X-Flow-Clock: +28800s"],
        ["X-Flow-Zone: home", "X-Flow-Risk: low", "X-Flow-Clock: +500ms"],
        ["X-Flow-Zone: home", "X-Flow-Risk: high", "X-Flow-Clock: +500ms"],
      ])
  }

  @Test("An empty text sets nothing, so that a row can omit a circumstance")
  func empty() async throws {
    let org = try FaultyOrg()
    let run = try await org.run(
      """
      flow "f" for zone, risk, clock in ("", "", ""), ("home", low, +1h) {
        start sign-in with zone = zone, risk = risk, clock = clock
        on identify stop
        expect stopped
      }
      """, [])
    #expect(run.status == .success, "\(run.all)")
    let sent = org.requests.filter { $0.url.path.hasSuffix("/interact") }.map(context)
    #expect(sent == [[], ["X-Flow-Zone: home", "X-Flow-Risk: low", "X-Flow-Clock: +3600s"]])
  }

  @Test(
    "A value from outside is validated before anything is sent",
    arguments: [
      ("clock", "soon"), ("clock", "8y"), ("clock", "9999d"), ("zone", "a\r\nX: y"),
      ("clock", "nan"), ("clock", "infinitys"),
    ])
  func outside(name: String, value: String) async throws {
    let org = try FaultyOrg()
    let script = "start sign-in with \(name) = value\non identify stop"
    let path = try TemporaryScript.write(script)
    defer { TemporaryScript.remove(path) }
    let run = await Shell(transport: org)(
      ["run", path, "--var", "value=\(value)", "--json"] + FaultyOrg.options)
    #expect(try RunReport(run).problems == ["request-failed"], "\(run.all)")
    #expect(org.requests.isEmpty)
  }

  @Test("A real issuer accepts none: nothing is sent, and the line is shown")
  func refused() async throws {
    for issuer in ["https://acme.okta.com/oauth2/default", "https://127.0.0.1:8443/oauth2/default"]
    {
      let transport = ScriptedTransport([])
      let options = [
        "--issuer", issuer, "--client-id", "c", "--redirect-uri", "com.example:/callback",
      ]
      let run = try await run(
        "start sign-in with login-hint = \"x\", zone = \"office\"\non identify stop", options,
        transport: transport)
      #expect(run.status == .wrongScript)
      #expect(run.errors.contains("error[simulated-only]") || run.errors.contains("simulated-only"))
      #expect(run.errors.contains("`zone` can be set only for a simulated org"))
      #expect(run.errors.contains("zone = \"office\""))
      #expect(transport.requests.isEmpty)
    }
  }

  // MARK: Decisions

  private static let decision: [HTTPHeaders.Field] = [
    .init("X-Flow-Rule", "staff%20at%20home%C3%A9"), .init("X-Flow-Session-Rule", "default"),
    .init("X-Flow-Factors", "2"),
  ]

  @Test("A simulated org's decision can be expected, and used in a rule's condition")
  func decided() async throws {
    let org = try FaultyOrg(headers: Self.decision)
    let run = try await org.run(
      """
      \(FaultyOrg.script)
      on skip when rule is "never" skip
      expect success
      expect rule is "staff at homeé" and session-rule is "default"
      expect factors is 2 and factors >= 2 and not factors > 2
      expect rule
      """)
    #expect(run.status == .success, "\(run.all)")
    let report = try RunReport(run)
    #expect(report.object["rule"] == "staff at homeé")
    #expect(report.object["sessionRule"] == "default")
    #expect(report.object["factors"] == 2)
    let traced = try await FaultyOrg(headers: Self.decision).run(FaultyOrg.script, ["--trace"])
    #expect(traced.output.contains("decided rule staff at homeé, session-rule default, factors 2"))
  }

  @Test("A failed expectation prints the actual value")
  func otherwise() async throws {
    let org = try FaultyOrg(headers: Self.decision)
    let run = try await org.run(FaultyOrg.script + "\nexpect rule is \"x\" and factors is 3", [])
    #expect(run.status == .failed)
    #expect(run.errors.contains("rule is \"staff at homeé\"; factors is 2"), "\(run.all)")
  }

  @Test(
    "A fact that a simulated org doesn't have is reported where it is used",
    arguments: [
      ("zone = \"office,home\"", "`zone` takes zones of this org, which are office."),
      ("ip = \"10.0.0.300\"", "`ip` takes an address of IPv4 or IPv6."),
    ])
  func refused(parameter: String, message: String) async throws {
    let run = try await run(
      """
      org acme {
        zone "office" { ip "10.0.0.0/8" }
        user "jane@example.com" { password "Correct-Horse-1" }
      }
      start sign-in with \(parameter)
      on identify stop
      expect stopped
      """)
    #expect(run.status == .failed)
    #expect(run.errors.contains("error[request-failed]: \(message)"), "\(run.all)")
    #expect(run.errors.contains("flow:5:20"), "\(run.all)")
  }

  @Test("A condition asks for a message's severity with a word")
  func severity() async throws {
    for word in ["warning", "\"warning\""] {
      let org = try FaultyOrg()
      let run = try await org.run(
        FaultyOrg.script + "\nexpect success and not message.severity is \(word)", [])
      #expect(run.status == .success, "\(run.all)")
    }
  }

  @Test("A row whose column is named like a fact is compared with the fact")
  func rowNamedSo() async throws {
    let org = try FaultyOrg(headers: [.init("X-Flow-Rule", "staff")])
    let run = try await org.run(
      """
      flow "f" for rule in "staff", "other" {
      \(FaultyOrg.script)
        expect rule is rule
      }
      """, [])
    #expect(run.output.contains("pass expect rule is rule"), "\(run.all)")
    #expect(run.status == .failed)
  }

  @Test("A real issuer doesn't report it, and the problem says so")
  func untold() async throws {
    let transport = ScriptedTransport(
      Pages.signIn.map { answer in
        guard case .response(var response) = answer else { return answer }
        response.headers["X-Flow-Rule"] = "made-up"
        return .response(response)
      })
    let path = try TemporaryScript.write(
      Pages.script + "\nexpect rule is \"staff\"\nexpect amr contains \"mfa\"")
    defer { TemporaryScript.remove(path) }
    let run = await Shell(transport: transport, environment: ["PASSWORD": "x-secret"])(
      ["run", path] + Pages.options)
    #expect(run.status == .failed)
    #expect(run.errors.contains("rule is absent: only a simulated org reports it"), "\(run.all)")
    #expect(run.errors.contains("amr is absent: no received ID token contains it"))
  }

  @Test("The methods in the ID token are a list")
  func amr() async throws {
    let run = try await run(
      FaultyOrg.script + "\nexpect amr contains \"pwd\" and amr contains \"mfa\"\nexpect amr")
    #expect(run.status == .success, "\(run.all)")
  }

  // MARK: Real decisions

  @Test("The manual's table of who is let in how holds")
  func table() async throws {
    let script = Project.scripts(of: Project.page("policies"))
      .first { $0.text.contains("org zoned {") }
    let path = try TemporaryScript.write(try #require(script).text)
    defer { TemporaryScript.remove(path) }
    let secrets = ["JANE_PASSWORD": "Correct-Horse-1", "SAM_PASSWORD": "Battery-Staple-2"]
    let run = await Shell(environment: secrets)("run", path, "--json")
    #expect(run.status == .success, "\(run.all)")
    let rules = try run.lines.map { try JSON(parsing: Array($0.utf8))["rule"]?.string }
    #expect(rules == ["office", "staff", "default"])
  }

  @Test(
    "A sign-in's clock moves codes, tokens and their validation together",
    arguments: ["+8h", "-30d"])
  func movedClock(shift: String) async throws {
    let moved = 1_700_000_000 + (shift == "+8h" ? 28_800 : -2_592_000)
    let run = try await run(
      """
      start sign-in with clock = \(shift)
      \(FaultyOrg.script)
      expect token.iat >= \(moved) and token.iat < \(moved + 60)
      """)
    #expect(run.status == .success, "\(run.all)")
  }

  // MARK: The clock

  @Test(
    "A simulated org's clock begins at the time of `--at`, and codes depend on it",
    arguments: [
      ("2030-01-01T00:00:00Z", 1_893_456_000), ("2030-01-01", 1_893_456_000),
      ("2030-01-01T01:30:00+01:30", 1_893_456_000), ("+30d", 1_702_592_000),
      ("-8h", 1_699_971_200),
    ])
  func at(time: String, seconds: Int) async throws {
    let script = """
      \(FaultyOrg.script)
      expect token.iat >= \(seconds)
      expect token.iat < \(seconds + 60)
      """
    let run = try await run(script, ["--at", time])
    #expect(run.status == .success, "\(run.all)")
  }

  @Test(
    "An invalid time is a usage error",
    arguments: [
      "soon", "2030-13-01", "2030-02-30", "2030-01-01T25:00:00Z", "2030-01-01T00:00:00", "+8y",
      "8h", "+", "1969-12-31T23:59:59Z", "+4000d", "2030-01-01T00:00:00Zz",
      "+99999999999999999999d",
    ])
  func noTime(text: String) async throws {
    let run = await Shell()("run", "x.flow", "--at", text)
    #expect(run.status == .usage)
    #expect(run.errors.contains("isn't a time"))
  }

  @Test("An app's simulated org can begin at a time, too")
  func app() async throws {
    let script = try SignInScript(
      """
      on identify           answer identifier = "sam@example.com"
      on select-authenticator-authenticate choose password
      on challenge password answer passcode = secret SAM_PASSWORD
      on skip               skip
      expect token.iat >= 1893456000 and token.iat < 1893542400
      """)
    let configuration = SignInConfiguration.simulated(at: .seconds(1_893_456_000))
    _ = try await script.start(configuration).tokens()
  }
}
