import FlowScript
import Foundation
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ReadmeExampleTests {
  @Test("The README's model asks the person which factor, and for the answer")
  func asks() async throws {
    let model = SignInModel(.simulated())
    async let tokens = model.signIn(email: "jane@example.com", password: "Correct-Horse-1")
    let choice = await question(of: model)
    let index = try #require(choice.options.firstIndex { $0.title == "Security Question" })
    model.reply(.chose(index, method: nil))
    let answer = await question(of: model)
    #expect(answer.fields.map(\.isSecret) == [true])
    model.reply(.filled(["Rabbit"]))
    #expect(await tokens?.tokenType == "Bearer")
    #expect(model.question == nil)
    #expect(model.progress.contains("Password"))
  }

  @Test("The README's model shows the server's own words when it refuses")
  func refused() async {
    let model = SignInModel(.simulated())
    async let tokens = model.signIn(email: "jane@example.com", password: "not it")
    // At an error `otherwise prompt` lets the person try again; this one gives up.
    _ = await question(of: model)
    model.cancel()
    #expect(await tokens == nil)
    #expect(model.progress.contains("Password is incorrect"))
    #expect(model.progress.last == "The sign-in was cancelled.")
  }

  private func question(of model: SignInModel) async -> Question {
    while true {
      if let question = model.question { return question }
      await Task.yield()
    }
  }

  private nonisolated static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private nonisolated static func text(_ path: String) -> String? {
    try? String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  // A checkout of the sources alone has no README.
  @Test(
    "The README shows the example that is compiled here, word for word",
    .enabled(if: text("README.md") != nil))
  func readmeShowsIt() throws {
    let file = try #require(Self.text("Tests/FlowScriptTests/ReadmeExample.swift"))
    let start = try #require(file.range(of: "// README: begin\n"))
    let end = try #require(file.range(of: "// README: end"))
    let example = file[start.upperBound..<end.lowerBound]
    let readme = try #require(Self.text("README.md"))
    let section = try #require(readme.range(of: "\n## In an app\n"))
    let rest = readme[section.upperBound...]
    let open = try #require(rest.range(of: "```swift\n"))
    let close = try #require(rest[open.upperBound...].range(of: "```"))
    #expect(rest[open.upperBound..<close.lowerBound] == example)
  }
}
