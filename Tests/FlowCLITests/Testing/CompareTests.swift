import FlowDiagnostics
import CommandSupport
import FlowEngine
import FlowTerminal
import FlowTestRunner
import FlowSyntax
import FlowHTTP
import Testing

@testable import FlowCLI

@Suite("flow test --compare")
struct CompareTests {
  @Test("Equal orgs don't differ, and facts of only a simulated org aren't compared")
  func alike() async throws {
    let clock = ManualClock.late
    let live = try ComparedOrg(clock: clock)
    let run = try await ComparedOrg.compare(ComparedOrg.flow(), with: live, clock)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("a.flow: jane, same in 3 steps"), "\(run.all)")
    #expect(run.output.contains("each flow runs on its simulated org and at the real one\n"))
    // The flow has run there, from its beginning to the tokens, and no token is required.
    #expect(live.requests.contains { $0.url.path.hasSuffix("/v1/token") })
    #expect(live.questions.isEmpty)
  }

  struct Change: Sendable {
    var old: String
    var new: String
    var told: [String]
    var body = ComparedOrg.rules
  }

  static let changes = [
    Change(
      old: "require password and security-question", new: "require password",
      told: [
        "at step 2 org.example offers different steps than the simulated org", "a.flow:15:",
        "simulated: challenge-authenticator password, select-authenticator-authenticate",
        "live:      challenge-authenticator password\n",
        "this answers the simulated org, and org.example",
      ]),
    Change(
      old: "\"Correct-Horse-1\"", new: "\"Other-Horse-1\"",
      told: [
        "at step 3 org.example offers different steps", "a.flow:16:",
        "simulated: challenge-authenticator security-question", "this answers the simulated org\n",
      ]),
    Change(
      old: "require password and security-question",
      new: "require password and (security-question or phone)",
      told: [
        "at step 2 org.example offers different choices than the simulated org",
        "simulated: select-authenticator-authenticate offers password, security-question\n",
        "live:      select-authenticator-authenticate offers password, phone via sms or voice, "
          + "security-question\n",
      ]),
    Change(
      old: "groups            staff", new: "groups staff; status suspended",
      told: ["error[compare-differs]: at step 3 org.example"]),
    Change(
      old: "10.0.0.0/8", new: "10.0.0.0/9",
      told: [
        "this holds on the simulated org, but not at org.example", "simulated: it holds",
        "live:      token.scope is \"profile\"",
      ],
      body: ComparedOrg.rules + "\nexpect token.scope contains \"openid\""),
    Change(
      old: "10.0.0.0/8", new: "10.0.0.0/9",
      told: [
        "this holds at org.example, but not on the simulated org", "live:      it holds",
      ], body: ComparedOrg.rules + "\nexpect token.scope is \"profile\""),
  ]

  @Test("A flow diverges at its step, with both sides under its line", arguments: changes)
  func parts(change: Change) async throws {
    let clock = ManualClock.late
    let live = try ComparedOrg(ComparedOrg.changed(change.old, change.new), clock: clock)
    let run = try await ComparedOrg.compare(
      ComparedOrg.flow("jane", change.body), with: live, clock, ["--report", "json"])
    #expect(run.status == .failed, "\(run.all)")
    for told in change.told { #expect(run.errors.contains(told), "\(told): \(run.all)") }
    let flow = try #require(Suites.events(run.output).flows.first)
    #expect(flow.status == .failed)
    #expect(flow.reasonID == ProblemKind.compareDiffers.id)
    let decided = flow.attempts.first?.decided ?? []
    #expect(decided.contains { $0.name == "compared" && $0.value.hasPrefix("differs at ") })
    #expect(decided.contains(Attempt.Decided("rule", "staff")))
  }

  @Test("Message keys are compared if both sides have one, and texts never are")
  func messages() async throws {
    let wrong = """
      on identify           answer identifier = "jane@example.com"
      on challenge password answer passcode = "Wrong-Word-1"
      expect failure
      """
    // The simulated org offers only the scripted pages.
    let org = ComparedOrg.changed(" and security-question", "")
    for (key, status) in [
      ("incorrectPassword", ExitStatus.success), ("errors.E0000119", .failed),
    ] {
      let live = ScriptedTransport([
        .page(Pages.interact), .page(Pages.page([Pages.identify])),
        .page(Pages.page([Pages.challenge], Pages.password)),
        .page(
          Pages.page(
            [Pages.challenge],
            [
              "messages": Pages.messages("Das Kennwort stimmt nicht.", key: key),
              Pages.password[0].key: Pages.password[0].value,
            ]), status: 401),
        .page(Pages.page([])),
      ])
      let run = try await ComparedOrg.compare(
        org + ComparedOrg.flow("no", wrong), with: live, .late)
      #expect(run.status == status, "\(run.all)")
      guard status == .failed else { continue }
      #expect(run.output.contains("at step 3 org.example shows different messages"), "\(run.all)")
      #expect(run.output.contains("live:      errors.E0000119"), "\(run.all)")
      #expect(run.output.contains("simulated: incorrectPassword"), "\(run.all)")
    }
  }

  @Test("A network failure isn't a difference, and has its own problem and status")
  func network() async throws {
    let live = ScriptedTransport([.page(Pages.interact), .page(Pages.page([Pages.identify]))])
    let script = ComparedOrg.changed(" and security-question", "") + ComparedOrg.flow()
    let run = try await ComparedOrg.compare(script, with: live, .late)
    #expect(run.status == .serverFailed, "\(run.all)")
    #expect(run.output.contains("error[server-unreachable]"), "\(run.all)")
    #expect(!run.output.contains("compare-differs"), "\(run.all)")
  }

  @Test("Anything that a simulated org can't run isn't sent")
  func broken() async throws {
    let clock = ManualClock.late
    let live = try ComparedOrg(clock: clock)
    let run = try await ComparedOrg.compare(
      ComparedOrg.flow("jane", "on identify prompt"), with: live, clock)
    #expect(run.status == .wrongScript, "\(run.all)")
    #expect(run.output.contains("not run at org.example: it fails on the simulated org"))
    #expect(live.requests.isEmpty)
  }

  @Test("A known difference is accepted, and a flow of another engine can't be compared")
  func others() async throws {
    let clock = ManualClock.late
    let live = try ComparedOrg(ComparedOrg.changed(" and security-question", ""), clock: clock)
    let known = ComparedOrg.flow(
      "jane", ComparedOrg.rules + "\nknown \"ticket 7\" until \"2099-12-31\"")
    let run = try await ComparedOrg.compare(known, with: live, clock)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("known  "), "\(run.all)")
    let other = try await ComparedOrg.compare(
      "flow \"next\" {\n  engine nextauth\n  otherwise stop\n}\n", with: live, clock)
    #expect(other.status == .usage, "\(other.all)")
    #expect(other.output.contains("requires the engine `idx`"), "\(other.all)")
  }

  @Test("The simulated org of --org is compared with the flow's issuer")
  func names() async throws {
    let clock = ManualClock.late
    let live = try ComparedOrg(clock: clock)
    let folder = try TemporaryFolder()
    let model = try folder.write("model.flow", ComparedOrg.org)
    let file = try folder.write(
      "live.flow",
      """
      org prod at "\(Pages.issuer)" {
        client-id    "client-1"
        redirect-uri "com.example:/callback"
        scopes       profile
      }
      flow "jane" {
        against prod
      \(ComparedOrg.rules)
      }
      """)
    let shell = Shell(transport: live, environment: ["PW": "Correct-Horse-1"], clock: clock)
    let line = ["test", file, "--compare", "--live", "org.example", "--env", "PW"]
    let run = await shell(line + ["--org", model])
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("same in 3 steps"), "\(run.all)")
    let options = Pages.options
    let none = await shell(line + options)
    #expect(none.status == .usage, "\(none.all)")
    #expect(none.output.contains("`--compare` needs a simulated org"), "\(none.all)")
    let several = try folder.write(
      "several.flow",
      ComparedOrg.org + "org other { authenticators password }\n"
        + ComparedOrg.flow())
    let unsure = await shell(["test", several, "--compare", "--live", "org.example"] + options)
    #expect(unsure.status == .wrongScript, "\(unsure.all)")
    #expect(unsure.output.contains("several orgs are declared"), "\(unsure.all)")
    let both = await shell(line + options + ["--scopes", "profile", "--org", model])
    #expect(both.status == .success, "\(both.all)")
  }
}
