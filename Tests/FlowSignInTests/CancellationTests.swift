import FlowInterpreter
import FlowSignIn
import FlowSignInTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CancellationTests {
  private static let script = "otherwise prompt"

  @Test("Canceling a run that waits for a user who never answers cancels its transaction")
  func cancelWhileAsking() async throws {
    let server = try DemoServer()
    let prompter = SilentPrompter()
    let signIn = try SignInScript(Self.script).start(server.configuration, prompter: prompter)
    #expect(await prompter.question()?.step == "identify")
    #expect(!server.isAbandoned)
    signIn.cancel()
    await #expect(throws: SignInFailure.cancelled) { try await signIn.tokens() }
    #expect(server.isAbandoned)
    prompter.giveUp()
  }

  @Test("Canceling the task that waits for the tokens cancels the transaction")
  func cancelTask() async throws {
    let server = try DemoServer()
    let prompter = SilentPrompter()
    let signIn = try SignInScript(Self.script).start(server.configuration, prompter: prompter)
    let task = Task { try await signIn.tokens() }
    _ = await prompter.question()
    task.cancel()
    await #expect(throws: SignInFailure.cancelled) { try await task.value }
    #expect(server.isAbandoned)
    prompter.giveUp()
  }

  @Test("A cancel by the user is a canceled run", arguments: [true, false])
  func personCancels(byError: Bool) async throws {
    let server = try DemoServer()
    let prompter = ClosurePrompter { _ in
      if byError { throw CancellationError() }
      return .cancelled
    }
    let signIn = try SignInScript(Self.script).start(server.configuration, prompter: prompter)
    await #expect(throws: SignInFailure.cancelled) { try await signIn.tokens() }
    #expect(server.isAbandoned)
  }

  @Test("A script that cancels is a canceled run, and cancels once")
  func scriptCancels() async throws {
    let server = try DemoServer()
    let signIn = try SignInScript("on identify cancel").start(server.configuration)
    await #expect(throws: SignInFailure.cancelled) { try await signIn.tokens() }
    #expect(server.exchanges.filter { $0.path == "/idp/idx/cancel" }.count == 1)
  }

  @Test("The events end with a canceled run")
  func eventsEnd() async throws {
    let prompter = SilentPrompter()
    let signIn = try SignInScript(Self.script).start(.simulated(), prompter: prompter)
    _ = await prompter.question()
    signIn.cancel()
    for await _ in signIn.events {}
    await #expect(throws: SignInFailure.cancelled) { try await signIn.result() }
    prompter.giveUp()
  }

  @Test("Canceling a finished run changes nothing")
  func cancelAfterwards() async throws {
    let text = """
      on identify             answer identifier = "jane@example.com"
      on challenge password   answer passcode = secret JANE_PASSWORD
      on select-authenticator choose email
      on challenge email      answer code = inbox email
      """
    let signIn = try SignInScript(text).start(.simulated())
    let tokens = try await signIn.tokens()
    signIn.cancel()
    #expect(try await signIn.tokens() == tokens)
  }
}
