import FlowEngine
import FlowInterpreter
import FlowSignIn
import FlowSignInTesting
import FlowLock
import Testing

@testable import SignInApp

/// The sample app: its model, as a view uses it, and its console program.
@Suite("The sample app", .timeLimit(.minutes(2)))
struct SampleAppTests {
  /// Waits for a state of the model, as a view draws it.
  @MainActor
  private func state(
    of model: SignInModel, _ isWanted: (SignInModel.State) -> Bool
  ) async throws -> SignInModel.State {
    while !isWanted(model.state) {
      try Task.checkCancellation()
      await Task.yield()
    }
    return model.state
  }

  /// Waits for a question with a title.
  @MainActor
  private func question(_ model: SignInModel, _ title: String?) async throws -> Question {
    let found = try await state(of: model) { state in
      if case .asking(let question) = state { return title == nil || question.title == title }
      return false
    }
    guard case .asking(let question) = found else { throw CancellationError() }
    return question
  }

  @Test("The model signs in, keeps the user for the next launch, and signs out")
  @MainActor
  func model() async throws {
    let org = try SimulatedOrg()
    let store = MemoryTokenStore()
    let model = try SignInModel(org.configuration, store: store)
    await model.launch()
    guard case .signedOut = model.state else { throw CancellationError() }
    let run = Task { await model.start() }
    let first = try await question(model, nil)
    #expect(first.fields.map(\.purpose) == [.username])
    #expect(first.buttons.contains { $0.title == "Create an account" })
    model.answer(.filled(["jane@example.com"]))
    _ = try await question(model, "Password")
    model.answer(.filled(["Correct-Horse-1"]))
    let choice = try await question(model, nil)
    let email = try #require(choice.buttons.first { $0.title.hasPrefix("Email") })
    model.answer(email.reply)
    _ = try await question(model, "Email")
    let code = try #require(try await org.inbox.newest("email", to: nil, after: 0)?.code)
    model.answer(.filled([code.reveal()]))
    await run.value
    guard case .signedIn(let claims) = model.state else { throw CancellationError() }
    #expect(claims?.username == "jane@example.com")

    let next = try SignInModel(org.configuration, store: store)
    await next.launch()
    guard case .signedIn = next.state else { throw CancellationError() }
    await next.signOut()
    guard case .signedOut = next.state else { throw CancellationError() }
    #expect(await store.read() == nil)
  }

  @Test("A canceled sign-in returns to the start, and a wrong password can be corrected")
  @MainActor
  func cancels() async throws {
    let model = try SignInModel(SimulatedOrg().configuration, store: MemoryTokenStore())
    let run = Task { await model.start() }
    _ = try await question(model, nil)
    model.answer(.filled(["jane@example.com"]))
    _ = try await question(model, "Password")
    model.answer(.filled(["wrong"]))
    let again = try await state(of: model) { state in
      if case .asking(let question) = state { return !question.messages.isEmpty }
      return false
    }
    guard case .asking(let question) = again else { throw CancellationError() }
    #expect(question.messages.map(\.text) == ["Password is incorrect"])
    model.cancel()
    await run.value
    guard case .signedOut = model.state else { throw CancellationError() }
  }

  #if !canImport(SwiftUI)
  @Test("The console program signs in and out")
  func console() async throws {
    let lines = Mutex(["jane@example.com", "Correct-Horse-1", "99", "1"])
    let output = Mutex("")
    let console = Console(
      read: {
        if let line = lines.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return line }
        // The code is the last number that the org has sent.
        let sent = output.withLock { $0.split(separator: "The org sent ").last ?? "" }
        return String(sent.prefix { $0.isNumber })
      }, write: { text in output.withLock { $0 += text } })
    try await ConsoleApp.run([], console)
    let text = output.withLock { $0 }
    #expect(text.hasSuffix("Signed in as jane@example.com.\nSigned out.\n"), "\(text)")
    #expect(text.contains("Please choose one of the options."))
  }

  @Test("The console program ends with the input, and reports a mistake of its arguments")
  func consoleEnds() async throws {
    let output = Mutex("")
    let console = Console(read: { nil }, write: { text in output.withLock { $0 += text } })
    try await ConsoleApp.run([], console)
    #expect(output.withLock { $0 }.hasSuffix("The sign-in was canceled.\n"))
    try await ConsoleApp.run(["acme", "0oa1", "app:/callback"], console)
    #expect(output.withLock { $0 }.contains("This version of the app can't sign you in."))
  }
  #endif
}
