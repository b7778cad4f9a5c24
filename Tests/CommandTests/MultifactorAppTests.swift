import CommandSupport
import FlowEngine
import FlowInterpreter
import FlowScript
import FlowHTTP
import FlowSignIn
import FlowSignInTesting
import Testing

/// The class that `multifactor-login.flow` replaces, in an app: its inputs and its six errors.
@Suite("multifactor-login.flow in an app")
struct MultifactorAppTests {
  typealias Made = MultifactorPages

  /// Answers every question with one reply.
  private struct Answering: Prompter {
    let reply: Reply
    func answer(_ question: Question) async throws -> Reply { reply }
  }

  /// As the manual shows it.
  private static func start(
    _ configuration: SignInConfiguration, path: String, username: String, password: String,
    prompter: (any Prompter)?
  ) throws -> SignIn {
    // Manual: multifactor
    let script = try SignInScript(
      contentsOf: path, values: ["username", "firstName", "lastName"])
    let login = try script.start(
      configuration, flow: "multifactor login", values: ["username": username],
      secrets: ["JANE_PASSWORD": Secret(password)], prompter: prompter)
    // Manual: end
    return login
  }

  private static func configuration(_ transport: any Transport) throws -> SignInConfiguration {
    try SignInConfiguration(
      issuer: Pages.issuer, clientID: "client-1", redirectURI: "com.example:/callback",
      transport: transport)
  }

  private static func failure(
    _ answers: [ScriptedTransport.Answer], prompter: (any Prompter)? = nil
  ) async throws -> SignInFailure {
    try await #require(throws: SignInFailure.self) {
      try await start(
        configuration(ScriptedTransport(answers)), path: MultifactorLoginTests.example,
        username: "jane@example.com", password: "Correct-Horse-1", prompter: prompter
      ).tokens()
    }
  }

  private static func failure(
    _ pages: JSON..., prompter: (any Prompter)? = Answering(reply: .filled(["123456"]))
  ) async throws -> SignInFailure {
    try await failure(([Pages.interact] + pages).map { .page($0) }, prompter: prompter)
  }

  @Test("A run gives only the values that its flow uses")
  func values() async throws {
    let transport = ScriptedTransport(Pages.signIn)
    let login = try Self.start(
      Self.configuration(transport), path: MultifactorLoginTests.example,
      username: "jane@example.com", password: "Correct-Horse-1", prompter: nil)
    #expect(try await login.tokens().tokenType == "Bearer")
    let script = try SignInScript(
      contentsOf: MultifactorLoginTests.example, values: ["username", "firstName", "lastName"])
    let failure = #expect(throws: SignInFailure.self) {
      try script.start(
        .simulated(), flow: "multifactor login of a new user", values: ["username": "a@b.example"]
      )
    }
    guard case .missingValues(let problem)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(problem.message.contains("firstName") && problem.message.contains("lastName"))
  }

  @Test("A bare field requires its value")
  func bareField() throws {
    let script = try SignInScript(
      "on identify answer identifier\non challenge password answer passcode",
      values: ["identifier", "password", "other"])
    let failure = #expect(throws: SignInFailure.self) { try script.start(.simulated()) }
    guard case .missingValues(let problem)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(problem.message == "values are missing: identifier and password")
  }

  @Test("error")
  func error() async throws {
    let refusal: JSON = ["error": "invalid_client", "error_description": "Client not found"]
    guard case .server = try await Self.failure([.page(refusal, status: 400)]) else {
      Issue.record("not `.server`")
      return
    }
  }

  @Test("message")
  func message() async throws {
    let refused = try await Self.failure(
      Made.page([Pages.identify], saying: Made.message("Not today.", "ERROR")))
    guard case .refused(let messages, _) = refused else {
      Issue.record("\(refused)")
      return
    }
    #expect(messages.map(\.text) == ["Not today."])
    let told = try await Self.failure(
      Made.page([Pages.identify], saying: Made.message("Not today.", "INFO")))
    guard case .failed(let problem) = told else {
      Issue.record("\(told)")
      return
    }
    #expect(problem.message == "Not today.")
  }

  @Test("cannotProceed, at an unknown step and without a step")
  func cannotProceed() async throws {
    for (page, expected) in [
      (Made.page([Made.step("brand-new-step")]), "brand-new-step"),
      (Made.page([], saying: Made.message("Close this window.", "INFO")), ""),
    ] {
      let failure = try await Self.failure(page)
      guard case .cannotProceed(let step, let problem) = failure else {
        Issue.record("\(failure)")
        return
      }
      #expect(step == expected)
      if step.isEmpty { #expect(problem.notes == ["the server says: Close this window."]) }
    }
  }

  @Test("noStepHandler")
  func noStepHandler() async throws {
    let page = Made.page([Made.step("challenge-authenticator", [Made.code])], about: Made.email)
    let failure = try await Self.failure(page, prompter: nil)
    guard case .nobodyToAsk = failure else {
      Issue.record("\(failure)")
      return
    }
  }

  @Test("unexpectedAuthenticator")
  func unexpectedAuthenticator() async throws {
    let failure = try await Self.failure(
      Made.page([Made.step("challenge-authenticator", [Made.code])]))
    guard case .unexpectedAuthenticator(let step, let problem) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(step == "challenge-authenticator")
    #expect(problem.id == "unexpected-authenticator")
    #expect(failure.description.hasPrefix("Unexpected authenticator"))
  }

  @Test("unknown")
  func unknown() async throws {
    let failure = try await Self.failure([.page(["hello": "world"])])
    guard case .malformed(let problem) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(problem.id == "response-malformed")
  }

  @Test("The manual shows how it is started, word for word")
  func manual() throws {
    let page = try #require(Project.text(Project.page("running")))
    let file = try #require(Project.text("Tests/CommandTests/MultifactorAppTests.swift"))
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasSuffix("// Manual: multifactor") })
    let shown = lines[(start + 1)...].prefix { !$0.hasSuffix("// Manual: end") }
    #expect(shown.count == 5)
    #expect(page.contains(shown.map { $0.dropFirst(4) }.joined(separator: "\n")))
  }
}
