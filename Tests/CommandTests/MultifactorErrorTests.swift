import CommandSupport
import FlowCLI
import FlowHTTP
import FlowTerminal
import Testing

/// The six errors of the class that `multifactor-login.flow` replaces, each by its own id.
@Suite("multifactor-login.flow, error by error")
struct MultifactorErrorTests {
  typealias Made = MultifactorPages

  static let login = MultifactorLoginTests.first + Pages.options

  static func run(
    _ answers: [ScriptedTransport.Answer], person: Person? = Person(), more: [String] = []
  ) async -> (run: Shell.Outcome, transport: ScriptedTransport) {
    let transport = ScriptedTransport(answers)
    let shell = Shell(
      person: person, transport: transport, environment: ["JANE_PASSWORD": "Correct-Horse-1"])
    return (await shell(login + more), transport)
  }

  static func run(_ pages: JSON..., person: Person? = Person()) async -> Shell.Outcome {
    await run(([Pages.interact] + pages).map { .page($0) }, person: person).run
  }

  @Test("error: the server refuses to begin")
  func error() async throws {
    let refusal: JSON = ["error": "invalid_client", "error_description": "Client not found"]
    let run = await Self.run([.page(refusal, status: 400)]).run
    #expect(run.status == .serverFailed)
    #expect(run.errors.contains("error[server-refused]"), "\(run.all)")
    #expect(run.errors.contains("Client not found"))
  }

  @Test("message: a message of any class ends the run with the server's text")
  func message() async throws {
    for (severity, id) in [
      ("INFO", "rule-failed"), ("WARNING", "rule-failed"), ("ERROR", "server-message"),
    ] {
      let run = await Self.run(
        Made.page([Pages.identify], saying: Made.message("Not today.", severity)))
      #expect(run.status == .failed)
      #expect(run.errors.contains("error[\(id)]: "), "\(run.all)")
      #expect(run.errors.contains("Not today."))
    }
  }

  @Test("cannotProceed: a step that no rule answers")
  func cannotProceed() async throws {
    let run = await Self.run(Made.page([Made.step("brand-new-step")]))
    #expect(run.status == .failed)
    #expect(
      run.errors.contains("error[no-rule]: no rule answers the step `brand-new-step`"),
      "\(run.all)")
  }

  @Test("cannotProceed: a page without steps, whose message is repeated")
  func nothingLeft() async throws {
    let run = await Self.run(Made.page([], saying: Made.message("Close this window.", "INFO")))
    #expect(run.status == .failed)
    #expect(run.errors.contains("error[expectation-failed]: expected success"), "\(run.all)")
    #expect(run.errors.contains("note: the server says: Close this window."))
  }

  @Test("noStepHandler: only if the run would ask the user")
  func nobodyToAsk() async throws {
    let asked = await Self.run(
      [.page(Pages.interact)]
        + [Made.page([Made.step("challenge-authenticator", [Made.code])], about: Made.email)].map {
          .page($0)
        }, person: nil)
    #expect(asked.run.status == .wrongScript)
    #expect(asked.run.errors.contains("error[nobody-to-ask]"), "\(asked.run.all)")
    #expect(asked.transport.paths.last == "/idp/idx/cancel")
    let run = await Self.run(Pages.signIn, person: nil).run
    #expect(run.status == .success, "\(run.all)")
  }

  @Test(
    "unexpectedAuthenticator: a challenge or an enrollment without an authenticator",
    arguments: ["challenge-authenticator", "enroll-authenticator"])
  func unexpectedAuthenticator(name: String) async throws {
    let run = await Self.run(
      Made.page([Made.step(name, [Made.code])]), person: Person(["": "123456"]))
    #expect(run.status == .failed)
    #expect(
      run.errors.contains(
        "error[unexpected-authenticator]: unexpected authenticator: the step `\(name)`"),
      "\(run.all)")
  }

  @Test("unknown: an invalid answer")
  func unknown() async throws {
    let run = await Self.run([.page(["hello": "world"])]).run
    #expect(run.status == .serverFailed)
    #expect(run.errors.contains("error[response-malformed]"), "\(run.all)")
  }
}
