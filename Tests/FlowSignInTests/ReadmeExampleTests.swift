import FlowEngine
import FlowInterpreter
import FlowSignIn
import FlowSignInTesting
import Foundation
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ReadmeExampleTests {
  // MARK: A dynamic sign-in

  @Test("The manual's dynamic sign-in draws every step of a sign-in with two factors, and signs in")
  func draws() async throws {
    let model = DynamicSignIn()
    let tokens = Task { try await model.start(.simulated()) }
    try await fill(model, "jane@example.com", isSecret: false)
    try await fill(model, "Correct-Horse-1", isSecret: true)
    try await choose(model, "Security Question")
    try await fill(model, "Rabbit", isSecret: true)
    #expect(try await tokens.value.tokenType == "Bearer")
    #expect(model.rows.isEmpty)
  }

  @Test("It offers each method of an option, and the detail that distinguishes it")
  func methods() async throws {
    let model = DynamicSignIn()
    let tokens = Task { try await model.start(.simulated()) }
    try await fill(model, "jane@example.com", isSecret: false)
    try await fill(model, "Correct-Horse-1", isSecret: true)
    let titles = await rows(of: model).compactMap { row in
      if case .option(let title, _) = row { title } else { nil }
    }
    let phone = titles.filter { $0.hasPrefix("Phone") }
    #expect(phone.count == 2 && phone.allSatisfy { $0.contains("4567") }, "\(titles)")
    model.cancel()
    await #expect(throws: SignInFailure.cancelled) { try await tokens.value }
  }

  @Test("It shows the server's own message for a refusal, and asks again")
  func refused() async throws {
    let model = DynamicSignIn()
    let tokens = Task { try await model.start(.simulated()) }
    try await fill(model, "jane@example.com", isSecret: false)
    try await fill(model, "not it", isSecret: true)
    let texts = await rows(of: model).compactMap { row in
      if case .text(let text) = row { text } else { nil }
    }
    #expect(texts.contains("Password is incorrect"), "\(texts)")
    model.cancel()
    await #expect(throws: SignInFailure.cancelled) { try await tokens.value }
  }

  @Test("When its task is canceled, as by a closing view, it asks no more and is released")
  func cancelled() async throws {
    weak var left: DynamicSignIn?
    do {
      let model = DynamicSignIn()
      let tokens = Task { try await model.start(.simulated()) }
      _ = await rows(of: model)
      tokens.cancel()
      await #expect(throws: SignInFailure.cancelled) { try await tokens.value }
      while !model.rows.isEmpty, !Task.isCancelled { await Task.yield() }
      left = model
    }
    while left != nil, !Task.isCancelled { await Task.yield() }
  }

  private func rows(of model: DynamicSignIn) async -> [DynamicSignIn.Row] {
    while model.rows.isEmpty, !Task.isCancelled { await Task.yield() }
    return model.rows
  }

  private func fill(_ model: DynamicSignIn, _ text: String, isSecret: Bool) async throws {
    let inputs = await rows(of: model).compactMap { row in
      if case .input(let item) = row { item } else { nil }
    }
    #expect(inputs.first?.isSecret == isSecret, "\(model.rows)")
    // The identifier comes with a checkbox, which can be left unchanged.
    model.submit(inputs.enumerated().map { $0.offset == 0 ? text : "" })
  }

  private func choose(_ model: DynamicSignIn, _ wanted: String) async throws {
    for case .option(let title, let reply) in await rows(of: model) where title.hasPrefix(wanted) {
      return model.choose(reply)
    }
    Issue.record("\(wanted) is not offered: \(model.rows)")
    model.cancel()
  }

  // MARK: The steps

  @Test("The manual's steps sign in and out")
  func steps() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: path) }
    try Data(
      #"{"issuer": "https://acme.okta.com", "clientId": "0oa1", "redirectUri": "a:/b"}"#.utf8
    ).write(to: path)
    let configurations = try ReadmeSteps.configure(path: path.path())
    _ = try ReadmeSteps.carry { _ in }
    let signIn = try ReadmeSteps.start(
      #require(configurations.last), email: "sam@example.com", password: "Battery-Staple-2",
      prompter: ClosurePrompter { question in
        question.choosing(.password) ?? question.taking(.skip) ?? .cancelled
      })
    var shown: [String] = []
    await ReadmeSteps.process(signIn) { shown.append($0) }
    #expect(shown.contains("Password"), "\(shown)")
    let tokens = await ReadmeSteps.token(signIn) { shown.append($0) }
    #expect(tokens?.tokenType == "Bearer", "\(shown)")
    try await ReadmeSteps.signOut(signIn)
  }

  // MARK: The page

  @Test("The manual shows what is compiled here, word for word")
  func manualShowsIt() throws {
    let pages = "Sources/FlowManual/Resources/Manual/"
    func examples(_ file: String) -> [String] {
      CompiledSamples.compiled("Tests/FlowSignInTests/\(file).swift", mark: "Manual")
    }
    let compiled = examples("ReadmeSteps") + examples("ReadmeExample")
    let nextAuth = examples("ReadmeNextAuth")
    let mobile = examples("ReadmeMobileIdP")
    #expect(compiled.count == 7 && nextAuth.count == 2 && mobile.count == 2)
    #expect(try CompiledSamples.shown(pages + "app.md") == compiled)
    #expect(try CompiledSamples.shown(pages + "nextauth.md") == nextAuth)
    #expect(try CompiledSamples.shown(pages + "mobile-idp.md") == mobile)
    // A checkout of only the sources doesn't have a README.
    guard CompiledSamples.text("README.md") != nil else { return }
    let readme = try CompiledSamples.shown("README.md")
    #expect(readme.count == 1 && readme.allSatisfy(compiled.contains))
  }
}
