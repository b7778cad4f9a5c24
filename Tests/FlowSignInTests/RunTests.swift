import FlowEngine
import FlowInterpreter
import FlowSignIn
import FlowSignInTesting
import FlowLock
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RunTests {
  private static let jane = """
    on identify             answer identifier = "jane@example.com"
    on challenge password   answer passcode = secret JANE_PASSWORD
    on select-authenticator choose email
    on challenge email      answer code = inbox email
    """

  @Test("The events come in the order of the run: each step, then the server's response to it")
  func events() async throws {
    let text = """
      on identify                        say "hello" then answer identifier = "jane@example.com"
      on challenge password once         answer passcode = "not it"
      on challenge password when message answer passcode = secret JANE_PASSWORD
      on select-authenticator            choose email
      on challenge email                 answer code = inbox email
      """
    let signIn = try SignInScript(text).start(.simulated())
    var events: [SignInEvent] = []
    for await event in signIn.events { events.append(event) }
    let result = try await signIn.result()
    #expect(
      events.map(\.description) == [
        "hello", "identify", "Password", "Password is incorrect", "Password",
        "select-authenticator-authenticate: Email", "Email",
      ])
    #expect(result.messages.map(\.text) == ["Password is incorrect"])
    #expect(result.steps == 5)
    #expect(result.outcome == .success)
    guard case .step(let step) = events.last else {
      Issue.record("the last event isn't a step")
      return
    }
    #expect(step.name == "challenge-authenticator")
    #expect(step.fields == ["credentials.passcode"])
    #expect(!step.isByPerson)
  }

  @Test("A waiting step is an event that says what it waits for")
  func waiting() async throws {
    let text = """
      on identify             answer identifier = "jane@example.com"
      on challenge password   answer passcode = secret JANE_PASSWORD
      on select-authenticator choose email
      on challenge email      poll every 2s for 5s
      """
    var configuration = SignInConfiguration.simulated()
    configuration.clock = ManualClock(now: .zero)
    let signIn = try SignInScript(text).start(configuration)
    let waits = await signIn.events.reduce(into: [Duration]()) { pauses, event in
      guard case .waiting(let waiting) = event else { return }
      #expect(waiting.title == "Email")
      pauses.append(waiting.pause)
    }
    #expect(waits == [.seconds(2), .seconds(2), .seconds(1)])
    let failure = await #expect(throws: SignInFailure.self) { try await signIn.tokens() }
    #expect(failure?.kind == .timedOut)
  }

  @Test("The prompter is asked for the factor and the code, in the step's own words")
  func questions() async throws {
    let text = """
      on identify           answer identifier = "jane@example.com"
      on challenge password answer passcode = secret JANE_PASSWORD
      on challenge email    prompt code "The code we sent"
      otherwise prompt
      """
    let asked = Mutex<[Question]>([])
    let prompter = ClosurePrompter { question in
      asked.withLock { $0.append(question) }
      return question.choosing(.email) ?? .filled(["000000"])
    }
    let signIn = try SignInScript(text).start(.simulated(), prompter: prompter)
    await #expect(throws: SignInFailure.self) { try await signIn.tokens() }
    let questions = asked.withLock { $0 }
    let choice = try #require(questions.first)
    #expect(choice.step == "select-authenticator-authenticate")
    #expect(choice.options.map(\.title).contains("Phone"))
    #expect(
      choice.options.first { $0.title == "Phone" }?.methods.map(\.title) == ["SMS", "Voice call"])
    let code = try #require(questions.dropFirst().first)
    #expect(code.fields.map(\.label) == ["The code we sent"])
    #expect(code.title == "Email")
    #expect(code.fields.map(\.purpose) == [.oneTimeCode])
  }

  @Test("The code that a simulated org sends can be read from the run's inbox")
  func inbox() async throws {
    let text = """
      on identify             answer identifier = "jane@example.com"
      on challenge password   answer passcode = secret JANE_PASSWORD
      on select-authenticator choose email
      on challenge email      prompt code
      """
    let started = AsyncStream.makeStream(of: SignIn.self)
    let prompter = ClosurePrompter { _ in
      let signIn = await started.stream.first { _ in true }
      let code = try? await signIn?.inbox?.newest("email", to: "jane@example.com", after: 0)?.code
      return code.map { .filled([$0.reveal()]) } ?? .cancelled
    }
    let signIn = try SignInScript(text).start(.simulated(), prompter: prompter)
    started.continuation.yield(signIn)
    #expect(try await signIn.tokens().tokenType == "Bearer")
  }

  @Test("An app's own inbox gets the codes of a server that sends them elsewhere")
  func ownInbox() async throws {
    let server = try DemoServer()
    let secrets = ["JANE_PASSWORD": Secret("Correct-Horse-1")]
    let signIn = try SignInScript(Self.jane).start(
      server.configuration, secrets: secrets, inbox: server.server)
    #expect(try await signIn.tokens().scope == "openid profile")
    #expect(!server.isAbandoned)
    // The same inbox, once for all runs.
    let other = try DemoServer()
    var configuration = other.configuration
    configuration.inbox = other.server
    let again = try SignInScript(Self.jane).start(configuration, secrets: secrets)
    #expect(try await again.tokens().scope == "openid profile")
  }

  @Test("A script that takes a code without an inbox fails before anything is sent")
  func noInbox() async throws {
    let server = try DemoServer()
    let signIn = try SignInScript(Self.jane).start(
      server.configuration, secrets: ["JANE_PASSWORD": Secret("Correct-Horse-1")])
    let failure = await #expect(throws: SignInFailure.self) { try await signIn.tokens() }
    #expect(failure?.problems.map(\.id) == ["inbox-missing"])
  }

  @Test("An org that the script declares is used")
  func declaredOrg() async throws {
    let text = """
      flow "at acme" {
        against acme
        on identify           answer identifier = "ada@example.com"
        on challenge password answer passcode = secret ADA_PASSWORD
      }
      org acme {
        authenticators password
        user "ada@example.com" { password secret ADA_PASSWORD }
        sign-on { require password }
      }
      org other { authenticators password }
      """
    let script = try SignInScript(text)
    let secrets = ["ADA_PASSWORD": Secret("Enchantress-1")]
    _ = try await script.start(.simulated(), secrets: secrets).tokens()
    _ = try await script.start(.simulated(org: "acme"), secrets: secrets).tokens()
    await #expect(throws: SignInFailure.self) {
      try await script.start(.simulated(org: "demo"), secrets: secrets).tokens()
    }
  }

  @Test("A run's values override the script's, and answer env, too")
  func values() async throws {
    let text = """
      let email = "nobody@example.com"
      on identify           answer identifier = email, rememberMe? = true
      on challenge password answer passcode = env PASSWORD
      on select-authenticator choose email
      on challenge email    answer code = inbox email
      """
    let values = ["email": "jane@example.com", "PASSWORD": "Correct-Horse-1"]
    let signIn = try SignInScript(text).start(.simulated(), values: values)
    #expect(try await signIn.result().outcome == .success)
  }

  @Test("Fifty concurrent runs of one script each get their own tokens")
  func concurrency() async throws {
    let script = try SignInScript(Self.jane)
    let tokens = try await withThrowingTaskGroup(of: Tokens.self) { group in
      for _ in 0..<50 {
        group.addTask { try await script.start(.simulated()).tokens() }
      }
      return try await group.reduce(into: Set<Secret>()) { $0.insert($1.accessToken) }
    }
    #expect(tokens.count == 50)
  }

  @Test("Unread events delay nothing, and the result can be requested twice")
  func nobodyListens() async throws {
    let signIn = try SignInScript(Self.jane).start(.simulated())
    let first = try await signIn.result()
    #expect(try await signIn.result() == first)
  }
}
