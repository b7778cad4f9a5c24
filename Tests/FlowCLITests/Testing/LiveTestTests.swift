import FlowDiagnostics
import CommandSupport
import FlowEngine
import FlowTerminal
import FlowInterpreter
import FlowSyntax
import FlowHTTP
import FlowLock
import TestSupport
import Testing

@testable import FlowTestRunner

@Suite("flow test at a real org")
struct LiveTestTests {
  private static let live = Pages.options + ["--live", "org.example", "-j", "1"]

  private func run(
    _ script: String, _ transport: ScriptedTransport, _ arguments: [String] = [],
    clock: ManualClock? = nil
  ) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let file = try folder.write("live.flow", script)
    let shell = Shell(
      transport: transport, environment: ["PASSWORD": "Secret-Word-1"], clock: clock)
    return await shell(["test", file] + LiveTestTests.live + arguments)
  }

  private static func signIn(_ name: String) -> String {
    "flow \"\(name)\" {\n\(Pages.script)\n  expect success\n}\n"
  }

  @Test("Nothing is sent to a host that isn't named, whatever names the issuer")
  func unnamed() async throws {
    let folder = try TemporaryFolder()
    let org = """
      org real at "\(Pages.issuer)" {
        client-id "client-1"
        redirect-uri "com.example:/callback"
      }
      """
    let file = try folder.write(
      "live.flow", org + "\nflow \"a\" {\n  against real\n  otherwise stop\n}\n")
    let transport = ScriptedTransport([])
    let run = await Shell(transport: transport)("test", file, "--live", "other.example")
    #expect(run.status == .usage, "\(run.all)")
    #expect(run.output.contains("this would sign in at `org.example`, a real issuer"))
    #expect(run.output.contains("`--live org.example` allows it"))
    #expect(transport.requests.isEmpty)
    let environment = [
      "FLOW_ISSUER": Pages.issuer, "FLOW_CLIENT_ID": "a", "FLOW_REDIRECT_URI": "b:/c",
    ]
    let other = await Shell(transport: transport, environment: environment)("test", file)
    #expect(other.status == .usage)
    #expect(other.errors.contains("`--live org.example` allows it"), "\(other.all)")
    #expect(transport.requests.isEmpty)
  }

  @Test("Sign-ins begin one by one, at the printed pace")
  func pace() async throws {
    let clock = ManualClock(now: .seconds(1_700_000_000))
    let script = ["a", "b", "c"].map(LiveTestTests.signIn).joined()
    let transport = ScriptedTransport(Pages.signIn + Pages.signIn + Pages.signIn)
    let run = try await run(script, transport, ["--rate", "20/m"], clock: clock)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.output.contains("3 flows, at \(Pages.issuer)"), "\(run.all)")
    // Three seconds before the second and before the third.
    #expect(clock.now - .seconds(1_700_000_000) == .seconds(6))
  }

  @Test("Two flows never send a user's code twice: the second waits for the next code")
  func codes() async throws {
    let clock = ManualClock(now: .seconds(1_700_000_010))
    let script = ["a", "b"].map(LiveTestTests.signIn).joined()
      .replacing("secret PASSWORD", with: "totp \"GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\"")
    let transport = ScriptedTransport(Pages.signIn + Pages.signIn)
    let run = try await run(script, transport, [], clock: clock)
    #expect(run.status == .success, "\(run.all)")
    let codes = transport.requests.compactMap { request -> String? in
      guard case .json(let body) = request.body else { return nil }
      return body["credentials"]?["passcode"]?.string
    }
    #expect(codes.count == 2 && Set(codes).count == 2, "\(codes)")
    #expect(clock.now == .seconds(1_700_000_040))
  }

  @Test("A refusal is never retried; a server's fault is")
  func retry() async throws {
    let refused = ScriptedTransport([
      .page(Pages.interact), .page(Pages.page([Pages.identify])),
      .page(Pages.page([Pages.challenge], Pages.password)),
      .page(
        Pages.page(
          [Pages.challenge],
          ["messages": Pages.messages("Password is incorrect")]), status: 401),
      .page(Pages.page([])),
    ])
    let no = try await run(LiveTestTests.signIn("a"), refused, ["--retry", "3"])
    #expect(no.status == .failed, "\(no.all)")
    #expect(refused.paths.filter { $0.hasSuffix("/interact") }.count == 1)
    let odd = ScriptedTransport(
      [.page(["odd": true])] + Pages.signIn)
    let yes = try await run(LiveTestTests.signIn("a"), odd, ["--retry", "3"])
    #expect(yes.status == .success, "\(yes.all)")
    #expect(yes.output.contains("flaky"), "\(yes.all)")
    #expect(yes.output.contains("attempt 2"))
  }

  @Test("The first lockout ends the run, and nothing more is sent")
  func lockout() async throws {
    let transport = ScriptedTransport([
      .page(Pages.interact), .page(Pages.page([Pages.identify])),
      .page(Pages.page([Pages.challenge], Pages.password)),
      .page(
        Pages.page(
          [Pages.challenge],
          ["messages": Pages.messages("Your account is locked.", key: "errors.E0000119")]),
        status: 401),
      .page(Pages.page([])),
    ])
    let script = LiveTestTests.signIn("a") + LiveTestTests.signIn("b")
    let run = try await run(script, transport, ["--retry", "3"])
    #expect(run.status == .failed, "\(run.all)")
    #expect(run.output.contains("the org locked an account: 1 flow did not run"))
    #expect(transport.paths.filter { $0.hasSuffix("/interact") }.count == 1)
  }

  @Test(
    "Flows that wait for their user or their turn send nothing more either", arguments: 1...4
  )
  func waiting(jobs: Int) async throws {
    let transport = ScriptedTransport([
      .page(Pages.interact), .page(Pages.page([Pages.identify])),
      .page(Pages.page([Pages.challenge], Pages.password)),
      .page(
        Pages.page([Pages.challenge], ["messages": Pages.messages("Password is incorrect")]),
        status: 401),
      .page(Pages.page([])),
    ])
    let folder = try TemporaryFolder()
    let names = ["a", "b", "c", "d"]
    // A user is the same however the name is written.
    let script = names.map(LiveTestTests.signIn).joined()
      .replacing("\"jane", with: "\"JANE", maxReplacements: 1)
    let file = try folder.write("live.flow", script)
    let shell = Shell(
      transport: transport, environment: ["PASSWORD": "Secret-Word-1"],
      clock: ManualClock(now: .seconds(1_700_000_000)))
    let options = Pages.options + ["--live", "org.example", "-j", "\(jobs)", "--fail-fast"]
    let run = await shell(["test", file] + options)
    #expect(run.status == .failed, "\(run.all)")
    #expect(transport.paths.filter { $0.hasSuffix("/interact") }.count == 1, "\(run.all)")
  }

  @Test("A rate limit that doesn't end ends the run")
  func limit() async throws {
    let limited = ScriptedTransport.Answer.text("", status: 429)
    let transport = ScriptedTransport(Array(repeating: limited, count: 20))
    let script = LiveTestTests.signIn("a") + LiveTestTests.signIn("b")
    let run = try await run(script, transport, ["--retry", "3"])
    #expect(run.status == .serverFailed, "\(run.all)")
    #expect(run.output.contains("the org limits requests (429): 1 flow did not run"))
  }

  @Test("Two flows of one user, or of an unknown user, are never in progress together")
  func users() async {
    let gate = LiveGate(Rate.standard)
    let order = Watched<[String]>([])
    await gate.enter("a", "jane")
    await gate.enter("a", "bob")
    await gate.enter("b", "jane")
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await gate.enter("a", "jane")
        order.change { $0.append("jane") }
        await gate.leave("a", "jane")
        await gate.enter("a", nil)
        order.change { $0.append("nobody") }
        await gate.leave("a", nil)
        await gate.enter("a", "eve")
        order.change { $0.append("eve") }
      }
      await gate.leave("b", "jane")
      #expect(order.value.isEmpty)
      await gate.leave("a", "jane")
      await order.wait { $0 == ["jane"] }
      // Bob's sign-in is still in progress, and neither user is known.
      #expect(order.value == ["jane"])
      await gate.leave("a", "bob")
      await order.wait { $0 == ["jane", "nobody", "eve"] }
    }
  }

  @Test(
    "The user is known before anything is sent if the script names it",
    arguments: [
      ("on identify answer identifier = \"jane\"", "jane"),
      ("let who = \"jane\"\non identify answer identifier = \"\\(who)@a\"", "jane@a"),
      ("on identify answer identifier = env WHO", "bob"),
      ("on identify answer identifier = ask \"who\"", nil),
      ("on identify answer identifier = \"a\"\non identify answer identifier = \"b\"", nil),
      ("otherwise stop", nil),
    ])
  func user(script: String, name: String?) throws {
    let program = Program.load(SourceFile(name: "a.flow", text: script)).program
    let flow = try #require(program.flows.first)
    let plan = try #require(RunPlan.make(program: program, flow: flow).plans.first)
    let sources = ValueSources(variable: { $0 == "WHO" ? "bob" : nil })
    #expect(PlannedUser(plan, sources).name == name)
  }
}
