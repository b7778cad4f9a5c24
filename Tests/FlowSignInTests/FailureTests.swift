import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSignIn
import FlowSignInTesting
import FlowSyntax
import FlowHTTP
import Testing

@Suite(.timeLimit(.minutes(5)))
struct FailureTests {
  private static let jane = """
    on identify             answer identifier = "jane@example.com"
    on challenge password   answer passcode = secret JANE_PASSWORD
    on select-authenticator choose security-question
    on challenge            answer answer = secret JANE_TOY

    """

  private func failure(
    _ text: String, at configuration: SignInConfiguration = .simulated(), flow: String? = nil,
    secrets: [String: Secret] = [:], prompter: (any Prompter)? = nil
  ) async throws -> SignInFailure {
    let failure = try await #require(throws: SignInFailure.self) {
      let script = try SignInScript(text)
      return try await script.start(
        configuration, flow: flow, secrets: secrets, prompter: prompter
      ).tokens()
    }
    #expect(!failure.description.isEmpty)
    // The text for the user is never the one for a developer, apart from the words of a server or
    // of the script.
    let isOwn = [.refused, .failed, .cancelled].contains(failure.kind)
    #expect(failure.localizedDescription == failure.description || !isOwn)
    #expect(!failure.localizedDescription.contains("`") || isOwn)
    return failure
  }

  // MARK: Before the first request

  @Test("A flow that isn't in the script is answered with the nearest one")
  func unknownFlow() async throws {
    let text = "flow \"sign in\" { on identify submit }"
    let failure = try await failure(text, flow: "sing in")
    #expect(failure.problems.map(\.id) == ["unknown-name"])
    #expect(failure.help?.contains("`sign in`") == true)
  }

  @Test("If there are several flows, one must be named")
  func severalFlows() async throws {
    let text = "flow \"a\" { on identify submit }\nflow \"b\" { on identify submit }"
    let failure = try await failure(text)
    #expect(failure.kind == .script)
    #expect(failure.help == "Name one of 2: `a`, `b`.")
  }

  @Test("A script with only declarations has no flow to run")
  func noFlow() async throws {
    let failure = try await failure("profile jane { identifier = \"jane@example.com\" }")
    #expect(failure.kind == .script)
    #expect(failure.problems.map(\.message) == ["the script doesn't have a flow"])
  }

  @Test("An undeclared simulated org is answered with the nearest one")
  func unknownOrg() async throws {
    let text = Self.jane + "org acme { authenticators password }"
    let failure = try await failure(text, at: .simulated(org: "acne"))
    #expect(failure.kind == .script)
    let problem = try #require(failure.problems.first)
    #expect(problem.help?.contains("`acme`") == true)
  }

  @Test("A value that the script declares and the run doesn't give is missing")
  func missingValue() throws {
    let script = try SignInScript("on identify answer identifier = email", values: ["email"])
    let failure = try #require(throws: SignInFailure.self) { try script.start(.simulated()) }
    #expect(failure.kind == .missingValues)
    let problem = try #require(failure.problems.first)
    #expect(problem.message == "a value is missing: email")
    #expect(failure.help == "Pass them to `start` as `values`.")
  }

  @Test("Missing secrets are reported all at once, before any request")
  func missingSecrets() async throws {
    let server = try DemoServer()
    let text = "on identify answer identifier = env WHO, passcode? = secret A_PASSWORD"
    let failure = try await failure(text, at: server.configuration)
    #expect(failure.kind == .missingValues)
    let problem = try #require(failure.problems.first)
    #expect(problem.message == "values are missing: env WHO and secret A_PASSWORD")
    #expect(server.exchanges.isEmpty)
  }

  @Test("A secret of an org's settings that the run doesn't give is missing")
  func missingOrgSecret() async throws {
    let text =
      Self.jane + """
        org acme {
          authenticators password
          user "sam@example.com" { password secret ACME_PASSWORD }
        }
        """
    let failure = try await failure(text)
    #expect(failure.kind == .missingValues)
  }

  @Test("A question without a user isn't a failure of the server")
  func nobodyToAsk() async throws {
    let server = try DemoServer()
    let failure = try await failure("on identify prompt identifier", at: server.configuration)
    #expect(failure.kind == .nobodyToAsk)
    #expect(failure.problems.map(\.line) == [1])
    #expect(failure.help?.hasPrefix("Pass a prompter to `start`") == true)
    #expect(server.isAbandoned)
  }

  // MARK: In a run

  @Test("An error of the app's own prompter is reported, and the transaction canceled")
  func throwingPrompter() async throws {
    struct KeychainLocked: Error {}
    let server = try DemoServer()
    let prompter = ClosurePrompter { _ in throw KeychainLocked() }
    let failure = try await failure(
      "on identify prompt identifier", at: server.configuration, prompter: prompter)
    #expect(failure == .unanswered("KeychainLocked()"))
    #expect(server.isAbandoned)
  }

  @Test("A refusal has the server's own message and key")
  func refused() async throws {
    let secrets = ["JANE_PASSWORD": Secret("not it at all")]
    let failure = try await failure(Self.jane, secrets: secrets)
    guard case .refused(let messages, let problem) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(messages.map(\.text) == ["Password is incorrect"])
    #expect(messages.compactMap(\.key) == ["incorrectPassword"])
    #expect(failure.description == "Password is incorrect")
    #expect(problem.id == "server-message")
  }

  @Test("A user without an account who repeats the answer is refused")
  func unknownUser() async throws {
    let script = try SignInScript(
      """
      on identify           answer identifier = email
      on challenge password answer passcode = secret PASSWORD
      otherwise prompt
      """, values: ["email"])
    let signIn = try script.start(
      .simulated(), values: ["email": "nobody@example.com"],
      secrets: ["PASSWORD": Secret("Battery-Staple-2")],
      prompter: ClosurePrompter { _ in .cancelled })
    let failure = try #require(
      await #expect(throws: SignInFailure.self) { try await signIn.tokens() })
    guard case .refused(let messages, let problem) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(messages.map(\.text).contains { $0.contains("There is no account") }, "\(messages)")
    #expect(failure.description.contains("nobody@example.com"))
    #expect(problem.id == "no-progress")
  }

  @Test("A step that no rule answers is named, with a line that would answer it")
  func cannotProceed() async throws {
    let failure = try await failure("on identify answer identifier = \"jane@example.com\"")
    guard case .cannotProceed(let step, let problem) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(step == "challenge-authenticator")
    #expect(problem.id == "no-rule")
    #expect(failure.help?.contains("on challenge-authenticator password") == true)
  }

  @Test("The script's own message ends a run that it fails")
  func failed() async throws {
    let text = "on identify fail \"not today\""
    let failure = try await failure(text)
    #expect(failure.kind == .failed)
    #expect(failure.description == "Not today.")
  }

  @Test("A success that the script doesn't expect is a failure")
  func expectationFailed() async throws {
    let failure = try await failure(Self.jane + "expect token.scope contains \"admin\"")
    #expect(failure.kind == .expectationFailed)
    let problem = try #require(failure.problems.first)
    #expect(failure.problems.count == 1)
    #expect(problem.line == 5)
  }

  @Test("An unreachable server is a network failure")
  func network() async throws {
    let server = try DemoServer { _ throws(TransportFailure) in
      throw .unreachable("connection refused")
    }
    let failure = try await failure(Self.jane, at: server.configuration, secrets: Self.secrets)
    #expect(failure.kind == .network)
    #expect(failure.description.hasSuffix("connection refused."))
  }

  @Test("A server whose certificate is refused isn't trusted")
  func certificate() async throws {
    let server = try DemoServer { _ throws(TransportFailure) in
      throw .insecure("self-signed")
    }
    let failure = try await failure(Self.jane, at: server.configuration, secrets: Self.secrets)
    #expect(failure.kind == .untrusted)
    #expect(failure.description.hasSuffix("self-signed."))
    #expect(failure.problems.map(\.id) == [ProblemKind.certificateRefused.id])
    // An app has no command line.
    let help = try #require(failure.problems.first?.help)
    #expect(!help.contains("--"), "\(help)")
  }

  @Test(
    "A server's error, or its rate limit, is a failure of the server",
    arguments: [500, 503, 429, 403])
  func server(status: Int) async throws {
    let server = try DemoServer { _ in HTTPResponse(status: status) }
    let failure = try await failure(Self.jane, at: server.configuration, secrets: Self.secrets)
    #expect(failure.kind == .server)
    let problem = try #require(failure.problems.first)
    #expect(problem.notes.contains { $0.contains("\(status)") })
  }

  @Test("The delay that a server asks for is a value")
  func retryAfter() async throws {
    let server = try DemoServer { _ in
      HTTPResponse(status: 429, headers: ["Retry-After": "300"])
    }
    let failure = try await failure(Self.jane, at: server.configuration, secrets: Self.secrets)
    #expect(failure.kind == .server)
    #expect(failure.retryAfter == .seconds(300))
    #expect(failure.code == nil)
  }

  @Test("A refused start is reported with its code, and with help for an app")
  func refusedStart() async throws {
    let server = try DemoServer { _ in
      HTTPResponse(status: 400, body: .json(["error": "invalid_client"]))
    }
    let failure = try await failure(Self.jane, at: server.configuration, secrets: Self.secrets)
    #expect(failure.kind == .server)
    #expect(failure.code == "invalid_client")
    #expect(failure.help?.contains("client id") == true)
    #expect(failure.help?.contains("expect") == false)
  }

  @Test("A run that takes too long ends, and its transaction is canceled")
  func timedOut() async throws {
    let clock = ManualClock(now: .zero)
    let server = try DemoServer { _ in
      clock.advance(by: .seconds(50))
      return nil
    }
    var configuration = server.configuration
    configuration.clock = clock
    let failure = try await failure(Self.jane, at: configuration, secrets: Self.secrets)
    #expect(failure.kind == .timedOut)
    #expect(failure.description == "The run timed out after 2m.")
    #expect(failure.help?.contains("`timeout`") == true)
    #expect(server.isAbandoned)
  }

  @Test("A run that ends as expected without tokens reports it to a caller that needs tokens")
  func noTokens() async throws {
    let text = """
      start unlock-account
      on select-authenticator-unlock-account choose email with identifier = "lee@example.com"
      on challenge email answer code = inbox email
      expect finished
      """
    #expect(try await failure(text) == .noTokens(.finished))
    let result = try await SignInScript(text).start(.simulated()).result()
    #expect(result.outcome == .finished)
    #expect(result.tokens == nil)
    #expect(!result.messages.isEmpty)
  }

  private static let secrets = [
    "JANE_PASSWORD": Secret("Correct-Horse-1"), "JANE_TOY": Secret("Rabbit"),
  ]
}
