import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import Testing

/// Fields that have a value already.
@Suite("Prefilled fields")
struct PrefilledTests {
  static let page = Response(
    steps: [
      Step(
        "profile-update",
        fields: [
          Field("firstName", label: "First name", value: .text("Jane")),
          Field("newsletter", label: "Newsletter", kind: .boolean, value: .boolean(true)),
          Field(
            "country", label: "Country", value: .text("FR"),
            accepted: [
              .init(.text("FR"), naming: Naming("FR", title: "France")),
              .init(.text("DE"), naming: Naming("DE", title: "Germany")),
            ]),
          Field("token", label: "Token", isSecret: true, value: .secret(Secret("t0ken-1"))),
          Field("track", label: "Track", value: .text("x"), isVisible: false),
        ],
        showing: [Fact("note", .text("Check your data."), label: "")])
    ], capabilities: [Capability("cancel")])

  @Test("The whole step is offered with its values, and empty answers keep them")
  func wholeStep() async throws {
    let prompter = ScriptedPrompter(.filled(["", "no", "Germany", ""]))
    let engine = ScriptedEngine(Self.page, .success)
    let result = try await result(
      "otherwise prompt\non nothing submit", engine, .test(prompter: prompter))
    #expect(result.passed, "\(result.diagnostics)")
    let question = try #require(prompter.questions.first)
    #expect(question.fields.map(\.name) == ["firstName", "newsletter", "country", "token"])
    #expect(question.fields.map(\.value) == ["Jane", "true", "France", nil])
    #expect(question.fields.allSatisfy { !$0.isRequired })
    #expect(question.showing.map(\.label) == [""])
    #expect(
      engine.log.moves == [
        .submit(
          step: 0, selection: nil,
          answers: [Answer("newsletter", .boolean(false)), Answer("country", .text("DE"))])
      ])
  }

  @Test("All values can be kept, or returned as shown")
  func kept() async throws {
    for texts in [["", "", "", ""], ["Jane", "true", "France", ""]] {
      let prompter = ScriptedPrompter(.filled(texts))
      let engine = ScriptedEngine(Self.page, .success)
      let result = try await result("on profile prompt", engine, .test(prompter: prompter))
      #expect(result.passed, "\(result.diagnostics)")
      #expect(prompter.questions.count == 1)
      #expect(engine.log.moves.count == 1)
    }
  }

  @Test("A field that is asked for by its name shows its value")
  func byName() async throws {
    let prompter = ScriptedPrompter(.filled(["Joan"]))
    let engine = ScriptedEngine(Self.page, .success)
    _ = try await result("on profile prompt firstName", engine, .test(prompter: prompter))
    #expect(prompter.questions.first?.fields.map(\.value) == ["Jane"])
    #expect(engine.log.moves == [.submit(0, ("firstName", "Joan"))])
  }

  @Test("A waiting step doesn't ask for fields that have a value")
  func waiting() async throws {
    var step = Step.push
    step.fields = [Field("autoChallenge", kind: .boolean, value: .boolean(true))]
    let prompter = ScriptedPrompter()
    let result = try await result(
      "on challenge prompt", ScriptedEngine(Response(steps: [step]), .success),
      .test(prompter: prompter))
    #expect(result.passed, "\(result.diagnostics)")
    #expect(prompter.questions.isEmpty)
  }
}
