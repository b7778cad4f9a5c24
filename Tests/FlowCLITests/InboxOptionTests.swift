import CommandSupport
import FlowCLI
import FlowEngine
import FlowInterpreter
import FlowSimulation
import FlowTerminal
import OktaSimulator
import FlowHTTP
import TestSupport
import Testing

@testable import FlowScript
@testable import FlowSyntax

/// `--inbox`, FLOW_INBOX and `--allow-run`, from the command line to the end of a run.
@Suite(.realTime) struct InboxOptionTests {
  private static let script = """
    on identify             answer identifier = "jane@example.com"
    on challenge password   answer passcode = secret JANE_PASSWORD
    on select-authenticator choose email
    on challenge email      answer code = inbox email
    expect success
    """

  /// A script for the built-in org, in which a value is a program's output.
  private static let running = """
    on identify             answer identifier = "jane@example.com"
    on challenge password   answer passcode = run "/bin/echo Correct-Horse-1"
    on select-authenticator choose email
    on challenge email      answer code = inbox email
    """

  private func run(
    _ script: String, _ arguments: [String], _ environment: [String: String] = [:],
    transport: (any Transport)? = nil
  ) async throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    let path = try folder.write("script.flow", script)
    var variables = ["JANE_PASSWORD": "Correct-Horse-1"]
    variables.merge(environment) { $1 }
    return await Shell(transport: transport, environment: variables)(["run", path] + arguments)
  }

  /// The mails that a simulated org sends, in the form of Mailpit's API.
  private static func mails(of org: OrgServer) -> [JSON] {
    (1...max(1, org.state.mark)).compactMap { number -> JSON? in
      guard let item = org.state.newest("email", to: nil, after: number - 1),
        item.number == number, let code = item.code
      else { return nil }
      return [
        "ID": .string("mail\(number)"),
        "To": [["Name": "", "Address": .string(item.address)]],
        "Subject": "One-time verification code",
        "Text": "", "HTML": .string("<p>Your code is <b>\(code.reveal())</b>.</p>"),
      ]
    }
  }

  @Test("A run against an issuer reads its code from a mail service, over sockets")
  func mailService() async throws {
    let clock = ManualClock(now: .seconds(1_800_000_000))
    let org = try #require(
      LoopbackOrg(
        { issuer in
          let demo = Program.load(DemoOrg.source).program.orgs[DemoOrg.name]
          let settings = demo?.settings(sources: .init()).settings ?? []
          return OktaSimulator.Org.build(name: "demo", settings: settings, issuer: issuer).org
        }, clock: clock))
    defer { org.stop() }
    let server = try #require(org.inbox)
    let service = try HTTPServer { request in
      let mails = InboxOptionTests.mails(of: server)
      if request.url.path == "/api/v1/messages" {
        return HTTPResponse(
          status: 200, body: .json(["messages": .array(mails.reversed())]))
      }
      let mail = mails.first { request.url.path == "/api/v1/message/" + ($0["ID"]?.string ?? "") }
      return mail.map { HTTPResponse(status: 200, body: .json($0)) } ?? HTTPResponse(status: 404)
    }
    defer { service.stop() }
    let run = try await run(
      Self.script,
      [
        "--issuer", "http://127.0.0.1:\(org.port)/oauth2/default", "--client-id", "0oatest",
        "--redirect-uri", "com.example:/callback", "--timeout", "60m", "--env", "JANE_PASSWORD",
      ], ["FLOW_INBOX": "http://127.0.0.1:\(service.port)"], transport: PatientTransport())
    #expect(run.output.contains("success"), "\(run.all)")
    #expect(run.output.contains("answer passcode = \(Secret.mask)"))
    let code = try #require(server.state.newest("email", to: nil, after: 0)?.code)
    #expect(!run.all.contains(code.reveal()))
  }

  @Test("An inbox without a server is a separate problem, before anything is sent")
  func unreachable() async throws {
    let closed = try BoundSocket()
    let run = try await run(
      Self.script,
      Pages.options + ["--inbox", "http://127.0.0.1:\(closed.port)", "--timeout", "60m"],
      transport: PatientTransport())
    #expect(run.status == .serverFailed)
    #expect(
      run.errors.contains("error[inbox-failed]: the inbox at http://127.0.0.1:\(closed.port)"))
    #expect(run.errors.contains("inbox email"), "\(run.all)")
    withExtendedLifetime(closed) {}
  }

  /// A server's responses until a code is asked for.
  private static func challenge() -> ScriptedTransport {
    ScriptedTransport([
      .page(Pages.interact), .page(Pages.page([Pages.challenge], Pages.password)),
    ])
  }

  @Test("A script that takes a code without an inbox is reported when it takes it")
  func missing() async throws {
    let transport = Self.challenge()
    let run = try await run(
      "on challenge answer passcode = inbox email", Pages.options, transport: transport)
    #expect(run.status == .wrongScript)
    #expect(run.errors.contains("error[inbox-missing]"), "\(run.all)")
    #expect(run.errors.contains("`--inbox http://127.0.0.1:8025`"))
    #expect(transport.paths.last == "/idp/idx/cancel")
  }

  @Test("A script that could take a code, but doesn't, needs no inbox")
  func needless() async throws {
    let run = try await run(
      Pages.script + "\non challenge email answer code = inbox email", Pages.options,
      ["PASSWORD": "Correct-Horse-1"], transport: ScriptedTransport(Pages.signIn))
    #expect(run.status == .success, "\(run.all)")
  }

  @Test("A text message can't arrive by mail")
  func channel() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("new/1", "")
    _ = try folder.write("cur/1", "")
    let transport = Self.challenge()
    let run = try await run(
      "on challenge answer passcode = inbox sms",
      Pages.options + ["--inbox", "maildir:\(folder.path)"], transport: transport)
    #expect(run.errors.contains("error[inbox-failed]"), "\(run.all)")
    #expect(transport.paths.last == "/idp/idx/cancel")
  }

  static let faults: [([String], [String: String], String)] = [
    (["--inbox", "x"], [:], "`x` isn't an inbox"),
    ([], ["FLOW_INBOX": "x"], "`x` isn't an inbox"),
    (["--inbox", "command:/bin/cat"], [:], "`--allow-run`"),
    ([], ["FLOW_INBOX": "command:/bin/cat"], "`--allow-run`"),
    (["--inbox", "command:", "--allow-run"], [:], "the program is missing"),
  ]

  @Test("An invalid inbox is a usage error", arguments: faults)
  func usage(
    options: [String], environment: [String: String], message: String
  ) async throws {
    let run = try await run(Self.script, Pages.options + options, environment)
    #expect(run.status == .usage)
    #expect(run.errors.contains(message), "\(run.all)")
  }

  @Test("A simulated org has its own inbox: the option is an error, the variable has no effect")
  func simulated() async throws {
    let option = try await run(Self.script, ["--inbox", "http://127.0.0.1:8025"])
    #expect(option.status == .usage)
    #expect(option.errors.contains("`--inbox` requires a real issuer"))
    let variable = try await run(
      Self.script, [], ["FLOW_INBOX": "http://127.0.0.1:8025"])
    #expect(variable.status == .success, "\(variable.all)")
  }

  // MARK: Commands

  #if os(Linux) || os(macOS)
  @Test("A program's output is a value if allowed, and is in no output")
  func allowed() async throws {
    for output in [["--trace"], ["--json"], []] {
      let run = try await run(Self.running, ["--allow-run"] + output)
      #expect(run.status == .success, "\(run.all)")
      #expect(!run.output.contains("Correct-Horse-1") && !run.errors.contains("Correct-Horse-1"))
    }
  }

  @Test("A failing program ends the run with its message, without the secrets in it")
  func failing() async throws {
    let script = """
      on identify answer identifier = run "/bin/cat /no/such/\\(password)"
      let password = secret JANE_PASSWORD
      """
    let run = try await run(script, ["--allow-run"])
    #expect(run.status == .wrongScript)
    #expect(
      run.errors.contains("error[command-failed]: `/bin/cat` ended with status 1"), "\(run.all)")
    #expect(run.errors.contains("it said: /bin/cat: \(Secret.mask): "))
    #expect(!run.all.contains("Correct-Horse-1"))
  }
  #endif

  @Test("Without permission no program runs, which is reported before anything is sent")
  func notAllowed() async throws {
    let run = try await run(Self.running, [])
    #expect(run.status == .wrongScript)
    #expect(run.errors.contains("error[run-not-allowed]"), "\(run.all)")
    #expect(run.errors.contains("`--allow-run`"))
  }
}
