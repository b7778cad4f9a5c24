import FlowEngine
import FlowInterpreter
import FlowSignIn
import FlowSignInTesting
import FlowText
import Foundation
import Testing

/// The class of the article "Replacing a state machine", with the script of the examples.
@MainActor
@Suite("A login class on a script", .timeLimit(.minutes(5)))
struct MultifactorLoginTests {
  /// A login, the steps that it shows, and the run.
  @MainActor
  private final class Screen {
    var login: MultifactorLogin?
    var run: SignIn?
    private var steps: [MultifactorLogin.Step] = []

    func show(_ step: MultifactorLogin.Step) { steps.append(step) }

    /// Waits for the next step that the class shows.
    func next() async throws -> MultifactorLogin.Step {
      while steps.isEmpty, !Task.isCancelled { await Task.yield() }
      try Task.checkCancellation()
      return steps.removeFirst()
    }

    /// Waits for the next step, which must ask for a factor.
    func factors() async throws -> Question {
      guard case .chooseFactor(let question) = try await next() else {
        throw PlainFailure("no factor is asked for")
      }
      return question
    }

    /// Waits for the next step, which must ask for a code of the factor.
    func code(of factor: SubjectName) async throws {
      guard case .verifyCode(let question) = try await next(),
        question.subjects.first?.name == factor,
        question.fields.map(\.purpose) == [.oneTimeCode]
      else { throw PlainFailure("no code of \(factor) is asked for") }
    }

    /// Types the latest code that the org sent.
    func typeCode(by channel: String) async throws {
      let item = try await run?.inbox?.newest(channel, to: nil, after: 0)
      login?.verify(code: item?.code?.reveal() ?? "")
    }
  }

  private func start(
    _ flow: String, values: [String: String] = ["username": "jane@example.com"],
    secrets: [String: Secret] = [:]
  ) throws -> (Screen, MultifactorLogin, SignIn) {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let script = try SignInScript(
      contentsOf: root.appending(path: "Examples/multifactor-login.flow").path(),
      values: ["username", "firstName", "lastName"])
    let screen = Screen()
    let login = MultifactorLogin()
    login.show = { [weak screen] in screen?.show($0) }
    let run = try login.start(
      flow, of: script, at: .simulated(), values: values, secrets: secrets)
    screen.login = login
    screen.run = run
    return (screen, login, run)
  }

  private static let login = "multifactor login"
  private static let register = "multifactor login of a new user"
  private static let reset = "multifactor login without a password"
  private static let password = ["JANE_PASSWORD": Secret("Correct-Horse-1")]

  @Test("The factors are known by name, and the code of the chosen one is verified")
  func email() async throws {
    let (screen, login, run) = try start(Self.login, secrets: Self.password)
    let asked = try await screen.factors()
    #expect(asked.options.contains(.email) && asked.options.contains(.phone))
    #expect(!asked.options.contains(.password) && !asked.options.contains("no-factor"))
    #expect(!asked.alternatives.contains(.skip))
    login.choose(.email)
    try await screen.code(of: .email)
    try await screen.typeCode(by: "email")
    #expect(try await run.tokens().tokenType == "Bearer")
  }

  @Test("The names are the same if the org speaks another language")
  func german() async throws {
    let script = try SignInScript(
      """
      org german {
        fault "any: labels de"
        authenticators password, email, phone via sms or voice
        user "jane@example.com" { password "Correct-Horse-1"; phone "+15551234567" }
      }
      on identify           answer identifier = "jane@example.com"
      on challenge password answer passcode = "Correct-Horse-1"
      otherwise prompt
      """)
    var asked: [Question] = []
    let prompter = MainPrompter { question in
      asked.append(question)
      return question.choosing(.phone, via: .voice) ?? .cancelled
    }
    let run = try script.start(.simulated(org: "german"), prompter: prompter)
    await #expect(throws: SignInFailure.cancelled) { try await run.tokens() }
    let phone = try #require(asked.first?.options.first { $0.subject.isCalled(.phone) })
    #expect(phone.title != "Phone", "\(phone)")
    #expect(phone.methods.contains(.sms) && phone.methods.contains(.voice))
    #expect(asked.last?.subjects.map(\.name) == [.phone, .voice])
  }

  @Test("A method is chosen with its factor", arguments: ["sms", "voice"])
  func method(name: String) async throws {
    let (screen, login, run) = try start(Self.login, secrets: Self.password)
    let phone = try await screen.factors().options.first { $0.subject.name == .phone }
    #expect(phone?.methods.map(\.name) == [.sms, .voice])
    login.choose(.phone, method: SubjectName(name))
    try await screen.code(of: .phone)
    try await screen.typeCode(by: name)
    #expect(try await run.tokens().tokenType == "Bearer")
  }

  @Test("A registration verifies the email, and skips the optional phone")
  func registers() async throws {
    let (screen, login, run) = try start(
      Self.register,
      values: ["username": "mary@example.com", "firstName": "Mary", "lastName": "Roe"],
      secrets: ["NEW_PASSWORD": Secret("Correct-Horse-2")])
    #expect(try await screen.factors().options.contains(.email))
    login.choose(.email)
    try await screen.code(of: .email)
    try await screen.typeCode(by: "email")
    let optional = try await screen.factors()
    #expect(optional.options.contains(.phone) && optional.alternatives.contains(.skip))
    login.skip()
    #expect(try await run.tokens().tokenType == "Bearer")
  }

  @Test("A registration sets up a phone by a method and a number")
  func enrolls() async throws {
    let (screen, login, run) = try start(
      Self.register,
      values: ["username": "mary@example.com", "firstName": "Mary", "lastName": "Roe"],
      secrets: ["NEW_PASSWORD": Secret("Correct-Horse-2")])
    _ = try await screen.factors()
    login.choose(.email)
    try await screen.code(of: .email)
    try await screen.typeCode(by: "email")
    _ = try await screen.factors()
    login.choose(.phone, method: .sms, phoneNumber: "+15557654321")
    try await screen.code(of: .phone)
    let item = try await run.inbox?.newest("sms", to: nil, after: 0)
    #expect(item?.address.description.contains("4321") == true)
    try await screen.typeCode(by: "sms")
    #expect(try await run.tokens().tokenType == "Bearer")
  }

  @Test("A password is reset after the code of the email")
  func resets() async throws {
    let (screen, login, run) = try start(
      Self.reset, secrets: ["NEW_PASSWORD": Secret("Correct-Horse-2")])
    #expect(try await screen.factors().options.contains(.email))
    login.choose(.email)
    try await screen.code(of: .email)
    try await screen.typeCode(by: "email")
    #expect(try await run.tokens().tokenType == "Bearer")
  }

  @Test("A wrong code is refused with the server's message")
  func refused() async throws {
    let (screen, login, run) = try start(Self.login, secrets: Self.password)
    _ = try await screen.factors()
    login.choose(.email)
    try await screen.code(of: .email)
    login.verify(code: "000000")
    let failure = await #expect(throws: SignInFailure.self) { try await run.tokens() }
    guard case .refused(let messages, _)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(messages.map(\.text) == ["Invalid code. Try again."])
  }

  @Test("Choosing what isn't offered, skipping what can't be skipped, and giving up all cancel")
  func cancels() async throws {
    for give in [
      { (login: MultifactorLogin) in login.choose("no-factor") },
      { $0.choose(.phone, method: "carrier-pigeon") }, { $0.skip() }, { $0.cancel() },
    ] {
      let (screen, login, run) = try start(Self.login, secrets: Self.password)
      _ = try await screen.factors()
      give(login)
      await #expect(throws: SignInFailure.cancelled) { try await run.tokens() }
    }
  }

  @Test("A missing value is a failure before anything is sent")
  func failures() async throws {
    let missing = #expect(throws: SignInFailure.self) { try start(Self.register, values: [:]) }
    guard case .missingValues? = missing else {
      Issue.record("\(String(describing: missing))")
      return
    }
  }
}

/// A prompter on the main actor.
private struct MainPrompter: Prompter {
  let body: @MainActor (Question) -> Reply
  func answer(_ question: Question) async -> Reply { await body(question) }
}
