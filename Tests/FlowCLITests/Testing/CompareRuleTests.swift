import FlowDiagnostics
import CommandSupport
import FlowEngine
import FlowTerminal
import FlowSyntax
import FlowHTTP
import Testing

@testable import FlowTestRunner

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("flow test --compare with a token for the org's policy simulation")
struct CompareRuleTests {
  private typealias Answer = ScriptedTransport.Answer
  private static let token = "00canary-token_1234567890abcdefghijABCDEFG"

  /// A part of an answer about a type, in the form of a real one: with `null` and lists for missing
  /// values.
  private static func part(
    _ type: JSON, rule: String?, policy: String = "App", undefined: JSON = .null
  ) -> JSON {
    let rules: JSON =
      rule.map { rule in
        [["id": "rul1", "name": .string(rule), "status": "MATCH", "conditions": []]]
      } ?? .null
    let winner: JSON = [
      "id": "rst1", "name": .string(policy), "status": "MATCH", "conditions": [], "rules": rules,
    ]
    return [
      "status": .null, "policyType": type, "result": ["policies": [winner]],
      "undefined": undefined, "evaluated": ["policies": []],
    ]
  }

  /// A rule without any known facts.
  private static let open: JSON = [
    "policies": [
      [
        "name": "App", "status": "UNDEFINED", "conditions": .null,
        "rules": [
          [
            "name": .null, "status": "UNDEFINED",
            "conditions": [["type": "network.connection", "status": "UNDEFINED"]],
          ]
        ],
      ]
    ]
  ]

  /// A management API with one user, one zone, and one answer.
  private static func api(
    _ evaluation: JSON, token: String = "SSWS \(token)"
  ) -> @Sendable (HTTPRequest) -> ScriptedTransport.Answer {
    { request in
      guard request.headers["Authorization"] == token else {
        // The behavior of servers of other kinds.
        let said = "Invalid token provided: \(request.headers["Authorization"] ?? "")"
        return .page(["errorCode": "E0000011", "errorSummary": .string(said)], status: 401)
      }
      switch request.url.path {
      case "/api/v1/users/jane%40example.com": return .page(["id": "00u1"])
      case "/api/v1/zones": return .page([["id": "nzo1", "name": "office"]])
      case "/api/v1/policies/simulate": return .page(evaluation)
      default: return .page(["errorCode": "E0000007", "errorSummary": "Not found"], status: 404)
      }
    }
  }

  struct Case: Sendable {
    var name: String
    var evaluation: JSON
    var status = ExitStatus.success
    var told: String
  }

  static let cases = [
    Case(
      name: "a text", evaluation: ["evaluation": [part("ACCESS_POLICY", rule: "staff")]],
      told: "same in 3 steps; the same sign-on rule"),
    Case(
      name: "a list", evaluation: ["evaluation": [part(["ACCESS_POLICY"], rule: "staff")]],
      told: "; the same sign-on rule"),
    Case(
      name: "no `evaluation`",
      evaluation: [part("OKTA_SIGN_ON", rule: "x"), part("ACCESS_POLICY", rule: "staff")],
      told: "; the same sign-on rule"),
    Case(
      name: "another rule", evaluation: ["evaluation": [part("ACCESS_POLICY", rule: "Staff 2")]],
      status: .failed, told: "live:      `Staff 2` of `App`"),
    Case(
      name: "another rule, and an earlier one is open",
      evaluation: ["evaluation": [part("ACCESS_POLICY", rule: "Staff 2", undefined: open)]],
      told: "; the sign-on rule wasn't decided there"),
    Case(
      name: "no rules", evaluation: ["evaluation": [part("ACCESS_POLICY", rule: nil)]],
      told: "; the sign-on rule wasn't decided there"),
    Case(
      name: "no result",
      evaluation: [
        "evaluation": [["policyType": "ACCESS_POLICY", "result": .null, "undefined": open]]
      ], told: "; the sign-on rule wasn't decided there"),
    Case(
      name: "nothing", evaluation: ["evaluation": []],
      told: "; the sign-on rule wasn't decided there"),
    Case(
      name: "no answer", evaluation: ["evaluations": []], status: .serverFailed,
      told: "can't be understood: it has no `evaluation`"),
  ]

  @Test("The rule that applied is compared by its name", arguments: cases)
  func rule(one: Case) async throws {
    let clock = ManualClock.late
    let live = try ComparedOrg(clock: clock, api: CompareRuleTests.api(one.evaluation))
    let run = try await ComparedOrg.compare(
      ComparedOrg.flow(), with: live, clock, token: CompareRuleTests.token, ["--report", "json"])
    #expect(run.status == one.status, "\(one.name): \(run.all)")
    #expect(run.errors.contains(one.told), "\(one.name): \(run.all)")
    let flow = try #require(Suites.events(run.output).flows.first)
    switch one.status {
    case .failed: #expect(flow.reasonID == ProblemKind.ruleDiffers.id)
    case .serverFailed: #expect(flow.reasonID == ProblemKind.policySimulationFailed.id)
    default: #expect(flow.status == .passed)
    }
    let told = flow.attempts.first?.decided.first { $0.name == "org-rule" }?.value
    if one.name.hasPrefix("another rule,") || one.name == "no result" {
      #expect(told == "not decided: unknown circumstances for network.connection")
    }
  }

  @Test("The request has the app, the user's id, and the token only in its header")
  func question() async throws {
    let clock = ManualClock.late
    let live = try ComparedOrg(
      clock: clock,
      api: CompareRuleTests.api(["evaluation": [Self.part("ACCESS_POLICY", rule: "staff")]]))
    _ = try await ComparedOrg.compare(
      ComparedOrg.flow() + ComparedOrg.flow("again"), with: live, clock, token: Self.token)
    let asked = live.questions.map { "\($0.method.rawValue) \($0.url.target)" }
    let simulate = "POST /api/v1/policies/simulate?expand=EVALUATED&expand=RULE"
    // The user is looked up once.
    #expect(asked == ["GET /api/v1/users/jane%40example.com", simulate, simulate])
    #expect(
      live.questions.last?.body
        == .json([
          "appInstance": "client-1", "policyTypes": ["ACCESS_POLICY", "OKTA_SIGN_ON"],
          "policyContext": ["user": ["id": "00u1"]],
        ]))
    #expect(live.questions.allSatisfy { $0.url.origin == Pages.origin })
    let others = live.requests.filter { !$0.url.path.hasPrefix("/api/") }
    #expect(others.allSatisfy { $0.headers["Authorization"] == nil })
  }

  private static let office = """
    start sign-in with zone = "office", ip = "10.1.2.3", device = managed, risk = high,
      platform = macos
    on identify           answer identifier = "jane@example.com"
    on challenge password answer passcode = secret PW
    expect success and rule is "office"
    """

  @Test("Circumstances, which no real org accepts, go into the request, and no one signs in there")
  func circumstances() async throws {
    let clock = ManualClock.late
    let live = try ComparedOrg(
      clock: clock,
      api: CompareRuleTests.api(["evaluation": [Self.part("ACCESS_POLICY", rule: "office")]]))
    let flow = ComparedOrg.flow("at the office", Self.office)
    let run = try await ComparedOrg.compare(flow, with: live, clock, token: Self.token)
    #expect(run.status == .success, "\(run.all)")
    #expect(
      run.output.contains(
        "not run at org.example, which doesn't accept circumstances; the same sign-on rule"),
      "\(run.all)")
    #expect(!live.requests.contains { $0.url.path.hasSuffix("/interact") })
    guard case .json(let body)? = live.questions.last?.body else {
      Issue.record("\(live.questions)")
      return
    }
    #expect(
      body["policyContext"] == [
        "user": ["id": "00u1"], "ip": "10.1.2.3", "risk": ["level": "HIGH"],
        "zones": ["ids": ["nzo1"]],
        "device": ["registered": true, "managed": true, "platform": "MACOS"],
      ])
    let without = try await ComparedOrg.compare(flow, with: live, clock)
    #expect(without.status == .wrongScript, "\(without.all)")
    #expect(without.output.contains("error[simulated-only]"), "\(without.all)")
    #expect(without.output.contains("with a token in FLOW_API_TOKEN"), "\(without.all)")
  }

  @Test("The global session's rule is compared if the simulated org has one")
  func sessions() async throws {
    let clock = ManualClock.late
    let text = ComparedOrg.changed(
      "  zone ", "  session-policy \"Staff: Any\" { when group staff; require password }\n  zone ")
    for (rule, status) in [("Any", ExitStatus.success), ("Other", .failed)] {
      let live = try ComparedOrg(
        text, clock: clock,
        api: CompareRuleTests.api([
          "evaluation": [
            Self.part("ACCESS_POLICY", rule: "staff"),
            Self.part("OKTA_SIGN_ON", rule: rule, policy: "Staff"),
          ]
        ]))
      let run = try await ComparedOrg.compare(
        text + ComparedOrg.flow(), with: live, clock, token: Self.token)
      #expect(run.status == status, "\(run.all)")
      #expect(run.output.contains("the same sign-on rule; "), "\(run.all)")
      #expect(run.output.contains("decide by different session rules") == (status == .failed))
    }
  }

  struct Failure: Sendable {
    var status: Int
    var body: String
    var told: [String]
    var path = "/simulate"
    /// Whether no other flow may begin.
    var stops = false
    var exit = ExitStatus.serverFailed
  }

  static let failures = [
    Failure(
      status: 401, body: #"{"errorCode":"E0000011","errorSummary":"Invalid token provided"}"#,
      told: [
        "refuses the look-up of the user (HTTP 401, E0000011): Invalid token provided",
        "check that the token in FLOW_API_TOKEN is this org's",
        "the org refused the API token: 1 flow did not run",
      ], path: "/users/", stops: true),
    Failure(
      status: 403, body: #"{"errorCode":"E0000006","errorSummary":"You do not have permission"}"#,
      told: ["(HTTP 403, E0000006): You do not have permission", "must be an administrator"]),
    Failure(
      status: 400,
      body: #"{"errorCode":"E0000001","errorSummary":"Api validation failed: Groups","#
        + #""errorCauses":[{"errorSummary":"00u1 isn't of the app client-1"}]}"#,
      told: [
        "Api validation failed: Groups; 00u1 isn't of the app", "check that the user is assigned",
      ]),
    Failure(status: 200, body: "<html>", told: ["can't be understood: it isn't JSON"]),
    Failure(
      status: 200, body: "[1,2]", told: ["can't be understood: it has no `id`"], path: "/users/"),
    Failure(status: 302, body: "", told: ["the org refuses the policy simulation (HTTP 302)"]),
    Failure(status: 503, body: "\u{1B}[2J", told: ["the org fails at the policy simulation"]),
    Failure(
      status: 404, body: #"{"errorCode":"E0000007"}"#,
      told: [
        "org.example doesn't have the user `jane@example.com`, who can sign in to the simulated org"
      ],
      path: "/users/", exit: .failed),
    Failure(
      status: 404, body: "not here", told: ["the org refuses the look-up of the user (HTTP 404)"],
      path: "/users/"),
    Failure(
      status: 429, body: "", told: ["the org limits requests (429): 1 flow did not run"],
      stops: true),
  ]

  @Test(
    "An org that doesn't report the rule is reported clearly, with the fix", arguments: failures)
  func failure(one: Failure) async throws {
    let clock = ManualClock.late
    let usual = CompareRuleTests.api(["evaluation": [Self.part("ACCESS_POLICY", rule: "staff")]])
    let live = try ComparedOrg(clock: clock) { request in
      request.url.path.contains(one.path) ? .text(one.body, status: one.status) : usual(request)
    }
    let flows = ComparedOrg.flow() + ComparedOrg.flow("next")
    let run = try await ComparedOrg.compare(flows, with: live, clock, token: Self.token)
    #expect(run.status == one.exit, "\(run.all)")
    for told in one.told { #expect(run.output.contains(told), "\(told): \(run.all)") }
    #expect(run.output.contains("a.flow: next") != one.stops, "\(run.all)")
    #expect(!run.output.contains("\u{1B}[2J"))
  }

  @Test("An unknown zone is reported, and so is a network failure")
  func others() async throws {
    let clock = ManualClock.late
    let usual = CompareRuleTests.api(["evaluation": []])
    for (answer, told) in [
      (Answer.page([]), "the org doesn't have the network zone `office`"),
      (.page(["a": 1]), "it isn't a list"), (.failure(.dropped("gone")), "got no answer: gone"),
      (.nothing, "no answer in 20 s"),
    ] {
      let live = try ComparedOrg(clock: clock) { request in
        request.url.path.hasSuffix("/zones") ? answer : usual(request)
      }
      let run = try await ComparedOrg.compare(
        ComparedOrg.flow("at the office", Self.office), with: live, clock, token: Self.token)
      #expect(run.status == .serverFailed, "\(run.all)")
      #expect(run.output.contains(told), "\(told): \(run.all)")
    }
  }

  // MARK: The token

  @Test(
    "A token is sent by its own scheme, and is read from the secrets file, too",
    arguments: [
      ("00abcDEF", "SSWS 00abcDEF"), ("SSWS 00abcDEF", "SSWS 00abcDEF"),
      ("eyJh.eyJz.c2ln", "Bearer eyJh.eyJz.c2ln"), ("Bearer 00abc", "Bearer 00abc"),
    ])
  func scheme(text: String, header: String) throws {
    let found = try APIToken.find([APIToken.name: text], [APIToken.name: Secret("other")])
    #expect(found?.authorization.reveal() == header)
    let kept = try APIToken.find([APIToken.name: ""], [APIToken.name: Secret(text)])
    #expect(kept?.authorization.reveal() == header)
    #expect(try APIToken.find([:], [:]) == nil)
  }

  @Test(
    "An invalid token is refused without being shown",
    arguments: ["00abc 00def", "Basic 00abc", "00abc\r\nX: y", "00äbc", "SSWS ", "\u{7}canary"])
  func noToken(text: String) async throws {
    let run = try await ComparedOrg.compare(
      ComparedOrg.flow(), with: ScriptedTransport([]), .late, token: text)
    #expect(run.status == .usage, "\(run.all)")
    #expect(run.errors.contains("`FLOW_API_TOKEN` isn't an API token"), "\(run.all)")
    #expect(!run.all.contains(text) && !run.all.contains("canary"))
  }

  @Test(
    "No output and no report has the token, even if the server sends it back", arguments: [1, 2])
  func secrecy(round: Int) async throws {
    let canary = Canary(text: Self.token)
    let clock = ManualClock.late
    let folder = try TemporaryFolder()
    let kinds = ReportKind.forPrograms
    let files = kinds.map { folder.path + "/report." + $0 }
    let reports = zip(kinds, files).flatMap { ["--report", "\($0):\($1)"] }
    // On a refusal, the server's own message is reported; otherwise the token comes back as the
    // name of a rule.
    let live = try ComparedOrg(
      clock: clock,
      api: CompareRuleTests.api(
        ["evaluation": [Self.part("ACCESS_POLICY", rule: Self.token)]],
        token: round == 1 ? "SSWS other" : "SSWS \(Self.token)"))
    let run = try await ComparedOrg.compare(
      ComparedOrg.flow(), with: live, clock, token: Self.token,
      ["--coverage", "--color", "always"] + reports)
    #expect(run.status == (round == 1 ? .serverFailed : .failed), "\(run.all)")
    #expect(canary.found(in: run.all).isEmpty, "\(run.all)")
    for file in files {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.contains("jane"))
      #expect(canary.found(in: text).isEmpty, "\(file): \(text)")
    }
  }

  @Test("A rule is equal under the name that an import gives it")
  func names() {
    let same = [
      ("staff", "staff", "App"), ("Staff: Any", "Any", "Staff"), ("staff (2)", "staff", "App"),
      ("staff (or 3)", "staff", "App"), ("staff (2) (or 3)", "staff", "App"),
      ("default", "Catch-all Rule", "App"), ("default", "Default Rule", "Default Policy"),
      ("default", "default", "App"), ("a (2)", "a (2)", "App"),
    ]
    for (name, rule, policy) in same {
      #expect(RuleComparison.isSame(name, as: rule, of: policy), "\(name)")
    }
    let others = [
      ("staff", "Staff", "App"), ("Any", "Staff: Any", "Staff"), ("staff (x)", "staff", "App"),
      ("(2)", "", "App"), ("default", "staff", "App"), ("staff(2)", "staff", "App"),
      ("Catch-all Rule", "default", "App"),
    ]
    for (name, rule, policy) in others {
      #expect(!RuleComparison.isSame(name, as: rule, of: policy), "\(name)")
    }
  }
}
